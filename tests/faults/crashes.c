/* SPDX-License-Identifier: Apache-2.0
 *
 * A crash: a null pointer. */
#include "broken.h"

static ch_status broken(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	*(volatile int *)(uintptr_t)(args->k - args->k) = 1;
	return CH_OK;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("crashes");

	(void)suite_abi;
	provider->mmvq = broken;
	return provider;
}
