/* SPDX-License-Identifier: Apache-2.0
 *
 * Expectation files (docs/audit.md): what the figures of named kernels must be. */
#ifndef CHECKHIP_AUDIT_EXPECT_H
#define CHECKHIP_AUDIT_EXPECT_H

#include <stdio.h>

#include "audit/kernel.h"

enum {
	CH_EXPECT_MAX_BYTES = 4 * 1024 * 1024,
	CH_EXPECT_MAX_WORDS = 64, /* on a line */
	CH_EXPECT_MAX_RULES = 1 << 17
};

typedef enum ch_expect_kind {
	CH_EXPECT_FIGURE,  /* lds = 15872 */
	CH_EXPECT_COUNT,   /* count ds_read_b128 = 25, count ds_read_b128 phase 1 = 24 */
	CH_EXPECT_CLASS,   /* class trans <= 4 */
	CH_EXPECT_REQUIRE, /* require v_perm_b32 */
	CH_EXPECT_FORBID,  /* forbid v_div_* */
	CH_EXPECT_LAUNCH,  /* launch 256 <= bound */
	CH_EXPECT_PAIR	   /* vgpr(a) <= vgpr(b) + 1 */
} ch_expect_kind;

typedef enum ch_expect_order {
	CH_IS,
	CH_IS_NOT,
	CH_LESS,
	CH_AT_MOST,
	CH_MORE,
	CH_AT_LEAST,
	CH_ORDER_COUNT
} ch_expect_order;

/* A kernel pattern of one architecture. A pair has a section of its own, with the pattern of its left side. */
typedef struct ch_expect_section {
	const char *arch, *kernel; /* patterns */
	uint32_t line;
	uint32_t first_rule, rule_count;
} ch_expect_section;

typedef struct ch_expect_rule {
	ch_expect_kind kind;
	ch_expect_order order;
	ch_figure figure, right; /* right: of the second kernel of a pair */
	ch_audit_class class;
	const char *pattern; /* of mnemonics, or the second kernel of a pair */
	int64_t number;
	uint32_t phase; /* of CH_EXPECT_COUNT */
	uint32_t line;
	const char *text; /* the line, blanks single */
} ch_expect_rule;

typedef struct ch_expect {
	char *name; /* of the file, for messages */
	char *text; /* owned: behind all strings */
	ch_expect_section *sections;
	uint32_t section_count;
	ch_expect_rule *rules;
	uint32_t rule_count;
} ch_expect;

/* CH_BAD_ARGUMENT and "NAME:LINE: expected ..., found ..." if the text is not as docs/audit.md says, to the letter. */
ch_status ch_expect_parse(const char *name, const char *text, size_t size, ch_expect *expect, ch_gcn_error *error);
/* The same from a file; CH_FAILED if it cannot be read. */
ch_status ch_expect_load(const char *path, ch_expect *expect, ch_gcn_error *error);
void ch_expect_close(ch_expect *expect);

const char *ch_expect_order_text(ch_expect_order order);
bool ch_expect_holds(int64_t found, ch_expect_order order, int64_t expected);

/* What was audited: the kernels of all objects, and what of the files was left out on purpose. */
typedef struct ch_expect_scope {
	const ch_audit_kernel *const *kernels;
	size_t kernel_count;
	const char *const *archs; /* sections for none of these are left out; NULL: none is */
	size_t arch_count;
	bool partial; /* kernels were left out: a section without a kernel says nothing */
} ch_expect_scope;

typedef struct ch_expect_result {
	uint64_t checked, failed; /* rules by kernels */
} ch_expect_result;

/* One line a failure: "FILE:LINE: KERNEL (ARCH): expected lds = 15872, found 15904". */
typedef void (*ch_expect_tell)(void *context, const char *line);
void ch_expect_check(const ch_expect *expect, const ch_expect_scope *scope, ch_expect_tell tell, void *context,
		     ch_expect_result *result);

/* Expectations that hold of the kernels as they are. False: not written, the file is as it was. */
bool ch_expect_write(const char *path, const ch_expect_scope *scope, ch_gcn_error *error);

#endif
