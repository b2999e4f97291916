/* SPDX-License-Identifier: Apache-2.0
 *
 * SCALE-SPLIT: e[1] for the first half, e[0] for the second. */
#include "broken.h"

static float weight(ch_format format, const uint8_t *block, uint32_t i)
{
	return (float)ch_code_value(format, ch_block_code(format, block, i)) *
	       ch_scale_value(ch_block_scale(format, block, i ^ CH_HALF_WEIGHTS));
}

static ch_status decode(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_decode(args, weight);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("scale_halves_swapped");

	(void)suite_abi;
	provider->decode = decode;
	return provider;
}
