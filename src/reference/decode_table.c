/* SPDX-License-Identifier: Apache-2.0
 *
 * Decoding from tables: the same bytes as ch_decode_plain, because the table's entries are the code values and the product
 * is the same one multiplication. The tables are constants, so nothing is built at run time; tests/unit/test_decode_table.c
 * holds them against CODE-TABLE over every code, scale and position. */
#include <string.h>

#include "checkhip/formats.h"

/* SCALE-VALUE: eight to a row, 2^(x-11) times 8..15; the bytes that SCALE-VALID refuses stay 0. */
#define NORMAL_BUT_LAST(p) 8 * p, 9 * p, 10 * p, 11 * p, 12 * p, 13 * p, 14 * p
#define NORMAL(p) NORMAL_BUT_LAST(p), 15 * p
#define SUBNORMAL(p) 0, 1 * p, 2 * p, 3 * p, 4 * p, 5 * p, 6 * p, 7 * p
static const float scale_values[256] = {
	SUBNORMAL(0x1p-10f), NORMAL(0x1p-10f), NORMAL(0x1p-9f), NORMAL(0x1p-8f),
	NORMAL(0x1p-7f),     NORMAL(0x1p-6f),  NORMAL(0x1p-5f), NORMAL(0x1p-4f),
	NORMAL(0x1p-3f),     NORMAL(0x1p-2f),  NORMAL(0x1p-1f), NORMAL(0x1p0f),
	NORMAL(0x1p1f),	     NORMAL(0x1p2f),   NORMAL(0x1p3f),	NORMAL_BUT_LAST(0x1p4f),
};
#undef NORMAL_BUT_LAST
#undef NORMAL
#undef SUBNORMAL

/* CODE-TABLE by pairs of neighbours: at 2 * (high code << bits | low code) stand the low code's value and the high's. */
#define FP2_ROW(high) -1, high, 0, high, 1, high, 2, high
static const float fp2_pairs[2 * 16] = {FP2_ROW(-1), FP2_ROW(0), FP2_ROW(1), FP2_ROW(2)};
#undef FP2_ROW

#define FP3_ROW(high) 0, high, 1, high, 2, high, 4, high, 0, high, -1, high, -2, high, -4, high
static const float fp3_pairs[2 * 64] = {
	FP3_ROW(0), FP3_ROW(1), FP3_ROW(2), FP3_ROW(4), FP3_ROW(0), FP3_ROW(-1), FP3_ROW(-2), FP3_ROW(-4),
};
#undef FP3_ROW

static const float fp4_values[16] = {0, 1, 2, 3, 4, 6, 8, 10, 0, -1, -2, -3, -4, -6, -8, -10};

/* Sign and magnitude; code 32 is +0: ZERO-SIGN. */
static const float fp6_values[64] = {
	0,   1,	  2,   3,   4,	 5,   6,   7,	8,   9,	  10,  11,  12,	 13,  14,  15,	16,  17,  18,  19,  20,	 21,
	22,  23,  24,  25,  26,	 27,  28,  29,	30,  31,  0,   -1,  -2,	 -3,  -4,  -5,	-6,  -7,  -8,  -9,  -10, -11,
	-12, -13, -14, -15, -16, -17, -18, -19, -20, -21, -22, -23, -24, -25, -26, -27, -28, -29, -30, -31,
};

static uint32_t little_endian(const uint8_t *bytes, uint32_t count)
{
	uint32_t value = 0;

	for (uint32_t i = 0; i < count; i++)
		value |= (uint32_t)bytes[i] << 8 * i;
	return value;
}

static void decode_fp2(const uint8_t *block, float *y)
{
	for (uint32_t half = 0; half < 2; half++) {
		uint32_t codes = little_endian(block + 4 * half, 4);
		float scale = scale_values[block[8 + half]];

		for (uint32_t i = 0; i < CH_HALF_WEIGHTS; i += 2, y += 2) {
			const float *pair = fp2_pairs + 2 * (codes >> 2 * i & 15u);

			y[0] = pair[0] * scale;
			y[1] = pair[1] * scale;
		}
	}
}

/* 48 bits a half-block, in two words of 24 so that no pair straddles them. */
static void decode_fp3(const uint8_t *block, float *y)
{
	for (uint32_t quarter = 0; quarter < 4; quarter++) {
		uint32_t codes = little_endian(block + 3 * quarter, 3);
		float scale = scale_values[block[12 + quarter / 2]];

		for (uint32_t i = 0; i < 8; i += 2, y += 2) {
			const float *pair = fp3_pairs + 2 * (codes >> 3 * i & 63u);

			y[0] = pair[0] * scale;
			y[1] = pair[1] * scale;
		}
	}
}

static void decode_nibbles(const uint8_t *qs, float low_scale, float high_scale, float *y)
{
	for (uint32_t i = 0; i < CH_HALF_WEIGHTS; i++) {
		y[i] = fp4_values[qs[i] & 15u] * low_scale;
		y[i + CH_HALF_WEIGHTS] = fp4_values[qs[i] >> 4] * high_scale;
	}
}

static void decode_fp4(const uint8_t *block, float *y)
{
	decode_nibbles(block, scale_values[block[16]], scale_values[block[17]], y);
}

static void decode_fp4_fast(const uint8_t *block, float *y)
{
	decode_nibbles(block, scale_values[block[16]], scale_values[block[16]], y);
}

static void decode_fp6(const uint8_t *block, float *y)
{
	for (uint32_t quad = 0; quad < 8; quad++, y += 4) {
		uint32_t codes = little_endian(block + 3 * quad, 3);
		float scale = scale_values[block[24 + quad / 4]];

		for (uint32_t i = 0; i < 4; i++)
			y[i] = fp6_values[codes >> 6 * i & 63u] * scale;
	}
}

static void decode_fp8(const uint8_t *block, float *y)
{
	float scale = scale_values[block[32]];

	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
		y[i] = (float)(int8_t)block[i] * scale;
}

ch_status ch_decode(ch_format format, int64_t k, int64_t rows, const void *w, float *y)
{
	static void (*const decoders[CH_FORMAT_COUNT])(const uint8_t *block, float *y) = {
		[CH_FP2] = decode_fp2,		 [CH_FP3] = decode_fp3, [CH_FP4] = decode_fp4,
		[CH_FP4_FAST] = decode_fp4_fast, [CH_FP6] = decode_fp6, [CH_FP8] = decode_fp8,
	};
	size_t bytes;
	ch_status status = ch_weights_bytes(format, k, rows, &bytes);

	if (status)
		return status;
	if (bytes && (!w || !y))
		return CH_BAD_ARGUMENT;
	uint32_t block_bytes = ch_format_get(format)->block_bytes;

	for (size_t offset = 0; offset < bytes; offset += block_bytes, y += CH_BLOCK_WEIGHTS)
		decoders[format]((const uint8_t *)w + offset, y);
	return CH_OK;
}
