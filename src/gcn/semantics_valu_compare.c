/* SPDX-License-Identifier: Apache-2.0
 *
 * Comparisons: one bit a lane. v_cmpx_* has the row of v_cmp_*. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter
 * "Instructions", section VOPC. */
#include "gcn/lane_float.h"
#include "gcn/semantics.h"

/* The six orders of an integer type. `low` brings the 32-bit source to the type's range first. */
#define CH_INTEGER_COMPARES(type, c_type, bits)          \
	CH_LANE_COMPARE(lt_##type, c_type, bits, a < b)  \
	CH_LANE_COMPARE(eq_##type, c_type, bits, a == b) \
	CH_LANE_COMPARE(le_##type, c_type, bits, a <= b) \
	CH_LANE_COMPARE(gt_##type, c_type, bits, a > b)  \
	CH_LANE_COMPARE(ne_##type, c_type, bits, a != b) \
	CH_LANE_COMPARE(ge_##type, c_type, bits, a >= b)

#define CH_FLOAT_COMPARE(name, value_type, value_of, bits, condition)                                        \
	static void lane_##name(ch_lanes *x)                                                                 \
	{                                                                                                    \
		const uint32_t *sa = x->s[0][0], *sb = x->s[1][0];                                           \
		const uint32_t *sah = (bits) == 64 ? x->s[0][1] : sa, *sbh = (bits) == 64 ? x->s[1][1] : sb; \
		uint32_t result = 0;                                                                         \
		CH_LANE_LOOP                                                                                 \
		{                                                                                            \
			const value_type a = value_of(sa[l], sah[l]), b = value_of(sb[l], sbh[l]);           \
			result |= (uint32_t)(condition) << l;                                                \
		}                                                                                            \
		x->result = result;                                                                          \
	}

/* lg, neq, ...: "less or greater" is false with a NaN, "not equal" is true. */
#define CH_FLOAT_COMPARES(type, value_type, value_of, bits)                            \
	CH_FLOAT_COMPARE(lt_##type, value_type, value_of, bits, a < b)                 \
	CH_FLOAT_COMPARE(eq_##type, value_type, value_of, bits, a == b)                \
	CH_FLOAT_COMPARE(le_##type, value_type, value_of, bits, a <= b)                \
	CH_FLOAT_COMPARE(gt_##type, value_type, value_of, bits, a > b)                 \
	CH_FLOAT_COMPARE(lg_##type, value_type, value_of, bits, (a < b) | (a > b))     \
	CH_FLOAT_COMPARE(ge_##type, value_type, value_of, bits, a >= b)                \
	CH_FLOAT_COMPARE(o_##type, value_type, value_of, bits, (a == a) & (b == b))    \
	CH_FLOAT_COMPARE(u_##type, value_type, value_of, bits, (a != a) | (b != b))    \
	CH_FLOAT_COMPARE(nge_##type, value_type, value_of, bits, !(a >= b))            \
	CH_FLOAT_COMPARE(nlg_##type, value_type, value_of, bits, !((a < b) | (a > b))) \
	CH_FLOAT_COMPARE(ngt_##type, value_type, value_of, bits, !(a > b))             \
	CH_FLOAT_COMPARE(nle_##type, value_type, value_of, bits, !(a <= b))            \
	CH_FLOAT_COMPARE(neq_##type, value_type, value_of, bits, a != b)               \
	CH_FLOAT_COMPARE(nlt_##type, value_type, value_of, bits, !(a < b))

static float single_value(uint32_t low, uint32_t high)
{
	(void)high;
	return float_of(low);
}

static float half_value(uint32_t low, uint32_t high)
{
	(void)high;
	return float_of(widen_half(low & 0xffff));
}

static double double_value(uint32_t low, uint32_t high)
{
	return double_of(low | (uint64_t)high << 32);
}

CH_INTEGER_COMPARES(i32, int32_t, 32)
CH_INTEGER_COMPARES(u32, uint32_t, 32)
CH_INTEGER_COMPARES(i16, int16_t, 16)
CH_INTEGER_COMPARES(u16, uint16_t, 16)
CH_INTEGER_COMPARES(i64, int64_t, 64)
CH_INTEGER_COMPARES(u64, uint64_t, 64)
CH_FLOAT_COMPARES(f32, float, single_value, 32)
CH_FLOAT_COMPARES(f16, float, half_value, 16)
CH_FLOAT_COMPARES(f64, double, double_value, 64)

static void lane_never(ch_lanes *x)
{
	x->result = 0;
}

static void lane_always(ch_lanes *x)
{
	x->result = UINT32_MAX;
}

/* The bit of v_cmp_class for a value: 0 signaling NaN, 1 quiet NaN, 2 -infinity, 3 -normal, 4 -subnormal, 5 -0, 6 +0,
 * 7 +subnormal, 8 +normal, 9 +infinity. */
static uint32_t class_bit(bool minus, bool exponent_full, bool exponent_zero, bool fraction_zero, bool quiet)
{
	if (exponent_full && !fraction_zero)
		return quiet ? 1 : 0;
	const uint32_t size = exponent_full ? 3 : !exponent_zero ? 2 : fraction_zero ? 0 : 1;
	return minus ? 5 - size : 6 + size;
}

static void lane_class_f32(ch_lanes *x)
{
	uint32_t result = 0;
	CH_LANE_LOOP
	{
		const uint32_t a = x->s[0][0][l], exponent = a & CH_INFINITY_32;
		const uint32_t bit =
			class_bit(a >> 31, exponent == CH_INFINITY_32, exponent == 0, !(a & 0x7fffff), a & CH_QUIET_32);
		result |= (x->s[1][0][l] >> bit & 1) << l;
	}
	x->result = result;
}

static void lane_class_f16(ch_lanes *x)
{
	uint32_t result = 0;
	CH_LANE_LOOP
	{
		const uint32_t a = x->s[0][0][l], exponent = a & 0x7c00;
		const uint32_t bit = class_bit(a >> 15 & 1, exponent == 0x7c00, exponent == 0, !(a & 0x3ff), a & 0x200);
		result |= (x->s[1][0][l] >> bit & 1) << l;
	}
	x->result = result;
}

static void lane_class_f64(ch_lanes *x)
{
	uint32_t result = 0;
	CH_LANE_LOOP
	{
		const uint64_t a = x->s[0][0][l] | (uint64_t)x->s[0][1][l] << 32, exponent = a & CH_INFINITY_64;
		const uint32_t bit = class_bit(a >> 63, exponent == CH_INFINITY_64, exponent == 0,
					       !(a & (CH_QUIET_64 * 2 - 1)), a & CH_QUIET_64);
		result |= (x->s[1][0][l] >> bit & 1) << l;
	}
	x->result = result;
}

/* clang-format off */
#define ROW(name, on, a, b, lane) {name, 0, on, CH_EXACT, CH_LANE_MASK, {a, b, 0}, lane, NULL}
/* A subnormal is one, whatever the mode says. */
#define CLASS(name, a, lane) {name, CH_MOVES_BITS, CH_ON_ALL, CH_EXACT, CH_LANE_MASK, {a, CH_B32, 0}, lane, NULL}
#define INTEGER_ROWS(type, on, t) \
	ROW("v_cmp_f_" #type, on, t, t, lane_never), ROW("v_cmp_lt_" #type, CH_ON_ALL, t, t, lane_lt_##type), \
	ROW("v_cmp_eq_" #type, CH_ON_ALL, t, t, lane_eq_##type), ROW("v_cmp_le_" #type, CH_ON_ALL, t, t, lane_le_##type), \
	ROW("v_cmp_gt_" #type, CH_ON_ALL, t, t, lane_gt_##type), ROW("v_cmp_ne_" #type, CH_ON_ALL, t, t, lane_ne_##type), \
	ROW("v_cmp_ge_" #type, CH_ON_ALL, t, t, lane_ge_##type), ROW("v_cmp_t_" #type, on, t, t, lane_always)
#define FLOAT_ROWS(type, t) \
	ROW("v_cmp_f_" #type, CH_ON_BEFORE_12, t, t, lane_never), ROW("v_cmp_lt_" #type, CH_ON_ALL, t, t, lane_lt_##type), \
	ROW("v_cmp_eq_" #type, CH_ON_ALL, t, t, lane_eq_##type), ROW("v_cmp_le_" #type, CH_ON_ALL, t, t, lane_le_##type), \
	ROW("v_cmp_gt_" #type, CH_ON_ALL, t, t, lane_gt_##type), ROW("v_cmp_lg_" #type, CH_ON_ALL, t, t, lane_lg_##type), \
	ROW("v_cmp_ge_" #type, CH_ON_ALL, t, t, lane_ge_##type), ROW("v_cmp_o_" #type, CH_ON_ALL, t, t, lane_o_##type), \
	ROW("v_cmp_u_" #type, CH_ON_ALL, t, t, lane_u_##type), ROW("v_cmp_nge_" #type, CH_ON_ALL, t, t, lane_nge_##type), \
	ROW("v_cmp_nlg_" #type, CH_ON_ALL, t, t, lane_nlg_##type), ROW("v_cmp_ngt_" #type, CH_ON_ALL, t, t, lane_ngt_##type), \
	ROW("v_cmp_nle_" #type, CH_ON_ALL, t, t, lane_nle_##type), ROW("v_cmp_neq_" #type, CH_ON_ALL, t, t, lane_neq_##type), \
	ROW("v_cmp_nlt_" #type, CH_ON_ALL, t, t, lane_nlt_##type), ROW("v_cmp_tru_" #type, CH_ON_GFX9, t, t, lane_always), \
	ROW("v_cmp_t_" #type, CH_ON_GFX11, t, t, lane_always)

const ch_valu_row CH_ROWS(ch_valu_compare_rows)[] = {
	INTEGER_ROWS(i32, CH_ON_BEFORE_12, CH_B32), INTEGER_ROWS(u32, CH_ON_BEFORE_12, CH_B32),
	INTEGER_ROWS(i16, CH_ON_GFX9, CH_B16), INTEGER_ROWS(u16, CH_ON_GFX9, CH_B16),
	INTEGER_ROWS(i64, CH_ON_BEFORE_12, CH_B64), INTEGER_ROWS(u64, CH_ON_BEFORE_12, CH_B64),
	FLOAT_ROWS(f32, CH_F32), FLOAT_ROWS(f16, CH_F16), FLOAT_ROWS(f64, CH_F64),
	CLASS("v_cmp_class_f32", CH_F32, lane_class_f32),
	CLASS("v_cmp_class_f16", CH_F16, lane_class_f16),
	CLASS("v_cmp_class_f64", CH_F64, lane_class_f64),
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
