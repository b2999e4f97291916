/* SPDX-License-Identifier: Apache-2.0
 *
 * Fields of decoded instructions, worked out from the encodings by hand, and texts that must be refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "gcn/decode.h"

static const char gfx906[] = "gfx906", gfx1151[] = "gfx1151";

static ch_status decode(const char *arch, const uint32_t *words, size_t count, ch_gcn_code *code, ch_gcn_error *error)
{
	uint8_t bytes[256];
	memcpy(bytes, words, count * sizeof *words);
	error->text[0] = 0;
	return ch_gcn_decode_bytes(arch, strcmp(arch, gfx906) == 0 ? 64 : 32, bytes, count * sizeof *words, 0x1000,
				   code, error);
}

#define DECODE(arch, code, ...)                                                                               \
	do {                                                                                                  \
		static const uint32_t words_[] = {__VA_ARGS__};                                               \
		ch_gcn_error error_;                                                                          \
		assert_int_equal(decode(arch, words_, sizeof words_ / sizeof *words_, code, &error_), CH_OK); \
		assert_int_equal((code)->refused_count, 0);                                                   \
	} while (0)

static void waits_have_the_layout_of_their_architecture(void **state)
{
	(void)state;
	ch_gcn_code code;
	/* gfx9: vmcnt is bits 3:0 and 15:14, expcnt 6:4, lgkmcnt 11:8 */
	DECODE(gfx906, &code, 0xbf8c0213, 0xbf8cc07f, 0xbf8c8f72);
	assert_int_equal(code.insns[0].vmcnt, 3);
	assert_int_equal(code.insns[0].expcnt, 1);
	assert_int_equal(code.insns[0].lgkmcnt, 2);
	assert_int_equal(code.insns[1].vmcnt, CH_GCN_NO_WAIT);
	assert_int_equal(code.insns[1].expcnt, CH_GCN_NO_WAIT);
	assert_int_equal(code.insns[1].lgkmcnt, 0);
	assert_int_equal(code.insns[2].vmcnt, 2 + 2 * 16);
	assert_int_equal(code.insns[2].lgkmcnt, CH_GCN_NO_WAIT);
	assert_true(code.insns[0].flags & CH_GCN_WAIT);
	ch_gcn_code_close(&code);
	/* gfx11: expcnt 2:0, lgkmcnt 9:4, vmcnt 15:10; vscnt has an instruction of its own */
	DECODE(gfx1151, &code, 0xbf890017, 0xbf89fc07, 0xbc7c0005, 0xbf8987f7);
	assert_int_equal(code.insns[0].vmcnt, 0);
	assert_int_equal(code.insns[0].lgkmcnt, 1);
	assert_int_equal(code.insns[0].expcnt, CH_GCN_NO_WAIT);
	assert_int_equal(code.insns[0].vscnt, CH_GCN_NO_WAIT);
	assert_int_equal(code.insns[1].vmcnt, CH_GCN_NO_WAIT);
	assert_int_equal(code.insns[1].lgkmcnt, 0);
	assert_int_equal(code.insns[2].vscnt, 5);
	assert_int_equal(code.insns[2].vmcnt, CH_GCN_NO_WAIT);
	assert_true(code.insns[2].flags & CH_GCN_WAIT);
	assert_int_equal(code.insns[3].vmcnt, 33);
	ch_gcn_code_close(&code);
}

static void an_omitted_op_sel_hi_has_the_default_of_its_instruction(void **state)
{
	(void)state;
	ch_gcn_code code;
	DECODE(gfx906, &code, 0xd3904001, 0x18020702 /* v_pk_mul_f16 */, 0xd3a00001, 0x04120702 /* v_fma_mix_f32 */);
	assert_int_equal(code.insns[0].op_sel_hi & 3, 3);
	assert_int_equal(code.insns[1].op_sel_hi, 0);
	assert_true(code.insns[0].flags & CH_GCN_VOP3P);
	ch_gcn_code_close(&code);
}

static void op_sel_of_the_result_is_bit_3(void **state)
{
	(void)state;
	ch_gcn_code code;
	DECODE(gfx1151, &code, 0xd7034801, 0x00020702); /* v_add_nc_u16 v1, v2, v3 op_sel:[1,0,1] */
	assert_int_equal(code.insns[0].op_sel, 1 | 8);
	assert_true(code.insns[0].flags & CH_GCN_E64);
	ch_gcn_code_close(&code);
}

