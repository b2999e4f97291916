/* SPDX-License-Identifier: Apache-2.0
 *
 * Halves of registers on gfx11 and gfx12. Compilers for real use them (ROCm 7 does by default), but LLVM up to 19 disassembles these
 * encodings as if there were none: in the short encodings it prints a register that is not there or refuses the word, and in
 * the long ones it leaves op_sel out of the text, so that what is executed would be another instruction. Here the bits are
 * taken out before LLVM sees them, and put back into the text. Source: "RDNA3 ISA", section "16-bit math and VGPRs": bit 7 of
 * a register's number in VOP1, VOP2 and VOPC, and op_sel in VOP3, choose the high half of a 16-bit operand. */
#include <stdio.h>

#include "gcn/line.h"
#include "gcn/llvm.h"

enum { RESULT = 1, FIRST = 2, SECOND = 4 };

/* Which operands of an opcode have 16 bits: "RDNA3 ISA", chapter "Microcode formats", tables of VOP1, VOP2 and VOPC. */
typedef struct ch_halves_row {
	uint8_t form, first, last, operands;
} ch_halves_row;

static const ch_halves_row rows[] = {
	{CH_FORM_VOP1, 0x0a, 0x0a, RESULT},		     /* v_cvt_f16_f32 */
	{CH_FORM_VOP1, 0x0b, 0x0b, FIRST},		     /* v_cvt_f32_f16 */
	{CH_FORM_VOP1, 0x1c, 0x1c, RESULT | FIRST},	     /* v_mov_b16 */
	{CH_FORM_VOP1, 0x50, 0x61, RESULT | FIRST},	     /* v_cvt_f16_u16 to v_cos_f16 */
	{CH_FORM_VOP1, 0x62, 0x62, RESULT},		     /* v_sat_pk_u8_i16 */
	{CH_FORM_VOP1, 0x63, 0x64, RESULT | FIRST},	     /* v_cvt_norm_i16_f16, v_cvt_norm_u16_f16 */
	{CH_FORM_VOP1, 0x66, 0x66, RESULT | FIRST},	     /* v_swap_b16 */
	{CH_FORM_VOP1, 0x69, 0x69, RESULT | FIRST},	     /* v_not_b16 */
	{CH_FORM_VOP1, 0x6a, 0x6b, FIRST},		     /* v_cvt_i32_i16, v_cvt_u32_u16 */
	{CH_FORM_VOP2, 0x30, 0x3b, RESULT | FIRST | SECOND}, /* v_min_num_f16 of gfx12, v_add_f16 to v_ldexp_f16 */
	{CH_FORM_VOPC, 0x00, 0x0f, FIRST | SECOND},	     /* v_cmp_*_f16 */
	{CH_FORM_VOPC, 0x31, 0x36, FIRST | SECOND},	     /* v_cmp_*_i16 */
	{CH_FORM_VOPC, 0x39, 0x3e, FIRST | SECOND},	     /* v_cmp_*_u16 */
	{CH_FORM_VOPC, 0x7d, 0x7d, FIRST | SECOND},	     /* v_cmp_class_f16 */
	{CH_FORM_VOPC, 0x80, 0x8f, FIRST | SECOND},	     /* the same for v_cmpx */
	{CH_FORM_VOPC, 0xb1, 0xb6, FIRST | SECOND},
	{CH_FORM_VOPC, 0xb9, 0xbe, FIRST | SECOND},
	{CH_FORM_VOPC, 0xfd, 0xfd, FIRST | SECOND},
};

enum { VOP2_FMAMK_F16 = 0x37, VOPC_WRITES_EXEC = 0x80 };

static uint32_t opcode_of(ch_gcn_form form, uint32_t word)
{
	return form == CH_FORM_VOP1 ? word >> 9 & 0xff : form == CH_FORM_VOP2 ? word >> 25 & 0x3f : word >> 17 & 0xff;
}

static uint32_t operands_of(ch_gcn_form form, uint32_t opcode)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].form == form && opcode >= rows[i].first && opcode <= rows[i].last)
			return rows[i].operands;
	return 0;
}

/* The words without the bits for high halves. Returns which operands had one. */
static uint32_t take_out(ch_gcn_form form, uint8_t *bytes, uint32_t size)
{
	uint32_t word = ch_gcn_load32(bytes);
	const uint32_t operands = operands_of(form, opcode_of(form, word));
	const ch_gcn_tail tail = ch_gcn_tail_of(form, bytes, size < 8 ? 4 : 8);
	uint32_t high = 0;
	if ((operands & RESULT) && word >> 24 & 1) {
		high |= RESULT;
		word &= ~(UINT32_C(1) << 24);
	}
	if ((operands & SECOND) && word >> 16 & 1) {
		high |= SECOND;
		word &= ~(UINT32_C(1) << 16);
	}
	if ((operands & FIRST) && (word >> 7 & 3) == 3) { /* 256 and above: a register */
		high |= FIRST;
		word &= ~(UINT32_C(1) << 7);
	} else if ((operands & FIRST) && (tail == CH_TAIL_DPP16 || tail == CH_TAIL_DPP8) && bytes[4] >> 7) {
		high |= FIRST;
		bytes[4] &= 0x7f;
	}
	memcpy(bytes, &word, 4);
	return high;
}

