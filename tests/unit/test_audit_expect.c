/* SPDX-License-Identifier: Apache-2.0
 *
 * Expectation files: what is refused, with its line; and what each kind of expectation says of kernels that meet it or not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "audit/expect.h"

static const struct {
	const char *text, *error;
} broken[] = {
	{"", "f:1: expected `checkhip-audit 1`"},
	{"checkhip-audit 2\n", "f:1: expected `checkhip-audit 1`"},
	{"# c\ncheckhip-audit 1\n", "f:1: expected `checkhip-audit 1`"},
	{"checkhip-audit 1\n", "f:2: expected something of some kernel"},
	{"checkhip-audit 1\nlds = 1\n", "f:2: expected a line `kernel PATTERN`"},
	{"checkhip-audit 1\nkernel a\n", "f:2: expected a line `arch NAME...`"},
	{"checkhip-audit 1\narch\n", "f:2: expected `arch NAME...`"},
	{"checkhip-audit 1\narch g\nkernel\n", "f:3: expected `kernel PATTERN`"},
	{"checkhip-audit 1\narch g\nkernel a b\n", "f:3: expected `kernel PATTERN`"},
	{"checkhip-audit 1\narch g\nkernel a\nkernel b\nlds = 1\n", "f:3: expected something of 'a'"},
	{"checkhip-audit 1\narch g\nkernel a\n", "f:3: expected something of 'a'"},
	{"checkhip-audit 1\narch g\nkernel a\nlds=1\n", "f:4: expected a figure"},
	{"checkhip-audit 1\narch g\nkernel a\nlsd = 1\n", "f:4: expected a figure"},
	{"checkhip-audit 1\narch g\nkernel a\nlds == 1\n", "f:4: expected `lds ORDER NUMBER`"},
	{"checkhip-audit 1\narch g\nkernel a\nlds = -1\n", "f:4: expected `lds ORDER NUMBER`"},
	{"checkhip-audit 1\narch g\nkernel a\nlds = 4294967296\n", "f:4: expected `lds ORDER NUMBER`"},
	{"checkhip-audit 1\narch g\nkernel a\nlds = 0x10\n", "f:4: expected `lds ORDER NUMBER`"},
	{"checkhip-audit 1\narch g\nkernel a\nlds = 1 2\n", "f:4: expected `lds ORDER NUMBER`"},
	{"checkhip-audit 1\narch g\nkernel a\nlds = 1\nlds = 2\n", "f:5: expected `lds =` once"},
	{"checkhip-audit 1\narch g\nkernel a\ncount x 1\n", "f:4: expected `count PATTERN [phase 0..7] ORDER NUMBER`"},
	{"checkhip-audit 1\narch g\nkernel a\ncount x phase 8 = 1\n", "f:4: expected `count PATTERN [phase 0..7]"},
	{"checkhip-audit 1\narch g\nkernel a\ncount x phase = 1\n", "f:4: expected `count PATTERN [phase 0..7]"},
	{"checkhip-audit 1\narch g\nkernel a\nclass vlau = 1\n", "f:4: expected a class of instructions"},
	{"checkhip-audit 1\narch g\nkernel a\nforbid\n", "f:4: expected `forbid PATTERN`"},
	{"checkhip-audit 1\narch g\nkernel a\nrequire a b\n", "f:4: expected `require PATTERN`"},
	{"checkhip-audit 1\narch g\nkernel a\nlaunch 256\n", "f:4: expected `launch NUMBER <= bound`"},
	{"checkhip-audit 1\narch g\nkernel a\nlaunch 256 < bound\n", "f:4: expected `launch NUMBER <= bound`"},
	{"checkhip-audit 1\narch g\nvgpr(a) <= 3\n", "f:3: expected `FIGURE(KERNEL) ORDER FIGURE(KERNEL)`"},
	{"checkhip-audit 1\narch g\nvgpr(a) <= vgpr(b) +\n", "f:3: expected `FIGURE(KERNEL) ORDER FIGURE(KERNEL)`"},
	{"checkhip-audit 1\narch g\nvgpr() <= vgpr(b)\n", "f:3: expected `FIGURE(KERNEL) ORDER FIGURE(KERNEL)`"},
	{"checkhip-audit 1\narch g\n(a) <= vgpr(b)\n", "f:3: expected `FIGURE(KERNEL) ORDER FIGURE(KERNEL)`"},
	{"checkhip-audit 1\nvgpr(a) <= vgpr(b)\n", "f:2: expected a line `arch NAME...`"},
	{"checkhip-audit 1\narch g\nkernel a\r\nlds = 1\n", "f:3: expected text, found the byte 0x0d"},
	{"checkhip-audit 1\narch g\nkernel a\nvgpr(a) = vgpr(b)\n", "f:3: expected something of 'a'"},
};

static void broken_files_are_refused_with_their_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		ch_expect expect;
		ch_gcn_error error = {""};
		assert_int_equal(ch_expect_parse("f", broken[i].text, strlen(broken[i].text), &expect, &error),
				 CH_BAD_ARGUMENT);
		if (strncmp(error.text, broken[i].error, strlen(broken[i].error)) != 0)
			fail_msg("row %zu: '%s', expected '%s'", i, error.text, broken[i].error);
		assert_null(expect.rules);
	}
	static const char nul[] = "checkhip-audit 1\narch g\nkernel a\nlds = 1\0";
	ch_expect expect;
	ch_gcn_error error = {""};
	assert_int_equal(ch_expect_parse("f", nul, sizeof nul, &expect, &error), CH_BAD_ARGUMENT);
}

/* Two kernels of gfx906 and one of gfx1151 without metadata and text. */
static ch_audit_mnemonic mnemonics[] = {
	{.name = "ds_read_b128", .other = "ds_load_b128"}, {.name = "v_div_scale_f32"}, {.name = "v_perm_b32"}};
