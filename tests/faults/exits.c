/* SPDX-License-Identifier: Apache-2.0
 *
 * An exit from within. */
#include <stdlib.h>

#include "broken.h"

static ch_status broken(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)args;
	(void)state;
	(void)outcome;
	exit(0);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("exits");

	(void)suite_abi;
	provider->mmvq = broken;
	return provider;
}
