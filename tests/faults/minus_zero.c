/* SPDX-License-Identifier: Apache-2.0
 *
 * ZERO-SIGN: a code with sign bit and magnitude zero decoded as -0. */
#include "broken.h"

static float weight(ch_format format, const uint8_t *block, uint32_t i)
{
	uint32_t code = ch_block_code(format, block, i);
	float scale = ch_scale_value(ch_block_scale(format, block, i));

	if ((format == CH_FP3 && code == 4) || (format == CH_FP6 && code == 32))
		return -0.0f * scale;
	return (float)ch_code_value(format, code) * scale;
}

static ch_status decode(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_decode(args, weight);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("minus_zero");

	(void)suite_abi;
	provider->decode = decode;
	return provider;
}
