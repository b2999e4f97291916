/* SPDX-License-Identifier: Apache-2.0
 *
 * F29: a byte permute whose two operands are exchanged: codes 0..3 take the bytes of codes 4..7 and the other way round. */
#include "broken.h"

static float weight(ch_format format, const uint8_t *block, uint32_t i)
{
	uint32_t code = ch_block_code(format, block, i) ^ (format == CH_FP3 ? 4u : 0u);

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
	ch_provider *provider = broken_reference("f29_permute_operands");

	(void)suite_abi;
	provider->decode = decode;
	return provider;
}
