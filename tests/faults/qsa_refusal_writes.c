/* SPDX-License-Identifier: Apache-2.0
 *
 * The output is cleared before the call is looked at. */
#include "broken_qsa.h"

#include <string.h>

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa right = {0};

	(void)state;
	memset(args->out, 0, sizeof(float));
	return broken_attention(&right, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_refusal_writes");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
