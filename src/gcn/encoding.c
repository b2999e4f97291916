/* SPDX-License-Identifier: Apache-2.0
 *
 * What the text says badly, from the words: AMD's "Vega 7nm" and "RDNA3" instruction set documents, "Microcode Formats"
 * (fields) and "Data Dependency Resolution" (wait counters). */
#include "gcn/line.h"

typedef struct ch_counter_field {
	uint8_t low, bits, high_low, high_bits; /* the high part, if any, goes above the low one */
} ch_counter_field;

typedef struct ch_wait_layout {
	uint32_t major;
	ch_counter_field vm, lgkm, exp;
} ch_wait_layout;

static const ch_wait_layout layouts[] = {
	{9, {0, 4, 14, 2}, {8, 4, 0, 0}, {4, 3, 0, 0}},
	{10, {0, 4, 14, 2}, {8, 6, 0, 0}, {4, 3, 0, 0}},
	{11, {10, 6, 0, 0}, {4, 6, 0, 0}, {0, 3, 0, 0}},
};

/* A field of all ones waits for nothing. */
static uint8_t counter(uint32_t simm16, ch_counter_field f)
{
	uint32_t low = simm16 >> f.low & ((1u << f.bits) - 1);
	uint32_t value = low | (simm16 >> f.high_low & ((1u << f.high_bits) - 1)) << f.bits;
	return value == (1u << (f.bits + f.high_bits)) - 1 ? CH_GCN_NO_WAIT : (uint8_t)value;
}

static const char *waits_decode(ch_gcn_insn *insn, uint32_t major)
{
	for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		if (layouts[i].major != major)
			continue;
		insn->vmcnt = counter(insn->simm16, layouts[i].vm);
		insn->lgkmcnt = counter(insn->simm16, layouts[i].lgkm);
		insn->expcnt = counter(insn->simm16, layouts[i].exp);
		return NULL;
	}
	return "wait counters of this architecture are not known";
}

/* gfx12 waits with one instruction a counter, or one for two of them: "RDNA4 ISA", section SOPP. The wider counters have 6 bits. */
static bool waits_decode_12(ch_gcn_insn *insn, const char *mnemonic)
{
	static const ch_counter_field none = {0, 0, 0, 0}, low = {0, 6, 0, 0}, low_5 = {0, 5, 0, 0},
				      low_3 = {0, 3, 0, 0}, upper = {8, 6, 0, 0};
	static const struct {
		char name[24];
		const ch_counter_field *load, *store, *ds, *km, *exp;
	} waits[] = {
		{"s_wait_loadcnt", &low, &none, &none, &none, &none},
		{"s_wait_storecnt", &none, &low, &none, &none, &none},
		{"s_wait_dscnt", &none, &none, &low, &none, &none},
		{"s_wait_kmcnt", &none, &none, &none, &low_5, &none},
		{"s_wait_expcnt", &none, &none, &none, &none, &low_3},
		{"s_wait_loadcnt_dscnt", &upper, &none, &low, &none, &none},
		{"s_wait_storecnt_dscnt", &none, &upper, &low, &none, &none},
	};
	for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
		if (strcmp(mnemonic, waits[i].name) != 0)
			continue;
		insn->vmcnt = counter(insn->simm16, *waits[i].load);
		insn->vscnt = counter(insn->simm16, *waits[i].store);
		insn->lgkmcnt = counter(insn->simm16, *waits[i].ds);
		insn->kmcnt = counter(insn->simm16, *waits[i].km);
		insn->expcnt = counter(insn->simm16, *waits[i].exp);
		return true;
	}
	return false;
}

