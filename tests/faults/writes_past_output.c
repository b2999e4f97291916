/* SPDX-License-Identifier: Apache-2.0
 *
 * NO-OVERWRITE: one element more than there are. */
#include "broken.h"

static ch_status broken(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	ch_status status = broken_mmvq(args, broken_right_term);

	(void)state;
	(void)outcome;
	if (!status)
		args->y[args->rows * args->ncols] = 0.0f;
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("writes_past_output");

	(void)suite_abi;
	provider->mmvq = broken;
	return provider;
}
