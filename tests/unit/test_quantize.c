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
#include "reference/random.h"

enum { ROW = 256, ROW_BYTES = ROW / CH_BLOCK_WEIGHTS * CH_MAX_BLOCK_BYTES };

static long rounds = 4;

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

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(search_gives_the_bytes_of_the_contract),
	};

	if (argc > 1)
		rounds = strtol(argv[1], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
