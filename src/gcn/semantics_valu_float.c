/* SPDX-License-Identifier: Apache-2.0
 *
 * binary32 arithmetic. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter "Instructions", sections VOP1, VOP2, VOP3, VOP3P.
 * MODE's rounding is the host's while these run; flushing of subnormals, omod and clamp come before and after. */
#include "gcn/lane_float.h"
#include "gcn/semantics.h"

/* The host decides which NaN an operation gives; the rule decides here, in a second loop that hardly ever runs. */
#define CH_FLOAT_3(name, fa, fb, fc, expression)                                                             \
	static void lane_##name(ch_lanes *x)                                                                 \
	{                                                                                                    \
		uint32_t *restrict d = x->d[0];                                                              \
		const uint32_t *sa = x->s[0][0], *sb = (fb) ? x->s[1][0] : sa, *sc = (fc) ? x->s[2][0] : sb; \
		uint32_t nans = 0;                                                                           \
		CH_LANE_LOOP                                                                                 \
		{                                                                                            \
			const float a = float_of(sa[l]), b = float_of(sb[l]), c = float_of(sc[l]);           \
			(void)b, (void)c;                                                                    \
			const uint32_t r = bits_of(expression);                                              \
			d[l] = r;                                                                            \
			nans |= is_nan_32(r);                                                                \
		}                                                                                            \
		if (nans)                                                                                    \
			fix_nans(d, (fa) ? sa : NULL, (fb) ? sb : NULL, (fc) ? sc : NULL);                   \
	}

/* The same for what only approximates: where no source is a NaN, the one that the documents' examples show has its sign set. */
#define CH_FLOAT_SERIES(name, expression)                                                       \
	static void lane_##name(ch_lanes *x)                                                    \
	{                                                                                       \
		uint32_t *restrict d = x->d[0];                                                 \
		const uint32_t *sa = x->s[0][0];                                                \
		CH_LANE_LOOP                                                                    \
		{                                                                               \
			const float a = float_of(sa[l]);                                        \
			d[l] = bits_of(expression);                                             \
		}                                                                               \
		CH_LANE_LOOP                                                                    \
		if (is_nan_32(d[l]))                                                            \
			d[l] = is_nan_32(sa[l]) ? sa[l] | CH_QUIET_32 : CH_SIGN_32 | CH_NAN_32; \
	}

static void fix_nans(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
	CH_LANE_LOOP
	if (is_nan_32(d[l]))
		d[l] = nan_of_32(a ? a[l] : 0, b ? b[l] : 0, c ? c[l] : 0);
}

/* Of two sources with a NaN among them, or else the number that has been picked. */
static uint32_t picked(uint32_t a, uint32_t b, uint32_t number, ch_float_mode mode)
{
	const bool a_signals = mode.ieee && is_signaling_32(a), b_signals = mode.ieee && is_signaling_32(b);
	const bool takes_b = is_nan_32(a) && !(mode.first_nan && is_nan_32(b));
	return a_signals ? a | CH_QUIET_32 : b_signals ? b | CH_QUIET_32 : takes_b ? b : is_nan_32(b) ? a : number;
}

static uint32_t minimum(uint32_t a, uint32_t b, ch_float_mode mode)
{
	const float x = float_of(a), y = float_of(b);
	return picked(a, b, x < y ? a : y < x ? b : a | b, mode); /* equal, or zeros: minus wins */
}

static uint32_t maximum(uint32_t a, uint32_t b, ch_float_mode mode)
{
	const float x = float_of(a), y = float_of(b);
	return picked(a, b, x > y ? a : y > x ? b : a & b, mode); /* equal, or zeros: plus wins */
}

static uint32_t minimum_of_3(uint32_t a, uint32_t b, uint32_t c, ch_float_mode mode)
{
	return minimum(minimum(a, b, mode), c, mode);
}

/* v_med3_f32: with a NaN it is the minimum of the three. The greatest is looked for by value, so that of zeros of both signs
 * the first counts as the greatest. */
