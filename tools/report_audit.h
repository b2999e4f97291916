/* SPDX-License-Identifier: Apache-2.0
 *
 * The JSON lines of `checkhip audit --json`, taken into a report as a run whose cases are the expectations. */
#ifndef CHECKHIP_TOOLS_REPORT_AUDIT_H
#define CHECKHIP_TOOLS_REPORT_AUDIT_H

#include <cjson/cJSON.h>

#include "report_read.h"

enum { AUDIT_TARGETS = 16, AUDIT_TARGET_NAME = 64 };

/* What an audit's lines have shown so far. */
typedef struct audit_seen {
	uint32_t kernels, spilling, failed;
	struct {
		char name[AUDIT_TARGET_NAME];
		uint32_t kernels;
	} targets[AUDIT_TARGETS];
	uint32_t target_count;
	bool ended; /* the line with the numbers of expectations has been read */
} audit_seen;

bool report_audit_is_line(const cJSON *object);

/* NULL, or why the line cannot be taken. */
const char *report_audit_take(audit_seen *seen, run_file *file, const cJSON *object);

/* At the end of the file: what it was. */
void report_audit_end(const audit_seen *seen, run_file *file);

#endif
