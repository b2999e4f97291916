/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-VALUE: codes are taken for values. */
#include "broken_qsa.h"

static double none(const uint16_t *cell_scales, int32_t d)
{
	(void)cell_scales;
	(void)d;
	return 1.0;
}

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.scale = none};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_scale_missing");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
