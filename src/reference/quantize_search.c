/* SPDX-License-Identifier: Apache-2.0
 *
 * The quantizer's search, pruned exactly: the bytes of ch_quantize_plain at many times its speed.
 *
 * Candidates are evaluated CH_WINDOW neighbouring bytes at a time, from the byte where the minimum usually lies outward. A
 * window is left out only where no byte in it or beyond it can win. Why that is exact in binary32:
 *
 * - Rounding is monotone: a <= b gives fl(a + c) <= fl(b + c), and likewise for products of non-negative numbers. So a sum
 *   in a fixed order whose terms are each no larger than the terms of another sum in that order is not the larger one; in
 *   particular no sum of non-negative terms is below one that leaves terms out.
 * - Upward. q falls as the scale grows (1 / scale and x * inverse are monotone), so an element whose |q| is below one half
 *   at a scale takes the value 0 there and at every larger one, where its term is that of x itself. The sum of those terms
 *   alone is a bound from below for all of them. They lose at equality too: the best byte so far is smaller.
 * - Upward, once every element is 0 at a byte already evaluated: all larger bytes have the same error, and lose the tie.
 * - Downward. |y| <= Q * scale (Q * scale is exact: 8 bits at most times 4), so an element beyond that is wrong by at least
 *   fl(|x| - Q * scale), at every smaller scale by no less. The sum of those terms is a bound; here equality does not lose.
 * - The bounds are summed in another order than the errors. Of n <= 32 non-negative terms any two orders differ by a factor
 *   below (1 + 2^-24)^64 (sums in the subnormal range are exact); the bound is reduced by 2^-17, which is more. Should it
 *   overflow, the exact sum is so near FLT_MAX that FLT_MAX, reduced, is a bound.
 *
 * Above LARGEST_SEARCHED the short cuts of quantize_window.h do not hold, and the full search runs. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "reference/quantize.h"
#include "reference/quantize_window.h"

/* |x| / 2^-10, the largest q, then stays below 2^23. */
#define LARGEST_SEARCHED 0x1p12f
#define BOUND_FACTOR (1.0f - 0x1p-17f)

/* The scales and their inverses; made anew for each call, which costs less than a row. */
typedef struct ladder {
	float scale[CH_LAST_CANDIDATE + 1], inverse[CH_LAST_CANDIDATE + 1];
} ladder;

static void make_ladder(ladder *steps)
{
	steps->scale[0] = steps->inverse[0] = 0.0f;
	for (uint32_t e = CH_FIRST_CANDIDATE; e <= CH_LAST_CANDIDATE; e++) {
		steps->scale[e] = ch_scale_value((uint8_t)e);
		steps->inverse[e] = 1.0f / steps->scale[e];
	}
}

/* The largest byte whose scale is not above a positive value: the float's own exponent and top three bits, but for the
 * subnormal scales. */
static int32_t floor_byte(float value)
{
	uint32_t bits;

	if (value < 0x1p-7f)
		return (int32_t)(value * 0x1p10f);
	memcpy(&bits, &value, sizeof(bits));
	return (int32_t)(bits >> 20) - 8 * 119;
}

static int32_t clamp_byte(int32_t byte, int32_t last)
{
	if (byte < CH_FIRST_CANDIDATE)
		return CH_FIRST_CANDIDATE;
	return byte < last ? byte : last;
}

/* The sum of four lanes, made a bound from below for a sum in any order. */
CH_INLINE float reduced_sum(ch_float4 lanes)
{
	float sum = (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);

	return (sum < FLT_MAX ? sum : FLT_MAX) * BOUND_FACTOR;
}

CH_INLINE ch_float4 error_term(bool weighted, const ch_span *span, uint32_t v, ch_float4 difference)
{
	return (weighted ? span->weight[v] * difference : difference) * difference;
}

/* A bound for every candidate whose inverse is no larger: the elements that take the value 0 there. */
CH_INLINE float bound_upward(bool weighted, uint32_t n, const ch_span *span, float inverse)
{
	ch_float4 sum = ch_spread(0.0f);

	for (uint32_t v = 0; v < n / CH_LANES; v++) {
		ch_float4 q = span->x[v] * inverse;
		ch_int4 is_zero = (q > -0.5f) & (q < 0.5f);

		sum += (ch_float4)(is_zero & (ch_int4)error_term(weighted, span, v, span->x[v]));
	}
	return reduced_sum(sum);
}

/* A bound for every candidate whose scale is no larger: what lies beyond the largest value. fp2 has Q = 2 above and 1 below
 * zero. */
CH_INLINE float bound_downward(ch_format format, bool weighted, uint32_t n, const ch_span *span, float scale)
{
	float top = (float)ch_format_get(format)->max_magnitude * scale;
	ch_float4 sum = ch_spread(0.0f);

	for (uint32_t v = 0; v < n / CH_LANES; v++) {
		ch_float4 x = span->x[v];
		ch_float4 beyond = (ch_float4)((x > top) & (ch_int4)(x - top));

		if (format == CH_FP2)
			beyond += (ch_float4)((x < -scale) & (ch_int4)(x + scale));
		sum += error_term(weighted, span, v, beyond);
	}
	return reduced_sum(sum);
}

