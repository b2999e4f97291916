/* SPDX-License-Identifier: Apache-2.0
 *
 * Minima and maxima of gfx12, whose rule for NaNs knows no mode. Source: "RDNA4 ISA", chapter "Instructions", sections VOP2, VOP3,
 * VOP3P: V_MIN_NUM_F32 and V_MINIMUM_F32 with their kin. */
#include "gcn/lane_float.h"
#include "gcn/semantics.h"

#define CH_QUIET_16 UINT32_C(0x200)

static double value_32(uint32_t bits)
{
	return (double)float_of(bits);
}

static double value_16(uint32_t half)
{
	return (double)float_of(widen_half(half));
}

/* For one width: of two sources the lesser or the greater, where -0 is less than +0. min_num and max_num: a number wins over any
 * NaN, and of two NaNs the first is quieted. minimum and maximum: a NaN wins, a signaling one over a quiet one. */
#define CH_EXTREMES(width, type, is_nan, value, quiet)                                        \
	static type lesser_##width(type a, type b)                                            \
	{                                                                                     \
		return value(a) < value(b) ? a : value(b) < value(a) ? b : a | b;             \
	}                                                                                     \
	static type greater_##width(type a, type b)                                           \
	{                                                                                     \
		return value(a) > value(b) ? a : value(b) > value(a) ? b : a & b;             \
	}                                                                                     \
	static type number_##width(type a, type b, type picked)                               \
	{                                                                                     \
		return !is_nan(a) ? (is_nan(b) ? a : picked) : is_nan(b) ? (a | (quiet)) : b; \
	}                                                                                     \
	static type nan_##width(type a, type b, type picked)                                  \
	{                                                                                     \
		const bool b_signals = is_nan(b) && !(b & (quiet));                           \
		const bool takes_a = is_nan(a) && (!(a & (quiet)) || !b_signals);             \
		return takes_a ? a | (quiet) : is_nan(b) ? b | (quiet) : picked;              \
	}                                                                                     \
	static type min_num_##width(type a, type b)                                           \
	{                                                                                     \
		return number_##width(a, b, lesser_##width(a, b));                            \
	}                                                                                     \
	static type max_num_##width(type a, type b)                                           \
	{                                                                                     \
		return number_##width(a, b, greater_##width(a, b));                           \
	}                                                                                     \
	static type minimum_##width(type a, type b)                                           \
	{                                                                                     \
		return nan_##width(a, b, lesser_##width(a, b));                               \
	}                                                                                     \
	static type maximum_##width(type a, type b)                                           \
	{                                                                                     \
		return nan_##width(a, b, greater_##width(a, b));                              \
	}

CH_EXTREMES(32, uint32_t, is_nan_32, value_32, CH_QUIET_32)
CH_EXTREMES(16, uint32_t, is_nan_16, value_16, CH_QUIET_16)
CH_EXTREMES(64, uint64_t, is_nan_64, double_of, CH_QUIET_64)

/* With a NaN the minimum of the three; else the greatest is looked for by value, so that of zeros of both signs the first counts
 * as the greatest. */
