/* SPDX-License-Identifier: Apache-2.0
 *
 * F14: the scratch of the block before is not cleared: a zero block takes its scale. */
#include "broken.h"

static ch_status broken(void *state, const ch_quantize_args *args, ch_outcome *outcome)
{
	ch_status status = ch_quantize(args->format, args->k, args->rows, args->x, args->importance, args->w);
	const ch_format_info *info = ch_format_get(args->format);

	(void)state;
	(void)outcome;
	for (int64_t b = 1; !status && b < args->rows * args->k / CH_BLOCK_WEIGHTS; b++) {
		uint8_t *e = (uint8_t *)args->w + (size_t)b * info->block_bytes + info->payload_bytes;

		if (*e == 0)
			*e = e[-(ptrdiff_t)info->block_bytes];
	}
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f14_scratch_left");

	(void)suite_abi;
	provider->quantize = broken;
	return provider;
}
