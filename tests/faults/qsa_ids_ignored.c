/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-SELECT: the first cells of the context, whatever is selected. */
#include "broken_qsa.h"

static int32_t in_order(const broken_head *head, int32_t n)
{
	(void)head;
	return n;
}

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.id = in_order};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_ids_ignored");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
