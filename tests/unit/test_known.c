/* SPDX-License-Identifier: Apache-2.0
 *
 * The directory of known answers, where there is one (CHECKHIP_KNOWN_ANSWERS), and directories that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "vectors/complain.h"
#include "vectors/known.h"

struct tally {
	size_t passed, failed;
	char last[1024];
};

static void count_verdict(void *context, const char *name, const ch_verdict *verdict)
{
	struct tally *tally = context;

	if (verdict->result == CH_PASS) {
		tally->passed++;
		return;
	}
	tally->failed++;
	(void)snprintf(tally->last, sizeof(tally->last), "%s: %.900s", name, verdict->text);
}

static const char *known_answers(void)
{
	const char *dir = getenv("CHECKHIP_KNOWN_ANSWERS");

	if (!dir || !*dir)
		skip();
	return dir;
}

static void the_known_answers_hold(void **state)
{
	char error[CH_COMPLAINT] = "";
	ch_known *known = ch_known_open(known_answers(), error, sizeof(error));
	struct tally tally = {0};

	(void)state;
	if (!known)
		fail_msg("%s", error);
	ch_known_check_files(known, count_verdict, &tally);
	if (tally.failed)
		fail_msg("%zu failed, the last: %s", tally.failed, tally.last);
	/* sums; layout of 20; 4 scale tables; 2 device decodes; 6 formats x 5 shapes x 2 products; 2 x 5 x 2 for q8_0 */
	assert_int_equal(tally.passed, 1 + 20 + 4 + 2 + 60 + 20);
	ch_known_close(known);
}

static void the_known_answers_are_cases(void **state)
{
	char error[CH_COMPLAINT] = "";
	ch_known *known = ch_known_open(known_answers(), error, sizeof(error));
	ch_case_list list = {0};

	(void)state;
	if (!known)
		fail_msg("%s", error);
	assert_true(ch_known_cases(known, &list));
	/* 6 formats: 2 decodes, 3 quantizers, 5 shapes x (activations, 3 orders, double) */
	assert_int_equal(list.count, 6 * (2 + 3 + 5 * 5));
	for (size_t i = 0; i < list.count; i++) {
		const ch_case *one = &list.cases[i];

		assert_int_equal(strncmp(one->name, "known/", 6), 0);
		assert_int_equal(one->data, CH_DATA_GIVEN);
		assert_int_equal(one->given.expected_bytes % one->given.element_bytes, 0);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(one->name, list.cases[j].name);
	}
	ch_case_free(&list);
	ch_known_close(known);
}

static void what_is_no_directory_is_an_error(void **state)
{
	char error[CH_COMPLAINT] = "";

	(void)state;
	assert_null(ch_known_open("/nonexistent/known", error, sizeof(error)));
	assert_non_null(strstr(error, "/nonexistent/known"));
	assert_null(ch_known_open("/dev/null", error, sizeof(error)));
	assert_non_null(strstr(error, "/dev/null"));
}

static void an_empty_folder_is_an_error(void **state)
{
	char error[CH_COMPLAINT] = "";
	ch_folder folder = {0};

	(void)state;
	assert_null(ch_known_from_folder(&folder, error, sizeof(error)));
	assert_non_null(strstr(error, "nothing to judge"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_known_answers_hold),
		cmocka_unit_test(the_known_answers_are_cases),
		cmocka_unit_test(what_is_no_directory_is_an_error),
		cmocka_unit_test(an_empty_folder_is_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
