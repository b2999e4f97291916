/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-VALUE: head h reads the KV head h mod n_kv_head. */
#include "broken_qsa.h"

static int32_t modulo(const broken_head *head)
{
	return head->head % head->args->n_kv_head;
}

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.kv_head = modulo};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_wrong_kv_head");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