static ch_audit_count counts_a[] = {{&mnemonics[0], 25, {1, 24}}, {&mnemonics[2], 3, {3}}};
static ch_audit_count counts_b[] = {{&mnemonics[1], 2, {2}}};
static ch_audit_kernel kernels[3];

static void kernels_make(void)
{
	const uint32_t all = (1u << CH_FIGURE_COUNT) - 1;
	static char a[] = "a_linear", b[] = "a_swizzle", c[] = "other\033";
	kernels[0] = (ch_audit_kernel){.name = a,
				       .target = "gfx906:xnack-",
				       .arch = "gfx906",
				       .known = all,
				       .disassembled = true,
				       .counts = counts_a,
				       .count_count = 2};
	kernels[1] = (ch_audit_kernel){.name = b,
				       .target = "gfx906:xnack-",
				       .arch = "gfx906",
				       .known = all,
				       .disassembled = true,
				       .counts = counts_b,
				       .count_count = 1};
	kernels[2] = (ch_audit_kernel){.name = c, .target = "gfx1151", .arch = "gfx1151"};
	kernels[0].figures[CH_FIGURE_LDS] = 15872;
	kernels[0].figures[CH_FIGURE_VGPR] = 60;
	kernels[1].figures[CH_FIGURE_VGPR] = 62;
	kernels[0].figures[CH_FIGURE_BOUND] = 256;
	kernels[0].classes[CH_CLASS_TRANS] = 4;
	kernels[1].figures[CH_FIGURE_SPILLS] = 3;
}

#define FOR_A "checkhip-audit 1\narch gfx906\nkernel a_linear\n"
#define FOR_B "checkhip-audit 1\narch gfx906\nkernel a_swizzle\n"

