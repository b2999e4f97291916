/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs the functions whose every byte is fixed on made inputs and prints one digest (64-bit FNV-1a) of all output bytes for
 * each. The numbers must not depend on the compiler or its flags: flags.cmake builds this in several ways and compares. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkhip/reference.h"
#include "reference/quantize.h"
#include "reference/random.h"

enum { K = 512, ROWS = 24, MAX_BYTES = K / CH_BLOCK_WEIGHTS * ROWS * CH_MAX_BLOCK_BYTES, HEAD_DIM = 256 };

typedef struct inputs {
	float x[ROWS * K];	  /* for the weights: all kinds, not finite ones too */
	float importance[K];	  /* dirty */
	float activations[2 * K]; /* finite */
	uint8_t w[MAX_BYTES];	  /* random blocks */
} inputs;

static inputs in;

static void print_digest(const char *name, ch_format format, const void *bytes, size_t count)
{
	const uint8_t *at = bytes;
	uint64_t digest = 0xcbf29ce484222325u;

	for (size_t i = 0; i < count; i++)
		digest = (digest ^ at[i]) * 0x100000001b3u;
	printf("%s", name);
	if (format != CH_FORMAT_COUNT)
		printf(" %s", ch_format_get(format)->name);
	printf(" %016" PRIx64 "\n", digest);
}

static void require_ok(ch_status status)
{
	if (status) {
		fprintf(stderr, "digest: %s\n", ch_status_words(status));
		exit(1);
	}
}

/* The bits of a float drawn at random: every exponent, NaN and infinity among them. */
static float any_bits(ch_random *random)
{
	uint32_t bits = (uint32_t)(ch_random_next(random) >> 32);
	float value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

/* Where a value takes two draws they stand in two statements: C leaves the order of operands open. */
static float random_tie(ch_random *random)
{
	float steps = (float)ch_random_below(random, 64) * 0.5f - 16.0f;

	return steps * ch_scale_value((uint8_t)(1 + ch_random_below(random, 126)));
}

/* Rows by turns: normal of several sizes, ties of every candidate, any bits at all, mostly small, sparse. No libm function
 * but ldexpf, which is exact. */
static float row_value(ch_random *random, int row)
{
	switch (row % 6) {
	case 0:
		return ch_random_normal(random) * 0.02f;
	case 1:
		return ldexpf(ch_random_normal(random), 2 * row - 24);
	case 2:
		return random_tie(random);
	case 3:
		return any_bits(random);
	case 4:
		return ch_random_below(random, 8) ? ch_random_unit(random) * 0.1f : any_bits(random);
	default:
		return ch_random_below(random, 3) ? 0.0f : ch_random_normal(random);
	}
}

static void make_inputs(void)
{
	ch_random random = {0xf1a65};

	for (int i = 0; i < ROWS * K; i++)
		in.x[i] = row_value(&random, i / K);
	for (int i = 0; i < K; i++) {
		float unit = ch_random_unit(&random);

		in.importance[i] = i % 16 == 15 ? any_bits(&random) : ldexpf(1.5f + unit, i % 8 - 4);
	}
	for (int i = 0; i < 2 * K; i++)
		in.activations[i] = ldexpf(ch_random_normal(&random), i / 32 % 24 - 12);
	for (int i = 0; i < MAX_BYTES; i++)
		in.w[i] = ch_random_byte(&random);
}

static void digest_weights(ch_format format)
{
	static float y[ROWS * K];
	static uint8_t w[MAX_BYTES];
	size_t bytes;

	require_ok(ch_weights_bytes(format, K, ROWS, &bytes));
	require_ok(ch_decode_plain(format, K, ROWS, in.w, y));
	print_digest("decode_plain", format, y, sizeof(y));
	require_ok(ch_decode(format, K, ROWS, in.w, y));
	print_digest("decode", format, y, sizeof(y));
	require_ok(ch_quantize_plain(format, K, ROWS, in.x, NULL, w));
	print_digest("quantize_plain", format, w, bytes);
	require_ok(ch_quantize(format, K, ROWS, in.x, NULL, w));
	print_digest("quantize", format, w, bytes);
	require_ok(ch_quantize_plain(format, K, ROWS, in.x, in.importance, w));
	print_digest("quantize_plain_importance", format, w, bytes);
	require_ok(ch_quantize(format, K, ROWS, in.x, in.importance, w));
	print_digest("quantize_importance", format, w, bytes);
}

/* What the bytes of the quantizer seldom show: the last bit of a sum and of a weight. */
static void digest_importance(void)
{
	static float mean_squares[ROWS], weights[ROWS * K];

	for (int row = 0; row < ROWS; row++) {
		const float *x = in.x + row * K;

		mean_squares[row] = ch_quantize_mean_square(K, x);
		ch_quantize_weights(K, x, in.importance, mean_squares[row], weights + row * K);
	}
	print_digest("mean_square", CH_FORMAT_COUNT, mean_squares, sizeof(mean_squares));
	print_digest("weights", CH_FORMAT_COUNT, weights, sizeof(weights));
}

static void digest_products(ch_format format, const uint8_t *x_q8_1)
{
	static const uint32_t shapes[3][2] = {{32, 1}, {32, 4}, {64, 2}};
	static uint8_t w[MAX_BYTES];
	static double exact[2 * ROWS], bound[2 * ROWS];
	static float y[2 * ROWS];

	require_ok(ch_quantize(format, K, ROWS, in.x, NULL, w));
	for (int i = 0; i < 3; i++) {
		ch_order order = ch_order_base(format, shapes[i][0], shapes[i][1]);

		require_ok(ch_mmvq_model(format, &order, K, ROWS, 2, w, x_q8_1, y));
		print_digest(i == 0 ? "mmvq_32x1" : i == 1 ? "mmvq_32x4" : "mmvq_64x2", format, y, sizeof(y));
	}
	require_ok(ch_mmvq_reference(format, K, ROWS, 2, w, x_q8_1, exact));
	require_ok(ch_mmvq_bound(format, NULL, K, ROWS, 2, w, x_q8_1, bound));
	print_digest("mmvq_exact", format, exact, sizeof(exact));
	print_digest("mmvq_bound", format, bound, sizeof(bound));
}

int main(void)
{
	static uint8_t x_q8_1[2 * K / CH_BLOCK_WEIGHTS * CH_Q8_1_BYTES];
	static int8_t codes[2 * K];
	static uint16_t scales[2 * K / CH_CELL_GROUP];

	make_inputs();
	digest_importance();
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++)
		digest_weights((ch_format)f);
	require_ok(ch_quantize_q8_1(K, 2, in.activations, x_q8_1));
	print_digest("quantize_q8_1", CH_FORMAT_COUNT, x_q8_1, sizeof(x_q8_1));
	require_ok(ch_quantize_cells(HEAD_DIM, 2 * K / HEAD_DIM, in.activations, codes, scales));
	print_digest("quantize_cells", CH_FORMAT_COUNT, codes, sizeof(codes));
	print_digest("quantize_cells_scales", CH_FORMAT_COUNT, scales, sizeof(scales));
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++)
		digest_products((ch_format)f, x_q8_1);
	return 0;
}
