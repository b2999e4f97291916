/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bad_plugins.h"
#include "checkhip/provider.h"

#if BAD_PLUGIN == BAD_CONSTRUCTOR
__attribute__((constructor)) static void constructor(void)
{
	abort();
}
#endif

static ch_status open_it(const char *argument, void **state, ch_outcome *outcome)
{
	(void)argument;
	*state = NULL;
	if (BAD_PLUGIN != BAD_OPENING)
		return CH_OK;
	/* a message that is not terminated and not text */
	memset(outcome->message, 0xfe, sizeof(outcome->message));
	return CH_NO_DEVICE;
}

static void close_it(void *state)
{
	(void)state;
}

/* More variants than the suite keeps, with an impossible order, no name, and every bit set. */
static const ch_variant *variants(void *state, uint32_t *count)
{
	static ch_variant all[300];

	(void)state;
	for (int i = 0; i < 300; i++)
		all[i] = (ch_variant){
			.struct_size = sizeof(ch_variant),
			.op = i % 2 ? CH_OP_MMVQ : (ch_op)77,
			.formats = UINT32_MAX,
			.max_ncols = 1,
			.order = {.lanes = 3, .waves = 1, .qi = 1, .vdr = 1, .run = 1, .accumulators = 1},
		};
	*count = 300;
	return all;
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)args;
	(void)outcome;
	return (ch_status)999;
}

__attribute__((visibility("default"))) const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	static ch_provider provider = {
		.abi_version = CH_PROVIDER_ABI,
		.struct_size = sizeof(ch_provider),
		.name = "bad",
		.open = open_it,
		.close = close_it,
	};

	(void)suite_abi;
	switch (BAD_PLUGIN) {
	case BAD_ABI:
		provider.abi_version = 99;
		break;
	case BAD_SIZE:
		provider.struct_size = 8;
		break;
	case BAD_NAME:
		provider.name = NULL;
		break;
	case BAD_OPEN:
		provider.open = NULL;
		break;
	case BAD_NOTHING:
		return NULL;
	case BAD_VARIANTS:
		provider.variants = variants;
		provider.mmvq = mmvq;
		break;
	default:
		break;
	}
	return &provider;
}
