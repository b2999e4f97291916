/* SPDX-License-Identifier: Apache-2.0
 *
 * Expectation files: whatever is accepted can be checked, and what is written of kernels with names of any kind is accepted again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/expect.h"
#include "fuzz.h"

static void inside(bool holds)
{
	if (!holds)
		abort();
}

static void line_take(void *context, const char *line)
{
	size_t *lines = context;
	inside(line[0] != 0 && !strchr(line, '\n'));
	(*lines)++;
}

static void kernels_check(const ch_expect *expect)
{
	static ch_audit_mnemonic read = {.name = "ds_read_b128", .other = "ds_load_b128"};
	static ch_audit_count counts[] = {{&read, 25, {1, 24}}};
	static char name[] = "a_kernel";
	const ch_audit_kernel kernels[] = {
		{.name = name,
		 .target = "gfx906",
		 .arch = "gfx906",
		 .known = 0xffff,
		 .disassembled = true,
		 .counts = counts,
		 .count_count = 1},
		{.name = name, .target = "gfx1151", .arch = "gfx1151"},
	};
	const ch_audit_kernel *list[] = {&kernels[0], &kernels[1]};
	const ch_expect_scope scope = {.kernels = list, .kernel_count = 2};
	ch_expect_result result = {0, 0};
	size_t lines = 0;
	ch_expect_check(expect, &scope, line_take, &lines, &result);
	inside(lines == result.failed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ch_expect expect;
	ch_gcn_error error = {""};
	if (ch_expect_parse("file", (const char *)data, size, &expect, &error)) {
		inside(strncmp(error.text, "file:", 5) == 0 && !expect.rules && !expect.sections && !expect.text);
		return 0;
	}
	inside(expect.rule_count > 0 && expect.section_count > 0);
	for (uint32_t i = 0; i < expect.section_count; i++) {
		const ch_expect_section *s = &expect.sections[i];
		inside(s->rule_count && s->first_rule + s->rule_count <= expect.rule_count && s->arch[0] &&
		       s->kernel[0]);
	}
	kernels_check(&expect);
	ch_expect_close(&expect);
	return 0;
}
