/* SPDX-License-Identifier: Apache-2.0
 *
 * Each row is given its neighbour's output. */
#include "broken.h"

static ch_status broken(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	ch_status status = broken_mmvq(args, broken_right_term);
	float first = status ? 0.0f : args->y[0];

	(void)state;
	(void)outcome;
	for (int64_t r = 0; !status && r + 1 < args->rows; r++)
		args->y[r] = args->y[r + 1];
	if (!status)
		args->y[args->rows - 1] = first;
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("neighbour_row");

	(void)suite_abi;
	provider->mmvq = broken;
	return provider;
}
