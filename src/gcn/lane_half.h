/* SPDX-License-Identifier: Apache-2.0
 *
 * Arithmetic of 16 bits: a half lies in the low 16 bits, what is above is anything, and results are given there with zeros above. */
#ifndef CHECKHIP_GCN_LANE_HALF_H
#define CHECKHIP_GCN_LANE_HALF_H

#include "gcn/lane_float.h"
#include "gcn/lanes.h"

static inline uint32_t saturate_u16(int32_t value)
{
	return value > UINT16_MAX ? UINT16_MAX : value < 0 ? 0 : (uint32_t)value;
}

static inline uint32_t saturate_i16(int32_t value)
{
	return (value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? (uint32_t)INT16_MIN : (uint32_t)value) & 0xffff;
}

static inline uint32_t nan_of_16(uint32_t a, uint32_t b, uint32_t c)
{
	return is_nan_16(a)   ? (a & 0xffff) | 0x200
	       : is_nan_16(b) ? (b & 0xffff) | 0x200
	       : is_nan_16(c) ? (c & 0xffff) | 0x200
			      : 0x7e00;
}

/* Quotients and roots of binary16 in binary32: 24 >= 2 * 11 + 2 bits, so the second rounding does no harm. Products are exact. */
static inline uint32_t half_result(float value, uint32_t a, uint32_t b, uint32_t mode)
{
	const uint32_t bits = bits_of(value);
	return is_nan_32(bits) ? nan_of_16(a, b, b) : round_half(bits, mode);
}

static inline float half_value(uint32_t half)
{
	return float_of(widen_half(half & 0xffff));
}

/* A sum may have 40 bits: to nearest its second rounding does no harm either, the other modes need it whole. -0 in mode 2. */
static inline uint32_t half_sum(float left, float right, uint32_t a, uint32_t b, uint32_t mode)
{
	if (mode == 0)
		return half_result(left + right, a, b, mode);
	const double sum = (double)left + (double)right;
	if (sum == 0 && mode == 2 && left != 0)
		return 0x8000;
	if (sum == 0 && mode == 2 && signbit(left) != signbit(right))
		return 0x8000;
	return sum != sum ? nan_of_16(a, b, b) : round_half_from_double(sum, mode);
}

static inline uint32_t half_add(uint32_t a, uint32_t b, uint32_t mode)
{
	return half_sum(half_value(a), half_value(b), a, b, mode);
}

static inline uint32_t half_subtract(uint32_t a, uint32_t b, uint32_t mode)
{
	return half_sum(half_value(a), -half_value(b), a, b, mode);
}

static inline uint32_t half_multiply(uint32_t a, uint32_t b, uint32_t mode)
{
	return half_result(half_value(a) * half_value(b), a, b, mode);
}

static inline uint32_t half_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t mode)
{
	const double sum = fma_to_odd(half_value(a), half_value(b), half_value(c));
	const float product = half_value(a) * half_value(b);
	if (mode == 2 && sum == 0 && (product != 0 || signbit(product) != signbit(half_value(c))))
		return 0x8000;
	return sum != sum ? nan_of_16(a, b, c) : round_half_from_double(sum, mode);
}

/* v_mad_f16 rounds the product, too. */
static inline uint32_t half_mad(uint32_t a, uint32_t b, uint32_t c, uint32_t mode)
{
	return half_add(half_multiply(a, b, mode), c, mode);
}

static inline bool is_signaling_16(uint32_t half)
{
	return is_nan_16(half) && !(half & 0x200);
}

/* Of two sources with a NaN among them, or else the number that has been picked. */
static inline uint32_t half_picked(uint32_t a, uint32_t b, uint32_t number, ch_float_mode mode)
{
	const bool a_signals = mode.ieee && is_signaling_16(a), b_signals = mode.ieee && is_signaling_16(b);
	const bool takes_b = is_nan_16(a) && !(mode.first_nan && is_nan_16(b));
	return (a_signals ? a | 0x200 : b_signals ? b | 0x200 : takes_b ? b : is_nan_16(b) ? a : number) & 0xffff;
}

static inline uint32_t half_minimum(uint32_t a, uint32_t b, ch_float_mode mode)
{
	const float x = half_value(a), y = half_value(b);
	return half_picked(a, b, x < y ? a : y < x ? b : a | b, mode);
}

static inline uint32_t half_maximum(uint32_t a, uint32_t b, ch_float_mode mode)
{
	const float x = half_value(a), y = half_value(b);
	return half_picked(a, b, x > y ? a : y > x ? b : a & b, mode);
}

/* The NaN of a negative number has its sign set: the examples of V_SQRT_F16. */
static inline uint32_t half_root(uint32_t a, uint32_t mode)
{
	const bool negative = (a & 0x8000) && (a & 0x7fff);
	return negative && !is_nan_16(a) ? 0xfe00 : half_result(sqrtf(half_value(a)), a, a, mode);
}

static inline int32_t low_i(uint32_t a)
{
	return (int16_t)(a & 0xffff);
}

static inline int32_t low_u(uint32_t a)
{
	return (int32_t)(a & 0xffff);
}

static inline uint32_t min_i(int32_t a, int32_t b)
{
	return (uint32_t)(a < b ? a : b) & 0xffff;
}

static inline uint32_t max_i(int32_t a, int32_t b)
{
	return (uint32_t)(a > b ? a : b) & 0xffff;
}

static inline uint32_t min_i16(uint32_t a, uint32_t b)
{
	return min_i(low_i(a), low_i(b));
}

static inline uint32_t max_i16(uint32_t a, uint32_t b)
{
	return max_i(low_i(a), low_i(b));
}

static inline uint32_t min_u16(uint32_t a, uint32_t b)
{
	return min_i(low_u(a), low_u(b));
}

static inline uint32_t max_u16(uint32_t a, uint32_t b)
{
	return max_i(low_u(a), low_u(b));
}

static inline uint32_t multiply_16(uint32_t a, uint32_t b)
{
	return (a & 0xffff) * (b & 0xffff) & 0xffff;
}

#define CH_HALF_3(name, second, third, expression)                                                                  \
	static void lane_##name(ch_lanes *x)                                                                        \
	{                                                                                                           \
		uint32_t *restrict d = x->d[0];                                                                     \
		const uint32_t *sa = x->s[0][0], *sb = (second) ? x->s[1][0] : sa, *sc = (third) ? x->s[2][0] : sa; \
		const uint32_t mode = x->mode->round16_64;                                                          \
		(void)mode;                                                                                         \
		CH_LANE_LOOP                                                                                        \
		{                                                                                                   \
			const uint32_t a = sa[l], b = sb[l], c = sc[l];                                             \
			(void)c;                                                                                    \
			d[l] = (expression);                                                                        \
		}                                                                                                   \
	}

#define CH_HALF_PICK(name, third, expression)                                                       \
	static void lane_##name(ch_lanes *x)                                                        \
	{                                                                                           \
		uint32_t *restrict d = x->d[0];                                                     \
		const uint32_t *sa = x->s[0][0], *sb = x->s[1][0], *sc = (third) ? x->s[2][0] : sa; \
		const ch_float_mode mode = *x->mode;                                                \
		CH_LANE_LOOP                                                                        \
		{                                                                                   \
			const uint32_t a = sa[l], b = sb[l], c = sc[l];                             \
			(void)c;                                                                    \
			d[l] = (expression);                                                        \
		}                                                                                   \
	}

#endif
