/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels broken on purpose (tests/gcn/broken_*.s): each is caught, and the report names the instruction, the wave and the
 * lane. Sound ones raise no alarm. What breaks no rule and still is wrong shows in the values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "gcn/launch.h"

enum { ITEMS = 64, MAX_GROUPS = 4 };

typedef enum ch_arch { GFX1151, GFX1201, GFX906, ARCH_COUNT } ch_arch;

typedef struct ch_expectation {
	ch_arch arch;
	const char *kernel;
	uint32_t groups;
	ch_gcn_fault_kind kind;
	const char *instruction; /* the report's line holds it */
	uint32_t group, wave, lane;
	const char *words; /* so does this */
} ch_expectation;

#define ALL_LANES CH_GCN_NO_LANE

/* clang-format off */
static const ch_expectation expectations[] = {
	{GFX1151, "sound", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX1151, "sound_undefined", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX1151, "sound_order", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX1151, "sound_misaligned", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX1151, "over_read", 1, CH_GCN_OUT_OF_BOUNDS, "global_load_b32 v2, v1, s[4:5] offset:1", 0, 1, 31, "1 past its end"},
	{GFX1151, "row_past_the_end", 1, CH_GCN_OUT_OF_BOUNDS, "global_load_b32 v9", 0, 0, 0, "offset 256 of input"},
	{GFX1151, "store_past_the_end", 2, CH_GCN_OUT_OF_BOUNDS, "global_store_b32", 1, 1, 31, "of output"},
	{GFX1151, "lost_carry", 1, CH_GCN_OUT_OF_BOUNDS, "global_load_b32", 0, 0, 0, "before the start of input"},
	{GFX1151, "store_to_input", 1, CH_GCN_STORE_TO_INPUT, "global_store_b32", 0, 0, 0, "input"},
	{GFX1151, "race", 1, CH_GCN_LDS_RACE, "ds_store_b32", 0, 1, 0, "wave 0"},
	{GFX1151, "race_between_rounds", 1, CH_GCN_LDS_RACE, "ds_load_b32", 0, 1, 0, "wave 0"},
	{GFX1151, "missing_vector_wait", 1, CH_GCN_MISSING_WAIT, "global_store_b32", 0, 0, ALL_LANES, "v2"},
	{GFX1151, "missing_scalar_wait", 1, CH_GCN_MISSING_WAIT, "global_load_b32", 0, 0, ALL_LANES, "s4"},
	{GFX1151, "missing_lds_wait", 1, CH_GCN_MISSING_WAIT, "global_store_b32", 0, 0, ALL_LANES, "v5"},
	{GFX1151, "missing_flat_wait", 1, CH_GCN_MISSING_WAIT, "global_store_b32", 0, 0, ALL_LANES, "v5"},
	{GFX1151, "flat_race", 1, CH_GCN_LDS_RACE, "flat_store_b32", 0, 1, 0, "wave 0"},
	{GFX1151, "flat_past_lds", 1, CH_GCN_OUT_OF_BOUNDS, "flat_load_b32", 0, 1, 0, "LDS load of 4 bytes at 512"},
	{GFX1151, "flat_undefined", 1, CH_GCN_UNDEFINED, "global_store_b32", 0, 0, 0, "v5"},
	{GFX1151, "missing_wait_at_barrier", 1, CH_GCN_MISSING_WAIT, "s_barrier", 0, 0, ALL_LANES, "LDS store"},
	{GFX1151, "undefined_stored", 1, CH_GCN_UNDEFINED, "global_store_b32", 0, 0, 0, "v5"},
	{GFX1151, "undefined_address", 1, CH_GCN_UNDEFINED, "global_store_b32", 0, 0, 0, "address"},
	{GFX1151, "undefined_branch", 1, CH_GCN_UNDEFINED, "s_cbranch_scc1", 0, 0, ALL_LANES, "branch"},
	{GFX1151, "undefined_exec", 1, CH_GCN_UNDEFINED, "v_cmpx_gt_u32", 0, 0, 0, "EXEC"},
	{GFX1151, "undefined_lds", 1, CH_GCN_UNDEFINED, "global_store_b32", 0, 0, 0, "v5"},
	{GFX1151, "lanes_leave_before_barrier", 1, CH_GCN_BARRIER_DIVERGENCE, "s_barrier", 0, 0, 0, "lanes"},
	{GFX1151, "wave_leaves_before_barrier", 1, CH_GCN_BARRIER_DIVERGENCE, "s_barrier", 0, 0, ALL_LANES, "wave 1"},
	{GFX1151, "two_writers", 4, CH_GCN_TWO_WRITERS, "global_store_b32", 1, 0, 0, "byte 0 of output is stored by workgroups 0 and 1"},
	{GFX1151, "endless", 1, CH_GCN_STEP_LIMIT, "s_branch", 0, 0, ALL_LANES, "1000"},
	{GFX1151, "jump_outside", 1, CH_GCN_BAD_JUMP, "s_setpc_b64", 0, 0, ALL_LANES, "0x1000"},
	{GFX1151, "sound_swizzle", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX1151, "sound_atomics", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX1151, "sound_store_and_atomic", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX1151, "store_against_atomics", 4, CH_GCN_TWO_WRITERS, "global_store_b32", 2, 0, 0, "byte 0 of output is stored by workgroup 2, and by an atomic of workgroup 0"},
	{GFX1151, "first_store_against_atomics", 4, CH_GCN_TWO_WRITERS, "global_store_b32", 0, 0, 0, "byte 0 of output is stored by workgroup 0, and by an atomic of workgroup 1"},
	{GFX1151, "atomic_on_another", 4, CH_GCN_TWO_WRITERS, "global_store_b32", 0, 0, 0, "byte 0 of output is stored by workgroup 0, and by an atomic of workgroup 3"},
	{GFX1151, "atomic_on_unwritten", 4, CH_GCN_UNDEFINED, "global_atomic_add_u32", 0, 0, 0, "offset 0 of output, which was never written"},
	{GFX1151, "atomic_of_undefined", 4, CH_GCN_UNDEFINED, "global_atomic_swap_b32", 0, 0, 0, "a value that was never written"},
	{GFX1151, "atomic_compares_undefined", 4, CH_GCN_UNDEFINED, "global_atomic_cmpswap_b32", 0, 0, 0, "a value that was never written"},
	{GFX1151, "atomic_past_the_end", 1, CH_GCN_OUT_OF_BOUNDS, "global_atomic_swap_b32", 0, 1, 31, "of output"},
	{GFX1151, "atomic_on_input", 1, CH_GCN_STORE_TO_INPUT, "global_atomic_add_u32", 0, 0, 0, "input"},
	{GFX1151, "atomic_askew", 2, CH_GCN_NO_SEMANTICS, "global_atomic_swap_b32", 0, 0, 0, "offset 2 of output, which is no multiple of it"},
	{GFX1151, "lds_atomic_of_undefined", 1, CH_GCN_UNDEFINED, "global_store_b32", 0, 0, 0, "v5"},
	{GFX1151, "lds_atomic_on_undefined", 1, CH_GCN_UNDEFINED, "global_store_b32", 0, 0, 0, "v5"},
	{GFX1151, "load_after_atomic", 1, CH_GCN_LDS_RACE, "ds_load_b32", 0, 1, 0, "load, but an atomic of wave 0 stored it"},
	{GFX1151, "store_after_atomics", 1, CH_GCN_LDS_RACE, "ds_store_b32", 0, 1, 0, "store, but atomics of several waves stored it"},
	{GFX1151, "load_after_atomics", 1, CH_GCN_LDS_RACE, "ds_load_b32", 0, 1, 0, "load, but atomics of several waves stored it"},
	{GFX1151, "atomic_after_load", 1, CH_GCN_LDS_RACE, "ds_add_u32", 0, 1, 0, "wave 0 loaded it"},
	{GFX1151, "atomic_after_store", 1, CH_GCN_LDS_RACE, "ds_add_u32", 0, 1, 0, "wave 0 stored it"},
	{GFX1151, "missing_wait_for_old", 1, CH_GCN_MISSING_WAIT, "global_store_b32", 0, 0, ALL_LANES, "v5"},
	{GFX1151, "missing_wait_for_lds_old", 1, CH_GCN_MISSING_WAIT, "global_store_b32", 0, 0, ALL_LANES, "v5"},
	{GFX1151, "missing_wait_after_atomic", 1, CH_GCN_MISSING_WAIT, "s_barrier", 0, 0, ALL_LANES, "LDS store"},
	{GFX1201, "atomic_behind_halves", 1, CH_GCN_LDS_RACE, "ds_load_b32", 0, 0, 0, "an atomic of wave 1 stored it"},
	{GFX1201, "sound_joint_wait", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX1201, "sound_invalidation", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX1201, "sound_halves", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX1201, "sound_signals_and_ends", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX1201, "wrong_counter_scalar", 1, CH_GCN_MISSING_WAIT, "global_load_b32", 0, 0, ALL_LANES, "s4"},
	{GFX1201, "wrong_counter_lds", 1, CH_GCN_MISSING_WAIT, "global_store_b32", 0, 0, ALL_LANES, "v5"},
	{GFX1201, "wrong_counter_vector", 1, CH_GCN_MISSING_WAIT, "global_store_b32", 0, 0, ALL_LANES, "v2"},
	{GFX1201, "joint_wait_too_weak", 1, CH_GCN_MISSING_WAIT, "global_store_b32", 0, 0, ALL_LANES, "v4"},
	{GFX1201, "race_between_halves", 1, CH_GCN_LDS_RACE, "ds_store_b32", 0, 1, 0, "wave 0 loaded it"},
	{GFX1201, "race_behind_halves", 1, CH_GCN_LDS_RACE, "ds_load_b32", 0, 0, 0, "wave 1 stored it"},
	{GFX1201, "signals_without_wait", 1, CH_GCN_LDS_RACE, "ds_store_b32", 0, 1, 0, "wave 0 loaded it"},
	{GFX1201, "half_leaves_before_signal", 1, CH_GCN_BARRIER_DIVERGENCE, "s_barrier_signal", 0, 0, 16, "lanes"},
	{GFX1201, "waits_unsignaled", 1, CH_GCN_BARRIER_DIVERGENCE, "s_barrier_wait", 0, 0, ALL_LANES, "not signaled"},
	{GFX1201, "signals_twice", 1, CH_GCN_BARRIER_DIVERGENCE, "s_barrier_signal", 0, 0, ALL_LANES, "again"},
	{GFX1201, "lanes_leave_before_wait", 1, CH_GCN_BARRIER_DIVERGENCE, "s_barrier_wait", 0, 0, 0, "lanes"},
	{GFX906, "sound_swizzle", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX906, "sound_atomics", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX906, "store_against_atomics", 4, CH_GCN_TWO_WRITERS, "global_store_dword", 2, 0, 0, "byte 0 of output is stored by workgroup 2, and by an atomic of workgroup 0"},
	{GFX906, "missing_wait_for_old", 1, CH_GCN_MISSING_WAIT, "global_store_dword", 0, 0, ALL_LANES, "v5"},
	{GFX906, "sound_sum", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX906, "over_read", 1, CH_GCN_OUT_OF_BOUNDS, "global_load_dword v2, v1, s[4:5] offset:1", 0, 0, 63, "1 past its end"},
	{GFX906, "lost_carry", 1, CH_GCN_OUT_OF_BOUNDS, "global_load_dword", 0, 0, 0, "before the start of input"},
	{GFX906, "missing_vector_wait", 1, CH_GCN_MISSING_WAIT, "global_store_dword", 0, 0, ALL_LANES, "v2"},
	{GFX906, "missing_scalar_wait", 1, CH_GCN_MISSING_WAIT, "global_load_dword", 0, 0, ALL_LANES, "s4"},
	{GFX906, "sound_flat", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{GFX906, "flat_race", 1, CH_GCN_LDS_RACE, "flat_store_dword", 0, 1, 0, "wave 0 loaded it"},
	{GFX906, "flat_race_of_stores", 1, CH_GCN_LDS_RACE, "flat_store_dword", 0, 1, 0, "wave 0"},
	{GFX906, "flat_past_lds", 1, CH_GCN_OUT_OF_BOUNDS, "flat_load_dword", 0, 0, 33, "LDS load of 4 bytes at 512"},
	{GFX906, "flat_straddles_end", 1, CH_GCN_OUT_OF_BOUNDS, "flat_load_dword", 0, 0, 63, "LDS load of 4 bytes at 509"},
	{GFX906, "flat_undefined", 1, CH_GCN_UNDEFINED, "global_store_dword", 0, 0, 0, "v5"},
	{GFX906, "missing_flat_wait", 1, CH_GCN_MISSING_WAIT, "global_store_dword", 0, 0, ALL_LANES, "v5"},
	{GFX906, "missing_flat_wait_at_barrier", 1, CH_GCN_MISSING_WAIT, "s_barrier", 0, 0, ALL_LANES, "LDS store"},
};
/* clang-format on */

static ch_gcn_file files[ARCH_COUNT];
static ch_gcn_object objects[ARCH_COUNT];

static int open_objects(void **state)
{
	(void)state;
	static const char *const paths[ARCH_COUNT] = {CHECKHIP_GCN_INPUTS "/broken_gfx1151.co",
						      CHECKHIP_GCN_INPUTS "/broken_gfx1201.co",
						      CHECKHIP_GCN_INPUTS "/broken_gfx906.co"};
	for (uint32_t i = 0; i < ARCH_COUNT; i++) {
		ch_gcn_error error = {""};
		if (ch_gcn_file_load(paths[i], &files[i], &error))
			return 0; /* not assembled here: the tests skip */
		const ch_gcn_entry *entry = &files[i].entries[0];
		if (ch_gcn_object_open(entry->data, entry->size, &objects[i], &error))
			return -1;
	}
	return 0;
}

static int close_objects(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < ARCH_COUNT; i++) {
		if (objects[i].image)
			ch_gcn_object_close(&objects[i]);
		ch_gcn_file_close(&files[i]);
	}
	return 0;
}

