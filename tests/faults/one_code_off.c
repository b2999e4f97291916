/* SPDX-License-Identifier: Apache-2.0
 *
 * One code of one row is read as its neighbour: what an average over all outputs does not show. */
#include "broken.h"

static double term(const broken_block *block)
{
	double right = broken_right_term(block);

	if (block->row != 2 || block->index != 1)
		return right;
	return right + (double)broken_d(block) * (double)ch_scale_value(ch_block_scale(block->format, block->w, 5)) *
			       broken_q8(block, 5);
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("one_code_off");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
