/* SPDX-License-Identifier: Apache-2.0
 *
 * F12: a row that is no multiple of the block is rounded down and reported as success. */
#include "broken.h"

static ch_status broken(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return ch_decode(args->format,
			 args->k / CH_BLOCK_WEIGHTS * CH_BLOCK_WEIGHTS +
				 (args->k < CH_BLOCK_WEIGHTS ? CH_BLOCK_WEIGHTS : 0),
			 args->rows, args->w, args->y);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f12_any_length");

	(void)suite_abi;
	provider->decode = broken;
	return provider;
}
