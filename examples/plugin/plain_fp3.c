/* SPDX-License-Identifier: Apache-2.0
 *
 * A plug-in for checkhip: fp3 decoded, checked and multiplied, one code at a time. Your own would call your kernels where
 * this one loops. docs/plugin.md walks through it; the clauses in CAPITALS are in docs/contract/. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <checkhip/provider.h>

enum { BLOCK_BYTES = 14, PAYLOAD_BYTES = 12, HALF = 16, BLOCK = 32 };

/* CODE-TABLE */
static const int8_t table[8] = {0, 1, 2, 4, 0, -1, -2, -4};

/* SCALE-VALUE; an invalid byte counts as 0, which is promised below. */
static float scale_value(uint8_t e)
{
	int exponent = e >> 3;
	int mantissa = e & 7;

	if (e > 0x7e)
		return 0.0f;
	return exponent == 0 ? ldexpf((float)mantissa, -10) : ldexpf((float)(8 + mantissa), exponent - 11);
}

/* BIT-ORDER. The window of three bits may span two bytes; the second is read only if it does, for NO-OVERREAD. */
static int code_value(const uint8_t *block, int weight)
{
	int bit = 3 * weight;
	unsigned window = block[bit / 8];

	if (bit % 8 > 5)
		window |= (unsigned)block[bit / 8 + 1] << 8;
	return table[window >> (bit % 8) & 7];
}

static float half_value(const uint8_t *bytes)
{
	int bits = bytes[0] | bytes[1] << 8;
	int exponent = bits >> 10 & 31;
	int fraction = bits & 1023;
	float magnitude;

	if (exponent == 31)
		magnitude = fraction ? NAN : INFINITY;
	else if (exponent == 0)
		magnitude = ldexpf((float)fraction, -24);
	else
		magnitude = ldexpf((float)(1024 + fraction), exponent - 25);
	return bits & 0x8000 ? -magnitude : magnitude;
}

static ch_status refuse(ch_outcome *outcome, ch_status status, const char *why)
{
	snprintf(outcome->message, sizeof(outcome->message), "%s", why);
	return status;
}

/* What every operation here refuses. Nothing has been written yet when it does. */
static ch_status check_shape(ch_format format, int64_t k, int64_t rows, ch_outcome *outcome)
{
	if (format != CH_FP3)
		return refuse(outcome, CH_UNSUPPORTED, "this plug-in has fp3 alone");
	if (k <= 0 || k % BLOCK != 0)
		return refuse(outcome, CH_BAD_SHAPE, "k is no positive multiple of 32");
	if (rows < 0 || rows > INT64_MAX / k)
		return refuse(outcome, CH_BAD_SHAPE, "rows is negative, or rows times k too large");
	return CH_OK;
}

static ch_status decode(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	const uint8_t *block = args->w;
	ch_status status = check_shape(args->format, args->k, args->rows, outcome);

	(void)state;
	if (status)
		return status;
	for (int64_t n = 0; n < args->rows * args->k; n += BLOCK, block += BLOCK_BYTES) {
		for (int i = 0; i < BLOCK; i++)
			args->y[n + i] = (float)code_value(block, i) * scale_value(block[PAYLOAD_BYTES + i / HALF]);
	}
	return CH_OK;
}

/* SCALE-VALID */
static ch_status validate(void *state, const ch_validate_args *args, ch_outcome *outcome)
{
	const uint8_t *block = args->w;
	ch_status status = check_shape(args->format, args->k, args->rows, outcome);

	(void)state;
	if (status)
		return status;
	for (int64_t n = 0; n < args->rows * args->k; n += BLOCK, block += BLOCK_BYTES) {
		for (uint32_t half = 0; half < 2; half++) {
			uint8_t e = block[PAYLOAD_BYTES + half];

			if (e <= 0x7e)
				continue;
			if (args->bad)
				*args->bad = (ch_bad_scale){
					.row = n / args->k, .block = n % args->k / BLOCK, .half = half, .byte = e};
			return CH_BAD_SCALE;
		}
	}
	return CH_OK;
}