static const struct {
	const char *text, *failure; /* NULL: holds */
} rows[] = {
	{FOR_A "lds = 15872\nvgpr <= 60\nvgpr >= 60\nvgpr != 61\nvgpr < 61\nvgpr > 59\n", NULL},
	{FOR_A "lds = 15904", "f:4: a_linear (gfx906:xnack-): expected lds = 15904, found 15872"},
	{FOR_A "vgpr   <=\t59 # c", "f:4: a_linear (gfx906:xnack-): expected vgpr <= 59, found 60"},
	{FOR_A "vgpr < 60", "f:4: a_linear (gfx906:xnack-): expected vgpr < 60, found 60"},
	{FOR_A "vgpr > 60", "f:4: a_linear (gfx906:xnack-): expected vgpr > 60, found 60"},
	{FOR_A "vgpr >= 61", "f:4: a_linear (gfx906:xnack-): expected vgpr >= 61, found 60"},
	{FOR_A "vgpr != 60", "f:4: a_linear (gfx906:xnack-): expected vgpr != 60, found 60"},
	{FOR_B "spills = 0", "f:4: a_swizzle (gfx906:xnack-): expected spills = 0, found 3"},
	{FOR_A "count ds_read_b128 = 25\ncount ds_load_b128 = 25\ncount ds_* = 25\ncount x = 0\n", NULL},
	{FOR_A "count ds_load_b128 = 24", "f:4: a_linear (gfx906:xnack-): expected count ds_load_b128 = 24, found 25"},
	{FOR_A "count ds_load_b128 phase 1 = 24\ncount ds_* phase 0 = 1\ncount ds_* phase 7 = 0\n", NULL},
	{FOR_A "count ds_read_b128 phase 1 = 25",
	 "f:4: a_linear (gfx906:xnack-): expected count ds_read_b128 phase 1 = 25, found 24"},
	{FOR_A "class trans <= 4\nrequire v_perm_b32\nforbid v_div_*\nlaunch 256 <= bound\n", NULL},
	{FOR_A "class trans <= 3", "f:4: a_linear (gfx906:xnack-): expected class trans <= 3, found 4"},
	{FOR_B "forbid v_div_*",
	 "f:4: a_swizzle (gfx906:xnack-): expected forbid v_div_*, found 2, v_div_scale_f32 the first"},
	{FOR_B "require v_perm_b32", "f:4: a_swizzle (gfx906:xnack-): expected require v_perm_b32, found none"},
	{FOR_A "launch 257 <= bound",
	 "f:4: a_linear (gfx906:xnack-): expected launch 257 <= bound, found a launch bound of 256"},
	{"checkhip-audit 1\narch gfx906\nvgpr(a_swizzle) <= vgpr(a_linear) + 2\nvgpr(a_linear) = vgpr(a_swizzle) - 2\n",
	 NULL},
	{"checkhip-audit 1\narch gfx906\nvgpr(a_swizzle) <= vgpr(a_linear) + 1\n",
	 "f:3: a_swizzle (gfx906:xnack-): expected vgpr(a_swizzle) <= vgpr(a_linear) + 1, found 62 and 60"},
	{"checkhip-audit 1\narch gfx906\nvgpr(a_swizzle) <= vgpr(nobody) + 1\n",
	 "f:3: a_swizzle (gfx906:xnack-): expected vgpr(a_swizzle) <= vgpr(nobody) + 1 with one kernel 'nobody', found "
	 "0"},
	{"checkhip-audit 1\narch gfx906\nvgpr(nobody) <= vgpr(a_linear)\n",
	 "f:3: expected a kernel 'nobody' for gfx906, found none"},
	{"checkhip-audit 1\narch gfx90*\nkernel nobody*\nlds = 1\n",
	 "f:3: expected a kernel 'nobody*' for gfx90*, found none"},
	{"checkhip-audit 1\narch gfx9\nkernel a_*\nlds = 1\n", "f:3: expected a kernel 'a_*' for gfx9, found none"},
	{"checkhip-audit 1\narch gfx906:xnack- gfx1100\nkernel a_linear\nlds > 0\n",
	 "f:3: expected a kernel 'a_linear' for gfx1100, found none"},
	{"checkhip-audit 1\narch gfx1151\nkernel other*\nspills = 0\n",
	 "f:4: other? (gfx1151): expected spills = 0, found nothing: the kernel has no metadata"},
	{"checkhip-audit 1\narch gfx1151\nkernel other*\nforbid x\n",
	 "f:4: other? (gfx1151): expected forbid x, found nothing: the text was not disassembled"},
	{"checkhip-audit 1\narch gfx1151\nkernel other*\nlaunch 1 <= bound\n",
	 "f:4: other? (gfx1151): expected launch 1 <= bound, found nothing: the kernel has no metadata"},
};