static void signedness_of_a_dot_product_is_neg_lo(void **state)
{
	(void)state;
	ch_gcn_code code;
	DECODE(gfx1151, &code, 0xcc164001, 0x7c120702); /* v_dot4_i32_iu8 v1, v2, v3, v4 neg_lo:[1,1,0] */
	assert_int_equal(code.insns[0].neg_lo, 3);
	for (int i = 0; i < 4; i++)
		assert_int_equal(code.insns[0].operands[i].flags, 0);
	ch_gcn_code_close(&code);
}

static void a_vopd_is_two_entries(void **state)
{
	(void)state;
	ch_gcn_code code;
	/* v_dual_cndmask_b32 v1, v2, v3 :: v_dual_mov_b32 v4, v5; s_endpgm */
	DECODE(gfx1151, &code, 0xca500702, 0x01040105, 0xbfb00000);
	assert_int_equal(code.count, 3);
	const ch_gcn_insn *x = &code.insns[0], *y = &code.insns[1];
	assert_string_equal(code.names[x->name].name, "v_cndmask_b32");
	assert_string_equal(code.names[y->name].name, "v_mov_b32");
	assert_true((x->flags & CH_GCN_VOPD_X) && (y->flags & CH_GCN_VOPD_Y));
	assert_int_equal(x->size, 8);
	assert_int_equal(y->size, 0);
	assert_int_equal(y->address, x->address);
	assert_int_equal(x->operand_count, 4); /* VCC is not in the text */
	assert_int_equal(x->operands[3].kind, CH_GCN_SGPR);
	assert_int_equal(x->operands[3].index, CH_GCN_VCC);
	assert_int_equal(y->operand_count, 2);
	assert_int_equal(y->operands[0].index, 4);
	assert_int_equal(y->operands[1].index, 5);
	assert_int_equal(ch_gcn_code_find(&code, 0x1000), 0);
	assert_int_equal(ch_gcn_code_find(&code, 0x1008), 2);
	assert_int_equal(ch_gcn_code_find(&code, 0x1004), CH_GCN_NO_TARGET);
	ch_gcn_code_close(&code);
}

static void sdwa_has_its_selectors(void **state)
{
	(void)state;
	ch_gcn_code code;
	/* v_add_f32_sdwa v1, -v2, |v3| clamp mul:2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 src1_sel:BYTE_0 */
	DECODE(gfx906, &code, 0x020206f9, 0x20157102);
	const ch_gcn_insn *i = &code.insns[0];
	assert_true(i->flags & CH_GCN_SDWA);
	assert_true(i->flags & CH_GCN_CLAMP);
	assert_int_equal(i->omod, CH_GCN_OMOD_MUL2);
	assert_int_equal(i->dst_sel, CH_GCN_BYTE_1);
	assert_int_equal(i->dst_unused, CH_GCN_UNUSED_PRESERVE);
	assert_int_equal(i->src_sel[0], CH_GCN_WORD_1);
	assert_int_equal(i->src_sel[1], CH_GCN_BYTE_0);
	assert_int_equal(i->operands[1].flags, CH_GCN_NEG);
	assert_int_equal(i->operands[2].flags, CH_GCN_ABS);
	assert_string_equal(code.names[i->name].name, "v_add_f32");
	ch_gcn_code_close(&code);
}

static void dpp_comes_from_the_encoding(void **state)
{
	(void)state;
	ch_gcn_code code;
	DECODE(gfx906, &code, 0x7e0202fa, 0xa3091102); /* row_shr:1 row_mask:0xa bank_mask:0x3 bound_ctrl */
	assert_int_equal(code.insns[0].dpp_ctrl, 0x111);
	assert_int_equal(code.insns[0].row_mask, 10);
	assert_int_equal(code.insns[0].bank_mask, 3);
	assert_true(code.insns[0].flags & CH_GCN_BOUND_CTRL);
	assert_false(code.insns[0].flags & CH_GCN_FI);
	ch_gcn_code_close(&code);
	DECODE(gfx1151, &code, 0x7e0202ea, 0x05397702); /* dpp8:[7,6,5,4,3,2,1,0] fi:1 */
	assert_true(code.insns[0].flags & CH_GCN_DPP8);
	assert_true(code.insns[0].flags & CH_GCN_FI);
	assert_int_equal(code.insns[0].dpp8, 07 | 06 << 3 | 05 << 6 | 04 << 9 | 03 << 12 | 02 << 15 | 01 << 18);
	ch_gcn_code_close(&code);
}

