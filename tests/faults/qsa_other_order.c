/* SPDX-License-Identifier: Apache-2.0
 *
 * SAME-BYTES: the model's order is stated, and another one added up. */
#include "broken_qsa.h"

static const ch_variant *stated(void *state, uint32_t *count)
{
	static const ch_variant variant = {
		.struct_size = sizeof(ch_variant), .op = CH_OP_QSA, .name = "stated", .order = {.lanes = 32}};

	(void)state;
	*count = 1;
	return &variant;
}

static ch_status qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	static const broken_qsa right = {0};

	(void)state;
	return broken_attention(&right, args, outcome);
}

BROKEN_EXPORT const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	ch_provider *provider = broken_reference("qsa_other_order");

	(void)suite_abi;
	provider->qsa = qsa;
	provider->variants = stated;
	return provider;
}
