/* SPDX-License-Identifier: Apache-2.0
 *
 * Activations to q8_1 (Q8-SCALE): 32 lanes a block, one element each. Also the probe that tells the host what this build was
 * compiled for. */
#include "kernels/blocks.h"
#include "kernels/kernel_entry.h"

constexpr uint32_t ch_quantize_threads = 256;

/* Half away from zero. The contract says nothing of a quotient that no code can hold; as the reference has it, it is clamped, and
 * 0 for a NaN. */
static __device__ inline int32_t ch_round_to_code(float quotient)
{
	if (quotient != quotient)
		return 0;
	const float held = fminf(fmaxf(quotient, -127.0f), 127.0f);
	const float whole = truncf(held);
	return (int32_t)(whole + (fabsf(held - whole) >= 0.5f ? copysignf(1.0f, held) : 0.0f));
}

extern "C" __global__ void __launch_bounds__(ch_quantize_threads)
	ch_quantize_q8_1_kernel(const float *__restrict__ x, uint8_t *__restrict__ out, uint32_t blocks)
{
	const uint64_t at = (uint64_t)blockIdx.x * ch_quantize_threads + threadIdx.x;
	const bool inside = at / 32 < blocks;
	const float value = inside ? x[at] : 0.0f; /* every lane takes part in the shuffles (F37) */
	float largest = fabsf(value), sum = value;
	for (int distance = 16; distance > 0; distance /= 2) {
		largest = fmaxf(largest, ch_shuffle(largest, distance));
		sum += ch_shuffle(sum, distance);
	}
	if (!inside)
		return;
	const float d = ch_divide(largest, 127.0f);
	uint8_t *block = out + at / 32 * 36;
	block[4 + at % 32] = (uint8_t)(largest == 0.0f ? 0 : ch_round_to_code(ch_divide(value, d)));
	if (at % 32 == 0)
		*(uint32_t *)block = (uint32_t)ch_float_to_half_bits(d) | (uint32_t)ch_float_to_half_bits(sum) << 16;
}

extern "C" __global__ void ch_probe_kernel(uint32_t *out)
{
	if (threadIdx.x == 0) {
		out[0] = (uint32_t)ch_wave;
		out[1] = (uint32_t)ch_max_threads;
	}
}

const ch_kernel_entry ch_kernels_quantize[] = {
	CH_KERNEL_ENTRY(ch_quantize_q8_1_kernel),
	CH_KERNEL_ENTRY(ch_probe_kernel),
	{nullptr, nullptr},
};
