/* SPDX-License-Identifier: Apache-2.0
 *
 * DPP: lanes that read from others. Sources: "Vega 7nm ISA", chapter "SDWA, DPP"; "RDNA3 ISA", chapter "Vector ALU operations",
 * section DPP. */
#include "gcn/valu.h"

/* The lane that a DPP control reads for lane l, or -1 if there is none. */
static int32_t dpp_lane(const ch_gcn_insn *insn, int32_t l, int32_t lanes)
{
	const int32_t control = insn->dpp_ctrl, row = l & ~15, in_row = l & 15, amount = control & 15;
	if (insn->flags & CH_GCN_DPP8)
		return (l & ~7) + (int32_t)(insn->dpp8 >> (3 * (l & 7)) & 7);
	if (control <= 0xff) /* quad_perm */
		return (l & ~3) + (control >> (2 * (l & 3)) & 3);
	if (control >= 0x101 && control <= 0x10f) /* row_shl */
		return in_row + amount < 16 ? l + amount : -1;
	if (control >= 0x111 && control <= 0x11f) /* row_shr */
		return in_row - amount >= 0 ? l - amount : -1;
	if (control >= 0x121 && control <= 0x12f) /* row_ror */
		return row + ((in_row - amount) & 15);
	switch (control) {
	case 0x130: /* wave_shl:1 */
		return l + 1 < lanes ? l + 1 : -1;
	case 0x134: /* wave_rol:1 */
		return (l + 1) % lanes;
	case 0x138: /* wave_shr:1 */
		return l - 1;
	case 0x13c: /* wave_ror:1 */
		return (l + lanes - 1) % lanes;
	case 0x140: /* row_mirror */
		return row + 15 - in_row;
	case 0x141: /* row_half_mirror */
		return (l & ~7) + 7 - (l & 7);
	case 0x142: /* row_bcast:15: lane 15 of each row to the row after it */
		return row ? row - 1 : -1;
	case 0x143: /* row_bcast:31: lane 31 to the rows 2 and 3 */
		return l >= 32 ? 31 : -1;
	default:
		break;
	}
	if (control >= 0x150 && control <= 0x15f) /* row_share */
		return row + amount;
	if (control >= 0x160 && control <= 0x16f) /* row_xmask */
		return row + (in_row ^ amount);
	return -1;
}

const uint32_t *ch_valu_permute(const ch_step *step, uint64_t exec, const uint32_t *in, uint32_t *out, uint32_t lanes)
{
	for (uint32_t l = 0; l < lanes; l++) {
		const int32_t from = dpp_lane(step->insn, (int32_t)l, (int32_t)lanes);
		const bool there = from >= 0 && ((exec >> from & 1) || (step->insn->flags & CH_GCN_FI));
		out[l] = there ? in[from] : 0;
	}
	return out;
}

/* A lane whose source is not there, or has EXEC off, is not written; with bound_ctrl it gets 0 (and with fi the value). */
uint64_t ch_valu_permute_writes(const ch_step *step, uint64_t exec, uint32_t lanes)
{
	const ch_gcn_insn *insn = step->insn;
	uint64_t writes = 0;
	for (uint32_t l = 0; l < lanes; l++) {
		const int32_t from = dpp_lane(insn, (int32_t)l, (int32_t)lanes);
		const bool there = from >= 0 && ((exec >> from & 1) || (insn->flags & CH_GCN_FI));
		const bool masked = !(insn->flags & CH_GCN_DPP8) &&
				    (!(insn->row_mask >> (l >> 4 & 3) & 1) || !(insn->bank_mask >> (l >> 2 & 3) & 1));
		if (!masked && (there || (insn->flags & (CH_GCN_BOUND_CTRL | CH_GCN_DPP8))))
			writes |= UINT64_C(1) << l;
	}
	return writes;
}
