/* SPDX-License-Identifier: Apache-2.0
 *
 * F05: validate lets 0x7f pass, the NaN of the usual table. */
#include "broken.h"

static ch_status broken(void *state, const ch_validate_args *args, ch_outcome *outcome)
{
	const ch_format_info *info = ch_format_get(args->format);
	ch_bad_scale bad;
	ch_status status = ch_validate(args->format, args->k, args->rows, args->w, &bad);

	(void)state;
	(void)outcome;
	(void)info;
	if (status == CH_BAD_SCALE && bad.byte == 0x7f)
		return CH_OK;
	if (status == CH_BAD_SCALE)
		*args->bad = bad;
	return status;
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f05_accepts_7f");

	(void)suite_abi;
	provider->validate = broken;
	return provider;
}
