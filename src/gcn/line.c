/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/line.h"

#include <stdio.h>

/* Length up to the first `stop` that no bracket encloses, or all of it. */
static size_t length_until(ch_slice text, char stop)
{
	int depth = 0;
	for (size_t i = 0; i < text.length; i++) {
		char c = text.text[i];
		if (c == '[' || c == '(')
			depth++;
		else if (c == ']' || c == ')')
			depth--;
		else if (c == stop && depth <= 0)
			return i;
	}
	return text.length;
}

static ch_slice trimmed(ch_slice s)
{
	while (s.length && s.text[0] == ' ') {
		s.text++;
		s.length--;
	}
	while (s.length && s.text[s.length - 1] == ' ')
		s.length--;
	return s;
}

/* Cuts the first piece off. */
static ch_slice next_piece(ch_slice *rest, char stop)
{
	size_t length = length_until(*rest, stop);
	ch_slice piece = {rest->text, length};
	size_t skip = length < rest->length ? length + 1 : length;
	rest->text += skip;
	rest->length -= skip;
	return trimmed(piece);
}

static ch_status refuse(ch_gcn_code *code, ch_gcn_insn *insn, const char *words, ch_slice what)
{
	char text[128];
	int length = what.length > 60 ? 60 : (int)what.length;
	int n = what.length ? snprintf(text, sizeof text, "%s '%.*s'", words, length, what.text)
			    : snprintf(text, sizeof text, "%s", words);
	insn->refused = ch_gcn_strings_keep(&code->strings, text, (size_t)n);
	return insn->refused ? CH_OK : CH_OUT_OF_MEMORY;
}

/* "v_dual_cndmask_b32" is "v_cndmask_b32"; encoding suffixes go. */
static bool mnemonic_split(ch_slice word, ch_gcn_line *line, ch_gcn_insn *insn)
{
	static const struct {
		char suffix[8];
		uint32_t flags;
	} suffixes[] = {{"_e32", 0}, {"_e64", 0}, {"_dpp", 0}, {"_sdwa", CH_GCN_SDWA}};
	const char *start = "";
	if (line->form == CH_FORM_VOPD && ch_slice_starts(word, "v_dual_")) {
		start = "v_";
		word.text += 7;
		word.length -= 7;
	}
	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		size_t n = strlen(suffixes[i].suffix);
		if (word.length <= n || memcmp(word.text + word.length - n, suffixes[i].suffix, n) != 0)
			continue;
		word.length -= n;
		insn->flags |= suffixes[i].flags;
		i = (size_t)-1; /* "_e64_dpp" has two */
	}
	int n = snprintf(line->mnemonic, sizeof line->mnemonic, "%s%.*s", start, (int)word.length, word.text);
	return word.length && n > 0 && (size_t)n < sizeof line->mnemonic;
}

/* SOPK constants are fields of the encoding, hwreg(...) among them; the 32-bit one of s_setreg_imm32 is a literal. */
static bool operand_parse(const ch_gcn_line *line, ch_slice text, ch_gcn_operand *operand)
{
	if (line->form == CH_FORM_SOPK) {
		bool literal = strcmp(line->mnemonic, "s_setreg_imm32_b32") == 0 && !ch_slice_starts(text, "hwreg(");
		bool number = ch_gcn_operand_parse(text, operand) &&
			      (operand->kind == CH_GCN_INLINE || operand->kind == CH_GCN_LITERAL);
		if (literal && number) {
			operand->kind = CH_GCN_LITERAL;
			return true;
		}
		if (number || ch_slice_starts(text, "hwreg(")) {
			*operand = (ch_gcn_operand){.kind = CH_GCN_IMM, .count = 1};
			return true;
		}
	}
	return ch_gcn_operand_parse(text, operand);
}

/* Scalar loads: the constant offset goes into `offset`, whichever way it is written. */
static void scalar_load_normalize(ch_gcn_insn *insn)
{
	ch_gcn_operand *o = &insn->operands[2];
	if (insn->operand_count != 3)
		return;
	if (o->kind == CH_GCN_INLINE || o->kind == CH_GCN_LITERAL) {
		insn->offset = (int32_t)o->bits32;
		*o = (ch_gcn_operand){.kind = CH_GCN_NONE, .count = 1};
	} else if (o->kind == CH_GCN_SGPR && o->index == CH_GCN_NULL) {
		*o = (ch_gcn_operand){.kind = CH_GCN_NONE, .count = 1};
	}
}

static ch_status operands_parse(ch_gcn_line *line, ch_slice rest, ch_gcn_code *code, ch_gcn_insn *insn)
{
	while (rest.length) {
		bool last = length_until(rest, ',') == rest.length;
		ch_slice piece = next_piece(&rest, ',');
		ch_slice words = piece;
		ch_slice first = next_piece(&words, ' ');
		ch_gcn_operand operand;
		if (operand_parse(line, first, &operand)) {
			if (insn->operand_count == CH_GCN_MAX_OPERANDS)
				return refuse(code, insn, "too many operands", (ch_slice){"", 0});
			insn->operands[insn->operand_count++] = operand;
		} else if (!last || !ch_gcn_modifier_parse(first, insn)) {
			return refuse(code, insn, "unknown operand", first);
		}
		words = trimmed(words);
		if (words.length && !last)
			return refuse(code, insn, "unknown operand", piece);
		while (words.length) {
			ch_slice word = next_piece(&words, ' ');
			if (!ch_gcn_modifier_parse(word, insn))
				return refuse(code, insn, "unknown modifier", word);
			words = trimmed(words);
		}
	}
	return CH_OK;
}

ch_status ch_gcn_line_parse(ch_gcn_line *line, ch_gcn_code *code, ch_gcn_insn *insn)
{
	ch_slice rest = trimmed(line->text);
	insn->dst_sel = insn->src_sel[0] = insn->src_sel[1] = CH_GCN_DWORD;
	insn->vmcnt = insn->lgkmcnt = insn->expcnt = insn->vscnt = insn->kmcnt = CH_GCN_NO_WAIT;
	insn->target = CH_GCN_NO_TARGET;
	ch_slice word = next_piece(&rest, ' ');
	if (!mnemonic_split(word, line, insn))
		return refuse(code, insn, "unknown mnemonic", word);
	rest = trimmed(rest);
	if (line->form == CH_FORM_SOPP) {
		/* all of it is the 16-bit field, whatever words stand for it */
		if (rest.length)
			insn->operands[insn->operand_count++] = (ch_gcn_operand){.kind = CH_GCN_IMM, .count = 1};
		return CH_OK;
	}
	ch_status status = operands_parse(line, rest, code, insn);
	if (status || insn->refused)
		return status;
	if (line->form == CH_FORM_SMEM)
		scalar_load_normalize(insn);
	if (line->form == CH_FORM_VOPD && strcmp(line->mnemonic, "v_cndmask_b32") == 0 && insn->operand_count == 3)
		insn->operands[insn->operand_count++] =
			(ch_gcn_operand){.kind = CH_GCN_SGPR, .count = 1, .index = CH_GCN_VCC};
	return CH_OK;
}
