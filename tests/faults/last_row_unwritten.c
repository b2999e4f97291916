/* SPDX-License-Identifier: Apache-2.0
 *
 * The last row of each column is never written. */
#include "broken.h"

static ch_status broken(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	const float *end = args->y + args->rows * args->ncols - 1;
	float kept = *end;
	ch_status status = broken_mmvq(args, broken_right_term);

	(void)state;
	(void)outcome;
	if (!status)
		args->y[args->rows * args->ncols - 1] = kept;
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("last_row_unwritten");

	(void)suite_abi;
	provider->mmvq = broken;
	return provider;
}