static uint32_t median(uint32_t a, uint32_t b, uint32_t c, ch_float_mode mode)
{
	const bool nan = is_nan_32(a) || is_nan_32(b) || is_nan_32(c);
	const float most = float_of(maximum(maximum(a, b, mode), c, mode));
	const bool first = most == float_of(a), second = !first && most == float_of(b);
	const uint32_t left = first ? b : a, right = first || second ? c : b;
	return nan ? minimum_of_3(a, b, c, mode) : maximum(left, right, mode);
}

#define CH_FLOAT_PICK_2(name, expression)                          \
	static void lane_##name(ch_lanes *x)                       \
	{                                                          \
		uint32_t *restrict d = x->d[0];                    \
		const uint32_t *sa = x->s[0][0], *sb = x->s[1][0]; \
		const ch_float_mode mode = *x->mode;               \
		CH_LANE_LOOP                                       \
		{                                                  \
			const uint32_t a = sa[l], b = sb[l];       \
			d[l] = (expression);                       \
		}                                                  \
	}

#define CH_FLOAT_PICK_3(name, expression)                                            \
	static void lane_##name(ch_lanes *x)                                         \
	{                                                                            \
		uint32_t *restrict d = x->d[0];                                      \
		const uint32_t *sa = x->s[0][0], *sb = x->s[1][0], *sc = x->s[2][0]; \
		const ch_float_mode mode = *x->mode;                                 \
		CH_LANE_LOOP                                                         \
		{                                                                    \
			const uint32_t a = sa[l], b = sb[l], c = sc[l];              \
			d[l] = (expression);                                         \
		}                                                                    \
	}

/* v_mul_legacy_f32: zero times anything is zero. */
static float multiply_legacy(float a, float b)
{
	const float product = a * b;
	return a == 0 || b == 0 ? 0.0f : product;
}

/* Half to even, whatever the host's rounding mode is just now. */
static float nearest_even(float a)
{
	const float size = fabsf(a), whole = truncf(size), rest = size - whole;
	const bool odd = size < 0x1p24f && ((int32_t)(size < 0x1p24f ? whole : 0.0f) & 1);
	const float rounded = rest > 0.5f || (rest == 0.5f && odd) ? whole + 1.0f : whole;
	return copysignf(rounded, a);
}

static float fraction(float a)
{
	const float value = a - floorf(a);
	return value >= 1.0f ? 0x1.fffffep-1f : value;
}

/* a * 2^b, one rounding: exact in binary64 once b is held in a range beyond which the result is 0 or infinite anyway. */
static float scaled(float a, uint32_t b)
{
	const int32_t wanted = (int32_t)b, power = wanted < -400 ? -400 : wanted > 400 ? 400 : wanted;
	return (float)((double)a * double_of((uint64_t)(power + 1023) << 52));
}

static uint32_t significand_of(uint32_t a)
{
	const uint32_t normal = is_subnormal_32(a) ? bits_of(float_of(a) * 0x1p32f) : a;
	const bool special = !(a & CH_ABS_32) || (a & CH_INFINITY_32) == CH_INFINITY_32;
	return is_nan_32(a) ? a | CH_QUIET_32 : special ? a : (normal & 0x807fffff) | 126u << 23;
}

static uint32_t exponent_of(uint32_t a)
{
	const bool subnormal = is_subnormal_32(a);
	const uint32_t normal = subnormal ? bits_of(float_of(a) * 0x1p32f) : a;
	const bool special = !(a & CH_ABS_32) || (a & CH_INFINITY_32) == CH_INFINITY_32;
	return special ? 0 : (normal >> 23 & 0xff) - 126 - (subnormal ? 32 : 0);
}

