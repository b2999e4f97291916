/* SPDX-License-Identifier: Apache-2.0
 *
 * The contract of the block formats, one function a clause, one code at a time. Slow and obvious: the judge of the rest. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "checkhip/formats.h"

#if defined(__FAST_MATH__)
#error "checkhip decides by bits: build without -ffast-math"
#endif

static const ch_format_info formats[CH_FORMAT_COUNT] = {
	[CH_FP2] = {"fp2", "Q2_0_ROCMFP2", "fp2", 107, 10, 8, 2, 2, 2, 2},
	[CH_FP3] = {"fp3", "Q3_0_ROCMFPX", "fp3", 104, 14, 12, 2, 3, 2, 4},
	[CH_FP4] = {"fp4", "Q4_0_ROCMFP4", "fp4", 100, 18, 16, 2, 4, 2, 10},
	[CH_FP4_FAST] = {"fp4-fast", "Q4_0_ROCMFP4_FAST", "fp4fast", 101, 17, 16, 1, 4, 1, 10},
	[CH_FP6] = {"fp6", "Q6_0_ROCMFPX", "fp6", 102, 26, 24, 2, 6, 2, 31},
	[CH_FP8] = {"fp8", "Q8_0_ROCMFPX", "fp8", 103, 33, 32, 1, 8, 1, 127},
};

/* CODE-TABLE of the formats that have a table; fp6 and fp8 are computed. */
static const int8_t fp2_values[4] = {-1, 0, 1, 2};
static const int8_t fp3_values[8] = {0, 1, 2, 4, 0, -1, -2, -4};
static const int8_t fp4_values[16] = {0, 1, 2, 3, 4, 6, 8, 10, 0, -1, -2, -3, -4, -6, -8, -10};

const ch_format_info *ch_format_get(ch_format format)
{
	return (unsigned)format < CH_FORMAT_COUNT ? &formats[format] : NULL;
}

static bool same_word(const char *a, const char *b)
{
	for (; *a && *b; a++, b++) {
		if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
			return false;
	}
	return *a == *b;
}

bool ch_format_find(const char *name, ch_format *format)
{
	if (!name || !*name)
		return false;
	char *end;
	unsigned long id = strtoul(name, &end, 10);
	bool is_number = isdigit((unsigned char)name[0]) && *end == 0;

	for (unsigned i = 0; i < CH_FORMAT_COUNT; i++) {
		const ch_format_info *info = &formats[i];

		if (same_word(name, info->name) || same_word(name, info->file_name) ||
		    same_word(name, info->ggml_name) || (is_number && id == info->ggml_id)) {
			*format = (ch_format)i;
			return true;
		}
	}
	return false;
}

ch_status ch_weights_bytes(ch_format format, int64_t k, int64_t rows, size_t *bytes)
{
	const ch_format_info *info = ch_format_get(format);
	size_t row_bytes, total;

	if (!info || !bytes)
		return CH_BAD_ARGUMENT;
	if (k <= 0 || k % CH_BLOCK_WEIGHTS != 0 || rows < 0)
		return CH_BAD_SHAPE;
	if (__builtin_mul_overflow(k / CH_BLOCK_WEIGHTS, (int64_t)info->block_bytes, &row_bytes) ||
	    __builtin_mul_overflow(row_bytes, rows, &total) || total > PTRDIFF_MAX)
		return CH_BAD_SHAPE;
	*bytes = total;
	return CH_OK;
}

bool ch_scale_valid(uint8_t e)
{
	return e <= 0x7e;
}

/* SCALE-VALUE: unsigned E4M3, halved. Powers of two as float literals, so that no library rounds them. */
float ch_scale_value(uint8_t e)
{
	unsigned x = e >> 3, m = e & 7u;
	float value;

	if (!ch_scale_valid(e))
		return 0.0f;
	if (x == 0)
		return (float)m * 0x1p-10f;
	value = (float)(8u + m) * 0x1p-10f;
	for (; x > 1; x--)
		value *= 2.0f;
	return value;
}

