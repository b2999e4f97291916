/* SPDX-License-Identifier: Apache-2.0
 *
 * Patterns of filters, expectation files and bindings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "text/glob.h"

static const struct {
	const char *pattern, *text;
	bool whole, part;
} rows[] = {
	{"abc", "abc", true, true},
	{"abc", "abcd", false, true},
	{"abc", "xabc", false, true},
	{"abc", "ab", false, false},
	{"", "", true, true},
	{"", "a", false, true},
	{"a", "", false, false},
	{"a*c", "abbbc", true, true},
	{"a*c", "ac", true, true},
	{"a*c", "acd", false, true},
	{"*", "", true, true},
	{"a*b*c", "axxbyybzc", true, true},
	{"a*b*c", "axxbyybz", false, false},
	{"*b*b", "abab", true, true},
	{"*b*b", "aba", false, false},
	{"**a**", "xay", true, true},
	{"*ab*cd", "xabcab", false, false},
	{"aab", "aaab", false, true},
	{"a*ab", "xaacab", false, true},
	{"a?c", "abc", true, true},
	{"a?c", "ac", false, false},
	{"a?", "a", false, false},
	{"?", "ab", false, true},
	{"a\\*", "a*", true, true},
	{"a\\*", "ab", false, false},
	{"a\\?", "a?", true, true},
	{"a\\?", "ab", false, false},
	{"\\a", "a", true, true},
	{"\\\\", "\\", true, true},
	{"\\", "\\", true, true}, /* at the end it is itself */
};

static void rows_match(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const size_t length = strlen(rows[i].pattern);

		if (ch_glob_matches(rows[i].pattern, rows[i].text) != rows[i].whole ||
		    ch_glob_matches_part(rows[i].pattern, length, rows[i].text, true) != rows[i].whole)
			fail_msg("%s against %s", rows[i].pattern, rows[i].text);
		if (ch_glob_matches_part(rows[i].pattern, length, rows[i].text, false) != rows[i].part)
			fail_msg("%s against a part of %s", rows[i].pattern, rows[i].text);
	}
}

/* What stands behind the length is not read: here it would make the pattern match. */
static void a_pattern_ends_at_its_length(void **state)
{
	const char text[4] = {'a', 'b', '*', '*'};

	(void)state;
	assert_true(ch_glob_matches_part(text, 2, "ab", true));
	assert_false(ch_glob_matches_part(text, 2, "abc", true));
	assert_true(ch_glob_matches_part("a\\*", 2, "a\\", true)); /* the backslash is the last one that counts */
	assert_false(ch_glob_matches_part("a\\*", 2, "a*", true));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_match),
		cmocka_unit_test(a_pattern_ends_at_its_length),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
