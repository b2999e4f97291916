/* SPDX-License-Identifier: Apache-2.0
 *
 * F19: the loop runs over rows padded to 256 weights; the padding's weights are 0, its activations are what the memory held,
 * and 0 * NaN is NaN. */
#include "broken.h"

#include <math.h>

static double term(const broken_block *block)
{
	bool padded = block->index + 1 == block->blocks && block->blocks % 8 != 0;

	return broken_right_term(block) + (padded ? 0.0 * (double)NAN : 0.0);
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f19_padding_not_zero");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
