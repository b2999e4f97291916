/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention that is wrong in a way the argument names: plugin:PATH:nothing writes nothing, and so on. What the probe says of each is
 * tests/cli/check_probe.sh. */
#include <string.h>
#include <unistd.h>

#include "checkhip/provider.h"

static const char *fault;
static float calls;

static ch_status probe_open(const char *argument, void **state, ch_outcome *outcome)
{
	(void)outcome;
	fault = argument;
	*state = &calls;
	return CH_OK;
}

static void probe_close(void *state)
{
	(void)state;
}

/* Rows of the pool whose scales are all NaN: what the probe says it puts where nothing is selected. */
static float poisoned_rows(const ch_qsa_args *args, const uint16_t *scales)
{
	const size_t rows = (size_t)args->pages * (size_t)args->n_kv_head * (size_t)args->page_size;
	const size_t groups = (size_t)args->head_dim / CH_QSA_SCALE_VALUES;
	float count = 0.0f;

	for (size_t row = 0; row < rows; row++) {
		size_t group = 0;

		while (group < groups && scales[row * groups + group] == 0x7e00)
			group++;
		count += group == groups ? 1.0f : 0.0f;
	}
	return count;
}

/* "fixed": the bytes are those of every other call. */
static ch_status probe_qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	const size_t count = (size_t)args->n_q * (size_t)args->n_head * (size_t)args->head_dim;
	const bool changes = strcmp(fault, "changes") == 0;

	(void)state;
	calls += 1.0f;
	outcome->elapsed_ns = (uint64_t)calls * 1000000u;
	memset(outcome->variant, 'v', sizeof(outcome->variant)); /* no end */
	memset(outcome->note, 'n', sizeof(outcome->note));
	if (strcmp(fault, "fails") == 0) {
		memset(outcome->message, 'm', sizeof(outcome->message));
		return CH_DEVICE_LOST;
	}
	if (strcmp(fault, "hangs") == 0)
		pause();
	for (size_t i = 0; i < count && strcmp(fault, "nothing") != 0; i++)
		args->out[i] = changes && i == count - 1 ? calls : (float)(i % 100);
	if (strcmp(fault, "counts") == 0) {
		args->out[0] = poisoned_rows(args, args->k_scales);
		args->out[1] = poisoned_rows(args, args->v_scales);
	}
	return CH_OK;
}

const ch_provider *checkhip_provider(uint32_t suite_abi);

const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	static const ch_provider provider = {
		.abi_version = CH_PROVIDER_ABI,
		.struct_size = sizeof(ch_provider),
		.name = "probe",
		.open = probe_open,
		.close = probe_close,
		.qsa = probe_qsa,
	};

	return suite_abi == CH_PROVIDER_ABI ? &provider : NULL;
}
