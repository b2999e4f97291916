/* SPDX-License-Identifier: Apache-2.0
 *
 * DOT-SCALE: the first half's scale for both. */
#include "broken.h"

static double term(const broken_block *block)
{
	int32_t sums[2];

	ch_block_dot(block->format, block->w, block->x_q8_1, sums);
	return (double)broken_d(block) * (double)ch_scale_value(ch_block_scale(block->format, block->w, 0)) *
	       (sums[0] + sums[1]);
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("one_scale");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
