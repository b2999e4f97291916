/* SPDX-License-Identifier: Apache-2.0
 *
 * F07: same id and size, another meaning: fp2 as scale and offset. */
#include "broken.h"

static float weight(ch_format format, const uint8_t *block, uint32_t i)
{
	if (format != CH_FP2)
		return (float)ch_code_value(format, ch_block_code(format, block, i)) *
		       ch_scale_value(ch_block_scale(format, block, i));
	return (float)ch_block_code(format, block, i) * ch_scale_value(block[8]) - ch_scale_value(block[9]);
}

static ch_status decode(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_decode(args, weight);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f07_affine");

	(void)suite_abi;
	provider->decode = decode;
	return provider;
}
