/* SPDX-License-Identifier: Apache-2.0
 *
 * F40: nothing is selected, and 0 is divided by 0. */
#include "broken_qsa.h"

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.empty_divided = true};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f40_empty_divided");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
