/* SPDX-License-Identifier: Apache-2.0
 *
 * binary16 <-> binary32: every half there and back, and the edges of rounding. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/formats.h"

static bool half_is_nan(uint32_t half)
{
	return (half & 0x7fffu) > 0x7c00u;
}

/* A signalling NaN comes back quiet: the bit that says so is the only one allowed to change. */
static void every_half_comes_back(void **state)
{
	(void)state;
	for (uint32_t half = 0; half <= 0xffffu; half++) {
		uint32_t expected = half_is_nan(half) ? half | 0x200u : half;

		assert_int_equal(ch_float_to_half(ch_half_to_float((uint16_t)half)), expected);
	}
}

/* The value by the definition of the format: (-1)^s * significand * 2^exponent. */
static void every_half_has_its_value(void **state)
{
	(void)state;
	for (uint32_t half = 0; half <= 0xffffu; half++) {
		int exponent = (int)(half >> 10 & 0x1fu);
		int significand = (int)(half & 0x3ffu) | (exponent ? 0x400 : 0);
		float value = ch_half_to_float((uint16_t)half);

		if (half_is_nan(half)) {
			assert_true(isnan(value));
			continue;
		}
		float magnitude =
			exponent == 0x1f ? INFINITY : ldexpf((float)significand, (exponent ? exponent : 1) - 25);

		assert_true(fabsf(value) == magnitude);
		assert_int_equal(signbit(value) != 0, half >> 15);
	}
}

/* Between each two neighbours: the middle goes to the even one, one float to either side goes to the nearer one. */
static void rounding_is_to_nearest_even(void **state)
{
	(void)state;
	for (uint32_t half = 0; half < 0x7bffu; half++) {
		float low = ch_half_to_float((uint16_t)half), high = ch_half_to_float((uint16_t)(half + 1));
		float middle = low + (high - low) / 2; /* exact: binary32 has 13 more bits */
		uint32_t even = half % 2 ? half + 1 : half;

		assert_int_equal(ch_float_to_half(middle), even);
		assert_int_equal(ch_float_to_half(nextafterf(middle, 0.0f)), half);
		assert_int_equal(ch_float_to_half(nextafterf(middle, INFINITY)), half + 1);
		assert_int_equal(ch_float_to_half(-middle), even | 0x8000u);
	}
}

static void edges(void **state)
{
	static const struct {
		float value;
		uint16_t half;
	} rows[] = {
		{65504.0f, 0x7bff},			       /* the largest */
		{65519.996f, 0x7bff},			       /* the last that rounds down to it */
		{65520.0f, 0x7c00},			       /* the tie with 65536 goes to the even one: infinity */
		{3.4028235e38f, 0x7c00},		       /* far above */
		{INFINITY, 0x7c00},	   {0x1p-14f, 0x0400}, /* the smallest normal */
		{0x1.ff8p-15f, 0x03ff},			       /* the largest subnormal */
		{0x1.ffcp-15f, 0x0400},			       /* the tie above it */
		{0x1p-24f, 0x0001},			       /* the smallest subnormal */
		{0x1p-25f, 0x0000},			       /* the tie with 0 */
		{0x1.000002p-25f, 0x0001},		       /* just above it */
		{0x1p-149f, 0x0000},	   {0.0f, 0x0000},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(ch_float_to_half(rows[i].value), rows[i].half);
		assert_int_equal(ch_float_to_half(-rows[i].value), rows[i].half | 0x8000u);
	}
}

static void nan_stays_nan(void **state)
{
	static const uint32_t patterns[] = {0x7fc00000u, 0x7f800001u, 0x7fffffffu, 0xff800001u, 0xffc00000u};

	(void)state;
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		float value;

		memcpy(&value, &patterns[i], sizeof(value));
		uint16_t half = ch_float_to_half(value);

		assert_true(half_is_nan(half));
		assert_int_equal(half >> 15, patterns[i] >> 31);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_half_comes_back),
		cmocka_unit_test(every_half_has_its_value),
		cmocka_unit_test(rounding_is_to_nearest_even),
		cmocka_unit_test(edges),
		cmocka_unit_test(nan_stays_nan),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
