/* SPDX-License-Identifier: Apache-2.0
 *
 * Lookalikes: what other trees, and common mistakes, make of the same bytes. One decoder with a few choices; a row of the
 * table is the contract with some of them taken wrongly. */
#include <math.h>

#include "checkhip/reference.h"

/* The contract's own choice is 0 everywhere, so that a row names only what it has wrong. */
enum bits { BITS_CONTRACT, BITS_HIGH_FIRST, BITS_NIBBLES_SWAPPED, BITS_INTERLEAVED, BITS_WORDS, BITS_PLANES };
enum codes {
	CODES_CONTRACT,
	CODES_TWOS_COMPLEMENT,
	CODES_OFFSET,
	CODES_UNSIGNED,
	CODES_SIGN_MAGNITUDE,
	CODES_SIGN_LOW,
	CODES_NEXT,
	CODES_PREVIOUS,
	CODES_FP2_WIDE,
	CODES_E2M1,
	CODES_MINUS_ZERO
};
enum scales {
	SCALES_CONTRACT,
	SCALES_FULL,
	SCALES_QUARTER,
	SCALES_E8M0,
	SCALES_SUBNORMAL_NORMAL,
	SCALES_SUBNORMAL_ZERO,
	SCALES_UNCHECKED,
	SCALES_NAN,
	SCALES_SIGNED,
	SCALES_TOP_BIT_DROPPED
};
enum halves {
	HALVES_CONTRACT,
	HALVES_SWAPPED,
	HALVES_FIRST,
	HALVES_SECOND,
	HALVES_AVERAGE,
	HALVES_PARITY,
	HALVES_QUARTERS
};
enum shapes { SHAPE_CONTRACT, SHAPE_AFFINE, SHAPE_AFFINE_MINUS, SHAPE_PLUS_ZERO };
enum strides { STRIDE_CONTRACT, STRIDE_SHORT, STRIDE_LONG, STRIDE_PADDED };

typedef struct view {
	ch_lookalike name;
	uint32_t formats; /* bit 1u << ch_format */
	enum bits bits;
	enum codes codes;
	enum scales scales;
	enum halves halves;
	enum shapes shape;
	enum strides stride;
} view;

enum {
	FP2 = 1 << CH_FP2,
	FP3 = 1 << CH_FP3,
	FP4 = 1 << CH_FP4,
	FP4_FAST = 1 << CH_FP4_FAST,
	FP6 = 1 << CH_FP6,
	FP8 = 1 << CH_FP8,
	NIBBLES = FP4 | FP4_FAST,
	SIGNED = FP3 | NIBBLES | FP6, /* a sign bit above a magnitude */
	TWO_SCALES = FP2 | FP3 | FP4 | FP6,
	EVERY = FP2 | FP3 | NIBBLES | FP6 | FP8
};

