/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ch_words {
	char word[24][96];
	size_t count;
} ch_words;

__attribute__((format(printf, 2, 3))) static void add(ch_words *words, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	if (words->count < 24)
		vsnprintf(words->word[words->count++], sizeof words->word[0], format, arguments);
	va_end(arguments);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void join(const ch_words *operands, ch_words *modifiers, char *text, size_t size)
{
	size_t at = 0;
	text[0] = 0;
	qsort(modifiers->word, modifiers->count, sizeof modifiers->word[0], by_text);
	for (size_t i = 0; i < operands->count && at < size; i++)
		at += (size_t)snprintf(text + at, size - at, "%s,", operands->word[i]);
	for (size_t i = 0; i < modifiers->count && at < size; i++)
		at += (size_t)snprintf(text + at, size - at, " %s", modifiers->word[i]);
}

static void scalar_name(const ch_gcn_operand *o, char *text, size_t size)
{
	static const struct {
		uint16_t index;
		const char *names[3]; /* one, the high one, the pair */
	} named[] = {
		{CH_GCN_VCC, {"vcc_lo", "vcc_hi", "vcc"}},
		{CH_GCN_EXEC, {"exec_lo", "exec_hi", "exec"}},
		{CH_GCN_M0, {"m0", "null", ""}},
	};
	for (size_t i = 0; i < 3; i++)
		if (o->index >= named[i].index && o->index <= named[i].index + 1) {
			snprintf(text, size, "%s", named[i].names[o->count == 2 ? 2 : o->index - named[i].index]);
			return;
		}
	bool trap = o->index >= CH_GCN_TTMP && o->index < CH_GCN_TTMP + 16;
	const char *prefix = trap ? "ttmp" : "s";
	int first = o->index - (trap ? CH_GCN_TTMP : 0);
	if (o->count == 1)
		snprintf(text, size, "%s%d", prefix, first);
	else
		snprintf(text, size, "%s[%d:%d]", prefix, first, first + o->count - 1);
}

static void constant_name(const ch_gcn_operand *o, char *text, size_t size)
{
	float f;
	memcpy(&f, &o->bits32, sizeof f);
	if (o->kind == CH_GCN_LITERAL)
		snprintf(text, size, "0x%x", o->bits32);
	else if (o->is_float && o->bits32 == 0x3e22f983)
		snprintf(text, size, "0.15915494");
	else if (o->is_float)
		snprintf(text, size, "%.1f", (double)f);
	else
		snprintf(text, size, "%d", (int32_t)o->bits32);
}

static void operand_write(ch_words *words, const ch_gcn_operand *o)
{
	char name[64] = "?", half[3] = "";
	if (o->kind == CH_GCN_VGPR && o->count == 1)
		snprintf(name, sizeof name, "v%d%s", o->index, half);
	else if (o->kind == CH_GCN_VGPR)
		snprintf(name, sizeof name, "v[%d:%d]", o->index, o->index + o->count - 1);
	else if (o->kind == CH_GCN_SGPR)
		scalar_name(o, name, sizeof name);
	else if (o->kind == CH_GCN_INLINE || o->kind == CH_GCN_LITERAL)
		constant_name(o, name, sizeof name);
	else if (o->kind == CH_GCN_OFF)
		snprintf(name, sizeof name, "off");
	bool constant = o->kind == CH_GCN_INLINE || o->kind == CH_GCN_LITERAL;
	bool negate = o->flags & CH_GCN_NEG, bar = o->flags & CH_GCN_ABS;
	add(words, "%s%s%s%s%s%s%s", o->flags & CH_GCN_SEXT ? "sext(" : "",
	    negate ? (constant && !bar ? "neg(" : "-") : "", bar ? "|" : "", name, bar ? "|" : "",
	    negate && constant && !bar ? ")" : "", o->flags & CH_GCN_SEXT ? ")" : "");
}

static void bits_write(ch_words *words, const char *name, uint8_t bits, unsigned count)
{
	if (count == 1)
		add(words, "%s:[%d]", name, bits & 1);
	else if (count == 2)
		add(words, "%s:[%d,%d]", name, bits & 1, bits >> 1 & 1);
	else
		add(words, "%s:[%d,%d,%d]", name, bits & 1, bits >> 1 & 1, bits >> 2 & 1);
}

static bool starts(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static void packed_write(ch_words *words, const ch_gcn_insn *insn, const char *name)
{
	unsigned sources = insn->operand_count > 0 ? insn->operand_count - 1u : 0; /* s_endpgm has none */
	bool mix = starts(name, "v_fma_mix");
	uint8_t all = (uint8_t)((1u << sources) - 1);
	if (insn->flags & CH_GCN_VOP3P) {
		if ((insn->op_sel_hi & all) != (mix ? 0 : all))
			bits_write(words, "op_sel_hi", insn->op_sel_hi, sources);
		if (insn->op_sel)
			bits_write(words, "op_sel", insn->op_sel, sources);
		if (insn->neg_lo)
			bits_write(words, "neg_lo", insn->neg_lo, sources);
		if (insn->neg_hi)
			bits_write(words, "neg_hi", insn->neg_hi, sources);
	} else if (insn->op_sel) {
		/* the text puts the result after the sources */
		uint8_t bits = (uint8_t)((insn->op_sel & all) | (insn->op_sel >> 3) << sources);
		bits_write(words, "op_sel", bits, sources + 1);
	}
}

static void dpp_write(ch_words *words, const ch_gcn_insn *insn)
{
	unsigned c = insn->dpp_ctrl, n = c & 15;
	if (c <= 0xff)
		add(words, "quad_perm:[%u,%u,%u,%u]", c & 3, c >> 2 & 3, c >> 4 & 3, c >> 6 & 3);
	else if (c < 0x110)
		add(words, "row_shl:%u", n);
	else if (c < 0x120)
		add(words, "row_shr:%u", n);
	else if (c < 0x130)
		add(words, "row_ror:%u", n);
	else if (c == 0x142 || c == 0x143)
		add(words, "row_bcast:%u", c == 0x142 ? 15u : 31u);
	else if (c >= 0x150 && c < 0x160)
		add(words, "row_share:%u", n);
	else if (c >= 0x160 && c < 0x170)
		add(words, "row_xmask:%u", n);
	else
		add(words, "dpp?%x", c);
	add(words, "row_mask:0x%x", insn->row_mask);
	add(words, "bank_mask:0x%x", insn->bank_mask);
	if (insn->flags & CH_GCN_BOUND_CTRL)
		add(words, "bound_ctrl:1");
	if (insn->flags & CH_GCN_FI)
		add(words, "fi:1");
}

static void sdwa_write(ch_words *words, const ch_gcn_insn *insn, const char *name)
{
	static const char *const sels[] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"};
	static const char *const unused[] = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};
	bool compare = starts(name, "v_cmp");
	bool two = insn->operand_count > 2;
	if (!compare) {
		add(words, "dst_sel:%s", sels[insn->dst_sel]);
		add(words, "dst_unused:%s", unused[insn->dst_unused]);
	}
	add(words, "src0_sel:%s", sels[insn->src_sel[0]]);
	if (two)
		add(words, "src1_sel:%s", sels[insn->src_sel[1]]);
}

static void memory_write(ch_words *words, const ch_gcn_insn *insn, const char *name)
{
	bool two = starts(name, "ds_") && (strstr(name, "read2") || strstr(name, "write2") || strstr(name, "2addr"));
	if (two && insn->offset0)
		add(words, "offset0:%d", insn->offset0);
	if (two && insn->offset1)
		add(words, "offset1:%d", insn->offset1);
	/* the offset of a scalar load is an operand in the text unless a register is there too */
	bool scalar = starts(name, "s_load") || starts(name, "s_buffer_load");
	if (scalar && insn->operands[2].kind != CH_GCN_NONE && insn->offset)
		add(words, "offset:%s0x%x", insn->offset < 0 ? "-" : "", (unsigned)abs(insn->offset));
	else if (!scalar && !two && insn->offset)
		add(words, "offset:%d", insn->offset);
}

static void flags_write(ch_words *words, const ch_gcn_insn *insn)
{
	static const struct {
		uint32_t flag;
		const char *word;
	} flags[] = {
		{CH_GCN_CLAMP, "clamp"}, {CH_GCN_GLC, "glc"},	  {CH_GCN_SLC, "slc"}, {CH_GCN_DLC, "dlc"},
		{CH_GCN_OFFEN, "offen"}, {CH_GCN_IDXEN, "idxen"}, {CH_GCN_LDS, "lds"}, {CH_GCN_GDS, "gds"},
	};
	static const char *const omods[] = {"", "mul:2", "mul:4", "div:2"};
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (insn->flags & flags[i].flag)
			add(words, "%s", flags[i].word);
	if (insn->omod)
		add(words, "%s", omods[insn->omod]);
	if (insn->flags & CH_GCN_DPP8)
		add(words, "dpp8:[%u,%u,%u,%u,%u,%u,%u,%u]", insn->dpp8 & 7, insn->dpp8 >> 3 & 7, insn->dpp8 >> 6 & 7,
		    insn->dpp8 >> 9 & 7, insn->dpp8 >> 12 & 7, insn->dpp8 >> 15 & 7, insn->dpp8 >> 18 & 7,
		    insn->dpp8 >> 21 & 7);
}

/* SOPP: the constant in the words that LLVM has for it. */
static bool scalar_constant_write(ch_words *operands, const ch_gcn_insn *insn, const char *name)
{
	static const char *const hex[] = {"s_clause", "s_set_inst_prefetch_distance", "s_waitcnt_depctr"};
	for (size_t i = 0; i < sizeof hex / sizeof *hex; i++)
		if (strcmp(name, hex[i]) == 0) {
			add(operands, "0x%x", insn->simm16);
			return true;
		}
	if (strcmp(name, "s_nop") == 0 || insn->flags & CH_GCN_BRANCH) {
		add(operands, "%d", insn->simm16);
		return true;
	}
	if (strcmp(name, "s_waitcnt") != 0)
		return false;
	char text[96] = "";
	const struct {
		uint8_t count;
		const char *name;
	} counters[] = {{insn->vmcnt, "vmcnt"}, {insn->expcnt, "expcnt"}, {insn->lgkmcnt, "lgkmcnt"}};
	for (size_t i = 0; i < 3; i++)
		if (counters[i].count != CH_GCN_NO_WAIT)
			snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s(%d)", text[0] ? " " : "",
				 counters[i].name, counters[i].count);
	add(operands, "%s", text);
	return true;
}

