/* SPDX-License-Identifier: Apache-2.0
 *
 * A failed quantization: which byte, whether the scale or a code, and what the two choices cost. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "suite/diagnose.h"
#include "suite/phrase.h"

/* The first differing block, and what differs in it. */
typedef struct difference {
	int64_t blocks, different_blocks, scales, codes; /* differing half-blocks' scales, weights' codes */
	int64_t row, block;
	size_t byte; /* within the block, the first that differs */
} difference;

static size_t block_bytes(const ch_quantize_failure *f)
{
	return ch_format_get(f->format)->block_bytes;
}

static const uint8_t *block_at(const ch_quantize_failure *f, const void *w, int64_t row, int64_t block)
{
	return (const uint8_t *)w + (size_t)(row * (f->k / CH_BLOCK_WEIGHTS) + block) * block_bytes(f);
}

static difference find_difference(const ch_quantize_failure *f)
{
	int64_t row_blocks = f->k / CH_BLOCK_WEIGHTS;
	difference seen = {.blocks = row_blocks * f->rows};

	for (int64_t b = 0; b < seen.blocks; b++) {
		const uint8_t *got = block_at(f, f->got, 0, b), *expected = block_at(f, f->expected, 0, b);
		int64_t at = ch_first_difference(got, expected, block_bytes(f));

		if (at < 0)
			continue;
		if (seen.different_blocks++ == 0) {
			seen.row = b / row_blocks;
			seen.block = b % row_blocks;
			seen.byte = (size_t)at;
		}
		for (uint32_t half = 0; half < ch_format_get(f->format)->scale_count; half++)
			seen.scales += ch_block_scale(f->format, got, CH_HALF_WEIGHTS * half) !=
				       ch_block_scale(f->format, expected, CH_HALF_WEIGHTS * half);
		for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
			seen.codes += ch_block_code(f->format, got, i) != ch_block_code(f->format, expected, i);
	}
	return seen;
}

/* The importance of one weight, as the quantizer's contract has it for sums that do not overflow. */
static float importance_of(const ch_quantize_failure *f, int64_t row, int64_t column)
{
	const float *x = f->x + row * f->k;
	float squares = 0.0f, weight;

	if (!f->importance)
		return 1.0f;
	for (int64_t i = 0; i < f->k; i++)
		squares += isfinite(x[i]) ? x[i] * x[i] : 0.0f;
	if (!isfinite(x[column]) || !isfinite(f->importance[column]) || f->importance[column] <= 0.0f)
		return 0.0f;
	weight = f->importance[column] * sqrtf(squares / (float)f->k + x[column] * x[column]);
	return isfinite(weight) ? weight : FLT_MAX;
}

/* The error that the quantizer minimizes, over weights [from, to) of a block. */
static float error_sum(const ch_quantize_failure *f, const uint8_t *block, const difference *at, uint32_t from,
		       uint32_t to)
{
	float sum = 0.0f;

	for (uint32_t i = from; i < to; i++) {
		int64_t column = at->block * CH_BLOCK_WEIGHTS + i;
		float x = f->x[at->row * f->k + column];
		float y = (float)ch_code_value(f->format, ch_block_code(f->format, block, i)) *
			  ch_scale_value(ch_block_scale(f->format, block, i));
		float off = x - y;

		if (!isfinite(x))
			continue;
		sum += f->importance ? importance_of(f, at->row, column) * off * off : off * off;
	}
	return sum;
}

static uint32_t first_weight(const ch_quantize_failure *f, const uint8_t *got, const uint8_t *expected)
{
	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++) {
		if (ch_block_code(f->format, got, i) != ch_block_code(f->format, expected, i))
			return i;
	}
	return CH_BLOCK_WEIGHTS;
}

/* The first half-block whose scale differs, or 2. */
static uint32_t first_scale(const ch_quantize_failure *f, const uint8_t *got, const uint8_t *expected)
{
	for (uint32_t half = 0; half < 2; half++) {
		if (ch_block_scale(f->format, got, CH_HALF_WEIGHTS * half) !=
		    ch_block_scale(f->format, expected, CH_HALF_WEIGHTS * half))
			return half;
	}
	return 2;
}

