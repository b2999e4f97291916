/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the two files that compare a kernel's text and what it reaches. */
#ifndef CHECKHIP_AUDIT_COMPARE_TEXT_H
#define CHECKHIP_AUDIT_COMPARE_TEXT_H

#include "audit/compare.h"

enum { CH_COMPARE_REACH = 8 }; /* instructions between an s_getpc_b64 and the additions to it */

typedef struct ch_text_line {
	uint64_t at;
	uint32_t size;
	uint8_t bytes[20];
	char *text;
} ch_text_line;

typedef struct ch_text {
	ch_text_line *lines;
	uint32_t count;
	bool out_of_memory;
} ch_text;

/* "s_add_u32 s4, s4, 0x1234" and its kin: the number of the register that the literal is added to, or -1. */
int ch_text_addition(const ch_text_line *line);

/* compare_reach.c: a word of the text could be an s_getpc_b64. */
bool ch_text_may_reach(const ch_compare_side *side);

/* True if the n-th address that each of the texts forms leads to the same bytes, for all n. */
bool ch_text_reaches_same(const ch_compare_side sides[2], const ch_text texts[2]);

#endif
