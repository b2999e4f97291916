/* SPDX-License-Identifier: Apache-2.0
 *
 * The last block of a row is not met. */
#include "broken.h"

static double term(const broken_block *block)
{
	return block->index + 1 < block->blocks || block->blocks == 1 ? broken_right_term(block) : 0.0;
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("last_block_lost");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
