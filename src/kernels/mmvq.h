/* SPDX-License-Identifier: Apache-2.0
 *
 * The body that every mmvq kernel of the ladder shares: a workgroup takes a row, and a wave, a lane, a block follow the order that the
 * contract fixes (SAME-BYTES). */
#ifndef CHECKHIP_KERNELS_MMVQ_H
#define CHECKHIP_KERNELS_MMVQ_H

#include "kernels/blocks.h"
#include "kernels/kernel_entry.h"

/* The butterfly inside the first wave, distances wave/2 .. 1. */
struct ch_by_shuffle {
	static __device__ inline float sum(float value)
	{
		for (int distance = ch_wave / 2; distance > 0; distance /= 2)
			value += ch_shuffle(value, distance);
		return value;
	}
};

struct ch_by_swizzle {
	static __device__ inline float sum(float value)
	{
		value += ch_swizzle<16>(value);
		value += ch_swizzle<8>(value);
		value += ch_swizzle<4>(value);
		value += ch_swizzle<2>(value);
		value += ch_swizzle<1>(value);
		return value;
	}
};

template <class format, class reduction, int ncols>
static __device__ inline void ch_mmvq_row(const uint8_t *w, const uint8_t *x, float *y, uint32_t blocks, uint32_t rows)
{
	const uint32_t lane = threadIdx.x % ch_wave, wave = threadIdx.x / ch_wave, waves = blockDim.x / ch_wave;
	const uint32_t row = blockIdx.x, part = threadIdx.x % format::lanes;
	const uint8_t *w_row = w + (uint64_t)row * blocks * format::bytes; /* 64 bits: F39 */
	float sum[ncols];
	for (int c = 0; c < ncols; c++)
		sum[c] = 0.0f;

	for (uint32_t b = threadIdx.x / format::lanes; b < blocks; b += blockDim.x / format::lanes) {
		format block;
		block.load(w_row + (uint64_t)b * format::bytes, part);
		for (int c = 0; c < ncols; c++)
			sum[c] += block.give(x + ((uint64_t)c * blocks + b) * 36, part);
	}

	__shared__ float partial[ch_max_waves - 1][ncols][ch_wave];
	if (wave > 0)
		for (int c = 0; c < ncols; c++)
			partial[wave - 1][c][lane] = sum[c];
	__syncthreads();
	if (wave > 0)
		return;
	for (int c = 0; c < ncols; c++) {
		for (uint32_t other = 0; other + 1 < waves; other++)
			sum[c] += partial[other][c][lane];
		sum[c] = reduction::sum(sum[c]);
		if (lane == 0)
			y[(uint64_t)c * rows + row] = sum[c];
	}
}

/* Stamps the eight widths of a kernel, and the rows of the table that the launcher finds them by. */
#define CH_MMVQ_KERNEL(stem, ncols, format, reduction)                                                               \
	extern "C" __global__ void __launch_bounds__(ch_max_threads)                                                 \
		stem##_c##ncols(const uint8_t *__restrict__ w, const uint8_t *__restrict__ x, float *__restrict__ y, \
				uint32_t blocks, uint32_t rows)                                                      \
	{                                                                                                            \
		ch_mmvq_row<format, reduction, ncols>(w, x, y, blocks, rows);                                        \
	}
#define CH_MMVQ_KERNELS(stem, format, reduction)   \
	CH_MMVQ_KERNEL(stem, 1, format, reduction) \
	CH_MMVQ_KERNEL(stem, 2, format, reduction) \
	CH_MMVQ_KERNEL(stem, 3, format, reduction) \
	CH_MMVQ_KERNEL(stem, 4, format, reduction) \
	CH_MMVQ_KERNEL(stem, 5, format, reduction) \
	CH_MMVQ_KERNEL(stem, 6, format, reduction) \
	CH_MMVQ_KERNEL(stem, 7, format, reduction) \
	CH_MMVQ_KERNEL(stem, 8, format, reduction)
#define CH_MMVQ_ENTRIES(stem)                                                                       \
	CH_KERNEL_ENTRY(stem##_c1), CH_KERNEL_ENTRY(stem##_c2), CH_KERNEL_ENTRY(stem##_c3),         \
		CH_KERNEL_ENTRY(stem##_c4), CH_KERNEL_ENTRY(stem##_c5), CH_KERNEL_ENTRY(stem##_c6), \
		CH_KERNEL_ENTRY(stem##_c7), CH_KERNEL_ENTRY(stem##_c8)

#endif
