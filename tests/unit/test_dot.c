/* SPDX-License-Identifier: Apache-2.0
 *
 * The exact dot product and the bound, by values worked out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/reference.h"
#include "made_blocks.h"

/* qs E4 x 8: -1 0 1 2 over and over; q8 1 in the first half, 2 in the second. S = 4*2 = 8 and 16. */
static void make_hand_block(uint8_t block[10], uint8_t x[36], uint16_t d)
{
	memset(block, 0xe4, 8);
	block[8] = 0x38; /* 0.5 */
	block[9] = 0x40; /* 1 */
	x[0] = (uint8_t)d;
	x[1] = (uint8_t)(d >> 8);
	x[2] = x[3] = 0xff;
	memset(x + 4, 1, 16);
	memset(x + 20, 2, 16);
}

static void sums_are_those_of_the_halves(void **state)
{
	uint8_t block[10], x[36];
	int32_t sums[2];

	(void)state;
	make_hand_block(block, x, 0x3c00);
	ch_block_dot(CH_FP2, block, x, sums);
	assert_int_equal(sums[0], 8);
	assert_int_equal(sums[1], 16);
}

/* F31: all -128 by -128 is 2^14 a weight, and must not be summed in 16 bits */
static void extremes_do_not_overflow(void **state)
{
	uint8_t block[33], x[36];
	int32_t sums[2];

	(void)state;
	memset(block, 0x80, 32);
	block[32] = 0x40;
	memset(x, 0x80, sizeof(x));
	x[0] = 0x00;
	x[1] = 0x3c;
	ch_block_dot(CH_FP8, block, x, sums);
	assert_int_equal(sums[0], 16 * 16384);
	assert_int_equal(sums[1], 16 * 16384);
	ch_dot dot = ch_dot_row(CH_FP8, 32, block, x);

	assert_true(dot.value == 32.0 * 16384.0);
	assert_true(dot.magnitude == dot.value);
}

static void row_is_weighed_by_scale_and_d(void **state)
{
	uint8_t block[20], x[72];

	(void)state;
	make_hand_block(block, x, 0x3c00);	     /* d = 1: 0.5*8 + 1*16 = 20 */
	make_hand_block(block + 10, x + 36, 0xc000); /* d = -2: -40 */
	ch_dot dot = ch_dot_row(CH_FP2, 64, block, x);

	assert_true(dot.value == -20.0);
	assert_true(dot.magnitude == 60.0);
}

/* F34: the smallest subnormal d is 2^-24, of either sign */
static void subnormal_d_counts(void **state)
{
	uint8_t block[10], x[36];

	(void)state;
	make_hand_block(block, x, 0x0001);
	assert_true(ch_dot_row(CH_FP2, 32, block, x).value == 20.0 * 0x1p-24);
	make_hand_block(block, x, 0x8001);
	assert_true(ch_dot_row(CH_FP2, 32, block, x).value == -20.0 * 0x1p-24);
}

/* 65504 * 224 * 2^18 and its negative leave one unit of 2^-34: a sum in double would lose it */
static void cancellation_is_exact(void **state)
{
	uint8_t w[33 * 3], x[36 * 3];

	(void)state;
	memset(w, 0x80, sizeof(w));
	memset(x, 0x80, sizeof(x));
	for (int b = 0; b < 3; b++) {
		w[33 * b + 32] = b == 1 ? 0x01 : 0x7e;
		x[36 * b] = b == 1 ? 0x01 : 0xff;
		x[36 * b + 1] = b == 0 ? 0x7b : b == 1 ? 0x00 : 0xfb;
	}
	memset(w + 33, 0, 32);
	memset(x + 36 + 4, 0, 32);
	w[33] = 1;
	x[36 + 4] = 1;
	ch_dot dot = ch_dot_row(CH_FP8, 96, w, x);

	assert_true(dot.value == 0x1p-34);
	assert_true(dot.magnitude > 0x1p40);
}

static void infinite_d_is_double_arithmetic(void **state)
{
	uint8_t block[10], x[36];

	(void)state;
	make_hand_block(block, x, 0x7c00);
	assert_true(isinf(ch_dot_row(CH_FP2, 32, block, x).value));
	make_hand_block(block, x, 0x7e00);
	assert_true(isnan(ch_dot_row(CH_FP2, 32, block, x).value));
}

static void invalid_scale_gives_nothing(void **state)
{
	uint8_t block[10], x[36];

	(void)state;
	make_hand_block(block, x, 0x3c00);
	block[9] = 0x7f;
	assert_true(ch_dot_row(CH_FP2, 32, block, x).value == 4.0);
}

/* The sum in long double of the decoded weights, on x86 with 64 bits of significand, is close to the exact one. */
static void row_agrees_with_the_decoded_weights(void **state)
{
	ch_random random = {7};
	uint8_t w[33 * 16], x[36 * 16];
	float y[512];

	(void)state;
	for (int f = 0; f < CH_FORMAT_COUNT; f++) {
		double sum = 0.0;

		make_blocks(&random, (ch_format)f, 16, 1, w);
		make_columns(&random, 16, x);
		assert_int_equal(ch_decode_plain((ch_format)f, 512, 1, w, y), CH_OK);
		for (int i = 0; i < 512; i++) {
			const uint8_t *block = x + 36 * (i / 32);
			double d = (double)ch_half_to_float((uint16_t)(block[0] | block[1] << 8));

			sum += d * (double)y[i] * (double)(int8_t)block[4 + i % 32];
		}
		ch_dot dot = ch_dot_row((ch_format)f, 512, w, x);

		assert_true(fabs(dot.value - sum) <= 512 * 0x1p-53 * dot.magnitude * 32);
	}
}

static void bound_is_gamma_rounded_up(void **state)
{
	(void)state;
	assert_true(ch_dot_bound(0.0, 10) == 0.0);
	assert_true(ch_dot_bound(1.0, 0) == 0.0);
	assert_true(ch_dot_bound(1.0, 1) > 0x1p-24);
	assert_true(ch_dot_bound(1.0, 1) < 0x1p-24 * (1.0 + 0x1p-23));
	assert_true(ch_dot_bound(8.0, 3) > 24.0 * 0x1p-24);
	assert_true(isinf(ch_dot_bound(1.0, 1 << 24)));
	assert_true(isnan(ch_dot_bound(1.0, -1)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_are_those_of_the_halves),	 cmocka_unit_test(extremes_do_not_overflow),
		cmocka_unit_test(row_is_weighed_by_scale_and_d), cmocka_unit_test(subnormal_d_counts),
		cmocka_unit_test(cancellation_is_exact),	 cmocka_unit_test(infinite_d_is_double_arithmetic),
		cmocka_unit_test(invalid_scale_gives_nothing),	 cmocka_unit_test(row_agrees_with_the_decoded_weights),
		cmocka_unit_test(bound_is_gamma_rounded_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