static void tell_keep(void *context, const char *line)
{
	char *kept = context;
	snprintf(kept, 1024, "%s", line);
}

static ch_expect_result check(const char *text, const ch_expect_scope *scope, char told[1024])
{
	ch_expect expect;
	ch_gcn_error error = {""};
	ch_expect_result result = {0, 0};
	told[0] = 0;
	if (ch_expect_parse("f", text, strlen(text), &expect, &error))
		fail_msg("%s", error.text);
	ch_expect_check(&expect, scope, tell_keep, told, &result);
	ch_expect_close(&expect);
	return result;
}

static void each_kind_holds_and_fails(void **state)
{
	(void)state;
	const ch_audit_kernel *all[] = {&kernels[0], &kernels[1], &kernels[2]};
	const ch_expect_scope scope = {.kernels = all, .kernel_count = 3};
	char told[1024];
	kernels_make();
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const ch_expect_result result = check(rows[i].text, &scope, told);
		assert_int_equal(result.failed, rows[i].failure ? 1 : 0);
		if (strcmp(told, rows[i].failure ? rows[i].failure : "") != 0)
			fail_msg("row %zu: '%s', expected '%s'", i, told, rows[i].failure ? rows[i].failure : "");
	}
}

static void what_was_left_out_on_purpose_is_no_failure(void **state)
{
	(void)state;
	static const char *const archs[] = {"gfx906"};
	static const char text[] =
		"checkhip-audit 1\narch gfx1100\nkernel b\nlds = 1\narch gfx906\nkernel none\nlds = 1\n";
	const ch_audit_kernel *all[] = {&kernels[0]};
	char told[1024];
	kernels_make();
	const ch_expect_scope one = {.kernels = all, .kernel_count = 1, .archs = archs, .arch_count = 1};
	assert_int_equal(check(text, &one, told).failed, 1);
	assert_string_equal(told, "f:6: expected a kernel 'none' for gfx906, found none");
	const ch_expect_scope partial = {.kernels = all, .kernel_count = 1, .partial = true};
	const ch_expect_result result = check(text, &partial, told);
	assert_int_equal(result.failed, 0);
	assert_int_equal(result.checked, 0);
}

static void written_expectations_hold_and_notice_a_change(void **state)
{
	(void)state;
	static char starred[] = "a*b\\c";
	const ch_audit_kernel *all[] = {&kernels[0], &kernels[1]};
	const ch_expect_scope scope = {.kernels = all, .kernel_count = 2};
	char folder[] = "/tmp/checkhip-audit-XXXXXX", path[64], told[1024] = "";
	ch_gcn_error error = {""};
	ch_expect expect;
	ch_expect_result result = {0, 0};
	kernels_make();
	kernels[1].name = starred;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/e", folder);
	assert_true(ch_expect_write(path, &scope, &error));
	assert_int_equal(ch_expect_load(path, &expect, &error), CH_OK);
	ch_expect_check(&expect, &scope, tell_keep, told, &result);
	assert_int_equal(result.failed, 0);
	assert_int_equal(result.checked, 18);
	kernels[1].figures[CH_FIGURE_SCRATCH] = 4;
	ch_expect_check(&expect, &scope, tell_keep, told, &result);
	assert_int_equal(result.failed, 1);
	assert_non_null(strstr(told, "expected scratch = 0, found 4"));
	ch_expect_close(&expect);

	static char spaced[] = "two words";
	kernels[1].name = spaced;
	assert_false(ch_expect_write(path, &scope, &error));
	assert_int_equal(ch_expect_load(path, &expect, &error), CH_OK); /* the old one is still there */
	ch_expect_close(&expect);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(folder), 0); /* no temporary file was left */
	assert_false(ch_expect_write(path, &scope, &error));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(broken_files_are_refused_with_their_line),
		cmocka_unit_test(each_kind_holds_and_fails),
		cmocka_unit_test(what_was_left_out_on_purpose_is_no_failure),
		cmocka_unit_test(written_expectations_hold_and_notice_a_change),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
