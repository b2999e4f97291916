/* SPDX-License-Identifier: Apache-2.0
 *
 * NO-OVERREAD: eight bytes loaded from the last weights of a block, wherever it ends. */
#include "broken.h"

static float weight(ch_format format, const uint8_t *block, uint32_t i)
{
	volatile uint8_t beyond = block[ch_format_get(format)->block_bytes];

	(void)beyond;
	return (float)ch_code_value(format, ch_block_code(format, block, i)) *
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
	ch_provider *provider = broken_reference("late_overread");

	(void)suite_abi;
	provider->decode = decode;
	return provider;
}
