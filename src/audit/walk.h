/* SPDX-License-Identifier: Apache-2.0
 *
 * A kernel's text as lines of LLVM, one after another: no operands are parsed, so any architecture that LLVM knows will do. */
#ifndef CHECKHIP_AUDIT_WALK_H
#define CHECKHIP_AUDIT_WALK_H

#include "gcn/object.h"

/* One instruction, or one word that is none: text is then ".long 0x...". */
typedef struct ch_audit_line {
	uint64_t at; /* bytes from the kernel's start */
	const uint8_t *bytes;
	uint32_t size;
	const char *text;
	bool decoded;
} ch_audit_line;

/* False ends the walk. */
typedef bool (*ch_audit_visit)(void *context, const ch_audit_line *line);

/* Asked before LLVM is, which costs a thousand times as much: the size of the instruction that begins with these bytes if the visitor
 * has dealt with it already, else 0. `left` is at least 4. */
typedef uint32_t (*ch_audit_known_word)(void *context, const uint8_t *bytes, uint64_t left);

typedef struct ch_audit_visitor {
	ch_audit_visit visit;
	ch_audit_known_word known; /* may be NULL */
	void *context;
} ch_audit_visitor;

/* CH_UNSUPPORTED: LLVM does not know the architecture. */
ch_status ch_audit_walk(const ch_gcn_object *object, const ch_gcn_kernel *kernel, const ch_audit_visitor *visitor,
			ch_gcn_error *error);

/* True if these bytes, at the beginning of an instruction of 4 or 8 bytes, fix it whatever follows them. */
bool ch_audit_fixed(const uint8_t *bytes, uint32_t size, uint32_t arch_major);
uint32_t ch_audit_arch_major(const char *arch);

#endif