void gcn_text_write(const ch_gcn_code *code, const ch_gcn_insn *insn, char *text, size_t size)
{
	ch_words operands = {.count = 0}, modifiers = {.count = 0};
	const char *name = code->names[insn->name].name;
	bool scalar = starts(name, "s_load") || starts(name, "s_buffer_load");
	if (!scalar_constant_write(&operands, insn, name))
		for (uint32_t i = 0; i < insn->operand_count; i++) {
			const ch_gcn_operand *o = &insn->operands[i];
			bool appended = insn->flags & (CH_GCN_VOPD_X | CH_GCN_VOPD_Y) &&
					strcmp(name, "v_cndmask_b32") == 0 && i == 3;
			if (appended)
				continue;
			if (o->kind == CH_GCN_IMM)
				add(&operands, "0x%x", insn->simm16);
			else if (scalar && i == 2 && o->kind == CH_GCN_NONE)
				add(&operands, "%s0x%x", insn->offset < 0 ? "-" : "", (unsigned)abs(insn->offset));
			else
				operand_write(&operands, o);
		}
	packed_write(&modifiers, insn, name);
	flags_write(&modifiers, insn);
	memory_write(&modifiers, insn, name);
	if (insn->flags & CH_GCN_DPP16)
		dpp_write(&modifiers, insn);
	if (insn->flags & CH_GCN_SDWA)
		sdwa_write(&modifiers, insn, name);
	join(&operands, &modifiers, text, size);
}

