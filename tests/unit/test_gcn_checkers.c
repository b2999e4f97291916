/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels broken on purpose (tests/gcn/broken_gfx1151.s): each is caught, and the report names the instruction, the wave and the
 * lane. Sound ones raise no alarm. */
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

typedef struct ch_expectation {
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
	{"sound", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{"sound_undefined", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{"sound_order", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{"sound_misaligned", 4, CH_GCN_NO_FAULT, "", 0, 0, 0, ""},
	{"over_read", 1, CH_GCN_OUT_OF_BOUNDS, "global_load_b32 v2, v1, s[4:5] offset:1", 0, 1, 31, "1 past its end"},
	{"row_past_the_end", 1, CH_GCN_OUT_OF_BOUNDS, "global_load_b32 v9", 0, 0, 0, "offset 256 of input"},
	{"store_past_the_end", 2, CH_GCN_OUT_OF_BOUNDS, "global_store_b32", 1, 1, 31, "of output"},
	{"lost_carry", 1, CH_GCN_OUT_OF_BOUNDS, "global_load_b32", 0, 0, 0, "before the start of input"},
	{"store_to_input", 1, CH_GCN_STORE_TO_INPUT, "global_store_b32", 0, 0, 0, "input"},
	{"race", 1, CH_GCN_LDS_RACE, "ds_store_b32", 0, 1, 0, "wave 0"},
	{"race_between_rounds", 1, CH_GCN_LDS_RACE, "ds_load_b32", 0, 1, 0, "wave 0"},
	{"missing_vector_wait", 1, CH_GCN_MISSING_WAIT, "global_store_b32", 0, 0, ALL_LANES, "v2"},
	{"missing_scalar_wait", 1, CH_GCN_MISSING_WAIT, "global_load_b32", 0, 0, ALL_LANES, "s4"},
	{"missing_lds_wait", 1, CH_GCN_MISSING_WAIT, "global_store_b32", 0, 0, ALL_LANES, "v5"},
	{"missing_wait_at_barrier", 1, CH_GCN_MISSING_WAIT, "s_barrier", 0, 0, ALL_LANES, "LDS store"},
	{"undefined_stored", 1, CH_GCN_UNDEFINED, "global_store_b32", 0, 0, 0, "v5"},
	{"undefined_address", 1, CH_GCN_UNDEFINED, "global_store_b32", 0, 0, 0, "address"},
	{"undefined_branch", 1, CH_GCN_UNDEFINED, "s_cbranch_scc1", 0, 0, ALL_LANES, "branch"},
	{"undefined_exec", 1, CH_GCN_UNDEFINED, "v_cmpx_gt_u32", 0, 0, 0, "EXEC"},
	{"undefined_lds", 1, CH_GCN_UNDEFINED, "global_store_b32", 0, 0, 0, "v5"},
	{"lanes_leave_before_barrier", 1, CH_GCN_BARRIER_DIVERGENCE, "s_barrier", 0, 0, 0, "lanes"},
	{"wave_leaves_before_barrier", 1, CH_GCN_BARRIER_DIVERGENCE, "s_barrier", 0, 0, ALL_LANES, "wave 1"},
	{"two_writers", 4, CH_GCN_TWO_WRITERS, "global_store_b32", 1, 0, 0, "byte 0 of output is stored by workgroups 0 and 1"},
	{"endless", 1, CH_GCN_STEP_LIMIT, "s_branch", 0, 0, ALL_LANES, "1000"},
	{"jump_outside", 1, CH_GCN_BAD_JUMP, "s_setpc_b64", 0, 0, ALL_LANES, "0x1000"},
};
/* clang-format on */

static ch_gcn_file file;
static ch_gcn_object object;

static int open_object(void **state)
{
	(void)state;
	ch_gcn_error error = {""};
	if (ch_gcn_file_load(CHECKHIP_GCN_INPUTS "/broken_gfx1151.co", &file, &error))
		return 0; /* not assembled here: the tests skip */
	return ch_gcn_object_open(file.entries[0].data, file.entries[0].size, &object, &error) ? -1 : 0;
}

static int close_object(void **state)
{
	(void)state;
	if (object.image)
		ch_gcn_object_close(&object);
	ch_gcn_file_close(&file);
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

static void run_kernel(const char *name, uint32_t groups, uint32_t cores, ch_run *run)
{
	static ch_gcn_arg args[2] = {{.kind = CH_GCN_ARG_GLOBAL_BUFFER, .offset = 0, .size = 8},
				     {.kind = CH_GCN_ARG_GLOBAL_BUFFER, .offset = 8, .size = 8}};
	uint32_t input[ITEMS];
	for (uint32_t i = 0; i < ITEMS; i++)
		input[i] = 1000 + i;
	const ch_gcn_kernel *found = ch_gcn_object_find(&object, name);
	assert_non_null(found);
	ch_gcn_kernel kernel = *found;
	kernel.args = args;
	kernel.arg_count = 2;
	kernel.kernarg_bytes = 16;
	ch_gcn_code code;
	ch_gcn_error error = {""};
	ch_gcn_program *program;
	assert_int_equal(ch_gcn_decode_kernel(&object, &kernel, &code, &error), CH_OK);
	assert_int_equal(ch_gcn_program_open(&object, &kernel, &code, &program, &error), CH_OK);
	memset(run, 0, sizeof(*run));
	const ch_gcn_buffer buffers[2] = {{"input", input, sizeof(input), CH_GCN_IN},
					  {"output", run->output, ITEMS * groups * sizeof(uint32_t), CH_GCN_OUT}};
	const ch_gcn_argument arguments[2] = {{.buffer = 0}, {.buffer = 1}};
	const ch_gcn_dispatch dispatch = {.blocks = {groups, 1, 1},
					  .threads = {ITEMS, 1, 1},
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
	assert_int_equal(run->status, CH_FAULT);
	assert_int_equal(run->fault.kind, expected->kind);
	assert_int_equal(run->fault.workgroup[0], expected->group);
	assert_int_equal(run->fault.wave, expected->wave);
	assert_int_equal(run->fault.lane, expected->lane);
	assert_non_null(strstr(run->text, expected->instruction));
	assert_non_null(strstr(run->text, expected->words));
	assert_non_null(strstr(run->text, "at +0x"));
}

static void each_rule_is_watched(void **state)
{
	(void)state;
	if (!object.image)
		skip();
	for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
		ch_run run;
		run_kernel(expectations[i].kernel, expectations[i].groups, 1, &run);
		check(&expectations[i], &run);
	}
}

/* The same report from one core and from several. */
static void reports_do_not_depend_on_the_cores(void **state)
{
	(void)state;
	if (!object.image)
		skip();
	for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
		ch_run one, many;
		run_kernel(expectations[i].kernel, expectations[i].groups, 1, &one);
		for (uint32_t repeat = 0; repeat < 10; repeat++) {
			run_kernel(expectations[i].kernel, expectations[i].groups, 4, &many);
			assert_string_equal(one.text, many.text);
		}
	}
}

static void sound_kernels_give_their_values(void **state)
{
	(void)state;
	if (!object.image)
		skip();
	ch_run run;
	run_kernel("sound", MAX_GROUPS, 2, &run);
	for (uint32_t i = 0; i < ITEMS * MAX_GROUPS; i++)
		assert_int_equal(run.output[i], 1000 + ((i % ITEMS) ^ 32));
	run_kernel("sound_misaligned", MAX_GROUPS, 2, &run);
	assert_int_equal(run.misaligned, ITEMS * MAX_GROUPS);
	assert_int_equal(run.output[0], 0xe9000003);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_rule_is_watched),
		cmocka_unit_test(reports_do_not_depend_on_the_cores),
		cmocka_unit_test(sound_kernels_give_their_values),
	};
	return cmocka_run_group_tests(tests, open_object, close_object);
}
