/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels of a whole file, over all code objects in it. */
#ifndef CHECKHIP_AUDIT_FILE_H
#define CHECKHIP_AUDIT_FILE_H

#include "audit/kernel.h"

/* A function or variable with a size, whatever its name. */
typedef struct ch_audit_symbol {
	uint64_t address, size;
} ch_audit_symbol;

typedef struct ch_audit_entry {
	ch_gcn_object object; /* closed again unless it was asked for */
	ch_audit_object audit;
	char target[64];
	ch_audit_symbol *symbols; /* by address; none unless the object is kept */
	uint32_t symbol_count;
} ch_audit_entry;

typedef struct ch_audit_file {
	char *path;
	ch_audit_entry *entries;
	uint32_t count;
	bool keeps_objects;
} ch_audit_file;

typedef struct ch_audit_wish {
	ch_audit_choice choice;
	const char *const *archs; /* targets that are wanted; none: all */
	size_t arch_count;
	bool keep_objects;
	/* called after each code object, while the rest is still unread; may be NULL */
	void (*seen)(void *context, const ch_audit_file *file, const ch_audit_entry *entry);
	void *context;
} ch_audit_wish;

/* CH_UNSUPPORTED where the file has no code object for the wanted targets. */
ch_status ch_audit_file_open(const char *path, const ch_audit_wish *wish, ch_audit_file *file, ch_gcn_error *error);
void ch_audit_file_close(ch_audit_file *file);

#endif
