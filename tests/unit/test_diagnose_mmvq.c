/* SPDX-License-Identifier: Apache-2.0
 *
 * Failed products: each fault is injected by this file's own sum over the weights, and the diagnosis must name it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "made_blocks.h"
#include "suite/diagnose.h"

enum { BLOCKS = 40, K = 32 * BLOCKS, ROWS = 24, COLS = 2, OUTPUTS = ROWS * COLS };

static uint8_t w[33 * BLOCKS * ROWS], x[36 * BLOCKS * COLS];
static float got[OUTPUTS];
static double exact[OUTPUTS], bound[OUTPUTS];

static ch_mmvq_failure make_failure(ch_format format)
{
	ch_random random = {0x3a57};
	ch_order order = ch_order_base(format, 32, 4);
	ch_mmvq_failure failure = {
		.format = format,
		.k = K,
		.rows = ROWS,
		.ncols = COLS,
		.w = w,
		.x_q8_1 = x,
		.got = got,
		.exact = exact,
		.bound = bound,
		.roundings = ch_order_roundings(&order, K),
		.order = order,
	};

	make_blocks(&random, format, (size_t)BLOCKS * ROWS, 40, w);
	make_columns(&random, (size_t)BLOCKS * COLS, x);
	for (size_t b = 0; b < (size_t)BLOCKS * COLS; b++)
		x[36 * b + 3] = 0x3c; /* s is finite, but for the test about s */
	assert_int_equal(ch_mmvq_reference(format, K, ROWS, COLS, w, x, exact), CH_OK);
	assert_int_equal(ch_mmvq_bound(format, &order, K, ROWS, COLS, w, x, bound), CH_OK);
	assert_int_equal(ch_mmvq_model(format, &order, K, ROWS, COLS, w, x, got), CH_OK);
	return failure;
}

/* A kernel with a fault, in its simplest words. */
typedef struct broken {
	ch_format format;
	const char *clause, *words;
	int (*keeps)(int block, int weight); /* how often a weight counts; NULL: once */
	bool unsigned_q8, unsigned_codes, swapped, first_scale;
	int scales_from, d_from; /* so many blocks further on */
} broken;

static float broken_output(const broken *fault, int row, int col)
{
	uint32_t bytes = ch_format_get(fault->format)->block_bytes;
	double sum = 0.0;

	for (int b = 0; b < BLOCKS; b++) {
		int scale_block = b + fault->scales_from < BLOCKS ? b + fault->scales_from : b;
		int d_block = b + fault->d_from < BLOCKS ? b + fault->d_from : b;
		const uint8_t *block = w + (size_t)(row * BLOCKS + b) * bytes;
		const uint8_t *scales = w + (size_t)(row * BLOCKS + scale_block) * bytes;
		const uint8_t *column = x + 36 * (col * BLOCKS + b), *ds = x + 36 * (col * BLOCKS + d_block);
		double d = (double)ch_half_to_float((uint16_t)(ds[0] | ds[1] << 8));

		for (int i = 0; i < 32; i++) {
			uint32_t of = fault->swapped ? (uint32_t)i ^ 16u : fault->first_scale ? 0u : (uint32_t)i;
			double e = (double)ch_scale_value(ch_block_scale(fault->format, scales, of));
			int code = ch_code_value(fault->format, ch_block_code(fault->format, block, (uint32_t)i));
			int q8 = fault->unsigned_q8 ? column[4 + i] : (int8_t)column[4 + i];

			if (fault->unsigned_codes)
				code = (uint8_t)code;
			sum += d * e * code * q8 * (fault->keeps ? fault->keeps(b, i) : 1);
		}
	}
	return (float)sum;
}

static void expect(const ch_verdict *verdict, const char *clause, const char *words)
{
	if (strcmp(verdict->clause, clause) != 0 || !strstr(verdict->explains, words))
		fail_msg("wanted %s, %s; got %s: %s: %s", clause, words, verdict->clause, verdict->text,
			 verdict->explains);
	assert_int_equal(verdict->result, CH_FAIL);
	assert_true(verdict->over_bound > 1.0);
}

static int all_but_block_7(int block, int weight)
{
	(void)weight;
	return block != 7;
}

static int all_but_the_last_block(int block, int weight)
{
	(void)weight;
	return block != BLOCKS - 1;
}

static int every_fourth_quad(int block, int weight)
{
	(void)block;
	return weight / 4 % 4 == 0;
}

/* fp3: four lanes a block, so lane t is 4 * (block mod 32) + weight / 8, and wave t / 32 */
static int fp3_lane(int block, int weight)
{
	return 4 * (block % 32) + weight / 8;
}

static int lanes_below_16(int block, int weight)
{
	return fp3_lane(block, weight) % 32 < 16;
}

static int all_but_lane_21(int block, int weight)
{
	return fp3_lane(block, weight) != 21;
}

static int all_but_wave_2(int block, int weight)
{
	return fp3_lane(block, weight) / 32 != 2;
}

static int first_wave(int block, int weight)
{
	return fp3_lane(block, weight) < 32;
}

