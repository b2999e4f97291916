/* SPDX-License-Identifier: Apache-2.0
 *
 * What an operation of several launches says of its instructions: never "every one exact" where one launch was not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "providers/gcn_run.h"

#define EXACT "every instruction exact"
#define DIVIDED EXACT " (IEEE divisions included)"
#define ROUGH "approximate on silicon: v_exp_f32 12"

static void claims_what_holds_of_all_launches(void **state)
{
	static const struct {
		const char *before, *launches[3], *note;
	} rows[] = {
		{"", {EXACT}, EXACT},
		{"", {EXACT, EXACT}, EXACT},
		{"", {EXACT, DIVIDED}, DIVIDED},
		{"", {DIVIDED, EXACT}, DIVIDED},
		{"", {EXACT, ROUGH}, ROUGH},
		{"", {ROUGH, EXACT}, ROUGH},
		{"", {EXACT, ROUGH, DIVIDED}, ROUGH},
		{"swizzle off", {EXACT, DIVIDED}, "swizzle off; " DIVIDED},
		{"swizzle off", {DIVIDED, ROUGH}, "swizzle off; " ROUGH},
		{EXACT "; 3 misaligned accesses", {NULL}, EXACT "; 3 misaligned accesses"},
		{EXACT "; 3 misaligned accesses", {ROUGH}, "3 misaligned accesses; " ROUGH},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ch_outcome outcome = {.struct_size = sizeof(outcome)};
		bool all_exact = true;

		snprintf(outcome.note, sizeof(outcome.note), "%s", rows[i].before);
		for (int n = 0; n < 3 && rows[i].launches[n]; n++) {
			const bool exact = strcmp(rows[i].launches[n], ROUGH) != 0;

			all_exact = all_exact && exact;
			ch_gcn_run_note_fidelity(&outcome, rows[i].launches[n], exact, all_exact);
		}
		assert_string_equal(outcome.note, rows[i].note);
	}
}

/* A note that has no room left is cut, not overrun. */
static void keeps_to_its_room(void **state)
{
	ch_outcome outcome = {.struct_size = sizeof(outcome)};

	(void)state;
	memset(outcome.note, 'x', sizeof(outcome.note) - 5);
	ch_gcn_run_note_fidelity(&outcome, ROUGH, false, false);
	assert_int_equal(strlen(outcome.note), sizeof(outcome.note) - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(claims_what_holds_of_all_launches),
		cmocka_unit_test(keeps_to_its_room),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
