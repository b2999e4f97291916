/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/line.h"

size_t ch_gcn_squeeze_blanks(char *text)
{
	size_t to = 0;
	for (const char *from = text; *from; from++) {
		bool blank = *from == ' ' || *from == '\t';
		if (blank && (to == 0 || text[to - 1] == ' '))
			continue;
		text[to++] = blank ? ' ' : *from;
	}
	while (to && text[to - 1] == ' ')
		to--;
	text[to] = 0;
	return to;
}

bool ch_slice_is(ch_slice slice, const char *text)
{
	return strlen(text) == slice.length && memcmp(slice.text, text, slice.length) == 0;
}

bool ch_slice_starts(ch_slice slice, const char *text)
{
	size_t length = strlen(text);
	return slice.length >= length && memcmp(slice.text, text, length) == 0;
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

bool ch_slice_number(ch_slice slice, int64_t *value)
{
	size_t at = 0;
	bool negative = slice.length && slice.text[0] == '-';
	at += negative;
	int base = 10;
	if (slice.length - at > 2 && slice.text[at] == '0' && slice.text[at + 1] == 'x') {
		base = 16;
		at += 2;
	}
	if (at == slice.length)
		return false;
	uint64_t v = 0;
	for (; at < slice.length; at++) {
		int digit = digit_value(slice.text[at]);
		if (digit >= base || v > (uint64_t)INT64_MAX / 16 - 1)
			return false;
		v = v * (uint64_t)base + (uint64_t)digit;
	}
	*value = negative ? -(int64_t)v : (int64_t)v;
	return true;
}

/* The inline constants that are written as floats: "Vega 7nm" ISA, table "Operands of scalar and vector instructions".
 * 1/(2 pi) is printed with as many digits as the operand's format deserves. */
static const struct {
	char text[24];
	uint16_t bits16;
	uint32_t bits32;
	uint64_t bits64;
} floats[] = {
	{"0.5", 0x3800, 0x3f000000, 0x3fe0000000000000},
	{"-0.5", 0xb800, 0xbf000000, 0xbfe0000000000000},
	{"1.0", 0x3c00, 0x3f800000, 0x3ff0000000000000},
	{"-1.0", 0xbc00, 0xbf800000, 0xbff0000000000000},
	{"2.0", 0x4000, 0x40000000, 0x4000000000000000},
	{"-2.0", 0xc000, 0xc0000000, 0xc000000000000000},
	{"4.0", 0x4400, 0x40800000, 0x4010000000000000},
	{"-4.0", 0xc400, 0xc0800000, 0xc010000000000000},
	{"0.15915494", 0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
	{"0.1591549", 0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
	{"0.15915494309189532", 0x3118, 0x3e22f983, 0x3fc45f306dc9c882},
};

static bool constant_parse(ch_slice text, ch_gcn_operand *operand)
{
	for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
		if (!ch_slice_is(text, floats[i].text))
			continue;
		operand->kind = CH_GCN_INLINE;
		operand->is_float = 1;
		operand->bits16 = floats[i].bits16;
		operand->bits32 = floats[i].bits32;
		operand->bits64 = floats[i].bits64;
		return true;
	}
	int64_t value;
	if (!ch_slice_number(text, &value) || value < INT32_MIN || value > UINT32_MAX)
		return false;
	bool is_inline = value >= -16 && value <= 64;
	operand->kind = is_inline ? CH_GCN_INLINE : CH_GCN_LITERAL;
	operand->bits16 = (uint16_t)value;
	operand->bits32 = (uint32_t)value;
	operand->bits64 = is_inline ? (uint64_t)value : (uint32_t)value;
	return true;
}

/* Registers and sources with a name of their own. */
static const struct {
	char name[28];
	uint8_t kind, count;
	uint16_t index;
} named[] = {
	{"vcc", CH_GCN_SGPR, 2, CH_GCN_VCC},
	{"vcc_lo", CH_GCN_SGPR, 1, CH_GCN_VCC},
	{"vcc_hi", CH_GCN_SGPR, 1, CH_GCN_VCC + 1},
	{"exec", CH_GCN_SGPR, 2, CH_GCN_EXEC},
	{"exec_lo", CH_GCN_SGPR, 1, CH_GCN_EXEC},
	{"exec_hi", CH_GCN_SGPR, 1, CH_GCN_EXEC + 1},
	{"m0", CH_GCN_SGPR, 1, CH_GCN_M0},
	{"null", CH_GCN_SGPR, 1, CH_GCN_NULL},
	{"flat_scratch", CH_GCN_SGPR, 2, CH_GCN_FLAT_SCRATCH},
	{"flat_scratch_lo", CH_GCN_SGPR, 1, CH_GCN_FLAT_SCRATCH},
	{"flat_scratch_hi", CH_GCN_SGPR, 1, CH_GCN_FLAT_SCRATCH + 1},
	{"xnack_mask", CH_GCN_SGPR, 2, CH_GCN_XNACK_MASK},
	{"xnack_mask_lo", CH_GCN_SGPR, 1, CH_GCN_XNACK_MASK},
	{"xnack_mask_hi", CH_GCN_SGPR, 1, CH_GCN_XNACK_MASK + 1},
	{"src_scc", CH_GCN_SOURCE, 1, CH_GCN_SRC_SCC},
	{"src_vccz", CH_GCN_SOURCE, 1, CH_GCN_SRC_VCCZ},
	{"src_execz", CH_GCN_SOURCE, 1, CH_GCN_SRC_EXECZ},
	{"src_shared_base", CH_GCN_SOURCE, 1, CH_GCN_SRC_SHARED_BASE},
	{"src_shared_limit", CH_GCN_SOURCE, 1, CH_GCN_SRC_SHARED_LIMIT},
	{"src_private_base", CH_GCN_SOURCE, 1, CH_GCN_SRC_PRIVATE_BASE},
	{"src_private_limit", CH_GCN_SOURCE, 1, CH_GCN_SRC_PRIVATE_LIMIT},
	{"src_pops_exiting_wave_id", CH_GCN_SOURCE, 1, CH_GCN_SRC_POPS_EXITING_WAVE_ID},
	{"src_lds_direct", CH_GCN_SOURCE, 1, CH_GCN_SRC_LDS_DIRECT},
	{"lds_direct", CH_GCN_SOURCE, 1, CH_GCN_SRC_LDS_DIRECT},
	{"off", CH_GCN_OFF, 1, 0},
};

static bool named_parse(ch_slice text, ch_gcn_operand *operand)
{
	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		if (!ch_slice_is(text, named[i].name))
			continue;
		operand->kind = named[i].kind;
		operand->count = named[i].count;
		operand->index = named[i].index;
		return true;
	}
	return false;
}

/* Register files by the prefix of their names: the first place in the numbering, and how many there are. */
static const struct {
	char prefix[8];
	uint8_t kind;
	uint16_t first, count;
} files[] = {
	{"ttmp", CH_GCN_SGPR, CH_GCN_TTMP, 16},
	{"v", CH_GCN_VGPR, 0, 256},
	{"a", CH_GCN_AGPR, 0, 256},
	{"s", CH_GCN_SGPR, 0, 106},
};

/* "5", "[4:7]", "5.l": what follows the file's prefix. */
static bool range_parse(ch_slice text, int64_t *low, int64_t *high, uint8_t *half)
{
	if (text.length > 2 && text.text[text.length - 2] == '.') {
		char c = text.text[text.length - 1];
		if (c != 'l' && c != 'h')
			return false;
		*half = c == 'l' ? CH_GCN_LOW : CH_GCN_HIGH;
		text.length -= 2;
	}
	if (text.length == 0 || text.text[0] == '-')
		return false;
	if (text.text[0] != '[') {
		bool good = ch_slice_number(text, low);
		*high = *low;
		return good;
	}
	const char *colon = memchr(text.text, ':', text.length);
	if (!colon || text.text[text.length - 1] != ']')
		return false;
	ch_slice first = {text.text + 1, (size_t)(colon - text.text - 1)};
	ch_slice last = {colon + 1, (size_t)(text.text + text.length - 1 - (colon + 1))};
	return ch_slice_number(first, low) && ch_slice_number(last, high);
}

static bool register_parse(ch_slice text, ch_gcn_operand *operand)
{
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		if (!ch_slice_starts(text, files[i].prefix))
			continue;
		size_t skip = strlen(files[i].prefix);
		int64_t low = 0, high = 0;
		uint8_t half = 0;
		ch_slice rest = {text.text + skip, text.length - skip};
		if (!range_parse(rest, &low, &high, &half))
			return false;
		if (low < 0 || high < low || high - low >= 32 || high >= files[i].count)
			return false;
		operand->kind = files[i].kind;
		operand->index = (uint16_t)(files[i].first + low);
		operand->count = (uint8_t)(high - low + 1);
		operand->flags |= half;
		return true;
	}
	return false;
}

