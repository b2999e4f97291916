/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/expect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *ch_expect_order_text(ch_expect_order order)
{
	static const char *const texts[CH_ORDER_COUNT] = {"=", "!=", "<", "<=", ">", ">="};
	return texts[order];
}

bool ch_expect_holds(int64_t found, ch_expect_order order, int64_t expected)
{
	switch (order) {
	case CH_IS:
		return found == expected;
	case CH_IS_NOT:
		return found != expected;
	case CH_LESS:
		return found < expected;
	case CH_AT_MOST:
		return found <= expected;
	case CH_MORE:
		return found > expected;
	case CH_AT_LEAST:
		return found >= expected;
	case CH_ORDER_COUNT:
		break;
	}
	return false;
}

static ch_status file_parse(FILE *file, const char *path, ch_expect *expect, ch_gcn_error *error)
{
	char *text = malloc((size_t)CH_EXPECT_MAX_BYTES + 1);
	if (!text) {
		snprintf(error->text, sizeof error->text, "%.180s: no memory", path);
		return CH_OUT_OF_MEMORY;
	}
	const size_t size = fread(text, 1, (size_t)CH_EXPECT_MAX_BYTES + 1, file);
	ch_status status = CH_OK;
	if (ferror(file)) {
		snprintf(error->text, sizeof error->text, "%.180s: %s", path, strerror(errno));
		status = CH_FAILED;
	} else {
		status = ch_expect_parse(path, text, size, expect, error);
	}
	free(text);
	return status;
}

ch_status ch_expect_load(const char *path, ch_expect *expect, ch_gcn_error *error)
{
	*expect = (ch_expect){.name = NULL};
	FILE *file = fopen(path, "rbe");
	if (!file) {
		snprintf(error->text, sizeof error->text, "%.180s: %s", path, strerror(errno));
		return CH_FAILED;
	}
	const ch_status status = file_parse(file, path, expect, error);
	fclose(file);
	return status;
}

void ch_expect_close(ch_expect *expect)
{
	free(expect->name);
	free(expect->text);
	free(expect->sections);
	for (uint32_t i = 0; i < expect->rule_count; i++)
		free((void *)(uintptr_t)expect->rules[i].text);
	free(expect->rules);
	*expect = (ch_expect){.name = NULL};
}
