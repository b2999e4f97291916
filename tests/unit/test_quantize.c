/* SPDX-License-Identifier: Apache-2.0
 *
 * The quantizer: the contract's steps worked by hand on ch_quantize_plain, and ch_quantize held against it over rows of
 * every kind of trouble. `test_quantize ROUNDS` runs more of them (the default is a few seconds' worth). */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/formats.h"
#include "reference/quantize.h"
#include "reference/random.h"

enum { ROW = 256, ROW_BYTES = ROW / CH_BLOCK_WEIGHTS * CH_MAX_BLOCK_BYTES };

static long rounds = 10;

static float random_bits(ch_random *random)
{
	uint32_t bits = (uint32_t)(ch_random_next(random) >> 32);
	float value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static float random_scale(ch_random *random)
{
	return ch_scale_value((uint8_t)(1 + ch_random_below(random, 126)));
}

/* One float up, down, or neither. */
static float nudged(ch_random *random, float value)
{
	switch (ch_random_below(random, 3)) {
	case 0:
		return nextafterf(value, INFINITY);
	case 1:
		return nextafterf(value, -INFINITY);
	default:
		return value;
	}
}

/* A row of x of one kind; `size` is a positive number drawn for each half-block. */
typedef float (*element)(ch_random *random, float size);

static float x_normal(ch_random *random, float size)
{
	return ch_random_normal(random) * size;
}

static float x_any_bits(ch_random *random, float size)
{
	(void)size;
	return random_bits(random);
}

/* On a threshold of some candidate, or one float beside it. */
static float x_threshold(ch_random *random, float size)
{
	float steps = (float)ch_random_below(random, 512) * 0.5f - 127.5f;

	(void)size;
	return nudged(random, (ch_random_below(random, 2) ? steps : fmodf(steps, 12.0f)) * random_scale(random));
}

/* Multiples of one scale and of its half: errors of zero and many equal ones. */
static float x_grid(ch_random *random, float size)
{
	float scale = ch_scale_value((uint8_t)(1 + (uint32_t)(size * 1e4f) % 126));

	return ((float)ch_random_below(random, 21) - 10.0f) * scale * (ch_random_below(random, 4) ? 1.0f : 0.5f);
}

static float x_sparse(ch_random *random, float size)
{
	return ch_random_below(random, 4) ? 0.0f : ch_random_normal(random) * size;
}

static float x_holes(ch_random *random, float size)
{
	static const float holes[] = {NAN, INFINITY, -INFINITY, -0.0f};
	uint32_t draw = ch_random_below(random, 16);

	return draw < 4 ? holes[draw] : ch_random_normal(random) * size;
}

static float x_outlier(ch_random *random, float size)
{
	return ch_random_below(random, 16) ? ch_random_normal(random) * size : size * 200.0f;
}

static float x_same_magnitude(ch_random *random, float size)
{
	return ch_random_below(random, 2) ? size : -size;
}

static float x_subnormal(ch_random *random, float size)
{
	(void)size;
	return (float)(int32_t)ch_random_below(random, 2000) * 0x1p-149f;
}

static float x_largest(ch_random *random, float size)
{
	static const float values[] = {FLT_MAX, -FLT_MAX, 0x1p64f, 0x1p63f, -0x1p63f, 1.0f, 0.0f, 0x1p100f};

	return ch_random_below(random, 2) ? values[ch_random_below(random, 8)] : ch_random_normal(random) * size;
}

/* Where the search hands over to the full one. */
static float x_near_limit(ch_random *random, float size)
{
	(void)size;
	return ch_random_below(random, 8) ? ch_random_unit(random) * 4096.0f : nudged(random, 4096.0f);
}

static float x_beyond_scales(ch_random *random, float size)
{
	(void)size;
	return ch_random_unit(random) * 5e7f;
}

static const element x_kinds[] = {x_normal,  x_any_bits,       x_threshold, x_grid,    x_sparse,     x_holes,
				  x_outlier, x_same_magnitude, x_subnormal, x_largest, x_near_limit, x_beyond_scales};
enum { X_KINDS = sizeof(x_kinds) / sizeof(x_kinds[0]) };

static float w_log_normal(ch_random *random, float size)
{
	(void)size;
	return expf(ch_random_normal(random));
}

static float w_zeros(ch_random *random, float size)
{
	(void)size;
	return ch_random_below(random, 3) ? 0.0f : ch_random_unit(random);
}

static float w_tiny(ch_random *random, float size)
{
	(void)size;
	return ldexpf(1.0f, -(int)ch_random_below(random, 150));
}

static float w_huge(ch_random *random, float size)
{
	(void)size;
	return ldexpf(1.0f + ch_random_unit(random), (int)ch_random_below(random, 128));
}

static float w_nothing(ch_random *random, float size)
{
	(void)random;
	(void)size;
	return 0.0f;
}

static const element w_kinds[] = {w_log_normal, x_any_bits, w_zeros, w_tiny, w_huge, w_nothing, x_largest};
enum { W_KINDS = sizeof(w_kinds) / sizeof(w_kinds[0]) };

/* Sizes from 2^-24 to 2^16; kind COUNT draws another kind for each half-block, zero ones between them. */
static void fill_row(ch_random *random, const element *kinds, uint32_t count, uint32_t kind, float *row)
{
	for (uint32_t i = 0; i < ROW; i += CH_HALF_WEIGHTS) {
		float size = ldexpf(1.0f + ch_random_unit(random) * 0.5f, (int)ch_random_below(random, 40) - 24);
		element make = kinds[kind < count ? kind : ch_random_below(random, count)];
		bool empty = kind == count && ch_random_below(random, 4) == 0;

		for (uint32_t j = 0; j < CH_HALF_WEIGHTS; j++)
			row[i + j] = empty ? 0.0f : make(random, size);
	}
}

static void search_gives_the_bytes_of_the_contract(void **state)
{
	ch_random random = {0x9a17};
	float x[ROW], importance[ROW];
	uint8_t plain[ROW_BYTES], fast[ROW_BYTES];

	(void)state;
	for (long round = 0; round < rounds; round++) {
		for (uint32_t run = 0; run < (X_KINDS + 1) * (W_KINDS + 2); run++) {
			uint32_t x_kind = run / (W_KINDS + 2), w_kind = run % (W_KINDS + 2);
			const float *w = w_kind <= W_KINDS ? importance : NULL;

			fill_row(&random, x_kinds, X_KINDS, x_kind, x);
			fill_row(&random, w_kinds, W_KINDS, w_kind, importance);
			for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
				size_t bytes = ROW / CH_BLOCK_WEIGHTS * ch_format_get((ch_format)f)->block_bytes;

				memset(plain, 0xaa, sizeof(plain));
				memset(fast, 0x55, sizeof(fast));
				assert_int_equal(ch_quantize_plain((ch_format)f, ROW, 1, x, w, plain), CH_OK);
				assert_int_equal(ch_quantize((ch_format)f, ROW, 1, x, w, fast), CH_OK);
				if (memcmp(plain, fast, bytes) != 0)
					fail_msg("%s: row kind %u, importance kind %u, round %ld differ",
						 ch_format_get((ch_format)f)->name, x_kind, w_kind, round);
			}
		}
	}
}

