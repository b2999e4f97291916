/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-SWIZZLE within the bound: the swizzled form rounds one output otherwise than the linear one. */
#include "broken_qsa.h"

#include <math.h>

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa right = {0};
	ch_status status = broken_attention(&right, args, outcome);

	(void)state;
	if (!status && args->variant == 1)
		args->out[5] = nextafterf(args->out[5], INFINITY);
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_variants_differ");

	(void)suite_abi;
	provider->qsa = qsa;
	provider->variants = broken_two_forms;
	return provider;
}
