/* SPDX-License-Identifier: Apache-2.0
 *
 * F31: products summed in pairs of 16 bits that saturate. */
#include "broken.h"

static double term(const broken_block *block)
{
	double sum = 0;

	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i += 2) {
		int32_t pair = 0;

		for (uint32_t j = i; j < i + 2; j++)
			pair += ch_code_value(block->format, ch_block_code(block->format, block->w, j)) *
				broken_q8(block, j);
		pair = pair > INT16_MAX ? INT16_MAX : pair < INT16_MIN ? INT16_MIN : pair;
		sum += (double)ch_scale_value(ch_block_scale(block->format, block->w, i)) * pair;
	}
	return sum * (double)broken_d(block);
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f31_pairs_of_16_bits");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