/* Step 3, with scale 1: x is q. */
static void codes_at_the_thresholds(void **state)
{
	static const struct {
		ch_format format;
		float x;
		uint32_t code;
	} rows[] = {
		{CH_FP2, -3.0f, 0},	  {CH_FP2, -0.5f, 0},	     {CH_FP2, -0.49999997f, 1}, {CH_FP2, 0.5f, 1},
		{CH_FP2, 0.50000006f, 2}, {CH_FP2, 1.5f, 2},	     {CH_FP2, 1.5000001f, 3},	{CH_FP2, 99.0f, 3},
		{CH_FP2, 0x1p26f, 0},	  {CH_FP2, FLT_MAX, 0},	     {CH_FP2, NAN, 1},		{CH_FP2, INFINITY, 1},
		{CH_FP3, 0.5f, 0},	  {CH_FP3, 0.50000006f, 1},  {CH_FP3, 1.5f, 1},		{CH_FP3, 3.0f, 2},
		{CH_FP3, 3.0000002f, 3},  {CH_FP3, FLT_MAX, 3},	     {CH_FP3, -0.5f, 0},	{CH_FP3, -1.0f, 5},
		{CH_FP3, -2.0f, 6},	  {CH_FP3, -9.0f, 7},	     {CH_FP3, -0.0f, 0},	{CH_FP3, NAN, 0},
		{CH_FP4, 0.5f, 0},	  {CH_FP4, 1.5f, 1},	     {CH_FP4, 2.5f, 2},		{CH_FP4, 3.5f, 3},
		{CH_FP4, 5.0f, 4},	  {CH_FP4, 7.0f, 5},	     {CH_FP4, 9.0f, 6},		{CH_FP4, 9.000001f, 7},
		{CH_FP4_FAST, -0.5f, 0},  {CH_FP4_FAST, -1.0f, 9},   {CH_FP4_FAST, -99.0f, 15}, {CH_FP4, -INFINITY, 0},
		{CH_FP6, 0.5f, 1},	  {CH_FP6, 0.49999997f, 0},  {CH_FP6, 30.5f, 31},	{CH_FP6, 99.0f, 31},
		{CH_FP6, -0.4f, 0},	  {CH_FP6, -0.5f, 33},	     {CH_FP6, -31.5f, 63},	{CH_FP6, NAN, 0},
		{CH_FP8, 0.5f, 1},	  {CH_FP8, 0.49999997f, 0},  {CH_FP8, -0.5f, 255},	{CH_FP8, 126.5f, 127},
		{CH_FP8, 999.0f, 127},	  {CH_FP8, -FLT_MAX, 0x81u}, {CH_FP8, NAN, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (ch_quantize_code(rows[i].format, rows[i].x, 1.0f) != rows[i].code)
			fail_msg("row %zu", i);
	}
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++)
		assert_int_equal(ch_code_value((ch_format)f, ch_quantize_code((ch_format)f, 5.0f, 0.0f)), 0);
}