/* Takes "WORD(" and the last ")" off; false if the slice is not so. */
static bool unwrap(ch_slice *text, const char *word)
{
	size_t length = strlen(word);
	if (!ch_slice_starts(*text, word) || text->length < length + 3 || text->text[length] != '(' ||
	    text->text[text->length - 1] != ')')
		return false;
	text->text += length + 1;
	text->length -= length + 2;
	return true;
}

bool ch_gcn_operand_parse(ch_slice text, ch_gcn_operand *operand)
{
	*operand = (ch_gcn_operand){.count = 1};
	if (unwrap(&text, "sext"))
		operand->flags |= CH_GCN_SEXT;
	if (unwrap(&text, "neg"))
		operand->flags |= CH_GCN_NEG;
	/* a minus before a digit belongs to the constant */
	else if (text.length > 1 && text.text[0] == '-' && !(text.text[1] >= '0' && text.text[1] <= '9')) {
		operand->flags |= CH_GCN_NEG;
		text.text++;
		text.length--;
	}
	if (text.length > 2 && text.text[0] == '|' && text.text[text.length - 1] == '|') {
		operand->flags |= CH_GCN_ABS;
		text.text++;
		text.length -= 2;
	} else if (unwrap(&text, "abs")) {
		operand->flags |= CH_GCN_ABS;
	}
	if (!unwrap(&text, "lit"))
		unwrap(&text, "lit64");
	return named_parse(text, operand) || constant_parse(text, operand) || register_parse(text, operand);
}
