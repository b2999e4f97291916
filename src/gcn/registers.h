/* SPDX-License-Identifier: Apache-2.0
 *
 * Vector registers, for the files that are compiled once for each level of x86-64. */
#ifndef CHECKHIP_GCN_REGISTERS_H
#define CHECKHIP_GCN_REGISTERS_H

#include <string.h>

#include "gcn/machine.h"

static inline uint32_t *ch_vgpr(const ch_wave *wave, uint32_t index)
{
	return wave->v + (size_t)index * wave->lanes;
}

static inline uint64_t ch_all_lanes(const ch_wave *wave)
{
	return wave->lanes == 64 ? UINT64_MAX : UINT32_MAX;
}

/* As ch_wave_set_vgpr. */
static inline void ch_vgpr_write(ch_wave *wave, uint32_t index, const uint32_t *values, const uint32_t *undefined,
				 uint64_t lanes_on)
{
	uint32_t *to = ch_vgpr(wave, index);
	for (uint32_t base = 0; base < wave->lanes; base += CH_LANES) {
		const uint32_t on = (uint32_t)(lanes_on >> base);
		if (on == UINT32_MAX) {
			memcpy(to + base, values + base, CH_LANES * sizeof(*to));
			continue;
		}
		CH_LANE_LOOP
		to[base + l] = on >> l & 1 ? values[base + l] : to[base + l];
	}
	wave->v_dirty[index] &= ~lanes_on;
	if (!undefined)
		return;
	uint32_t *shadows = wave->v_undefined + (size_t)index * wave->lanes;
	wave->shadows_written = true;
	for (uint32_t l = 0; l < wave->lanes; l++) {
		if (!(lanes_on >> l & 1) || !undefined[l])
			continue;
		shadows[l] = undefined[l];
		wave->v_dirty[index] |= UINT64_C(1) << l;
	}
}

#endif
