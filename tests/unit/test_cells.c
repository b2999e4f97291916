/* SPDX-License-Identifier: Apache-2.0
 *
 * The INT8 cache of the attention kernels, worked by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/formats.h"

static void codes_are_rounded_half_to_even(void **state)
{
	float x[64] = {127.0f, 0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -2.5f, 126.5f, 0.50000006f};
	static const int8_t expected[9] = {127, 0, 2, 2, 0, -2, -2, 126, 1};
	int8_t codes[64];
	uint16_t scale;

	(void)state;
	assert_int_equal(ch_quantize_cells(64, 1, x, codes, &scale), CH_OK);
	assert_int_equal(scale, 0x3c00);
	assert_memory_equal(codes, expected, sizeof(expected));
}

/* Each 64 values have their own scale, and the codes come from the rounded one, where 127 can become 128: clamped. */
static void each_group_has_its_scale(void **state)
{
	float x[256];
	int8_t codes[256];
	uint16_t scales[4];

	(void)state;
	for (int i = 0; i < 256; i++)
		x[i] = (float)(i % 64 - 32) * (float)(i / 64 + 1) * 0.0317f;
	assert_int_equal(ch_quantize_cells(128, 2, x, codes, scales), CH_OK);
	for (int i = 0; i < 256; i++) {
		float largest = 32.0f * (float)(i / 64 + 1) * 0.0317f;

		assert_int_equal(scales[i / 64], ch_float_to_half(largest / 127.0f));
		float quotient = x[i] / ch_half_to_float(scales[i / 64]);

		assert_int_equal(codes[i], (int)rintf(fmaxf(-127.0f, fminf(quotient, 127.0f))));
	}
}

/* The scale of 3 * 2^-25 * 127 rounds up to 2^-23, of 2^-26 * 127 down to 0. */
static void scales_that_binary16_rounds_away(void **state)
{
	float x[64] = {0x1.fcp-20f, -0x1.fcp-20f, 0.0f};
	int8_t codes[64];
	uint16_t scale;

	(void)state;
	assert_int_equal(ch_quantize_cells(64, 1, x, codes, &scale), CH_OK);
	assert_int_equal(scale, 0); /* x / 0 is infinite, 0 / 0 is a NaN */
	assert_int_equal(codes[0], 127);
	assert_int_equal(codes[1], -127);
	assert_int_equal(codes[2], 0);

	x[0] = INFINITY;
	assert_int_equal(ch_quantize_cells(64, 1, x, codes, &scale), CH_OK);
	assert_int_equal(scale, 0x7c00);
	assert_int_equal(codes[0], 0);
	assert_int_equal(codes[1], 0);
}

static void zeros_give_zeros(void **state)
{
	static const float x[64] = {[3] = -0.0f};
	static const int8_t zeros[64];
	int8_t codes[64];
	uint16_t scale = 1;

	(void)state;
	memset(codes, 0x55, sizeof(codes));
	assert_int_equal(ch_quantize_cells(64, 1, x, codes, &scale), CH_OK);
	assert_int_equal(scale, 0);
	assert_memory_equal(codes, zeros, sizeof(zeros));
}

static void shapes_are_checked(void **state)
{
	float x[64] = {0};
	int8_t codes[64];
	uint16_t scale;

	(void)state;
	assert_int_equal(ch_quantize_cells(63, 1, x, codes, &scale), CH_BAD_SHAPE);
	assert_int_equal(ch_quantize_cells(0, 1, x, codes, &scale), CH_BAD_SHAPE);
	assert_int_equal(ch_quantize_cells(64, -1, x, codes, &scale), CH_BAD_SHAPE);
	assert_int_equal(ch_quantize_cells(INT64_MAX - 63, 3, x, codes, &scale), CH_BAD_SHAPE);
	assert_int_equal(ch_quantize_cells(64, 1, x, NULL, &scale), CH_BAD_ARGUMENT);
	assert_int_equal(ch_quantize_cells(64, 0, NULL, NULL, NULL), CH_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes_are_rounded_half_to_even),
		cmocka_unit_test(each_group_has_its_scale),
		cmocka_unit_test(scales_that_binary16_rounds_away),
		cmocka_unit_test(zeros_give_zeros),
		cmocka_unit_test(shapes_are_checked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