static int without_distance_4(int block, int weight)
{
	return (fp3_lane(block, weight) & 4) == 0;
}

static int first_round(int block, int weight)
{
	(void)weight;
	return block < 32;
}

static int all_but_weight_31(int block, int weight)
{
	(void)block;
	return weight != 31;
}

static int second_halves(int block, int weight)
{
	(void)block;
	return weight >= 16;
}

static void kernel_faults_are_recognised(void **state)
{
	static const broken faults[] = {
		{CH_FP3, "SCALE-SPLIT", "the scale halves swapped", .swapped = true},
		{CH_FP6, "SCALE-SPLIT", "e[0] for the whole block", .first_scale = true},
		{CH_FP2, "DOT-SCALE", "scales taken from the next block", .scales_from = 1},
		{CH_FP4, "Q8-SCALE", "d taken from the next block", .d_from = 1},
		{CH_FP8, "DOT-INT", "activations' codes taken as unsigned", .unsigned_q8 = true},
		{CH_FP3, "DOT-INT", "weights' codes taken as unsigned", .unsigned_codes = true},
		{CH_FP3, "DOT-INT", "an unsigned dot", .unsigned_q8 = true, .unsigned_codes = true},
		{CH_FP4, "DOT-BOUND", "block 7 missing", .keeps = all_but_block_7},
		{CH_FP4_FAST, "ROW-WHOLE-BLOCKS", "last block missing", .keeps = all_but_the_last_block},
		{CH_FP3, "DOT-INT", "one quad in 4 alone", .keeps = every_fourth_quad},
		{CH_FP3, "DOT-BOUND", "lanes 16 and up of each wave dropped (16..31)", .keeps = lanes_below_16},
		{CH_FP3, "DOT-BOUND", "share of lane 21 missing", .keeps = all_but_lane_21},
		{CH_FP3, "DOT-BOUND", "share of wave 2 missing", .keeps = all_but_wave_2},
		{CH_FP3, "DOT-BOUND", "first wave's sum alone", .keeps = first_wave},
		{CH_FP3, "DOT-BOUND", "step at distance 4 missing", .keeps = without_distance_4},
		{CH_FP3, "DOT-BOUND", "first round of the loop", .keeps = first_round},
		{CH_FP6, "DOT-INT", "weight 31 of every block missing", .keeps = all_but_weight_31},
		{CH_FP2, "DOT-INT", "second half-blocks alone", .keeps = second_halves},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		ch_mmvq_failure failure = make_failure(faults[i].format);
		ch_verdict verdict = {0};

		for (int output = 0; output < OUTPUTS; output++)
			got[output] = broken_output(&faults[i], output % ROWS, output / ROWS);
		assert_true(ch_diagnose_mmvq(&failure, &verdict));
		expect(&verdict, faults[i].clause, faults[i].words);
		assert_non_null(strstr(verdict.explains, "failing outputs fit"));
		/* a lane of fp4 has a single block here, so that both explanations are true; else there is but one */
		if (faults[i].keeps == all_but_block_7)
			assert_non_null(strstr(verdict.explains, "or as well with the share of lane 7 missing"));
		else
			assert_null(strstr(verdict.explains, "as well"));
	}
}

static void right_output_has_no_diagnosis(void **state)
{
	(void)state;
	for (int f = 0; f < CH_FORMAT_COUNT; f++) {
		ch_mmvq_failure failure = make_failure((ch_format)f);
		ch_verdict verdict = {0};

		assert_false(ch_diagnose_mmvq(&failure, &verdict));
		assert_false(ch_diagnose_same_bytes(&failure, got, &verdict));
		assert_int_equal(verdict.text[0], 0);
	}
}

static void one_code_is_found(void **state)
{
	ch_mmvq_failure failure = make_failure(CH_FP3);
	ch_verdict verdict = {0};
	uint8_t *block = w + 14 * (5 * BLOCKS + 9);
	uint32_t code = ch_block_code(CH_FP3, block, 13);

	(void)state;
	x[36 * 9 + 4 + 13] = 100; /* seen well in both columns */
	x[36 * (BLOCKS + 9) + 4 + 13] = 90;
	assert_int_equal(ch_mmvq_reference(CH_FP3, K, ROWS, COLS, w, x, exact), CH_OK);
	assert_int_equal(ch_mmvq_bound(CH_FP3, &failure.order, K, ROWS, COLS, w, x, bound), CH_OK);
	ch_block_set_code(CH_FP3, block, 13, code + 1);
	assert_int_equal(ch_mmvq_model(CH_FP3, &failure.order, K, ROWS, COLS, w, x, got), CH_OK);
	ch_block_set_code(CH_FP3, block, 13, code);
	assert_true(ch_diagnose_mmvq(&failure, &verdict));
	expect(&verdict, "DOT-INT",
	       "one weight of row 5 wrong: weight 301 (block 9, its weight 13) taken as the next code");
	assert_non_null(
		strstr(verdict.text, "2 of 48 outputs outside of the bound, in 1 of 24 rows and 2 of 2 columns"));
	assert_int_equal(verdict.over_row, 5);
}

