/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalars on the way into vector instructions, for the files that are compiled once for each level of x86-64. */
#ifndef CHECKHIP_GCN_SPREAD_H
#define CHECKHIP_GCN_SPREAD_H

#include "gcn/registers.h"

/* Apart, since compilers leave the loop unvectorized where it lies on one of several branches. */
static __attribute__((noinline)) void ch_fill(uint32_t *lanes, uint32_t value, uint32_t count)
{
	for (uint32_t base = 0; base < count; base += CH_LANES)
		CH_LANE_LOOP
	lanes[base + l] = value;
}

/* A scalar in every lane; nothing to do where the last one of this source was the same. */
static inline void ch_spread(ch_wave *wave, uint32_t source, uint32_t word, uint32_t value, uint32_t lanes)
{
	uint32_t *splat = wave->splat[source][word];
	if (splat[0] != value || splat[lanes - 1] != value)
		ch_fill(splat, value, lanes);
}

/* In wave32 the register after a mask's is not a part of it. */
static inline bool ch_mask_is_dirty(const ch_wave *wave, const ch_step *step, uint32_t lanes)
{
	return step->reads_mask && (wave->s_dirty[step->mask_in >> 6] >> (step->mask_in & 63) & (lanes == 64 ? 3 : 1));
}

#endif
