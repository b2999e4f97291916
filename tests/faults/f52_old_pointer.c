/* SPDX-License-Identifier: Apache-2.0
 *
 * F52: a captured graph replays an old pointer. The first call of a shape is right; each later one reads the activations where they
 * were then. */
#include "broken.h"

#include <stdlib.h>
#include <string.h>

static struct {
	uint8_t *x_q8_1; /* what the captured pointer still shows */
	int64_t k, ncols;
} captured;

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	const size_t bytes = (size_t)(args->k / CH_BLOCK_WEIGHTS * args->ncols) * CH_Q8_1_BYTES;
	ch_mmvq_args replayed = *args;

	(void)state;
	(void)outcome;
	if (!captured.x_q8_1 || captured.k != args->k || captured.ncols != args->ncols) {
		free(captured.x_q8_1);
		captured.x_q8_1 = malloc(bytes ? bytes : 1);
		if (!captured.x_q8_1)
			return CH_OUT_OF_MEMORY;
		memcpy(captured.x_q8_1, args->x_q8_1, bytes);
		captured.k = args->k;
		captured.ncols = args->ncols;
	}
	replayed.x_q8_1 = captured.x_q8_1;
	return broken_mmvq(&replayed, broken_right_term);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f52_old_pointer");

	(void)suite_abi;
	provider->mmvq = mmvq;
	return provider;
}