typedef struct ch_run {
	ch_status status;
	ch_gcn_fault fault;
	uint32_t fault_count;
	uint64_t misaligned;
	char text[640];
	uint32_t output[ITEMS * MAX_GROUPS];
} ch_run;

/* Races are between waves, and 64 work-items are one wave of gfx906. */
static uint32_t items_of(ch_arch arch, const char *name)
{
	return arch == GFX906 && (strstr(name, "race") || strcmp(name, "sound_flat") == 0) ? 2 * ITEMS : ITEMS;
}

static void run_kernel(ch_arch arch, const char *name, uint32_t groups, uint32_t cores, ch_run *run)
{
	static ch_gcn_arg args[2] = {{.kind = CH_GCN_ARG_GLOBAL_BUFFER, .offset = 0, .size = 8},
				     {.kind = CH_GCN_ARG_GLOBAL_BUFFER, .offset = 8, .size = 8}};
	uint32_t input[ITEMS];
	for (uint32_t i = 0; i < ITEMS; i++)
		input[i] = 1000 + i;
	const ch_gcn_object *object = &objects[arch];
	const ch_gcn_kernel *found = ch_gcn_object_find(object, name);
	assert_non_null(found);
	ch_gcn_kernel kernel = *found;
	kernel.args = args;
	kernel.arg_count = 2;
	kernel.kernarg_bytes = 16;
	ch_gcn_code code;
	ch_gcn_error error = {""};
	ch_gcn_program *program;
	assert_int_equal(ch_gcn_decode_kernel(object, &kernel, &code, &error), CH_OK);
	assert_int_equal(ch_gcn_program_open(object, &kernel, &code, &program, &error), CH_OK);
	memset(run, 0, sizeof(*run));
	const ch_gcn_buffer buffers[2] = {{"input", input, sizeof(input), CH_GCN_IN},
					  {"output", run->output, ITEMS * groups * sizeof(uint32_t), CH_GCN_OUT}};
	const ch_gcn_argument arguments[2] = {{.buffer = 0}, {.buffer = 1}};
	const ch_gcn_dispatch dispatch = {.blocks = {groups, 1, 1},
					  .threads = {items_of(arch, name), 1, 1},
					  .buffers = buffers,
					  .buffer_count = 2,
					  .arguments = arguments,
					  .argument_count = 2,
					  .step_limit = 1000,
					  .cores = cores,
					  .max_faults = 1};
	ch_gcn_result result;
	run->status = ch_gcn_launch(program, &dispatch, &result, &error);
	run->fault_count = result.fault_count;
	run->fault = result.faults[0];
	run->misaligned = result.misaligned;
	if (result.fault_count)
		ch_gcn_fault_format(program, &result.faults[0], run->text, sizeof(run->text));
	ch_gcn_result_close(&result);
	ch_gcn_program_close(program);
	ch_gcn_code_close(&code);
}

