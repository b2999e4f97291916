/* SPDX-License-Identifier: Apache-2.0
 *
 * Measures: a NaN never passes, an infinity only where the reference has the same one. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "checkhip/reference.h"

static void nmse_is_error_over_power(void **state)
{
	const float got[3] = {1.0f, 2.0f, 5.0f};
	const double expected[3] = {1.0, 2.0, 4.0};

	(void)state;
	assert_true(ch_nmse(got, expected, 3) == 1.0 / 21.0);
	assert_true(ch_nmse(got, expected, 2) == 0.0);
	assert_true(ch_nmse(got, expected, 0) == 0.0);
	assert_true(isinf(ch_nmse(got, (const double[3]){0.0, 0.0, 0.0}, 3)));
}

static void nan_never_passes(void **state)
{
	const float nan_got[2] = {1.0f, NAN}, good[2] = {1.0f, 2.0f};
	const double expected[2] = {1.0, 2.0}, nan_expected[2] = {1.0, (double)NAN}, bound[2] = {1.0, 1.0};
	const double nan_bound[2] = {1.0, (double)NAN}, no_bound[2] = {1.0, (double)INFINITY};

	(void)state;
	assert_true(isinf(ch_nmse(nan_got, expected, 2)));
	assert_true(isinf(ch_nmse(good, nan_expected, 2)));
	assert_true(isinf(ch_nmse(nan_got, nan_expected, 2)));
	assert_true(isinf(ch_measure_over_bound(nan_got, expected, bound, 2).worst));
	assert_int_equal(ch_measure_over_bound(nan_got, expected, bound, 2).index, 1);
	assert_true(isinf(ch_measure_over_bound(nan_got, nan_expected, bound, 2).worst));
	assert_true(isinf(ch_measure_over_bound(good, expected, nan_bound, 2).worst));
	assert_true(isinf(ch_measure_over_bound(good, expected, no_bound, 2).worst));
	assert_true(ch_ulp_distance(NAN, NAN) == UINT32_MAX);
}

static void infinity_passes_where_the_reference_has_it(void **state)
{
	const float got[1] = {INFINITY}, other[1] = {-INFINITY}, finite[1] = {FLT_MAX};
	const double same[1] = {(double)INFINITY}, one[1] = {1.0}, bound[1] = {(double)INFINITY}, small[1] = {1.0};

	(void)state;
	assert_true(ch_nmse(got, same, 1) == 0.0);
	assert_true(ch_measure_over_bound(got, same, bound, 1).worst == 0.0);
	assert_true(isinf(ch_nmse(other, same, 1)));
	assert_true(isinf(ch_measure_over_bound(other, same, bound, 1).worst));
	assert_true(isinf(ch_measure_over_bound(got, one, small, 1).worst));
	assert_true(isinf(ch_measure_over_bound(finite, same, small, 1).worst));
}

static void over_bound_finds_the_worst(void **state)
{
	const float got[4] = {1.0f, 2.5f, 3.0f, 0.0f};
	const double expected[4] = {1.0, 2.0, 4.0, 0.0}, bound[4] = {0.0, 1.0, 0.25, 0.0};
	ch_over_bound over = ch_measure_over_bound(got, expected, bound, 4);

	(void)state;
	assert_true(over.worst == 4.0);
	assert_int_equal(over.index, 2);
	/* a bound of 0 must be met exactly */
	assert_true(isinf(ch_measure_over_bound(&got[1], &expected[1], &bound[0], 1).worst));
	assert_int_equal(ch_measure_over_bound(got, expected, bound, 0).index, 0);
}

static void ulp_counts_floats_between(void **state)
{
	(void)state;
	assert_int_equal(ch_ulp_distance(1.0f, 1.0f), 0);
	assert_int_equal(ch_ulp_distance(1.0f, 1.0f + FLT_EPSILON), 1);
	assert_int_equal(ch_ulp_distance(0.0f, -0.0f), 0);
	assert_int_equal(ch_ulp_distance(0x1p-149f, -0x1p-149f), 2);
	assert_int_equal(ch_ulp_distance(-INFINITY, INFINITY), 2u * 0x7f800000u);
}

static void difference_is_by_bytes(void **state)
{
	const float a[2] = {1.0f, 0.0f}, b[2] = {1.0f, -0.0f};

	(void)state;
	assert_int_equal(ch_first_difference(a, a, sizeof(a)), -1);
	assert_int_equal(ch_first_difference(a, b, sizeof(a)), 7);
	assert_int_equal(ch_first_difference(a, b, 7), -1);
	assert_int_equal(ch_first_difference(a, b, 0), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nmse_is_error_over_power),
		cmocka_unit_test(nan_never_passes),
		cmocka_unit_test(infinity_passes_where_the_reference_has_it),
		cmocka_unit_test(over_bound_finds_the_worst),
		cmocka_unit_test(ulp_counts_floats_between),
		cmocka_unit_test(difference_is_by_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
