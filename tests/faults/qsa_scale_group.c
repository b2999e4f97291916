/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-VALUE: the first scale of a cell serves all of its groups. */
#include "broken_qsa.h"

static double first(const uint16_t *cell_scales, int32_t d)
{
	(void)d;
	return (double)ch_half_to_float(cell_scales[0]);
}

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.scale = first};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_scale_group");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