CH_FLOAT_3(add_f32, 1, 1, 0, a + b)
CH_FLOAT_3(sub_f32, 1, 1, 0, a - b)
CH_FLOAT_3(subrev_f32, 1, 1, 0, b - a)
CH_FLOAT_3(mul_f32, 1, 1, 0, a *b)
CH_FLOAT_3(mul_legacy_f32, 1, 1, 0, multiply_legacy(a, b))
CH_FLOAT_3(fma_f32, 1, 1, 1, fma_32(a, b, c))
CH_FLOAT_3(mad_f32, 1, 1, 1, a *b + c)
CH_FLOAT_3(trunc_f32, 1, 0, 0, truncf(a))
CH_FLOAT_3(ceil_f32, 1, 0, 0, ceilf(a))
CH_FLOAT_3(floor_f32, 1, 0, 0, floorf(a))
CH_FLOAT_3(rndne_f32, 1, 0, 0, nearest_even(a))
CH_FLOAT_3(fract_f32, 1, 0, 0, fraction(a))
CH_FLOAT_3(ldexp_f32, 1, 0, 0, scaled(a, x->s[1][0][l]))
CH_FLOAT_SERIES(rcp_f32, 1.0f / a)
CH_FLOAT_SERIES(sqrt_f32, sqrtf(a))
CH_FLOAT_SERIES(rsq_f32, (float)(1.0 / sqrt((double)a)))
CH_FLOAT_SERIES(exp_f32, (float)exp2((double)a))
CH_FLOAT_SERIES(log_f32, (float)log2((double)a))
/* The argument is in turns. */
CH_FLOAT_SERIES(sin_f32, (float)sin((double)(a == 0 ? a : a - floorf(a)) * 6.283185307179586))
CH_FLOAT_SERIES(cos_f32, (float)cos((double)(a - floorf(a)) * 6.283185307179586))
CH_FLOAT_PICK_2(min_f32, minimum(a, b, mode))
CH_FLOAT_PICK_2(max_f32, maximum(a, b, mode))
CH_FLOAT_PICK_3(min3_f32, minimum_of_3(a, b, c, mode))
CH_FLOAT_PICK_3(max3_f32, maximum(maximum(a, b, mode), c, mode))
CH_FLOAT_PICK_3(med3_f32, median(a, b, c, mode))
CH_FLOAT_PICK_3(minmax_f32, maximum(minimum(a, b, mode), c, mode))
CH_FLOAT_PICK_3(maxmin_f32, minimum(maximum(a, b, mode), c, mode))
CH_LANE_1(frexp_mant, significand_of(a))
CH_LANE_1(frexp_exp, exponent_of(a))

/* clang-format off */
#define ROW(name, on, fidelity, flags, a, b, c, lane) {name, flags, on, fidelity, CH_F32, {a, b, c}, lane, NULL}
#define ROW_1(name, lane) ROW(name, CH_ON_ALL, CH_EXACT, 0, CH_F32, 0, 0, lane)
#define ROW_2(name, on, lane) ROW(name, on, CH_EXACT, 0, CH_F32, CH_F32, 0, lane)
#define ROW_3(name, on, lane) ROW(name, on, CH_EXACT, 0, CH_F32, CH_F32, CH_F32, lane)
#define PICK_2(name, on, lane) ROW(name, on, CH_EXACT, CH_KEEPS_TINY, CH_F32, CH_F32, 0, lane)
#define PICK_3(name, on, lane) ROW(name, on, CH_EXACT, CH_KEEPS_TINY, CH_F32, CH_F32, CH_F32, lane)
/* "Denormals are flushed", say the documents of these. */
#define ROW_APPROXIMATE(name, lane) ROW(name, CH_ON_ALL, CH_APPROXIMATE, CH_FLUSHES, CH_F32, 0, 0, lane)