static void explain_scale(const ch_quantize_failure *f, const difference *at, uint32_t half, ch_verdict *verdict)
{
	const uint8_t *got = block_at(f, f->got, at->row, at->block),
		      *expected = block_at(f, f->expected, at->row, at->block);
	bool two = ch_format_get(f->format)->scale_count == 2;
	uint32_t from = two ? CH_HALF_WEIGHTS * half : 0, to = two ? from + CH_HALF_WEIGHTS : CH_BLOCK_WEIGHTS;
	float got_error = error_sum(f, got, at, from, to), expected_error = error_sum(f, expected, at, from, to);
	uint8_t got_scale = ch_block_scale(f->format, got, from), scale = ch_block_scale(f->format, expected, from);

	ch_phrase_add(verdict->text, sizeof(verdict->text),
		      "half %u: scale byte %u: got 0x%02x (%.9g), expected 0x%02x (%.9g)", half,
		      ch_format_get(f->format)->payload_bytes + (two ? half : 0u), got_scale,
		      (double)ch_scale_value(got_scale), scale, (double)ch_scale_value(scale));
	ch_phrase_set(verdict->explains, sizeof(verdict->explains),
		      "the error sum is %.9g with what was got, %.9g as expected: ", (double)got_error,
		      (double)expected_error);
	if (!ch_scale_valid(got_scale))
		ch_phrase_add(verdict->explains, sizeof(verdict->explains), "the scale that was got is invalid");
	else if (got_error == expected_error)
		ch_phrase_add(verdict->explains, sizeof(verdict->explains), "a tie, and the smaller byte wins it");
	else if (f->format == CH_FP8 && !f->importance)
		ch_phrase_add(verdict->explains, sizeof(verdict->explains),
			      "fp8 without importance takes the byte nearest to the largest magnitude / 127, whatever "
			      "the error");
	else if (got_error > expected_error)
		ch_phrase_add(verdict->explains, sizeof(verdict->explains), "the search missed the better byte");
	else
		ch_phrase_add(verdict->explains, sizeof(verdict->explains),
			      "better than the contract's, so the codes are not those of its rounding");
}

static void explain_code(const ch_quantize_failure *f, const difference *at, uint32_t weight, ch_verdict *verdict)
{
	const uint8_t *got = block_at(f, f->got, at->row, at->block),
		      *expected = block_at(f, f->expected, at->row, at->block);
	float x = f->x[at->row * f->k + at->block * CH_BLOCK_WEIGHTS + weight];
	float scale = ch_scale_value(ch_block_scale(f->format, expected, weight));
	/* the contract's step 3: a rounded reciprocal, then a rounded product */
	float inverse = scale == 0.0f ? 0.0f : 1.0f / scale, q = x * inverse;
	uint32_t got_code = ch_block_code(f->format, got, weight), code = ch_block_code(f->format, expected, weight);
	int32_t got_value = ch_code_value(f->format, got_code), value = ch_code_value(f->format, code);

	ch_phrase_add(verdict->text, sizeof(verdict->text),
		      "half %u weight %u: got code %u (%d), expected code %u (%d); x %.9g, scale %.9g",
		      weight / CH_HALF_WEIGHTS, weight, got_code, got_value, code, value, (double)x, (double)scale);
	ch_phrase_set(verdict->explains, sizeof(verdict->explains), "x / scale is %.9g: ", (double)q);
	if (!isfinite(x) || scale == 0.0f)
		ch_phrase_add(verdict->explains, sizeof(verdict->explains), "%s takes the code of value 0",
			      scale == 0.0f ? "any x under a zero scale" : "an x that is not finite");
	else if (got_value == value)
		ch_phrase_add(verdict->explains, sizeof(verdict->explains),
			      "both codes decode to %d, and magnitude 0 takes code 0", value);
	else if (fabs((double)q - got_value) == fabs((double)q - value))
		ch_phrase_add(verdict->explains, sizeof(verdict->explains), "a tie between both values");
	else
		ch_phrase_add(verdict->explains, sizeof(verdict->explains), "nearer to the %s value",
			      fabs((double)q - got_value) < fabs((double)q - value) ? "got" : "expected");
}

bool ch_diagnose_quantize(const ch_quantize_failure *f, ch_verdict *verdict)
{
	difference at = find_difference(f);

	if (at.different_blocks == 0)
		return false;
	const uint8_t *got = block_at(f, f->got, at.row, at.block),
		      *expected = block_at(f, f->expected, at.row, at.block);
	uint32_t half = first_scale(f, got, expected), weight = first_weight(f, got, expected);

	verdict->result = CH_FAIL;
	verdict->explains[0] = 0;
	ch_phrase_set(verdict->clause, sizeof(verdict->clause), "QUANTIZER");
	ch_phrase_set(verdict->text, sizeof(verdict->text),
		      "%" PRId64 " of %" PRId64 " blocks differ (%" PRId64 " scales, %" PRId64
		      " codes), first: row %" PRId64 " block %" PRId64 " byte %zu: got 0x%02x, expected 0x%02x; ",
		      at.different_blocks, at.blocks, at.scales, at.codes, at.row, at.block, at.byte, got[at.byte],
		      expected[at.byte]);
	/* where a scale differs, the codes differ because of it */
	if (half < 2)
		explain_scale(f, &at, half, verdict);
	else if (weight < CH_BLOCK_WEIGHTS)
		explain_code(f, &at, weight, verdict);
	return true;
}
