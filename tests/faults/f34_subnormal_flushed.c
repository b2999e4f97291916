/* SPDX-License-Identifier: Apache-2.0
 *
 * F34: a subnormal binary16 scale of the activations flushed to zero. */
#include "broken.h"

static double term(const broken_block *block)
{
	float d = broken_d(block);

	return d < 0x1p-14f && d > -0x1p-14f ? 0.0 : broken_right_term(block);
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return broken_mmvq(args, term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f34_subnormal_flushed");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