/* ".h" behind the register of one operand, in place of ".l" where LLVM knows that much. */
static bool mark_high(char *text, size_t text_size, uint32_t place)
{
	char *at = strchr(text, ' ');
	for (; at && place; place--)
		at = strchr(at + 1, ',');
	at = at ? strchr(at, 'v') : NULL;
	if (!at || at[1] < '0' || at[1] > '9')
		return false;
	for (at++; *at >= '0' && *at <= '9';)
		at++;
	const size_t length = strlen(text);
	if (at[0] == '.' && at[1] == 'l') {
		at[1] = 'h';
		return true;
	}
	if (length + 3 > text_size)
		return false;
	memmove(at + 2, at, strlen(at) + 1);
	at[0] = '.';
	at[1] = 'h';
	return true;
}

static bool put_back(ch_gcn_form form, uint32_t word, uint32_t high, char *text, size_t text_size)
{
	const uint32_t opcode = opcode_of(form, word);
	const bool no_result = form == CH_FORM_VOPC && opcode >= VOPC_WRITES_EXEC;
	const uint32_t first = no_result ? 0 : 1,
		       second = first + (form == CH_FORM_VOP2 && opcode == VOP2_FMAMK_F16 ? 2 : 1);
	return (!(high & SECOND) || mark_high(text, text_size, second)) &&
	       (!(high & FIRST) || mark_high(text, text_size, first)) &&
	       (!(high & RESULT) || mark_high(text, text_size, 0));
}

/* Opcodes with a scalar result in the place of op_sel: "RDNA3 ISA", VOP3SD. */
static bool has_scalar_result(uint32_t opcode)
{
	return (opcode >= 0x2fc && opcode <= 0x302) || (opcode >= 0x120 && opcode <= 0x122);
}

static bool put_op_sel(const uint8_t *bytes, char *text, size_t text_size)
{
	const uint32_t word = ch_gcn_load32(bytes), bits = word >> 11 & 15;
	if (!bits || has_scalar_result(word >> 16 & 0x3ff) || strstr(text, "op_sel") || strstr(text, ".h"))
		return true;
	uint32_t sources = 0;
	for (const char *at = text; *at; at++)
		sources += *at == ',' && at[1] == ' ';
	char list[24];
	size_t used = 0;
	for (uint32_t i = 0; i < sources && i < 3; i++)
		used += (size_t)snprintf(list + used, sizeof list - used, "%u,", bits >> i & 1);
	const size_t length = strlen(text);
	/* Before the modifiers that follow the operands it may not stand, but behind them it may. */
	return snprintf(text + length, text_size - length, " op_sel:[%s%u]", list, bits >> 3) <
	       (int)(text_size - length);
}

enum { INLINE_ZERO = 0x80 };

/* Compilers from LLVM 21 on write a zero into the source fields that a long instruction leaves unused, where older ones wrote
 * nothing; disassemblers up to LLVM 19 take the first for no instruction. What such a one refuses is shown to it again without. */
static bool clear_unused(uint8_t *bytes, uint32_t field)
{
	uint32_t word = ch_gcn_load32(bytes + 4);
	if ((word >> field & 0x1ff) != INLINE_ZERO)
		return false;
	word &= ~(UINT32_C(0x1ff) << field);
	memcpy(bytes + 4, &word, 4);
	return true;
}

static size_t decode_unused(ch_gcn_llvm *llvm, const uint8_t *bytes, uint32_t size, uint64_t address, char *text,
			    size_t text_size)
{
	uint8_t changed[CH_GCN_MAX_BYTES];
	if (size < 8)
		return 0;
	memcpy(changed, bytes, size);
	size_t got = 0;
	if (clear_unused(changed, 18))
		got = ch_gcn_llvm_decode(llvm, changed, size, address, text, text_size);
	if (!got && clear_unused(changed, 9))
		got = ch_gcn_llvm_decode(llvm, changed, size, address, text, text_size);
	return got;
}

size_t ch_gcn_halves_decode(ch_gcn_llvm *llvm, ch_gcn_form form, uint32_t arch_major, const uint8_t *bytes,
			    uint64_t size, uint64_t address, char *text, size_t text_size)
{
	const bool is_short = form == CH_FORM_VOP1 || form == CH_FORM_VOP2 || form == CH_FORM_VOPC;
	uint8_t changed[CH_GCN_MAX_BYTES];
	const uint32_t kept = size < sizeof changed ? (uint32_t)size : (uint32_t)sizeof changed;
	uint32_t high = 0;
	if (arch_major >= 11 && is_short) {
		memcpy(changed, bytes, kept);
		high = take_out(form, changed, kept);
	}
	size_t got = ch_gcn_llvm_decode(llvm, high ? changed : bytes, high ? kept : size, address, text, text_size);
	if (!got && (form == CH_FORM_VOP3 || form == CH_FORM_VOP3P))
		got = decode_unused(llvm, bytes, kept, address, text, text_size);
	if (!got)
		return 0;
	(void)ch_gcn_squeeze_blanks(text);
	const bool good = high ? put_back(form, ch_gcn_load32(bytes), high, text, text_size)
			       : arch_major < 11 || form != CH_FORM_VOP3 || put_op_sel(bytes, text, text_size);
	return good ? got : 0;
}
