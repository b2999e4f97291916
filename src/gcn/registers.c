/* SPDX-License-Identifier: Apache-2.0
 *
 * Vector registers and their shadows, for the files that are compiled once. */
#include "gcn/registers.h"
#include "gcn/valu.h"

void ch_wave_set_vgpr(ch_wave *wave, uint32_t index, const uint32_t *values, const uint32_t *undefined,
		      uint64_t lanes_on)
{
	ch_vgpr_write(wave, index, values, undefined, lanes_on);
}

void ch_wave_shadow(const ch_wave *wave, uint32_t index, uint32_t *bits)
{
	const uint32_t *from = wave->v_undefined + (size_t)index * wave->lanes;
	const uint64_t dirty = wave->v_dirty[index];
	for (uint32_t l = 0; l < wave->lanes; l++)
		bits[l] = dirty >> l & 1 ? from[l] : 0;
}
