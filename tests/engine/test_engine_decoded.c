/* SPDX-License-Identifier: Apache-2.0
 *
 * A binary with thousands of kernels: opening it through a binding decodes none of them, a call decodes the one that it calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "providers/gcn.h"
#include "providers/gcn_open.h"

enum { K = 64, ROWS = 3, MAX_COLS = 2, MANY = 4096 };

static void multiply(ch_gcn_state *state, int64_t ncols)
{
	uint8_t w[ROWS * K / 32 * 14] = {0}; /* of fp3, and no byte more */
	uint32_t x[MAX_COLS * K / 32 * CH_Q8_1_BYTES / 4] = {0};
	float y[MAX_COLS * ROWS];
	ch_outcome outcome = {.struct_size = sizeof(outcome)};
	const ch_mmvq_args args = {.struct_size = sizeof(args),
				   .format = CH_FP3,
				   .variant = CH_VARIANT_DEFAULT,
				   .k = K,
				   .rows = ROWS,
				   .ncols = ncols,
				   .w = w,
				   .x_q8_1 = x,
				   .y = y};

	if (ch_provider_gcn()->mmvq(state, &args, &outcome) != CH_OK)
		fail_msg("%s", outcome.message);
	assert_string_equal(outcome.variant, "mul_mat_vec_q");
	for (int64_t i = 0; i < ncols * ROWS; i++)
		assert_true(y[i] == 0.0f);
}

static void only_what_is_called_is_decoded(void **unused)
{
	ch_gcn_state *state = calloc(1, sizeof(*state));
	const ch_gcn_object *object;
	ch_gcn_error error = {""};

	(void)unused;
	assert_non_null(state);
	if (ch_gcn_state_open(state, "gfx906,code-object=" CHECKHIP_MANY ",binding=" CHECKHIP_FP3_BINDING, &error))
		fail_msg("%s", error.text);
	assert_int_equal(ch_gcn_run_find(state->run, "", NULL, &object, NULL, &error), CH_OK);
	assert_true(object->kernel_count > MANY);
	assert_int_equal(ch_gcn_run_decoded(state->run), 0);
	multiply(state, 1);
	assert_int_equal(ch_gcn_run_decoded(state->run), 1);
	multiply(state, 1);
	assert_int_equal(ch_gcn_run_decoded(state->run), 1);
	multiply(state, 2);
	assert_int_equal(ch_gcn_run_decoded(state->run), 2);
	ch_gcn_state_close(state);
	free(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(only_what_is_called_is_decoded)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
