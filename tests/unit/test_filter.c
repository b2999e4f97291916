/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "suite/cases.h"

static const char name[] = "mmvq/fp3/fp3-lut/random/k4096-r64-c1-w4";

static void matches_anywhere_unless_whole(void **state)
{
	(void)state;
	assert_true(ch_filter_matches(NULL, name));
	assert_true(ch_filter_matches("", name));
	assert_true(ch_filter_matches("fp3-lut", name));
	assert_true(ch_filter_matches("mmvq*k4096", name));
	assert_true(ch_filter_matches("decode,mmvq", name));
	assert_true(ch_filter_matches("=mmvq/fp3/*", name));
	assert_true(ch_filter_matches("=mmvq/fp3/fp3-lut/random/k4096-r64-c1-w4", name));
	assert_false(ch_filter_matches("=mmvq/fp3", name));
	assert_false(ch_filter_matches("fp4", name));
	assert_false(ch_filter_matches("k4096*mmvq", name));
	assert_false(ch_filter_matches(",,", name));
	assert_false(ch_filter_matches("=", name));
	assert_true(ch_filter_matches("fp?/fp3-lut", name));
	assert_false(ch_filter_matches("=mmvq/fp3?", name));
}

/* A hostile filter must end soon and read nothing beyond itself. */
static void survives_long_filters(void **state)
{
	char long_word[5000];

	(void)state;
	memset(long_word, '*', sizeof(long_word) - 1);
	long_word[sizeof(long_word) - 1] = 0;
	assert_true(ch_filter_matches(long_word, name));
	memset(long_word, 'a', sizeof(long_word) - 1);
	assert_false(ch_filter_matches(long_word, name));
	assert_false(ch_filter_matches("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b",
				       "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matches_anywhere_unless_whole),
		cmocka_unit_test(survives_long_filters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
