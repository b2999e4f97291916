/* SPDX-License-Identifier: Apache-2.0
 *
 * A store to the weights. */
#include "broken.h"

static ch_status broken(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	*(volatile uint8_t *)(uintptr_t)args->w = 0;
	return broken_mmvq(args, broken_right_term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("writes_input");

	(void)suite_abi;
	provider->mmvq = broken;
	return provider;
}
