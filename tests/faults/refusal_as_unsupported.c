/* SPDX-License-Identifier: Apache-2.0
 *
 * A k that is no multiple of 32 is called unsupported, though every other k is computed: a skip in place of a refusal. */
#include "broken.h"

static ch_status broken(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	ch_status status = ch_decode(args->format, args->k, args->rows, args->w, args->y);

	(void)state;
	(void)outcome;
	return status == CH_BAD_SHAPE ? CH_UNSUPPORTED : status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("refusal_as_unsupported");

	(void)suite_abi;
	provider->decode = broken;
	return provider;
}
