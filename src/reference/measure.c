/* SPDX-License-Identifier: Apache-2.0
 *
 * Measures of error. Each is written so that a NaN falls into the branch that fails. */
#include <math.h>
#include <string.h>

#include "checkhip/reference.h"

/* The same infinity is no error; any other use of one is infinitely wrong, and so is a NaN. */
static bool same_infinity(float got, double expected)
{
	return isinf(expected) && (double)got == expected;
}

double ch_nmse(const float *got, const double *expected, int64_t count)
{
	double error = 0.0, power = 0.0;

	for (int64_t i = 0; i < count; i++) {
		double difference = (double)got[i] - expected[i];

		if (same_infinity(got[i], expected[i]))
			continue;
		if (!isfinite(difference))
			return (double)INFINITY;
		error += difference * difference;
		power += expected[i] * expected[i];
	}
	if (error == 0.0)
		return 0.0;
	return isfinite(error) && power > 0.0 ? error / power : (double)INFINITY;
}

/* Sign and magnitude to one ascending line of integers, on which both zeros are 0. */
static int64_t float_rank(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	int64_t magnitude = bits & 0x7fffffffu;

	return bits & 0x80000000u ? -magnitude : magnitude;
}

uint32_t ch_ulp_distance(float a, float b)
{
	if (isnan(a) || isnan(b))
		return UINT32_MAX;
	int64_t distance = float_rank(a) - float_rank(b);

	return (uint32_t)(distance < 0 ? -distance : distance);
}

int64_t ch_first_difference(const void *a, const void *b, size_t bytes)
{
	const uint8_t *left = a, *right = b;

	if (bytes == 0 || memcmp(a, b, bytes) == 0)
		return -1;
	for (size_t i = 0; i < bytes; i++) {
		if (left[i] != right[i])
			return (int64_t)i;
	}
	return -1;
}

static double over_bound(float got, double expected, double bound)
{
	if (same_infinity(got, expected))
		return 0.0;
	double difference = fabs((double)got - expected);

	/* an infinite bound would let anything pass: it means that there is no bound */
	if (!isfinite(difference) || !isfinite(bound) || bound < 0.0)
		return (double)INFINITY;
	if (difference == 0.0)
		return 0.0;
	return bound > 0.0 ? difference / bound : (double)INFINITY;
}

ch_over_bound ch_measure_over_bound(const float *got, const double *expected, const double *bound, int64_t count)
{
	ch_over_bound worst = {0.0, 0};

	for (int64_t i = 0; i < count; i++) {
		double over = over_bound(got[i], expected[i], bound[i]);

		if (over > worst.worst)
			worst = (ch_over_bound){over, i};
	}
	return worst;
}