/* s_waitcnt_vscnt null, 0x0 and its kin of gfx10 and gfx11 wait for one counter: the constant plus a register. */
static const char *one_wait_decode(ch_gcn_insn *insn, const char *mnemonic)
{
	static const struct {
		char name[20];
		size_t place;
	} waits[] = {
		{"s_waitcnt_vscnt", offsetof(ch_gcn_insn, vscnt)},
		{"s_waitcnt_vmcnt", offsetof(ch_gcn_insn, vmcnt)},
		{"s_waitcnt_expcnt", offsetof(ch_gcn_insn, expcnt)},
		{"s_waitcnt_lgkmcnt", offsetof(ch_gcn_insn, lgkmcnt)},
	};
	for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
		if (strcmp(mnemonic, waits[i].name) != 0)
			continue;
		if (insn->operands[0].kind != CH_GCN_SGPR || insn->operands[0].index != CH_GCN_NULL)
			return "a wait count in a register";
		insn->flags |= CH_GCN_WAIT;
		/* the counters have 6 bits at most */
		((uint8_t *)insn)[waits[i].place] = (uint8_t)(insn->simm16 < 63 ? insn->simm16 : CH_GCN_NO_WAIT);
	}
	return NULL;
}

static const char *scalar_apply(ch_gcn_insn *insn, const char *mnemonic, ch_gcn_form form, uint32_t major)
{
	insn->simm16 = (uint16_t)ch_gcn_load32(insn->bytes);
	bool is_unsigned =
		form == CH_FORM_SOPP || strncmp(mnemonic, "s_getreg", 8) == 0 ||
		strncmp(mnemonic, "s_setreg", 8) == 0 ||
		(strncmp(mnemonic, "s_cmpk_", 7) == 0 && strcmp(mnemonic + strlen(mnemonic) - 3, "u32") == 0);
	int64_t value = is_unsigned ? insn->simm16 : (int16_t)insn->simm16;
	for (uint32_t i = 0; i < insn->operand_count; i++) {
		ch_gcn_operand *o = &insn->operands[i];
		if (o->kind != CH_GCN_IMM)
			continue;
		o->bits16 = (uint16_t)value;
		o->bits32 = (uint32_t)value;
		o->bits64 = (uint64_t)value;
	}
	if (form == CH_FORM_SOPK)
		return one_wait_decode(insn, mnemonic);
	if (major == 12 && waits_decode_12(insn, mnemonic)) {
		insn->flags |= CH_GCN_WAIT;
		return NULL;
	}
	if (strcmp(mnemonic, "s_waitcnt") != 0)
		return NULL;
	insn->flags |= CH_GCN_WAIT;
	return waits_decode(insn, major);
}

static bool vector_form(ch_gcn_form form)
{
	return form == CH_FORM_VOP3 || form == CH_FORM_VOP3P;
}

static const char *tail_apply(ch_gcn_insn *insn, ch_gcn_form form, uint32_t size)
{
	ch_gcn_tail tail = ch_gcn_tail_of(form, insn->bytes, size);
	bool dpp16 = insn->flags & CH_GCN_DPP16, dpp8 = insn->flags & CH_GCN_DPP8, sdwa = insn->flags & CH_GCN_SDWA;
	if (dpp16 != (tail == CH_TAIL_DPP16) || dpp8 != (tail == CH_TAIL_DPP8) || sdwa != (tail == CH_TAIL_SDWA))
		return "text and encoding differ on DPP or SDWA";
	const uint8_t *word_at = insn->bytes + (vector_form(form) ? 8 : 4);
	if (tail == CH_TAIL_DPP16) {
		uint32_t word = ch_gcn_load32(word_at);
		insn->dpp_ctrl = (uint16_t)(word >> 8 & 0x1ff);
		insn->flags |= word >> 18 & 1 ? (uint32_t)CH_GCN_FI : 0;
		insn->flags |= word >> 19 & 1 ? (uint32_t)CH_GCN_BOUND_CTRL : 0;
		insn->bank_mask = word >> 24 & 15;
		insn->row_mask = (uint8_t)(word >> 28);
	} else if (tail == CH_TAIL_DPP8) {
		if (insn->dpp8 != ch_gcn_load32(word_at) >> 8)
			return "text and encoding differ on dpp8";
		/* 234 in place of the source is DPP8 with FI */
		uint32_t source = ch_gcn_load32(insn->bytes + (vector_form(form) ? 4 : 0)) & 0x1ff;
		insn->flags |= source == 234 ? (uint32_t)CH_GCN_FI : 0;
	} else if (tail == CH_TAIL_LITERAL) {
		insn->flags |= CH_GCN_HAS_LITERAL;
	}
	return NULL;
}

