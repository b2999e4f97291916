/* SPDX-License-Identifier: Apache-2.0
 *
 * F28: the signed dot assembled as unsigned: activations from 0 to 255. */
#include "broken.h"

static double term(const broken_block *block)
{
	double sum = 0;

	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
		sum += (double)ch_scale_value(ch_block_scale(block->format, block->w, i)) *
		       ch_code_value(block->format, ch_block_code(block->format, block->w, i)) *
		       (uint8_t)broken_q8(block, i);
	return sum * (double)broken_d(block);
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f28_unsigned_dot");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
