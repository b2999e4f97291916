/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks of each data class. */
#include <stdlib.h>
#include <string.h>

#include "reference/random.h"
#include "suite/data.h"

uint32_t ch_data_zero_code(ch_format format)
{
	return format == CH_FP2 ? 1 : 0;
}

/* The code of the largest magnitude: the last of the positive half of each table. */
static uint32_t largest_code(ch_format format)
{
	static const uint32_t codes[CH_FORMAT_COUNT] = {3, 3, 7, 7, 31, 127};

	return codes[format];
}

static void set_scales(ch_format format, uint8_t *block, uint8_t e0, uint8_t e1)
{
	ch_block_set_scale(format, block, 0, e0);
	if (ch_format_get(format)->scale_count == 2)
		ch_block_set_scale(format, block, 1, e1);
}

static void set_all_codes(ch_format format, uint8_t *block, uint32_t code)
{
	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
		ch_block_set_code(format, block, i, code);
}

static void random_codes(const ch_format_info *info, uint8_t *block, ch_random *random)
{
	for (uint32_t i = 0; i < info->payload_bytes; i++)
		block[i] = ch_random_byte(random);
}

static uint8_t random_scale(ch_random *random)
{
	return (uint8_t)ch_random_below(random, 0x7f);
}

void ch_data_exact_limits(ch_format format, int64_t k, int32_t *code_limit, int32_t *q8_limit)
{
	int32_t largest = ch_format_get(format)->max_magnitude;
	int64_t budget =
		((int64_t)1 << 22) / k; /* of |code * q8|, at scale and d of 1; 1/4 is the unit: 2^24 of them */

	*code_limit = largest < 16 ? largest : 16;
	*q8_limit = (int32_t)(budget / *code_limit < 127 ? budget / *code_limit : 127);
	if (*q8_limit < 1)
		*q8_limit = 1;
}

static void exact_block(ch_format format, uint8_t *block, int64_t k, ch_random *random)
{
	int32_t code_limit, q8_limit;

	ch_data_exact_limits(format, k, &code_limit, &q8_limit);
	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++) {
		uint32_t code = (uint32_t)(ch_random_next(random) >> 56);

		while (abs(ch_code_value(format, code)) > code_limit)
			code >>= 1;
		ch_block_set_code(format, block, i, code);
	}
	set_scales(format, block, ch_random_next(random) >> 63 ? 0x38 : 0x40,
		   ch_random_next(random) >> 63 ? 0x38 : 0x40);
}

/* Row r: one code at weight r mod k, all others zero. For decoding the code walks over all codes as well: row r holds code
 * r in each block at weight (block mod 32). */
static void one_hot_row(ch_format format, uint8_t *row, int64_t k, int64_t r)
{
	const ch_format_info *info = ch_format_get(format);

	for (int64_t b = 0; b < k / CH_BLOCK_WEIGHTS; b++) {
		uint8_t *block = row + b * info->block_bytes;

		set_all_codes(format, block, ch_data_zero_code(format));
		set_scales(format, block, 0x40, 0x48);
		if (r % k / CH_BLOCK_WEIGHTS == b)
			ch_block_set_code(format, block, (uint32_t)(r % k % CH_BLOCK_WEIGHTS), largest_code(format));
	}
}

/* One scale a row, so that a fault anywhere in it is not drowned by a larger neighbour. */
static void extreme_block(ch_format format, uint8_t *block, int64_t k, int64_t index)
{
	static const uint8_t scales[4] = {0x7e, 0x01, 0x07,
					  0x08}; /* largest, smallest, largest subnormal, smallest normal */
	uint8_t e = scales[index / (k / CH_BLOCK_WEIGHTS) % 4];
	uint32_t negative = format == CH_FP2   ? 0
			    : format == CH_FP8 ? 0x80
					       : largest_code(format) + largest_code(format) + 1;

	set_all_codes(format, block, index & 1 ? negative : largest_code(format));
	set_scales(format, block, e, e);
}

