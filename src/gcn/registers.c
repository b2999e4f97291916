/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files that are compiled for each level of x86-64 share: vector registers with their shadows, rounding, kept bits. */
#include "gcn/registers.h"

#include <fenv.h>

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

void ch_valu_set_rounding(uint32_t mode)
{
	static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
	fesetround(modes[mode & 3]);
}

uint32_t ch_valu_kept_bits(const ch_step *step)
{
	const ch_gcn_insn *insn = step->insn;
	if (!(insn->flags & CH_GCN_SDWA))
		return step->result_high ? UINT32_C(0xffff) : UINT32_C(0xffff0000);
	return insn->dst_sel < CH_GCN_WORD_0 ? ~(UINT32_C(0xff) << (8 * insn->dst_sel))
					     : ~(UINT32_C(0xffff) << (16 * (insn->dst_sel - CH_GCN_WORD_0)));
}
