/* SPDX-License-Identifier: Apache-2.0 */
#include "golden/trouble.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "golden/bytes.h"

/* 0 to 3 are the codes of every subcommand; a server's troubles begin at 10 so that they meet neither these nor CTest's 77 */
static const ch_trouble_info infos[CH_TROUBLE_COUNT] = {
	[CH_TROUBLE_NONE] = {"none", 0},
	[CH_TROUBLE_USAGE] = {"wrong-use", 2},
	[CH_TROUBLE_FILE] = {"file", 4},
	[CH_TROUBLE_SUITE] = {"bad-suite", 5},
	[CH_TROUBLE_BUSY] = {"busy", 6},
	[CH_TROUBLE_MEMORY] = {"out-of-memory", 7},
	[CH_TROUBLE_UNREACHABLE] = {"unreachable", 3},
	[CH_TROUBLE_UNAUTHORIZED] = {"unauthorized", 10},
	[CH_TROUBLE_RATE_LIMIT] = {"rate-limit", 11},
	[CH_TROUBLE_SERVER] = {"server-failed", 12},
	[CH_TROUBLE_TIME_OUT] = {"time-out", 13},
	[CH_TROUBLE_CUT] = {"cut", 14},
	[CH_TROUBLE_BAD_JSON] = {"bad-json", 15},
	[CH_TROUBLE_CONTENT_TYPE] = {"content-type", 16},
	[CH_TROUBLE_REDIRECT] = {"redirect", 17},
	[CH_TROUBLE_TOO_LARGE] = {"too-large", 18},
	[CH_TROUBLE_REFUSED] = {"refused", 19},
	[CH_TROUBLE_NUL] = {"nul", 20},
	[CH_TROUBLE_KEY] = {"key-echoed", 21},
	[CH_TROUBLE_START] = {"start", 22},
	[CH_TROUBLE_INTERRUPTED] = {"interrupted", 130},
};

const ch_trouble_info *ch_trouble_get(ch_trouble_kind kind)
{
	return &infos[(unsigned)kind < CH_TROUBLE_COUNT ? kind : CH_TROUBLE_NONE];
}

bool ch_trouble_set(ch_trouble *trouble, ch_trouble_kind kind, const char *format, ...)
{
	char raw[sizeof(trouble->text)];
	size_t used = 0;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(raw, sizeof(raw), format, arguments);
	va_end(arguments);
	trouble->kind = kind;
	for (const char *c = raw; *c && used + 5 < sizeof(trouble->text);) {
		size_t length = ch_utf8_length(c, strlen(c));

		if (!length || (unsigned char)*c < 0x20 || *c == 0x7f) {
			used += (size_t)snprintf(trouble->text + used, 5, "\\x%02x", (unsigned)(unsigned char)*c++);
			continue;
		}
		memcpy(trouble->text + used, c, length);
		used += length;
		c += length;
	}
	trouble->text[used] = '\0';
	return false;
}
