/* SPDX-License-Identifier: Apache-2.0
 *
 * The words after the operands. The tables are the list of what is known; whatever is in none of them is refused. */
#include "gcn/line.h"

/* Words that stand alone. The gfx940 names of the cache policy bits go to the older ones: sc0 is what returns the old value of
 * an atomic, as glc is; nt and sc1 only hint. */
static const struct {
	char word[8];
	uint32_t flag;
} flags[] = {
	{"clamp", CH_GCN_CLAMP}, {"glc", CH_GCN_GLC},	  {"slc", CH_GCN_SLC}, {"dlc", CH_GCN_DLC},
	{"offen", CH_GCN_OFFEN}, {"idxen", CH_GCN_IDXEN}, {"lds", CH_GCN_LDS}, {"gds", CH_GCN_GDS},
	{"tfe", CH_GCN_TFE},	 {"sc0", CH_GCN_GLC},	  {"nt", CH_GCN_SLC},  {"sc1", CH_GCN_DLC},
};

/* DPP16 controls: how far the number may go. The control itself is taken from the encoding. */
static const struct {
	char word[16];
	int8_t least, most; /* both 0: no number */
} dpp_controls[] = {
	{"row_shl", 1, 15},	   {"row_shr", 1, 15},	  {"row_ror", 1, 15},	{"wave_shl", 1, 1},
	{"wave_rol", 1, 1},	   {"wave_shr", 1, 1},	  {"wave_ror", 1, 1},	{"row_mirror", 0, 0},
	{"row_half_mirror", 0, 0}, {"row_bcast", 15, 31}, {"row_share", 0, 15}, {"row_newbcast", 0, 15},
	{"row_xmask", 0, 15},
};

static const char *const sel_names[] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"};
static const char *const unused_names[] = {"UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"};

static bool name_find(ch_slice text, const char *const *names, size_t count, uint8_t *value)
{
	for (size_t i = 0; i < count; i++)
		if (ch_slice_is(text, names[i])) {
			*value = (uint8_t)i;
			return true;
		}
	return false;
}

static bool range_number(ch_slice text, int64_t least, int64_t most, int64_t *value)
{
	return ch_slice_number(text, value) && *value >= least && *value <= most;
}

/* "[1,0,1]": 1 to `most_count` numbers of 0..`most`, each shifted in `bits` further up. */
static bool list_parse(ch_slice text, size_t most_count, int64_t most, unsigned bits, uint32_t *value)
{
	if (text.length < 3 || text.text[0] != '[' || text.text[text.length - 1] != ']')
		return false;
	*value = 0;
	const char *at = text.text + 1, *end = text.text + text.length - 1;
	for (size_t i = 0; at <= end; i++) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		const char *stop = comma ? comma : end;
		int64_t number;
		if (i == most_count || !range_number((ch_slice){at, (size_t)(stop - at)}, 0, most, &number))
			return false;
		*value |= (uint32_t)number << (i * bits);
		at = stop + 1;
	}
	return true;
}

/* Where a number goes, and its range. */
static bool number_modifier(ch_slice word, ch_slice value, ch_gcn_insn *insn)
{
	int64_t n;
	/* widest: 24 bits signed (gfx12); scalar loads of gfx9 21 bits; DS 16 bits unsigned */
	if (ch_slice_is(word, "offset")) {
		if (ch_slice_starts(value, "swizzle(")) /* the pattern is taken from the encoding */
			return true;
		bool good = range_number(value, -(1 << 23), (1 << 23) - 1, &n);
		insn->offset = good ? (int32_t)n : 0;
		return good;
	}
	if (ch_slice_is(word, "offset0")) {
		bool good = range_number(value, 0, 255, &n);
		insn->offset0 = good ? (uint8_t)n : 0;
		return good;
	}
	if (ch_slice_is(word, "offset1")) {
		bool good = range_number(value, 0, 255, &n);
		insn->offset1 = good ? (uint8_t)n : 0;
		return good;
	}
	if (ch_slice_is(word, "mul")) {
		bool good = ch_slice_number(value, &n) && (n == 2 || n == 4);
		insn->omod = good ? (uint8_t)(n == 2 ? CH_GCN_OMOD_MUL2 : CH_GCN_OMOD_MUL4) : 0;
		return good;
	}
	if (ch_slice_is(word, "div")) {
		insn->omod = CH_GCN_OMOD_DIV2;
		return ch_slice_number(value, &n) && n == 2;
	}
	/* both from the encoding; older printers write bound_ctrl:0 for the bit set */
	if (ch_slice_is(word, "bound_ctrl") || ch_slice_is(word, "fi"))
		return range_number(value, 0, 1, &n);
	if (ch_slice_is(word, "row_mask") || ch_slice_is(word, "bank_mask"))
		return range_number(value, 0, 15, &n);
	return false;
}

