/* SPDX-License-Identifier: Apache-2.0
 *
 * A stand-in for somebody's engine: kernels called as bindings/ggml-mul_mat_vec_q.binding says, with names as long as a real
 * engine's. ENGINE_FAULT, one of the numbers below, breaks one thing. */
#include "kernels/blocks.h"

#define FAULT_NONE 0
#define FAULT_HALF_SWAPPED 1 /* each half-block gets the other's scale */
#define FAULT_LAST_BLOCK 2   /* the loop ends a block early */
#define FAULT_STRIDE 3	     /* a row begins a block early for each row before it */
#define FAULT_GUARD 4	     /* what may be stored is asked of another array's stride */
#define FAULT_OVERREAD 5     /* one row more is read and thrown away */
#define FAULT_WAVES 6	     /* compiled for twice the waves that are launched */
#define FAULT_UNSIGNED 7     /* activations taken as unsigned bytes */
#ifndef ENGINE_FAULT
#define ENGINE_FAULT FAULT_NONE
#endif

/* The ids of the formats, as in the name of every kernel. */
enum ggml_type { FP4 = 100, FP4_FAST = 101, FP6 = 102, FP8 = 103, FP3 = 104, FP2 = 107 };

/* By value: biases, a gate, an activation. Zero: none of them. */
struct fusion_args {
	const void *x_bias, *gate, *gate_bias, *scale;
	int operation;
};
static_assert(sizeof(fusion_args) == 40, "the size that the binding says");

namespace a_stand_in_for_an_engine
{
template <int waves, int rows> struct launch_parameters_by_architecture_and_number_of_columns {
};
template <class format> struct how_the_weights_of_a_block_are_taken_apart_by_a_lane {
};
struct activations_are_blocks_of_thirty_two_with_a_scale_and_a_sum {
};
struct reduction_across_waves_by_shared_memory_and_within_one_by_shuffles {
};
struct no_expert_is_chosen_and_all_channels_are_the_same {
};
} // namespace a_stand_in_for_an_engine

struct fp3_as_is : ch_fp3_lut {
};

#if ENGINE_FAULT == FAULT_HALF_SWAPPED
struct fp3_block : ch_fp3_lut {
	__device__ inline void load(const uint8_t *block, uint32_t part)
	{
		ch_fp3_lut::load(block, part);
		e = ch_scale((ch_load_2(block + 12) >> (8 * (1 - part / 2))) & 0xffu);
	}
};
#elif ENGINE_FAULT == FAULT_UNSIGNED
struct fp3_block : ch_fp3_lut {
	__device__ inline float give(const uint8_t *x, uint32_t part) const
	{
		int32_t s = 0;
		for (int q = 0; q < 2; q++)
			for (int i = 0; i < 32; i += 8)
				s += (int32_t)(int8_t)(quads[q] >> i) *
				     (int32_t)(ch_x_quad(x, (int)(2 * part) + q) >> i & 0xffu);
		return ch_x_scale(x) * (e * (float)s);
	}
};
#else
using fp3_block = ch_fp3_lut;
#endif

template <ggml_type type> struct block_of;
template <> struct block_of<FP3> {
	using format = fp3_block;
};
template <> struct block_of<FP2> {
	using format = ch_fp2_half<false>;
};
template <> struct block_of<FP4> {
	using format = ch_fp4_block;
};
template <> struct block_of<FP4_FAST> {
	using format = ch_fp4_fast_part;
};
template <> struct block_of<FP6> {
	using format = ch_fp6_half;
};
template <> struct block_of<FP8> {
	using format = ch_fp8_part;
};

/* What the binding has too: two waves up to four columns where a wave is 64, else one; rows a workgroup. */
constexpr int waves_for(int ncols)
{
	return (ch_wave == 64 && ncols <= 4 ? 2 : 1) * (ENGINE_FAULT == FAULT_WAVES ? 2 : 1);
}
constexpr int rows_for(int ncols)
{
	return ch_wave == 64 && ncols > 1 ? 2 : 1;
}

