/* SPDX-License-Identifier: Apache-2.0
 *
 * Waves a SIMD: values that follow by hand from the published sizes of the register files and of LDS. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "audit/limits.h"
#include "audit/mnemonic.h"

static const struct {
	const char *arch;
	ch_audit_use use; /* VGPRs, SGPRs, LDS, wave size, workgroup, WGP mode */
	uint32_t waves;
	ch_audit_limiter limiter;
} rows[] = {
	/* gfx9: 256 VGPRs in fours, 10 places, 800 SGPRs in sixteens */
	{"gfx906", {24, 32, 0, 64, 256, false}, 10, CH_LIMIT_HARDWARE},
	{"gfx906", {25, 32, 0, 64, 64, false}, 9, CH_LIMIT_VGPR},
	{"gfx906", {28, 32, 0, 64, 64, false}, 9, CH_LIMIT_VGPR},
	{"gfx906", {29, 32, 0, 64, 64, false}, 8, CH_LIMIT_VGPR},
	{"gfx906", {64, 32, 0, 64, 256, false}, 4, CH_LIMIT_VGPR},
	{"gfx906", {65, 32, 0, 64, 256, false}, 3, CH_LIMIT_VGPR},
	{"gfx906", {129, 32, 0, 64, 256, false}, 1, CH_LIMIT_VGPR},
	{"gfx906", {256, 32, 0, 64, 1024, false}, 0, CH_LIMIT_WORKGROUP}, /* 16 waves, 4 places */
	{"gfx906", {257, 32, 0, 64, 64, false}, 0, CH_LIMIT_VGPR},
	{"gfx906", {24, 80, 0, 64, 64, false}, 10, CH_LIMIT_HARDWARE},
	{"gfx906", {24, 81, 0, 64, 64, false}, 8, CH_LIMIT_SGPR},
	{"gfx900", {24, 102, 0, 64, 64, false}, 7, CH_LIMIT_SGPR},
	/* four workgroups of four waves in 65,536 bytes: the attention chunk's published four waves a SIMD */
	{"gfx906", {48, 42, 15872, 64, 256, false}, 4, CH_LIMIT_LDS},
	{"gfx906", {24, 42, 65536, 64, 64, false}, 1, CH_LIMIT_LDS},
	{"gfx906", {24, 42, 65537, 64, 64, false}, 0, CH_LIMIT_LDS},
	/* 9 places a SIMD are 36; eight waves at once fit four times */
	{"gfx906", {28, 32, 0, 64, 512, false}, 8, CH_LIMIT_WORKGROUP},
	/* 16 barriers a CU, two waves each */
	{"gfx906", {24, 32, 0, 64, 128, false}, 8, CH_LIMIT_HARDWARE},
	{"gfx906", {24, 32, 0, 64, 65, false}, 8, CH_LIMIT_HARDWARE},
	/* gfx90a: 512 of both kinds in eights, 8 places */
	{"gfx90a", {64, 32, 0, 64, 256, false}, 8, CH_LIMIT_HARDWARE},
	{"gfx90a", {65, 32, 0, 64, 256, false}, 7, CH_LIMIT_VGPR},
	{"gfx942", {256, 32, 0, 64, 256, false}, 2, CH_LIMIT_VGPR},
	{"gfx942", {264, 32, 0, 64, 256, false}, 1, CH_LIMIT_VGPR},
	{"gfx9-4-generic", {128, 32, 0, 64, 256, false}, 4, CH_LIMIT_VGPR},
	{"gfx950", {32, 32, 81920, 64, 1024, false}, 8, CH_LIMIT_HARDWARE},
	/* gfx10: 1024 of 32 lanes; 20 places, from gfx10.3 on 16 */
	{"gfx1010", {48, 128, 0, 32, 256, true}, 20, CH_LIMIT_HARDWARE},
	{"gfx1010", {56, 128, 0, 32, 32, true}, 18, CH_LIMIT_VGPR},
	{"gfx1030", {64, 128, 0, 32, 256, true}, 16, CH_LIMIT_HARDWARE},
	{"gfx1030", {65, 128, 0, 32, 32, true}, 12, CH_LIMIT_VGPR},
	{"gfx1030", {65, 128, 0, 64, 64, true}, 7, CH_LIMIT_VGPR},
	/* gfx11 with 1536, in 24s, and with 1024, in 16s */
	{"gfx1100", {96, 128, 0, 32, 256, true}, 16, CH_LIMIT_HARDWARE},
	{"gfx1100", {97, 128, 0, 32, 32, true}, 12, CH_LIMIT_VGPR},
	{"gfx1151", {96, 128, 0, 32, 256, true}, 16, CH_LIMIT_HARDWARE},
	{"gfx1151", {120, 128, 0, 32, 32, true}, 12, CH_LIMIT_VGPR},
	{"gfx1151", {121, 128, 0, 32, 32, true}, 10, CH_LIMIT_VGPR},
	{"gfx1151", {97, 128, 0, 64, 64, true}, 7, CH_LIMIT_VGPR},
	{"gfx1102", {96, 128, 0, 32, 32, true}, 10, CH_LIMIT_VGPR},
	{"gfx1150", {96, 128, 0, 32, 32, true}, 10, CH_LIMIT_VGPR},
	{"gfx11-generic", {96, 128, 0, 32, 32, true}, 10, CH_LIMIT_VGPR},
	{"gfx1201", {97, 128, 0, 32, 32, true}, 12, CH_LIMIT_VGPR},
	/* a WGP has two CUs' LDS: eight workgroups of eight waves on four SIMDs */
	{"gfx1151", {64, 128, 15872, 32, 256, true}, 16, CH_LIMIT_HARDWARE},
	{"gfx1151", {64, 128, 20000, 32, 256, true}, 12, CH_LIMIT_LDS},
	{"gfx1151", {64, 128, 20000, 32, 256, false}, 12, CH_LIMIT_LDS},
	{"gfx1250", {64, 128, 0, 32, 256, false}, 16, CH_LIMIT_HARDWARE},
	{"gfx1250", {64, 128, 0, 64, 256, false}, 0, CH_LIMIT_UNKNOWN},
};

