/* SPDX-License-Identifier: Apache-2.0
 *
 * Two builds, kernel by kernel. */
#ifndef CHECKHIP_AUDIT_COMPARE_H
#define CHECKHIP_AUDIT_COMPARE_H

#include "audit/file.h"

enum { CH_COMPARE_BEFORE = 3, CH_COMPARE_AFTER = 4, CH_COMPARE_LINES = CH_COMPARE_BEFORE + 1 + CH_COMPARE_AFTER };

typedef enum ch_compare_text {
	CH_TEXT_IDENTICAL,
	CH_TEXT_ADDRESSES, /* identical but for the distances that an s_getpc_b64 is added to */
	CH_TEXT_DIFFERENT,
	CH_TEXT_BYTES, /* the bytes differ, and LLVM does not know the architecture */
	CH_TEXT_LEFT_ONLY,
	CH_TEXT_RIGHT_ONLY
} ch_compare_text;

/* An instruction of each side; "" past the end. */
typedef struct ch_compare_line {
	char left[128], right[128];
	bool same;
} ch_compare_line;

typedef struct ch_compared {
	const ch_audit_kernel *left, *right;
	ch_compare_text text;
	uint32_t addresses; /* CH_TEXT_ADDRESSES: instructions that differ so */
	bool data_differ;   /* what lies behind its addresses is not the same */
	uint32_t first;	    /* CH_TEXT_DIFFERENT: number of the first instruction that differs */
	ch_compare_line lines[CH_COMPARE_LINES];
	uint32_t line_count;
	uint32_t figures; /* those that differ, a bit each */
} ch_compared;

/* Calls `tell` for each kernel of either file, by target and name; the k-th of a name goes with the k-th. Both files must have kept
 * their objects. CH_OUT_OF_MEMORY. */
typedef void (*ch_compare_tell)(void *context, const ch_compared *compared);
ch_status ch_audit_compare(const ch_audit_file *left, const ch_audit_file *right, ch_compare_tell tell, void *context,
			   ch_gcn_error *error);

/* True if nothing but addresses differs. */
bool ch_compared_same(const ch_compared *compared);

/* compare_text.c: fills in text, addresses, data_differ, first, lines. */
typedef struct ch_compare_side {
	const ch_audit_entry *entry;
	const ch_gcn_kernel *kernel;
	const ch_audit_kernel *audit;
} ch_compare_side;
ch_status ch_audit_compare_text(const ch_compare_side sides[2], ch_compared *compared, ch_gcn_error *error);

#endif
