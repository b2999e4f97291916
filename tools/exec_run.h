/* SPDX-License-Identifier: Apache-2.0
 *
 * `checkhip exec --code-object FILE --kernel NAME ...`: one kernel, on the CPU, with all checkers. */
#ifndef CHECKHIP_TOOLS_EXEC_RUN_H
#define CHECKHIP_TOOLS_EXEC_RUN_H

#include <stdbool.h>
#include <stdint.h>

enum { CH_EXEC_MAX_ARGS = 64 };

typedef struct ch_exec_options {
	const char *path, *target, *kernel; /* target NULL: the file's only one */
	uint32_t grid[3], block[3];	    /* workgroups, work-items */
	uint32_t lds;
	uint64_t step_limit;
	uint32_t cores;
	const char *args[CH_EXEC_MAX_ARGS]; /* "in:FILE", "i32:7", ... */
	uint32_t arg_count;
	bool json;
} ch_exec_options;

/* An exit code of command.h. */
int ch_exec_run(const ch_exec_options *options);

#endif
