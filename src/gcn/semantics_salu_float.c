/* SPDX-License-Identifier: Apache-2.0
 *
 * The scalar float instructions of gfx11.5 and gfx12. Sources: "RDNA3.5 ISA" and "RDNA4 ISA", chapter "Instructions", sections SOP1, SOP2, SOPC. */
#include <fenv.h>

#include "gcn/lane_float.h"
#include "gcn/salu.h"
#include "gcn/valu.h"

static float value(const ch_scalar *x, uint64_t bits)
{
	const uint32_t word = (uint32_t)bits;
	return float_of(is_subnormal_32(word) && !(x->mode->denorm32 & 1) ? word & CH_SIGN_32 : word);
}

static uint64_t result(const ch_scalar *x, float number)
{
	const uint32_t bits = bits_of(number);
	if (is_nan_32(bits))
		return nan_of_32((uint32_t)x->a, (uint32_t)x->b, (uint32_t)x->c);
	return is_subnormal_32(bits) && !(x->mode->denorm32 & 2) ? bits & CH_SIGN_32 : bits;
}

/* Whatever MODE's rounding: rintf would follow it. */
static float nearest_even(float a)
{
	const float below = floorf(a), rest = a - below;
	const bool up = rest > 0.5f || (rest == 0.5f && fmodf(below, 2) != 0);
	return copysignf(up ? below + 1 : below, a);
}

#define SCALAR_FLOAT(name, expression)                                                         \
	static uint64_t s_##name(ch_scalar *x)                                                 \
	{                                                                                      \
		const float a = value(x, x->a), b = value(x, x->b), c = value(x, x->c);        \
		(void)a, (void)b, (void)c;                                                     \
		if (!x->mode->round32)                                                         \
			return result(x, expression);                                          \
		ch_valu_set_rounding(x->mode->round32);                                        \
		const volatile float rounded = (expression); /* before the mode is set back */ \
		fesetround(FE_TONEAREST);                                                      \
		return result(x, rounded);                                                     \
	}

SCALAR_FLOAT(add_f32, a + b)
SCALAR_FLOAT(sub_f32, a - b)
SCALAR_FLOAT(mul_f32, a *b)
SCALAR_FLOAT(fma_f32, fma_32(a, b, c))
SCALAR_FLOAT(trunc_f32, truncf(a))
SCALAR_FLOAT(ceil_f32, ceilf(a))
SCALAR_FLOAT(floor_f32, floorf(a))
SCALAR_FLOAT(rndne_f32, nearest_even(a))
SCALAR_FLOAT(cvt_f32_i32, (float)(int32_t)(uint32_t)x->a)
SCALAR_FLOAT(cvt_f32_u32, (float)(uint32_t)x->a)

static uint32_t narrowed(const ch_scalar *x, uint64_t bits, uint32_t rounding)
{
	const uint32_t word = bits_of(value(x, bits));
	const uint32_t half =
		is_nan_32(word) ? (word >> 16 & 0x8000) | 0x7e00 | (word >> 13 & 0x1ff) : round_half(word, rounding);
	const bool tiny = !(half & 0x7c00) && (half & 0x3ff);
	return tiny && !(x->mode->denorm16_64 & 2) ? half & 0x8000 : half;
}

/* The upper half of the result is zero. From memory: the documents say it of V_S_EXP_F16 and its kin only. */
static uint64_t s_cvt_f16_f32(ch_scalar *x)
{
	return narrowed(x, x->a, x->mode->round16_64);
}

static uint64_t s_cvt_pk_rtz(ch_scalar *x)
{
	return narrowed(x, x->a, 3) | narrowed(x, x->b, 3) << 16;
}

static uint64_t widened(const ch_scalar *x, uint32_t half)
{
	const bool tiny = !(half & 0x7c00) && (half & 0x3ff);
	const uint32_t word = widen_half(tiny && !(x->mode->denorm16_64 & 1) ? half & 0x8000 : half);
	return is_nan_32(word) ? word | 0x00400000 : word;
}

static uint64_t s_cvt_f32_f16(ch_scalar *x)
{
	return widened(x, (uint32_t)x->a & 0xffff);
}

static uint64_t s_cvt_hi_f32_f16(ch_scalar *x)
{
	return widened(x, (uint32_t)x->a >> 16);
}

