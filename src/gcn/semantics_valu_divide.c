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

/* What V_DIV_SCALE asks, of either width. */
typedef struct ch_division {
	bool zero, nan;	       /* denominator or numerator */
	bool far;	       /* the quotient may overflow on the way */
	bool tiny_denominator; /* subnormal */
	bool inverse_small, quotient_small;
	bool low_numerator; /* so small that the remainder may be subnormal */
} ch_division;

/* 1: scale up, -1: down, 0: not. Whether V_DIV_FMAS must scale back goes to *scale_back. */
static int direction(const ch_division *of, bool denominator, bool numerator, bool *scale_back)
{
	*scale_back = of->zero || (!of->nan && (of->far || (!of->tiny_denominator && of->quotient_small)));
	if (of->zero || of->nan)
		return 0;
	if (of->far)
		return denominator;
	if (of->tiny_denominator)
		return 1;
	if (of->inverse_small && of->quotient_small)
		return denominator ? -1 : 0;
	if (of->inverse_small)
		return -1;
	return of->quotient_small ? numerator : of->low_numerator;
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
	const ch_division division = {.zero = denominator == 0 || numerator == 0,
				      .nan = is_nan_32(b) || is_nan_32(c),
				      .far = apart >= 96,
				      .tiny_denominator = is_subnormal_32(b),
				      .inverse_small = inverse_small,
				      .quotient_small = quotient_small,
				      .low_numerator = exponent_32(c) <= 23};
	const int to = direction(&division, a == b, a == c, scale_back);
	return division.zero ? CH_NAN_32 : to > 0 ? up : to < 0 ? down : a;
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

/* The same of binary64, whose exponents are in the high word. */
static uint64_t long_of(const uint32_t *const source[2], uint32_t l)
{
	return source[0][l] | (uint64_t)source[1][l] << 32;
}

static void put_long(ch_lanes *x, uint32_t l, uint64_t bits)
{
	x->d[0][l] = (uint32_t)bits;
	x->d[1][l] = (uint32_t)(bits >> 32);
}

static int32_t exponent_64(uint64_t a)
{
	return (int32_t)(a >> 52 & 0x7ff);
}

static bool is_subnormal_64(uint64_t a)
{
	return exponent_64(a) == 0 && (a & ~CH_SIGN_64);
}

static uint64_t scaled_for_long_division(uint64_t a, uint64_t b, uint64_t c, bool *scale_back)
{
	const double denominator = fabs(double_of(b)), numerator = fabs(double_of(c));
	const uint64_t up = double_bits(double_of(a) * 0x1p128), down = double_bits(double_of(a) * 0x1p-128);
	const int32_t apart = exponent_64(c) - exponent_64(b);
	/* Where the quotient is so small that it becomes 0 here the exponents say it. */
	const double quotient = numerator / denominator;
	const bool finite = exponent_64(b) < 2047, inverse_small = finite && denominator > 0x1p1022,
		   quotient_small = finite && ((quotient < 0x1p-1022 && quotient > 0) || apart <= -1022);
	const ch_division division = {.zero = denominator == 0 || numerator == 0,
				      .nan = is_nan_64(b) || is_nan_64(c),
				      .far = apart >= 768,
				      .tiny_denominator = is_subnormal_64(b),
				      .inverse_small = inverse_small,
				      .quotient_small = quotient_small,
				      .low_numerator = exponent_64(c) <= 53};
	const int to = direction(&division, a == b, a == c, scale_back);
	return division.zero ? CH_NAN_64 : to > 0 ? up : to < 0 ? down : a;
}

static void lane_div_scale_f64(ch_lanes *x)
{
	uint32_t result = 0;
	CH_LANE_LOOP
	{
		bool scale_back;
		put_long(x, l,
			 scaled_for_long_division(long_of(x->s[0], l), long_of(x->s[1], l), long_of(x->s[2], l),
						  &scale_back));
		result |= (uint32_t)scale_back << l;
	}
	x->result = result;
}

/* left + right is *rest and what this returns. */
static double sum_of_two(double left, double right, double *rest)
{
	const double sum = left + right, part = sum - left;
	*rest = (left - (sum - part)) + (right - part);
	return sum;
}

/* a * b + c, scaled so that it is subnormal: to nearest in one rounding. What is left over after the sum's 53 bits only decides
 * a tie. */
static double subnormal_sum(double a, double b, double c, int power)
{
	double low, rest, other;
	const double product = a * b, inner = sum_of_two(c, fma(a, b, -product), &low);
	const double sum = sum_of_two(product, inner, &rest), beyond = sum_of_two(rest, low, &other);
	const double side = beyond != 0 ? beyond : other, size = ldexp(fabs(sum), power + 1074), whole = floor(size);
	const double outward = sum < 0 ? -side : side;
	const bool tie = size - whole == 0.5 && outward == 0;
	const bool up = tie ? fmod(whole, 2) != 0 : size - whole > 0.5 || (size - whole == 0.5 && outward > 0);
	return copysign(ldexp(whole + (up ? 1 : 0), -1074), sum);
}

static double scaled_sum(double a, double b, double c, int power, uint32_t rounding)
{
	const double sum = fma(a, b, c), scaled = ldexp(sum, power);
	return rounding == 0 && sum != 0 && fabs(scaled) < 0x1p-1022 ? subnormal_sum(a, b, c, power) : scaled;
}

static void lane_div_fmas_f64(ch_lanes *x)
{
	CH_LANE_LOOP
	{
		const uint64_t bits[3] = {long_of(x->s[0], l), long_of(x->s[1], l), long_of(x->s[2], l)};
		const double a = double_of(bits[0]), b = double_of(bits[1]), c = double_of(bits[2]);
		const bool scales = x->mask >> l & 1 && isfinite(a) && isfinite(b) && isfinite(c);
		const double value =
			scales ? scaled_sum(a, b, c, exponent_64(bits[2]) > 1023 ? 128 : -128, x->mode->round16_64)
			       : fma(a, b, c);
		put_long(x, l, value != value ? nan_of_64(bits[0], bits[1], bits[2]) : double_bits(value));
	}
}

static uint64_t fixed_long_quotient(uint64_t a, uint64_t b, uint64_t c)
{
	const uint64_t sign = (b ^ c) & CH_SIGN_64, size_b = b & ~CH_SIGN_64, size_c = c & ~CH_SIGN_64;
	if (is_nan_64(c))
		return c | CH_QUIET_64;
	if (is_nan_64(b))
		return b | CH_QUIET_64;
	if ((size_b == 0 && size_c == 0) || (size_b == CH_INFINITY_64 && size_c == CH_INFINITY_64))
		return CH_NAN_64 | CH_SIGN_64;
	if (size_b == 0 || size_c == CH_INFINITY_64)
		return sign | CH_INFINITY_64;
	if (size_b == CH_INFINITY_64 || size_c == 0 || exponent_64(c) - exponent_64(b) < -1075)
		return sign;
	return sign | (is_nan_64(a) ? CH_INFINITY_64 : a & ~CH_SIGN_64);
}

static void lane_div_fixup_f64(ch_lanes *x)
{
	CH_LANE_LOOP
	put_long(x, l, fixed_long_quotient(long_of(x->s[0], l), long_of(x->s[1], l), long_of(x->s[2], l)));
}

/* clang-format off */
const ch_valu_row CH_ROWS(ch_valu_divide_rows)[] = {
	{"v_div_scale_f32", CH_CARRY_OUT, CH_ON_ALL, CH_EXACT, CH_F32, {CH_F32, CH_F32, CH_F32}, lane_div_scale_f32, NULL},
	{"v_div_fmas_f32", CH_VCC_IN, CH_ON_ALL, CH_EXACT, CH_F32, {CH_F32, CH_F32, CH_F32}, lane_div_fmas_f32, NULL},
	{"v_div_fixup_f32", 0, CH_ON_ALL, CH_EXACT, CH_F32, {CH_F32, CH_F32, CH_F32}, lane_div_fixup_f32, NULL},
	{"v_div_scale_f64", CH_CARRY_OUT, CH_ON_ALL, CH_EXACT, CH_F64, {CH_F64, CH_F64, CH_F64}, lane_div_scale_f64, NULL},
	{"v_div_fmas_f64", CH_VCC_IN, CH_ON_ALL, CH_EXACT, CH_F64, {CH_F64, CH_F64, CH_F64}, lane_div_fmas_f64, NULL},
	{"v_div_fixup_f64", 0, CH_ON_ALL, CH_EXACT, CH_F64, {CH_F64, CH_F64, CH_F64}, lane_div_fixup_f64, NULL},
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
