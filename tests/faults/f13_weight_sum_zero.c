/* SPDX-License-Identifier: Apache-2.0
 *
 * F13: divides by the sum of the weights: with none, the scale is what NaN converts to. */
#include "broken.h"

static ch_status broken(void *state, const ch_quantize_args *args, ch_outcome *outcome)
{
	ch_status status = ch_quantize(args->format, args->k, args->rows, args->x, args->importance, args->w);
	const ch_format_info *info = ch_format_get(args->format);

	(void)state;
	(void)outcome;
	float sum = 0;

	for (int64_t i = 0; args->importance && i < args->k; i++)
		sum += args->importance[i];
	for (int64_t b = 0; !status && args->importance && sum == 0 && b < args->rows * args->k / CH_BLOCK_WEIGHTS; b++)
		((uint8_t *)args->w)[(size_t)b * info->block_bytes + info->payload_bytes] = 0x7f;
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f13_weight_sum_zero");

	(void)suite_abi;
	provider->quantize = broken;
	return provider;
}
