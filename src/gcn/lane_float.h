/* SPDX-License-Identifier: Apache-2.0
 *
 * Float arithmetic on bit patterns: one correct rounding, NaNs chosen by rule and not by the host. Everything here is
 * branch-free enough for the lane loops to be vectorized. */
#ifndef CHECKHIP_GCN_LANE_FLOAT_H
#define CHECKHIP_GCN_LANE_FLOAT_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline float float_of(uint32_t bits)
{
	float value;
	memcpy(&value, &bits, sizeof(value));
	return value;
}

static inline uint32_t bits_of(float value)
{
	uint32_t bits;
	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static inline double double_of(uint64_t bits)
{
	double value;
	memcpy(&value, &bits, sizeof(value));
	return value;
}

static inline uint64_t double_bits(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

enum { CH_QUIET_32 = 0x00400000, CH_NAN_32 = 0x7fc00000, CH_INFINITY_32 = 0x7f800000, CH_ABS_32 = 0x7fffffff };
#define CH_SIGN_32 UINT32_C(0x80000000)
#define CH_NAN_64 UINT64_C(0x7ff8000000000000)
#define CH_QUIET_64 UINT64_C(0x0008000000000000)
#define CH_SIGN_64 UINT64_C(0x8000000000000000)
#define CH_INFINITY_64 UINT64_C(0x7ff0000000000000)

static inline bool is_nan_32(uint32_t bits)
{
	return (bits & CH_ABS_32) > CH_INFINITY_32;
}

static inline bool is_signaling_32(uint32_t bits)
{
	return is_nan_32(bits) && !(bits & CH_QUIET_32);
}

static inline bool is_subnormal_32(uint32_t bits)
{
	return !(bits & CH_INFINITY_32) && (bits & CH_ABS_32);
}

static inline bool is_nan_64(uint64_t bits)
{
	return (bits & ~CH_SIGN_64) > CH_INFINITY_64;
}

/* The NaN that an operation gives: the first NaN among its sources, quieted; with none, the default one, whose sign is plus. */
static inline uint32_t nan_of_32(uint32_t a, uint32_t b, uint32_t c)
{
	return is_nan_32(a)   ? a | CH_QUIET_32
	       : is_nan_32(b) ? b | CH_QUIET_32
	       : is_nan_32(c) ? c | CH_QUIET_32
			      : (uint32_t)CH_NAN_32;
}

static inline uint64_t nan_of_64(uint64_t a, uint64_t b, uint64_t c)
{
	return is_nan_64(a)   ? a | CH_QUIET_64
	       : is_nan_64(b) ? b | CH_QUIET_64
	       : is_nan_64(c) ? c | CH_QUIET_64
			      : CH_NAN_64;
}

/* a * b + c in binary64 rounded to odd: with 53 >= 24 + 2 bits, rounding that to binary32 (or binary16) is one rounding. The
 * product of two binary32 is exact in binary64; the error of the sum is Knuth's. */
static inline double fma_to_odd(float a, float b, float c)
{
	const double product = (double)a * (double)b, addend = (double)c;
	const double sum = product + addend;
	const double part = sum - product;
	const double error = (product - (sum - part)) + (addend - part);
	const uint64_t bits = double_bits(sum);
	/* a NaN error (an infinity among the sources) compares false */
	const bool inexact = error < 0 || error > 0;
	const bool away = (error < 0) != (sum < 0); /* the exact value is nearer to zero than the sum */
	const uint64_t odd = bits & 1 ? bits : away ? bits - 1 : bits + 1;
	return double_of(inexact ? odd : bits);
}

/* Fused multiply-add; the same bits with and without hardware for it. */
static inline float fma_32(float a, float b, float c)
{
#if defined(__FMA__) || defined(__aarch64__)
	return __builtin_fmaf(a, b, c);
#else
	return (float)fma_to_odd(a, b, c);
#endif
}

/* binary16 -> binary32, exact. */
static inline uint32_t widen_half(uint32_t half)
{
	const uint32_t sign = (half & 0x8000) << 16, magnitude = half & 0x7fff;
	/* 2^112 moves the exponent from bias 15 to 127, and normalizes subnormals on the way. */
	const uint32_t scaled = bits_of(float_of(magnitude << 13) * 0x1p112f);
	const uint32_t special = 0x7f800000 | magnitude << 13;
	return sign | (magnitude >= 0x7c00 ? special : scaled);
}

/* binary32 -> binary16 in one rounding; mode as MODE has it: 0 nearest even, 1 up, 2 down, 3 to zero. A NaN stays one. */
static inline uint32_t round_half(uint32_t bits, uint32_t mode)
{
	const uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & CH_ABS_32;
	const uint32_t exponent = magnitude >> 23;
	/* Bits dropped: 13 for a normal result, more below 2^-14, all at 2^-25 and less. */
	const uint32_t short_by = exponent < 113 ? 113 - exponent : 0;
	const uint32_t drop = 13 + (short_by > 12 ? 12 : short_by);
	const uint32_t significand = (magnitude & 0x7fffff) | (exponent ? 0x800000 : 0);
	const uint32_t kept = short_by > 12 ? 0 : significand >> drop;
	const uint32_t rest = short_by > 12 ? (significand ? 1 : 0) : significand & ((1u << drop) - 1);
	const uint32_t half_way = 1u << (drop - 1);
	const uint32_t nearest = rest > half_way || (rest == half_way && (kept & 1));
	const uint32_t up = rest && !sign, down = rest && sign;
	const uint32_t add = mode == 0 ? nearest : mode == 1 ? up : mode == 2 ? down : 0;
	const uint32_t base = exponent < 113 ? kept : kept - 0x400 + ((exponent - 112) << 10);
	const uint32_t rounded = base + add;
	const uint32_t toward_zero = mode == 3 || (mode == 1 && sign) || (mode == 2 && !sign);
	const uint32_t finite = rounded >= 0x7c00 ? (toward_zero ? 0x7bffu : 0x7c00u) : rounded;
	const uint32_t huge = toward_zero ? 0x7bffu : 0x7c00u;
	const uint32_t nan = 0x7e00 | (magnitude >> 13 & 0x3ff);
	return sign | (magnitude > CH_INFINITY_32    ? nan
		       : magnitude == CH_INFINITY_32 ? 0x7c00
		       : exponent > 142		     ? huge
						     : finite);
}

/* binary64, itself rounded to odd, -> binary16 in one rounding. */
static inline uint32_t round_half_from_double(double value, uint32_t mode)
{
	float narrow = (float)value;
	uint32_t bits = bits_of(narrow);
	const double back = (double)narrow;
	if (back == value || value != value)
		return round_half(bits, mode);
	if (!(bits & 1)) /* nearest even landed on an even number: step to the odd one on the exact value's side */
		bits = (fabs(back) > fabs(value)) ? bits - 1 : bits + 1;
	return round_half(bits, mode);
}

static inline bool is_nan_16(uint32_t half)
{
	return (half & 0x7fff) > 0x7c00;
}

/* A lane function of one source a, with the rounding mode of binary16. */
#define CH_ROUNDED_1(name, expression)                     \
	static void lane_##name(ch_lanes *x)               \
	{                                                  \
		uint32_t *restrict d = x->d[0];            \
		const uint32_t *sa = x->s[0][0];           \
		const uint32_t mode = x->mode->round16_64; \
		(void)mode;                                \
		CH_LANE_LOOP                               \
		{                                          \
			const uint32_t a = sa[l];          \
			d[l] = (expression);               \
		}                                          \
	}

#endif
