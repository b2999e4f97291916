/* SPDX-License-Identifier: Apache-2.0
 *
 * F32: the activations' sum is used (here: times zero), though it may be infinite. */
#include <string.h>

#include "broken.h"

static double term(const broken_block *block)
{
	uint16_t s;

	memcpy(&s, block->x_q8_1 + 2, sizeof(s));
	return broken_right_term(block) + 0.0 * (double)ch_half_to_float(s);
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f32_uses_sum");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
