/* SPDX-License-Identifier: Apache-2.0
 *
 * Activations to q8_1 (Q8-SCALE), worked by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/formats.h"

static uint16_t half_at(const uint8_t *block, size_t offset)
{
	return (uint16_t)(block[offset] | block[offset + 1] << 8);
}

static void codes_are_rounded_half_away(void **state)
{
	float x[32] = {127.0f, 0.5f, -0.5f, 1.5f, -1.5f, 2.5f, 0.49999997f, -126.5f};
	static const int8_t expected[8] = {127, 1, -1, 2, -2, 3, 0, -127};
	uint8_t block[CH_Q8_1_BYTES];

	(void)state;
	assert_int_equal(ch_quantize_q8_1(32, 1, x, block), CH_OK);
	assert_int_equal(half_at(block, 0), 0x3c00); /* d = 1 */
	assert_memory_equal(block + CH_Q8_1_QS, expected, sizeof(expected));
	for (int i = 8; i < 32; i++)
		assert_int_equal(block[CH_Q8_1_QS + i], 0);
}

/* x[1] / d32 is 63.500004 by d32 and 63.49... by the binary16 d */
static void codes_come_from_the_unrounded_scale(void **state)
{
	float x[32] = {1.0f};
	float d32 = 1.0f / 127.0f;
	float d16 = ch_half_to_float(ch_float_to_half(d32));
	uint8_t block[CH_Q8_1_BYTES];

	(void)state;
	x[1] = 0.5f * (63.5f * d32 + 63.5f * d16);
	assert_true(roundf(x[1] / d32) != roundf(x[1] / d16));
	assert_int_equal(ch_quantize_q8_1(32, 1, x, block), CH_OK);
	assert_int_equal((int8_t)block[CH_Q8_1_QS + 1], (int)roundf(x[1] / d32));
	assert_int_equal(half_at(block, 0), ch_float_to_half(d32));
}

/* 2^24 + 1 + 1 is 2^24 in order of index; the butterfly adds the ones first where they are 16 lanes apart */
static void the_sum_is_a_butterfly(void **state)
{
	float x[32] = {0};
	uint8_t block[CH_Q8_1_BYTES];

	(void)state;
	x[0] = 0x1p24f;
	x[1] = 1.0f;
	x[17] = 1.0f;
	x[31] = -0x1p24f;
	assert_int_equal(ch_quantize_q8_1(32, 1, x, block), CH_OK);
	assert_true(ch_half_to_float(half_at(block, 2)) == 2.0f);
}

static void zeros_give_zeros(void **state)
{
	static const float x[64] = {[40] = -0.0f};
	static const uint8_t zeros[2 * CH_Q8_1_BYTES];
	uint8_t blocks[2 * CH_Q8_1_BYTES];

	(void)state;
	memset(blocks, 0xaa, sizeof(blocks));
	assert_int_equal(ch_quantize_q8_1(32, 2, x, blocks), CH_OK);
	assert_memory_equal(blocks, zeros, sizeof(zeros));
}

/* d32 = 2^-149 for 190 * 2^-149: the quotient 190 has no code */
static void quotients_without_a_code_are_clamped(void **state)
{
	float x[32] = {0x1.7cp-142f, -0x1.7cp-142f, 0x1p-149f};
	uint8_t block[CH_Q8_1_BYTES];

	(void)state;
	assert_int_equal(ch_quantize_q8_1(32, 1, x, block), CH_OK);
	assert_int_equal((int8_t)block[CH_Q8_1_QS], 127);
	assert_int_equal((int8_t)block[CH_Q8_1_QS + 1], -127);
	assert_int_equal((int8_t)block[CH_Q8_1_QS + 2], 1);

	x[0] = INFINITY;
	x[1] = NAN;
	assert_int_equal(ch_quantize_q8_1(32, 1, x, block), CH_OK);
	assert_int_equal(half_at(block, 0), 0x7c00);
	assert_int_equal(block[CH_Q8_1_QS], 0);
	assert_int_equal(block[CH_Q8_1_QS + 1], 0);
}

static void shapes_are_checked(void **state)
{
	float x[32] = {0};
	uint8_t block[CH_Q8_1_BYTES];

	(void)state;
	assert_int_equal(ch_quantize_q8_1(31, 1, x, block), CH_BAD_SHAPE);
	assert_int_equal(ch_quantize_q8_1(0, 1, x, block), CH_BAD_SHAPE);
	assert_int_equal(ch_quantize_q8_1(32, -1, x, block), CH_BAD_SHAPE);
	assert_int_equal(ch_quantize_q8_1(INT64_MAX - 31, INT64_MAX, x, block), CH_BAD_SHAPE);
	assert_int_equal(ch_quantize_q8_1(32, 1, NULL, block), CH_BAD_ARGUMENT);
	assert_int_equal(ch_quantize_q8_1(32, 0, NULL, NULL), CH_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes_are_rounded_half_away),
		cmocka_unit_test(codes_come_from_the_unrounded_scale),
		cmocka_unit_test(the_sum_is_a_butterfly),
		cmocka_unit_test(zeros_give_zeros),
		cmocka_unit_test(quotients_without_a_code_are_clamped),
		cmocka_unit_test(shapes_are_checked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
