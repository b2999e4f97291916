/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-VALUE: chunks are added up without rescaling to the largest maximum. */
#include "broken_qsa.h"

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.no_rescale = true};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_no_rescale");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
