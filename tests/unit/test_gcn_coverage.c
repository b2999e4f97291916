/* SPDX-License-Identifier: Apache-2.0
 *
 * Every mnemonic of tests/gcn/mnemonics.txt, and every row of semantics, has cases with edge values, under a line that cites the document of its architecture,
 * the section, and the entry: "#: v_add_f32 : "RDNA3 ISA", section VOP2, V_ADD_F32". Vector and memory instructions have cases
 * with EXEC naming all lanes, none and one. A mnemonic without is named. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "gcn/atomic.h"
#include "gcn/salu.h"
#include "gcn/semantics.h"

enum { MAX_MNEMONICS = 2048, MAX_NAME = 64, MAX_LINE = 8192 };

typedef struct ch_seen {
	char name[MAX_NAME];
	bool wanted, cited, edge, none, one, all;
	uint32_t cases;
} ch_seen;

typedef struct ch_listing {
	const char *arch, *book;
	uint32_t on, least; /* CH_ON_GFX9, ...; mnemonics of the list */
	ch_seen seen[MAX_MNEMONICS];
	uint32_t count, cases;
	char under
		[MAX_NAME]; /* the entry that the last citation named; empty if it was not of this architecture's document */
} ch_listing;

static ch_seen *seen_of(ch_listing *listing, const char *name)
{
	for (uint32_t i = 0; i < listing->count; i++)
		if (strcmp(listing->seen[i].name, name) == 0)
			return &listing->seen[i];
	assert_true(listing->count < MAX_MNEMONICS);
	ch_seen *made = &listing->seen[listing->count++];
	memset(made, 0, sizeof(*made));
	snprintf(made->name, sizeof(made->name), "%s", name);
	return made;
}

/* "v_add_f32_e64_dpp" is v_add_f32, "v_dual_mov_b32" v_mov_b32. */
static void base_name(const char *text, char *name)
{
	static const char *const suffixes[] = {"_dpp", "_sdwa", "_e32", "_e64"};
	snprintf(name, MAX_NAME, "%.*s", (int)strcspn(text, " ;\t\n"), text);
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		const size_t length = strlen(name), end = strlen(suffixes[i]);
		if (length > end && strcmp(name + length - end, suffixes[i]) == 0)
			name[length - end] = '\0';
	}
	if (strncmp(name, "v_dual_", 7) == 0)
		memmove(name + 2, name + 7, strlen(name + 7) + 1);
}

static bool is_section(const char *text)
{
	static const char *const sections[] = {"SOP1", "SOP2", "SOPC", "SOPK",	"SOPP",	   "SMEM",     "VOP1",
					       "VOP2", "VOPC", "VOP3", "VOP3P", "VOPD",	   "SDWA",     "DPP",
					       "DPP8", "LDS",  "FLAT", "MUBUF", "VGLOBAL", "VSCRATCH", "VFLAT"};
	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		if (strncmp(text, sections[i], strlen(sections[i])) == 0 && text[strlen(sections[i])] == ',')
			return true;
	return false;
}

/* "#: name : "book", section S, NAME; ..." */
static void read_citation(ch_listing *listing, const char *line)
{
	char name[MAX_NAME], upper[MAX_NAME], wanted[MAX_NAME + 32];
	listing->under[0] = '\0';
	if (sscanf(line, "#: %63s :", name) != 1)
		return;
	for (size_t i = 0; i <= strlen(name); i++)
		upper[i] = (char)toupper((unsigned char)name[i]);
	snprintf(wanted, sizeof(wanted), "\"%s\", section ", listing->book);
	const char *found = strstr(line, wanted);
	if (!found || !is_section(found + strlen(wanted)))
		return;
	const char *entry = strchr(found + strlen(wanted), ' ');
	if (entry && strncmp(entry + 1, upper, strlen(upper)) == 0)
		snprintf(listing->under, sizeof(listing->under), "%s", name);
}

/* A value at which something changes: zeros and ones, the ends of an integer's range, shifts by the width, floats that are zero,
 * subnormal, infinite or no numbers. */
static bool is_edge(const char *value)
{
	if (strncmp(value, "mem", 3) == 0)
		return false;
	const uint64_t v = value[0] == '-' ? (uint64_t)strtoll(value, NULL, 0) : strtoull(value, NULL, 0);
	const uint32_t low = (uint32_t)v, size = low & 0x7fffffff;
	return v <= 1 || (v >= 31 && v <= 33) || v == 63 || v == 64 || low == UINT32_MAX || low == 0x80000000 ||
	       low == 0x7fffffff || size >= 0x7f800000 || (size < 0x00800000 && size > 0xffff);
}

