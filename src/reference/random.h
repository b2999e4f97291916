/* SPDX-License-Identifier: Apache-2.0
 *
 * SplitMix64: the one source of made data, so that a seed is all that is needed to make it again, in any language. */
#ifndef CHECKHIP_REFERENCE_RANDOM_H
#define CHECKHIP_REFERENCE_RANDOM_H

#include <stdint.h>

typedef struct ch_random {
	uint64_t state;
} ch_random;

static inline uint64_t ch_random_next(ch_random *random)
{
	uint64_t z = random->state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* The top 8 bits: what the recipe of the decode digests calls byte(). */
static inline uint8_t ch_random_byte(ch_random *random)
{
	return (uint8_t)(ch_random_next(random) >> 56);
}

/* 0 <= result < below; below is small, so the bias of a remainder does not matter here. */
static inline uint32_t ch_random_below(ch_random *random, uint32_t below)
{
	return (uint32_t)((ch_random_next(random) >> 32) % below);
}

/* Uniform in [-1, 1), a multiple of 2^-23, so exact in binary32. */
static inline float ch_random_unit(ch_random *random)
{
	return (float)(int32_t)(ch_random_next(random) >> 40) * 0x1p-23f - 1.0f;
}

/* Near enough to a normal distribution for test data: twelve uniforms (Irwin-Hall), all sums exact, no libm whose last bit
 * might differ between machines. Variance 1. */
static inline float ch_random_normal(ch_random *random)
{
	float sum = 0.0f;

	for (int i = 0; i < 12; i++)
		sum += (float)(int32_t)(ch_random_next(random) >> 48) * 0x1p-16f;
	return sum - 6.0f;
}

#endif
