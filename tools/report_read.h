/* SPDX-License-Identifier: Apache-2.0
 *
 * The JSON lines of `checkhip run --json` or `checkhip audit --json`, one run or audit a file: read, checked and counted by what was
 * computed. */
#ifndef CHECKHIP_TOOLS_REPORT_READ_H
#define CHECKHIP_TOOLS_REPORT_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/case.h"

enum { RUN_GROUP_NAME = 128, RUN_MAX_LINE = 1 << 20 };

/* What was computed: "mmvq/fp3 fp3-lut-swz". */
typedef struct run_group {
	char name[RUN_GROUP_NAME];
	uint32_t counts[CH_RESULT_COUNT];
} run_group;

typedef struct run_failure {
	char *name, *clause, *text, *looks_like;
} run_failure;

typedef struct run_file {
	const char *path;
	char provider[256], description[512], commit[64];
	uint32_t counts[CH_RESULT_COUNT];
	run_group *groups;
	size_t group_count, group_capacity;
	run_failure *failures; /* failed and in error */
	size_t failure_count, failure_capacity;
	bool complete; /* it ends with a summary whose numbers are those of its lines */
} run_file;

/* False with a line in words ("FILE:LINE: ..."). A file without its summary is read, and is not complete. `file` must be zero
 * and is freed with run_file_free in either case; path must outlive it. */
bool run_file_read(const char *path, run_file *file, char *words, size_t size);
void run_file_free(run_file *file);

/* Counts further results of a group; a failure to show. False when memory is out. */
bool run_file_count(run_file *file, const char *group, ch_result result, uint32_t times);
bool run_file_fail(run_file *file, const char *name, const char *clause, const char *text, const char *looks_like);

const run_group *run_file_group(const run_file *file, const char *name); /* NULL: nothing of it in this run */

#endif
