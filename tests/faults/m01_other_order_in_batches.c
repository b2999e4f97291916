/* SPDX-License-Identifier: Apache-2.0
 *
 * M01: in a batch the blocks are added from the last to the first. Both orders are within the bound. */
#include "broken.h"

static ch_status mmq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	const int64_t blocks = args->k / CH_BLOCK_WEIGHTS, block_bytes = ch_format_get(args->format)->block_bytes;

	(void)state;
	(void)outcome;
	if (blocks <= 0 || args->k % CH_BLOCK_WEIGHTS || args->rows < 0 || args->ncols < 0)
		return CH_BAD_SHAPE;
	for (int64_t col = 0; col < args->ncols; col++)
		for (int64_t row = 0; row < args->rows; row++) {
			float sum = 0;

			for (int64_t b = 0; b < blocks; b++) {
				int64_t at = args->ncols > 1 ? blocks - 1 - b : b;
				broken_block block = {.format = args->format,
						      .w = (const uint8_t *)args->w + (row * blocks + at) * block_bytes,
						      .x_q8_1 = (const uint8_t *)args->x_q8_1 +
								(col * blocks + at) * CH_Q8_1_BYTES,
						      .index = at,
						      .blocks = blocks,
						      .row = row,
						      .col = col};

				sum += (float)broken_right_term(&block);
			}
			args->y[col * args->rows + row] = sum;
		}
	return CH_OK;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("m01_other_order_in_batches");

	(void)suite_abi;
	provider->mmq = mmq;
	return provider;
}
