/* SPDX-License-Identifier: Apache-2.0
 *
 * Q8-SCALE: the codes made with the rounded d. */
#include <math.h>
#include <string.h>

#include "broken.h"

static ch_status broken(void *state, const ch_quantize_q8_1_args *args, ch_outcome *outcome)
{
	ch_status status = ch_quantize_q8_1(args->k, args->ncols, args->x, args->x_q8_1);

	(void)state;
	(void)outcome;
	for (int64_t i = 0; !status && i < args->k * args->ncols; i++) {
		uint8_t *block = (uint8_t *)args->x_q8_1 + i / CH_BLOCK_WEIGHTS * CH_Q8_1_BYTES;
		uint16_t half;

		memcpy(&half, block, sizeof(half));
		if (half)
			block[CH_Q8_1_QS + i % CH_BLOCK_WEIGHTS] =
				(uint8_t)(int8_t)roundf(args->x[i] / ch_half_to_float(half));
	}
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("q8_rounded_d");

	(void)suite_abi;
	provider->quantize_q8_1 = broken;
	return provider;
}
