/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "suite/report.h"

static const ch_verdict passed = {.result = CH_PASS, .over_bound = 0.25, .power = -1, .over_row = 3, .over_col = 1};
static const ch_verdict failed = {.result = CH_FAIL,
				  .clause = "SCALE-SPLIT",
				  .text = "row 1 \"x\"",
				  .explains = "halves",
				  .over_bound = INFINITY,
				  .power = -1};
static const ch_verdict skipped = {.result = CH_SKIP, .text = "no device", .over_bound = -1, .power = -1};

/* Reports the verdicts and gives the text and what the run amounts to. */
static char *report(ch_report_style style, const ch_verdict *const *verdicts, size_t count, ch_result *result)
{
	const ch_report_options options = {style, false, "p", "a provider", "checkhip run --provider p", "words"};
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	ch_report *one = ch_report_begin(out, &options);

	for (size_t i = 0; i < count; i++)
		ch_report_verdict(one, "mmvq/fp3/random/k32", verdicts[i]);
	*result = ch_report_end(one, false);
	ch_report_free(one);
	fclose(out);
	return text;
}

static void nothing_checked_is_a_failure(void **state)
{
	const ch_verdict *const only_skipped[] = {&skipped, &skipped};
	ch_result result;
	char *text = report(CH_REPORT_TEXT, NULL, 0, &result);

	(void)state;
	assert_int_equal(result, CH_FAIL);
	assert_non_null(strstr(text, "nothing was checked"));
	free(text);
	text = report(CH_REPORT_TEXT, only_skipped, 2, &result);
	assert_int_equal(result, CH_FAIL);
	assert_non_null(strstr(text, "skipped 2: no device"));
	free(text);
}

static void a_pass_needs_a_pass_and_no_failure(void **state)
{
	const ch_verdict *const good[] = {&passed, &skipped}, *const bad[] = {&passed, &failed};
	ch_result result;

	(void)state;
	free(report(CH_REPORT_TEXT, good, 2, &result));
	assert_int_equal(result, CH_PASS);
	free(report(CH_REPORT_TEXT, bad, 2, &result));
	assert_int_equal(result, CH_FAIL);
}

static void every_style_says_what_failed(void **state)
{
	const ch_verdict *const all[] = {&passed, &failed, &skipped};
	ch_result result;

	(void)state;
	for (int style = CH_REPORT_TEXT; style <= CH_REPORT_MARKDOWN; style++) {
		char *text = report((ch_report_style)style, all, 3, &result);

		assert_non_null(strstr(text, "SCALE-SPLIT"));
		assert_non_null(strstr(text, "halves"));
		assert_non_null(strstr(text, "checkhip run --provider p --filter '=mmvq/fp3/random/k32'"));
		free(text);
	}
}

static void json_strings_are_json(void **state)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	ch_json_string(out, "a\"b\\c\n\x01\xc3\xa9\xff\xe2\x82\xf0\x9f\x8c\x8d\xed\xa0\x80");
	fclose(out);
	assert_string_equal(
		text,
		"\"a\\\"b\\\\c\\u000a\\u0001\xc3\xa9\\ufffd\\ufffd\\ufffd\xf0\x9f\x8c\x8d\\ufffd\\ufffd\\ufffd\"");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_checked_is_a_failure),
		cmocka_unit_test(a_pass_needs_a_pass_and_no_failure),
		cmocka_unit_test(every_style_says_what_failed),
		cmocka_unit_test(json_strings_are_json),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
