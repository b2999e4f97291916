/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-GUARD: the form that was named is not the one that runs, and the outcome says so. */
#include "broken_qsa.h"

#include <stdio.h>

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa right = {0};

	(void)state;
	snprintf(outcome->variant, sizeof(outcome->variant), "qsa-linear");
	return broken_attention(&right, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_other_variant");

	(void)suite_abi;
	provider->qsa = qsa;
	provider->variants = broken_two_forms;
	return provider;
}
