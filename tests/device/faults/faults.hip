/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels broken on purpose, each in one place; faults.c says what each must be caught as. A new one is a struct here that differs from
 * its original in that place, and a row there. */
#include "kernels/mmvq.h"

/* F04: the scale of the other half */
struct swapped_scale : ch_fp3_vdr4 {
	__device__ inline void load(const uint8_t *block, uint32_t part)
	{
		ch_fp3_vdr4::load(block, part);
		e = ch_scale((ch_load_2(block + 12) >> (8 * (1 - part))) & 0xffu);
	}
};

/* F54: VDR raised, the lanes' share not: two quads of four are left out */
struct lost_quads : ch_fp3_vdr4 {
	__device__ inline float give(const uint8_t *x, uint32_t part) const
	{
		int32_t s = ch_dot4(quads[0], ch_x_quad(x, (int)(4 * part)), 0);
		s = ch_dot4(quads[1], ch_x_quad(x, (int)(4 * part + 1)), s);
		return ch_one_scale(ch_x_scale(x), e, s);
	}
};

/* F28: activations taken as unsigned bytes */
struct unsigned_dot : ch_fp2_half<false> {
	__device__ inline float give(const uint8_t *x, uint32_t part) const
	{
		int32_t s = 0;
		for (int q = 0; q < 4; q++)
			for (int i = 0; i < 32; i += 8)
				s += (int32_t)(int8_t)(quads[q] >> i) *
				     (int32_t)(ch_x_quad(x, (int)(4 * part) + q) >> i & 0xffu);
		return ch_one_scale(ch_x_scale(x), e, s);
	}
};

/* F05's neighbour: the usual E4M3 table, so that every weight is twice too large */
struct full_e4m3 : ch_fp6_half {
	__device__ inline void load(const uint8_t *block, uint32_t part)
	{
		ch_fp6_half::load(block, part);
		e0 *= 2.0f;
		e1 *= 2.0f;
	}
};

/* The body with a place for faults of the loop and the reduction. */
enum fault { tail_block_lost, wrong_stride, first_wave_alone, upside_down, past_the_end, neighbour_row };

template <class format, fault what, int ncols>
static __device__ inline void broken_row(const uint8_t *w, const uint8_t *x, float *y, uint32_t blocks, uint32_t rows)
{
	const uint32_t lane = threadIdx.x % ch_wave, wave = threadIdx.x / ch_wave, waves = blockDim.x / ch_wave;
	const uint32_t row = blockIdx.x, part = threadIdx.x % format::lanes;
	const uint32_t row_of_w = what == neighbour_row && row > 0 ? row - 1 : row;
	const uint8_t *w_row = w + (uint64_t)row_of_w * blocks * format::bytes;
	const uint32_t step = blockDim.x / format::lanes * (what == wrong_stride ? 2 : 1);
	const uint32_t end = what == tail_block_lost ? blocks & ~1u : blocks;
	float sum[ncols];
	for (int c = 0; c < ncols; c++)
		sum[c] = 0.0f;

	for (uint32_t b = threadIdx.x / format::lanes; b < end; b += step) {
		format block;
		block.load(w_row + (uint64_t)b * format::bytes, part);
		for (int c = 0; c < ncols; c++)
			sum[c] += block.give(x + ((uint64_t)c * blocks + b) * 36, part);
		/* NO-OVERREAD: the byte after the last block, thrown away but for a value that no byte has */
		if (what == past_the_end && b + 1 == blocks &&
		    *(const volatile uint8_t *)(w_row + (uint64_t)blocks * format::bytes) > 255u)
			sum[0] += 1.0f;
	}
	__shared__ float partial[ch_max_waves - 1][ncols][ch_wave];
	if (wave > 0)
		for (int c = 0; c < ncols; c++)
			partial[wave - 1][c][lane] = sum[c];
	__syncthreads();
	if (wave > 0)
		return;
	for (int c = 0; c < ncols; c++) {
		for (uint32_t other = 0; what != first_wave_alone && other + 1 < waves; other++)
			sum[c] += partial[other][c][lane];
		if (what == upside_down)
			for (int distance = 1; distance < ch_wave; distance *= 2)
				sum[c] += ch_shuffle(sum[c], distance);
		else
			sum[c] = ch_by_shuffle::sum(sum[c]);
		if (lane == 0)
			y[(uint64_t)c * rows + row] = sum[c];
	}
}

#define BROKEN_KERNEL(stem, ncols, format, what)                                                                     \
	extern "C" __global__ void __launch_bounds__(ch_max_threads)                                                 \
		stem##_c##ncols(const uint8_t *__restrict__ w, const uint8_t *__restrict__ x, float *__restrict__ y, \
				uint32_t blocks, uint32_t rows)                                                      \
	{                                                                                                            \
		broken_row<format, what, ncols>(w, x, y, blocks, rows);                                              \
	}
/* one and two columns are enough to see a fault */
#define BROKEN_KERNELS(stem, format, what)   \
	BROKEN_KERNEL(stem, 1, format, what) \
	BROKEN_KERNEL(stem, 2, format, what)
#define BROKEN_BLOCKS(stem, format)                    \
	CH_MMVQ_KERNEL(stem, 1, format, ch_by_shuffle) \
	CH_MMVQ_KERNEL(stem, 2, format, ch_by_shuffle)
#define BROKEN_ENTRIES(stem) CH_KERNEL_ENTRY(stem##_c1), CH_KERNEL_ENTRY(stem##_c2)

BROKEN_BLOCKS(broken_swapped_scale, swapped_scale)
BROKEN_BLOCKS(broken_lost_quads, lost_quads)
BROKEN_BLOCKS(broken_unsigned_dot, unsigned_dot)
BROKEN_BLOCKS(broken_full_e4m3, full_e4m3)
BROKEN_KERNELS(broken_tail_block, ch_fp3_lut, tail_block_lost)
BROKEN_KERNELS(broken_stride, ch_fp3_lut, wrong_stride)
BROKEN_KERNELS(broken_first_wave, ch_fp3_lut, first_wave_alone)
BROKEN_KERNELS(broken_upside_down, ch_fp3_lut, upside_down)
BROKEN_KERNELS(broken_past_the_end, ch_fp3_lut, past_the_end)
BROKEN_KERNELS(broken_neighbour_row, ch_fp8_part, neighbour_row)

extern "C" const ch_kernel_entry ch_kernels_broken[];
const ch_kernel_entry ch_kernels_broken[] = {
	BROKEN_ENTRIES(broken_swapped_scale),
	BROKEN_ENTRIES(broken_lost_quads),
	BROKEN_ENTRIES(broken_unsigned_dot),
	BROKEN_ENTRIES(broken_full_e4m3),
	BROKEN_ENTRIES(broken_tail_block),
	BROKEN_ENTRIES(broken_stride),
	BROKEN_ENTRIES(broken_first_wave),
	BROKEN_ENTRIES(broken_upside_down),
	BROKEN_ENTRIES(broken_past_the_end),
	BROKEN_ENTRIES(broken_neighbour_row),
	{nullptr, nullptr},
};
