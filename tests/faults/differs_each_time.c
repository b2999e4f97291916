/* SPDX-License-Identifier: Apache-2.0
 *
 * REPEATABLE: the bytes change from call to call, as with a race. */
#include <math.h>

#include "broken.h"

static ch_status broken(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	static int calls;
	ch_status status = broken_mmvq(args, broken_right_term);

	(void)state;
	(void)outcome;
	if (!status && calls++ % 2)
		args->y[0] = nextafterf(args->y[0], INFINITY);
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("differs_each_time");

	(void)suite_abi;
	provider->mmvq = broken;
	return provider;
}
