/* SPDX-License-Identifier: Apache-2.0
 *
 * F04 in a product: the scale index by quarters where there are halves. */
#include "broken.h"

static double term(const broken_block *block)
{
	double sum = 0;

	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++) {
		uint32_t half = i / 8 % 2;

		sum += (double)ch_scale_value(ch_block_scale(block->format, block->w, half * CH_HALF_WEIGHTS)) *
		       ch_code_value(block->format, ch_block_code(block->format, block->w, i)) * broken_q8(block, i);
	}
	return (double)broken_d(block) * sum;
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f04_scale_sub_block_dot");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
