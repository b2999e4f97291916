/* SPDX-License-Identifier: Apache-2.0
 *
 * A geometry that no kernel has is computed, and not refused. */
#include "broken_qsa.h"

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa right = {0}, any = {.accepts_all = true};

	(void)state;
	return broken_attention(args && args->head_dim == 128 ? &any : &right, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_accepts_geometry");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
