/* SPDX-License-Identifier: Apache-2.0
 *
 * fp3-wide and fp2-wide: the order is one wave a row, a lane a run of two blocks, d * (e0*S0 + e1*S1). Written for the memory's
 * rate, which the ladder does not reach because spreading 3-bit codes into selectors costs more than the loads. Here no code is
 * moved on its own: the activations are put into the order in which masks find the codes (see ch_wide_fp3). */
#ifndef CHECKHIP_KERNELS_MMVQ_WIDE_H
#define CHECKHIP_KERNELS_MMVQ_WIDE_H

#include "kernels/blocks.h"
#include "kernels/kernel_entry.h"
#include "kernels/wide.h"

struct ch_wide_quads {
	uint32_t x, y, z, w;
};
static_assert(sizeof(ch_wide_quads) == 16, "one 128-bit shared memory access");

/* Scale bytes become binary32 bit patterns 2^119 too small (see ch_scale); the product with the sums is exact, and one
 * multiplication at the end makes up for both halves. */
constexpr uint32_t ch_wide_scale_bits = 0x0ff00000u;

/* The three dwords of codes and the two scales, as bits, of the first or second block of a pair at a dword boundary. */
template <int dwords> struct ch_wide_block {
	uint32_t codes[dwords], e0, e1;

	__device__ inline void load_first(const uint32_t *pair)
	{
		for (int i = 0; i < dwords; i++)
			codes[i] = pair[i];
		e0 = pair[dwords] << 20 & ch_wide_scale_bits;
		e1 = pair[dwords] << 12 & ch_wide_scale_bits;
	}
	__device__ inline void load_second(const uint32_t *pair)
	{
		for (int i = 0; i < dwords; i++)
			codes[i] = ch_splice(pair[dwords + i + 1], pair[dwords + i], 16);
		e0 = pair[2 * dwords] << 4 & ch_wide_scale_bits;
		e1 = pair[2 * dwords] >> 4 & ch_wide_scale_bits;
	}
};

/* fp3. Code i is at bit 3i of the 96-bit string, so the codes i = c, c + 4, c + 8, ... are 12 bits apart, and 32 bits on they are 4
 * bits further round: the eight codes of class c, taken from the three dwords by three masks, land in the eight nibbles of one dword
 * without meeting, all out of place by the same rotation (0, 3, 2, 1 bits for c = 0..3; the codes that straddle two dwords wrap
 * round as the rotation does). A class thus costs three masks and a rotation for eight codes. Its nibbles mix the two halves, so
 * each quad is multiplied twice, by activations in which the other half's are zero. */
struct ch_wide_fp3 {
	static constexpr int bytes = 14, dwords = 3, classes = 4;
	static constexpr int x_bytes = CH_WIDE_FP3_X_BYTES;
	static constexpr float bias = ch_scale_bias;

	static constexpr __host__ __device__ int rotation(int c)
	{
		return (4 - c) % 4;
	}
	/* where the code of a class's nibble starts in the merged dword, in which dword of the string, and which code it is */
	static constexpr __host__ __device__ int start_bit(int c, int nibble)
	{
		return (4 * nibble + rotation(c)) % 32;
	}
	static constexpr __host__ __device__ int dword_of(int bit)
	{
		return bit % 3;
	}
	static constexpr __host__ __device__ int code_of(int bit)
	{
		return (32 * dword_of(bit) + bit) / 3;
	}
	static constexpr __host__ __device__ bool belongs(int c, int nibble)
	{
		return (32 * dword_of(start_bit(c, nibble)) + start_bit(c, nibble)) % 3 == 0 &&
		       code_of(start_bit(c, nibble)) % 4 == c;
	}
	static constexpr __host__ __device__ uint32_t mask(int c, int dword)
	{
		uint32_t bits = 0;
		for (int nibble = 0; nibble < 8; nibble++)
			for (int i = 0; i < 3; i++) {
				const int bit = start_bit(c, nibble) + i;
				if (dword_of(start_bit(c, nibble)) + bit / 32 == dword)
					bits |= 1u << (bit % 32);
			}
		return bits;
	}

