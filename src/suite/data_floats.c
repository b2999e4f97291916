/* SPDX-License-Identifier: Apache-2.0
 *
 * Floats for the quantizers: plain ones, and every kind of trouble, a row or a block each. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "reference/random.h"
#include "suite/data.h"

/* A kind of trouble makes one block of 32. */
typedef void (*trouble)(ch_format format, ch_random *random, float *x);

static void fill_normal(ch_random *random, float sigma, float *x)
{
	for (int i = 0; i < CH_BLOCK_WEIGHTS; i++)
		x[i] = sigma * ch_random_normal(random);
}

static void plain(ch_format format, ch_random *random, float *x)
{
	(void)format;
	fill_normal(random, 0.02f, x);
}

/* after `plain`: what is left of it in a scratch buffer must not show (F14) */
static void zeros(ch_format format, ch_random *random, float *x)
{
	(void)format;
	for (int i = 0; i < CH_BLOCK_WEIGHTS; i++)
		x[i] = ch_random_next(random) >> 63 ? 0.0f : -0.0f;
}

static void tiny(ch_format format, ch_random *random, float *x)
{
	(void)format;
	fill_normal(random, 1e-11f, x);
}

static void subnormal(ch_format format, ch_random *random, float *x)
{
	(void)format;
	for (int i = 0; i < CH_BLOCK_WEIGHTS; i++)
		x[i] = ch_random_unit(random) * FLT_MIN;
}

static void not_finite(ch_format format, ch_random *random, float *x)
{
	static const float odd[4] = {NAN, INFINITY, -INFINITY, FLT_MAX};

	(void)format;
	fill_normal(random, 0.1f, x);
	for (int i = 0; i < CH_BLOCK_WEIGHTS; i++) {
		if (ch_random_below(random, 8) == 0)
			x[i] = odd[ch_random_below(random, 3)];
	}
}

static void nothing_finite(ch_format format, ch_random *random, float *x)
{
	(void)format;
	for (int i = 0; i < CH_BLOCK_WEIGHTS; i++)
		x[i] = ch_random_next(random) >> 63 ? NAN : -INFINITY;
}

static void huge(ch_format format, ch_random *random, float *x)
{
	(void)format;
	for (int i = 0; i < CH_BLOCK_WEIGHTS; i++)
		x[i] = ch_random_below(random, 4) ? ch_random_unit(random) * 1e19f : FLT_MAX;
}

static void outlier(ch_format format, ch_random *random, float *x)
{
	(void)format;
	fill_normal(random, 0.02f, x);
	x[ch_random_below(random, CH_BLOCK_WEIGHTS)] = 3.0f;
	x[ch_random_below(random, CH_BLOCK_WEIGHTS)] = -3.0f;
}

/* Multiples of half a scale: every rounding is a tie. */
static void ties(ch_format format, ch_random *random, float *x)
{
	float scale = ch_scale_value((uint8_t)(1 + ch_random_below(random, 0x7e)));
	uint32_t span = 2u * (uint32_t)ch_format_get(format)->max_magnitude + 1u;

	for (int i = 0; i < CH_BLOCK_WEIGHTS; i++)
		x[i] = 0.5f * scale * (float)((int32_t)ch_random_below(random, 2u * span + 1u) - (int32_t)span);
}

static void one_half_zero(ch_format format, ch_random *random, float *x)
{
	plain(format, random, x);
	memset(x + (ch_random_next(random) >> 63 ? CH_HALF_WEIGHTS : 0), 0, CH_HALF_WEIGHTS * sizeof(float));
}

static const trouble troubles[] = {plain, zeros,   tiny, plain,		subnormal, not_finite, nothing_finite,
				   huge,  outlier, ties, one_half_zero, zeros,	   plain,      ties};

void ch_data_floats(ch_format format, ch_data data, int64_t k, int64_t rows, uint64_t seed, float *x)
{
	const size_t kinds = sizeof(troubles) / sizeof(troubles[0]);
	ch_random random = {seed ^ 0xf10af10af10af10au};

	for (int64_t i = 0; i < rows * k; i++)
		x[i] = 0;
	for (int64_t r = 0; r < rows; r++) {
		float *row = x + r * k;
		float sigma = 0.01f * (float)(1u << (r % 16)); /* from below what the scales reach to far above one */

		for (int64_t b = 0; b < k / CH_BLOCK_WEIGHTS; b++) {
			float *block = row + b * CH_BLOCK_WEIGHTS;

			if (data == CH_DATA_TROUBLE)
				troubles[(size_t)(r + b) % kinds](format, &random, block);
			else if (data == CH_DATA_ZEROS)
				zeros(format, &random, block);
			else if (data == CH_DATA_EXTREMES)
				fill_normal(&random, b & 1 ? 4000.0f : 1e-7f, block);
			else
				fill_normal(&random, sigma, block);
		}
	}
}

void ch_data_importance(ch_importance importance_class, int64_t k, uint64_t seed, float *importance)
{
	static const float odd[6] = {0.0f, NAN, INFINITY, -1.0f, FLT_MAX, 1e-40f};
	ch_random random = {seed ^ 0x1347134713471347u};

	for (int64_t i = 0; i < k; i++) {
		importance[i] = 0.5f + 0.5f * ch_random_unit(&random);
		if (importance_class == CH_IMPORTANCE_ZERO) /* F13: the sum of weights is 0 */
			importance[i] = 0.0f;
		else if (importance_class == CH_IMPORTANCE_TROUBLE && ch_random_below(&random, 6) == 0)
			importance[i] = odd[ch_random_below(&random, 6)];
	}
}
