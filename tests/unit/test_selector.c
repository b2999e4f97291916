/* SPDX-License-Identifier: Apache-2.0
 *
 * The selector's decision for every name of a list (F48, F53, F55), and the selectors broken on purpose (tests/faults: F24, F53, F55),
 * each of which must fail the check that is named for it. With --broken the second half alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "selector_checks.h"
#include "selector_names.h"

static const broken_selector *const broken[] = {
	&broken_more_waves_than_bound, &broken_waves_of_host,	      &broken_generic_without_row,
	&broken_tile_of_zero,	       &broken_row_of_another_format, &broken_width_without_tile,
	&broken_gate_by_prefix,	       &broken_gate_forgets,	      &broken_gate_for_all,
};

enum { BROKEN = sizeof(broken) / sizeof(broken[0]) };

static void the_selector_holds(void **state)
{
	static const selector own = {ch_kernel_choose, ch_kernel_plan};
	char words[CH_KERNEL_WORDS] = "";

	(void)state;
	for (int i = 0; i < selector_check_count; i++) {
		if (!selector_checks[i].holds(&own, words))
			fail_msg("%s: %s", selector_checks[i].name, words);
	}
}

static void each_broken_selector_is_caught(void **state)
{
	(void)state;
	for (int b = 0; b < BROKEN; b++) {
		bool caught = false;

		for (int i = 0; i < selector_check_count; i++) {
			char words[CH_KERNEL_WORDS] = "";

			if (strcmp(selector_checks[i].name, broken[b]->caught_by) != 0)
				continue;
			caught = !selector_checks[i].holds(&broken[b]->functions, words);
			print_message("%s: %s\n", broken[b]->name, words);
		}
		if (!caught)
			fail_msg("not caught: a selector that %s", broken[b]->name);
	}
}

/* The lists of selector_names.c are the table, no more and no less. */
static void the_table_is_what_was_listed(void **state)
{
	static const char *const qualified[] = {"gfx906", "gfx1100", "gfx1151", "gfx1201", "sm_90"};
	uint32_t count;
	const ch_architecture *rows = ch_architectures(&count);

	(void)state;
	assert_int_equal(count, selector_name_count);
	for (uint32_t i = 0; i < count; i++) {
		bool expected = false;

		for (size_t q = 0; q < sizeof(qualified) / sizeof(qualified[0]); q++)
			expected = expected || strcmp(rows[i].name, qualified[q]) == 0;
		assert_true(rows[i].wave_size == 64 ? selector_waves_of_64(rows[i].name)
						    : selector_waves_of_32(rows[i].name));
		assert_int_equal(rows[i].qualified, expected);
	}
}

static void feature_suffixes_are_read_whole(void **state)
{
	static const char *const good[] = {"gfx906:sramecc+:xnack-", "gfx906:xnack-", "gfx906:sramecc-", "gfx906",
					   "gfx906:xnack-:sramecc+"};
	static const char *const bad[] = {"gfx906:",
					  "gfx906:xnack",
					  "gfx906:xnack+x",
					  "gfx906:fast+",
					  "gfx906:xnack-:xnack-",
					  "gfx906::xnack-",
					  "gfx9060:sramecc+:xnack-",
					  "gfx90:6"};

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		assert_string_equal(ch_architecture_find(good[i])->name, "gfx906");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_null(ch_architecture_find(bad[i]));
	assert_non_null(ch_architecture_find("gfx1010:xnack+"));
	assert_null(ch_architecture_find("gfx1010:sramecc+"));
	assert_null(ch_architecture_find("gfx1151:xnack-"));
	assert_null(ch_architecture_find("sm_90:xnack-"));
}

/* "On wave64 the dispatcher takes the shuffle variant, and says so." */
static void a_swizzle_asked_for_on_wave64_is_replaced_and_said(void **state)
{
	ch_kernel_choice choice;

	(void)state;
	assert_int_equal(ch_kernel_choose("gfx906", CH_OP_MMVQ, CH_FP3, "fp3-lut-swz", 256, 1, 1, &choice), CH_OK);
	assert_string_equal(choice.row->variant.name, "fp3-lut");
	assert_non_null(strstr(choice.words, "fp3-lut runs instead"));
	assert_int_equal(ch_kernel_choose("gfx1100", CH_OP_MMVQ, CH_FP3, "fp3-lut-swz", 256, 1, 1, &choice), CH_OK);
	assert_string_equal(choice.row->variant.name, "fp3-lut-swz");
}

static void refusals_say_what_is_wrong(void **state)
{
	ch_kernel_choice choice;

	(void)state;
	assert_int_equal(ch_kernel_choose("gfx9060", CH_OP_MMVQ, CH_FP3, NULL, 256, 1, 1, &choice), CH_UNSUPPORTED);
	assert_non_null(strstr(choice.words, "gfx9060 is not known"));
	assert_int_equal(ch_kernel_choose("gfx906", CH_OP_MMVQ, CH_FP3, "fp2-base", 256, 1, 1, &choice),
			 CH_UNSUPPORTED);
	assert_non_null(strstr(choice.words, "fp2-base is no variant of mmvq for fp3"));
	assert_int_equal(ch_kernel_choose("gfx906", CH_OP_MMQ, CH_FP6, NULL, 256, 1, 9, &choice), CH_UNSUPPORTED);
	assert_non_null(strstr(choice.words, "no mmq kernel for fp6"));
	assert_int_equal(ch_kernel_choose("gfx906", CH_OP_MMVQ, CH_FP3, NULL, 40, 1, 1, &choice), CH_BAD_SHAPE);
	assert_null(choice.row);
	assert_int_equal(ch_kernel_choose("gfx\n906", CH_OP_MMVQ, CH_FP3, NULL, 256, 1, 1, &choice), CH_UNSUPPORTED);
	assert_null(strchr(choice.words, '\n'));
	assert_int_equal(ch_kernel_choose("gfx906", CH_OP_DECODE, CH_FP3, NULL, 256, 1, 1, &choice), CH_UNSUPPORTED);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest only_broken[] = {cmocka_unit_test(each_broken_selector_is_caught)};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_selector_holds),
		cmocka_unit_test(each_broken_selector_is_caught),
		cmocka_unit_test(the_table_is_what_was_listed),
		cmocka_unit_test(feature_suffixes_are_read_whole),
		cmocka_unit_test(a_swizzle_asked_for_on_wave64_is_replaced_and_said),
		cmocka_unit_test(refusals_say_what_is_wrong),
	};

	if (argc > 1 && strcmp(argv[1], "--broken") == 0)
		return cmocka_run_group_tests(only_broken, NULL, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