static void read_before(ch_seen *seen, const char *text, bool offset)
{
	char part[MAX_LINE];
	snprintf(part, sizeof(part), "%s", text);
	bool masked = false;
	char *rest = NULL;
	for (char *word = strtok_r(part, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
		char *equals = strchr(word, '=');
		if (!equals)
			continue;
		if (strncmp(word, "exec=", 5) == 0) {
			const uint64_t mask = strtoull(equals + 1, NULL, 0);
			masked = mask != UINT32_MAX && mask != UINT64_MAX;
			seen->none |= mask == 0;
			seen->one |= mask != 0 && (mask & (mask - 1)) == 0;
		}
		char *values = NULL;
		for (char *one = strtok_r(equals + 1, "{,}", &values); one; one = strtok_r(NULL, "{,}", &values))
			seen->edge |= is_edge(one);
	}
	seen->all |= !masked;
	seen->edge |= offset;
}

static void read_case(ch_listing *listing, char *line)
{
	char name[MAX_NAME];
	base_name(line, name);
	listing->cases++;
	if (strcmp(name, listing->under) != 0)
		return;
	ch_seen *seen = seen_of(listing, name);
	seen->cited = true;
	seen->cases++;
	char *before = strchr(line, ';'), *after = before ? strchr(before + 1, ';') : NULL;
	if (!after)
		return;
	*after = '\0';
	read_before(seen, before + 1, strstr(line, "offset:4095") || strstr(line, "offset1:255"));
}

static bool read_cases(ch_listing *listing)
{
	static char line[MAX_LINE];
	char path[1024];
	snprintf(path, sizeof(path), CHECKHIP_GCN_INPUTS "/instructions_%s.txt", listing->arch);
	FILE *cases = fopen(path, "r");
	if (!cases)
		return false;
	while (fgets(line, sizeof(line), cases)) {
		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, "#:", 2) == 0)
			read_citation(listing, line);
		else if (line[0] && line[0] != '#')
			read_case(listing, line);
	}
	fclose(cases);
	return true;
}

/* Those that work on lanes, and so obey EXEC. */
static bool has_lanes(const char *name)
{
	static const char *const prefixes[] = {"v_", "ds_", "global_", "scratch_", "buffer_load", "buffer_store"};
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
		if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
			return true;
	return false;
}

/* Those that have no numbers: what they leave alone is the test. */
static bool has_values(const char *name)
{
	static const char *const without[] = {
		"s_nop",	  "s_endpgm",  "s_barrier",  "s_sendmsg",   "s_branch", "s_getpc_b64",
		"s_movk_i32",	  "s_waitcnt", "s_clause",   "s_delay_alu", "s_load_",	"s_set_inst_prefetch_distance",
		"buffer_gl0_inv", "s_wait_",   "global_inv", "global_wb"};
	for (size_t i = 0; i < sizeof(without) / sizeof(without[0]); i++)
		if (strncmp(name, without[i], strlen(without[i])) == 0)
			return false;
	return true;
}

static bool check_mnemonic(const ch_listing *listing, const ch_seen *seen)
{
	const bool lanes = has_lanes(seen->name);
	const char *missing = !seen->cited			      ? "no case under a citation"
			      : has_values(seen->name) && !seen->edge ? "no edge value"
			      : lanes && !seen->all		      ? "no case with every lane on"
			      : lanes && !seen->none		      ? "no case with no lane on"
			      : lanes && !seen->one		      ? "no case with one lane on"
								      : NULL;
	if (missing)
		print_error("%s: %s: %s\n", listing->arch, seen->name, missing);
	return !missing;
}

static uint32_t wanted_read(ch_listing *listing)
{
	FILE *list = fopen(CHECKHIP_GCN_SOURCES "/mnemonics.txt", "r");
	char line[256], arch[32], name[MAX_NAME];
	uint32_t wanted = 0;
	assert_non_null(list);
	while (fgets(line, sizeof(line), list)) {
		if (sscanf(line, "%31s %63s", arch, name) != 2 || strcmp(arch, listing->arch) != 0)
			continue;
		seen_of(listing, name)->wanted = true;
		wanted++;
	}
	fclose(list);
	return wanted;
}

static void row_wanted(ch_listing *listing, const char *name, uint32_t on)
{
	const bool gfx9 = listing->on == CH_ON_GFX9;
	/* A mask of 64 lanes is refused in a wave of 32; v_mov_b16 is written with names of half registers, which clang 19 does not
	 * assemble. */
	if (!(on & listing->on) || (!gfx9 && (strstr(name, "_saveexec_b64") || strstr(name, "_wrexec_b64"))) ||
	    strcmp(name, "v_mov_b16") == 0)
		return;
	seen_of(listing, name)->wanted = true;
}

/* "ds_add_u32" and "ds_add_rtn_u32"; an exchange always returns. */
static void atomics_wanted(ch_listing *listing)
{
	char name[MAX_NAME];
	for (const ch_atomic_row *row = ch_atomic_global_rows; row->name; row++) {
		snprintf(name, sizeof(name), "global_atomic_%s", row->name);
		row_wanted(listing, name, row->on);
	}
	for (const ch_atomic_row *row = ch_atomic_lds_rows; row->name; row++) {
		const char *kind = strrchr(row->name, '_');
		snprintf(name, sizeof(name), "ds_%.*s_rtn%s", (int)(kind - row->name), row->name, kind);
		row_wanted(listing, name, row->on);
		snprintf(name, sizeof(name), "ds_%s", row->name);
		if (!strstr(row->name, "xchg"))
			row_wanted(listing, name, row->on);
	}
}