/* The text of a literal may be cut to 16 bits; the word is what counts. */
static const char *literals_apply(ch_gcn_insn *insn, uint32_t size)
{
	for (uint32_t i = 0; i < insn->operand_count; i++) {
		ch_gcn_operand *o = &insn->operands[i];
		if (o->kind != CH_GCN_LITERAL)
			continue;
		if (!(insn->flags & CH_GCN_HAS_LITERAL))
			return "a constant that is neither inline nor a literal";
		uint32_t word = ch_gcn_load32(insn->bytes + size - 4);
		if (o->bits32 != word && o->bits32 != (word & 0xffff))
			return "text and encoding differ on a literal";
		o->bits16 = (uint16_t)word;
		o->bits32 = word;
		o->bits64 = word;
	}
	return NULL;
}

/* The places of op_sel differ in the text by the number of sources and by whether the result has one. */
static const char *op_sel_apply(ch_gcn_insn *insn, ch_gcn_form form)
{
	uint32_t low = ch_gcn_load32(insn->bytes), high = ch_gcn_load32(insn->bytes + 4);
	if (form == CH_FORM_VOP3P) {
		uint8_t encoded = (uint8_t)((high >> 27 & 3) | (low >> 14 & 1) << 2);
		if (insn->op_sel_hi & ~encoded)
			return "text and encoding differ on op_sel_hi";
		insn->op_sel_hi = encoded;
	}
	if (!insn->op_sel)
		return NULL;
	uint8_t encoded = (uint8_t)(low >> 11 & (form == CH_FORM_VOP3P ? 7 : 15));
	if (__builtin_popcount(encoded) != __builtin_popcount(insn->op_sel))
		return "text and encoding differ on op_sel";
	insn->op_sel = encoded;
	return NULL;
}

static const char *ds_apply(ch_gcn_insn *insn, const char *mnemonic)
{
	uint8_t first = insn->bytes[0], second = insn->bytes[1];
	uint16_t whole = ch_gcn_load16(insn->bytes);
	if (strcmp(mnemonic, "ds_swizzle_b32") == 0) {
		insn->flags |= CH_GCN_SWIZZLE;
		insn->swizzle = whole;
		insn->offset = 0;
		return NULL;
	}
	bool two = insn->offset0 || insn->offset1;
	if (two ? insn->offset0 != first || insn->offset1 != second : insn->offset && insn->offset != whole)
		return "text and encoding differ on a DS offset";
	insn->offset = whole;
	insn->offset0 = first;
	insn->offset1 = second;
	return NULL;
}

const char *ch_gcn_encoding_apply(ch_gcn_insn *insn, const char *mnemonic, ch_gcn_form form, uint32_t size,
				  const ch_gcn_code *code)
{
	const char *words = NULL;
	if (form == CH_FORM_SOPP || form == CH_FORM_SOPK)
		words = scalar_apply(insn, mnemonic, form, code->arch_major);
	if (!words)
		words = tail_apply(insn, form, size);
	if (!words)
		words = literals_apply(insn, size);
	if (!words && vector_form(form)) {
		insn->flags |= form == CH_FORM_VOP3P ? CH_GCN_VOP3P : CH_GCN_E64;
		words = op_sel_apply(insn, form);
	}
	if (!words && form == CH_FORM_DS)
		words = ds_apply(insn, mnemonic);
	return words;
}

bool ch_gcn_branch_distance(const ch_gcn_insn *insn, const char *mnemonic, ch_gcn_form form, int64_t *distance)
{
	bool is_branch =
		form == CH_FORM_SOPP && (strcmp(mnemonic, "s_branch") == 0 || strncmp(mnemonic, "s_cbranch_", 10) == 0);
	if (form == CH_FORM_SOPK && strcmp(mnemonic, "s_call_b64") == 0)
		is_branch = true;
	*distance = 4 + 4 * (int64_t)(int16_t)insn->simm16;
	return is_branch;
}
