/* SPDX-License-Identifier: Apache-2.0
 *
 * Activations to q8_1 (Q8-SCALE). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "checkhip/formats.h"

/* The sum in the order of the device code, which has one element a lane and adds by a butterfly over 32 lanes: distances
 * 16, 8, 4, 2, 1. Addition commutes, so every lane ends with these bytes; lane 0's tree is the one followed here. The contract
 * leaves the order open and the known answers do not tell it from the order of index: binary16 hides the difference. */
static float butterfly_sum(const float *x)
{
	float lanes[CH_BLOCK_WEIGHTS];

	memcpy(lanes, x, sizeof(lanes));
	for (uint32_t distance = CH_BLOCK_WEIGHTS / 2; distance > 0; distance /= 2) {
		for (uint32_t i = 0; i < distance; i++)
			lanes[i] += lanes[i + distance];
	}
	return lanes[0];
}

/* The contract says nothing of a quotient that no code can hold; they come from x that are not finite and from d32 so small
 * that it lost bits as a subnormal. Clamped, and 0 for a NaN, so that every input has defined bytes. */
static int8_t code_of(float quotient)
{
	if (isnan(quotient))
		return 0;
	return (int8_t)roundf(fmaxf(-127.0f, fminf(quotient, 127.0f)));
}

static void quantize_block(const float *x, uint8_t *block)
{
	float largest = 0.0f;

	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
		largest = fmaxf(largest, fabsf(x[i]));
	float d = largest / 127.0f;
	uint16_t halves[2] = {ch_float_to_half(d), ch_float_to_half(butterfly_sum(x))};

	for (uint32_t i = 0; i < 2; i++) {
		block[2 * i] = (uint8_t)(halves[i] & 255u);
		block[2 * i + 1] = (uint8_t)(halves[i] >> 8);
	}
	/* by the unrounded d: the binary16 one is for the dot product */
	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
		block[CH_Q8_1_QS + i] = (uint8_t)(largest == 0.0f ? 0 : code_of(x[i] / d));
}

ch_status ch_quantize_q8_1(int64_t k, int64_t ncols, const float *x, void *x_q8_1)
{
	int64_t blocks, bytes;

	if (k <= 0 || k % CH_BLOCK_WEIGHTS != 0 || ncols < 0)
		return CH_BAD_SHAPE;
	if (__builtin_mul_overflow(k / CH_BLOCK_WEIGHTS, ncols, &blocks) ||
	    __builtin_mul_overflow(blocks, (int64_t)sizeof(float) * CH_BLOCK_WEIGHTS, &bytes) || bytes > PTRDIFF_MAX)
		return CH_BAD_SHAPE;
	if (blocks && (!x || !x_q8_1))
		return CH_BAD_ARGUMENT;
	for (int64_t i = 0; i < blocks; i++)
		quantize_block(x + i * CH_BLOCK_WEIGHTS, (uint8_t *)x_q8_1 + i * CH_Q8_1_BYTES);
	return CH_OK;
}