/* Where several rows fit, the first is named: the likelier mistake comes first. */
static const view views[] = {
	{{"full-e4m3", "the usual E4M3 scale, not halved", "SCALE-VALUE"}, EVERY, .scales = SCALES_FULL},
	{{"halves-swapped", "the scale halves swapped", "SCALE-SPLIT"}, TWO_SCALES, .halves = HALVES_SWAPPED},
	{{"first-scale", "e[0] for the whole block", "SCALE-SPLIT"}, TWO_SCALES, .halves = HALVES_FIRST},
	{{"second-scale", "e[1] for the whole block", "SCALE-SPLIT"}, TWO_SCALES, .halves = HALVES_SECOND},
	{{"average-scale", "the mean of both scales for the whole block", "SCALE-SPLIT"},
	 TWO_SCALES,
	 .halves = HALVES_AVERAGE},
	{{"scale-by-quarters", "the scales by quarters, e[0] e[1] e[0] e[1], as where a sub-block has 8 weights",
	  "SCALE-SPLIT"},
	 TWO_SCALES,
	 .halves = HALVES_QUARTERS},
	{{"scale-by-parity", "e[0] for even and e[1] for odd weights", "SCALE-SPLIT"},
	 TWO_SCALES,
	 .halves = HALVES_PARITY},
	{{"high-bits-first", "the codes read from the high bits down", "BIT-ORDER"},
	 FP2 | FP3 | FP6,
	 .bits = BITS_HIGH_FIRST},
	{{"nibbles-swapped", "the nibbles swapped", "BIT-ORDER"}, NIBBLES, .bits = BITS_NIBBLES_SWAPPED},
	{{"interleaved", "a byte's nibbles taken as weights 2j and 2j + 1", "BIT-ORDER"},
	 NIBBLES,
	 .bits = BITS_INTERLEAVED},
	{{"words", "the dense codes read as 32 / bits whole codes a 32-bit word", "BIT-ORDER"},
	 FP3 | FP6,
	 .bits = BITS_WORDS},
	{{"planes", "low and high parts of the codes read from separate planes", "BIT-ORDER"},
	 FP2 | FP3 | FP6,
	 .bits = BITS_PLANES},
	{{"fp2-wide", "the table -4, -1, 1, 4 that other trees give the same id", "CODE-TABLE"},
	 FP2,
	 .codes = CODES_FP2_WIDE},
	{{"affine", "the affine meaning, e[0] a scale and e[1] an offset", "CODE-TABLE"}, FP2, .shape = SHAPE_AFFINE},
	{{"affine-minus", "the affine meaning, e[0] a scale and e[1] an offset that is subtracted", "CODE-TABLE"},
	 FP2,
	 .shape = SHAPE_AFFINE_MINUS},
	{{"e2m1", "the E2M1 table, whose largest magnitude is 12 in place of 10", "CODE-TABLE"},
	 NIBBLES,
	 .codes = CODES_E2M1},
	{{"twos-complement", "two's complement codes", "CODE-TABLE"}, FP2 | SIGNED, .codes = CODES_TWOS_COMPLEMENT},
	{{"offset-binary", "offset binary codes", "CODE-TABLE"}, EVERY, .codes = CODES_OFFSET},
	{{"unsigned", "unsigned codes", "CODE-TABLE"}, EVERY, .codes = CODES_UNSIGNED},
	{{"sign-magnitude", "codes read as sign and magnitude", "CODE-TABLE"}, FP8, .codes = CODES_SIGN_MAGNITUDE},
	{{"sign-low", "sign and magnitude swapped, the sign in the lowest bit", "CODE-TABLE"},
	 SIGNED,
	 .codes = CODES_SIGN_LOW},
	{{"table-up", "the table shifted by one, the value of the next code", "CODE-TABLE"},
	 EVERY,
	 .codes = CODES_NEXT},
	{{"table-down", "the table shifted by one, the value of the code before", "CODE-TABLE"},
	 EVERY,
	 .codes = CODES_PREVIOUS},
	{{"minus-zero", "a sign bit with magnitude zero decoded as -0", "ZERO-SIGN"},
	 SIGNED,
	 .codes = CODES_MINUS_ZERO},
	{{"plus-zero", "the sign lost where a negative code meets a zero scale", "ZERO-SIGN"},
	 EVERY,
	 .shape = SHAPE_PLUS_ZERO},
	{{"quarter-scale", "the scale halved twice", "SCALE-VALUE"}, EVERY, .scales = SCALES_QUARTER},
	{{"e8m0", "E8M0 scales", "SCALE-VALUE"}, EVERY, .scales = SCALES_E8M0},
	{{"subnormal-normal", "subnormal scales read as normal", "SCALE-VALUE"},
	 EVERY,
	 .scales = SCALES_SUBNORMAL_NORMAL},
	{{"subnormal-zero", "subnormal scales flushed to zero", "SCALE-VALUE"}, EVERY, .scales = SCALES_SUBNORMAL_ZERO},
	{{"unchecked-scale", "invalid scale bytes put through the formula", "SCALE-VALID"},
	 EVERY,
	 .scales = SCALES_UNCHECKED},
	{{"nan-scale", "invalid scale bytes taken as NaN", "SCALE-VALID"}, EVERY, .scales = SCALES_NAN},
	{{"signed-scale", "the scale's top bit taken as a sign", "SCALE-VALID"}, EVERY, .scales = SCALES_SIGNED},
	{{"scale-top-bit", "the scale's top bit dropped", "SCALE-VALID"}, EVERY, .scales = SCALES_TOP_BIT_DROPPED},
	{{"stride-short", "blocks taken one byte too close, as in a type with one scale less", "BLOCK-ALIGN"},
	 EVERY,
	 .stride = STRIDE_SHORT},
	{{"stride-long", "blocks taken one byte too far apart, as in a type with one scale more", "BLOCK-ALIGN"},
	 EVERY,
	 .stride = STRIDE_LONG},
	{{"stride-padded", "blocks padded to a multiple of four bytes", "BLOCK-ALIGN"}, EVERY, .stride = STRIDE_PADDED},
};

