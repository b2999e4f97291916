/* SPDX-License-Identifier: Apache-2.0
 *
 * F25: wave32 constants on wave64: what lanes 32..63 took is dropped (two lanes a block: every second half of 32 blocks). */
#include "broken.h"

static double term(const broken_block *block)
{
	return block->index % 32 < 16 ? broken_right_term(block) : 0.0;
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f25_upper_lanes");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
