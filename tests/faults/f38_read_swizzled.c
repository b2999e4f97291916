/* SPDX-License-Identifier: Apache-2.0
 *
 * F38: the query is written straight and read swizzled (QSA-SWIZZLE). */
#include "broken_qsa.h"

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa fault = {.element = ch_qsa_swizzle};

	(void)state;
	return broken_attention(&fault, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("f38_read_swizzled");

	(void)suite_abi;
	provider->qsa = qsa;
	return provider;
}