uint32_t ch_lookalike_count(void)
{
	return (uint32_t)(sizeof(views) / sizeof(views[0]));
}

const ch_lookalike *ch_lookalike_get(uint32_t index)
{
	return index < ch_lookalike_count() ? &views[index].name : NULL;
}

/* `bytes` is what is left of the buffer from the block on: what lies beyond it reads as 0. */
static uint32_t bits_at(const uint8_t *block, size_t bytes, uint32_t bit, uint32_t count)
{
	uint32_t code = 0;

	for (uint32_t i = 0; i < count; i++) {
		size_t byte = (bit + i) / 8u;

		if (byte < bytes)
			code |= ((uint32_t)block[byte] >> (bit + i) % 8u & 1u) << i;
	}
	return code;
}

static uint32_t code_high_first(const uint8_t *block, size_t bytes, uint32_t weight, uint32_t count)
{
	uint32_t code = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t bit = count * weight + i;

		code = code << 1 | bits_at(block, bytes, (bit & ~7u) + 7u - bit % 8u, 1);
	}
	return code;
}

/* fp2: four planes of eight bytes. fp3, fp6: the low 2 or 4 bits of all weights, then the rest. */
static uint32_t code_planes(ch_format format, const uint8_t *block, size_t bytes, uint32_t weight)
{
	if (format == CH_FP2)
		return bits_at(block, bytes, 8u * (weight % 8u) + 2u * (weight / 8u), 2);
	uint32_t low = format == CH_FP3 ? 2 : 4, high = format == CH_FP3 ? 1 : 2;

	return bits_at(block, bytes, low * weight, low) |
	       bits_at(block, bytes, low * CH_BLOCK_WEIGHTS + high * weight, high) << low;
}

static uint32_t code_at(enum bits order, ch_format format, const uint8_t *block, size_t bytes, uint32_t weight)
{
	uint32_t count = ch_format_get(format)->code_bits;
	uint32_t a_word = 32u / count;

	switch (order) {
	case BITS_HIGH_FIRST:
		return code_high_first(block, bytes, weight, count);
	case BITS_NIBBLES_SWAPPED:
		return ch_block_code(format, block, weight ^ CH_HALF_WEIGHTS);
	case BITS_INTERLEAVED:
		return bits_at(block, bytes, count * weight, count);
	case BITS_WORDS:
		return bits_at(block, bytes, 32u * (weight / a_word) + count * (weight % a_word), count);
	case BITS_PLANES:
		return code_planes(format, block, bytes, weight);
	default:
		return ch_block_code(format, block, weight);
	}
}

static float signed_by(bool negative, int32_t magnitude)
{
	return negative ? -(float)magnitude : (float)magnitude;
}

static float value_of(enum codes meaning, ch_format format, uint32_t code)
{
	static const int8_t wide[4] = {-4, -1, 1, 4};
	static const int8_t e2m1[8] = {0, 1, 2, 3, 4, 6, 8, 12};
	uint32_t bits = ch_format_get(format)->code_bits;
	uint32_t sign = 1u << (bits - 1u), mask = 2u * sign - 1u;
	int32_t value;

	switch (meaning) {
	case CODES_TWOS_COMPLEMENT:
		return (float)((int32_t)(code ^ sign) - (int32_t)sign);
	case CODES_OFFSET:
		return (float)((int32_t)code - (int32_t)sign);
	case CODES_UNSIGNED:
		return (float)code;
	case CODES_SIGN_MAGNITUDE:
		return signed_by(code & sign, (int32_t)(code & ~sign));
	case CODES_SIGN_LOW:
		return (float)ch_code_value(format, (code & 1u) * sign | code >> 1);
	case CODES_NEXT:
		return (float)ch_code_value(format, (code + 1u) & mask);
	case CODES_PREVIOUS:
		return (float)ch_code_value(format, (code - 1u) & mask);
	case CODES_FP2_WIDE:
		return (float)wide[code & 3u];
	case CODES_E2M1:
		return signed_by((code & sign) && (code & 7u), e2m1[code & 7u]);
	case CODES_MINUS_ZERO:
		value = ch_code_value(format, code);
		return value == 0 && (code & sign) ? -0.0f : (float)value;
	default:
		return (float)ch_code_value(format, code);
	}
}

