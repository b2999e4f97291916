/* SPDX-License-Identifier: Apache-2.0 */
#include "text/target_id.h"

#include <string.h>

static const char *const features[CH_TARGET_FEATURES] = {[CH_TARGET_SRAMECC] = "sramecc", [CH_TARGET_XNACK] = "xnack"};

enum { SRAMECC = 1u << CH_TARGET_SRAMECC, XNACK = 1u << CH_TARGET_XNACK };

/* "Target Properties" and "Supported Target Features" of LLVM's table of AMDGPU processors: those that have any. clang 19 takes the same
 * ones; gfx950 and gfx9-4-generic, which it does not know, are from the table alone. */
static const struct {
	char processor[16];
	unsigned features;
} processors[] = {
	{"gfx801", XNACK},	     {"gfx810", XNACK},		  {"gfx900", XNACK},
	{"gfx902", XNACK},	     {"gfx904", XNACK},		  {"gfx906", SRAMECC | XNACK},
	{"gfx908", SRAMECC | XNACK}, {"gfx909", XNACK},		  {"gfx90a", SRAMECC | XNACK},
	{"gfx90c", XNACK},	     {"gfx940", SRAMECC | XNACK}, {"gfx941", SRAMECC | XNACK},
	{"gfx942", SRAMECC | XNACK}, {"gfx950", SRAMECC | XNACK}, {"gfx9-generic", XNACK},
	{"gfx1010", XNACK},	     {"gfx1011", XNACK},	  {"gfx1012", XNACK},
	{"gfx1013", XNACK},	     {"gfx10-1-generic", XNACK},  {"gfx9-4-generic", SRAMECC | XNACK},
};

/* ":xnack+" at the start of text: its length, and the setting; 0 for anything else, and for a feature that was set before. */
static size_t take_feature(const char *text, size_t length, ch_target_id *id)
{
	for (int i = 0; i < CH_TARGET_FEATURES; i++) {
		const size_t name = strlen(features[i]);

		if (length < name + 2 || text[0] != ':' || memcmp(text + 1, features[i], name) != 0 || id->settings[i])
			continue;
		if (text[name + 1] != '+' && text[name + 1] != '-')
			return 0;
		id->settings[i] = text[name + 1];
		return name + 2;
	}
	return 0;
}

bool ch_target_id_parse(const char *text, size_t size, ch_target_id *id)
{
	const char *end = memchr(text, 0, size);
	const size_t length = end ? (size_t)(end - text) : size;
	size_t at = 0, taken;
	ch_target_id found = {.processor = ""};

	while (at < length && ((text[at] >= 'a' && text[at] <= 'z') || (text[at] >= '0' && text[at] <= '9') ||
			       text[at] == '-' || text[at] == '_'))
		at++;
	if (at == 0 || at >= sizeof(found.processor))
		return false;
	memcpy(found.processor, text, at);
	for (; at < length; at += taken) {
		taken = take_feature(text + at, length - at, &found);
		if (!taken)
			return false;
	}
	*id = found;
	return true;
}

bool ch_target_id_has_features(const ch_target_id *id)
{
	unsigned wanted = 0, has = 0;

	for (int i = 0; i < CH_TARGET_FEATURES; i++)
		wanted |= id->settings[i] ? 1u << i : 0;
	for (size_t i = 0; i < sizeof(processors) / sizeof(processors[0]); i++)
		if (strcmp(processors[i].processor, id->processor) == 0)
			has = processors[i].features;
	return (wanted & ~has) == 0;
}
