/* SPDX-License-Identifier: Apache-2.0
 *
 * F45 with a selection by ids: the last cell is read before it is renewed, and gives what the cell before it gave. */
#include "broken_qsa.h"

static int32_t stale(const broken_head *head, int32_t n)
{
	return head->ids[n == head->width - 1 && n > 0 ? n - 1 : n];
}

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.id = stale};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f45_stale_row");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