#define ARGUMENTS                                                                                                      \
	const void *__restrict__ vx, const void *__restrict__ vy, const int32_t *__restrict__ ids, fusion_args fusion, \
		float *__restrict__ dst, uint32_t ncols_x, uint3 nchannels_y, uint32_t stride_row_x,                   \
		uint32_t stride_col_y, uint32_t stride_col_dst, uint3 channel_ratio, uint32_t stride_channel_x,        \
		uint32_t stride_channel_y, uint32_t stride_channel_dst, uint3 sample_ratio, uint32_t stride_sample_x,  \
		uint32_t stride_sample_y, uint32_t stride_sample_dst, uint32_t ids_stride, bool small

template <ggml_type type, int ncols, bool has_fusion, class... configuration>
__global__ void __launch_bounds__(waves_for(ncols) * ch_wave) mul_mat_vec_q(ARGUMENTS)
{
	using format = typename block_of<type>::format;
	constexpr int waves = waves_for(ncols), rows_a_group = rows_for(ncols);
	const uint32_t wave = threadIdx.y, lane = threadIdx.x, t = ch_wave * wave + lane, part = t % format::lanes;
	const uint32_t row0 = blockIdx.x * rows_a_group, rows = stride_col_dst;
	const uint32_t end = ncols_x / 32 - (ENGINE_FAULT == FAULT_LAST_BLOCK ? 1 : 0);
	const uint32_t row_stride = stride_row_x - (ENGINE_FAULT == FAULT_STRIDE ? 1 : 0);
	const uint8_t *w = (const uint8_t *)vx, *y = (const uint8_t *)vy;
	float sum[ncols][rows_a_group] = {};

	/* what is null, one or zero in every call; the compiler cannot know it */
	if (ids || (has_fusion && fusion.gate) || channel_ratio.z != 1 || sample_ratio.z != 1 || nchannels_y.z != 1)
		return;
	for (uint32_t b = t / format::lanes; b < end; b += waves * ch_wave / format::lanes)
		for (int i = 0; i < rows_a_group; i++) {
			/* a last workgroup without a second row takes the first one twice */
			const uint64_t row = row0 + i < rows ? row0 + i : row0;
			format block;
			block.load(w + (row * row_stride + b) * format::bytes, part);
			for (int c = 0; c < ncols; c++)
				sum[c][i] += block.give(y + ((uint64_t)c * stride_col_y + b) * 36, part);
			if (ENGINE_FAULT == FAULT_OVERREAD &&
			    *(const volatile uint8_t *)(w + ((row0 + rows_a_group) * (uint64_t)row_stride + b) *
								    format::bytes) > 255u)
				sum[0][i] += 1.0f;
		}

	__shared__ float partial[waves > 1 ? waves - 1 : 1][ncols][rows_a_group][ch_wave];
	if (waves > 1) {
		if (wave > 0)
			for (int c = 0; c < ncols; c++)
				for (int i = 0; i < rows_a_group; i++)
					partial[wave - 1][c][i][lane] = sum[c][i];
		__syncthreads();
		if (wave > 0)
			return;
	}
	for (int c = 0; c < ncols; c++) {
		for (int i = 0; i < rows_a_group; i++) {
			for (int other = 0; other < waves - 1; other++)
				sum[c][i] += partial[other][c][i][lane];
			for (int distance = ch_wave / 2; distance > 0; distance /= 2)
				sum[c][i] += ch_shuffle(sum[c][i], distance);
		}
		float mine = sum[c][0];
		for (int i = 1; i < rows_a_group; i++)
			mine = lane == (uint32_t)i ? sum[c][i] : mine;
		if (ENGINE_FAULT == FAULT_GUARD ? lane < 2 && row0 + lane < stride_channel_dst
						: lane < rows_a_group && row0 + lane < rows)
			dst[(uint64_t)c * stride_col_dst + row0 + lane] = mine;
	}
}