static void constants_have_their_bits_in_each_width(void **state)
{
	(void)state;
	ch_gcn_code code;
	/* v_fma_f32 v1, s2, 0.5, 1/(2 pi); s_mov_b64 s[2:3], -16; v_mov_b32 v1, 0x3f800001; v_mov_b32 v1, s2 with literal 0x3f000000 */
	DECODE(gfx906, &code, 0xd1cb0001, 0x03e1e002, 0xbe8201d0, 0x7e0202ff, 0x3f800001, 0x7e0202ff, 0x3f000000);
	const ch_gcn_operand *half = &code.insns[0].operands[2], *turn = &code.insns[0].operands[3];
	assert_int_equal(half->kind, CH_GCN_INLINE);
	assert_int_equal(half->bits32, 0x3f000000);
	assert_int_equal(half->bits16, 0x3800);
	assert_true(half->bits64 == 0x3fe0000000000000u);
	assert_int_equal(turn->bits32, 0x3e22f983);
	assert_int_equal(turn->bits16, 0x3118);
	const ch_gcn_operand *minus = &code.insns[1].operands[1];
	assert_int_equal(minus->kind, CH_GCN_INLINE);
	assert_true(minus->bits64 == (uint64_t)-16);
	assert_int_equal(minus->bits16, 0xfff0);
	const ch_gcn_operand *literal = &code.insns[2].operands[1];
	assert_int_equal(literal->kind, CH_GCN_LITERAL);
	assert_int_equal(literal->bits32, 0x3f800001);
	assert_true(literal->bits64 == 0x3f800001u);
	assert_true(code.insns[2].flags & CH_GCN_HAS_LITERAL);
	/* a literal that is 0.5 is printed as the inline constant: the 32 bits are the same */
	assert_int_equal(code.insns[3].operands[1].bits32, 0x3f000000);
	ch_gcn_code_close(&code);
}

static void scalar_constants_are_extended_as_the_instruction_has_it(void **state)
{
	(void)state;
	ch_gcn_code code;
	DECODE(gfx906, &code, 0xb001fff0 /* s_movk_i32 */, 0xb401fff0 /* s_cmpk_eq_u32 */);
	assert_int_equal(code.insns[0].operands[1].kind, CH_GCN_IMM);
	assert_int_equal(code.insns[0].operands[1].bits32, 0xfffffff0);
	assert_int_equal(code.insns[1].operands[1].bits32, 0x0000fff0);
	assert_int_equal(code.insns[0].simm16, 0xfff0);
	ch_gcn_code_close(&code);
}

static void memory_offsets_are_where_they_belong(void **state)
{
	(void)state;
	ch_gcn_code code;
	/* s_load_dwordx2 with a constant, with s9; ds_read2st64 1, 255; ds_swizzle 0x401f */
	DECODE(gfx906, &code, 0xc0060182, 0x10, 0xc0040182, 0x09, 0xd870ff01, 0x02, 0xd87a401f, 0x01);
	assert_int_equal(code.insns[0].offset, 16);
	assert_int_equal(code.insns[0].operands[2].kind, CH_GCN_NONE);
	assert_int_equal(code.insns[1].offset, 0);
	assert_int_equal(code.insns[1].operands[2].kind, CH_GCN_SGPR);
	assert_int_equal(code.insns[1].operands[2].index, 9);
	assert_int_equal(code.insns[2].offset0, 1);
	assert_int_equal(code.insns[2].offset1, 255);
	assert_true(code.insns[3].flags & CH_GCN_SWIZZLE);
	assert_int_equal(code.insns[3].swizzle, 0x401f);
	ch_gcn_code_close(&code);
	/* s_load_b64 s[0:1], s[4:5], s6 offset:0x8; scratch_load_b32 v1, off, s32 offset:-4 */
	DECODE(gfx1151, &code, 0xf4040002, 0x0c000008, 0xdc511ffc, 0x01200000);
	assert_int_equal(code.insns[0].offset, 8);
	assert_int_equal(code.insns[0].operands[2].index, 6);
	assert_int_equal(code.insns[1].offset, -4);
	assert_int_equal(code.insns[1].operands[1].kind, CH_GCN_OFF);
	assert_int_equal(code.insns[1].operands[2].index, 32);
	ch_gcn_code_close(&code);
}

