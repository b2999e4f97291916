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
