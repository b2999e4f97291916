/* SPDX-License-Identifier: Apache-2.0
 *
 * From one line of disassembly and its encoding to a ch_gcn_insn. Internal to src/gcn and src/audit. */
#ifndef CHECKHIP_GCN_LINE_H
#define CHECKHIP_GCN_LINE_H

#include "gcn/bytes.h"
#include "gcn/decode.h"

/* The encodings that are told apart; everything else is FORM_OTHER (exports, images, interpolation). */
typedef enum ch_gcn_form {
	CH_FORM_OTHER,
	CH_FORM_SOP2,
	CH_FORM_SOPK,
	CH_FORM_SOP1,
	CH_FORM_SOPC,
	CH_FORM_SOPP,
	CH_FORM_SMEM,
	CH_FORM_VOP1,
	CH_FORM_VOP2,
	CH_FORM_VOPC,
	CH_FORM_VOP3,
	CH_FORM_VOP3P,
	CH_FORM_VOPD,
	CH_FORM_DS,
	CH_FORM_MUBUF,
	CH_FORM_FLAT
} ch_gcn_form;

/* operand.c: tabs and runs of blanks become one blank, and none is left at either end. Gives the length that remains. */
size_t ch_gcn_squeeze_blanks(char *text);

/* A piece of the line. */
typedef struct ch_slice {
	const char *text;
	size_t length;
} ch_slice;

bool ch_slice_is(ch_slice slice, const char *text);
bool ch_slice_starts(ch_slice slice, const char *text);

/* Decimal or 0x, with a sign, the whole slice; false if it is anything else or does not fit. */
bool ch_slice_number(ch_slice slice, int64_t *value);

/* form.c: from the first word. */
ch_gcn_form ch_gcn_form_of(uint32_t word, uint32_t arch_major);

/* Bytes that follow the fixed part of an encoding. */
typedef enum ch_gcn_tail { CH_TAIL_NONE, CH_TAIL_LITERAL, CH_TAIL_DPP16, CH_TAIL_DPP8, CH_TAIL_SDWA } ch_gcn_tail;
ch_gcn_tail ch_gcn_tail_of(ch_gcn_form form, const uint8_t *bytes, uint32_t size);

/* guard.c: NULL if LLVM may see the instruction, or what was expected. `size` bytes are left. */
const char *ch_gcn_encoding_guard(ch_gcn_form form, const uint8_t *bytes, uint64_t size, uint32_t arch_major);

/* operand.c: a register, constant or `off`, with neg, abs, sext around it. */
bool ch_gcn_operand_parse(ch_slice text, ch_gcn_operand *operand);

/* modifier.c: one word after the operands. False if it is unknown or its value makes no sense. */
bool ch_gcn_modifier_parse(ch_slice text, ch_gcn_insn *insn);

/* encoding.c: what is taken from the encoding; after the text has been parsed. Returns NULL, or words on what does not fit. */
const char *ch_gcn_encoding_apply(ch_gcn_insn *insn, const char *mnemonic, ch_gcn_form form, uint32_t size,
				  const ch_gcn_code *code);

/* The byte distance of a branch from its own address; false if the instruction is none. */
bool ch_gcn_branch_distance(const ch_gcn_insn *insn, const char *mnemonic, ch_gcn_form form, int64_t *distance);

/* strings.c: text that lives as long as the code. NULL when memory is out. */
const char *ch_gcn_strings_keep(struct ch_gcn_strings **strings, const char *text, size_t length);
void ch_gcn_strings_close(struct ch_gcn_strings *strings);

/* line.c: one half or whole line, mnemonic first. insn->name is not set; *mnemonic is the base name, within `line`
 * or static. Refusals go into insn->refused. */
typedef struct ch_gcn_line {
	ch_slice text;
	ch_gcn_form form;
	bool second_half;
	char mnemonic[64];
} ch_gcn_line;
ch_status ch_gcn_line_parse(ch_gcn_line *line, ch_gcn_code *code, ch_gcn_insn *insn);

#endif
