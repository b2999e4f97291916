/* SPDX-License-Identifier: Apache-2.0
 *
 * The body of the mmq kernels. A workgroup has a tile of rows and all columns up to `tile`; it decodes each half-block of weights once
 * to bytes in shared memory, and each lane then has a few rows by a few columns of outputs. An output is one lane's: its blocks in
 * ascending order, so no output depends on how many columns there are (BATCH-INVARIANT) or on the tile. */
#ifndef CHECKHIP_KERNELS_MMQ_H
#define CHECKHIP_KERNELS_MMQ_H

#include "kernels/blocks.h"
#include "kernels/kernel_entry.h"
#include "kernels/tiles.h"

/* How a half-block is decoded to four quads, and its scale. */
struct ch_mmq_fp3 {
	static constexpr int bytes = 14;
	static constexpr bool one_scale = false;
	static __device__ inline void decode(const uint8_t *block, uint32_t half, uint32_t quads[4], float *e)
	{
		ch_fp3_vdr4 part;
		part.load(block, half);
		for (int q = 0; q < 4; q++)
			quads[q] = part.quads[q];
		*e = part.e;
	}
};

struct ch_mmq_fp2 {
	static constexpr int bytes = 10;
	static constexpr bool one_scale = false;
	static __device__ inline void decode(const uint8_t *block, uint32_t half, uint32_t quads[4], float *e)
	{
		ch_fp2_half<true> part;
		part.load(block, half);
		for (int q = 0; q < 4; q++)
			quads[q] = part.quads[q];
		*e = part.e;
	}
};

struct ch_mmq_fp4_fast {
	static constexpr int bytes = 17;
	static constexpr bool one_scale = true;
	static __device__ inline void decode(const uint8_t *block, uint32_t half, uint32_t quads[4], float *e)
	{
		for (int q = 0; q < 4; q++)
			quads[q] = ch_fp4_quad(ch_load_4_bytes(block + 4 * q) >> (4 * half));
		*e = ch_scale(block[16]);
	}
};

