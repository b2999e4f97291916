/* SPDX-License-Identifier: Apache-2.0
 *
 * F48: names of targets are compared whole, suffixes are understood and never in the way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "gcn/parts.h"

static void names_are_parsed(void **state)
{
	static const struct {
		const char *text, *arch;
		ch_gcn_setting xnack, sramecc;
	} rows[] = {
		{"gfx906", "gfx906", CH_GCN_ANY, CH_GCN_ANY},
		{"gfx906:sramecc+:xnack-", "gfx906", CH_GCN_MINUS, CH_GCN_PLUS},
		{"gfx90a:xnack+", "gfx90a", CH_GCN_PLUS, CH_GCN_ANY},
		{"hip-amdgcn-amd-amdhsa--gfx1151", "gfx1151", CH_GCN_ANY, CH_GCN_ANY},
		{"hipv4-amdgcn-amd-amdhsa--gfx906:xnack-", "gfx906", CH_GCN_MINUS, CH_GCN_ANY},
		{"hipv4-amdgcn-amd-amdhsa-unknown-gfx1100", "gfx1100", CH_GCN_ANY, CH_GCN_ANY},
		{"gfx11-generic", "gfx11-generic", CH_GCN_ANY, CH_GCN_ANY},
		{"gfx9-4-generic:sramecc+", "gfx9-4-generic", CH_GCN_ANY, CH_GCN_PLUS},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		ch_gcn_target target;
		assert_true(ch_gcn_target_parse(rows[i].text, &target));
		assert_string_equal(target.arch, rows[i].arch);
		assert_int_equal(target.xnack, rows[i].xnack);
		assert_int_equal(target.sramecc, rows[i].sramecc);
	}
}

static void other_names_are_refused(void **state)
{
	static const char *const texts[] = {
		"",
		"gfx",
		"sm_90",
		"host-x86_64-unknown-linux--",
		"gfx906:",
		"gfx906:xnack",
		"gfx906:xnack?",
		"gfx906:fast+",
		"gfx906 ",
		"gfx906:xnack+:xnack-",
		"GFX906",
		"xgfx906",
		"gfx906\n",
		"gfx906:xnack++",
		"hip-spirv64-amd-amdhsa--amdgcnspirv",
		"gfx00000000000000000000000000000000000000000",
	};
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		ch_gcn_target target = {"kept", CH_GCN_ANY, CH_GCN_ANY};
		if (ch_gcn_target_parse(texts[i], &target))
			fail_msg("'%s' was taken for %s", texts[i], target.arch);
		assert_string_equal(target.arch, "kept");
	}
}

static void fitting_is_exact_but_for_what_is_open(void **state)
{
	static const struct {
		const char *object, *device;
		bool fits;
	} rows[] = {
		{"gfx906", "gfx906", true},
		{"gfx906", "gfx906:sramecc+:xnack-", true},
		{"gfx906:xnack+", "gfx906", true},
		{"gfx906:xnack+", "gfx906:xnack-", false},
		{"gfx906:sramecc-", "gfx906:sramecc+", false},
		{"gfx906", "gfx9060", false},
		{"gfx9060", "gfx906", false},
		{"gfx1150", "gfx1151", false},
		{"gfx1151", "gfx1150", false},
		{"gfx11-generic", "gfx1151", false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		ch_gcn_target object, device;
		assert_true(ch_gcn_target_parse(rows[i].object, &object));
		assert_true(ch_gcn_target_parse(rows[i].device, &device));
		if (ch_gcn_target_fits(&object, &device) != rows[i].fits)
			fail_msg("%s on %s", rows[i].object, rows[i].device);
	}
}

static void a_name_is_written_as_it_was_read(void **state)
{
	static const char *const texts[] = {"gfx906", "gfx906:sramecc+:xnack-", "gfx90a:xnack+", "gfx11-generic"};
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		ch_gcn_target target;
		char text[64];
		assert_true(ch_gcn_target_parse(texts[i], &target));
		ch_gcn_target_format(&target, text, sizeof text);
		assert_string_equal(text, texts[i]);
	}
}

static void elf_flags_name_the_target(void **state)
{
	(void)state;
	ch_gcn_target target;
	assert_true(ch_gcn_target_from_flags(0x52f, 3, &target)); /* any, any */
	assert_string_equal(target.arch, "gfx906");
	assert_int_equal(target.xnack, CH_GCN_ANY);
	assert_true(ch_gcn_target_from_flags(0xe2f, 2, &target)); /* sramecc on, xnack off */
	assert_int_equal(target.xnack, CH_GCN_MINUS);
	assert_int_equal(target.sramecc, CH_GCN_PLUS);
	assert_true(ch_gcn_target_from_flags(0x4a, 3, &target));
	assert_string_equal(target.arch, "gfx1151");
	assert_false(ch_gcn_target_from_flags(0x27, 3, &target)); /* reserved */
	assert_false(ch_gcn_target_from_flags(0, 3, &target));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_parsed),
		cmocka_unit_test(other_names_are_refused),
		cmocka_unit_test(fitting_is_exact_but_for_what_is_open),
		cmocka_unit_test(a_name_is_written_as_it_was_read),
		cmocka_unit_test(elf_flags_name_the_target),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