static void waves_follow_from_the_sizes(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const ch_audit_limits *limits = ch_audit_limits_find(rows[i].arch);
		ch_audit_limiter limiter;
		assert_non_null(limits);
		const uint32_t waves = ch_audit_waves(limits, &rows[i].use, &limiter);
		if (waves != rows[i].waves || limiter != rows[i].limiter)
			fail_msg("row %zu, %s: %u waves by %s, expected %u by %s", i, rows[i].arch, waves,
				 ch_audit_limiter_name(limiter), rows[i].waves, ch_audit_limiter_name(rows[i].limiter));
	}
}

static void processors_are_found_whole(void **state)
{
	(void)state;
	static const char *const unknown[] = {"",	" ",	   "gfx",      "gfx90", "gfx9",
					      "gfx115", "generic", "gfx1151 ", "gfx803"};
	for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++)
		assert_null(ch_audit_limits_find(unknown[i]));
	assert_ptr_equal(ch_audit_limits_find("gfx900"), ch_audit_limits_find("gfx9-generic"));
	assert_ptr_not_equal(ch_audit_limits_find("gfx1150"), ch_audit_limits_find("gfx1151"));
}

static void names_of_two_generations_are_one(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {
		{"ds_read_b128", "ds_load_b128"},
		{"ds_write_b16_d16_hi", "ds_store_b16_d16_hi"},
		{"ds_read2st64_b32", "ds_load_2addr_stride64_b32"},
		{"global_load_dwordx4", "global_load_b128"},
		{"buffer_load_ubyte_d16_hi", "buffer_load_d16_hi_u8"},
		{"s_load_dwordx16", "s_load_b512"},
		{"s_buffer_load_dword", "s_buffer_load_b32"},
		{"flat_atomic_umax_x2", "flat_atomic_max_u64"},
		{"v_add_u32", "v_add_nc_u32"},
		{"v_max_f32", "v_max_num_f32"},
	};
	char other[CH_AUDIT_MNEMONIC];
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		assert_true(ch_audit_alias(pairs[i][0], other));
		assert_string_equal(other, pairs[i][1]);
		assert_true(ch_audit_alias(pairs[i][1], other));
		assert_string_equal(other, pairs[i][0]);
	}
	assert_false(ch_audit_alias("v_perm_b32", other));
	assert_false(ch_audit_alias("ds_bpermute_b32", other));
}

static void patterns_match(void **state)
{
	(void)state;
	ch_audit_mnemonics *mnemonics = ch_audit_mnemonics_open();
	const ch_audit_mnemonic *load = ch_audit_mnemonic_keep(mnemonics, "ds_load_b128");
	assert_ptr_equal(load, ch_audit_mnemonic_keep(mnemonics, "ds_load_b128"));
	assert_true(ch_audit_mnemonic_matches(load, "ds_read_*"));
	assert_true(ch_audit_mnemonic_matches(load, "ds_load_b128"));
	assert_false(ch_audit_mnemonic_matches(load, "ds_read_b64"));
	ch_audit_mnemonics_close(mnemonics);
}

static void words_and_classes(void **state)
{
	(void)state;
	static const struct {
		const char *word, *name;
		ch_audit_class class;
	} words[] = {
		{"v_mul_f32_e32", "v_mul_f32", CH_CLASS_VALU},
		{"v_mov_b32_e64_dpp", "v_mov_b32", CH_CLASS_VALU},
		{"v_dual_fmac_f32", "v_fmac_f32", CH_CLASS_VALU},
		{"v_rcp_f32_sdwa", "v_rcp_f32", CH_CLASS_TRANS},
		{"v_dot4_i32_iu8", "v_dot4_i32_iu8", CH_CLASS_DOT},
		{"v_mfma_f32_32x32x8f16", "v_mfma_f32_32x32x8f16", CH_CLASS_MATRIX},
		{"s_barrier_wait", "s_barrier_wait", CH_CLASS_BARRIER},
		{"s_waitcnt", "s_waitcnt", CH_CLASS_WAIT},
		{"s_wait_loadcnt_dscnt", "s_wait_loadcnt_dscnt", CH_CLASS_WAIT},
		{"s_and_b32", "s_and_b32", CH_CLASS_SALU},
		{"s_load_b64", "s_load_b64", CH_CLASS_SMEM},
		{"scratch_load_b32", "scratch_load_b32", CH_CLASS_SCRATCH},
		{".long", ".long", CH_CLASS_UNDECODED},
		{"exp", "exp", CH_CLASS_OTHER},
	};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		char name[CH_AUDIT_MNEMONIC];
		assert_true(ch_audit_mnemonic_base(words[i].word, strlen(words[i].word), name));
		assert_string_equal(name, words[i].name);
		assert_int_equal(ch_audit_class_of(name), words[i].class);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(waves_follow_from_the_sizes),
		cmocka_unit_test(processors_are_found_whole),
		cmocka_unit_test(names_of_two_generations_are_one),
		cmocka_unit_test(patterns_match),
		cmocka_unit_test(words_and_classes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
