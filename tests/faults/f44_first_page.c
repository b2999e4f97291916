/* SPDX-License-Identifier: Apache-2.0
 *
 * F44: the page of the first cell is taken for all that follow. */
#include "broken_qsa.h"

static int32_t first_page(const broken_head *head, int32_t n)
{
	(void)n;
	return head->args->page_table[head->ids[0] / head->args->page_size];
}

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.page = first_page};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f44_first_page");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
