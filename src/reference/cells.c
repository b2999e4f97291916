/* SPDX-License-Identifier: Apache-2.0
 *
 * Cells of the attention kernels' INT8 cache: for each 64 values, scale = binary16(max|x| / 127),
 * code = clamp(round half to even(x / scale), -127, 127). */
#include <math.h>

#include "checkhip/formats.h"

/* Divided by the rounded scale, unlike q8_1. Where binary16 has no such scale (0 for tiny groups, infinity for huge ones)
 * the quotients are infinite or zero: clamped as the contract says; the code of a NaN is 0. rintf is half to even in the
 * default rounding mode, which the whole contract assumes. */
static void quantize_group(const float *x, int8_t *codes, uint16_t *scale)
{
	float largest = 0.0f;

	for (uint32_t i = 0; i < CH_CELL_GROUP; i++)
		largest = fmaxf(largest, fabsf(x[i]));
	*scale = ch_float_to_half(largest / 127.0f);
	float step = ch_half_to_float(*scale);

	for (uint32_t i = 0; i < CH_CELL_GROUP; i++) {
		float quotient = x[i] / step;

		if (isnan(quotient)) /* also 0 / 0, where the scale is 0 */
			quotient = 0.0f;
		codes[i] = (int8_t)rintf(fmaxf(-127.0f, fminf(quotient, 127.0f)));
	}
}

ch_status ch_quantize_cells(int64_t head_dim, int64_t count, const float *x, int8_t *codes, uint16_t *scales)
{
	int64_t values, bytes;

	if (head_dim <= 0 || head_dim % CH_CELL_GROUP != 0 || count < 0)
		return CH_BAD_SHAPE;
	if (__builtin_mul_overflow(head_dim, count, &values) ||
	    __builtin_mul_overflow(values, (int64_t)sizeof(float), &bytes) || bytes > PTRDIFF_MAX)
		return CH_BAD_SHAPE;
	if (values && (!x || !codes || !scales))
		return CH_BAD_ARGUMENT;
	for (int64_t i = 0; i < values; i += CH_CELL_GROUP)
		quantize_group(x + i, codes + i, scales + i / CH_CELL_GROUP);
	return CH_OK;
}
