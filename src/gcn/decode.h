/* SPDX-License-Identifier: Apache-2.0
 *
 * One kernel's instructions as a table that an interpreter can run from.
 *
 * LLVM's disassembler gives text; the text is parsed into fixed-size operands, and what the text says badly (branch targets,
 * swizzle patterns, wait counters, op_sel defaults, DPP controls) is taken from the encoding words. A modifier or operand
 * that this version does not know marks the instruction `refused` with words; it is never ignored.
 *
 * Order of operands: as in the text, destinations first. Normalized so that every form of one mnemonic has the same operands:
 *  - v_cndmask_b32 has always 4 operands: its VOPD half gets vcc_lo appended.
 *  - s_load_*, s_buffer_load_*: [dst, base, SGPR offset or NONE]; the constant offset is in `offset`.
 *  - SOPP and SOPK constants (s_nop, s_waitcnt, s_branch, s_movk_i32, hwreg(...), sendmsg(...)) are also in `simm16`; the operand
 *    itself is CH_GCN_IMM, sign-extended for SOPK save s_cmpk_*_u32 and s_setreg/s_getreg.
 *  - global_*: [vdst,] vaddr, [vdata,] saddr or OFF. scratch_*: the same, vaddr may be OFF. buffer_*: vdata, vaddr or OFF,
 *    resource (4 SGPRs), soffset. ds_*: [vdst,] addr, [data0, data1]. flat_*: [vdst,] vaddr [, vdata].
 *  - implicit operands are not listed: v_div_fmas reads VCC, v_fmac and v_dot*c read their destination, v_cmpx of gfx10 and
 *    later (no destination operand) writes EXEC; v_cmpx of gfx9 has a destination and writes EXEC too.
 * A VOPD instruction gives two entries, X then Y, at one address; X carries the size, Y has size 0. All operands of both are
 * read before either writes. Branch targets are always an X. */
#ifndef CHECKHIP_GCN_DECODE_H
#define CHECKHIP_GCN_DECODE_H

#include "gcn/object.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	CH_GCN_MAX_OPERANDS = 6,
	CH_GCN_MAX_BYTES = 20,		   /* of one encoding */
	CH_GCN_MAX_INSNS = 1 << 22,	   /* of one kernel */
	CH_GCN_MAX_TEXT = 64 * 1024 * 1024 /* bytes of one kernel */
};

typedef enum ch_gcn_operand_kind {
	CH_GCN_NONE,	/* absent */
	CH_GCN_VGPR,	/* index .. index + count - 1 */
	CH_GCN_AGPR,	/* accumulation registers of gfx908 and later */
	CH_GCN_SGPR,	/* scalar file, numbered by ch_gcn_scalar */
	CH_GCN_INLINE,	/* inline constant: bits16, bits32, bits64 by the operand's width */
	CH_GCN_LITERAL, /* 32 bits that follow the encoding: bits32; bits64 is zero-extended, bits16 the low half */
	CH_GCN_IMM,	/* a constant that is a field of the encoding: bits32, bits64 sign-extended */
	CH_GCN_SOURCE,	/* a read-only source: index is ch_gcn_source */
	CH_GCN_OFF	/* `off`: no register in this place */
} ch_gcn_operand_kind;

/* The scalar file has 128 places, numbered alike for all architectures: s0..s105 are 0..105. (gfx9 has s0..s101 and places
 * flat_scratch and xnack_mask behind; gfx10 and later have s0..s105.) */
typedef enum ch_gcn_scalar {
	CH_GCN_FLAT_SCRATCH = 102, /* gfx9, lo; hi is 103 */
	CH_GCN_XNACK_MASK = 104,   /* gfx9, lo; hi is 105 */
	CH_GCN_VCC = 106,	   /* lo; hi is 107 */
	CH_GCN_TTMP = 108,	   /* ttmp0..ttmp15 */
	CH_GCN_M0 = 124,
	CH_GCN_NULL = 125, /* reads 0 whatever the width, writes vanish; count is 1 */
	CH_GCN_EXEC = 126, /* lo; hi is 127 */
	CH_GCN_SCALARS = 128
} ch_gcn_scalar;

typedef enum ch_gcn_source {
	CH_GCN_SRC_SCC,
	CH_GCN_SRC_VCCZ,
	CH_GCN_SRC_EXECZ,
	CH_GCN_SRC_SHARED_BASE,
	CH_GCN_SRC_SHARED_LIMIT,
	CH_GCN_SRC_PRIVATE_BASE,
	CH_GCN_SRC_PRIVATE_LIMIT,
	CH_GCN_SRC_POPS_EXITING_WAVE_ID,
	CH_GCN_SRC_LDS_DIRECT
} ch_gcn_source;

