/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of the float operations: how many roundings, and a model that has the order it states. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/reference.h"
#include "made_blocks.h"

/* fp4 has one lane a block: two roundings in a term, then only what the adds cost. */
static void roundings_by_hand(void **state)
{
	static const struct {
		uint32_t lanes, waves, run, accumulators;
		int64_t k, roundings;
	} rows[] = {
		{32, 1, 1, 1, 32, 2},		    /* one block: every add is to 0 */
		{32, 1, 1, 1, 64, 2 + 1},	    /* two lanes: one level of the butterfly */
		{32, 1, 1, 1, 32 * 5, 2 + 3},	    /* five lanes: three levels */
		{32, 1, 1, 1, 32 * 32, 2 + 5},	    /* all lanes */
		{32, 1, 1, 1, 32 * 33, 2 + 1 + 5},  /* one lane has a second block */
		{32, 4, 1, 1, 32 * 33, 2 + 1 + 5},  /* a second wave has one block: one add */
		{32, 4, 1, 1, 32 * 128, 2 + 3 + 5}, /* four waves: three adds */
		{64, 2, 1, 1, 32 * 128, 2 + 1 + 6}, /* two waves of 64 */
		{32, 1, 1, 2, 32 * 128, 2 + 2 + 5}, /* four blocks in two sums: one add each, one to join */
		{32, 1, 1, 16, 32 * 64, 2 + 1 + 5}, /* more sums than blocks: the empty ones are exact */
		{32, 1, 4, 1, 32 * 4, 2 + 3},	    /* a unit of four blocks is one lane's */
		{32, 1, 4, 1, 32 * 128, 2 + 3 + 5}, /* every lane has one unit */
		{32, 1, 4, 1, 32 * 129, 2 + 4 + 5}, /* the short last unit goes round to lane 0 */
		{1, 1, 1, 1, 32 * 10, 2 + 9},	    /* one lane has it all */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ch_order order = ch_order_base(CH_FP4, rows[i].lanes, rows[i].waves);

		order.run = rows[i].run;
		order.accumulators = rows[i].accumulators;
		assert_true(ch_order_valid(&order, NULL));
		assert_int_equal(ch_order_roundings(&order, rows[i].k), rows[i].roundings);
	}
	ch_order fp3 = ch_order_base(CH_FP3, 32, 1); /* four lanes a block */

	assert_int_equal(ch_order_roundings(&fp3, 32), 2 + 2);
	ch_order fp8 = ch_order_base(CH_FP8, 32, 1); /* one scale: one rounding less */

	assert_int_equal(ch_order_roundings(&fp8, 32), 1 + 2);
	assert_int_equal(ch_any_order_roundings(32), 9);
	assert_int_equal(ch_order_roundings(&(ch_order){0}, 32), ch_any_order_roundings(32));
}

static void bad_orders_are_refused(void **state)
{
	const ch_order good = ch_order_base(CH_FP3, 32, 4);
	const char *why = NULL;
	ch_order bad[9];

	(void)state;
	for (size_t i = 0; i < 9; i++)
		bad[i] = good;
	bad[0].waves = 0;
	bad[1].lanes = 24;
	bad[2].lanes = 1024; /* times 4 waves */
	bad[3].accumulators = 17;
	bad[4].vdr = 3;
	bad[5].qi = 64; /* 32 lanes a block */
	bad[6].lanes = 1, bad[6].waves = 2;
	bad[7].run = 0;
	bad[8].term = CH_TERM_COUNT;
	assert_true(ch_order_valid(&good, &why));
	for (size_t i = 0; i < 9; i++) {
		why = NULL;
		assert_false(ch_order_valid(&bad[i], &why));
		assert_non_null(why);
		assert_int_equal(ch_mmvq_model(CH_FP3, &bad[i], 32, 0, 0, NULL, NULL, NULL), CH_BAD_ARGUMENT);
	}
}

/* Three fp8 blocks that give 1, 2^24 and 1: a one is lost when it meets 2^24 alone (a tie, to even), and is not when the two
 * ones meet first. Which of the two happens is the order's doing. */
