/* SPDX-License-Identifier: Apache-2.0
 *
 * Target names: "gfx906:sramecc+:xnack-". */
#include "gcn/object.h"

#include <stdio.h>
#include <string.h>

static bool arch_character(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

/* "xnack+" or "sramecc-": one setting after a colon, `length` characters. */
static bool setting_parse(const char *text, size_t length, ch_gcn_target *target)
{
	static const char *const names[] = {"xnack", "sramecc"};
	ch_gcn_setting *const settings[] = {&target->xnack, &target->sramecc};

	for (size_t i = 0; i < 2; i++) {
		size_t n = strlen(names[i]);
		if (length != n + 1 || memcmp(text, names[i], n) != 0 || *settings[i] != CH_GCN_ANY)
			continue;
		if (text[n] != '+' && text[n] != '-')
			return false;
		*settings[i] = text[n] == '+' ? CH_GCN_PLUS : CH_GCN_MINUS;
		return true;
	}
	return false;
}

bool ch_gcn_target_parse(const char *text, ch_gcn_target *target)
{
	/* The triple may itself hold "gfx" nowhere; its last part ends with "--" or, from clang 17 on, "-unknown-". */
	const char *start = text;
	for (const char *at = strstr(text, "-gfx"); at; at = strstr(at + 1, "-gfx"))
		start = at + 1;
	ch_gcn_target found = {{0}, CH_GCN_ANY, CH_GCN_ANY};
	if (strncmp(start, "gfx", 3) != 0)
		return false;
	size_t length = 0;
	while (arch_character(start[length]))
		length++;
	if (length <= 3 || length >= sizeof found.arch)
		return false;
	memcpy(found.arch, start, length);
	const char *rest = start + length;
	while (*rest == ':') {
		size_t n = strcspn(rest + 1, ":");
		if (!setting_parse(rest + 1, n, &found))
			return false;
		rest += n + 1;
	}
	if (*rest)
		return false;
	*target = found;
	return true;
}

bool ch_gcn_target_fits(const ch_gcn_target *object, const ch_gcn_target *device)
{
	if (strcmp(object->arch, device->arch) != 0)
		return false;
	if (object->xnack != CH_GCN_ANY && device->xnack != CH_GCN_ANY && object->xnack != device->xnack)
		return false;
	return object->sramecc == CH_GCN_ANY || device->sramecc == CH_GCN_ANY || object->sramecc == device->sramecc;
}

void ch_gcn_target_format(const ch_gcn_target *target, char *text, size_t size)
{
	static const char *const sramecc[] = {"", ":sramecc-", ":sramecc+"};
	static const char *const xnack[] = {"", ":xnack-", ":xnack+"};
	snprintf(text, size, "%s%s%s", target->arch, sramecc[target->sramecc], xnack[target->xnack]);
}
