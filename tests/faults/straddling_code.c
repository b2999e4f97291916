/* SPDX-License-Identifier: Apache-2.0
 *
 * BIT-ORDER: the code that straddles bytes 0 and 1 of fp3 loses the bit from the second. */
#include "broken.h"

static float weight(ch_format format, const uint8_t *block, uint32_t i)
{
	uint32_t code = ch_block_code(format, block, i);

	if (format == CH_FP3 && i == 2)
		code &= 3u;
	return (float)ch_code_value(format, code) * ch_scale_value(ch_block_scale(format, block, i));
}

static ch_status decode(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_decode(args, weight);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("straddling_code");

	(void)suite_abi;
	provider->decode = decode;
	return provider;
}