static void special_registers_have_one_numbering(void **state)
{
	(void)state;
	ch_gcn_code code;
	/* v_add_co_u32 v1, null, v2, v3; v_mov_b32 v1, src_shared_base; s_mov_b32 s0, ttmp9; s_mov_b32 s0, m0 */
	DECODE(gfx1151, &code, 0xd7007c01, 0x00020702, 0x7e0202eb, 0xbe800075, 0xbe80007d);
	assert_int_equal(code.insns[0].operands[1].index, CH_GCN_NULL);
	assert_int_equal(code.insns[1].operands[1].kind, CH_GCN_SOURCE);
	assert_int_equal(code.insns[1].operands[1].index, CH_GCN_SRC_SHARED_BASE);
	assert_int_equal(code.insns[2].operands[1].index, CH_GCN_TTMP + 9);
	assert_int_equal(code.insns[3].operands[1].index, CH_GCN_M0);
	ch_gcn_code_close(&code);
	/* the same place of the encoding is m0 on gfx9: s_mov_b32 s0, m0 */
	DECODE(gfx906, &code, 0xbe80007c);
	assert_int_equal(code.insns[0].operands[1].index, CH_GCN_M0);
	ch_gcn_code_close(&code);
}

static void branches_go_to_indexes(void **state)
{
	(void)state;
	ch_gcn_code code;
	/* 0x1000 s_branch 1; 0x1004 s_nop; 0x1008 s_cbranch_scc0 -2; 0x100c s_endpgm */
	DECODE(gfx906, &code, 0xbf820001, 0xbf800000, 0xbf84fffe, 0xbf810000);
	assert_true(code.insns[0].flags & CH_GCN_BRANCH);
	assert_int_equal(code.insns[0].target, 2);
	assert_int_equal(code.insns[2].target, 1);
	assert_int_equal(code.insns[1].target, CH_GCN_NO_TARGET);
	assert_true(code.insns[0].flags & CH_GCN_BLOCK_START);
	assert_true(code.insns[1].flags & CH_GCN_BLOCK_START);
	assert_true(code.insns[2].flags & CH_GCN_BLOCK_START);
	assert_false(code.insns[3].flags & CH_GCN_BLOCK_START);
	ch_gcn_code_close(&code);
}

typedef struct ch_broken {
	const char *arch;
	uint32_t words[4];
	size_t count;
	ch_status status;
	const char *says; /* a part of the error */
} ch_broken;

