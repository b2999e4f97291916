/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-VALUE: the last selected cell is lost. */
#include "broken_qsa.h"

static int32_t one_less(const broken_head *head)
{
	return head->width ? head->width - 1 : 0;
}

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.cells = one_less};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_cell_lost");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
