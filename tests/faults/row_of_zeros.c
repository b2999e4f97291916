/* SPDX-License-Identifier: Apache-2.0
 *
 * One row is all zeros. */
#include "broken.h"

static double term(const broken_block *block)
{
	return block->row == 1 ? 0.0 : broken_right_term(block);
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("row_of_zeros");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