static uint64_t s_cvt_i32_f32(ch_scalar *x)
{
	const float a = value(x, x->a);
	if (a != a)
		return 0;
	return a >= 0x1p31f ? (uint32_t)INT32_MAX : a <= -0x1p31f ? UINT32_C(0x80000000) : (uint32_t)(int32_t)a;
}

static uint64_t s_cvt_u32_f32(ch_scalar *x)
{
	const float a = value(x, x->a);
	return !(a > 0) ? 0 : a >= 0x1p32f ? UINT32_MAX : (uint32_t)a;
}

/* Of two numbers; -0 is less than +0. */
static uint32_t extreme(float a, float b, bool greater)
{
	if (a == b)
		return greater ? bits_of(a) & bits_of(b) : bits_of(a) | bits_of(b);
	return bits_of((a < b) == greater ? b : a);
}

/* As V_MIN_F32 and V_MAX_F32: the result is one of the sources, and not flushed. */
static uint64_t picked(const ch_scalar *x, bool greater)
{
	const float a = value(x, x->a), b = value(x, x->b);
	const uint32_t a_bits = bits_of(a), b_bits = bits_of(b);
	if (x->mode->ieee && is_signaling_32(a_bits))
		return a_bits | CH_QUIET_32;
	if (x->mode->ieee && is_signaling_32(b_bits))
		return b_bits | CH_QUIET_32;
	if (a != a || b != b)
		return b != b ? a_bits : b_bits;
	return extreme(a, b, greater);
}

/* gfx12, V_MIN_NUM_F32 and its kin: a number wins over a NaN. */
static uint64_t picked_number(const ch_scalar *x, bool greater)
{
	const float a = value(x, x->a), b = value(x, x->b);
	if (a != a && b != b)
		return bits_of(a) | CH_QUIET_32;
	return a != a ? bits_of(b) : b != b ? bits_of(a) : extreme(a, b, greater);
}

/* gfx12, V_MINIMUM_F32 and its kin: a NaN wins over a number, a signaling one over a quiet one. */
static uint64_t picked_nan(const ch_scalar *x, bool greater)
{
	const float a = value(x, x->a), b = value(x, x->b);
	if (is_signaling_32(bits_of(b)) && !is_signaling_32(bits_of(a)))
		return bits_of(b) | CH_QUIET_32;
	return a != a ? bits_of(a) | CH_QUIET_32 : b != b ? bits_of(b) : extreme(a, b, greater);
}

#define SCALAR_EXTREME(name, rule, greater)    \
	static uint64_t s_##name(ch_scalar *x) \
	{                                      \
		return rule(x, greater);       \
	}

SCALAR_EXTREME(min_num_f32, picked_number, false)
SCALAR_EXTREME(max_num_f32, picked_number, true)
SCALAR_EXTREME(minimum_f32, picked_nan, false)
SCALAR_EXTREME(maximum_f32, picked_nan, true)
SCALAR_EXTREME(min_f32, picked, false)
SCALAR_EXTREME(max_f32, picked, true)

#define FLOAT_COMPARE(name, condition)                              \
	static uint64_t s_##name(ch_scalar *x)                      \
	{                                                           \
		const float a = value(x, x->a), b = value(x, x->b); \
		x->scc = (condition) ? 1u : 0u;                     \
		return 0;                                           \
	}

FLOAT_COMPARE(lt, a < b)
FLOAT_COMPARE(eq, a == b)
FLOAT_COMPARE(le, a <= b)
FLOAT_COMPARE(gt, a > b)
FLOAT_COMPARE(lg, a<b || a> b)
FLOAT_COMPARE(ge, a >= b)
FLOAT_COMPARE(o, a == a && b == b)
FLOAT_COMPARE(u, a != a || b != b)
FLOAT_COMPARE(nge, !(a >= b))
FLOAT_COMPARE(nlg, !(a < b || a > b))
FLOAT_COMPARE(ngt, !(a > b))
FLOAT_COMPARE(nle, !(a <= b))
FLOAT_COMPARE(neq, a != b)
FLOAT_COMPARE(nlt, !(a < b))