#define CH_MEDIAN(width, is_nan, value)                                                                               \
	static uint32_t median_##width(uint32_t a, uint32_t b, uint32_t c)                                            \
	{                                                                                                             \
		const double most = value(max_num_##width(max_num_##width(a, b), c));                                 \
		const bool first = most == value(a), second = !first && most == value(b);                             \
		return is_nan(a) || is_nan(b) || is_nan(c) ? min_num_##width(min_num_##width(a, b), c)                \
							   : max_num_##width(first ? b : a, first || second ? c : b); \
	}

CH_MEDIAN(32, is_nan_32, value_32)
CH_MEDIAN(16, is_nan_16, value_16)

CH_LANE_2(min_num_f32, min_num_32(a, b))
CH_LANE_2(max_num_f32, max_num_32(a, b))
CH_LANE_2(minimum_f32, minimum_32(a, b))
CH_LANE_2(maximum_f32, maximum_32(a, b))
CH_LANE_3(min3_num_f32, min_num_32(min_num_32(a, b), c))
CH_LANE_3(max3_num_f32, max_num_32(max_num_32(a, b), c))
CH_LANE_3(med3_num_f32, median_32(a, b, c))
CH_LANE_3(minmax_num_f32, max_num_32(min_num_32(a, b), c))
CH_LANE_3(maxmin_num_f32, min_num_32(max_num_32(a, b), c))
CH_LANE_3(minimum3_f32, minimum_32(minimum_32(a, b), c))
CH_LANE_3(maximum3_f32, maximum_32(maximum_32(a, b), c))
CH_LANE_3(minimummaximum_f32, maximum_32(minimum_32(a, b), c))
CH_LANE_3(maximumminimum_f32, minimum_32(maximum_32(a, b), c))

/* The half that is looked at is the low one by now; what lies above it is anything. */
#define CH_HALF_2(name, function) CH_LANE_2(name, function(a & 0xffff, b & 0xffff))
#define CH_HALF_3(name, outer, inner) CH_LANE_3(name, outer(inner(a & 0xffff, b & 0xffff), c & 0xffff))
#define CH_PACKED(name, function) CH_LANE_2(name, function(a & 0xffff, b & 0xffff) | function(a >> 16, b >> 16) << 16)

CH_HALF_2(min_num_f16, min_num_16)
CH_HALF_2(max_num_f16, max_num_16)
CH_HALF_2(minimum_f16, minimum_16)
CH_HALF_2(maximum_f16, maximum_16)
CH_HALF_3(min3_num_f16, min_num_16, min_num_16)
CH_HALF_3(max3_num_f16, max_num_16, max_num_16)
CH_LANE_3(med3_num_f16, median_16(a & 0xffff, b & 0xffff, c & 0xffff))
CH_HALF_3(minmax_num_f16, max_num_16, min_num_16)
CH_HALF_3(maxmin_num_f16, min_num_16, max_num_16)
CH_HALF_3(minimum3_f16, minimum_16, minimum_16)
CH_HALF_3(maximum3_f16, maximum_16, maximum_16)
CH_HALF_3(minimummaximum_f16, maximum_16, minimum_16)
CH_HALF_3(maximumminimum_f16, minimum_16, maximum_16)
CH_PACKED(pk_min_num_f16, min_num_16)
CH_PACKED(pk_max_num_f16, max_num_16)
CH_PACKED(pk_minimum_f16, minimum_16)
CH_PACKED(pk_maximum_f16, maximum_16)

CH_LANE_2_64(min_num_f64, uint64_t, uint64_t, min_num_64(a, b))
CH_LANE_2_64(max_num_f64, uint64_t, uint64_t, max_num_64(a, b))
CH_LANE_2_64(minimum_f64, uint64_t, uint64_t, minimum_64(a, b))
CH_LANE_2_64(maximum_f64, uint64_t, uint64_t, maximum_64(a, b))

/* clang-format off */
#define ROW(name, type, third) {"v_" #name, CH_KEEPS_TINY, CH_ON_GFX12, CH_EXACT, type, {type, type, third}, lane_##name, NULL}
#define TWO(name, type) ROW(name, type, 0)
#define THREE(name, type) ROW(name, type, type)

const ch_valu_row CH_ROWS(ch_valu_extreme_rows)[] = {
	TWO(min_num_f32, CH_F32), TWO(max_num_f32, CH_F32), TWO(minimum_f32, CH_F32), TWO(maximum_f32, CH_F32),
	THREE(min3_num_f32, CH_F32), THREE(max3_num_f32, CH_F32), THREE(med3_num_f32, CH_F32), THREE(minmax_num_f32, CH_F32),
	THREE(maxmin_num_f32, CH_F32), THREE(minimum3_f32, CH_F32), THREE(maximum3_f32, CH_F32), THREE(minimummaximum_f32, CH_F32),
	THREE(maximumminimum_f32, CH_F32),
	TWO(min_num_f16, CH_F16), TWO(max_num_f16, CH_F16), TWO(minimum_f16, CH_F16), TWO(maximum_f16, CH_F16),
	THREE(min3_num_f16, CH_F16), THREE(max3_num_f16, CH_F16), THREE(med3_num_f16, CH_F16), THREE(minmax_num_f16, CH_F16),
	THREE(maxmin_num_f16, CH_F16), THREE(minimum3_f16, CH_F16), THREE(maximum3_f16, CH_F16), THREE(minimummaximum_f16, CH_F16),
	THREE(maximumminimum_f16, CH_F16),
	TWO(pk_min_num_f16, CH_PK_F16), TWO(pk_max_num_f16, CH_PK_F16), TWO(pk_minimum_f16, CH_PK_F16), TWO(pk_maximum_f16, CH_PK_F16),
	TWO(min_num_f64, CH_F64), TWO(max_num_f64, CH_F64), TWO(minimum_f64, CH_F64), TWO(maximum_f64, CH_F64),
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