enum {
	CH_GCN_NEG = 1, /* applied after ABS */
	CH_GCN_ABS = 2,
	CH_GCN_SEXT = 4, /* SDWA: sign-extend the selected part */
	CH_GCN_LOW = 8,	 /* v1.l: the low half of a VGPR */
	CH_GCN_HIGH = 16 /* v1.h */
};

typedef struct ch_gcn_operand {
	uint8_t kind;	  /* ch_gcn_operand_kind */
	uint8_t count;	  /* registers, 1..32; 1 for everything else */
	uint8_t flags;	  /* CH_GCN_NEG ... */
	uint8_t is_float; /* INLINE: written as a float (0.5); bits16 and bits64 are then that value in those formats */
	uint16_t index;	  /* register number, or ch_gcn_source */
	uint16_t bits16;
	uint32_t bits32;
	uint64_t bits64;
} ch_gcn_operand;

/* ch_gcn_insn.flags */
enum {
	CH_GCN_E64 = 1 << 0,   /* VOP3 encoding (any `_e64`, and instructions that have only that one) */
	CH_GCN_VOP3P = 1 << 1, /* packed encoding: op_sel_hi, neg_lo, neg_hi mean something */
	CH_GCN_SDWA = 1 << 2,
	CH_GCN_DPP16 = 1 << 3, /* dpp_ctrl and the masks */
	CH_GCN_DPP8 = 1 << 4,  /* dpp8 */
	CH_GCN_VOPD_X = 1 << 5,
	CH_GCN_VOPD_Y = 1 << 6,
	CH_GCN_CLAMP = 1 << 7,
	CH_GCN_GLC = 1 << 8,
	CH_GCN_SLC = 1 << 9,
	CH_GCN_DLC = 1 << 10,
	CH_GCN_OFFEN = 1 << 11,
	CH_GCN_IDXEN = 1 << 12,
	CH_GCN_LDS = 1 << 13, /* buffer_load ... lds: data goes to LDS */
	CH_GCN_GDS = 1 << 14,
	CH_GCN_TFE = 1 << 15,
	CH_GCN_BRANCH = 1 << 16,      /* target is set */
	CH_GCN_WAIT = 1 << 17,	      /* at least one of the wait counters is set */
	CH_GCN_SWIZZLE = 1 << 18,     /* ds_swizzle_b32: `swizzle` is set */
	CH_GCN_BOUND_CTRL = 1 << 19,  /* DPP: lanes that read from nowhere get 0 (else the write is off) */
	CH_GCN_FI = 1 << 20,	      /* DPP, gfx10 and later: fetch from lanes with EXEC off */
	CH_GCN_BLOCK_START = 1 << 21, /* something branches here, or it is the entry */
	CH_GCN_HAS_LITERAL = 1 << 22
};

typedef enum ch_gcn_omod { CH_GCN_OMOD_NONE, CH_GCN_OMOD_MUL2, CH_GCN_OMOD_MUL4, CH_GCN_OMOD_DIV2 } ch_gcn_omod;

/* SDWA selectors, as encoded. */
typedef enum ch_gcn_sel {
	CH_GCN_BYTE_0,
	CH_GCN_BYTE_1,
	CH_GCN_BYTE_2,
	CH_GCN_BYTE_3,
	CH_GCN_WORD_0,
	CH_GCN_WORD_1,
	CH_GCN_DWORD
} ch_gcn_sel;
typedef enum ch_gcn_unused { CH_GCN_UNUSED_PAD, CH_GCN_UNUSED_SEXT, CH_GCN_UNUSED_PRESERVE } ch_gcn_unused;

#define CH_GCN_NO_WAIT 0xffu	    /* this counter is not waited for */
#define CH_GCN_NO_TARGET UINT32_MAX /* no branch */

