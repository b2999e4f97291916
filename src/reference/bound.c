/* SPDX-License-Identifier: Apache-2.0
 *
 * DOT-BOUND for an order of summation. The standard bound, |computed - exact| <= gamma_n * sum |term|, is about the terms
 * that are added as floats. Those are what the lanes make of a block: d * e * S over a lane's part of a half-block. Only
 * where a part is a whole half-block are they the d * e * S of the contract's formula. */
#include <math.h>

#include "reference/mmvq.h"
#include "reference/values.h"

enum { QUAD = 4 };

/* Sum of |e * S| over the parts of one block. */
static double block_magnitude(const ch_order *order, bool nibbles, const int8_t *codes, const int8_t *q8,
			      const float scales[2])
{
	uint32_t lanes_a_block = order->qi / order->vdr;
	double sum = 0;

	for (uint32_t part = 0; part < lanes_a_block; part++) {
		int32_t s[2];

		ch_order_part_sums(order, nibbles, part, codes, q8, s);
		if (order->term == CH_TERM_ONE_SCALE) /* one scale, one integer: nothing is added as a float yet */
			sum += fabs((double)scales[!nibbles && 2u * part >= lanes_a_block] * (s[0] + s[1]));
		else
			sum += fabs((double)scales[0] * s[0]) + fabs((double)scales[1] * s[1]);
	}
	return sum;
}

/* In any order: the finest integer sum is that of a quad, four codes in one dot product. */
static double quads_magnitude(const int8_t *codes, const int8_t *q8, const float scales[2])
{
	double sum = 0;

	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i += QUAD) {
		int32_t s = 0;

		for (uint32_t j = i; j < i + QUAD; j++)
			s += codes[j] * q8[j];
		sum += fabs((double)scales[i / CH_HALF_WEIGHTS] * s);
	}
	return sum;
}

static double row_magnitude(const ch_values *values, const ch_order *order, int64_t blocks, const uint8_t *w,
			    const uint8_t *x)
{
	const ch_format_info *info = ch_format_get(values->format);
	bool nibbles = values->format == CH_FP4 || values->format == CH_FP4_FAST;
	double sum = 0;

	for (int64_t b = 0; b < blocks; b++, w += info->block_bytes, x += CH_Q8_1_BYTES) {
		const int8_t *q8 = (const int8_t *)x + CH_Q8_1_QS;
		float scales[2] = {values->scale[ch_values_scale_byte(info, w, 0)],
				   values->scale[ch_values_scale_byte(info, w, 1)]};
		int8_t codes[CH_BLOCK_WEIGHTS];

		ch_values_block(values, w, codes);
		double terms =
			order ? block_magnitude(order, nibbles, codes, q8, scales) : quads_magnitude(codes, q8, scales);

		sum += fabs((double)ch_half_to_float(ch_q8_1_half(x))) * terms;
	}
	/* at most 2^31 additions and products of non-negative doubles, each off by 2^-53 of the sum */
	return sum * (1.0 + 0x1p-20);
}

ch_status ch_mmvq_bound(ch_format format, const ch_order *order, int64_t k, int64_t rows, int64_t ncols, const void *w,
			const void *x_q8_1, double *bound)
{
	ch_status status = ch_mmvq_shape(format, k, rows, ncols, w, x_q8_1, bound);
	ch_values values;

	if (status)
		return status;
	if (order && !order->lanes)
		order = NULL;
	if ((order && !ch_order_valid(order, NULL)) || !ch_values_init(&values, format))
		return CH_BAD_ARGUMENT;
	int64_t blocks = k / CH_BLOCK_WEIGHTS;
	int64_t roundings = order ? ch_order_roundings(order, k) : ch_any_order_roundings(k);
	size_t row_bytes = (size_t)blocks * ch_format_get(format)->block_bytes;
	size_t column_bytes = (size_t)blocks * CH_Q8_1_BYTES;

	for (int64_t col = 0; col < ncols; col++) {
		for (int64_t row = 0; row < rows; row++)
			bound[col * rows + row] = ch_dot_bound(
				row_magnitude(&values, order, blocks, (const uint8_t *)w + (size_t)row * row_bytes,
					      (const uint8_t *)x_q8_1 + (size_t)col * column_bytes),
				roundings);
	}
	return CH_OK;
}