static void order_decides_the_bytes(void **state)
{
	uint8_t w[33 * 3] = {0}, x[36 * 3] = {0};
	ch_order one_lane = {8, 8, 1, 1, 1, 1, CH_TERM_ONE_SCALE};
	ch_order two_lanes = {8, 8, 2, 1, 1, 1, CH_TERM_ONE_SCALE};
	ch_order runs_of_two = {8, 8, 2, 1, 2, 1, CH_TERM_ONE_SCALE};
	float y;

	(void)state;
	for (int b = 0; b < 3; b++) {
		w[33 * b] = 1;
		w[33 * b + 32] = 0x40;
		x[36 * b + 1] = 0x3c;
		x[36 * b + 4] = 1;
	}
	/* the block in the middle is the large one: 2^14 * 2^7 * 8 */
	memset(w + 33, 0x80, 32);
	w[33 + 32] = 0x40 + 5 * 8; /* 32 */
	memset(x + 36 + 4, 0x80, 32);
	assert_int_equal(ch_mmvq_model(CH_FP8, &one_lane, 96, 1, 1, w, x, &y), CH_OK);
	assert_true(y == 0x1p24f); /* (1 + 2^24) + 1, each rounded to even */
	assert_int_equal(ch_mmvq_model(CH_FP8, &two_lanes, 96, 1, 1, w, x, &y), CH_OK);
	assert_true(y == 0x1p24f + 2.0f); /* (1 + 1) + 2^24 */
	assert_int_equal(ch_mmvq_model(CH_FP8, &runs_of_two, 96, 1, 1, w, x, &y), CH_OK);
	assert_true(y == 0x1p24f); /* (1 + 2^24) + 1 */
	one_lane.accumulators = 2;
	assert_int_equal(ch_mmvq_model(CH_FP8, &one_lane, 96, 1, 1, w, x, &y), CH_OK);
	assert_true(y == 0x1p24f + 2.0f); /* (1 + 1) + 2^24 */
}

static void every_order_is_within_its_bound(void **state)
{
	enum { K = 32 * 70, ROWS = 3, COLS = 2 };
	static uint8_t w[33 * 70 * ROWS], x[36 * 70 * COLS];
	ch_random random = {11};

	(void)state;
	for (int f = 0; f < CH_FORMAT_COUNT; f++) {
		for (uint32_t shape = 0; shape < 12; shape++) {
			double exact[ROWS * COLS], bound[ROWS * COLS];
			float y[ROWS * COLS];
			ch_order order = ch_order_base((ch_format)f, shape & 1u ? 64 : 32, 1u + shape % 4u);

			order.run = 1u + shape % 3u;
			order.accumulators = 1u + shape / 3u;
			make_blocks(&random, (ch_format)f, 70 * ROWS, 30, w);
			make_columns(&random, 70 * COLS, x);
			assert_int_equal(ch_mmvq_reference((ch_format)f, K, ROWS, COLS, w, x, exact), CH_OK);
			assert_int_equal(ch_mmvq_bound((ch_format)f, &order, K, ROWS, COLS, w, x, bound), CH_OK);
			assert_int_equal(ch_mmvq_model((ch_format)f, &order, K, ROWS, COLS, w, x, y), CH_OK);
			assert_true(ch_measure_over_bound(y, exact, bound, ROWS * COLS).worst <= 1.0);
		}
	}
}

/* EXACT-INPUTS: all scales and d are 1, so every sum is an integer below 2^24, and every order gives the same bytes. */
static void exact_inputs_give_the_same_bytes(void **state)
{
	enum { K = 32 * 20 };
	uint8_t w[33 * 20], x[36 * 20];
	ch_random random = {12};

	(void)state;
	for (int f = 0; f < CH_FORMAT_COUNT; f++) {
		ch_format format = (ch_format)f;
		double exact;

		make_blocks(&random, format, 20, 30, w);
		make_columns(&random, 20, x);
		for (size_t b = 0; b < 20; b++) {
			ch_block_set_scale(format, w + b * ch_format_get(format)->block_bytes, 0, 0x40);
			ch_block_set_scale(format, w + b * ch_format_get(format)->block_bytes, 1, 0x40);
			x[36 * b] = 0x00, x[36 * b + 1] = 0x3c;
		}
		assert_int_equal(ch_mmvq_reference(format, K, 1, 1, w, x, &exact), CH_OK);
		for (uint32_t shape = 0; shape < 12; shape++) {
			ch_order order = ch_order_base(format, shape & 1u ? 64 : 32, 1u + shape % 4u);
			float y;

			order.run = 1u + shape % 3u;
			order.accumulators = 1u + shape / 3u;
			assert_int_equal(ch_mmvq_model(format, &order, K, 1, 1, w, x, &y), CH_OK);
			assert_true((double)y == exact);
		}
	}
}

