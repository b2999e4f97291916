/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "providers/providers.h"

enum { PROVIDER_ROOM = 16 };

static const ch_provider *registered[PROVIDER_ROOM];
static uint32_t registered_count;

bool ch_provider_register(const ch_provider *provider)
{
	if (registered_count == PROVIDER_ROOM || ch_provider_fault(provider))
		return false;
	registered[registered_count++] = provider;
	return true;
}

const ch_provider *ch_provider_at(uint32_t index)
{
	if (index == 0)
		return ch_provider_reference();
	return index <= registered_count ? registered[index - 1] : NULL;
}

const ch_provider *ch_provider_find(const char *spec, const char **argument, char *message, size_t size)
{
	size_t name_length = strcspn(spec, ":");
	const char *rest = spec[name_length] ? spec + name_length + 1 : "";

	if (strncmp(spec, "plugin", name_length) == 0 && name_length == strlen("plugin"))
		return ch_plugin_load(rest, argument, message, size);
	*argument = rest;
	for (uint32_t i = 0; ch_provider_at(i); i++) {
		const ch_provider *provider = ch_provider_at(i);

		if (strlen(provider->name) == name_length && strncmp(provider->name, spec, name_length) == 0)
			return provider;
	}
	snprintf(message, size, "no provider '%.*s' in this build; `checkhip list --providers` shows them",
		 (int)(name_length > 60 ? 60 : name_length), spec);
	return NULL;
}

const char *ch_provider_fault(const ch_provider *provider)
{
	if (!provider)
		return "the entry point returned NULL: it does not suit this suite's ABI version";
	if (provider->abi_version != CH_PROVIDER_ABI)
		return "its abi_version is not the suite's CH_PROVIDER_ABI (1)";
	if (provider->struct_size < offsetof(ch_provider, decode))
		return "its struct_size is too small to hold open, close, describe and variants";
	if (!provider->name || !*provider->name)
		return "it has no name";
	if (!provider->open || !provider->close)
		return "its open or close function is NULL";
	return NULL;
}

bool ch_provider_has(const ch_provider *provider, ch_op op)
{
	/* one row an operation: where its function lies in the table, so that an older, shorter table is not read past */
	static const size_t offsets[CH_OP_COUNT] = {
		[CH_OP_DECODE] = offsetof(ch_provider, decode),
		[CH_OP_VALIDATE] = offsetof(ch_provider, validate),
		[CH_OP_QUANTIZE] = offsetof(ch_provider, quantize),
		[CH_OP_QUANTIZE_Q8_1] = offsetof(ch_provider, quantize_q8_1),
		[CH_OP_QUANTIZE_CELLS] = offsetof(ch_provider, quantize_cells),
		[CH_OP_MMVQ] = offsetof(ch_provider, mmvq),
		[CH_OP_MMQ] = offsetof(ch_provider, mmq),
		[CH_OP_QSA] = offsetof(ch_provider, qsa),
	};
	void (*function)(void);

	if ((unsigned)op >= CH_OP_COUNT || provider->struct_size < offsets[op] + sizeof(function))
		return false;
	memcpy(&function, (const char *)provider + offsets[op], sizeof(function));
	return function != NULL;
}
