/* SPDX-License-Identifier: Apache-2.0
 *
 * F11: the row stride of a neighbour type: later rows decode from the wrong place. */
#include "broken.h"

static ch_status broken(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	const size_t wrong = (size_t)(args->k / CH_BLOCK_WEIGHTS) * (ch_format_get(args->format)->block_bytes - 1u);
	ch_decode_args row = *args;

	(void)state;
	(void)outcome;
	row.rows = 1;
	for (int64_t r = 0; r < args->rows; r++) {
		ch_status status;

		row.w = (const uint8_t *)args->w + (size_t)r * wrong;
		row.y = args->y + r * args->k;
		status = ch_decode(row.format, row.k, 1, row.w, row.y);
		if (status)
			return status;
	}
	return CH_OK;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f11_neighbour_stride");

	(void)suite_abi;
	provider->decode = broken;
	return provider;
}