const ch_valu_row CH_ROWS(ch_valu_float_rows)[] = {
	ROW_2("v_add_f32", CH_ON_ALL, lane_add_f32),
	ROW_2("v_sub_f32", CH_ON_ALL, lane_sub_f32),
	ROW_2("v_subrev_f32", CH_ON_ALL, lane_subrev_f32),
	ROW_2("v_mul_f32", CH_ON_ALL, lane_mul_f32),
	ROW_2("v_mul_legacy_f32", CH_ON_GFX9, lane_mul_legacy_f32),
	ROW_2("v_mul_dx9_zero_f32", CH_ON_RDNA, lane_mul_legacy_f32),
	PICK_2("v_min_f32", CH_ON_BEFORE_12, lane_min_f32),
	PICK_2("v_max_f32", CH_ON_BEFORE_12, lane_max_f32),
	ROW_3("v_fma_f32", CH_ON_ALL, lane_fma_f32),
	ROW_3("v_fmaak_f32", CH_ON_RDNA, lane_fma_f32),
	ROW_3("v_fmamk_f32", CH_ON_RDNA, lane_fma_f32),
	ROW("v_fmac_f32", CH_ON_ALL, CH_EXACT, CH_ACCUMULATE, CH_F32, CH_F32, CH_F32, lane_fma_f32),
	ROW("v_mad_f32", CH_ON_GFX9, CH_EXACT, CH_FLUSHES, CH_F32, CH_F32, CH_F32, lane_mad_f32),
	ROW("v_madak_f32", CH_ON_GFX9, CH_EXACT, CH_FLUSHES, CH_F32, CH_F32, CH_F32, lane_mad_f32),
	ROW("v_madmk_f32", CH_ON_GFX9, CH_EXACT, CH_FLUSHES, CH_F32, CH_F32, CH_F32, lane_mad_f32),
	ROW("v_mac_f32", CH_ON_GFX9, CH_EXACT, CH_ACCUMULATE | CH_FLUSHES, CH_F32, CH_F32, CH_F32, lane_mad_f32),
	PICK_3("v_min3_f32", CH_ON_BEFORE_12, lane_min3_f32),
	PICK_3("v_max3_f32", CH_ON_BEFORE_12, lane_max3_f32),
	PICK_3("v_med3_f32", CH_ON_BEFORE_12, lane_med3_f32),
	PICK_3("v_minmax_f32", CH_ON_GFX11, lane_minmax_f32),
	PICK_3("v_maxmin_f32", CH_ON_GFX11, lane_maxmin_f32),
	ROW_1("v_trunc_f32", lane_trunc_f32),
	ROW_1("v_ceil_f32", lane_ceil_f32),
	ROW_1("v_floor_f32", lane_floor_f32),
	ROW_1("v_rndne_f32", lane_rndne_f32),
	ROW_1("v_fract_f32", lane_fract_f32),
	ROW_1("v_frexp_mant_f32", lane_frexp_mant),
	{"v_frexp_exp_i32_f32", 0, CH_ON_ALL, CH_EXACT, CH_B32, {CH_F32, 0, 0}, lane_frexp_exp, NULL},
	ROW("v_ldexp_f32", CH_ON_ALL, CH_EXACT, 0, CH_F32, CH_B32, 0, lane_ldexp_f32),
	ROW("v_fma_mix_f32", CH_ON_ALL, CH_EXACT, 0, CH_MIX, CH_MIX, CH_MIX, lane_fma_f32),
	ROW_APPROXIMATE("v_rcp_f32", lane_rcp_f32),
	ROW_APPROXIMATE("v_rcp_iflag_f32", lane_rcp_f32),
	ROW_APPROXIMATE("v_sqrt_f32", lane_sqrt_f32),
	ROW_APPROXIMATE("v_rsq_f32", lane_rsq_f32),
	ROW_APPROXIMATE("v_exp_f32", lane_exp_f32),
	ROW_APPROXIMATE("v_log_f32", lane_log_f32),
	ROW("v_sin_f32", CH_ON_ALL, CH_APPROXIMATE, 0, CH_F32, 0, 0, lane_sin_f32),
	ROW("v_cos_f32", CH_ON_ALL, CH_APPROXIMATE, 0, CH_F32, 0, 0, lane_cos_f32),
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
