/* SPDX-License-Identifier: Apache-2.0
 *
 * A hang. */
#define _DEFAULT_SOURCE
#include <unistd.h>

#include "broken.h"

static ch_status broken(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)args;
	(void)state;
	(void)outcome;
	while (!usleep(1000))
		;
	return CH_FAILED;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("hangs");

	(void)suite_abi;
	provider->mmvq = broken;
	return provider;
}
