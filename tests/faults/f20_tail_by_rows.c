/* SPDX-License-Identifier: Apache-2.0
 *
 * F20: the activations are padded to a tile by the number of rows in place of the columns: what lies past it counts as padding. */
#include "broken.h"

static int64_t tile; /* of the call; one call at a time */

static double term(const broken_block *block)
{
	return block->col < tile ? broken_right_term(block) : 0.0;
}

static ch_status multiply(const ch_mmvq_args *args)
{
	tile = (args->rows + 3) / 4 * 4;
	return broken_mmvq(args, term);
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return multiply(args);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f20_tail_by_rows");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