static void zero_block(ch_format format, uint8_t *block, int64_t index, ch_random *random)
{
	random_codes(ch_format_get(format), block, random);
	switch (index % 4) {
	case 0: /* zero scales: signed zeros by the codes */
		set_scales(format, block, 0, 0);
		break;
	case 1: /* zero codes */
		set_all_codes(format, block, ch_data_zero_code(format));
		set_scales(format, block, 0x40, 0x7e);
		break;
	case 2: /* the other zero: sign bit set, magnitude 0 */
		for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
			ch_block_set_code(format, block, i,
					  format == CH_FP2 || format == CH_FP8
						  ? ch_data_zero_code(format)
						  : 1u << (ch_format_get(format)->code_bits - 1));
		set_scales(format, block, 0x40, 0x01);
		break;
	default: /* one half has scale 0 */
		set_scales(format, block, index & 4 ? 0 : 0x40, index & 4 ? 0x40 : 0);
		break;
	}
}

static void one_block(ch_format format, ch_data data, int64_t k, int64_t index, uint8_t *block, ch_random *random)
{
	const ch_format_info *info = ch_format_get(format);
	uint8_t e = (uint8_t)index;

	switch (data) {
	case CH_DATA_DISTINCT_SCALES:
		random_codes(info, block, random);
		set_scales(format, block, (uint8_t)(2 * index % 0x7f), (uint8_t)((2 * index + 1) % 0x7f));
		break;
	case CH_DATA_ALL_SCALES:
		random_codes(info, block, random);
		set_scales(format, block, e, (uint8_t)(255 - e));
		break;
	case CH_DATA_EXACT:
		exact_block(format, block, k, random);
		break;
	case CH_DATA_EXTREMES:
		extreme_block(format, block, k, index);
		break;
	case CH_DATA_ZEROS:
		zero_block(format, block, index, random);
		break;
	default:
		random_codes(info, block, random);
		set_scales(format, block, random_scale(random), random_scale(random));
		break;
	}
}

/* Every second block repeats the one before it: with activations that are negated there, all but a small rest cancels. */
static void cancelling_row(ch_format format, uint8_t *row, int64_t k, ch_random *random)
{
	const ch_format_info *info = ch_format_get(format);

	for (int64_t b = 0; b < k / CH_BLOCK_WEIGHTS; b++) {
		uint8_t *block = row + b * info->block_bytes;

		if (b & 1) {
			memcpy(block, block - info->block_bytes, info->block_bytes);
			continue;
		}
		random_codes(info, block, random);
		set_scales(format, block, random_scale(random), random_scale(random));
	}
}

static void gaussian_rows(ch_format format, int64_t k, int64_t rows, uint64_t seed, uint8_t *w)
{
	size_t row_bytes = (size_t)(k / CH_BLOCK_WEIGHTS) * ch_format_get(format)->block_bytes;
	float *x = malloc((size_t)k * sizeof(float));

	if (!x) { /* the class is a convenience; random bytes test the same code */
		ch_data_weights(format, CH_DATA_RANDOM, k, rows, seed, w);
		return;
	}
	for (int64_t r = 0; r < rows; r++) {
		ch_data_floats(format, CH_DATA_GAUSSIAN, k, 1, seed + (uint64_t)r, x);
		ch_quantize(format, k, 1, x, NULL, w + (size_t)r * row_bytes);
	}
	free(x);
}

void ch_data_weights(ch_format format, ch_data data, int64_t k, int64_t rows, uint64_t seed, void *w)
{
	const ch_format_info *info = ch_format_get(format);
	int64_t row_blocks = k / CH_BLOCK_WEIGHTS;
	size_t row_bytes = (size_t)row_blocks * info->block_bytes;
	ch_random random = {seed};

	if (data == CH_DATA_GAUSSIAN) {
		gaussian_rows(format, k, rows, seed, w);
		return;
	}
	for (int64_t r = 0; r < rows; r++) {
		uint8_t *row = (uint8_t *)w + (size_t)r * row_bytes;

		if (data == CH_DATA_ONE_HOT)
			one_hot_row(format, row, k, r);
		else if (data == CH_DATA_CANCELLATION)
			cancelling_row(format, row, k, &random);
		for (int64_t b = 0; data != CH_DATA_ONE_HOT && data != CH_DATA_CANCELLATION && b < row_blocks; b++)
			one_block(format, data, k, r * row_blocks + b, row + b * info->block_bytes, &random);
	}
}
