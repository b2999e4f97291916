/* SPDX-License-Identifier: Apache-2.0
 *
 * Not broken but empty: it offers a decode and has none. Its refusals prove nothing, and must not pass. */
#include "broken.h"

#include <stdio.h>

static ch_status empty(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)args;
	snprintf(outcome->message, sizeof(outcome->message), "decode is not built in");
	return CH_UNSUPPORTED;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("refusal_of_everything");

	(void)suite_abi;
	provider->decode = empty;
	return provider;
}
