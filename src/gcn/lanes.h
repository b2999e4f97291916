/* SPDX-License-Identifier: Apache-2.0
 *
 * What one instruction does to 32 lanes. A lane function is pure: it reads the sources, writes every lane of its results, and
 * knows nothing of EXEC, registers or modifiers; those are applied before and after it. Wave64 calls it twice. */
#ifndef CHECKHIP_GCN_LANES_H
#define CHECKHIP_GCN_LANES_H

#include <stdbool.h>
#include <stdint.h>

enum { CH_LANES = 32 };

/* MODE, as far as arithmetic sees it. */
typedef struct ch_float_mode {
	bool ieee;		       /* signaling NaNs are quieted by minimum and maximum */
	bool first_nan;		       /* of two quiet NaNs these give the first: gfx11; gfx9 the second */
	bool dx10_clamp;	       /* clamp turns a NaN into 0 */
	uint8_t round32, round16_64;   /* 0 nearest even, 1 up, 2 down, 3 to zero */
	uint8_t denorm32, denorm16_64; /* bit 0: keep subnormal inputs, bit 1: keep subnormal results */
} ch_float_mode;

/* A 64-bit source or result is two arrays: low dwords in x[i][0], high dwords in x[i][1]. */
typedef struct ch_lanes {
	const uint32_t *s[3][2];
	uint32_t *d[2];
	uint32_t mask;	 /* one bit a lane: carry in, condition, VCC of v_div_fmas */
	uint32_t result; /* one bit a lane: comparison, carry out */
	uint32_t base;	 /* number of the first lane: 0, or 32 in the upper half of a wave64 */
	uint32_t select; /* neg_lo of the dot products: bit i set, source i is signed */
	const ch_float_mode *mode;
} ch_lanes;

typedef void (*ch_lane_function)(ch_lanes *x);

/* The loops below differ in nothing but the expression, so the loop is written once for each shape. In an expression a, b, c
 * are the lane's sources, ah, bh, ch their high dwords, A, B, C the 64-bit values, m the lane's bit of the mask. */
#define CH_LANE_LOOP for (uint32_t l = 0; l < CH_LANES; l++)

#define CH_LANE_1(name, expression)               \
	static void lane_##name(ch_lanes *x)      \
	{                                         \
		uint32_t *restrict d = x->d[0];   \
		const uint32_t *sa = x->s[0][0];  \
		CH_LANE_LOOP                      \
		{                                 \
			const uint32_t a = sa[l]; \
			d[l] = (expression);      \
		}                                 \
	}

#define CH_LANE_2(name, expression)                                \
	static void lane_##name(ch_lanes *x)                       \
	{                                                          \
		uint32_t *restrict d = x->d[0];                    \
		const uint32_t *sa = x->s[0][0], *sb = x->s[1][0]; \
		CH_LANE_LOOP                                       \
		{                                                  \
			const uint32_t a = sa[l], b = sb[l];       \
			d[l] = (expression);                       \
		}                                                  \
	}

#define CH_LANE_3(name, expression)                                                  \
	static void lane_##name(ch_lanes *x)                                         \
	{                                                                            \
		uint32_t *restrict d = x->d[0];                                      \
		const uint32_t *sa = x->s[0][0], *sb = x->s[1][0], *sc = x->s[2][0]; \
		CH_LANE_LOOP                                                         \
		{                                                                    \
			const uint32_t a = sa[l], b = sb[l], c = sc[l];              \
			d[l] = (expression);                                         \
		}                                                                    \
	}

/* Results of 64 bits. */
#define CH_LANE_2_64(name, type_a, type_b, expression)                             \
	static void lane_##name(ch_lanes *x)                                       \
	{                                                                          \
		uint32_t *restrict d = x->d[0], *restrict dh = x->d[1];            \
		const uint32_t *sa = x->s[0][0], *sb = x->s[1][0];                 \
		const uint32_t *sah = sizeof(type_a) == 8 ? x->s[0][1] : sa;       \
		const uint32_t *sbh = sizeof(type_b) == 8 ? x->s[1][1] : sb;       \
		CH_LANE_LOOP                                                       \
		{                                                                  \
			const type_a a = (type_a)(sa[l] | (uint64_t)sah[l] << 32); \
			const type_b b = (type_b)(sb[l] | (uint64_t)sbh[l] << 32); \
			const uint64_t r = (uint64_t)(expression);                 \
			d[l] = (uint32_t)r;                                        \
			dh[l] = (uint32_t)(r >> 32);                               \
		}                                                                  \
	}

/* One bit a lane. */
#define CH_LANE_COMPARE(name, type, bits, condition)                                                         \
	static void lane_##name(ch_lanes *x)                                                                 \
	{                                                                                                    \
		const uint32_t *sa = x->s[0][0], *sb = x->s[1][0];                                           \
		const uint32_t *sah = (bits) == 64 ? x->s[0][1] : sa, *sbh = (bits) == 64 ? x->s[1][1] : sb; \
		uint32_t result = 0;                                                                         \
		CH_LANE_LOOP                                                                                 \
		{                                                                                            \
			const type a = (type)((bits) == 64 ? sa[l] | (uint64_t)sah[l] << 32 : sa[l]);        \
			const type b = (type)((bits) == 64 ? sb[l] | (uint64_t)sbh[l] << 32 : sb[l]);        \
			result |= (uint32_t)(condition) << l;                                                \
		}                                                                                            \
		x->result = result;                                                                          \
	}

#endif
