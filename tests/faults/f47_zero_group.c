/* SPDX-License-Identifier: Apache-2.0
 *
 * F47: a group of zeros divided by its zero scale. */
#include <string.h>

#include "broken.h"

static ch_status broken(void *state, const ch_quantize_cells_args *args, ch_outcome *outcome)
{
	ch_status status = ch_quantize_cells(args->head_dim, args->count, args->x, args->codes, args->scales);

	(void)state;
	(void)outcome;
	for (int64_t g = 0; !status && g < args->head_dim * args->count / CH_CELL_GROUP; g++) {
		if (args->scales[g] == 0)
			memset(args->codes + g * CH_CELL_GROUP, -127, CH_CELL_GROUP); /* what a NaN clamps to */
	}
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f47_zero_group");

	(void)suite_abi;
	provider->quantize_cells = broken;
	return provider;
}