/* Evaluates the window that starts at a byte. The key of a candidate is its error's bits above its byte: an error is never
 * negative, so the least key is the smallest error and the smaller byte on a tie, infinity included. */
CH_INLINE uint64_t best_of_window(ch_format format, bool weighted, uint32_t n, const ladder *steps, const ch_span *span,
				  int32_t first, uint64_t best)
{
	float errors[CH_WINDOW];
	uint32_t bits[CH_WINDOW];

	ch_window_errors(format, weighted, n, span, steps->scale + first, steps->inverse + first, errors);
	memcpy(bits, errors, sizeof(bits));
	for (uint32_t c = 0; c < CH_WINDOW; c++) {
		uint64_t key = (uint64_t)bits[c] << 8 | ((uint32_t)first + c);

		best = key < best ? key : best;
	}
	return best;
}

CH_INLINE float error_of(uint64_t key)
{
	uint32_t bits = (uint32_t)(key >> 8);
	float error;

	memcpy(&error, &bits, sizeof(error));
	return error;
}

/* Where the first window starts, in bytes from the one below largest / Q: where gaussian data has its minimum most often.
 * It decides the speed alone. */
static const int8_t first_window[CH_FORMAT_COUNT] = {
	[CH_FP2] = -5, [CH_FP3] = -4, [CH_FP4] = -1, [CH_FP4_FAST] = -2, [CH_FP6] = 0, [CH_FP8] = 0,
};

CH_INLINE uint8_t search_span(ch_format format, bool weighted, uint32_t n, const ladder *steps, const ch_span *span)
{
	const int32_t last_window = CH_LAST_CANDIDATE - CH_WINDOW + 1;
	float largest_scale = span->largest / (float)ch_format_get(format)->max_magnitude;
	int32_t first = clamp_byte(floor_byte(largest_scale) + first_window[format], last_window);
	uint64_t best = best_of_window(format, weighted, n, steps, span, first, UINT64_MAX);

	for (int32_t next = first + CH_WINDOW; next <= CH_LAST_CANDIDATE; next += CH_WINDOW) {
		if (span->largest * steps->inverse[next - 1] < 0.5f ||
		    bound_upward(weighted, n, span, steps->inverse[next]) >= error_of(best))
			break;
		best = best_of_window(format, weighted, n, steps, span, clamp_byte(next, last_window), best);
	}
	for (int32_t last = first - 1; last >= CH_FIRST_CANDIDATE; last -= CH_WINDOW) {
		if (bound_downward(format, weighted, n, span, steps->scale[last]) > error_of(best))
			break;
		best = best_of_window(format, weighted, n, steps, span, clamp_byte(last - CH_WINDOW + 1, last_window),
				      best);
	}
	if ((format == CH_FP4 || format == CH_FP4_FAST) && isinf(error_of(best)))
		return 0; /* every candidate overflows */
	return (uint8_t)(best & 255u);
}

/* Above LARGEST_SEARCHED: the functions of the plain quantizer. */
static uint8_t quantize_span_plainly(ch_format format, uint32_t n, const float *x, const float *weights, float largest,
				     int32_t *codes)
{
	uint8_t e = format == CH_FP8 && !weights ? ch_quantize_nearest_scale(largest / 127.0f)
						 : ch_quantize_full_search(format, n, x, weights);

	for (uint32_t i = 0; i < n; i++)
		codes[i] = (int32_t)ch_quantize_code(format, x[i], ch_scale_value(e));
	return e;
}

/* fp8 without importance: the nearest byte is one of the two around the target, which is far below the largest scale here;
 * one more on either side costs nothing, and the comparison is the contract's. */
static uint8_t nearest_scale(const ladder *steps, float target)
{
	int32_t below = floor_byte(target);
	int32_t nearest = clamp_byte(below - 1, CH_LAST_CANDIDATE);

	for (int32_t e = nearest + 1; e <= clamp_byte(below + 2, CH_LAST_CANDIDATE); e++) {
		if (fabsf(steps->scale[e] - target) < fabsf(steps->scale[nearest] - target))
			nearest = e;
	}
	return (uint8_t)nearest;
}

/* The scale byte and the codes of n elements; `format`, `weighted` and `n` are constants where this is called. */
CH_INLINE uint8_t quantize_span(ch_format format, bool weighted, uint32_t n, const ladder *steps, const float *x,
				const float *weights, int32_t *codes)
{
	ch_span span;
	uint8_t e = 0;

	ch_window_load(format, n, x, weighted ? weights : NULL, &span);
	if (span.largest > LARGEST_SEARCHED)
		return quantize_span_plainly(format, n, x, weighted ? weights : NULL, span.largest, codes);
	if (format == CH_FP8 && !weighted)
		e = span.largest == 0.0f ? 0 : nearest_scale(steps, span.largest / 127.0f);
	else if (span.largest != 0.0f)
		e = search_span(format, weighted, n, steps, &span);
	ch_window_codes(format, n, &span, x, steps->inverse[e], codes);
	return e;
}

