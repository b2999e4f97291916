/* SPDX-License-Identifier: Apache-2.0
 *
 * Encoding families by the leading bits: AMD's "Vega 7nm" and "RDNA3" instruction set documents, chapters "Microcode Formats". */
#include "gcn/line.h"

typedef struct ch_form_row {
	uint8_t bits; /* leading bits that are compared */
	uint16_t value;
	uint8_t first_major, last_major;
	ch_gcn_form form;
} ch_form_row;

/* The longest prefixes first: SOP1, SOPC and SOPP lie inside SOPK, that inside SOP2; VOP1 and VOPC inside VOP2. */
static const ch_form_row rows[] = {
	{9, 0x17d, 9, 12, CH_FORM_SOP1}, {9, 0x17e, 9, 12, CH_FORM_SOPC},  {9, 0x17f, 9, 12, CH_FORM_SOPP},
	{9, 0x1a7, 9, 9, CH_FORM_VOP3P}, {8, 0xcc, 10, 12, CH_FORM_VOP3P}, {7, 0x3f, 9, 12, CH_FORM_VOP1},
	{7, 0x3e, 9, 12, CH_FORM_VOPC},	 {6, 0x34, 9, 9, CH_FORM_VOP3},	   {6, 0x35, 10, 12, CH_FORM_VOP3},
	{6, 0x32, 11, 12, CH_FORM_VOPD}, {6, 0x30, 9, 9, CH_FORM_SMEM},	   {6, 0x3d, 10, 12, CH_FORM_SMEM},
	{6, 0x36, 9, 12, CH_FORM_DS},	 {6, 0x38, 9, 11, CH_FORM_MUBUF},  {6, 0x37, 9, 11, CH_FORM_FLAT},
	{4, 0xb, 9, 12, CH_FORM_SOPK},	 {2, 0x2, 9, 12, CH_FORM_SOP2},	   {1, 0x0, 9, 12, CH_FORM_VOP2},
};

ch_gcn_form ch_gcn_form_of(uint32_t word, uint32_t arch_major)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const ch_form_row *r = &rows[i];
		if (arch_major >= r->first_major && arch_major <= r->last_major && word >> (32 - r->bits) == r->value)
			return r->form;
	}
	return CH_FORM_OTHER;
}

/* Values of the first source that announce another word: "SDWA", "DPP16", "DPP8" (with and without FI). */
static ch_gcn_tail tail_by_source(uint32_t source)
{
	switch (source) {
	case 249:
		return CH_TAIL_SDWA;
	case 250:
		return CH_TAIL_DPP16;
	case 233:
	case 234:
		return CH_TAIL_DPP8;
	default:
		return CH_TAIL_LITERAL;
	}
}

ch_gcn_tail ch_gcn_tail_of(ch_gcn_form form, const uint8_t *bytes, uint32_t size)
{
	switch (form) {
	case CH_FORM_SOP1:
	case CH_FORM_SOP2:
	case CH_FORM_SOPC:
	case CH_FORM_SOPK:
		return size == 8 ? CH_TAIL_LITERAL : CH_TAIL_NONE;
	case CH_FORM_VOP1:
	case CH_FORM_VOP2:
	case CH_FORM_VOPC:
		return size == 8 ? tail_by_source(ch_gcn_load32(bytes) & 0x1ff) : CH_TAIL_NONE;
	case CH_FORM_VOP3:
	case CH_FORM_VOP3P:
		return size == 12 ? tail_by_source(ch_gcn_load32(bytes + 4) & 0x1ff) : CH_TAIL_NONE;
	case CH_FORM_VOPD:
		return size == 12 ? CH_TAIL_LITERAL : CH_TAIL_NONE;
	default:
		return CH_TAIL_NONE;
	}
}
