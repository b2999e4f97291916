/* SPDX-License-Identifier: Apache-2.0
 *
 * F42: the cell after the last selected one is read, and its weight is 0: NaN times 0 is NaN. */
#include "broken_qsa.h"

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.tail_times_zero = true};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f42_tail_times_zero");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
