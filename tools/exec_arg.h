/* SPDX-License-Identifier: Apache-2.0
 *
 * An argument as the command line gives it. */
#ifndef CHECKHIP_TOOLS_EXEC_ARG_H
#define CHECKHIP_TOOLS_EXEC_ARG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ch_exec_kind { CH_EXEC_VALUE, CH_EXEC_IN, CH_EXEC_OUT, CH_EXEC_INOUT } ch_exec_kind;

typedef struct ch_exec_arg {
	ch_exec_kind kind;
	char *path;
	uint8_t *data; /* of the buffer, or the value's bytes */
	uint64_t bytes;
	bool unusable; /* after a refusal: the words are right, the file is not */
} ch_exec_arg;

/* in:FILE, out:FILE:BYTES, inout:FILE, null, i8..i64:N, u8..u64:N, f16, f32, f64:X, hex:00ff.... False with words. Files are read
 * here; close frees. */
bool ch_exec_arg_parse(const char *text, ch_exec_arg *arg, char *words, size_t size);
void ch_exec_arg_close(ch_exec_arg *arg);

/* Writes the bytes to a file of that name, which appears there only when it is complete. */
bool ch_exec_write_file(const char *path, const uint8_t *data, uint64_t bytes, char *words, size_t size);

#endif