typedef struct ch_gcn_insn {
	ch_gcn_operand operands[CH_GCN_MAX_OPERANDS];
	uint64_t address; /* in the object's image */
	uint32_t flags;	  /* CH_GCN_E64 ... */
	uint32_t target;  /* CH_GCN_BRANCH: index of the instruction in the table */
	int32_t offset;	  /* bytes: DS (one address), global, flat, scratch, buffer, scalar loads */
	uint16_t name;	  /* index into ch_gcn_code.names */
	uint8_t operand_count;
	uint8_t size; /* bytes of the encoding; 0 for a VOPD Y half */

	uint8_t offset0, offset1; /* DS with two addresses, in elements: the executor multiplies by 4, 8, 256 or 512 */
	uint16_t simm16;	  /* SOPP, SOPK: the field as encoded */
	uint16_t swizzle;	  /* ds_swizzle_b32: the 16-bit pattern as encoded */
	uint8_t omod;		  /* ch_gcn_omod */
	uint8_t op_sel;	   /* bits 0..2: sources 0..2 take the high half; bit 3: the result goes to the high half */
	uint8_t op_sel_hi; /* VOP3P, as encoded: omitted text is already resolved (all ones for v_pk_*, 0 for v_fma_mix) */
	uint8_t neg_lo, neg_hi; /* VOP3P; for v_fma_mix* these are 0 and the operands carry NEG and ABS */

	uint8_t dst_sel, dst_unused; /* SDWA: ch_gcn_sel, ch_gcn_unused */
	uint8_t src_sel[2];	     /* DWORD where there is no such source */
	uint16_t dpp_ctrl;	     /* DPP16: the 9-bit control as encoded */
	uint8_t row_mask, bank_mask; /* DPP16 */
	uint32_t dpp8;		     /* DPP8: 8 lane selectors of 3 bits, lane 0 lowest */

	/* Wait until at most this many are outstanding, or CH_GCN_NO_WAIT. gfx12 counts scalar loads apart, in kmcnt, and calls the
	 * others loadcnt (vmcnt), dscnt (lgkmcnt) and storecnt (vscnt). */
	uint8_t vmcnt, lgkmcnt, expcnt, vscnt, kmcnt;

	uint8_t bytes[CH_GCN_MAX_BYTES]; /* the encoding; of both halves in each half of a VOPD */
	const char *text;		 /* LLVM's line, blanks single, no newline: for messages */
	const char *refused;		 /* NULL, or words on what was not understood: "unknown modifier 'foo:3'" */
} ch_gcn_insn;

typedef struct ch_gcn_name {
	const char *name; /* base mnemonic: no _e32, _e64, _dpp, _sdwa, no v_dual_: "v_cndmask_b32" */
	uint32_t count;	  /* instructions of this table; VOPD halves count one each */
} ch_gcn_name;

struct ch_gcn_strings;

/* A function that the kernel may call. */
typedef struct ch_gcn_called {
	ch_gcn_function text;
	uint32_t first, count; /* its instructions in the table */
} ch_gcn_called;

typedef struct ch_gcn_code {
	ch_gcn_insn *insns; /* the text's, then those of the called functions */
	uint32_t count;
	uint32_t own_count;    /* of the text */
	ch_gcn_called *called; /* by address */
	uint32_t called_count;
	uint32_t refused_count;
	ch_gcn_name *names; /* in order of first use */
	uint32_t name_count;
	uint64_t address, size; /* of the text */
	uint32_t wave_size;	/* 32 or 64 */
	ch_gcn_target target;
	uint32_t arch_major, arch_minor, arch_stepping; /* 9, 0, 6; 11, 5, 1 */
	struct ch_gcn_strings *strings;			/* owned: behind text, name, refused */
} ch_gcn_code;

/* Decodes one kernel. Refused instructions do not fail the call; undecodable bytes, a branch that leaves the text or lands
 * inside an instruction, and a text that runs out inside an instruction do: CH_BAD_ARGUMENT and *error with the address.
 * CH_UNSUPPORTED: LLVM does not know the architecture. */
ch_status ch_gcn_decode_kernel(const ch_gcn_object *object, const ch_gcn_kernel *kernel, ch_gcn_code *code,
			       ch_gcn_error *error);

/* The same, and where the kernel calls, the functions whose address it or they make, and those whose address lies in the
 * object's data; all of which must have a symbol. `address` and `size` are still the kernel's. */
ch_status ch_gcn_decode_with_calls(const ch_gcn_object *object, const ch_gcn_kernel *kernel, ch_gcn_code *code,
				   ch_gcn_error *error);

/* The same from bytes at an address, for tests. */
ch_status ch_gcn_decode_bytes(const char *target, uint32_t wave_size, const uint8_t *bytes, uint64_t size,
			      uint64_t address, ch_gcn_code *code, ch_gcn_error *error);
void ch_gcn_code_close(ch_gcn_code *code);

/* Index of the instruction at an address (of the X half for a VOPD); CH_GCN_NO_TARGET if none starts there. */
uint32_t ch_gcn_code_find(const ch_gcn_code *code, uint64_t address);

/* Of an instruction, from the kernel's first byte; of one in a called function, its address in the image. */
uint64_t ch_gcn_code_offset(const ch_gcn_code *code, uint32_t index);

/* "0x1a40 v_perm_b32 v1, v2, v3, s4 [01 00 ...]". Truncated to size, always terminated. */
void ch_gcn_insn_format(const ch_gcn_code *code, uint32_t index, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