	/* The activations of quad `high` of class c that lie in this half, as the table lookup orders its bytes. */
	template <int c, int high, int half> static __device__ inline uint32_t gather(const uint32_t (&q)[8])
	{
		uint32_t word = 0;
#pragma unroll
		for (int i = 0; i < 4; i++) {
			const int weight = code_of(start_bit(c, ch_nibble_step * i + high * ch_nibble_high));
			if (weight / 16 == half)
				word |= (q[weight / 4] >> (8 * (weight % 4)) & 0xffu) << (8 * i);
		}
		return word;
	}
	template <int c> static __device__ inline void stage_class(uint8_t *to, uint32_t place, const uint32_t (&q)[8])
	{
		((ch_wide_quads *)to)[c * CH_WIDE_LANES + place] = {gather<c, 0, 0>(q), gather<c, 0, 1>(q),
								    gather<c, 1, 0>(q), gather<c, 1, 1>(q)};
	}
	/* `to`: of the chunk's first or second blocks; place: the lane. */
	static __device__ inline void stage(uint8_t *to, uint32_t place, const uint32_t (&q)[8], float d)
	{
		stage_class<0>(to, place, q);
		stage_class<1>(to, place, q);
		stage_class<2>(to, place, q);
		stage_class<3>(to, place, q);
		((float *)(to + CH_WIDE_LANES * 64))[place] = d;
	}

	template <int c>
	static __device__ inline void decode(const ch_wide_block<dwords> &block, uint32_t *low_quad,
					     uint32_t *high_quad)
	{
		const uint32_t merged =
			(block.codes[0] & mask(c, 0)) | (block.codes[1] & mask(c, 1)) | (block.codes[2] & mask(c, 2));
		ch_table8_nibbles(ch_fp3_high, ch_fp3_low, rotation(c) ? ch_rotate_right(merged, rotation(c)) : merged,
				  low_quad, high_quad);
	}
	template <int c, int rows, int ncols>
	static __device__ inline void add_class(const ch_wide_block<dwords> (&blocks)[rows], const uint8_t *x,
						uint32_t x_stride, uint32_t lane, int32_t (&sums)[rows][ncols][2])
	{
		uint32_t low_quad[rows], high_quad[rows];
#pragma unroll
		for (int r = 0; r < rows; r++)
			decode<c>(blocks[r], &low_quad[r], &high_quad[r]);
#pragma unroll
		for (int n = 0; n < ncols; n++) {
			const ch_wide_quads q = ((const ch_wide_quads *)(x + n * x_stride))[c * CH_WIDE_LANES + lane];
#pragma unroll
			for (int r = 0; r < rows; r++) {
				sums[r][n][0] = ch_dot4(low_quad[r], q.x, sums[r][n][0]);
				sums[r][n][1] = ch_dot4(low_quad[r], q.y, sums[r][n][1]);
				sums[r][n][0] = ch_dot4(high_quad[r], q.z, sums[r][n][0]);
				sums[r][n][1] = ch_dot4(high_quad[r], q.w, sums[r][n][1]);
			}
		}
	}
	template <int rows, int ncols>
	static __device__ inline void add(const ch_wide_block<dwords> (&blocks)[rows], const uint8_t *x,
					  uint32_t x_stride, uint32_t lane, int32_t (&sums)[rows][ncols][2])
	{
#pragma unroll
		for (int r = 0; r < rows; r++)
#pragma unroll
			for (int n = 0; n < ncols; n++)
				sums[r][n][0] = sums[r][n][1] = 0;
		add_class<0>(blocks, x, x_stride, lane, sums);
		add_class<1>(blocks, x, x_stride, lane, sums);
		add_class<2>(blocks, x, x_stride, lane, sums);
		add_class<3>(blocks, x, x_stride, lane, sums);
	}
	static __device__ inline float x_scale(const uint8_t *x, uint32_t lane)
	{
		return ((const float *)(x + CH_WIDE_LANES * 64))[lane];
	}
};
static_assert(ch_wide_fp3::belongs(0, 0) && ch_wide_fp3::belongs(0, 7) && ch_wide_fp3::belongs(1, 0) &&
		      ch_wide_fp3::belongs(1, 7) && ch_wide_fp3::belongs(2, 0) && ch_wide_fp3::belongs(2, 7) &&
		      ch_wide_fp3::belongs(3, 0) && ch_wide_fp3::belongs(3, 7),
	      "BIT-ORDER: a class's nibbles hold its codes");
static_assert((ch_wide_fp3::mask(2, 0) ^ ch_wide_fp3::mask(2, 1) ^ ch_wide_fp3::mask(2, 2)) == 0xddddddddu,
	      "BIT-ORDER: three bits a nibble, none twice");