static void check(const ch_expectation *expected, const ch_run *run)
{
	print_message("%s: %s\n", expected->kernel, run->text);
	if (expected->kind == CH_GCN_NO_FAULT) {
		assert_int_equal(run->status, CH_OK);
		assert_int_equal(run->fault_count, 0);
		return;
	}
	assert_int_equal(run->status, expected->kind == CH_GCN_NO_SEMANTICS ? CH_UNSUPPORTED : CH_FAULT);
	assert_int_equal(run->fault.kind, expected->kind);
	assert_int_equal(run->fault.workgroup[0], expected->group);
	assert_int_equal(run->fault.wave, expected->wave);
	assert_int_equal(run->fault.lane, expected->lane);
	assert_non_null(strstr(run->text, expected->instruction));
	assert_non_null(strstr(run->text, expected->words));
	assert_non_null(strstr(run->text, "at +0x"));
}

/* gfx12 has the kernels of gfx11, and more. */
static ch_arch last_of(const ch_expectation *expected)
{
	return expected->arch == GFX1151 ? GFX1201 : expected->arch;
}

static void each_rule_is_watched(void **state)
{
	(void)state;
	if (!objects[ARCH_COUNT - 1].image)
		skip();
	for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
		const ch_expectation *expected = &expectations[i];
		for (ch_arch arch = expected->arch; arch <= last_of(expected); arch++) {
			ch_run run;
			run_kernel(arch, expected->kernel, expected->groups, 1, &run);
			check(expected, &run);
		}
	}
}