/* Whatever has a row of semantics is executed, so it is tested, too. */
static void rows_wanted(ch_listing *listing)
{
	static const ch_valu_row *const tables[] = {ch_valu_int_rows,	  ch_valu_carry_rows,	ch_valu_dot_rows,
						    ch_valu_wide_rows,	  ch_valu_half_rows,	ch_valu_float_rows,
						    ch_valu_convert_rows, ch_valu_divide_rows,	ch_valu_double_rows,
						    ch_valu_compare_rows, ch_valu_extreme_rows, ch_valu_short_rows};
	atomics_wanted(listing);
	for (size_t t = 0; t < sizeof(tables) / sizeof(tables[0]); t++)
		for (const ch_valu_row *row = tables[t]; row->name; row++)
			row_wanted(listing, row->name, row->on);
	for (const ch_salu_row *row = ch_salu_rows; row->name; row++)
		row_wanted(listing, row->name, row->on);
	for (const ch_salu_row *row = ch_salu_float_rows; row->name && strcmp(listing->arch, "gfx1100") != 0; row++)
		row_wanted(listing, row->name, row->on);
}

static void every_mnemonic_has_edge_values(void **state)
{
	ch_listing *listing = *state;
	if (!read_cases(listing))
		skip();
	const uint32_t wanted = wanted_read(listing);
	assert_true(wanted >= listing->least);
	rows_wanted(listing);
	uint32_t missing = 0, all = 0;
	for (uint32_t i = 0; i < listing->count; i++)
		all += listing->seen[i].wanted;
	for (uint32_t i = 0; i < listing->count; i++)
		missing += listing->seen[i].wanted && !check_mnemonic(listing, &listing->seen[i]);
	print_message("%s: %u cases; %u mnemonics of the list, %u with the rows of semantics\n", listing->arch,
		      listing->cases, wanted, all);
	assert_int_equal(missing, 0);
}

/* The check itself: a citation of another document, of no section, of another entry; a case without an edge value. */
static void what_is_missing_is_seen(void **state)
{
	(void)state;
	static const struct {
		const char *citation, *text;
		bool good;
	} rows[] = {
		{"#: v_add3_u32 : \"RDNA3 ISA\", section VOP3, V_ADD3_U32", "v0=0 ; v2=0", true},
		{"#: v_add3_u32 : \"RDNA3.5 ISA\", section VOP3, V_ADD3_U32", "v0=0 ; v2=0", false},
		{"#: v_add3_u32 : \"RDNA3 ISA\", section VOP9, V_ADD3_U32", "v0=0 ; v2=0", false},
		{"#: v_add3_u32 : \"RDNA3 ISA\", section VOP3, V_ADD_U32", "v0=0 ; v2=0", false},
		{"#: v_add3_u32 : \"RDNA3 ISA\", section VOP3, V_ADD3_U32", "v0=0x1234 ; v2=0", false},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		static ch_listing listing;
		static const char *const masks[] = {"", "exec=0x1000", "exec=0"};
		char line[512];
		memset(&listing, 0, sizeof(listing));
		listing.arch = "gfx1100";
		listing.book = "RDNA3 ISA";
		read_citation(&listing, rows[i].citation);
		for (size_t m = 0; m < (rows[i].good ? 3 : 1); m++) {
			snprintf(line, sizeof(line), "v_add3_u32 v2, v0, v1, v3 ; %s %s", masks[m], rows[i].text);
			read_case(&listing, line);
		}
		const ch_seen *seen = seen_of(&listing, "v_add3_u32");
		const bool good = seen->cited && seen->edge && seen->all;
		assert_int_equal(good, rows[i].good);
		if (rows[i].good)
			assert_true(check_mnemonic(&listing, seen));
	}
}

int main(void)
{
	static ch_listing listings[] = {
		{.arch = "gfx906", .book = "Vega 7nm ISA", .on = CH_ON_GFX9, .least = 180},
		{.arch = "gfx1100", .book = "RDNA3 ISA", .on = CH_ON_GFX11, .least = 180},
		{.arch = "gfx1151", .book = "RDNA3.5 ISA", .on = CH_ON_GFX11, .least = 180},
		{.arch = "gfx1201", .book = "RDNA4 ISA", .on = CH_ON_GFX12, .least = 160},
	};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_missing_is_seen),
		cmocka_unit_test_prestate(every_mnemonic_has_edge_values, &listings[0]),
		cmocka_unit_test_prestate(every_mnemonic_has_edge_values, &listings[1]),
		cmocka_unit_test_prestate(every_mnemonic_has_edge_values, &listings[2]),
		cmocka_unit_test_prestate(every_mnemonic_has_edge_values, &listings[3]),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
