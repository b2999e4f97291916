/* SPDX-License-Identifier: Apache-2.0
 *
 * All that the audit knows of one compiled kernel, and of all kernels of a code object. */
#ifndef CHECKHIP_AUDIT_KERNEL_H
#define CHECKHIP_AUDIT_KERNEL_H

#include "audit/figures.h"
#include "audit/limits.h"
#include "audit/mnemonic.h"
#include "gcn/object.h"

enum { CH_AUDIT_PHASES = 8, CH_AUDIT_ALL_PHASES = CH_AUDIT_PHASES };

typedef struct ch_audit_count {
	const ch_audit_mnemonic *mnemonic;
	uint32_t count; /* each half of a dual instruction counts */
	uint32_t phases
		[CH_AUDIT_PHASES]; /* before the first barrier of the text, after it, ...; the last has the rest */
} ch_audit_count;

typedef struct ch_audit_kernel {
	char *name;
	char target[64];
	char arch[32];
	uint32_t figures[CH_FIGURE_COUNT];
	uint32_t known; /* a bit a figure */
	ch_audit_limiter limiter;
	bool wgp_mode;
	bool disassembled;
	ch_audit_count *counts; /* most frequent first, then by name; none where not disassembled */
	uint32_t count_count;
	uint32_t classes[CH_CLASS_COUNT];
} ch_audit_kernel;

typedef struct ch_audit_object {
	ch_audit_kernel *kernels; /* in the order of the code object: by name */
	uint32_t count;
	char trouble[256]; /* why nothing was disassembled; "" if it was */
} ch_audit_object;

/* What to look at. */
typedef struct ch_audit_choice {
	const char *kernels; /* pattern, or NULL */
	uint32_t cores;	     /* 0: all of the host */
	ch_audit_mnemonics *mnemonics;
	bool no_text; /* figures only, nothing is disassembled */
} ch_audit_choice;

/* An architecture that LLVM does not know leaves `disassembled` false and says so in `trouble`. CH_OUT_OF_MEMORY otherwise. */
ch_status ch_audit_object_read(const ch_gcn_object *object, const ch_audit_choice *choice, ch_audit_object *audit,
			       ch_gcn_error *error);
void ch_audit_object_close(ch_audit_object *audit);

static inline bool ch_audit_known(const ch_audit_kernel *kernel, ch_figure figure)
{
	return (kernel->known >> figure & 1) != 0;
}

/* Instructions whose name, or the name for the same in another generation, matches, in one phase or CH_AUDIT_ALL_PHASES; *first is one
 * of them, NULL if none. */
uint32_t ch_audit_matching(const ch_audit_kernel *kernel, const char *pattern, uint32_t phase,
			   const ch_audit_mnemonic **first);

#endif
