/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-VALUE: only whole chunks are counted. */
#include "broken_qsa.h"

static int32_t whole_chunks(const broken_head *head)
{
	return head->width / CH_QSA_CHUNK * CH_QSA_CHUNK;
}

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.cells = whole_chunks};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_chunk_lost");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
