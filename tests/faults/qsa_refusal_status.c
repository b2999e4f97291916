/* SPDX-License-Identifier: Apache-2.0
 *
 * A null pointer is refused with the status of a wrong shape. */
#include "broken_qsa.h"

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa right = {0};
	ch_status status = broken_attention(&right, args, outcome);

	(void)state;
	return status == CH_BAD_ARGUMENT ? CH_BAD_SHAPE : status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_refusal_status");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
