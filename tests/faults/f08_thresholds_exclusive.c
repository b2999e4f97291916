/* SPDX-License-Identifier: Apache-2.0
 *
 * F08: the encoder's thresholds belong to the larger value: only exact ties differ. */
#include "broken.h"

static ch_status broken(void *state, const ch_quantize_args *args, ch_outcome *outcome)
{
	ch_status status = ch_quantize(args->format, args->k, args->rows, args->x, args->importance, args->w);
	const ch_format_info *info = ch_format_get(args->format);

	(void)state;
	(void)outcome;
	for (int64_t b = 0; !status && b < args->rows * args->k / CH_BLOCK_WEIGHTS; b++) {
		uint8_t *block = (uint8_t *)args->w + (size_t)b * info->block_bytes;

		for (uint32_t i = 0; args->format == CH_FP3 && i < CH_BLOCK_WEIGHTS; i++) {
			float scale = ch_scale_value(ch_block_scale(args->format, block, i));
			float x = args->x[b * CH_BLOCK_WEIGHTS + i];

			if (scale > 0 && (x == 0.5f * scale || x == 1.5f * scale || x == 3.0f * scale))
				ch_block_set_code(args->format, block, i, ch_block_code(args->format, block, i) + 1);
		}
	}
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f08_thresholds_exclusive");

	(void)suite_abi;
	provider->quantize = broken;
	return provider;
}