/* Quantizes one block both ways, checks that they agree, and gives the first scale byte. */
static uint8_t scale_of(ch_format format, const float *x, const float *importance, uint8_t *block)
{
	uint8_t fast[CH_MAX_BLOCK_BYTES];

	assert_int_equal(ch_quantize_plain(format, 32, 1, x, importance, block), CH_OK);
	assert_int_equal(ch_quantize(format, 32, 1, x, importance, fast), CH_OK);
	assert_memory_equal(block, fast, ch_format_get(format)->block_bytes);
	return ch_block_scale(format, block, 0);
}

static void nothing_finite_gives_byte_0(void **state)
{
	float zeros[32] = {[7] = -0.0f}, holes[32];
	uint8_t block[CH_MAX_BLOCK_BYTES];

	(void)state;
	for (int i = 0; i < 32; i++)
		holes[i] = i % 2 ? NAN : -INFINITY;
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
		const float *rows[2] = {zeros, holes};

		for (int row = 0; row < 2; row++) {
			assert_int_equal(scale_of((ch_format)f, rows[row], NULL, block), 0);
			for (uint32_t i = 0; i < 32; i++)
				assert_int_equal(ch_code_value((ch_format)f, ch_block_code((ch_format)f, block, i)), 0);
		}
	}
}

/* Q times a scale and its smaller values: no error at that scale, and at no smaller byte. */
static void exact_weights_come_back(void **state)
{
	(void)state;
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
		for (uint8_t e = 1; e <= 126; e++) {
			uint8_t block[CH_MAX_BLOCK_BYTES];
			float x[32], y[32];

			for (uint32_t i = 0; i < 32; i++) {
				uint32_t code = f == CH_FP8   ? 127 - i
						: i % 16 == 0 ? ch_quantize_code((ch_format)f, 127.0f, 1.0f)
							      : i;

				x[i] = (float)ch_code_value((ch_format)f, code) * ch_scale_value(e);
			}
			assert_int_equal(scale_of((ch_format)f, x, NULL, block), e);
			assert_int_equal(ch_decode((ch_format)f, 32, 1, block, y), CH_OK);
			assert_memory_equal(x, y, sizeof(x));
		}
	}
}

static void where_all_overflow(void **state)
{
	static const uint8_t expected[CH_FORMAT_COUNT] = {[CH_FP2] = 1, [CH_FP3] = 1, [CH_FP6] = 1, [CH_FP8] = 1};
	float x[32], importance[32];
	uint8_t block[CH_MAX_BLOCK_BYTES];

	(void)state;
	for (int i = 0; i < 32; i++) {
		x[i] = FLT_MAX;
		importance[i] = FLT_MAX;
	}
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
		assert_int_equal(scale_of((ch_format)f, x, NULL, block), expected[f]);
		assert_int_equal(scale_of((ch_format)f, x, importance, block), expected[f]);
	}
	/* in the range of the search, beyond the largest scale: the weights make the errors infinite */
	for (int i = 0; i < 32; i++)
		x[i] = 4000.0f;
	assert_int_equal(scale_of(CH_FP4, x, importance, block), 0);
	assert_int_equal(scale_of(CH_FP4_FAST, x, importance, block), 0);
	assert_int_equal(scale_of(CH_FP3, x, importance, block), 1);
}

