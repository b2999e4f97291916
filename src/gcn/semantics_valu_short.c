/* SPDX-License-Identifier: Apache-2.0
 *
 * The less usual 16-bit instructions: of three sources, parts of a binary16, functions that silicon approximates. Sources:
 * "Vega 7nm ISA" and "RDNA3 ISA", chapter "Instructions", sections VOP1, VOP2, VOP3. */
#include "gcn/lane_half.h"
#include "gcn/semantics.h"

static int32_t least_of(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

static int32_t most_of(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

static uint32_t median_of(int32_t a, int32_t b, int32_t c)
{
	return (uint32_t)most_of(least_of(a, b), least_of(most_of(a, b), c)) & 0xffff;
}

static uint32_t byte_of_i16(int32_t value)
{
	return (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* As v_med3_f32. */
static uint32_t half_median(uint32_t a, uint32_t b, uint32_t c, ch_float_mode mode)
{
	const bool nan = is_nan_16(a) || is_nan_16(b) || is_nan_16(c);
	const float most = half_value(half_maximum(half_maximum(a, b, mode), c, mode));
	const bool first = most == half_value(a), second = !first && most == half_value(b);
	const uint32_t left = first ? b : a, right = first || second ? c : b;
	return nan ? half_minimum(half_minimum(a, b, mode), c, mode) : half_maximum(left, right, mode);
}

static uint32_t quiet_half(uint32_t a)
{
	return is_nan_16(a) ? (a & 0xffff) | 0x200 : a & 0xffff;
}

/* a * 2^b, one rounding: exact in binary32 once b is held in a range beyond which the result is 0 or infinite anyway. */
static uint32_t half_scaled(uint32_t a, uint32_t b, uint32_t mode)
{
	const int32_t wanted = low_i(b), power = wanted < -100 ? -100 : wanted > 100 ? 100 : wanted;
	const float value = half_value(a) * float_of((uint32_t)(power + 127) << 23);
	return is_nan_16(a) ? quiet_half(a) : round_half(bits_of(value), mode);
}

static uint32_t half_fraction(uint32_t a, uint32_t mode)
{
	const float value = half_value(a);
	const uint32_t rest = half_result(value - floorf(value), a, a, mode);
	return rest == 0x3c00 ? 0x3bff : rest;
}

static bool half_is_special(uint32_t a)
{
	return !(a & 0x7fff) || (a & 0x7c00) == 0x7c00;
}

/* Widening makes a subnormal normal. */
static uint32_t half_significand(uint32_t a)
{
	const uint32_t wide = widen_half(a & 0xffff);
	return half_is_special(a) ? quiet_half(a) : round_half((wide & 0x807fffff) | 126u << 23, 0);
}

static uint32_t half_exponent(uint32_t a)
{
	return half_is_special(a) ? 0 : ((widen_half(a & 0xffff) >> 23 & 0xff) - 126) & 0xffff;
}

/* a the quotient so far, b the denominator, c the numerator. */
static uint32_t half_quotient(uint32_t a, uint32_t b, uint32_t c)
{
	const uint32_t sign = (b ^ c) & 0x8000, size_b = b & 0x7fff, size_c = c & 0x7fff;
	if (is_nan_16(c) || is_nan_16(b))
		return quiet_half(is_nan_16(c) ? c : b);
	if ((size_b == 0 && size_c == 0) || (size_b == 0x7c00 && size_c == 0x7c00))
		return 0xfe00;
	if (size_b == 0 || size_c == 0x7c00)
		return sign | 0x7c00;
	return size_b == 0x7c00 || size_c == 0 ? sign : sign | (a & 0x7fff);
}

/* A NaN that no source gave has its sign set: the documents' examples. */
static uint32_t half_of_series(double value, uint32_t a, uint32_t mode)
{
	return is_nan_16(a) ? quiet_half(a) : value != value ? 0xfe00 : round_half(bits_of((float)value), mode);
}

static double turns(uint32_t a)
{
	const float value = half_value(a);
	return (double)(value == 0 ? value : value - floorf(value)) * 6.283185307179586;
}

CH_HALF_3(mad_i16, 1, 1, (multiply_16(a, b) + c) & 0xffff)
CH_HALF_3(mad_i16_clamp, 1, 1,
	  low_i(a) * low_i(b) + low_i(c) > INT16_MAX   ? 0x7fff
	  : low_i(a) * low_i(b) + low_i(c) < INT16_MIN ? 0x8000
						       : (uint32_t)(low_i(a) * low_i(b) + low_i(c)) & 0xffff)
CH_HALF_3(min3_i16, 1, 1, min_i(low_i(a), least_of(low_i(b), low_i(c))))
CH_HALF_3(max3_i16, 1, 1, max_i(low_i(a), most_of(low_i(b), low_i(c))))
CH_HALF_3(med3_i16, 1, 1, median_of(low_i(a), low_i(b), low_i(c)))
CH_HALF_3(min3_u16, 1, 1, min_i(low_u(a), least_of(low_u(b), low_u(c))))
CH_HALF_3(max3_u16, 1, 1, max_i(low_u(a), most_of(low_u(b), low_u(c))))
CH_HALF_3(med3_u16, 1, 1, median_of(low_u(a), low_u(b), low_u(c)))
CH_ROUNDED_1(sat_pk, byte_of_i16(low_i(a)) | byte_of_i16(low_i(a >> 16)) << 8)
CH_HALF_3(mad_f16, 1, 1, half_mad(a, b, c, mode))
CH_HALF_PICK(med3_f16, 1, half_median(a, b, c, mode))
CH_HALF_PICK(minmax_f16, 1, half_maximum(half_minimum(a, b, mode), c, mode))
CH_HALF_PICK(maxmin_f16, 1, half_minimum(half_maximum(a, b, mode), c, mode))
CH_HALF_3(ldexp_f16, 1, 0, half_scaled(a, b, mode))
CH_ROUNDED_1(fract_f16, half_fraction(a, mode))
CH_ROUNDED_1(frexp_mant_f16, half_significand(a))
CH_ROUNDED_1(frexp_exp_f16, half_exponent(a))
CH_HALF_3(div_fixup_f16, 1, 1, half_quotient(a, b, c))
CH_ROUNDED_1(rsq_f16, half_of_series(1.0 / sqrt((double)half_value(a)), a, mode))
CH_ROUNDED_1(exp_f16, half_of_series(exp2((double)half_value(a)), a, mode))
CH_ROUNDED_1(log_f16, half_of_series(log2((double)half_value(a)), a, mode))
CH_ROUNDED_1(sin_f16, half_of_series(sin(turns(a)), a, mode))
CH_ROUNDED_1(cos_f16, half_of_series(cos(turns(a)), a, mode))

/* clang-format off */
#define ROW(name, on, fidelity, flags, type, a, b, c, lane, clamped) \
	{name, flags, on, fidelity, type, {a, b, c}, lane, clamped}
#define INT_3(name, lane, clamped) ROW(name, CH_ON_ALL, CH_EXACT, CH_KEEP_HALF_9, CH_B16, CH_B16, CH_B16, CH_B16, lane, clamped)
#define LEGACY(name, flags, type, lane, clamped) ROW(name, CH_ON_GFX9, CH_EXACT, flags, type, type, type, type, lane, clamped)
#define HALF_1(name, result, lane) ROW(name, CH_ON_ALL, CH_EXACT, 0, result, CH_F16, 0, 0, lane, NULL)
#define HALF_3(name, on, flags, lane) ROW(name, on, CH_EXACT, flags, CH_F16, CH_F16, CH_F16, CH_F16, lane, NULL)
#define PICK_3(name, on, lane) HALF_3(name, on, CH_KEEP_HALF_9 | CH_KEEPS_TINY, lane)
#define SERIES(name, lane) ROW(name, CH_ON_ALL, CH_APPROXIMATE, 0, CH_F16, CH_F16, 0, 0, lane, NULL)

const ch_valu_row CH_ROWS(ch_valu_short_rows)[] = {
	INT_3("v_mad_i16", lane_mad_i16, lane_mad_i16_clamp),
	/* As the 16-bit instructions before gfx9: 0 in the high half. */
	LEGACY("v_mad_legacy_i16", 0, CH_B16, lane_mad_i16, lane_mad_i16_clamp),
	LEGACY("v_mad_legacy_f16", CH_FLUSHES, CH_F16, lane_mad_f16, NULL),
	LEGACY("v_div_fixup_legacy_f16", 0, CH_F16, lane_div_fixup_f16, NULL),
	INT_3("v_min3_i16", lane_min3_i16, NULL),
	INT_3("v_max3_i16", lane_max3_i16, NULL),
	INT_3("v_med3_i16", lane_med3_i16, NULL),
	INT_3("v_min3_u16", lane_min3_u16, NULL),
	INT_3("v_max3_u16", lane_max3_u16, NULL),
	INT_3("v_med3_u16", lane_med3_u16, NULL),
	ROW("v_sat_pk_u8_i16", CH_ON_RDNA, CH_EXACT, 0, CH_B16, CH_B32, 0, 0, lane_sat_pk, NULL),
	HALF_3("v_mac_f16", CH_ON_GFX9, CH_ACCUMULATE | CH_FLUSHES, lane_mad_f16),
	HALF_3("v_madmk_f16", CH_ON_GFX9, CH_FLUSHES, lane_mad_f16),
	HALF_3("v_madak_f16", CH_ON_GFX9, CH_FLUSHES, lane_mad_f16),
	PICK_3("v_med3_f16", CH_ON_BEFORE_12, lane_med3_f16),
	PICK_3("v_minmax_f16", CH_ON_GFX11, lane_minmax_f16),
	PICK_3("v_maxmin_f16", CH_ON_GFX11, lane_maxmin_f16),
	ROW("v_ldexp_f16", CH_ON_ALL, CH_EXACT, 0, CH_F16, CH_F16, CH_B16, 0, lane_ldexp_f16, NULL),
	HALF_1("v_fract_f16", CH_F16, lane_fract_f16),
	HALF_1("v_frexp_mant_f16", CH_F16, lane_frexp_mant_f16),
	HALF_1("v_frexp_exp_i16_f16", CH_B16, lane_frexp_exp_f16),
	HALF_3("v_div_fixup_f16", CH_ON_ALL, CH_KEEP_HALF_9, lane_div_fixup_f16),
	SERIES("v_rsq_f16", lane_rsq_f16),
	SERIES("v_exp_f16", lane_exp_f16),
	SERIES("v_log_f16", lane_log_f16),
	SERIES("v_sin_f16", lane_sin_f16),
	SERIES("v_cos_f16", lane_cos_f16),
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