/* fp8 has two lanes in a half-block. Here one's part nearly cancels the other's, so that S is small and its bound too small
 * for a correct kernel: the terms' own magnitude has to be taken. */
static void bound_is_that_of_the_terms(void **state)
{
	enum { BLOCKS = 128, K = 32 * BLOCKS };
	static uint8_t w[33 * BLOCKS], x[36 * BLOCKS];
	const ch_order order = ch_order_base(CH_FP8, 32, 1);
	ch_random random = {1};
	int outside_of_halves = 0;

	(void)state;
	for (int trial = 0; trial < 200; trial++) {
		double exact, of_halves, of_terms, of_any;
		float y;

		for (int b = 0; b < BLOCKS; b++) {
			w[33 * b + 32] = (uint8_t)(0x38 + ch_random_below(&random, 8));
			x[36 * b] = ch_random_byte(&random);
			x[36 * b + 1] = 0x2c;
			for (int i = 0; i < 32; i++) {
				w[33 * b + i] = (uint8_t)(90 + ch_random_below(&random, 30));
				x[36 * b + 4 + i] = i / 8 % 2 ? (uint8_t)-100 : 100;
			}
		}
		assert_int_equal(ch_mmvq_reference(CH_FP8, K, 1, 1, w, x, &exact), CH_OK);
		of_halves = ch_dot_bound(ch_dot_row(CH_FP8, K, w, x).magnitude, ch_order_roundings(&order, K));
		assert_int_equal(ch_mmvq_bound(CH_FP8, &order, K, 1, 1, w, x, &of_terms), CH_OK);
		assert_int_equal(ch_mmvq_bound(CH_FP8, NULL, K, 1, 1, w, x, &of_any), CH_OK);
		assert_int_equal(ch_mmvq_model(CH_FP8, &order, K, 1, 1, w, x, &y), CH_OK);
		outside_of_halves += fabs((double)y - exact) > of_halves;
		assert_true(fabs((double)y - exact) <= of_terms);
		assert_true(of_halves <= of_terms && of_terms <= of_any);
	}
	assert_true(outside_of_halves > 0);
}

/* fp2 has one half-block a lane: its terms are the contract's, and so is its bound. */
static void bound_is_the_contract_where_the_terms_are(void **state)
{
	uint8_t w[10 * 20 * 3], x[36 * 20];
	const ch_order order = ch_order_base(CH_FP2, 32, 1);
	double contract[3], bound[3];
	ch_random random = {5};

	(void)state;
	make_blocks(&random, CH_FP2, 60, 30, w);
	make_columns(&random, 20, x);
	for (int i = 0; i < 3; i++)
		contract[i] = ch_dot_bound(ch_dot_row(CH_FP2, 640, w + 200 * i, x).magnitude,
					   ch_order_roundings(&order, 640));
	assert_int_equal(ch_mmvq_bound(CH_FP2, &order, 640, 3, 1, w, x, bound), CH_OK);
	for (int i = 0; i < 3; i++)
		assert_true(bound[i] >= contract[i] * (1.0 - 0x1p-40) && bound[i] <= contract[i] * (1.0 + 0x1p-19));
	assert_int_equal(ch_mmvq_bound(CH_FP2, &order, 640, 3, 1, NULL, x, bound), CH_BAD_ARGUMENT);
	assert_int_equal(ch_mmvq_bound(CH_FP2, &order, 641, 3, 1, w, x, bound), CH_BAD_SHAPE);
	assert_int_equal(ch_mmvq_bound(CH_FP2, &(ch_order){.lanes = 3}, 640, 3, 1, w, x, bound), CH_BAD_ARGUMENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(roundings_by_hand),
		cmocka_unit_test(bad_orders_are_refused),
		cmocka_unit_test(order_decides_the_bytes),
		cmocka_unit_test(every_order_is_within_its_bound),
		cmocka_unit_test(bound_is_that_of_the_terms),
		cmocka_unit_test(bound_is_the_contract_where_the_terms_are),
		cmocka_unit_test(exact_inputs_give_the_same_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
