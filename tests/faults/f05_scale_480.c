/* SPDX-License-Identifier: Apache-2.0
 *
 * F05: scale byte 0x7f decoded as a number, as a table of 128 rows has it. */
#include "broken.h"

static float weight(ch_format format, const uint8_t *block, uint32_t i)
{
	uint8_t e = ch_block_scale(format, block, i);
	float scale = e == 0x7f ? 240.0f : ch_scale_value(e);

	return (float)ch_code_value(format, ch_block_code(format, block, i)) * scale;
}

static ch_status decode(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_decode(args, weight);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f05_scale_480");

	(void)suite_abi;
	provider->decode = decode;
	return provider;
}
