/* SPDX-License-Identifier: Apache-2.0
 *
 * Encodings that must not reach LLVM: with a field outside its range LLVM's printer reads past a table of names, and a
 * hostile file would crash the process. Found by fuzzing LLVM 19. */
#include "gcn/line.h"

/* SDWA: selectors are 0..6, dst_unused 0..2; "Vega 7nm" ISA, "VOP_SDWA" and "VOP_SDWAB". */
static const char *sdwa_guard(ch_gcn_form form, uint32_t word)
{
	bool compare = form == CH_FORM_VOPC; /* has a scalar destination where the others have dst_sel and dst_unused */
	if (!compare && ((word >> 8 & 7) == 7 || (word >> 11 & 3) == 3))
		return "an SDWA destination selector of 0..6 and dst_unused of 0..2";
	if ((word >> 16 & 7) == 7)
		return "SDWA source selectors of 0..6";
	return form != CH_FORM_VOP1 && (word >> 24 & 7) == 7 ? "SDWA source selectors of 0..6" : NULL;
}

const char *ch_gcn_encoding_guard(ch_gcn_form form, const uint8_t *bytes, uint64_t size, uint32_t arch_major)
{
	bool vector = form == CH_FORM_VOP1 || form == CH_FORM_VOP2 || form == CH_FORM_VOPC;
	if (arch_major <= 10 && vector && size >= 8 && (ch_gcn_load32(bytes) & 0x1ff) == 249)
		return sdwa_guard(form, ch_gcn_load32(bytes + 4));
	return NULL;
}