/* fp2. Codes stay where they are: a mask takes one code out of each byte, worth 1, 4, 16 times itself, and the sums are brought to 16
 * times by multiplications on the way. The table is code - 1, so a sum starts at minus that of the activations. */
struct ch_wide_fp2 {
	static constexpr int bytes = 10, dwords = 2;
	static constexpr int x_bytes = CH_WIDE_FP2_X_BYTES;
	static constexpr float bias = ch_scale_bias / 16;

	static __device__ inline void stage(uint8_t *to, uint32_t place, const uint32_t (&q)[8], float d)
	{
		ch_wide_quads *quads = (ch_wide_quads *)to;
		int32_t minus[2] = {0, 0};
#pragma unroll
		for (int half = 0; half < 2; half++) {
			uint32_t planes[4];
#pragma unroll
			for (int j = 0; j < 4; j++) {
				planes[j] = 0;
#pragma unroll
				for (int m = 0; m < 4; m++)
					planes[j] |= (q[4 * half + m] >> (8 * j) & 0xffu) << (8 * m);
				minus[half] = ch_dot4(0xffffffffu, planes[j], minus[half]);
			}
			quads[half * CH_WIDE_LANES + place] = {planes[0], planes[1], planes[2], planes[3]};
		}
		quads[2 * CH_WIDE_LANES + place] = {(uint32_t)minus[0], (uint32_t)minus[1], ch_as_bits(d), 0};
	}
	template <int rows, int ncols>
	static __device__ inline void add(const ch_wide_block<dwords> (&blocks)[rows], const uint8_t *x,
					  uint32_t x_stride, uint32_t lane, int32_t (&sums)[rows][ncols][2])
	{
#pragma unroll
		for (int n = 0; n < ncols; n++) {
			const ch_wide_quads *quads = (const ch_wide_quads *)(x + n * x_stride) + lane;
			const ch_wide_quads rest = quads[2 * CH_WIDE_LANES];
#pragma unroll
			for (int half = 0; half < 2; half++) {
				const ch_wide_quads q = quads[half * CH_WIDE_LANES];
#pragma unroll
				for (int r = 0; r < rows; r++) {
					const uint32_t v = blocks[r].codes[half];
					int32_t s = ch_dot4(v & 0x03030303u, q.x, (int32_t)(half ? rest.y : rest.x));
					s = ch_dot4(v & 0x0c0c0c0cu, q.y, s * 4);
					s = ch_dot4(v & 0x30303030u, q.z, s * 4);
					sums[r][n][half] = ch_dot4(v >> 2 & 0x30303030u, q.w, s);
				}
			}
		}
	}
	static __device__ inline float x_scale(const uint8_t *x, uint32_t lane)
	{
		return ch_as_float(((const ch_wide_quads *)x)[2 * CH_WIDE_LANES + lane].z);
	}
};

/* Brings `bytes` of each row to shared memory, on dword boundaries there, however they lie in memory. Of a matrix with fewer rows
 * than a wave takes, the last one is brought again in place of those that are not there. */
template <class format, int rows>
static __device__ inline void ch_wide_fetch(uint8_t *to, ch_shared_place place, const uint8_t *from, uint64_t row_bytes,
					    uint32_t bytes, uint32_t rows_here, uint32_t lane, uint32_t alignment)
{
	constexpr uint32_t row_stage = CH_WIDE_CHUNK * format::bytes;
	if (alignment == 16) {
		place += lane * 16;
		from += lane * 16;
		if (bytes == row_stage) {
#pragma unroll
			for (int r = 0; r < rows; r++, from += r < (int)rows_here ? row_bytes : 0) {
				ch_copy_start<16>(place + r * row_stage, from);
				if (lane < row_stage / 16 - 32)
					ch_copy_start<16>(place + r * row_stage + 512, from + 512);
			}
			return;
		}
#pragma unroll 1
		for (int r = 0; r < rows; r++, from += r < (int)rows_here ? row_bytes : 0, place += row_stage)
#pragma unroll 1
			for (uint32_t i = lane * 16; i < bytes; i += 512)
				ch_copy_start<16>(place + (i - lane * 16), from + (i - lane * 16));
	} else if (alignment == 4) {
#pragma unroll 1
		for (int r = 0; r < rows; r++, from += r < (int)rows_here ? row_bytes : 0, place += row_stage)
#pragma unroll 1
			for (uint32_t i = lane * 4; i < bytes; i += CH_WIDE_LANES * 4)
				ch_copy_start<4>(place + i, from + i);
	} else {
#pragma unroll 1
		for (int r = 0; r < rows; r++, from += r < (int)rows_here ? row_bytes : 0, to += row_stage)
#pragma unroll 1
			for (uint32_t i = lane * 2; i < bytes; i += CH_WIDE_LANES * 2)
				*(uint16_t *)(to + i) = *(const uint16_t *)(from + i);
	}
}

