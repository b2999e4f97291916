/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps of an IEEE division: scale, refine (plain fma), combine, fix up. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter
 * "Instructions", section VOP3, V_DIV_SCALE, V_DIV_FMAS, V_DIV_FIXUP. The documents give 2^32 as the factor of V_DIV_FMAS_F32;
 * only 2^64 or 2^-64, by the quotient's size, undoes what V_DIV_SCALE did, and makes every quotient the correctly rounded
 * one, which tests/gcn proves over all kinds of operands. They also give VCC 0 for a zero, where cards of RDNA3 give 1, and
 * call a quotient small by its size, where those look at the two exponents: 2^-126 / 1 is scaled. */
#include "gcn/lane_float.h"
#include "gcn/semantics.h"

static uint32_t exponent_32(uint32_t a)
{
	return a >> 23 & 0xff;
}

static float times_power(float a, int32_t power)
{
	return (float)((double)a * double_of((uint64_t)(power + 1023) << 52));
}

/* The value to use in place of a, and whether V_DIV_FMAS must scale back. b is the denominator, c the numerator. */
static uint32_t scaled_for_division(uint32_t a, uint32_t b, uint32_t c, bool *scale_back)
{
	const float value = float_of(a), denominator = float_of(b), numerator = float_of(c);
	const uint32_t up = bits_of(times_power(value, 64)), down = bits_of(times_power(value, -64));
	const double inverse = fabs(1.0 / (double)denominator),
		     quotient = fabs((double)numerator / (double)denominator);
	const int32_t apart = (int32_t)exponent_32(c) - (int32_t)exponent_32(b);
	const bool inverse_small = inverse < 0x1p-126 && inverse > 0,
		   quotient_small = (quotient < 0x1p-126 && quotient > 0) || (apart <= -126 && exponent_32(b) < 255);
	*scale_back = false;
	if (denominator == 0 || numerator == 0) {
		*scale_back = true;
		return CH_NAN_32;
	}
	if (is_nan_32(b) || is_nan_32(c))
		return a;
	if (apart >= 96) {
		*scale_back = true;
		return a == b ? up : a;
	}
	if (is_subnormal_32(b))
		return up;
	if (inverse_small && quotient_small) {
		*scale_back = true;
		return a == b ? down : a;
	}
	if (inverse_small)
		return down;
	if (quotient_small) {
		*scale_back = true;
		return a == c ? up : a;
	}
	return exponent_32(c) <= 23 ? up : a;
}

static void lane_div_scale_f32(ch_lanes *x)
{
	uint32_t result = 0;
	CH_LANE_LOOP
	{
		bool scale_back;
		x->d[0][l] = scaled_for_division(x->s[0][0][l], x->s[1][0][l], x->s[2][0][l], &scale_back);
		result |= (uint32_t)scale_back << l;
	}
	x->result = result;
}

static void lane_div_fmas_f32(ch_lanes *x)
{
	CH_LANE_LOOP
	{
		const uint32_t a = x->s[0][0][l], b = x->s[1][0][l], c = x->s[2][0][l];
		const double sum = fma_to_odd(float_of(a), float_of(b), float_of(c));
		const double factor = x->mask >> l & 1 ? (exponent_32(c) > 127 ? 0x1p64 : 0x1p-64) : 1.0;
		const float value = (float)(sum * factor); /* one rounding, subnormal results included */
		x->d[0][l] = value != value ? nan_of_32(a, b, c) : bits_of(value);
	}
}

/* a the quotient so far, b the denominator, c the numerator. */
static uint32_t fixed_quotient(uint32_t a, uint32_t b, uint32_t c)
{
	const uint32_t sign = (b ^ c) & CH_SIGN_32, quotient = a & CH_ABS_32;
	const uint32_t size_b = b & CH_ABS_32, size_c = c & CH_ABS_32;
	if (is_nan_32(c))
		return c | CH_QUIET_32;
	if (is_nan_32(b))
		return b | CH_QUIET_32;
	if ((size_b == 0 && size_c == 0) || (size_b == CH_INFINITY_32 && size_c == CH_INFINITY_32))
		return UINT32_C(0xffc00000); /* 0 / 0 and infinity / infinity */
	if (size_b == 0 || size_c == CH_INFINITY_32)
		return sign | CH_INFINITY_32;
	if (size_b == CH_INFINITY_32 || size_c == 0)
		return sign;
	const int32_t apart = (int32_t)exponent_32(c) - (int32_t)exponent_32(b);
	if (apart < -150)
		return sign; /* underflow */
	/* A quotient past the largest number has become a NaN on the way: infinity minus infinity. */
	return sign | (is_nan_32(a) ? (uint32_t)CH_INFINITY_32 : quotient);
}

static void lane_div_fixup_f32(ch_lanes *x)
{
	CH_LANE_LOOP
	x->d[0][l] = fixed_quotient(x->s[0][0][l], x->s[1][0][l], x->s[2][0][l]);
}

/* clang-format off */
const ch_valu_row CH_ROWS(ch_valu_divide_rows)[] = {
	{"v_div_scale_f32", CH_CARRY_OUT, CH_ON_ALL, CH_EXACT, CH_F32, {CH_F32, CH_F32, CH_F32}, lane_div_scale_f32, NULL},
	{"v_div_fmas_f32", CH_VCC_IN, CH_ON_ALL, CH_EXACT, CH_F32, {CH_F32, CH_F32, CH_F32}, lane_div_fmas_f32, NULL},
	{"v_div_fixup_f32", 0, CH_ON_ALL, CH_EXACT, CH_F32, {CH_F32, CH_F32, CH_F32}, lane_div_fixup_f32, NULL},
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