/* fp8 without importance takes the nearest scale: 127 * 2.5 * 2^-10 is halfway between bytes 2 and 3. */
static void fp8_takes_the_nearest_scale(void **state)
{
	float x[32] = {127.0f * 2.5f * 0x1p-10f};
	uint8_t block[CH_MAX_BLOCK_BYTES];

	(void)state;
	assert_int_equal(scale_of(CH_FP8, x, NULL, block), 2);
	x[0] = nextafterf(x[0], 1.0f);
	assert_int_equal(scale_of(CH_FP8, x, NULL, block), 3);
	x[0] = 1e-20f;
	assert_int_equal(scale_of(CH_FP8, x, NULL, block), 1);
	x[0] = 1e6f;
	assert_int_equal(scale_of(CH_FP8, x, NULL, block), 126);
	x[0] = 1e30f; /* all differences are the same float */
	assert_int_equal(scale_of(CH_FP8, x, NULL, block), 1);
}

static void weights_of_elements(void **state)
{
	static const struct {
		float x, importance, mean_square, weight;
	} rows[] = {
		{4.0f, 2.0f, 9.0f, 10.0f},	 {4.0f, 0.0f, 9.0f, 0.0f},	 {4.0f, -1.0f, 9.0f, 0.0f},
		{4.0f, NAN, 9.0f, 0.0f},	 {4.0f, INFINITY, 9.0f, 0.0f},	 {NAN, 1.0f, 9.0f, 0.0f},
		{-INFINITY, 1.0f, 9.0f, 0.0f},	 {1e30f, 1e-30f, 9.0f, FLT_MAX}, /* x * x overflows */
		{1e19f, 1.0f, FLT_MAX, FLT_MAX},				 /* the sum does */
		{4.0f, 3e38f, 9.0f, FLT_MAX},					 /* the product does */
		{1e30f, 0.0f, 9.0f, 0.0f}, /* no importance wins over the overflow */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		float weight;

		ch_quantize_weights(1, &rows[i].x, &rows[i].importance, rows[i].mean_square, &weight);
		if (weight != rows[i].weight)
			fail_msg("row %zu gave %g", i, (double)weight);
	}
}

static void mean_square_of_a_row(void **state)
{
	float x[32] = {3.0f, 4.0f, NAN, INFINITY, -7.0f};

	(void)state;
	assert_true(ch_quantize_mean_square(32, x) == 74.0f / 32.0f);
	x[0] = 1e25f; /* its square overflows, the mean does so too: capped */
	assert_true(ch_quantize_mean_square(32, x) == FLT_MAX);
	x[0] = 0x1p64f; /* 2^128 overflows, 2^128 / 32 does not */
	x[1] = x[4] = 0.0f;
	assert_true(ch_quantize_mean_square(32, x) == 0x1p123f);
}

/* An importance of zeros over a half-block: every error is 0, the smallest byte wins. */
static void no_importance_gives_byte_1(void **state)
{
	float x[32], importance[32] = {0};
	uint8_t block[CH_MAX_BLOCK_BYTES];

	(void)state;
	for (int i = 0; i < 32; i++)
		x[i] = (float)(i + 1);
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++)
		assert_int_equal(scale_of((ch_format)f, x, importance, block), 1);
}

static void shapes_are_checked(void **state)
{
	static ch_status (*const quantizers[2])(ch_format, int64_t, int64_t, const float *, const float *,
						void *) = {ch_quantize_plain, ch_quantize};
	float x[32] = {0};
	uint8_t block[CH_MAX_BLOCK_BYTES];

	(void)state;
	for (int i = 0; i < 2; i++) {
		assert_int_equal(quantizers[i](CH_FP3, 16, 1, x, NULL, block), CH_BAD_SHAPE);
		assert_int_equal(quantizers[i](CH_FP3, 32, -1, x, NULL, block), CH_BAD_SHAPE);
		assert_int_equal(quantizers[i](CH_FORMAT_COUNT, 32, 1, x, NULL, block), CH_BAD_ARGUMENT);
		assert_int_equal(quantizers[i](CH_FP3, 32, 1, NULL, NULL, block), CH_BAD_ARGUMENT);
		assert_int_equal(quantizers[i](CH_FP3, 32, 0, NULL, NULL, NULL), CH_OK);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes_at_the_thresholds),     cmocka_unit_test(nothing_finite_gives_byte_0),
		cmocka_unit_test(exact_weights_come_back),     cmocka_unit_test(where_all_overflow),
		cmocka_unit_test(fp8_takes_the_nearest_scale), cmocka_unit_test(weights_of_elements),
		cmocka_unit_test(mean_square_of_a_row),	       cmocka_unit_test(no_importance_gives_byte_1),
		cmocka_unit_test(shapes_are_checked),	       cmocka_unit_test(search_gives_the_bytes_of_the_contract),
	};

	if (argc > 1)
		rounds = strtol(argv[1], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
