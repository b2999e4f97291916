/* SPDX-License-Identifier: Apache-2.0
 *
 * F34: subnormal scales count as 0. */
#include "broken_qsa.h"

static double flushed(const uint16_t *cell_scales, int32_t d)
{
	uint16_t scale = cell_scales[d / CH_QSA_SCALE_VALUES];

	return scale & 0x7c00u ? (double)ch_half_to_float(scale) : 0.0;
}

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.scale = flushed};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f34_qsa_flushed");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
