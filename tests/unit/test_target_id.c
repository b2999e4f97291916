/* SPDX-License-Identifier: Apache-2.0
 *
 * F48: names of processors with their features, by LLVM's rules. What clang 19 takes or refuses for -mcpu is the model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "text/target_id.h"

static void names_are_read(void **state)
{
	static const struct {
		const char *text, *processor;
		char sramecc, xnack;
	} rows[] = {
		{"gfx906", "gfx906", 0, 0},
		{"gfx906:sramecc+", "gfx906", '+', 0},
		{"gfx906:xnack-", "gfx906", 0, '-'},
		{"gfx906:sramecc+:xnack-", "gfx906", '+', '-'},
		{"gfx906:xnack-:sramecc+", "gfx906", '+', '-'}, /* any order; the canonical one is by the alphabet */
		{"gfx9-4-generic:sramecc-", "gfx9-4-generic", '-', 0},
		{"sm_90", "sm_90", 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ch_target_id id;

		if (!ch_target_id_parse(rows[i].text, strlen(rows[i].text) + 1, &id))
			fail_msg("%s was refused", rows[i].text);
		assert_string_equal(id.processor, rows[i].processor);
		assert_int_equal(id.settings[CH_TARGET_SRAMECC], rows[i].sramecc);
		assert_int_equal(id.settings[CH_TARGET_XNACK], rows[i].xnack);
	}
}

static void other_names_are_refused(void **state)
{
	static const char *const texts[] = {
		"",
		":xnack+",
		"gfx906:",
		"gfx906::",
		"gfx906:xnack",
		"gfx906:+",
		"gfx906:xnack=",
		"gfx906:xnack++",
		"gfx906:xnack+:",
		"gfx906::xnack+",
		"gfx906:xnack+sramecc+",
		"gfx906:xnack+:xnack+",
		"gfx906:sramecc+:xnack-:sramecc-",
		"gfx906:tgsplit+",
		"gfx906:XNACK+",
		"gfx906:xnack+ ",
		"gfx906 ",
		" gfx906",
		"GFX906",
		"gfx906+",
		"gfx00000000000000000000000000000",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		ch_target_id id = {.processor = "kept"};

		if (ch_target_id_parse(texts[i], strlen(texts[i]) + 1, &id))
			fail_msg("'%s' was taken for %s", texts[i], id.processor);
		assert_string_equal(id.processor, "kept");
	}
}

/* A field of a device's properties need not have an end. */
static void nothing_behind_the_size_is_read(void **state)
{
	ch_target_id id;

	(void)state;
	assert_true(ch_target_id_parse("gfx906:xnack+:bad", 13, &id));
	assert_int_equal(id.settings[CH_TARGET_XNACK], '+');
	assert_false(ch_target_id_parse("gfx906:xnack+", 12, &id));
	assert_true(ch_target_id_parse("gfx906", 5, &id));
	assert_string_equal(id.processor, "gfx90");
	assert_false(ch_target_id_parse("gfx906", 0, &id));
}

static void features_belong_to_processors(void **state)
{
	static const struct {
		const char *text;
		bool has;
	} rows[] = {
		{"gfx906:sramecc+:xnack-", true},  {"gfx900:xnack+", true},    {"gfx900:sramecc+", false},
		{"gfx90a:sramecc-:xnack+", true},  {"gfx90c:sramecc+", false}, {"gfx1010:xnack+", true},
		{"gfx1010:sramecc+", false},	   {"gfx1030:xnack+", false},  {"gfx1100:xnack+", false},
		{"gfx1151:sramecc+", false},	   {"gfx1151", true},	       {"gfx9-generic:xnack-", true},
		{"gfx11-generic:xnack-", false},   {"gfx9060:xnack+", false},  {"gfx9060", true},
		{"sm_90:xnack+", false},	   {"gfx950:sramecc+", true},  {"gfx10-1-generic:xnack+", true},
		{"gfx10-3-generic:xnack+", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ch_target_id id;

		assert_true(ch_target_id_parse(rows[i].text, strlen(rows[i].text), &id));
		if (ch_target_id_has_features(&id) != rows[i].has)
			fail_msg("%s", rows[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_read),
		cmocka_unit_test(other_names_are_refused),
		cmocka_unit_test(nothing_behind_the_size_is_read),
		cmocka_unit_test(features_belong_to_processors),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
