/* SPDX-License-Identifier: Apache-2.0
 *
 * What `checkhip audit` was asked. */
#ifndef CHECKHIP_TOOLS_AUDIT_OPTIONS_H
#define CHECKHIP_TOOLS_AUDIT_OPTIONS_H

#include "audit/file.h"

enum { CH_AUDIT_MAX_COLUMNS = 16 };

typedef enum ch_audit_format { CH_AUDIT_TEXT, CH_AUDIT_MARKDOWN, CH_AUDIT_JSON } ch_audit_format;

typedef struct ch_audit_options {
	ch_audit_format format;
	bool histogram, quiet;
	const char *compare, *write_expect;
	const char **expects, **archs;
	uint32_t expect_count, arch_count;
	const char *kernels;
	uint32_t cores;
	const char *columns[CH_AUDIT_MAX_COLUMNS]; /* patterns of mnemonics that get a column */
	uint32_t column_count;
	char **paths;
	uint32_t path_count;
} ch_audit_options;

/* audit_table.c: the kernels of one code object. */
void ch_audit_table_print(const ch_audit_options *options, const ch_audit_file *file, const ch_audit_entry *entry);

/* audit_print.c: text that came from a binary. */
void ch_audit_print_name(const char *name); /* no control character reaches the terminal */
void ch_audit_print_cell(const char *name); /* for a Markdown table */

/* audit_diff.c: true if the files are the same but for addresses. *code is CH_EXIT_CANNOT if they could not be compared. */
bool ch_audit_diff(const ch_audit_options *options, const ch_audit_file *left, const ch_audit_file *right, int *code);

#endif
