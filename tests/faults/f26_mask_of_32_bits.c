/* SPDX-License-Identifier: Apache-2.0
 *
 * F26: a ballot of 64 lanes kept in 32 bits. It asks whether any lane has something to add; what only lanes 32..63 have (two
 * lanes a block: the second 16 of 32 blocks) ends the row early. */
#include "broken.h"

static bool has_weights(const broken_block *block)
{
	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
		if (ch_code_value(block->format, ch_block_code(block->format, block->w, i)) != 0)
			return true;
	return false;
}

static double term(const broken_block *block)
{
	const uint32_t bytes = ch_format_get(block->format)->block_bytes;
	static uint64_t ballot; /* of the row under way: blocks come in order */

	if (block->index == 0)
		ballot = 0;
	for (int64_t b = 0; block->index == 0 && b < block->blocks; b++) {
		broken_block other = *block;

		other.w += b * (int64_t)bytes;
		ballot |= has_weights(&other) ? UINT64_C(3) << (b % 32 * 2) : 0;
	}
	return (uint32_t)ballot ? broken_right_term(block) : 0.0;
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f26_mask_of_32_bits");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