int32_t ch_code_value(ch_format format, uint32_t code)
{
	int32_t magnitude;

	switch (format) {
	case CH_FP2:
		return fp2_values[code & 3u];
	case CH_FP3:
		return fp3_values[code & 7u];
	case CH_FP4:
	case CH_FP4_FAST:
		return fp4_values[code & 15u];
	case CH_FP6:
		magnitude = (int32_t)(code & 31u);
		return code & 32u ? -magnitude : magnitude;
	case CH_FP8:
		return (int32_t)((code & 255u) ^ 128u) - 128;
	default:
		return 0;
	}
}

/* Where a code lies: BIT-ORDER as one rule. The nibble formats put weight j + 16 above weight j; the rest are one
 * little-endian string of code_bits a weight. */
static uint32_t first_bit(ch_format format, uint32_t weight)
{
	if (format == CH_FP4 || format == CH_FP4_FAST)
		return 8u * (weight % CH_HALF_WEIGHTS) + 4u * (weight / CH_HALF_WEIGHTS);
	return formats[format].code_bits * weight;
}

uint32_t ch_block_code(ch_format format, const void *block, uint32_t weight)
{
	const uint8_t *qs = block;
	uint32_t bit = first_bit(format, weight);
	uint32_t code = 0;

	for (uint32_t i = 0; i < formats[format].code_bits; i++)
		code |= ((uint32_t)qs[(bit + i) / 8u] >> ((bit + i) % 8u) & 1u) << i;
	return code;
}

void ch_block_set_code(ch_format format, void *block, uint32_t weight, uint32_t code)
{
	uint8_t *qs = block;
	uint32_t bit = first_bit(format, weight);

	for (uint32_t i = 0; i < formats[format].code_bits; i++) {
		uint8_t mask = (uint8_t)(1u << ((bit + i) % 8u));
		uint8_t *byte = &qs[(bit + i) / 8u];

		*byte = (uint8_t)(code >> i & 1u ? *byte | mask : *byte & ~mask);
	}
}

static uint32_t scale_offset(ch_format format, uint32_t half)
{
	return formats[format].payload_bytes + (formats[format].scale_count == 2 ? half : 0);
}

uint8_t ch_block_scale(ch_format format, const void *block, uint32_t weight)
{
	return ((const uint8_t *)block)[scale_offset(format, weight / CH_HALF_WEIGHTS)];
}

void ch_block_set_scale(ch_format format, void *block, uint32_t half, uint8_t e)
{
	((uint8_t *)block)[scale_offset(format, half)] = e;
}

ch_status ch_decode_plain(ch_format format, int64_t k, int64_t rows, const void *w, float *y)
{
	size_t bytes;
	ch_status status = ch_weights_bytes(format, k, rows, &bytes);

	if (status)
		return status;
	if (bytes && (!w || !y))
		return CH_BAD_ARGUMENT;
	for (size_t offset = 0; offset < bytes; offset += formats[format].block_bytes) {
		const uint8_t *block = (const uint8_t *)w + offset;

		for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++) {
			float value = (float)ch_code_value(format, ch_block_code(format, block, i));

			*y++ = value * ch_scale_value(ch_block_scale(format, block, i));
		}
	}
	return CH_OK;
}

ch_status ch_validate(ch_format format, int64_t k, int64_t rows, const void *w, ch_bad_scale *bad)
{
	size_t bytes;
	ch_status status = ch_weights_bytes(format, k, rows, &bytes);

	if (status)
		return status;
	if (bytes && !w)
		return CH_BAD_ARGUMENT;
	const ch_format_info *info = &formats[format];
	int64_t row_blocks = k / CH_BLOCK_WEIGHTS;

	for (int64_t i = 0; i < row_blocks * rows; i++) {
		const uint8_t *scales = (const uint8_t *)w + (size_t)i * info->block_bytes + info->payload_bytes;

		for (uint32_t half = 0; half < info->scale_count; half++) {
			if (ch_scale_valid(scales[half]))
				continue;
			if (bad)
				*bad = (ch_bad_scale){i / row_blocks, i % row_blocks, half, scales[half]};
			return CH_BAD_SCALE;
		}
	}
	return CH_OK;
}
