/* SPDX-License-Identifier: Apache-2.0
 *
 * The selector's decision for every name of a list (F48, F53, F55). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/dispatch.h"

/* Written out, not taken from the selector: a name that moves from one list to another must be moved here too. */
static const char *const waves_of_64[] = {"gfx900", "gfx902", "gfx904",	      "gfx906",	       "gfx908",
					  "gfx909", "gfx90a", "gfx90c",	      "gfx940",	       "gfx941",
					  "gfx942", "gfx950", "gfx9-generic", "gfx9-4-generic"};
static const char *const waves_of_32[] = {
	"gfx1010", "gfx1011", "gfx1012",	 "gfx1013",	    "gfx1030",	     "gfx1031",	      "gfx1032",
	"gfx1033", "gfx1034", "gfx1035",	 "gfx1036",	    "gfx1100",	     "gfx1101",	      "gfx1102",
	"gfx1103", "gfx1150", "gfx1151",	 "gfx1152",	    "gfx1153",	     "gfx1200",	      "gfx1201",
	"sm_75",   "sm_80",   "sm_86",		 "sm_87",	    "sm_89",	     "sm_90",	      "sm_100",
	"sm_103",  "sm_120",  "gfx10-1-generic", "gfx10-3-generic", "gfx11-generic", "gfx12-generic",
};
static const char *const qualified[] = {"gfx906", "gfx1100", "gfx1151", "gfx1201", "sm_90"};

static bool listed(const char *name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(list[i], name) == 0)
			return true;
	}
	return false;
}
#define LISTED(name, list) listed(name, list, sizeof(list) / sizeof(list[0]))

static bool has_mmq(ch_format format)
{
	return format == CH_FP2 || format == CH_FP3 || format == CH_FP4_FAST;
}

/* Every format and width on one name: a row that can be launched there, or a refusal in words. */
static void sweep_name(const char *name)
{
	bool known = LISTED(name, waves_of_64) || LISTED(name, waves_of_32);
	uint32_t wave = LISTED(name, waves_of_64) ? 64 : 32;

	for (int format = 0; format < CH_FORMAT_COUNT; format++) {
		for (int64_t ncols = 1; ncols <= 129; ncols++) {
			ch_op op = ncols <= 8 ? CH_OP_MMVQ : CH_OP_MMQ;
			bool expected = known && ncols <= 128 && (op == CH_OP_MMVQ || has_mmq((ch_format)format));
			ch_kernel_choice choice;
			ch_kernel_launch launch;
			char words[CH_KERNEL_WORDS];
			ch_status status =
				ch_kernel_choose(name, op, (ch_format)format, NULL, 4096, 257, ncols, &choice);

			assert_true(strlen(choice.words) > 10);
			if (!expected) {
				assert_int_equal(status, CH_UNSUPPORTED);
				assert_null(choice.row);
				continue;
			}
			assert_int_equal(status, CH_OK);
			assert_int_equal(choice.wave_size, wave);
			assert_true(choice.row->wave_sizes & wave);
			assert_int_equal(choice.row->variant.op, op);
			assert_true(choice.row->variant.formats & 1u << format);
			assert_int_equal(ch_kernel_plan(choice.row, wave, 0, 4096, 257, ncols, &launch, words), CH_OK);
			assert_true(launch.threads > 0 && launch.threads % wave == 0 && launch.threads <= 8 * wave);
			assert_true(launch.grid[0] > 0);
		}
	}
}

/* gfx900 .. gfx1250 by number and by the letters that stepping digits go on with, every generic target, and more. */
static void every_name_has_a_decision(void **state)
{
	static const char *const others[] = {"gfx9-generic",
					     "gfx9-4-generic",
					     "gfx10-1-generic",
					     "gfx10-3-generic",
					     "gfx11-generic",
					     "gfx12-generic",
					     "gfx11-7-generic",
					     "gfx12-5-generic",
					     "gfx90a",
					     "gfx90c",
					     "gfx94f",
					     "gfx90b",
					     "gfx103a",
					     "gfx115a",
					     "sm_60",
					     "sm_75",
					     "sm_80",
					     "sm_86",
					     "sm_87",
					     "sm_89",
					     "sm_90",
					     "sm_90a",
					     "sm_100",
					     "sm_103",
					     "sm_120",
					     "sm_9",
					     "sm_900",
					     "",
					     "gfx",
					     "gfx9",
					     "gfx11",
					     "GFX906",
					     " gfx906",
					     "gfx906 ",
					     "gfx9060",
					     "gfx906x",
					     "amdgcn--gfx906",
					     "gfx10-generic",
					     "generic"};

	(void)state;
	for (int number = 900; number <= 1250; number++) {
		char name[16];

		snprintf(name, sizeof(name), "gfx%d", number);
		sweep_name(name);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		sweep_name(others[i]);
}

/* The lists above are the table, no more and no less. */
static void the_table_is_what_was_listed(void **state)
{
	uint32_t count;
	const ch_architecture *rows = ch_architectures(&count);

	(void)state;
	assert_int_equal(count,
			 sizeof(waves_of_64) / sizeof(waves_of_64[0]) + sizeof(waves_of_32) / sizeof(waves_of_32[0]));
	for (uint32_t i = 0; i < count; i++) {
		assert_true(rows[i].wave_size == 64 ? LISTED(rows[i].name, waves_of_64)
						    : LISTED(rows[i].name, waves_of_32));
		assert_int_equal(rows[i].qualified, LISTED(rows[i].name, qualified));
	}
}

/* F55: the rungs that were qualified on an architecture are its own choice there, and nowhere else. */
static void only_the_qualified_get_the_fast_rungs(void **state)
{
	static const struct {
		const char *architecture;
		const char *fp3, *fp2;
	} expected[] = {
		{"gfx1151", "fp3-vdr4", "fp2-2chain-swz"}, {"gfx1150", "fp3-lut", "fp2-base"},
		{"gfx1152", "fp3-lut", "fp2-base"},	   {"gfx1153", "fp3-lut", "fp2-base"},
		{"gfx1100", "fp3-vdr4", "fp2-2chain-swz"}, {"gfx1101", "fp3-lut", "fp2-base"},
		{"gfx1201", "fp3-vdr4", "fp2-2chain-swz"}, {"gfx1200", "fp3-lut", "fp2-base"},
		{"gfx11-generic", "fp3-lut", "fp2-base"},  {"gfx906", "fp3-lut", "fp2-base"},
		{"gfx90a", "fp3-lut", "fp2-base"},	   {"sm_90", "fp3-wide", "fp2-wide"},
		{"sm_89", "fp3-lut", "fp2-base"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
		ch_kernel_choice choice;

		assert_int_equal(
			ch_kernel_choose(expected[i].architecture, CH_OP_MMVQ, CH_FP3, NULL, 256, 1, 1, &choice),
			CH_OK);
		assert_string_equal(choice.row->variant.name, expected[i].fp3);
		assert_int_equal(
			ch_kernel_choose(expected[i].architecture, CH_OP_MMVQ, CH_FP2, NULL, 256, 1, 1, &choice),
			CH_OK);
		assert_string_equal(choice.row->variant.name, expected[i].fp2);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_name_has_a_decision),
		cmocka_unit_test(the_table_is_what_was_listed),
		cmocka_unit_test(only_the_qualified_get_the_fast_rungs),
		cmocka_unit_test(feature_suffixes_are_read_whole),
		cmocka_unit_test(a_swizzle_asked_for_on_wave64_is_replaced_and_said),
		cmocka_unit_test(refusals_say_what_is_wrong),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