/* The activations of `blocks_here` blocks of each column, from block `first` on. */
template <class format, int ncols>
static __device__ inline void ch_wide_stage_x(uint8_t *to, uint32_t x_stride, const uint8_t *x, uint32_t blocks,
					      uint32_t first, uint32_t blocks_here)
{
	for (uint32_t i = threadIdx.x; i < blocks_here * ncols; i += CH_WIDE_WAVES * CH_WIDE_LANES) {
		const uint32_t n = i / blocks_here, b = i % blocks_here;
		const uint8_t *from = x + ((uint64_t)n * blocks + first + b) * 36;
		uint32_t q[8];
#pragma unroll
		for (int j = 0; j < 8; j++)
			q[j] = ch_x_quad(from, j);
		uint8_t *pairs = to + n * x_stride + b / CH_WIDE_CHUNK * (CH_WIDE_CHUNK * format::x_bytes);
		format::stage(pairs + b % 2 * (CH_WIDE_LANES * format::x_bytes), b % CH_WIDE_CHUNK / 2, q,
			      ch_x_scale(from));
	}
}

template <class format, int ncols>
static __device__ inline void ch_mmvq_wide(const uint8_t *w, const uint8_t *x, float *y, uint32_t blocks, uint32_t rows,
					   uint32_t groups, uint32_t window)
{
	constexpr int rows_a_wave = CH_WIDE_ROWS(ncols);
	constexpr uint32_t stage_bytes = rows_a_wave * CH_WIDE_CHUNK * format::bytes;
	extern __shared__ ch_wide_quads shared[];
	const uint32_t lane = threadIdx.x % CH_WIDE_LANES, wave = threadIdx.x / CH_WIDE_LANES;
	uint8_t *stages = (uint8_t *)shared + wave * (CH_WIDE_STAGES * stage_bytes);
	uint8_t *x_window = (uint8_t *)shared + CH_WIDE_WAVES * CH_WIDE_STAGES * stage_bytes;
	const uint32_t x_stride = window * (CH_WIDE_CHUNK * format::x_bytes);
	const uint64_t row_bytes = (uint64_t)blocks * format::bytes;
	const uint32_t ends = (uint32_t)((uint64_t)w | row_bytes);
	const uint32_t alignment = ends % 16 == 0 ? 16 : ends % 4 == 0 ? 4 : 2;
	const uint32_t chunks = (blocks + CH_WIDE_CHUNK - 1) / CH_WIDE_CHUNK;
	/* A wave at the end of the matrix takes the last rows again and does not store them: no row past the end is read. */
	const uint32_t last_base = rows > (uint32_t)rows_a_wave ? rows - rows_a_wave : 0;
	const uint64_t group_stride = (uint64_t)CH_WIDE_WAVES * rows_a_wave;
	const uint64_t first_row = (uint64_t)blockIdx.x * groups * group_stride + wave * rows_a_wave;

	float total[rows_a_wave][ncols];
	/* the steps of this workgroup, each a chunk of a group of rows; all its waves have as many */
	uint32_t steps = 0;
	for (uint32_t g = 0; g < groups; g++)
		steps += ((uint64_t)blockIdx.x * groups + g) * group_stride < rows ? chunks : 0;

	uint32_t fetched_chunk = 0, chunk = 0, in_window = 0;
	uint64_t fetched_row = first_row, row = first_row;
	const ch_shared_place places = ch_place_of(stages);
#pragma unroll 1
	for (uint32_t step = 0; step <= steps; step++) {
		/* fetch this step's weights while the step before is computed */
		const uint32_t to_stage = step % CH_WIDE_STAGES * stage_bytes;
		if (step < steps) {
			const uint64_t base = fetched_row < last_base ? fetched_row : last_base;
			const uint32_t first = fetched_chunk * CH_WIDE_CHUNK;
			const uint32_t count = blocks - first < CH_WIDE_CHUNK ? blocks - first : CH_WIDE_CHUNK;
			ch_wide_fetch<format, rows_a_wave>(stages + to_stage, places + to_stage,
							   w + base * row_bytes + (uint64_t)first * format::bytes,
							   row_bytes, count * format::bytes, rows, lane, alignment);
			if (++fetched_chunk == chunks) {
				fetched_chunk = 0;
				fetched_row += group_stride;
			}
		}
		ch_copy_close();
		if (step == 0)
			continue;

		const uint32_t first = chunk * CH_WIDE_CHUNK;
		if (in_window == 0 && (step == 1 || window < chunks)) {
			const uint32_t left = blocks - first;
			__syncthreads();
			ch_wide_stage_x<format, ncols>(x_window, x_stride, x, blocks, first,
						       left < window * CH_WIDE_CHUNK ? left : window * CH_WIDE_CHUNK);
			__syncthreads();
		}
		if (chunk == 0)
#pragma unroll
			for (int r = 0; r < rows_a_wave; r++)
#pragma unroll
				for (int n = 0; n < ncols; n++)
					total[r][n] = 0.0f;

		ch_copy_wait<1>();
		ch_wave_sync();
		const uint8_t *stage = stages + (step - 1) % CH_WIDE_STAGES * stage_bytes;
		const uint8_t *x_chunk = x_window + in_window * (CH_WIDE_CHUNK * format::x_bytes);
#pragma unroll
		for (int second = 0; second < 2; second++) {
			if (first + 2 * lane + second >= blocks)
				continue;
			const uint8_t *x_half = x_chunk + second * (CH_WIDE_LANES * format::x_bytes);
			ch_wide_block<format::dwords> block[rows_a_wave];
			int32_t sums[rows_a_wave][ncols][2];
#pragma unroll
			for (int r = 0; r < rows_a_wave; r++) {
				const uint32_t *pair = (const uint32_t *)(stage + r * (CH_WIDE_CHUNK * format::bytes)) +
						       lane * (format::bytes / 2);
				if (second)
					block[r].load_second(pair);
				else
					block[r].load_first(pair);
			}
			format::template add<rows_a_wave, ncols>(block, x_half, x_stride, lane, sums);
#pragma unroll
			for (int n = 0; n < ncols; n++) {
				const float d = format::x_scale(x_half + n * x_stride, lane);
#pragma unroll
				for (int r = 0; r < rows_a_wave; r++)
					total[r][n] += d * ((ch_as_float(block[r].e0) * (float)sums[r][n][0] +
							     ch_as_float(block[r].e1) * (float)sums[r][n][1]) *
							    format::bias);
			}
		}
		ch_wave_sync();

		in_window = in_window + 1 == window || chunk + 1 == chunks ? 0 : in_window + 1;
		if (++chunk < chunks)
			continue;
		const uint64_t base = row < last_base ? row : last_base;
#pragma unroll
		for (int r = 0; r < rows_a_wave; r++)
#pragma unroll
			for (int n = 0; n < ncols; n++) {
				float sum = total[r][n];
#pragma unroll
				for (int distance = CH_WIDE_LANES / 2; distance > 0; distance /= 2)
					sum += ch_shuffle(sum, distance);
				if (lane == 0 && base + r >= row && base + r < rows)
					y[(uint64_t)n * rows + base + r] = sum;
			}
		chunk = 0;
		row += group_stride;
	}
}