/* SCALE-VALUE's formula without its two conditions. */
static float scale_formula(uint32_t e)
{
	return ldexpf((float)(8u + (e & 7u)), (int)(e >> 3) - 11);
}

static float scale_of(enum scales meaning, uint8_t e)
{
	bool subnormal = e < 8u;
	float value = ch_scale_value(e);

	switch (meaning) {
	case SCALES_FULL:
		return 2.0f * value;
	case SCALES_QUARTER:
		return 0.5f * value;
	case SCALES_E8M0:
		return e == 255u ? NAN : ldexpf(1.0f, (int)e - 127);
	case SCALES_SUBNORMAL_NORMAL:
		return subnormal ? scale_formula(e) : value;
	case SCALES_SUBNORMAL_ZERO:
		return subnormal ? 0.0f : value;
	case SCALES_UNCHECKED:
		return subnormal ? value : scale_formula(e);
	case SCALES_NAN:
		return ch_scale_valid(e) ? value : NAN;
	case SCALES_SIGNED:
		return e & 128u ? -ch_scale_value(e & 127u) : value;
	case SCALES_TOP_BIT_DROPPED:
		return ch_scale_value(e & 127u);
	default:
		return value;
	}
}

static float weight_scale(const view *one, ch_format format, const uint8_t *block, uint32_t weight)
{
	float first = scale_of(one->scales, ch_block_scale(format, block, 0));
	float second = scale_of(one->scales, ch_block_scale(format, block, CH_HALF_WEIGHTS));
	bool in_second = weight >= CH_HALF_WEIGHTS;

	switch (one->halves) {
	case HALVES_SWAPPED:
		return in_second ? first : second;
	case HALVES_FIRST:
		return first;
	case HALVES_SECOND:
		return second;
	case HALVES_AVERAGE:
		return 0.5f * (first + second);
	case HALVES_QUARTERS:
		return weight / 8u & 1u ? second : first;
	case HALVES_PARITY:
		return weight & 1u ? second : first;
	default:
		return in_second ? second : first;
	}
}

static float decode_weight(const view *one, ch_format format, const uint8_t *block, size_t bytes, uint32_t weight)
{
	uint32_t code = code_at(one->bits, format, block, bytes, weight);

	if (one->shape == SHAPE_AFFINE || one->shape == SHAPE_AFFINE_MINUS) {
		float scale = ch_scale_value(ch_block_scale(format, block, 0));
		float offset = ch_scale_value(ch_block_scale(format, block, CH_HALF_WEIGHTS));

		return (float)code * scale + (one->shape == SHAPE_AFFINE ? offset : -offset);
	}
	float y = value_of(one->codes, format, code) * weight_scale(one, format, block, weight);

	return one->shape == SHAPE_PLUS_ZERO && y == 0.0f ? 0.0f : y;
}

static size_t stride_of(enum strides stride, size_t block_bytes)
{
	switch (stride) {
	case STRIDE_SHORT:
		return block_bytes - 1u;
	case STRIDE_LONG:
		return block_bytes + 1u;
	case STRIDE_PADDED:
		return (block_bytes + 3u) / 4u * 4u;
	default:
		return block_bytes;
	}
}

ch_status ch_lookalike_decode(uint32_t index, ch_format format, int64_t k, int64_t rows, const void *w, float *y)
{
	size_t bytes;
	ch_status status = ch_weights_bytes(format, k, rows, &bytes);

	if (status)
		return status;
	if (index >= ch_lookalike_count() || (bytes && (!w || !y)))
		return CH_BAD_ARGUMENT;
	const view *one = &views[index];

	if (!(one->formats >> format & 1u))
		return CH_UNSUPPORTED;
	size_t block_bytes = ch_format_get(format)->block_bytes;
	size_t stride = stride_of(one->stride, block_bytes);

	for (size_t b = 0; b < bytes / block_bytes; b++) {
		/* a stride that runs off the end stays on the last whole block: NO-OVERREAD binds us too */
		size_t offset = b * stride < bytes - block_bytes ? b * stride : bytes - block_bytes;
		const uint8_t *block = (const uint8_t *)w + offset;

		for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
			*y++ = decode_weight(one, format, block, bytes - offset, i);
	}
	return CH_OK;
}
