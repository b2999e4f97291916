/* SPDX-License-Identifier: Apache-2.0
 *
 * The provider's process: where buffers lie, what a stray access is called, that one call's end does not hurt the next. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "providers/providers.h"
#include "suite/worker.h"

/* What the provider of these tests does with a call of decode: the argument of --provider chooses. */
static const char *mode;

static ch_status open_it(const char *argument, void **state, ch_outcome *outcome)
{
	(void)outcome;
	mode = argument;
	*state = NULL;
	return CH_OK;
}

static void close_it(void *state)
{
	(void)state;
}

static ch_status decode(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	const volatile uint8_t *w = args->w;
	volatile uint8_t *y = (volatile uint8_t *)args->y;

	(void)state;
	snprintf(outcome->variant, sizeof(outcome->variant), "%s", mode);
	if (strcmp(mode, "address") == 0)
		y[0] = (uint8_t)((uintptr_t)args->w & 15), y[1] = (uint8_t)((uintptr_t)args->y & 15);
	else if (strcmp(mode, "read-before") == 0)
		y[0] = w[-1];
	else if (strcmp(mode, "read-after") == 0)
		y[0] = w[14];
	else if (strcmp(mode, "write-before") == 0)
		y[-1] = 0;
	else if (strcmp(mode, "write-after") == 0)
		y[128] = 0;
	else if (strcmp(mode, "abort") == 0)
		abort();
	else if (strcmp(mode, "killed") == 0)
		raise(SIGKILL);
	else if (strcmp(mode, "overflow") == 0)
		return decode(state, args, outcome) == CH_OK ? CH_FAILED : CH_OK;
	return CH_OK;
}

static const ch_provider odd = {
	.abi_version = CH_PROVIDER_ABI,
	.struct_size = sizeof(ch_provider),
	.name = "odd",
	.open = open_it,
	.close = close_it,
	.decode = decode,
};

static void call_once(const char *spec, ch_place place, uint32_t shift, ch_call_report *report, uint8_t first_bytes[2])
{
	static const uint8_t block[14] = {1, 2, 3};
	ch_worker *worker = ch_worker_new(spec, 5);
	ch_call call = {.op = CH_OP_DECODE, .args.decode = {sizeof(ch_decode_args), CH_FP3, 32, 1, NULL, NULL}};

	assert_non_null(worker);
	ch_call_input(&call, "w", offsetof(ch_decode_args, w), 2, block, sizeof(block));
	ch_call_output(&call, "y", offsetof(ch_decode_args, y), 4, 32 * sizeof(float));
	ch_worker_call(worker, &call, place, shift, 0xa5, report);
	if (first_bytes && report->end == CH_CALL_RETURNED)
		memcpy(first_bytes, ch_worker_result(worker, 1), 2);
	ch_worker_free(worker);
}

static void places_buffers_as_asked(void **state)
{
	ch_call_report report;
	uint8_t at[2];

	(void)state;
	call_once("odd:address", CH_PLACE_END, 0, &report, at);
	assert_int_equal(report.end, CH_CALL_RETURNED);
	assert_int_equal(at[0], 16 - 14); /* 14 bytes before the end of a page */
	assert_int_equal(at[1], 0);
	call_once("odd:address", CH_PLACE_BEGIN, 7, &report, at);
	assert_int_equal(at[0], 6); /* w may lie at any multiple of 2, y of 4 */
	assert_int_equal(at[1], 4);
	assert_string_equal(report.outcome.variant, "address");
}

static void names_a_stray_access(void **state)
{
	static const struct {
		const char *spec;
		ch_place place;
		ch_call_end end;
		const char *clause, *words;
	} rows[] = {
		{"odd:read-after", CH_PLACE_END, CH_CALL_CRASHED, "NO-OVERREAD",
		 "read past the end of w: byte 14 of a buffer of 14"},
		{"odd:read-before", CH_PLACE_BEGIN, CH_CALL_CRASHED, "NO-OVERREAD",
		 "read 1 byte before the start of w"},
		{"odd:write-after", CH_PLACE_END, CH_CALL_CRASHED, "NO-OVERWRITE",
		 "wrote past the end of y: byte 128 of a buffer of 128"},
		{"odd:write-after", CH_PLACE_BEGIN, CH_CALL_RETURNED, "NO-OVERWRITE",
		 "wrote past the end of the output y: byte 128 of a buffer of 128"},
		{"odd:write-before", CH_PLACE_BEGIN, CH_CALL_CRASHED, "NO-OVERWRITE",
		 "wrote 1 byte before the start of y"},
		{"odd:write-before", CH_PLACE_END, CH_CALL_RETURNED, "NO-OVERWRITE",
		 "wrote 1 bytes before the start of the output y"},
		{"odd:abort", CH_PLACE_END, CH_CALL_CRASHED, NULL, "the provider crashed: Aborted"},
		{"odd:killed", CH_PLACE_END, CH_CALL_CRASHED, NULL, "the provider crashed: Killed"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ch_call_report report;

		call_once(rows[i].spec, rows[i].place, 0, &report, NULL);
		assert_int_equal(report.end, rows[i].end);
		assert_string_equal(report.words, rows[i].words);
		if (rows[i].clause)
			assert_string_equal(report.clause, rows[i].clause);
		else
			assert_null(report.clause);
	}
}

static void a_worker_goes_on_after_a_crash(void **state)
{
	ch_worker *worker = ch_worker_new("odd:abort", 5);
	ch_call call = {.op = CH_OP_DECODE, .args.decode = {sizeof(ch_decode_args), CH_FP3, 32, 1, NULL, NULL}};
	ch_call_report report;

	(void)state;
	ch_call_output(&call, "y", offsetof(ch_decode_args, y), 4, 4);
	for (int i = 0; i < 3; i++) {
		ch_worker_call(worker, &call, CH_PLACE_END, 0, 0xa5, &report);
		assert_int_equal(report.end, CH_CALL_CRASHED);
	}
	call.op = CH_OP_MMVQ; /* which the provider lacks: an answer, not a crash */
	ch_worker_call(worker, &call, CH_PLACE_END, 0, 0xa5, &report);
	assert_int_equal(report.end, CH_CALL_RETURNED);
	assert_int_equal(report.status, CH_UNSUPPORTED);
	ch_worker_free(worker);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places_buffers_as_asked),
		cmocka_unit_test(names_a_stray_access),
		cmocka_unit_test(a_worker_goes_on_after_a_crash),
	};

	if (!ch_provider_register(&odd))
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
