/* SPDX-License-Identifier: Apache-2.0
 *
 * F44: logical pages are taken for physical ones. */
#include "broken_qsa.h"

static int32_t logical(const broken_head *head, int32_t n)
{
	return head->ids[n] / head->args->page_size;
}

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.page = logical};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f44_no_page_table");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
