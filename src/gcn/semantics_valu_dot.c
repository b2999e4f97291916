/* SPDX-License-Identifier: Apache-2.0
 *
 * Dot products of bytes, nibbles and pairs of small floats. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter "Instructions", section VOP3P. */
#include "gcn/lane_half.h"
#include "gcn/semantics.h"

static uint32_t saturate_u32(uint64_t value)
{
	return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

static uint32_t saturate_i32(int64_t value)
{
	return value > INT32_MAX ? (uint32_t)INT32_MAX : value < INT32_MIN ? (uint32_t)INT32_MIN : (uint32_t)value;
}

/* The sum of the products and the accumulator: wrapped, or clamped as signed (below 0) or unsigned (above). */
static inline uint32_t add_sum(int32_t sum, uint32_t accumulator, int clamp)
{
	if (clamp == 0)
		return (uint32_t)sum + accumulator;
	if (clamp < 0)
		return saturate_i32((int64_t)sum + (int32_t)accumulator);
	return saturate_u32((uint64_t)(uint32_t)sum + accumulator);
}

static inline int32_t byte_value(uint32_t word, uint32_t i, bool is_signed)
{
	const uint32_t byte = word >> (8 * i) & 0xff;
	return is_signed ? (int32_t)(int8_t)byte : (int32_t)byte;
}

static inline void dot4(ch_lanes *x, bool signed_a, bool signed_b, int clamp)
{
	uint32_t *restrict d = x->d[0];
	const uint32_t *a = x->s[0][0], *b = x->s[1][0], *c = x->s[2][0];
	CH_LANE_LOOP
	{
		int32_t sum = 0;
		for (uint32_t i = 0; i < 4; i++)
			sum += byte_value(a[l], i, signed_a) * byte_value(b[l], i, signed_b);
		d[l] = add_sum(sum, c[l], clamp);
	}
}

static void lane_dot4_i32_i8(ch_lanes *x)
{
	dot4(x, true, true, 0);
}

static void lane_dot4_i32_i8_clamp(ch_lanes *x)
{
	dot4(x, true, true, -1);
}

static void lane_dot4_u32_u8(ch_lanes *x)
{
	dot4(x, false, false, 0);
}

static void lane_dot4_u32_u8_clamp(ch_lanes *x)
{
	dot4(x, false, false, 1);
}

static inline void dot4_by_sign(ch_lanes *x, int clamp)
{
	switch (x->select & 3) {
	case 0:
		dot4(x, false, false, clamp);
		break;
	case 1:
		dot4(x, true, false, clamp);
		break;
	case 2:
		dot4(x, false, true, clamp);
		break;
	default:
		dot4(x, true, true, clamp);
		break;
	}
}

static void lane_dot4_i32_iu8(ch_lanes *x)
{
	dot4_by_sign(x, 0);
}

static void lane_dot4_i32_iu8_clamp(ch_lanes *x)
{
	dot4_by_sign(x, -1);
}

static inline int32_t nibble_value(uint32_t word, uint32_t i, bool is_signed)
{
	const uint32_t up = word << (28 - 4 * i);
	return is_signed ? (int32_t)up >> 28 : (int32_t)(up >> 28);
}

static inline void dot8(ch_lanes *x, bool signed_a, bool signed_b, int clamp)
{
	uint32_t *restrict d = x->d[0];
	const uint32_t *a = x->s[0][0], *b = x->s[1][0], *c = x->s[2][0];
	CH_LANE_LOOP
	{
		int32_t sum = 0;
		for (uint32_t i = 0; i < 8; i++)
			sum += nibble_value(a[l], i, signed_a) * nibble_value(b[l], i, signed_b);
		d[l] = add_sum(sum, c[l], clamp);
	}
}

static void lane_dot8_i32_i4(ch_lanes *x)
{
	dot8(x, true, true, 0);
}

static void lane_dot8_i32_i4_clamp(ch_lanes *x)
{
	dot8(x, true, true, -1);
}

static void lane_dot8_u32_u4(ch_lanes *x)
{
	dot8(x, false, false, 0);
}

static void lane_dot8_u32_u4_clamp(ch_lanes *x)
{
	dot8(x, false, false, 1);
}

static void lane_dot8_i32_iu4(ch_lanes *x)
{
	dot8(x, x->select & 1, x->select >> 1 & 1, 0);
}

static void lane_dot8_i32_iu4_clamp(ch_lanes *x)
{
	dot8(x, x->select & 1, x->select >> 1 & 1, -1);
}

/* Pairs of 16-bit integers. */
static inline void dot2_16(ch_lanes *x, bool is_signed, bool clamp)
{
	uint32_t *restrict d = x->d[0];
	const uint32_t *a = x->s[0][0], *b = x->s[1][0], *c = x->s[2][0];
	CH_LANE_LOOP
	{
		const int64_t low = (int64_t)low_i(a[l]) * low_i(b[l]),
			      high = (int64_t)low_i(a[l] >> 16) * low_i(b[l] >> 16);
		const uint64_t sum =
			(uint64_t)(a[l] & 0xffff) * (b[l] & 0xffff) + (uint64_t)(a[l] >> 16) * (b[l] >> 16) + c[l];
		const int64_t signed_sum = low + high + (int32_t)c[l];
		if (clamp)
			d[l] = is_signed ? saturate_i32(signed_sum) : saturate_u32(sum);
		else
			d[l] = is_signed ? (uint32_t)signed_sum : (uint32_t)sum;
	}
}

static void lane_dot2_i32_i16(ch_lanes *x)
{
	dot2_16(x, true, false);
}

static void lane_dot2_i32_i16_clamp(ch_lanes *x)
{
	dot2_16(x, true, true);
}

static void lane_dot2_u32_u16(ch_lanes *x)
{
	dot2_16(x, false, false);
}

static void lane_dot2_u32_u16_clamp(ch_lanes *x)
{
	dot2_16(x, false, true);
}

/* The addend first, then each product, as the pseudocode of the documents has it. What the hardware does about subnormals and
 * rounding in between, they do not say: the result is no evidence about a card. */
static inline uint32_t dot2(float a0, float b0, float a1, float b1, float c)
{
	float sum = c + a0 * b0;
	sum += a1 * b1;
	return sum != sum ? CH_NAN_32 : bits_of(sum);
}

static void lane_dot2_f32_f16(ch_lanes *x)
{
	uint32_t *restrict d = x->d[0];
	const uint32_t *a = x->s[0][0], *b = x->s[1][0], *c = x->s[2][0];
	CH_LANE_LOOP
	d[l] = dot2(float_of(widen_half(a[l] & 0xffff)), float_of(widen_half(b[l] & 0xffff)),
		    float_of(widen_half(a[l] >> 16)), float_of(widen_half(b[l] >> 16)), float_of(c[l]));
}

static void lane_dot2_f32_bf16(ch_lanes *x)
{
	uint32_t *restrict d = x->d[0];
	const uint32_t *a = x->s[0][0], *b = x->s[1][0], *c = x->s[2][0];
	CH_LANE_LOOP
	d[l] = dot2(float_of(a[l] << 16), float_of(b[l] << 16), float_of(a[l] & UINT32_C(0xffff0000)),
		    float_of(b[l] & UINT32_C(0xffff0000)), float_of(c[l]));
}

/* clang-format off */
#define ROW(name, on, flags, a, b, c, lane, clamped) {name, flags, on, CH_EXACT, CH_B32, {a, b, c}, lane, clamped}

const ch_valu_row CH_ROWS(ch_valu_dot_rows)[] = {
	ROW("v_dot4_i32_i8", CH_ON_GFX9, 0, CH_B32, CH_B32, CH_B32, lane_dot4_i32_i8, lane_dot4_i32_i8_clamp),
	ROW("v_dot4_u32_u8", CH_ON_ALL, 0, CH_B32, CH_B32, CH_B32, lane_dot4_u32_u8, lane_dot4_u32_u8_clamp),
	ROW("v_dot4_i32_iu8", CH_ON_RDNA, 0, CH_BYTES, CH_BYTES, CH_B32, lane_dot4_i32_iu8, lane_dot4_i32_iu8_clamp),
	ROW("v_dot8_i32_i4", CH_ON_GFX9, 0, CH_B32, CH_B32, CH_B32, lane_dot8_i32_i4, lane_dot8_i32_i4_clamp),
	ROW("v_dot8_u32_u4", CH_ON_ALL, 0, CH_B32, CH_B32, CH_B32, lane_dot8_u32_u4, lane_dot8_u32_u4_clamp),
	ROW("v_dot8_i32_iu4", CH_ON_RDNA, 0, CH_BYTES, CH_BYTES, CH_B32, lane_dot8_i32_iu4, lane_dot8_i32_iu4_clamp),
	ROW("v_dot2_i32_i16", CH_ON_GFX9, 0, CH_PK_B16, CH_PK_B16, CH_B32, lane_dot2_i32_i16, lane_dot2_i32_i16_clamp),
	ROW("v_dot2_u32_u16", CH_ON_GFX9, 0, CH_PK_B16, CH_PK_B16, CH_B32, lane_dot2_u32_u16, lane_dot2_u32_u16_clamp),
	{"v_dot2_f32_f16", 0, CH_ON_ALL, CH_APPROXIMATE, CH_F32, {CH_PK_F16, CH_PK_F16, CH_F32}, lane_dot2_f32_f16, NULL},
	{"v_dot2_f32_bf16", 0, CH_ON_RDNA, CH_APPROXIMATE, CH_F32, {CH_PK_B16, CH_PK_B16, CH_F32}, lane_dot2_f32_bf16, NULL},
	{"v_dot2acc_f32_f16", CH_ACCUMULATE, CH_ON_GFX11, CH_APPROXIMATE, CH_F32, {CH_PK_F16, CH_PK_F16, CH_F32}, lane_dot2_f32_f16, NULL},
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
