/* SPDX-License-Identifier: Apache-2.0
 *
 * F15: an infinite value takes the largest code instead of that of zero. */
#include <math.h>

#include "broken.h"

static ch_status broken(void *state, const ch_quantize_args *args, ch_outcome *outcome)
{
	ch_status status = ch_quantize(args->format, args->k, args->rows, args->x, args->importance, args->w);
	const ch_format_info *info = ch_format_get(args->format);

	(void)state;
	(void)outcome;
	for (int64_t i = 0; !status && i < args->rows * args->k; i++) {
		uint8_t *block = (uint8_t *)args->w + (size_t)(i / CH_BLOCK_WEIGHTS) * info->block_bytes;

		if (args->x[i] == INFINITY)
			ch_block_set_code(args->format, block, (uint32_t)(i % CH_BLOCK_WEIGHTS), 3);
	}
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f15_infinity_to_code");

	(void)suite_abi;
	provider->quantize = broken;
	return provider;
}
