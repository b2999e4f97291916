/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-VALUE: K and V are exchanged. */
#include "broken_qsa.h"

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa right = {0};
	ch_qsa_args swapped = *args;

	(void)state;
	swapped.k = args->v;
	swapped.v = args->k;
	swapped.k_scales = args->v_scales;
	swapped.v_scales = args->k_scales;
	return broken_attention(&right, &swapped, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_pools_swapped");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
