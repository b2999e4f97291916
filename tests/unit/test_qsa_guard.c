/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-GUARD against a world made up: every named check must hold of the guard, and each guard broken on purpose (tests/faults, F48 to
 * F50) must fail the check that is named for it. With --broken the second half alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "guard_checks.h"

static const broken_guard *const broken[] = {
	&broken_prefix,	    &broken_suffix_refused,	 &broken_suffix_any,
	&broken_case_blind, &broken_any_value,		 &broken_blanks_trimmed,
	&broken_number,	    &broken_either_name,	 &broken_first_device,
	&broken_error_kept, &broken_one_for_all_threads, &broken_error_is_on,
};

enum { BROKEN = sizeof(broken) / sizeof(broken[0]) };

static void row_holds(void **state)
{
	assert_true(guard_row_holds(*state, &guard_world_calls));
}

static void check_holds(void **state)
{
	const guard_check *check = *state;

	assert_true(check->holds(&guard_world_calls));
}

/* A named check of the given calls: whether it is there, and whether it holds. */
static bool check_by_name(const char *name, const ch_qsa_guard_calls *calls, bool *holds)
{
	for (int i = 0; i < guard_row_count; i++) {
		if (strcmp(name, guard_rows[i].name) == 0) {
			*holds = guard_row_holds(&guard_rows[i], calls);
			return true;
		}
	}
	for (int i = 0; i < guard_check_count; i++) {
		if (strcmp(name, guard_checks[i].name) == 0) {
			*holds = guard_checks[i].holds(calls);
			return true;
		}
	}
	return false;
}

static void broken_guard_is_caught(void **state)
{
	const broken_guard *guard = *state;
	bool holds = true;

	assert_true(check_by_name(guard->caught_by, guard->calls, &holds)); /* a check renamed catches nothing */
	assert_false(holds);
}

int main(int argc, char **argv)
{
	const int room = guard_row_count + guard_check_count + BROKEN;
	struct CMUnitTest *tests = calloc((size_t)room, sizeof(*tests));
	bool only_broken = argc > 1 && strcmp(argv[1], "--broken") == 0;
	size_t count = 0;

	if (!tests)
		return 1;
	for (int i = 0; i < guard_row_count && !only_broken; i++)
		tests[count++] = (struct CMUnitTest){.name = guard_rows[i].name,
						     .test_func = row_holds,
						     .initial_state = (void *)(uintptr_t)&guard_rows[i]};
	for (int i = 0; i < guard_check_count && !only_broken; i++)
		tests[count++] = (struct CMUnitTest){.name = guard_checks[i].name,
						     .test_func = check_holds,
						     .initial_state = (void *)(uintptr_t)&guard_checks[i]};
	for (int i = 0; i < BROKEN; i++)
		tests[count++] = (struct CMUnitTest){.name = broken[i]->name,
						     .test_func = broken_guard_is_caught,
						     .initial_state = (void *)(uintptr_t)broken[i]};
	int failed = _cmocka_run_group_tests("qsa_guard", tests, count, NULL, NULL);

	free(tests);
	return failed;
}
