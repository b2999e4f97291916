/* SPDX-License-Identifier: Apache-2.0
 *
 * One table row an instruction: name, architectures, operands, what it does, how far its bytes are evidence. Adding an
 * instruction is adding a row and a test. Names are without encoding suffixes (_e32, _e64, _dpp, _sdwa) and without v_dual_. */
#ifndef CHECKHIP_GCN_SEMANTICS_H
#define CHECKHIP_GCN_SEMANTICS_H

#include <stddef.h>

#include "gcn/lanes.h"

/* BEFORE_12: gfx12 has the instruction under another name, or not at all. RDNA: gfx11 and gfx12. */
enum { CH_ON_GFX9 = 1, CH_ON_GFX11 = 2, CH_ON_GFX12 = 4, CH_ON_BEFORE_12 = 3, CH_ON_RDNA = 6, CH_ON_ALL = 7 };

typedef enum ch_gcn_unit {
	CH_UNIT_VALU,
	CH_UNIT_SALU,
	CH_UNIT_LDS,
	CH_UNIT_VMEM,
	CH_UNIT_SMEM,
	CH_UNIT_WAIT,
	CH_UNIT_BRANCH,
	CH_UNIT_COUNT
} ch_gcn_unit;

/* EXACT: the published definition fixes every bit. APPROXIMATE: silicon is allowed an error, and the bytes behind it are no
 * evidence about a card. UNORDERED: exact, but in which order waves come to it nothing fixes: sums of floats, and old values
 * that are returned. */
typedef enum ch_fidelity { CH_EXACT, CH_APPROXIMATE, CH_UNORDERED } ch_fidelity;

/* How a source is read and a result written: its width, and what negation, absolute value, op_sel and clamp mean to it. */
typedef enum ch_operand_type {
	CH_NO_OPERAND,
	CH_B32,	      /* bits or an integer of 32 bits */
	CH_B64,	      /* two registers */
	CH_B16,	      /* the low half, or by op_sel the high half */
	CH_F32,	      /* */
	CH_F64,	      /* */
	CH_F16,	      /* a half, binary16 */
	CH_PK_B16,    /* two integers of 16 bits */
	CH_PK_F16,    /* two binary16 */
	CH_MIX,	      /* binary32, or by op_sel_hi a half widened to it */
	CH_BYTES,     /* four bytes of a dot product: neg_lo is their signedness */
	CH_LANE_MASK, /* one bit a lane, in scalar registers */
	CH_OPERAND_TYPE_COUNT
} ch_operand_type;

enum {
	CH_CARRY_OUT = 1,    /* a lane mask is the second result */
	CH_MASK_IN = 2,	     /* a lane mask is the last source; where the text names none it is VCC */
	CH_ACCUMULATE = 4,   /* the destination is the third source */
	CH_VCC_IN = 8,	     /* VCC is read and never written in the text */
	CH_FULL_WRITE = 16,  /* a 16-bit result that clears the other half on every architecture */
	CH_KEEP_HALF_9 = 32, /* a 16-bit result that keeps the other half on gfx9 as well */
	CH_HIGH_HALF = 64,   /* a 16-bit result for the high half (v_fma_mixhi_f16) */
	CH_FLUSHES = 128,    /* flushes subnormals whatever the mode says */
	CH_MOVES_BITS = 256, /* moves floats about: no flushing, whatever the mode says */
	CH_KEEPS_TINY = 512, /* a subnormal result is not flushed: it is one of the sources, and those were */
};

typedef struct ch_valu_row {
	const char *name;
	uint16_t flags;
	uint8_t on;
	uint8_t fidelity;
	uint8_t result;	    /* ch_operand_type */
	uint8_t sources[3]; /* ch_operand_type */
	ch_lane_function lane;
	ch_lane_function clamped; /* with clamp, if the result is an integer; NULL: clamp is refused */
} ch_valu_row;

/* The rows of one file, ended by a NULL name. The files of rows are compiled once for any processor and once more for each level
 * of x86-64 that has wider vectors, under names that end with it: the same bytes, faster. */
#define CH_ROWS_OF(level)                                                                                           \
	extern const ch_valu_row ch_valu_int_rows##level[], ch_valu_carry_rows##level[], ch_valu_dot_rows##level[], \
		ch_valu_wide_rows##level[], ch_valu_half_rows##level[], ch_valu_float_rows##level[],                \
		ch_valu_convert_rows##level[], ch_valu_divide_rows##level[], ch_valu_double_rows##level[],          \
		ch_valu_compare_rows##level[], ch_valu_extreme_rows##level[], ch_valu_short_rows##level[]
CH_ROWS_OF();
CH_ROWS_OF(_v3);
CH_ROWS_OF(_v4);

#if defined(CH_LANES_V4)
#define CH_LEVEL(name) name##_v4
#elif defined(CH_LANES_V3)
#define CH_LEVEL(name) name##_v3
#else
#define CH_LEVEL(name) name
#endif
#define CH_ROWS(name) CH_LEVEL(name)

/* The row of an instruction on an architecture (CH_ON_GFX9, CH_ON_GFX11 or CH_ON_GFX12); NULL: no semantics. */
const ch_valu_row *ch_valu_row_find(const char *name, uint32_t on);

/* 1, 3 or 4: the level of x86-64 whose copies this processor runs. */
uint32_t ch_lane_level(void);

#endif