template <class format, int tile>
static __device__ inline void ch_mmq_tile(const uint8_t *w, const uint8_t *x, float *y, uint32_t blocks, uint32_t rows,
					  uint32_t ncols)
{
	constexpr int depth = CH_MMQ_THREADS / CH_MMQ_ROWS / 2; /* blocks a round: a half-block a lane */
	constexpr int row_lanes = tile < 32 ? 32 : 16, column_lanes = CH_MMQ_THREADS / row_lanes;
	constexpr int rows_a_lane = CH_MMQ_ROWS / row_lanes, columns_a_lane = tile / column_lanes;
	static_assert(depth >= 1 && columns_a_lane >= 1, "the tile does not fit the workgroup");
	__shared__ uint32_t codes[depth][8][CH_MMQ_ROWS];
	__shared__ float scales[depth][2][CH_MMQ_ROWS];
	__shared__ uint32_t activations[depth][8][tile];
	__shared__ float x_scales[depth][tile];

	const uint32_t first_row = blockIdx.x * CH_MMQ_ROWS;
	const uint32_t row_lane = threadIdx.x % row_lanes, column_lane = threadIdx.x / row_lanes;
	float sum[rows_a_lane][columns_a_lane];
	for (int r = 0; r < rows_a_lane; r++)
		for (int c = 0; c < columns_a_lane; c++)
			sum[r][c] = 0.0f;

	for (uint32_t first = 0; first < blocks; first += depth) {
		const uint32_t here = blocks - first < depth ? blocks - first : depth;
		{
			const uint32_t row = threadIdx.x % CH_MMQ_ROWS, half = threadIdx.x / CH_MMQ_ROWS % 2;
			const uint32_t b = threadIdx.x / (2 * CH_MMQ_ROWS);
			uint32_t quads[4] = {0, 0, 0, 0};
			float e = 0.0f;
			/* rows past the end are zeros: nothing there is read (NO-OVERREAD) */
			if (b < here && first_row + row < rows)
				format::decode(w + ((uint64_t)(first_row + row) * blocks + first + b) * format::bytes,
					       half, quads, &e);
			for (int q = 0; q < 4; q++)
				codes[b][4 * half + q][row] = quads[q];
			scales[b][half][row] = e;
		}
		for (uint32_t i = threadIdx.x; i < tile * depth; i += CH_MMQ_THREADS) {
			const uint32_t column = i % tile, b = i / tile;
			const bool inside = column < ncols && b < here;
			const uint8_t *from =
				x + ((uint64_t)(inside ? column : 0) * blocks + first + (inside ? b : 0)) * 36;
			for (int q = 0; q < 8; q++)
				activations[b][q][column] = inside ? ch_x_quad(from, q) : 0;
			x_scales[b][column] = inside ? ch_x_scale(from) : 0.0f;
		}
		__syncthreads();
		for (uint32_t b = 0; b < here; b++) {
			int32_t s[rows_a_lane][columns_a_lane][2];
#pragma unroll
			for (int half = 0; half < 2; half++) {
				for (int r = 0; r < rows_a_lane; r++)
					for (int c = 0; c < columns_a_lane; c++)
						s[r][c][half] = 0;
#pragma unroll
				for (int q = 4 * half; q < 4 * half + 4; q++) {
					uint32_t weights[rows_a_lane];
					for (int r = 0; r < rows_a_lane; r++)
						weights[r] = codes[b][q][row_lane + r * row_lanes];
					for (int c = 0; c < columns_a_lane; c++) {
						const uint32_t a = activations[b][q][column_lane + c * column_lanes];
						for (int r = 0; r < rows_a_lane; r++)
							s[r][c][half] = ch_dot4(weights[r], a, s[r][c][half]);
					}
				}
			}
			for (int r = 0; r < rows_a_lane; r++) {
				const float e0 = scales[b][0][row_lane + r * row_lanes];
				const float e1 = scales[b][1][row_lane + r * row_lanes];
				for (int c = 0; c < columns_a_lane; c++) {
					const float d = x_scales[b][column_lane + c * column_lanes];
					sum[r][c] += format::one_scale
							     ? ch_one_scale(d, e0, s[r][c][0] + s[r][c][1])
							     : ch_two_scales(d, e0, s[r][c][0], e1, s[r][c][1]);
				}
			}
		}
		__syncthreads(); /* before the next round overwrites the tile (F36) */
	}
	for (int c = 0; c < columns_a_lane; c++)
		for (int r = 0; r < rows_a_lane; r++) {
			const uint32_t row = first_row + row_lane + r * row_lanes;
			const uint32_t column = column_lane + c * column_lanes;
			if (row < rows && column < ncols)
				y[(uint64_t)column * rows + row] = sum[r][c];
		}
}

#define CH_MMQ_KERNEL(stem, tile, format)                                                                           \
	extern "C" __global__ void __launch_bounds__(CH_MMQ_THREADS)                                                \
		stem##_n##tile(const uint8_t *__restrict__ w, const uint8_t *__restrict__ x, float *__restrict__ y, \
			       uint32_t blocks, uint32_t rows, uint32_t ncols)                                      \
	{                                                                                                           \
		ch_mmq_tile<format, tile>(w, x, y, blocks, rows, ncols);                                            \
	}
#define CH_MMQ_KERNELS(stem, format)    \
	CH_MMQ_KERNEL(stem, 8, format)  \
	CH_MMQ_KERNEL(stem, 32, format) \
	CH_MMQ_KERNEL(stem, 128, format)
#define CH_MMQ_ENTRIES(stem) CH_KERNEL_ENTRY(stem##_n8), CH_KERNEL_ENTRY(stem##_n32), CH_KERNEL_ENTRY(stem##_n128)

#endif
