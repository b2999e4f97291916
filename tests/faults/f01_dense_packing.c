/* SPDX-License-Identifier: Apache-2.0
 *
 * F01: dense packing read as 32 / bits codes a word: ten codes of 3 bits in each 32, two bits lost. */
#include <string.h>

#include "broken.h"

static float weight(ch_format format, const uint8_t *block, uint32_t i)
{
	uint32_t word;

	if (format != CH_FP3)
		return (float)ch_code_value(format, ch_block_code(format, block, i)) *
		       ch_scale_value(ch_block_scale(format, block, i));
	memcpy(&word, block + 4 * (i / 10 % 3), sizeof(word));
	return (float)ch_code_value(format, word >> 3 * (i % 10)) * ch_scale_value(ch_block_scale(format, block, i));
}

static ch_status decode(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_decode(args, weight);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f01_dense_packing");

	(void)suite_abi;
	provider->decode = decode;
	return provider;
}
