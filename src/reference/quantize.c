/* SPDX-License-Identifier: Apache-2.0
 *
 * The quantizer as the contract is written: every candidate tried, every operation rounded by itself. The judge of
 * quantize_search.c, which calls the small pieces here and must give the same bytes. */
#include <float.h>
#include <math.h>

#include "reference/quantize.h"

#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "the quantizer's bytes need binary32 operations rounded one by one"
#endif

uint32_t ch_quantize_span(ch_format format)
{
	return CH_BLOCK_WEIGHTS / ch_format_get(format)->scale_count;
}

float ch_quantize_largest(uint32_t n, const float *x)
{
	float largest = 0.0f;

	for (uint32_t i = 0; i < n; i++) {
		float magnitude = fabsf(x[i]);

		if (magnitude <= FLT_MAX && magnitude > largest)
			largest = magnitude;
	}
	return largest;
}

uint8_t ch_quantize_nearest_scale(float target)
{
	uint8_t nearest = CH_FIRST_CANDIDATE;

	for (uint8_t e = CH_FIRST_CANDIDATE + 1; e <= CH_LAST_CANDIDATE; e++) {
		if (fabsf(ch_scale_value(e) - target) < fabsf(ch_scale_value(nearest) - target))
			nearest = e;
	}
	return nearest;
}

/* fp2 has no sign bit: the nearest value of the table, the smaller code on a tie. Where q is so large that the
 * differences round to the same float, that is a tie too. */
static uint32_t fp2_code(float q)
{
	uint32_t nearest = 0;

	for (uint32_t code = 1; code < 4; code++) {
		float distance = fabsf(q - (float)ch_code_value(CH_FP2, code));

		if (distance < fabsf(q - (float)ch_code_value(CH_FP2, nearest)))
			nearest = code;
	}
	return nearest;
}

/* How many thresholds |q| exceeds, which is the code of its magnitude. */
static uint32_t count_exceeded(uint32_t n, const float *thresholds, float magnitude)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < n; i++)
		count += magnitude > thresholds[i];
	return count;
}

uint32_t ch_quantize_code(ch_format format, float x, float scale)
{
	static const float fp3_thresholds[3] = {0.5f, 1.5f, 3.0f};
	static const float fp4_thresholds[7] = {0.5f, 1.5f, 2.5f, 3.5f, 5.0f, 7.0f, 9.0f};
	const uint32_t code_of_zero = format == CH_FP2 ? 1 : 0;

	if (!isfinite(x) || scale == 0.0f)
		return code_of_zero;
	float q = x * (1.0f / scale);
	uint32_t magnitude;

	switch (format) {
	case CH_FP2:
		return fp2_code(q);
	case CH_FP3:
		magnitude = count_exceeded(3, fp3_thresholds, fabsf(q));
		return magnitude && x < 0.0f ? magnitude | 4u : magnitude;
	case CH_FP4:
	case CH_FP4_FAST:
		magnitude = count_exceeded(7, fp4_thresholds, fabsf(q));
		return magnitude && x < 0.0f ? magnitude | 8u : magnitude;
	case CH_FP6:
		magnitude = (uint32_t)roundf(fminf(fabsf(q), 31.0f));
		return magnitude && x < 0.0f ? magnitude | 32u : magnitude;
	case CH_FP8:
		return (uint32_t)(int32_t)roundf(fmaxf(-127.0f, fminf(q, 127.0f))) & 255u;
	default:
		return 0;
	}
}

static float candidate_error(ch_format format, uint32_t n, const float *x, const float *weights, float scale)
{
	float error = 0.0f;

	for (uint32_t i = 0; i < n; i++) {
		if (!isfinite(x[i]))
			continue;
		float y = (float)ch_code_value(format, ch_quantize_code(format, x[i], scale)) * scale;
		float difference = x[i] - y;

		error += (weights ? weights[i] * difference : difference) * difference;
	}
	return error;
}

uint8_t ch_quantize_full_search(ch_format format, uint32_t n, const float *x, const float *weights)
{
	uint8_t best = CH_FIRST_CANDIDATE;
	float best_error = INFINITY;

	if (format == CH_FP4 || format == CH_FP4_FAST)
		best = 0; /* these two start from the empty block, so it stays where every candidate overflows */
	for (uint8_t e = CH_FIRST_CANDIDATE; e <= CH_LAST_CANDIDATE; e++) {
		float error = candidate_error(format, n, x, weights, ch_scale_value(e));

		if (error < best_error) {
			best_error = error;
			best = e;
		}
	}
	return best;
}

float ch_quantize_mean_square(int64_t k, const float *x)
{
	float sum = 0.0f;
	double wide_sum = 0.0;

	for (int64_t i = 0; i < k; i++) {
		if (isfinite(x[i]))
			sum += x[i] * x[i];
	}
	if (isfinite(sum))
		return sum / (float)k;
	for (int64_t i = 0; i < k; i++) {
		if (isfinite(x[i]))
			wide_sum += (double)x[i] * (double)x[i];
	}
	return (float)fmin(wide_sum / (double)k, (double)FLT_MAX);
}

void ch_quantize_weights(uint32_t n, const float *x, const float *importance, float mean_square, float *weights)
{
	for (uint32_t i = 0; i < n; i++) {
		float square = mean_square + x[i] * x[i];
		float weight = importance[i] * sqrtf(square);

		if (!isfinite(square) || !isfinite(weight))
			weight = FLT_MAX;
		if (!isfinite(x[i]) || !isfinite(importance[i]) || importance[i] <= 0.0f)
			weight = 0.0f;
		weights[i] = weight;
	}
}

/* The scale byte of the elements that share it. */
static uint8_t choose_scale(ch_format format, uint32_t n, const float *x, const float *weights)
{
	float largest = ch_quantize_largest(n, x);

	if (largest == 0.0f)
		return 0;
	if (format == CH_FP8 && !weights)
		return ch_quantize_nearest_scale(largest / 127.0f);
	return ch_quantize_full_search(format, n, x, weights);
}

static void quantize_block(ch_format format, const float *x, const float *weights, void *block)
{
	uint32_t span = ch_quantize_span(format);

	for (uint32_t first = 0; first < CH_BLOCK_WEIGHTS; first += span) {
		uint8_t e = choose_scale(format, span, x + first, weights ? weights + first : NULL);

		ch_block_set_scale(format, block, first / CH_HALF_WEIGHTS, e);
		for (uint32_t i = first; i < first + span; i++)
			ch_block_set_code(format, block, i, ch_quantize_code(format, x[i], ch_scale_value(e)));
	}
}

ch_status ch_quantize_plain(ch_format format, int64_t k, int64_t rows, const float *x, const float *importance, void *w)
{
	size_t bytes;
	ch_status status = ch_weights_bytes(format, k, rows, &bytes);
	uint8_t *block = w;
	float weights[CH_BLOCK_WEIGHTS];

	if (status)
		return status;
	if (bytes && (!x || !w))
		return CH_BAD_ARGUMENT;
	for (int64_t row = 0; row < rows; row++, x += k) {
		float mean_square = importance ? ch_quantize_mean_square(k, x) : 0.0f;

		for (int64_t i = 0; i < k; i += CH_BLOCK_WEIGHTS) {
			if (importance)
				ch_quantize_weights(CH_BLOCK_WEIGHTS, x + i, importance + i, mean_square, weights);
			quantize_block(format, x + i, importance ? weights : NULL, block);
			block += ch_format_get(format)->block_bytes;
		}
	}
	return CH_OK;
}
