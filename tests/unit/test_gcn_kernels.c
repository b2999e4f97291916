/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled kernels (tests/gcn/sound.hip) that lean on what a launch sets up: the same right output on each architecture. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "gcn/launch.h"

enum { X = 4, Y = 8, Z = 2, THREADS = X * Y * Z, MAX_BLOCKS = 12, WORDS = THREADS * MAX_BLOCKS };

static uint32_t input_word(uint32_t i)
{
	return i * 37 + 5;
}

static uint32_t scratch_word(uint32_t i)
{
	const uint32_t v = input_word(i);
	return v * 16 + (((v >> 1) - v) & 127);
}

static uint32_t flat_scratch_word(uint32_t i)
{
	const uint32_t v = input_word(i);
	return v * 16 + (((v >> 1) - v) & 15);
}

static uint32_t ids_word(uint32_t i)
{
	const uint32_t group = i / THREADS, thread = i % THREADS;
	return input_word(i) + (group % 3 | group / 3 % 2 << 4 | group / 6 << 8 | thread % X << 12 |
				thread / X % Y << 16 | thread / X / Y << 20);
}

static uint32_t packet_word(uint32_t i)
{
	return input_word(i) + (X | Y << 4 | Z << 8 | (X * 4) << 12 | Y << 20 | Z << 24);
}

static uint32_t constants_word(uint32_t i)
{
	static const uint32_t primes[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
	return primes[input_word(i) & 15] + 100 * input_word(i);
}

static uint32_t flat_lds_word(uint32_t i)
{
	const uint32_t v = input_word(i), other = input_word(i / THREADS * THREADS + THREADS - 1 - i % THREADS);
	return v & 4 ? (other & 2 ? 3 : 7) * other + 1 : v + 1;
}

static uint32_t flat_lds_parts_word(uint32_t i)
{
	const uint32_t v = input_word(i);
	return (uint32_t)((int16_t)(v & 0xffff) + 3 * (int8_t)(5 * v & 0xff));
}

static uint32_t steps_to_one(uint32_t x)
{
	uint32_t n = 0;
	for (; x > 1 && n < 50; n++)
		x = x & 1 ? 3 * x + 1 : x / 2;
	return n;
}

static uint32_t calls_word(uint32_t i)
{
	return steps_to_one(input_word(i) & 255) + 1000 * steps_to_one(i + 1);
}

static uint32_t recursion_word(uint32_t i)
{
	static const uint32_t fibonacci[8] = {0, 1, 1, 2, 3, 5, 8, 13};
	return fibonacci[input_word(i) & 7] + 2;
}

static uint32_t pointers_word(uint32_t i)
{
	const uint32_t v = input_word(i);
	return v & 1 ? 3 * v : v + 1;
}

static const struct {
	const char *kernel;
	uint32_t blocks[3];
	uint32_t (*word)(uint32_t i);
} rows[] = {{"scratch", {4, 1, 1}, scratch_word},
	    {"flat_scratch", {4, 1, 1}, flat_scratch_word},
	    {"ids", {3, 2, 2}, ids_word},
	    {"packet", {4, 1, 1}, packet_word},
	    {"constants", {4, 1, 1}, constants_word},
	    {"flat_lds", {4, 1, 1}, flat_lds_word},
	    {"flat_lds_parts", {4, 1, 1}, flat_lds_parts_word},
	    {"calls", {4, 1, 1}, calls_word},
	    {"recursion", {4, 1, 1}, recursion_word},
	    {"pointers", {4, 1, 1}, pointers_word}};

static void run_row(const ch_gcn_object *object, size_t row, const char *arch)
{
	static uint32_t input[WORDS], output[WORDS];
	const uint32_t count = THREADS * rows[row].blocks[0] * rows[row].blocks[1] * rows[row].blocks[2];
	for (uint32_t i = 0; i < count; i++)
		input[i] = input_word(i);
	memset(output, 0, sizeof(output));
	const ch_gcn_kernel *kernel = ch_gcn_object_find(object, rows[row].kernel);
	assert_non_null(kernel);
	ch_gcn_code code;
	ch_gcn_error error = {""};
	ch_gcn_program *program;
	assert_int_equal(ch_gcn_decode_with_calls(object, kernel, &code, &error), CH_OK);
	assert_int_equal(ch_gcn_program_open(object, kernel, &code, &program, &error), CH_OK);
	const ch_gcn_buffer buffers[2] = {{"input", input, count * sizeof(*input), CH_GCN_IN},
					  {"output", output, count * sizeof(*output), CH_GCN_OUT}};
	const ch_gcn_argument arguments[2] = {{.buffer = 0}, {.buffer = 1}};
	ch_gcn_dispatch dispatch = {.threads = {X, Y, Z},
				    .buffers = buffers,
				    .buffer_count = 2,
				    .arguments = arguments,
				    .argument_count = 2,
				    .step_limit = 1000000,
				    .cores = 2,
				    .max_faults = 1};
	memcpy(dispatch.blocks, rows[row].blocks, sizeof(dispatch.blocks));
	ch_gcn_result result;
	const ch_status status = ch_gcn_launch(program, &dispatch, &result, &error);
	if (status)
		print_error("%s, %s: %s\n", arch, rows[row].kernel, error.text);
	assert_int_equal(status, CH_OK);
	for (uint32_t i = 0; i < count; i++)
		if (output[i] != rows[row].word(i))
			fail_msg("%s, %s: word %u is 0x%x, expected 0x%x", arch, rows[row].kernel, i, output[i],
				 rows[row].word(i));
	ch_gcn_result_close(&result);
	ch_gcn_program_close(program);
	ch_gcn_code_close(&code);
}

static void kernels_give_their_values(void **state)
{
	const char *arch = *state;
	char path[1024];
	ch_gcn_file file;
	ch_gcn_object object;
	ch_gcn_error error = {""};
	snprintf(path, sizeof(path), "%s/sound_%s.co", CHECKHIP_GCN_INPUTS, arch);
	if (ch_gcn_file_load(path, &file, &error))
		skip(); /* not compiled here */
	assert_int_equal(ch_gcn_object_open(file.entries[0].data, file.entries[0].size, &object, &error), CH_OK);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		run_row(&object, i, arch);
	ch_gcn_object_close(&object);
	ch_gcn_file_close(&file);
}

int main(void)
{
	static char builds[][16] = {"gfx906",	  "gfx1100",	"gfx1151",    "gfx1201",      "O0_gfx906",
				    "O0_gfx1100", "O0_gfx1151", "O0_gfx1201", "O1_gfx906",    "O1_gfx1100",
				    "O1_gfx1151", "O1_gfx1201", "Os_gfx906",  "Os_gfx1100",   "Os_gfx1151",
				    "Os_gfx1201", "gfx1102",	"gfx1150",    "gfx11-generic"};
	struct CMUnitTest tests[sizeof(builds) / sizeof(builds[0])] = {{0}};
	for (size_t i = 0; i < sizeof(builds) / sizeof(builds[0]); i++)
		tests[i] = (struct CMUnitTest){builds[i], kernels_give_their_values, NULL, NULL, builds[i]};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
