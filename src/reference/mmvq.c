/* SPDX-License-Identifier: Apache-2.0
 *
 * The mmvq reference: the exact value and the bound of every output. */
#include "reference/mmvq.h"

ch_status ch_mmvq_shape(ch_format format, int64_t k, int64_t rows, int64_t ncols, const void *w, const void *x_q8_1,
			const void *y)
{
	size_t bytes, columns, outputs;
	ch_status status = ch_weights_bytes(format, k, rows, &bytes);

	if (status)
		return status;
	if (ncols < 0 || __builtin_mul_overflow(k / CH_BLOCK_WEIGHTS * CH_Q8_1_BYTES, ncols, &columns) ||
	    __builtin_mul_overflow(rows, ncols, &outputs) || columns > PTRDIFF_MAX ||
	    outputs > PTRDIFF_MAX / sizeof(double))
		return CH_BAD_SHAPE;
	if (outputs && (!w || !x_q8_1 || !y))
		return CH_BAD_ARGUMENT;
	return CH_OK;
}

ch_status ch_mmvq_reference(ch_format format, int64_t k, int64_t rows, int64_t ncols, const void *w, const void *x_q8_1,
			    double *y)
{
	ch_status status = ch_mmvq_shape(format, k, rows, ncols, w, x_q8_1, y);

	if (status)
		return status;
	size_t row_bytes = (size_t)(k / CH_BLOCK_WEIGHTS) * ch_format_get(format)->block_bytes;
	size_t column_bytes = (size_t)(k / CH_BLOCK_WEIGHTS) * CH_Q8_1_BYTES;

	for (int64_t col = 0; col < ncols; col++) {
		for (int64_t row = 0; row < rows; row++) {
			y[col * rows + row] = ch_dot_row(format, k, (const uint8_t *)w + (size_t)row * row_bytes,
							 (const uint8_t *)x_q8_1 + (size_t)col * column_bytes)
						      .value;
		}
	}
	return CH_OK;
}
