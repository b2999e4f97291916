/* SPDX-License-Identifier: Apache-2.0
 *
 * F22: a block is read as 32-bit words at an address that is no multiple of 4, by hardware that drops the low bits: the words
 * begin up to three bytes early. Where that would be before the block, the block itself is read (the fault of one that checks). */
#include "broken.h"

static double term(const broken_block *block)
{
	uint32_t early = (uint32_t)((uintptr_t)block->w & 3u);
	broken_block shifted = *block;

	if (block->index > 0)
		shifted.w -= early;
	return broken_right_term(&shifted);
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f22_aligned_down");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
