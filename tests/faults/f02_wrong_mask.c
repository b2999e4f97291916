/* SPDX-License-Identifier: Apache-2.0
 *
 * F02: the mask of another code width: two bits of a code of three. */
#include "broken.h"

static float weight(ch_format format, const uint8_t *block, uint32_t i)
{
	uint32_t mask = format == CH_FP3 ? 3u : 0xffu;

	return (float)ch_code_value(format, ch_block_code(format, block, i) & mask) *
	       ch_scale_value(ch_block_scale(format, block, i));
}

static ch_status decode(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_decode(args, weight);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f02_wrong_mask");

	(void)suite_abi;
	provider->decode = decode;
	return provider;
}