/* One function a format and kind of error. */
typedef uint8_t (*span_quantizer)(const ladder *steps, const float *x, const float *weights, int32_t *codes);

#define SPAN_QUANTIZER(name, format, weighted, n)                                                      \
	static uint8_t name(const ladder *steps, const float *x, const float *weights, int32_t *codes) \
	{                                                                                              \
		return quantize_span(format, weighted, n, steps, x, weights, codes);                   \
	}
SPAN_QUANTIZER(fp2_plain, CH_FP2, false, 16)
SPAN_QUANTIZER(fp2_weighted, CH_FP2, true, 16)
SPAN_QUANTIZER(fp3_plain, CH_FP3, false, 16)
SPAN_QUANTIZER(fp3_weighted, CH_FP3, true, 16)
SPAN_QUANTIZER(fp4_plain, CH_FP4, false, 16)
SPAN_QUANTIZER(fp4_weighted, CH_FP4, true, 16)
SPAN_QUANTIZER(fp4_fast_plain, CH_FP4_FAST, false, 32)
SPAN_QUANTIZER(fp4_fast_weighted, CH_FP4_FAST, true, 32)
SPAN_QUANTIZER(fp6_plain, CH_FP6, false, 16)
SPAN_QUANTIZER(fp6_weighted, CH_FP6, true, 16)
SPAN_QUANTIZER(fp8_plain, CH_FP8, false, 32)
SPAN_QUANTIZER(fp8_weighted, CH_FP8, true, 32)

static const span_quantizer span_quantizers[CH_FORMAT_COUNT][2] = {
	[CH_FP2] = {fp2_plain, fp2_weighted}, [CH_FP3] = {fp3_plain, fp3_weighted},
	[CH_FP4] = {fp4_plain, fp4_weighted}, [CH_FP4_FAST] = {fp4_fast_plain, fp4_fast_weighted},
	[CH_FP6] = {fp6_plain, fp6_weighted}, [CH_FP8] = {fp8_plain, fp8_weighted},
};

/* BIT-ORDER. A string format's codes go in groups that fill whole bytes, `group` codes of `bits` in a word. */
CH_INLINE void pack_string(uint32_t bits, uint32_t group, const int32_t *codes, uint8_t *qs)
{
	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i += group) {
		uint32_t word = 0;

		for (uint32_t j = 0; j < group; j++)
			word |= (uint32_t)codes[i + j] << bits * j;
		for (uint32_t j = 0; j < bits * group / 8; j++)
			*qs++ = (uint8_t)(word >> 8 * j);
	}
}

static void pack_codes(ch_format format, const int32_t *codes, uint8_t *qs)
{
	switch (format) {
	case CH_FP2:
		pack_string(2, 16, codes, qs);
		break;
	case CH_FP3:
		pack_string(3, 8, codes, qs);
		break;
	case CH_FP6:
		pack_string(6, 4, codes, qs);
		break;
	case CH_FP8:
		for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
			qs[i] = (uint8_t)codes[i];
		break;
	default:
		for (uint32_t i = 0; i < CH_HALF_WEIGHTS; i++)
			qs[i] = (uint8_t)(codes[i] | codes[i + CH_HALF_WEIGHTS] << 4);
		break;
	}
}

static void quantize_block(ch_format format, const ladder *steps, const float *x, const float *weights, uint8_t *block)
{
	const ch_format_info *info = ch_format_get(format);
	uint32_t n = CH_BLOCK_WEIGHTS / info->scale_count;
	span_quantizer quantize = span_quantizers[format][weights != NULL];
	int32_t codes[CH_BLOCK_WEIGHTS];

	for (uint32_t half = 0; half < info->scale_count; half++) {
		uint32_t first = n * half;

		block[info->payload_bytes + half] =
			quantize(steps, x + first, weights ? weights + first : NULL, codes + first);
	}
	pack_codes(format, codes, block);
}

ch_status ch_quantize(ch_format format, int64_t k, int64_t rows, const float *x, const float *importance, void *w)
{
	size_t bytes;
	ch_status status = ch_weights_bytes(format, k, rows, &bytes);
	uint8_t *block = w;
	float weights[CH_BLOCK_WEIGHTS];
	ladder steps;

	if (status)
		return status;
	if (bytes && (!x || !w))
		return CH_BAD_ARGUMENT;
	make_ladder(&steps);
	for (int64_t row = 0; row < rows; row++, x += k) {
		float mean_square = importance ? ch_quantize_mean_square(k, x) : 0.0f;

		for (int64_t i = 0; i < k; i += CH_BLOCK_WEIGHTS) {
			if (importance)
				ch_quantize_weights(CH_BLOCK_WEIGHTS, x + i, importance + i, mean_square, weights);
			quantize_block(format, &steps, x + i, importance ? weights : NULL, block);
			block += ch_format_get(format)->block_bytes;
		}
	}
	return CH_OK;
}