static void outputs_that_tell_by_themselves(void **state)
{
	const uint32_t prefill = 0xffc0dead;
	ch_mmvq_failure failure = make_failure(CH_FP6);
	ch_verdict verdict = {0};

	(void)state;
	got[17] = 0.0f;
	assert_true(ch_diagnose_mmvq(&failure, &verdict));
	expect(&verdict, "DOT-BOUND", "zeros in place");
	assert_int_equal(verdict.over_row, 17);
	assert_int_equal(verdict.over_col, 0);

	failure = make_failure(CH_FP6);
	failure.prefill = &prefill;
	for (int i = ROWS; i < OUTPUTS; i++)
		memcpy(&got[i], &prefill, sizeof(prefill));
	assert_true(ch_diagnose_mmvq(&failure, &verdict));
	expect(&verdict, "DOT-BOUND", "never written");
	assert_true(isinf(verdict.over_bound)); /* the filling is a NaN */

	failure = make_failure(CH_FP3);
	for (int i = 0; i < OUTPUTS; i++)
		got[i] = ch_half_to_float(ch_float_to_half(got[i]));
	assert_true(ch_diagnose_mmvq(&failure, &verdict));
	expect(&verdict, "DOT-BOUND", "rounded to binary16");

	failure = make_failure(CH_FP3);
	for (int i = 0; i < OUTPUTS; i++)
		got[i] = 2.0f * got[i];
	assert_true(ch_diagnose_mmvq(&failure, &verdict));
	expect(&verdict, "SCALE-VALUE", "twice as large");

	failure = make_failure(CH_FP2);
	x[3] = 0x7c; /* column 0: s is infinite */
	for (int i = 0; i < ROWS; i++)
		got[i] = INFINITY;
	assert_true(ch_diagnose_mmvq(&failure, &verdict));
	expect(&verdict, "Q8-SCALE", "activations' s read");
}

static void neighbours_are_recognised(void **state)
{
	ch_mmvq_failure failure = make_failure(CH_FP4);
	ch_verdict verdict = {0};
	float right[OUTPUTS];

	(void)state;
	memcpy(right, got, sizeof(right));
	for (int col = 0; col < COLS; col++) {
		for (int row = 0; row + 1 < ROWS; row++)
			got[col * ROWS + row] = right[col * ROWS + row + 1];
	}
	assert_true(ch_diagnose_mmvq(&failure, &verdict));
	expect(&verdict, "DOT-BOUND", "the value of the row 1 further on");
	memcpy(got, right, sizeof(got));
	memcpy(got + ROWS, right, ROWS * sizeof(float));
	assert_true(ch_diagnose_mmvq(&failure, &verdict));
	expect(&verdict, "DOT-BOUND", "the value of the column 1 before");
}

static void another_order_is_recognised(void **state)
{
	ch_mmvq_failure failure = make_failure(CH_FP3);
	ch_order other = ch_order_base(CH_FP3, 64, 2);
	ch_verdict verdict = {0};
	float model[OUTPUTS];

	(void)state;
	memcpy(model, got, sizeof(model));
	other.accumulators = 2;
	other.term = CH_TERM_ONE_SCALE;
	other.vdr = 4;
	assert_int_equal(ch_mmvq_model(CH_FP3, &other, K, ROWS, COLS, w, x, got), CH_OK);
	assert_true(ch_diagnose_same_bytes(&failure, model, &verdict));
	assert_string_equal(verdict.clause, "SAME-BYTES");
	assert_non_null(strstr(verdict.text, "all within the bound"));
	assert_non_null(strstr(verdict.explains, "2 lanes a block"));
}

/* One weight of 1 against q8 100: a bound of n roundings of 100 u, so one step is 1 / (n u) times the bound. */
static void power_by_hand(void **state)
{
	uint8_t block[33] = {1}, column[36] = {0x00, 0x3c, 0, 0, 100};
	double one;

	(void)state;
	block[32] = 0x40;
	one = ch_dot_bound(100.0, 4);
	ch_power power = ch_power_of_bound(CH_FP8, 32, 1, 1, block, column, &one);

	assert_true(power.least == 100.0 / one);
	assert_true(power.seen == 1.0);
	assert_int_equal(power.weight, 0);
	column[5] = 1; /* a second position, a hundred times less visible */
	power = ch_power_of_bound(CH_FP8, 32, 1, 1, block, column, &one);
	assert_true(power.least == 1.0 / one);
	assert_int_equal(power.weight, 1);
	one = 10.0; /* too loose for the second, and sees the first */
	power = ch_power_of_bound(CH_FP8, 32, 1, 1, block, column, &one);
	assert_true(power.seen == 0.5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernel_faults_are_recognised),
		cmocka_unit_test(right_output_has_no_diagnosis),
		cmocka_unit_test(one_code_is_found),
		cmocka_unit_test(outputs_that_tell_by_themselves),
		cmocka_unit_test(neighbours_are_recognised),
		cmocka_unit_test(another_order_is_recognised),
		cmocka_unit_test(power_by_hand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
