/* SPDX-License-Identifier: Apache-2.0
 *
 * A plug-in that decodes rightly and misbehaves around it: its argument says how. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "checkhip/provider.h"

static char mode[32];

static bool is(const char *name)
{
	return strcmp(mode, name) == 0;
}

/* What the mode has to do in one of the functions. */
static void misbehave(const char *function)
{
	const size_t length = strlen(function);
	const char *how = mode + length + 1;

	if (strncmp(mode, function, length) != 0 || mode[length] != '-')
		return;
	if (strcmp(how, "abort") == 0)
		abort();
	if (strcmp(how, "exit") == 0)
		exit(0);
	if (strcmp(how, "stop") == 0)
		raise(SIGSTOP);
	while (strcmp(how, "hang") == 0)
		pause();
	/* into every channel that is not its own */
	for (int file = 3; strcmp(how, "noise") == 0 && file < 64; file++) {
		if (write(file, "aaaa", 4) < 0)
			continue;
	}
}

static ch_status open_it(const char *argument, void **state, ch_outcome *outcome)
{
	snprintf(mode, sizeof(mode), "%s", argument);
	*state = NULL;
	misbehave("open");
	if (!is("open-lines"))
		return CH_OK;
	snprintf(outcome->message, sizeof(outcome->message), "first\nsecond \033[31mred");
	return CH_NO_DEVICE;
}

static void close_it(void *state)
{
	(void)state;
	misbehave("close");
}

static void describe(void *state, char *text, size_t size)
{
	(void)state;
	misbehave("describe");
	if (is("describe-full"))
		memset(text, 'y', size);
	else
		snprintf(text, size, "first\nsecond");
}

static const ch_variant *variants(void *state, uint32_t *count)
{
	(void)state;
	misbehave("variants");
	*count = is("variants-nowhere") ? 3 : 0;
	return is("variants-nowhere") ? (const ch_variant *)16 : NULL;
}

static ch_status decode(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return ch_decode(args->format, args->k, args->rows, args->w, args->y);
}

__attribute__((visibility("default"))) const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	static ch_provider provider = {
		.abi_version = CH_PROVIDER_ABI,
		.struct_size = sizeof(ch_provider),
		.name = "odd",
		.open = open_it,
		.close = close_it,
		.describe = describe,
		.variants = variants,
		.decode = decode,
	};

	(void)suite_abi;
	return &provider;
}
