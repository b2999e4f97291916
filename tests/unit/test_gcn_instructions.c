/* SPDX-License-Identifier: Apache-2.0
 *
 * One instruction a case: tests/gcn/instructions_*.txt and edges_*.txt have the text, what the registers hold, and what they must
 * hold after it. The lines are assembled at build time; each is decoded, prepared and run on one wave. Registers, memory and
 * flags that a case does not name must not change, nor lanes that EXEC leaves off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "gcn_bench.h"
#include "gcn_input.h"

/* A case that sets rounding or subnormals can be shown only where the program was prepared for any mode. */
static bool sets_mode(const char *line)
{
	return strstr(line, " round32=") || strstr(line, " round16=") || strstr(line, " denorm32=") ||
	       strstr(line, " denorm16=");
}

static void instructions_do_what_the_isa_says(void **state)
{
	static char line[BENCH_LINE];
	const ch_case_file *file = *state;
	uint64_t size = 0;
	char path[1024];
	const uint8_t *text = gcn_input_text(file->name, &size);
	if (!text)
		skip();
	ch_bench *bench = malloc(sizeof(*bench));
	assert_non_null(bench);
	assert_true(bench_open(bench, file, text, size));
	snprintf(path, sizeof(path), CHECKHIP_GCN_INPUTS "/%s.txt", file->name);
	FILE *cases = fopen(path, "r");
	assert_non_null(cases);
	uint32_t index = 0, failed = 0, count = 0;
	while (fgets(line, sizeof(line), cases)) {
		assert_non_null(strchr(line, '\n'));
		line[strcspn(line, "\n")] = '\0';
		if (!line[0] || line[0] == '#')
			continue;
		assert_true(index < bench->code.count);
		if (file->careful || !sets_mode(line)) {
			failed += !bench_run_case(bench, index, line);
			count++;
		}
		index += bench->code.insns[index].flags & CH_GCN_VOPD_X ? 2 : 1;
	}
	fclose(cases);
	assert_int_equal(index, bench->code.count);
	print_message("%s%s: %u cases\n", file->name, file->careful ? ", any mode" : "", count);
	bench_close(bench);
	free(bench);
	assert_int_equal(failed, 0);
}

/* The check itself: the first line, v_mov_b32 of 0x12345678, with something else behind it, is a failure. */
static void a_wrong_value_is_seen(void **state)
{
	static const ch_case_file file = {"gfx906", 64, "instructions_gfx906", false};
	static const struct {
		const char *line;
		bool good;
	} rows[] = {
		{"v_mov_b32_e32 v2, v0 ; v0=0x12345678 ; v2=0x12345678", true},
		{"v_mov_b32_e32 v2, v0 ; v0=0x12345678 ; v2=0x12345679", false},
		{"v_mov_b32_e32 v2, v0 ; v0={1,2} ; v2={1,2}", true},
		{"v_mov_b32_e32 v2, v0 ; v0={1,2} ; v2={1,3}", false},
		{"v_mov_b32_e32 v2, v0 ; v0=1 ; v2[63]=2", false},
		{"v_mov_b32_e32 v2, v0 ; v0=1 ;", false}, /* v2 changes and is not named */
		{"v_mov_b32_e32 v2, v0 ; v0=1 exec=0 ;", true},
		{"v_mov_b32_e32 v2, v0 ; v0=1 ; v2=1 scc=1", false},
		{"v_mov_b32_e32 v2, v0 ; v0=1 ; v2=1 mem@0=0", false},
		{"v_mov_b32_e32 v2, v0 ; v0=1 ; v2=1 jump=1", false},
		{"v_mov_b32_e32 v2, v0 ; v0=1 ; v2=1 w7=1", false}, /* no such place */
		{"v_mov_b32_e32 v2, v0 ; v0=1", false},
	};
	(void)state;
	uint64_t size = 0;
	const uint8_t *text = gcn_input_text(file.name, &size);
	if (!text)
		skip();
	ch_bench *bench = malloc(sizeof(*bench));
	assert_non_null(bench);
	assert_true(bench_open(bench, &file, text, size));
	print_message("complaints are wanted here\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(bench_run_case(bench, 0, rows[i].line), rows[i].good);
	bench_close(bench);
	free(bench);
}

int main(void)
{
	static ch_case_file files[] = {
		{"gfx906", 64, "instructions_gfx906", false},	{"gfx906", 64, "instructions_gfx906", true},
		{"gfx1100", 32, "instructions_gfx1100", false}, {"gfx1100", 32, "instructions_gfx1100", true},
		{"gfx1151", 32, "instructions_gfx1151", false}, {"gfx1151", 32, "instructions_gfx1151", true},
		{"gfx1201", 32, "instructions_gfx1201", false}, {"gfx1201", 32, "instructions_gfx1201", true}};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_wrong_value_is_seen),
		cmocka_unit_test_prestate(instructions_do_what_the_isa_says, &files[0]),
		cmocka_unit_test_prestate(instructions_do_what_the_isa_says, &files[1]),
		cmocka_unit_test_prestate(instructions_do_what_the_isa_says, &files[2]),
		cmocka_unit_test_prestate(instructions_do_what_the_isa_says, &files[3]),
		cmocka_unit_test_prestate(instructions_do_what_the_isa_says, &files[4]),
		cmocka_unit_test_prestate(instructions_do_what_the_isa_says, &files[5]),
		cmocka_unit_test_prestate(instructions_do_what_the_isa_says, &files[6]),
		cmocka_unit_test_prestate(instructions_do_what_the_isa_says, &files[7]),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
