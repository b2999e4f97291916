/* SPDX-License-Identifier: Apache-2.0
 *
 * OUTPUT-WRITTEN: a query of width 0 is left as it was. */
#include "broken_qsa.h"

#include <string.h>

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa right = {0};
	size_t row = (size_t)args->n_head * (size_t)args->head_dim;
	char words[CH_QSA_WORDS];
	float kept[12 * 256];

	(void)state;
	if (ch_qsa_check(args, words) || row > sizeof(kept) / sizeof(kept[0]))
		return broken_attention(&right, args, outcome);
	int32_t empty = 0;

	while (empty < args->n_q && args->width[empty])
		empty++;
	if (empty == args->n_q)
		return broken_attention(&right, args, outcome);
	memcpy(kept, args->out + (size_t)empty * row, row * sizeof(float));
	ch_status status = broken_attention(&right, args, outcome);

	memcpy(args->out + (size_t)empty * row, kept, row * sizeof(float));
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_empty_unwritten");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
