/* SPDX-License-Identifier: Apache-2.0
 *
 * Expressions of binding files: their values, and which words refuse a wrong one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "binding/bound.h"

static const struct {
	const char *text;
	int64_t value; /* at k 288, rows 7, ncols 3, wave 32 */
} values[] = {
	{"1 + 2 * 3", 7},
	{"(1 + 2) * 3", 9},
	{"10 - 3 - 2", 5},
	{"100 / 7 / 2", 7},
	{"-7 / 2", -3},
	{"-7 % 4", -3},
	{"--7", 7},
	{"0x10 + 0", 16},
	{"!rows + !0", 1},
	{"k / 32 == blocks", 1},
	{"rows < 7 || rows <= 7 && ncols != 3", 0},
	{"1 || 1 / 0", 1},
	{"0 && 1 / 0", 0},
	{"ncols > 4 ? 1 / 0 : ncols >= 3 ? 5 : 6", 5},
	{"min(rows, ncols) + max(rows, ncols) * 10", 73},
	{"ceil_div(rows, 2) * 100 + round_up(rows, 4)", 408},
	{"9223372036854775807", INT64_MAX},
	{"-9223372036854775807 - 1", INT64_MIN},
	{"w_bytes", 7 * 9 * 14},
	{"x_bytes", 3 * 9 * 36},
	{"y_bytes", 7 * 3 * 4},
	{"block_bytes * 1000 + wave", 14032},
};

/* A file whose grid's x is the expression; *line has the line of it. */
static void file_with(const char *before, const char *expression, char *text, size_t size)
{
	snprintf(text, size,
		 "checkhip-binding 1\n%s\nkernel e\nop mmvq\nformat fp3\nsymbol s\nncols 1 8\nblock 1\narg 0 ptr w\n"
		 "arg 8 ptr x_q8_1\narg 16 ptr y\narg 24 i64 %s\nend\n",
		 before, expression);
	char *grid = strstr(text, "block 1");
	memmove(grid + 7, grid, strlen(grid) + 1);
	memcpy(grid, "grid 1\n", 7);
}

static ch_status evaluate(const char *before, const char *expression, int64_t *value, ch_gcn_error *error)
{
	static char text[65536];
	ch_binding binding;
	ch_binding_scope scope;

	file_with(before, expression, text, sizeof(text));
	ch_status status = ch_binding_parse("b", text, strlen(text), &binding, error);
	if (status)
		return status;
	ch_binding_scope_fill(&binding, &binding.kernels[0], CH_FP3, 32, 0, 288, 7, 3, &scope);
	status = ch_binding_evaluate(&scope, binding.kernels[0].args[3].value, value, error);
	ch_binding_close(&binding);
	return status;
}

static void expressions_have_their_values(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		ch_gcn_error error = {""};
		int64_t value = 0;

		if (evaluate("", values[i].text, &value, &error) != CH_OK || value != values[i].value)
			fail_msg("%s: %lld, expected %lld %s", values[i].text, (long long)value,
				 (long long)values[i].value, error.text);
	}
}

static const struct {
	const char *before, *text, *words;
} wrong_values[] = {
	{"", "1 / (rows - 7)", "b:13: a division by zero, at k 288, rows 7, ncols 3"},
	{"", "1 % (rows - 7)", "b:13: a division by zero"},
	{"", "ceil_div(1, 0)", "b:13: a division by zero"},
	{"let a = 1 / (ncols - 3)", "rows + a", "b:2: a division by zero"},
	{"", "9223372036854775807 + ncols", "b:13: an overflow of 64 bits"},
	{"", "-9223372036854775807 - ncols", "b:13: an overflow"},
	{"", "9223372036854775807 * ncols", "b:13: an overflow"},
	{"", "(-9223372036854775807 - 1) / -1", "b:13: an overflow"},
	{"", "-(-9223372036854775807 - 1)", "b:13: an overflow"},
	{"", "round_up(9223372036854775807, 2)", "b:13: an overflow"},
	{"", "ceil_div(-3, 2)", "b:13: ceil_div or round_up of a negative"},
	{"", "1 +", "b:13: expected a number, a name or '('"},
	{"", "1 2", "b:13: expected the end of the line, found '2'"},
	{"", "1 < 2 < 3", "b:13: two comparisons in a row"},
	{"", "min(1)", "b:13: min takes two values: expected ','"},
	{"", "min 1", "b:13: expected '(' behind min"},
	{"", "(1", "b:13: expected ')'"},
	{"", "1 ? 2", "b:13: expected ':'"},
	{"", "columns", "b:13: 'columns' is no name: k, rows, ncols"},
	{"", "017", "b:13: expected a number"},
	{"", "12x", "b:13: expected a number, found '12x'"},
	{"", "0x", "b:13: expected a number, found '0x'"},
	{"", "9223372036854775808", "b:13: a number of at most 9223372036854775807"},
	{"", "1.5", "b:13: expected the end of the line"},
	{"", "waves", "b:13: 'waves' means nothing without a line 'waves'"},
	{"let a = a", "1", "b:2: 'a' is no name"},
	{"let k = 1", "1", "b:2: the name 'k' is taken"},
	{"let min = 1", "1", "b:2: the name 'min' is taken"},
	{"let 2a = 1", "1", "b:2: a name is letters"},
	{"let a 1", "1", "b:2: expected '=' behind 'let a'"},
};

static void wrong_expressions_are_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(wrong_values) / sizeof(wrong_values[0]); i++) {
		ch_gcn_error error = {""};
		int64_t value;

		if (evaluate(wrong_values[i].before, wrong_values[i].text, &value, &error) == CH_OK ||
		    !strstr(error.text, wrong_values[i].words))
			fail_msg("%s: '%s' does not say '%s'", wrong_values[i].text, error.text, wrong_values[i].words);
	}
}

static void depth_is_limited(void **state)
{
	static char deep[8192], chain[32768];
	ch_gcn_error error;
	int64_t value;

	(void)state;
	memset(deep, '(', 4000);
	strcpy(deep + 4000, "1");
	assert_int_not_equal(evaluate("", deep, &value, &error), CH_OK);
	assert_non_null(strstr(error.text, "deeper than"));
	memset(deep, '-', 4000);
	assert_int_not_equal(evaluate("", deep, &value, &error), CH_OK);
	assert_non_null(strstr(error.text, "deeper than"));
	deep[0] = 0;
	for (int i = 0; i < 200; i++)
		strcat(deep, "1 + ");
	strcat(deep, "1");
	assert_int_not_equal(evaluate("", deep, &value, &error), CH_OK);
	assert_non_null(strstr(error.text, "deeper than"));

	/* each is twice the one before: as a tree it has 2^40 leaves, computed once each it has 40 */
	strcpy(chain, "let a0 = 1\n");
	for (int i = 1; i <= 40; i++)
		snprintf(chain + strlen(chain), sizeof(chain) - strlen(chain), "let a%d = a%d + a%d\n", i, i - 1,
			 i - 1);
	assert_int_equal(evaluate(chain, "a40", &value, &error), CH_OK);
	assert_int_equal(value, (int64_t)1 << 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(expressions_have_their_values),
		cmocka_unit_test(wrong_expressions_are_refused),
		cmocka_unit_test(depth_is_limited),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
