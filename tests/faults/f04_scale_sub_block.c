/* SPDX-License-Identifier: Apache-2.0
 *
 * F04: the scale index taken from the wrong sub-block: by quarters where there are halves. */
#include "broken.h"

static float weight(ch_format format, const uint8_t *block, uint32_t i)
{
	uint32_t half = i / 8 % 2;

	return (float)ch_code_value(format, ch_block_code(format, block, i)) *
	       ch_scale_value(ch_block_scale(format, block, half * CH_HALF_WEIGHTS));
}

static ch_status decode(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_decode(args, weight);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f04_scale_sub_block");

	(void)suite_abi;
	provider->decode = decode;
	return provider;
}