#define KERNEL(type, ncols, fusion)                                                                           \
	template __global__ void mul_mat_vec_q<                                                               \
		type, ncols, fusion,                                                                          \
		a_stand_in_for_an_engine::launch_parameters_by_architecture_and_number_of_columns<ncols, 1>,  \
		a_stand_in_for_an_engine::how_the_weights_of_a_block_are_taken_apart_by_a_lane<fp3_as_is>,    \
		a_stand_in_for_an_engine::activations_are_blocks_of_thirty_two_with_a_scale_and_a_sum,        \
		a_stand_in_for_an_engine::reduction_across_waves_by_shared_memory_and_within_one_by_shuffles, \
		a_stand_in_for_an_engine::no_expert_is_chosen_and_all_channels_are_the_same>(ARGUMENTS);
#define KERNELS(type)          \
	KERNEL(type, 1, false) \
	KERNEL(type, 2, false) \
	KERNEL(type, 3, false) \
	KERNEL(type, 4, false) \
	KERNEL(type, 5, false) \
	KERNEL(type, 6, false) \
	KERNEL(type, 7, false) \
	KERNEL(type, 8, false)

KERNELS(FP3)
KERNEL(FP3, 1, true) /* not what the binding asks for */
#ifdef ENGINE_ALL
KERNELS(FP2)
KERNELS(FP4)
KERNELS(FP4_FAST)
KERNELS(FP6)
KERNELS(FP8)
#endif

/* Activations to q8_1: a lane a value, the columns in the grid's y. */
__global__ void __launch_bounds__(256)
	quantize_q8_1(const float *__restrict__ x, void *__restrict__ vy, int64_t ne00, int64_t s01, int64_t s02,
		      int64_t s03, int64_t ne0, uint32_t ne1, uint3 ne2)
{
	const int64_t i0 = (int64_t)blockDim.x * blockIdx.x + threadIdx.x, i1 = blockIdx.y;
	if (i0 >= ne0 || ne2.z != 1)
		return;
	const float value = i0 < ne00 ? x[i1 * s01 + i0] : 0.0f;
	float largest = fabsf(value), sum = value;
	for (int distance = 16; distance > 0; distance /= 2) {
		largest = fmaxf(largest, ch_shuffle(largest, distance));
		sum += ch_shuffle(sum, distance);
	}
	const float d = ch_divide(largest, 127.0f);
	float code = largest == 0.0f ? 0.0f : ch_divide(value, d);
	code = code != code ? 0.0f : fminf(fmaxf(code, -127.0f), 127.0f);
	const float whole = truncf(code), rounded = fabsf(code - whole) >= 0.5f ? whole + copysignf(1.0f, code) : whole;
	uint8_t *block = (uint8_t *)vy + (i1 * ne0 + i0) / 32 * 36;
	block[4 + i0 % 32] = (uint8_t)(int32_t)rounded;
	if (i0 % 32 == 0)
		*(uint32_t *)block = (uint32_t)ch_float_to_half_bits(d) | (uint32_t)ch_float_to_half_bits(sum) << 16;
}

/* An engine that does not quantize the activations: fp3, a wave a row and column, a lane eight weights at a time. */
__global__ void __launch_bounds__(ch_wave) mul_mat_vec_f(const uint8_t *__restrict__ w, const float *__restrict__ x,
							 float *__restrict__ y, uint32_t k, uint32_t rows, float factor)
{
	const uint32_t row = blockIdx.x, column = blockIdx.y, lane = threadIdx.x;
	const uint32_t blocks = k / 32, end = blocks - (ENGINE_FAULT == FAULT_LAST_BLOCK ? 1 : 0);
	float sum = 0.0f;

	for (uint32_t p = lane; p < end * 4; p += ch_wave) {
		const uint32_t part = p % 4;
		ch_fp3_scalar block;
		block.load(w + ((uint64_t)row * blocks + p / 4) * ch_fp3_scalar::bytes, part);
		for (int i = 0; i < 8; i++)
			sum += (part < 2 ? block.e0 : block.e1) * (float)(int8_t)(block.quads[i / 4] >> (8 * (i % 4))) *
			       x[(uint64_t)column * k + 8 * p + i];
	}
	for (int distance = ch_wave / 2; distance > 0; distance /= 2)
		sum += ch_shuffle(sum, distance);
	if (lane == 0)
		y[(uint64_t)column * rows + row] = sum * factor;
}
