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

/* CH_UNSUPPORTED: LLVM does not know the architecture. */
ch_status ch_audit_walk(const ch_gcn_object *object, const ch_gcn_kernel *kernel, ch_audit_visit visit, void *context,
			ch_gcn_error *error);

#endif
