/* SPDX-License-Identifier: Apache-2.0
 *
 * binary64 instructions. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter "Instructions", sections VOP1, VOP3. */
#include "gcn/lane_float.h"
#include "gcn/semantics.h"

static double wide(const uint32_t *const source[2], uint32_t l)
{
	return double_of(source[0][l] | (uint64_t)source[1][l] << 32);
}

static void put(ch_lanes *x, uint32_t l, double value, uint32_t sources)
{
	uint64_t bits = double_bits(value);
	if (is_nan_64(bits)) {
		uint64_t s[3] = {0};
		for (uint32_t i = 0; i < sources; i++)
			s[i] = x->s[i][0][l] | (uint64_t)x->s[i][1][l] << 32;
		bits = nan_of_64(s[0], s[1], s[2]);
	}
	x->d[0][l] = (uint32_t)bits;
	x->d[1][l] = (uint32_t)(bits >> 32);
}

/* The lesser or the greater, by the rules of V_MIN_F64 and V_MAX_F64 for NaNs. */
static void pick(ch_lanes *x, bool greater)
{
	const ch_float_mode *mode = x->mode;
	CH_LANE_LOOP
	{
		const double a = wide(x->s[0], l), b = wide(x->s[1], l);
		const uint64_t a_bits = double_bits(a), b_bits = double_bits(b);
		const bool a_signals = mode->ieee && a != a && !(a_bits & CH_QUIET_64),
			   b_signals = mode->ieee && b != b && !(b_bits & CH_QUIET_64);
		const bool takes_b = a != a && !(mode->first_nan && b != b);
		const bool a_wins = greater ? a > b || (a == b && signbit(b)) : a < b || (a == b && signbit(a));
		const uint64_t bits = a_signals		 ? a_bits | CH_QUIET_64
				      : b_signals	 ? b_bits | CH_QUIET_64
				      : takes_b		 ? b_bits
				      : b != b || a_wins ? a_bits
							 : b_bits;
		x->d[0][l] = (uint32_t)bits;
		x->d[1][l] = (uint32_t)(bits >> 32);
	}
}

static void lane_min_f64(ch_lanes *x)
{
	pick(x, false);
}

static void lane_max_f64(ch_lanes *x)
{
	pick(x, true);
}

/* Whatever MODE's rounding: rint would follow it. */
static double nearest_even(double a)
{
	const double below = floor(a), rest = a - below;
	const bool up = rest > 0.5 || (rest == 0.5 && fmod(below, 2) != 0);
	return copysign(up ? below + 1 : below, a);
}

#define CH_DOUBLE(name, sources, expression)                                                         \
	static void lane_##name(ch_lanes *x)                                                         \
	{                                                                                            \
		CH_LANE_LOOP                                                                         \
		{                                                                                    \
			const double a = wide(x->s[0], l), b = (sources) > 1 ? wide(x->s[1], l) : 0, \
				     c = (sources) > 2 ? wide(x->s[2], l) : 0;                       \
			(void)b, (void)c;                                                            \
			put(x, l, (expression), sources);                                            \
		}                                                                                    \
	}

CH_DOUBLE(add_f64, 2, a + b)
CH_DOUBLE(mul_f64, 2, a *b)
CH_DOUBLE(fma_f64, 3, fma(a, b, c))
CH_DOUBLE(rcp_f64, 1, 1.0 / a)
CH_DOUBLE(sqrt_f64, 1, sqrt(a))
CH_DOUBLE(rsq_f64, 1, 1.0 / sqrt(a))
CH_DOUBLE(trunc_f64, 1, trunc(a))
CH_DOUBLE(floor_f64, 1, floor(a))
CH_DOUBLE(ceil_f64, 1, ceil(a))
CH_DOUBLE(rndne_f64, 1, nearest_even(a))

static void lane_ldexp_f64(ch_lanes *x)
{
	CH_LANE_LOOP
	put(x, l, scalbln(wide(x->s[0], l), (int32_t)x->s[1][0][l]), 1);
}

static void lane_f64_f32(ch_lanes *x)
{
	CH_LANE_LOOP
	{
		const uint32_t a = x->s[0][0][l];
		const uint64_t bits = is_nan_32(a)
					      ? (uint64_t)(a >> 31) << 63 | CH_NAN_64 | (uint64_t)(a & 0x7fffff) << 29
					      : double_bits((double)float_of(a));
		x->d[0][l] = (uint32_t)bits;
		x->d[1][l] = (uint32_t)(bits >> 32);
	}
}

static void lane_f32_f64(ch_lanes *x)
{
	CH_LANE_LOOP
	{
		const double a = wide(x->s[0], l);
		const uint32_t high = x->s[0][1][l], low = x->s[0][0][l];
		x->d[0][l] = a != a ? (high & CH_SIGN_32) | CH_NAN_32 | (high << 3 & 0x3fffff) | low >> 29
				    : bits_of((float)a);
	}
}