/* Operands end at commas; the last one's words after a blank are modifiers, save for s_waitcnt, all of whose text is one. */
void gcn_text_read(const ch_gcn_insn *insn, char *text, size_t size)
{
	ch_words operands = {.count = 0}, modifiers = {.count = 0};
	char line[512];
	snprintf(line, sizeof line, "%s", insn->text);
	char *half = strstr(line, " :: ");
	char *start = line;
	if (half) {
		*half = 0;
		start = insn->flags & CH_GCN_VOPD_Y ? half + 4 : line;
	}
	char *at = strchr(start, ' ');
	bool one = starts(start, "s_waitcnt ") || starts(start, "s_delay_alu");
	int depth = 0;
	ch_words *into = &operands;
	char word[96];
	size_t length = 0;
	for (at = at ? at + 1 : start + strlen(start);; at++) {
		bool stop = *at == 0 || (depth == 0 && !one && (*at == ',' || *at == ' '));
		if (*at == '[' || *at == '(')
			depth++;
		if (*at == ']' || *at == ')')
			depth--;
		if (!stop) {
			if (length + 1 < sizeof word)
				word[length++] = *at;
			continue;
		}
		word[length] = 0;
		/* No field holds the cache policy of gfx12, which changes nothing; a swizzle's field is its pattern, not these words. */
		const bool no_field =
			starts(word, "scope:SCOPE_") || starts(word, "th:TH_") || starts(word, "offset:swizzle(");
		if (length && !no_field)
			add(into, "%s", word);
		length = 0;
		if (*at == 0)
			break;
		if (*at == ' ' && at[-1] != ',')
			into = &modifiers;
	}
	/* s_load's offset of 0 is printed as 0x0, or as null where there is a register operand for it */
	for (size_t i = 0; i < operands.count; i++)
		if (starts(start, "s_load") && i == 2 && strcmp(operands.word[i], "null") == 0)
			snprintf(operands.word[i], sizeof operands.word[i], "0x0");
	join(&operands, &modifiers, text, size);
}