static void broken_texts_are_errors(void **state)
{
	static const ch_broken rows[] = {
		{"gfx906",
		 {0xbf820002, 0xbf810000},
		 2,
		 CH_BAD_ARGUMENT,
		 "address 0x1000: expected a branch"},					 /* past the end */
		{"gfx906", {0xbf82fffe, 0xbf810000}, 2, CH_BAD_ARGUMENT, "found 0xffc"}, /* before the start */
		{"gfx906", {0xbf820001, 0x7e0202ff, 0x3f800001}, 3, CH_BAD_ARGUMENT, "found 0x1008"}, /* inside one */
		{"gfx906", {0xbf820000}, 1, CH_BAD_ARGUMENT, "expected a branch"},	 /* to the end itself */
		{"gfx906", {0x7e0202ff}, 1, CH_BAD_ARGUMENT, "expected an instruction"}, /* its literal is missing */
		{"gfx906",
		 {0xffffffff},
		 1,
		 CH_BAD_ARGUMENT,
		 "address 0x1000: expected an instruction of gfx906, found ffffffff"},
		{"gfx906", {0x7e0202f9, 0x00070602}, 2, CH_BAD_ARGUMENT, "SDWA source"}, /* crashes LLVM 19 */
		{"gfx906", {0x7e0202f9, 0x00060702}, 2, CH_BAD_ARGUMENT, "SDWA destination"},
		{"gfx906", {0}, 0, CH_BAD_ARGUMENT, "whole words"},
		{"gfx9060", {0xbf810000}, 1, CH_UNSUPPORTED, "gfx9060"}, /* F48 */
		{"gfx90", {0xbf810000}, 1, CH_UNSUPPORTED, "gfx90"},
		{"gfx803", {0xbf810000}, 1, CH_UNSUPPORTED, "gfx803"},
		{"sm_90", {0xbf810000}, 1, CH_BAD_ARGUMENT, "expected a target"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		ch_gcn_code code;
		ch_gcn_error error = {""};
		ch_status status = ch_gcn_decode_bytes(rows[i].arch, 64, (const uint8_t *)rows[i].words,
						       rows[i].count * 4, 0x1000, &code, &error);
		if (status != rows[i].status || !strstr(error.text, rows[i].says))
			fail_msg("row %zu: status %d, '%s'; expected '%s'", i, status, error.text, rows[i].says);
		assert_null(code.insns);
		assert_int_equal(code.count, 0);
	}
}

static void odd_sizes_waves_and_addresses_are_errors(void **state)
{
	(void)state;
	static const uint32_t words[] = {0xbf810000, 0xbf810000};
	const uint8_t *bytes = (const uint8_t *)words;
	ch_gcn_code code;
	ch_gcn_error error;
	assert_int_equal(ch_gcn_decode_bytes("gfx906", 64, bytes, 6, 0, &code, &error), CH_BAD_ARGUMENT);
	assert_int_equal(ch_gcn_decode_bytes("gfx906", 64, bytes, 8, UINT64_MAX - 4, &code, &error), CH_BAD_ARGUMENT);
	assert_int_equal(ch_gcn_decode_bytes("gfx906", 64, bytes, UINT64_MAX & ~3ull, 0, &code, &error),
			 CH_BAD_ARGUMENT);
	assert_int_equal(ch_gcn_decode_bytes("gfx906", 32, bytes, 8, 0, &code, &error), CH_UNSUPPORTED);
	assert_int_equal(ch_gcn_decode_bytes("gfx1151", 48, bytes, 8, 0, &code, &error), CH_BAD_ARGUMENT);
	assert_int_equal(ch_gcn_decode_bytes("gfx906:xnack-", 64, bytes, 8, 0, &code, &error), CH_OK);
	assert_int_equal(code.arch_major, 9);
	assert_int_equal(code.arch_stepping, 6);
	ch_gcn_code_close(&code);
}

/* What is not understood is refused with words; the rest of the kernel is decoded. */
static void unknown_words_are_refused(void **state)
{
	(void)state;
	static const uint32_t image[] = {0xf0001f00, 0x00000004, 0xbf810000};
	static const uint32_t export[] = {0xc400180f, 0x03020100, 0xbf810000};
	static const uint32_t wait[] = {0xbc030000, 0xbfb00000}; /* s_waitcnt_vscnt s3, 0x0 */
	const struct {
		const char *arch;
		const uint32_t *words;
		size_t count;
		const char *says;
	} rows[] = {
		{gfx906, image, 3, "unknown modifier 'dmask:0xf'"},
		{gfx906, export, 3, "unknown operand 'mrt0"},
		{gfx1151, wait, 2, "a wait count in a register"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		ch_gcn_code code;
		ch_gcn_error error;
		assert_int_equal(decode(rows[i].arch, rows[i].words, rows[i].count, &code, &error), CH_OK);
		assert_int_equal(code.count, 2);
		assert_int_equal(code.refused_count, 1);
		assert_non_null(code.insns[0].refused);
		assert_non_null(strstr(code.insns[0].refused, rows[i].says));
		assert_null(code.insns[1].refused);
		ch_gcn_code_close(&code);
	}
}

static void names_are_counted_and_lines_printed(void **state)
{
	(void)state;
	ch_gcn_code code;
	char text[128], small[8];
	DECODE(gfx906, &code, 0xbf800000, 0x7e0202ff, 0x3f800001, 0xbf800001);
	assert_int_equal(code.name_count, 2);
	assert_string_equal(code.names[0].name, "s_nop");
	assert_int_equal(code.names[0].count, 2);
	ch_gcn_insn_format(&code, 1, text, sizeof text);
	assert_string_equal(text, "0x1004 v_mov_b32_e32 v1, 0x3f800001 [ff 02 02 7e 01 00 80 3f]");
	ch_gcn_insn_format(&code, 1, small, sizeof small);
	assert_string_equal(small, "0x1004 ");
	ch_gcn_insn_format(&code, 99, text, sizeof text);
	assert_string_equal(text, "no instruction 99");
	ch_gcn_code_close(&code);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(waits_have_the_layout_of_their_architecture),
		cmocka_unit_test(an_omitted_op_sel_hi_has_the_default_of_its_instruction),
		cmocka_unit_test(op_sel_of_the_result_is_bit_3),
		cmocka_unit_test(signedness_of_a_dot_product_is_neg_lo),
		cmocka_unit_test(a_vopd_is_two_entries),
		cmocka_unit_test(sdwa_has_its_selectors),
		cmocka_unit_test(dpp_comes_from_the_encoding),
		cmocka_unit_test(constants_have_their_bits_in_each_width),
		cmocka_unit_test(scalar_constants_are_extended_as_the_instruction_has_it),
		cmocka_unit_test(memory_offsets_are_where_they_belong),
		cmocka_unit_test(special_registers_have_one_numbering),
		cmocka_unit_test(branches_go_to_indexes),
		cmocka_unit_test(broken_texts_are_errors),
		cmocka_unit_test(odd_sizes_waves_and_addresses_are_errors),
		cmocka_unit_test(unknown_words_are_refused),
		cmocka_unit_test(names_are_counted_and_lines_printed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
