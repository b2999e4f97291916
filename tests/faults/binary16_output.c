/* SPDX-License-Identifier: Apache-2.0
 *
 * The output rounded to binary16. */
#include "broken.h"

static ch_status broken(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	ch_status status = broken_mmvq(args, broken_right_term);

	(void)state;
	(void)outcome;
	for (int64_t i = 0; !status && i < args->rows * args->ncols; i++)
		args->y[i] = ch_half_to_float(ch_float_to_half(args->y[i]));
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("binary16_output");

	(void)suite_abi;
	provider->mmvq = broken;
	return provider;
}