/* One output: d * (e0*S0 + e1*S1) for each block, added in ascending order. */
static float multiply_row(const uint8_t *w, const uint8_t *x, int64_t blocks)
{
	float sum = 0.0f;

	for (int64_t b = 0; b < blocks; b++, w += BLOCK_BYTES, x += CH_Q8_1_BYTES) {
		int32_t sums[2] = {0, 0};
		int8_t q[BLOCK];
		float first, second;

		memcpy(q, x + CH_Q8_1_QS, sizeof(q));
		for (int i = 0; i < BLOCK; i++)
			sums[i / HALF] += code_value(w, i) * q[i];
		first = scale_value(w[PAYLOAD_BYTES]) * (float)sums[0];
		second = scale_value(w[PAYLOAD_BYTES + 1]) * (float)sums[1];
		sum += half_value(x) * (first + second);
	}
	return sum;
}

static ch_status mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	ch_status status = check_shape(args->format, args->k, args->rows, outcome);
	int64_t blocks = args->k / BLOCK;
	const uint8_t *w = args->w;
	const uint8_t *x = args->x_q8_1;

	(void)state;
	if (status)
		return status;
	if (args->variant != 0 && args->variant != CH_VARIANT_DEFAULT)
		return refuse(outcome, CH_UNSUPPORTED, "there is one variant, 0");
	if (args->waves > 1)
		return refuse(outcome, CH_UNSUPPORTED, "there is one lane, so one wave");
	if (args->ncols < 1 || args->ncols > 8)
		return refuse(outcome, CH_UNSUPPORTED, "ncols must be 1 to 8");
	for (int64_t col = 0; col < args->ncols; col++) {
		for (int64_t row = 0; row < args->rows; row++)
			args->y[col * args->rows + row] =
				multiply_row(w + row * blocks * BLOCK_BYTES, x + col * blocks * CH_Q8_1_BYTES, blocks);
	}
	snprintf(outcome->variant, sizeof(outcome->variant), "fp3-plain");
	outcome->waves = 1;
	return CH_OK;
}

static ch_status open_plain(const char *argument, void **state, ch_outcome *outcome)
{
	if (argument[0] != '\0')
		return refuse(outcome, CH_BAD_ARGUMENT, "this plug-in takes no argument");
	*state = NULL;
	return CH_OK;
}

static void close_plain(void *state)
{
	(void)state;
}

static void describe(void *state, char *text, size_t size)
{
	(void)state;
	snprintf(text, size, "the example plug-in, a loop on the CPU");
}

/* One lane, one accumulator: SAME-BYTES is judged because the order of the float operations is stated. Leave order.lanes 0 if
 * you do not want to state yours; DOT-BOUND is judged then. */
static const ch_variant *variants(void *state, uint32_t *count)
{
	static const ch_variant plain[] = {
		{.struct_size = sizeof(ch_variant),
		 .op = CH_OP_MMVQ,
		 .name = "fp3-plain",
		 .formats = 1u << CH_FP3,
		 .max_ncols = 8,
		 .waves = 0,
		 .order = {.qi = 1,
			   .vdr = 1,
			   .lanes = 1,
			   .waves = 1,
			   .run = 1,
			   .accumulators = 1,
			   .term = CH_TERM_TWO_SCALES}},
	};

	(void)state;
	*count = 1;
	return plain;
}

static const ch_provider provider = {
	.abi_version = CH_PROVIDER_ABI,
	.struct_size = sizeof(ch_provider),
	.name = "plain-fp3",
	.open = open_plain,
	.close = close_plain,
	.describe = describe,
	.variants = variants,
	.decode = decode,
	.validate = validate,
	.mmvq = mmvq,
	.promises = CH_PROMISE_INVALID_SCALE_IS_ZERO,
};

/* The one symbol that the suite looks up: CH_PROVIDER_ENTRY. */
const ch_provider *checkhip_provider(uint32_t suite_abi);
const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	return suite_abi == CH_PROVIDER_ABI ? &provider : NULL;
}