#define CH_FROM_INTEGER(name, type)                        \
	static void lane_##name(ch_lanes *x)               \
	{                                                  \
		CH_LANE_LOOP                               \
		put(x, l, (double)(type)x->s[0][0][l], 0); \
	}

CH_FROM_INTEGER(f64_i32, int32_t)
CH_FROM_INTEGER(f64_u32, uint32_t)

static void lane_i32_f64(ch_lanes *x)
{
	CH_LANE_LOOP
	{
		const double a = wide(x->s[0], l);
		x->d[0][l] = a != a	    ? 0
			     : a >= 0x1p31  ? (uint32_t)INT32_MAX
			     : a <= -0x1p31 ? CH_SIGN_32
					    : (uint32_t)(int32_t)a;
	}
}

static void lane_u32_f64(ch_lanes *x)
{
	CH_LANE_LOOP
	{
		const double a = wide(x->s[0], l);
		x->d[0][l] = !(a > 0) ? 0 : a >= 0x1p32 ? UINT32_MAX : (uint32_t)a;
	}
}

/* The power of two above the significand, which lies in [0.5, 1); 0 for zero, infinity and NaN. */
static void lane_frexp_exp_f64(ch_lanes *x)
{
	CH_LANE_LOOP
	{
		int exponent = 0;
		const double a = wide(x->s[0], l);
		if (isfinite(a))
			(void)frexp(a, &exponent);
		x->d[0][l] = (uint32_t)exponent;
	}
}

/* clang-format off */
#define ROW(name, fidelity, result, a, b, c, lane) {name, 0, CH_ON_ALL, fidelity, result, {a, b, c}, lane, NULL}

const ch_valu_row CH_ROWS(ch_valu_double_rows)[] = {
	ROW("v_add_f64", CH_EXACT, CH_F64, CH_F64, CH_F64, 0, lane_add_f64),
	ROW("v_mul_f64", CH_EXACT, CH_F64, CH_F64, CH_F64, 0, lane_mul_f64),
	ROW("v_fma_f64", CH_EXACT, CH_F64, CH_F64, CH_F64, CH_F64, lane_fma_f64),
	{"v_min_f64", CH_KEEPS_TINY, CH_ON_BEFORE_12, CH_EXACT, CH_F64, {CH_F64, CH_F64, 0}, lane_min_f64, NULL},
	{"v_max_f64", CH_KEEPS_TINY, CH_ON_BEFORE_12, CH_EXACT, CH_F64, {CH_F64, CH_F64, 0}, lane_max_f64, NULL},
	ROW("v_ldexp_f64", CH_EXACT, CH_F64, CH_F64, CH_B32, 0, lane_ldexp_f64),
	ROW("v_trunc_f64", CH_EXACT, CH_F64, CH_F64, 0, 0, lane_trunc_f64),
	ROW("v_floor_f64", CH_EXACT, CH_F64, CH_F64, 0, 0, lane_floor_f64),
	ROW("v_ceil_f64", CH_EXACT, CH_F64, CH_F64, 0, 0, lane_ceil_f64),
	ROW("v_rcp_f64", CH_APPROXIMATE, CH_F64, CH_F64, 0, 0, lane_rcp_f64),
	ROW("v_sqrt_f64", CH_APPROXIMATE, CH_F64, CH_F64, 0, 0, lane_sqrt_f64),
	ROW("v_rsq_f64", CH_APPROXIMATE, CH_F64, CH_F64, 0, 0, lane_rsq_f64),
	ROW("v_cvt_f64_f32", CH_EXACT, CH_F64, CH_F32, 0, 0, lane_f64_f32),
	ROW("v_cvt_f32_f64", CH_EXACT, CH_F32, CH_F64, 0, 0, lane_f32_f64),
	ROW("v_cvt_f64_i32", CH_EXACT, CH_F64, CH_B32, 0, 0, lane_f64_i32),
	ROW("v_cvt_f64_u32", CH_EXACT, CH_F64, CH_B32, 0, 0, lane_f64_u32),
	ROW("v_cvt_i32_f64", CH_EXACT, CH_B32, CH_F64, 0, 0, lane_i32_f64),
	ROW("v_cvt_u32_f64", CH_EXACT, CH_B32, CH_F64, 0, 0, lane_u32_f64),
	ROW("v_rndne_f64", CH_EXACT, CH_F64, CH_F64, 0, 0, lane_rndne_f64),
	ROW("v_frexp_exp_i32_f64", CH_EXACT, CH_B32, CH_F64, 0, 0, lane_frexp_exp_f64),
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