static bool list_modifier(ch_slice word, ch_slice value, ch_gcn_insn *insn)
{
	static const struct {
		char word[12];
		uint8_t most_count;
		size_t place;
	} lists[] = {
		{"op_sel", 4, offsetof(ch_gcn_insn, op_sel)},
		{"op_sel_hi", 3, offsetof(ch_gcn_insn, op_sel_hi)},
		{"neg_lo", 3, offsetof(ch_gcn_insn, neg_lo)},
		{"neg_hi", 3, offsetof(ch_gcn_insn, neg_hi)},
	};
	uint32_t bits;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		if (ch_slice_is(word, lists[i].word)) {
			if (!list_parse(value, lists[i].most_count, 1, 1, &bits))
				return false;
			((uint8_t *)insn)[lists[i].place] = (uint8_t)bits;
			return true;
		}
	if (ch_slice_is(word, "quad_perm")) {
		insn->flags |= CH_GCN_DPP16;
		return list_parse(value, 4, 3, 2, &bits);
	}
	if (ch_slice_is(word, "dpp8")) {
		insn->flags |= CH_GCN_DPP8;
		return list_parse(value, 8, 7, 3, &insn->dpp8);
	}
	return false;
}

static bool sdwa_modifier(ch_slice word, ch_slice value, ch_gcn_insn *insn)
{
	if (ch_slice_is(word, "dst_sel"))
		return name_find(value, sel_names, 7, &insn->dst_sel);
	if (ch_slice_is(word, "src0_sel"))
		return name_find(value, sel_names, 7, &insn->src_sel[0]);
	if (ch_slice_is(word, "src1_sel"))
		return name_find(value, sel_names, 7, &insn->src_sel[1]);
	return ch_slice_is(word, "dst_unused") && name_find(value, unused_names, 3, &insn->dst_unused);
}

static bool dpp_modifier(ch_slice word, ch_slice value, ch_gcn_insn *insn)
{
	int64_t n;
	for (size_t i = 0; i < sizeof dpp_controls / sizeof *dpp_controls; i++) {
		if (!ch_slice_is(word, dpp_controls[i].word))
			continue;
		insn->flags |= CH_GCN_DPP16;
		if (dpp_controls[i].most == 0)
			return value.length == 0;
		return range_number(value, dpp_controls[i].least, dpp_controls[i].most, &n);
	}
	return false;
}

/* gfx12 spells the cache policy out. It changes no value, but for an atomic that returns the old one: glc of before. */
static bool policy_modifier(ch_slice word, ch_slice value, ch_gcn_insn *insn)
{
	static const char *const scopes[] = {"SCOPE_CU", "SCOPE_SE", "SCOPE_DEV", "SCOPE_SYS"};
	uint8_t scope;
	if (ch_slice_is(word, "scope"))
		return name_find(value, scopes, 4, &scope);
	if (!ch_slice_is(word, "th"))
		return false;
	if (ch_slice_is(value, "TH_ATOMIC_RETURN") || ch_slice_is(value, "TH_ATOMIC_RT_RETURN") ||
	    ch_slice_is(value, "TH_ATOMIC_NT_RETURN")) {
		insn->flags |= CH_GCN_GLC;
		return true;
	}
	return ch_slice_is(value, "TH_ATOMIC_NT") || ch_slice_starts(value, "TH_LOAD_") ||
	       ch_slice_starts(value, "TH_STORE_");
}

bool ch_gcn_modifier_parse(ch_slice text, ch_gcn_insn *insn)
{
	const char *colon = memchr(text.text, ':', text.length);
	ch_slice word = {text.text, colon ? (size_t)(colon - text.text) : text.length};
	ch_slice value = {text.text + text.length, 0};
	if (colon)
		value = (ch_slice){colon + 1, text.length - word.length - 1};
	else
		for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
			if (ch_slice_is(word, flags[i].word)) {
				insn->flags |= flags[i].flag;
				return true;
			}
	if (dpp_modifier(word, value, insn))
		return true;
	return colon && (number_modifier(word, value, insn) || list_modifier(word, value, insn) ||
			 sdwa_modifier(word, value, insn) || policy_modifier(word, value, insn));
}
