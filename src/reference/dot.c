/* SPDX-License-Identifier: Apache-2.0
 *
 * One output of mmvq, exactly.
 *
 * A finite binary16 d is an integer below 2^40 in units of 2^-24; a scale is an integer of at most 224 * 2^10 < 2^18 in
 * units of 2^-10; a half-block sum S is at most 16 * 128 * 128 = 2^18. So each d * e * S is an integer below 2^76 in units
 * of 2^-34, and a row of 2^50 blocks still fits 128 bits: the sum is exact, and is rounded once, at the end. */
#include <float.h>
#include <math.h>

#include "checkhip/reference.h"
#include "reference/values.h"

__extension__ typedef __int128 wide;

void ch_block_dot(ch_format format, const void *block, const void *x_q8_1_block, int32_t sums[2])
{
	const int8_t *q8 = (const int8_t *)x_q8_1_block + CH_Q8_1_QS;

	sums[0] = sums[1] = 0;
	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
		sums[i / CH_HALF_WEIGHTS] += ch_code_value(format, ch_block_code(format, block, i)) * q8[i];
}

static void half_sums(const ch_values *values, const uint8_t *block, const uint8_t *x, int32_t sums[2])
{
	const int8_t *q8 = (const int8_t *)x + CH_Q8_1_QS;
	int8_t codes[CH_BLOCK_WEIGHTS];

	ch_values_block(values, block, codes);
	for (uint32_t half = 0; half < 2; half++) {
		int32_t sum = 0;

		for (uint32_t i = CH_HALF_WEIGHTS * half; i < CH_HALF_WEIGHTS * (half + 1u); i++)
			sum += codes[i] * q8[i];
		sums[half] = sum;
	}
}

/* binary16 in units of 2^-24; the caller has seen that it is finite. */
static int64_t half_units(uint16_t half)
{
	uint32_t exponent = half >> 10 & 31u;
	int64_t fraction = half & 0x3ffu;
	int64_t units = exponent ? (fraction | 0x400) << (exponent - 1u) : fraction;

	return half & 0x8000u ? -units : units;
}

static bool half_is_finite(uint16_t half)
{
	return (half & 0x7c00u) != 0x7c00u;
}

/* With an infinity or a NaN among the d there is no exact value: plain double arithmetic, in the contract's words. */
static ch_dot dot_in_double(const ch_values *values, int64_t blocks, const uint8_t *w, const uint8_t *x)
{
	const ch_format_info *info = ch_format_get(values->format);
	ch_dot dot = {0.0, 0.0};

	for (int64_t b = 0; b < blocks; b++, w += info->block_bytes, x += CH_Q8_1_BYTES) {
		double d = (double)ch_half_to_float(ch_q8_1_half(x));
		double parts[2];
		int32_t sums[2];

		half_sums(values, w, x, sums);
		for (uint32_t half = 0; half < 2; half++)
			parts[half] = (double)values->scale[ch_values_scale_byte(info, w, half)] * sums[half];
		dot.value += d * (parts[0] + parts[1]);
		dot.magnitude += fabs(d) * (fabs(parts[0]) + fabs(parts[1]));
	}
	return dot;
}

static ch_dot dot_row(const ch_values *values, int64_t blocks, const uint8_t *w, const uint8_t *x)
{
	const ch_format_info *info = ch_format_get(values->format);
	const uint8_t *block = w, *column = x;
	wide value = 0, magnitude = 0;

	for (int64_t b = 0; b < blocks; b++, block += info->block_bytes, column += CH_Q8_1_BYTES) {
		uint16_t half = ch_q8_1_half(column);
		int32_t sums[2];

		if (!half_is_finite(half))
			return dot_in_double(values, blocks, w, x);
		int64_t d = half_units(half);

		half_sums(values, block, column, sums);
		for (uint32_t h = 0; h < 2; h++) {
			/* below 2^18 * 2^18, then times 2^40 */
			int64_t part = (int64_t)values->units[ch_values_scale_byte(info, block, h)] * sums[h];
			wide term = (wide)part * d;

			value += term;
			magnitude += term < 0 ? -term : term;
		}
	}
	/* the conversion rounds once, to nearest even; the power of two is exact */
	return (ch_dot){(double)value * 0x1p-34, (double)magnitude * 0x1p-34};
}

ch_dot ch_dot_row(ch_format format, int64_t k, const void *w_row, const void *x_q8_1_column)
{
	ch_values values;

	if (!ch_values_init(&values, format))
		return (ch_dot){NAN, NAN};
	return dot_row(&values, k / CH_BLOCK_WEIGHTS, w_row, x_q8_1_column);
}

double ch_dot_bound(double magnitude, int64_t roundings)
{
	/* n * u and 1 - n * u are exact in double for n < 2^24 */
	double nu = (double)roundings * 0x1p-24;

	if (roundings <= 0 || magnitude == 0.0)
		return roundings < 0 ? (double)NAN : 0.0 * magnitude;
	if (nu >= 1.0)
		return (double)INFINITY;
	double gamma = nextafter(nu / (1.0 - nu), (double)INFINITY);

	/* A second step up pays for the rounding of the product. That of the magnitude itself, and of the exact value to double,
	 * is 2^-53 of the magnitude; gamma exceeds (1 + u)^n - 1 by about (n * u)^2 / 2 + n * u^2 / 2 >= 2^-48 and covers both. */
	return nextafter(gamma * magnitude, (double)INFINITY);
}
