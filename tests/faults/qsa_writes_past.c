/* SPDX-License-Identifier: Apache-2.0
 *
 * NO-OVERWRITE: one row of heads more than there are. */
#include "broken_qsa.h"

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa right = {0};
	ch_status status = broken_attention(&right, args, outcome);

	(void)state;
	if (!status)
		args->out[(ptrdiff_t)args->n_q * args->n_head * args->head_dim] = 0.0f;
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_writes_past");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