/* The same report from one core and from several. */
static void reports_do_not_depend_on_the_cores(void **state)
{
	(void)state;
	if (!objects[ARCH_COUNT - 1].image)
		skip();
	for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
		const ch_expectation *expected = &expectations[i];
		ch_run one, many;
		run_kernel(last_of(expected), expected->kernel, expected->groups, 1, &one);
		for (uint32_t repeat = 0; repeat < 10; repeat++) {
			run_kernel(last_of(expected), expected->kernel, expected->groups, 4, &many);
			assert_string_equal(one.text, many.text);
		}
	}
}

static void sound_kernels_give_their_values(void **state)
{
	(void)state;
	if (!objects[ARCH_COUNT - 1].image)
		skip();
	ch_run run;
	for (ch_arch arch = GFX1151; arch <= GFX1201; arch++) {
		run_kernel(arch, "sound", MAX_GROUPS, 2, &run);
		for (uint32_t i = 0; i < ITEMS * MAX_GROUPS; i++)
			assert_int_equal(run.output[i], 1000 + ((i % ITEMS) ^ 32));
	}
	run_kernel(GFX1201, "sound_halves", MAX_GROUPS, 2, &run);
	for (uint32_t i = 0; i < ITEMS * MAX_GROUPS; i++)
		assert_int_equal(run.output[i], 1000 + ((i % ITEMS) ^ 32));
	run_kernel(GFX1151, "sound_misaligned", MAX_GROUPS, 2, &run);
	assert_int_equal(run.misaligned, ITEMS * MAX_GROUPS);
	assert_int_equal(run.output[0], 0xe9000003);
	run_kernel(GFX906, "sound_flat", MAX_GROUPS, 2, &run);
	for (uint32_t i = 0; i < ITEMS * MAX_GROUPS; i++)
		assert_int_equal(run.output[i], i % ITEMS + ITEMS);
}

