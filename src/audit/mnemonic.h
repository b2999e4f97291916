/* SPDX-License-Identifier: Apache-2.0
 *
 * Mnemonics, each kept once, with their class and the name that another generation of processors has for the same thing. */
#ifndef CHECKHIP_AUDIT_MNEMONIC_H
#define CHECKHIP_AUDIT_MNEMONIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ch_audit_class {
	CH_CLASS_VALU,	 /* vector arithmetic that is none of the next three */
	CH_CLASS_TRANS,	 /* v_exp, v_log, v_rcp, v_rsq, v_sqrt, v_sin, v_cos */
	CH_CLASS_DOT,	 /* v_dot* */
	CH_CLASS_MATRIX, /* v_mfma*, v_smfmac*, v_wmma*, v_swmmac* */
	CH_CLASS_SALU,
	CH_CLASS_SMEM,	 /* s_load*, s_buffer_load*, s_store*, caches */
	CH_CLASS_BRANCH, /* branches, calls, end of the program */
	CH_CLASS_WAIT,	 /* s_waitcnt*, s_wait_*, s_nop, s_delay_alu, s_sleep */
	CH_CLASS_BARRIER,
	CH_CLASS_LDS,	    /* ds_* */
	CH_CLASS_VMEM,	    /* global_*, flat_*, buffer_*, tbuffer_*, image_* */
	CH_CLASS_SCRATCH,   /* scratch_*; gfx9 to gfx10 may reach scratch by buffer_* as well */
	CH_CLASS_OTHER,	    /* exports and whatever has no row */
	CH_CLASS_UNDECODED, /* words that are no instruction: `.long` */
	CH_CLASS_COUNT
} ch_audit_class;

enum { CH_AUDIT_MNEMONIC = 56 }; /* bytes; LLVM's longest has 47 */

typedef struct ch_audit_mnemonic {
	struct ch_audit_mnemonic *next;
	char name[CH_AUDIT_MNEMONIC];  /* without _e32, _e64, _dpp, _sdwa, v_dual_ */
	char other[CH_AUDIT_MNEMONIC]; /* "" if there is none */
	uint8_t class;
} ch_audit_mnemonic;

typedef struct ch_audit_mnemonics ch_audit_mnemonics;

/* NULL when memory is out. */
ch_audit_mnemonics *ch_audit_mnemonics_open(void);
void ch_audit_mnemonics_close(ch_audit_mnemonics *mnemonics);

/* The same pointer for the same name; safe from several threads. NULL when memory is out. */
const ch_audit_mnemonic *ch_audit_mnemonic_keep(ch_audit_mnemonics *mnemonics, const char *name);

/* The base name of a word of disassembly. False if it is too long. */
bool ch_audit_mnemonic_base(const char *word, size_t length, char name[CH_AUDIT_MNEMONIC]);

/* A pattern matches under either name. */
bool ch_audit_mnemonic_matches(const ch_audit_mnemonic *mnemonic, const char *pattern);

ch_audit_class ch_audit_class_of(const char *name);
const char *ch_audit_class_name(ch_audit_class class);
bool ch_audit_class_find(const char *name, ch_audit_class *class);

/* alias.c: "ds_read_b128" gives "ds_load_b128" and the other way round; false: no other name. */
bool ch_audit_alias(const char *name, char other[CH_AUDIT_MNEMONIC]);

#endif