#define CH_MMVQ_WIDE_KERNEL(stem, ncols, format)                                                                     \
	extern "C" __global__ void __launch_bounds__(CH_WIDE_WAVES *CH_WIDE_LANES)                                   \
		stem##_c##ncols(const uint8_t *__restrict__ w, const uint8_t *__restrict__ x, float *__restrict__ y, \
				uint32_t blocks, uint32_t rows, uint32_t groups, uint32_t window)                    \
	{                                                                                                            \
		ch_mmvq_wide<format, ncols>(w, x, y, blocks, rows, groups, window);                                  \
	}
#define CH_MMVQ_WIDE_KERNELS(stem, format)   \
	CH_MMVQ_WIDE_KERNEL(stem, 1, format) \
	CH_MMVQ_WIDE_KERNEL(stem, 2, format) \
	CH_MMVQ_WIDE_KERNEL(stem, 3, format) \
	CH_MMVQ_WIDE_KERNEL(stem, 4, format) \
	CH_MMVQ_WIDE_KERNEL(stem, 5, format) \
	CH_MMVQ_WIDE_KERNEL(stem, 6, format) \
	CH_MMVQ_WIDE_KERNEL(stem, 7, format) \
	CH_MMVQ_WIDE_KERNEL(stem, 8, format)

#endif
