/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-SELECT within the bound: the last bit of one output depends on what nobody selects. */
#include "broken_qsa.h"

#include <math.h>

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa right = {0};
	ch_status status = broken_attention(&right, args, outcome);
	int32_t sum = 0;

	(void)state;
	if (status || args->pool != CH_POOL_INT8)
		return status;
	for (ptrdiff_t i = 0; i < (ptrdiff_t)args->pages * args->page_size * args->n_kv_head * args->head_dim; i++)
		sum = (sum * 3 + ((const int8_t *)args->k)[i]) & 0xff;
	for (; sum > 0; sum--)
		args->out[0] = nextafterf(args->out[0], INFINITY);
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_reads_unselected");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
