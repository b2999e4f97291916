/* SPDX-License-Identifier: Apache-2.0
 *
 * F42: the cell after the last selected one counts as if it were selected. */
#include "broken_qsa.h"

static int32_t with_tail(const broken_head *head, int32_t n)
{
	return n < head->width ? head->ids[n] : head->ids[n - 1] + 1;
}

static int32_t one_more(const broken_head *head)
{
	const ch_qsa_args *args = head->args;
	int32_t after = head->width ? head->ids[head->width - 1] + 1 : 0;
	bool has_page = head->width && after < args->logical_pages * args->page_size &&
			args->page_table[after / args->page_size] >= 0 &&
			args->page_table[after / args->page_size] < args->pages;

	return head->width + has_page;
}

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.id = with_tail, .cells = one_more};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f42_tail_counted");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