static uint32_t differing(ch_arch arch, const char *name, uint32_t (*word)(uint32_t i), uint32_t *first)
{
	ch_run run;
	uint32_t count = 0;
	run_kernel(arch, name, MAX_GROUPS, 2, &run);
	assert_int_equal(run.status, CH_OK); /* no rule is broken */
	for (uint32_t i = 0; i < ITEMS * MAX_GROUPS; i++)
		if (run.output[i] != word(i) && count++ == 0)
			*first = i;
	return count;
}

static uint32_t swizzled_word(uint32_t i)
{
	return 1000 + ((i % ITEMS) ^ 16);
}

static uint32_t sum_word(uint32_t i)
{
	(void)i;
	return ITEMS * 1000 + ITEMS * (ITEMS - 1) / 2;
}

/* No rule is broken: only the values tell. */
static void wrong_values_show(void **state)
{
	(void)state;
	static const struct {
		ch_arch arch;
		const char *sound, *broken;
		uint32_t (*word)(uint32_t i);
	} pairs[] = {{GFX1151, "sound_swizzle", "wrong_swizzle", swizzled_word},
		     {GFX1201, "sound_swizzle", "wrong_swizzle", swizzled_word},
		     {GFX906, "sound_swizzle", "wrong_swizzle", swizzled_word},
		     {GFX906, "sound_sum", "high_lanes_dropped", sum_word}};
	if (!objects[ARCH_COUNT - 1].image)
		skip();
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		uint32_t first = UINT32_MAX;
		assert_int_equal(differing(pairs[i].arch, pairs[i].sound, pairs[i].word, &first), 0);
		assert_int_equal(differing(pairs[i].arch, pairs[i].broken, pairs[i].word, &first), ITEMS * MAX_GROUPS);
		assert_int_equal(first, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_rule_is_watched),
		cmocka_unit_test(reports_do_not_depend_on_the_cores),
		cmocka_unit_test(sound_kernels_give_their_values),
		cmocka_unit_test(wrong_values_show),
	};
	return cmocka_run_group_tests(tests, open_objects, close_objects);
}
