/* SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

#include <string.h>

#include "providers/providers.h"

ch_provider *broken_reference(const char *name)
{
	static ch_provider provider;

	provider = *ch_provider_reference();
	provider.name = name;
	provider.variants = NULL;
	return &provider;
}

ch_status broken_decode(const ch_decode_args *args, broken_weight weight)
{
	const ch_format_info *info = ch_format_get(args->format);
	size_t bytes;
	ch_status status = ch_weights_bytes(args->format, args->k, args->rows, &bytes);

	if (status)
		return status;
	for (int64_t i = 0; i < args->k * args->rows; i++) {
		const uint8_t *block = (const uint8_t *)args->w + (size_t)(i / CH_BLOCK_WEIGHTS) * info->block_bytes;

		args->y[i] = weight(args->format, block, (uint32_t)(i % CH_BLOCK_WEIGHTS));
	}
	return CH_OK;
}

float broken_d(const broken_block *block)
{
	uint16_t d;

	memcpy(&d, block->x_q8_1, sizeof(d));
	return ch_half_to_float(d);
}

int8_t broken_q8(const broken_block *block, uint32_t i)
{
	return (int8_t)block->x_q8_1[CH_Q8_1_QS + i];
}

double broken_right_term(const broken_block *block)
{
	int32_t sums[2];

	ch_block_dot(block->format, block->w, block->x_q8_1, sums);
	return (double)broken_d(block) *
	       ((double)ch_scale_value(ch_block_scale(block->format, block->w, 0)) * sums[0] +
		(double)ch_scale_value(ch_block_scale(block->format, block->w, 16)) * sums[1]);
}

ch_status broken_mmvq(const ch_mmvq_args *args, broken_term term)
{
	const ch_format_info *info = ch_format_get(args->format);
	int64_t blocks = args->k / CH_BLOCK_WEIGHTS;
	size_t bytes;
	ch_status status = ch_weights_bytes(args->format, args->k, args->rows, &bytes);

	for (int64_t col = 0; !status && col < args->ncols; col++) {
		for (int64_t row = 0; row < args->rows; row++) {
			double sum = 0;

			for (int64_t b = 0; b < blocks; b++) {
				const broken_block block = {
					.format = args->format,
					.w = (const uint8_t *)args->w + (size_t)(row * blocks + b) * info->block_bytes,
					.x_q8_1 = (const uint8_t *)args->x_q8_1 +
						  (size_t)(col * blocks + b) * CH_Q8_1_BYTES,
					.index = b,
					.blocks = blocks,
					.row = row,
					.col = col,
				};

				sum += term(&block);
			}
			args->y[col * args->rows + row] = (float)sum;
		}
	}
	return status;
}