/* The vector instructions of these names on one scalar. */
#define SCALAR_SERIES(name, expression)                                                    \
	static uint64_t s_##name(ch_scalar *x)                                             \
	{                                                                                  \
		const float a = value(x, x->a);                                            \
		const uint32_t bits = bits_of(expression);                                 \
		if (is_nan_32(bits))                                                       \
			return a != a ? bits_of(a) | CH_QUIET_32 : CH_SIGN_32 | CH_NAN_32; \
		return result(x, float_of(bits));                                          \
	}

SCALAR_SERIES(rcp_f32, 1.0f / a)
SCALAR_SERIES(sqrt_f32, sqrtf(a))
SCALAR_SERIES(rsq_f32, (float)(1.0 / sqrt((double)a)))
SCALAR_SERIES(exp_f32, (float)exp2((double)a))
SCALAR_SERIES(log_f32, (float)log2((double)a))

/* clang-format off */
#define TWO(name, function) {name, CH_ON_RDNA, 0, 1, 1, 1, 0, function}
#define ONE(name, function) {name, CH_ON_RDNA, 0, 1, 1, 0, 0, function}
#define COMPARE(name) {"s_cmp_" #name "_f32", CH_ON_RDNA, CH_S_NO_RESULT | CH_S_WRITES_SCC, 0, 1, 1, 0, s_##name}

const ch_salu_row ch_salu_float_rows[] = {
	TWO("s_add_f32", s_add_f32), TWO("s_sub_f32", s_sub_f32), TWO("s_mul_f32", s_mul_f32),
	{"s_min_f32", CH_ON_GFX11, 0, 1, 1, 1, 0, s_min_f32}, {"s_max_f32", CH_ON_GFX11, 0, 1, 1, 1, 0, s_max_f32},
	{"s_min_num_f32", CH_ON_GFX12, 0, 1, 1, 1, 0, s_min_num_f32}, {"s_max_num_f32", CH_ON_GFX12, 0, 1, 1, 1, 0, s_max_num_f32},
	{"s_minimum_f32", CH_ON_GFX12, 0, 1, 1, 1, 0, s_minimum_f32}, {"s_maximum_f32", CH_ON_GFX12, 0, 1, 1, 1, 0, s_maximum_f32},
	TWO("s_cvt_pk_rtz_f16_f32", s_cvt_pk_rtz), ONE("s_cvt_hi_f32_f16", s_cvt_hi_f32_f16),
	{"s_fmac_f32", CH_ON_RDNA, CH_S_OLD, 1, 1, 1, 1, s_fma_f32},
	{"s_fmamk_f32", CH_ON_RDNA, 0, 1, 1, 1, 1, s_fma_f32}, {"s_fmaak_f32", CH_ON_RDNA, 0, 1, 1, 1, 1, s_fma_f32},
	ONE("s_trunc_f32", s_trunc_f32), ONE("s_ceil_f32", s_ceil_f32), ONE("s_floor_f32", s_floor_f32),
	ONE("s_rndne_f32", s_rndne_f32),
	ONE("s_cvt_f16_f32", s_cvt_f16_f32), ONE("s_cvt_f32_f16", s_cvt_f32_f16),
	ONE("s_cvt_f32_i32", s_cvt_f32_i32), ONE("s_cvt_f32_u32", s_cvt_f32_u32),
	ONE("s_cvt_i32_f32", s_cvt_i32_f32), ONE("s_cvt_u32_f32", s_cvt_u32_f32),
	COMPARE(lt), COMPARE(eq), COMPARE(le), COMPARE(gt), COMPARE(lg), COMPARE(ge), COMPARE(o), COMPARE(u),
	COMPARE(nge), COMPARE(nlg), COMPARE(ngt), COMPARE(nle), COMPARE(neq), COMPARE(nlt),
	{"v_s_rcp_f32", CH_ON_GFX12, 0, 1, 1, 0, 0, s_rcp_f32}, {"v_s_sqrt_f32", CH_ON_GFX12, 0, 1, 1, 0, 0, s_sqrt_f32},
	{"v_s_rsq_f32", CH_ON_GFX12, 0, 1, 1, 0, 0, s_rsq_f32}, {"v_s_exp_f32", CH_ON_GFX12, 0, 1, 1, 0, 0, s_exp_f32},
	{"v_s_log_f32", CH_ON_GFX12, 0, 1, 1, 0, 0, s_log_f32},
	{NULL, 0, 0, 0, 0, 0, 0, NULL},
};
