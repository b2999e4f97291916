/* SPDX-License-Identifier: Apache-2.0
 *
 * The keys of a binding file. */
#ifndef CHECKHIP_BINDING_KEYS_H
#define CHECKHIP_BINDING_KEYS_H

#include "binding/parse.h"

typedef struct ch_key {
	const char *name;
	bool (*read)(ch_reader *reader, ch_binding_kernel *kernel); /* kernel NULL: outside one */
	bool repeats;
} ch_key;

/* Those inside a kernel, but for "end". */
const ch_key *ch_kernel_keys(uint32_t *count);
bool ch_key_let(ch_reader *reader, ch_binding_kernel *kernel);
bool ch_key_arg(ch_reader *reader, ch_binding_kernel *kernel);
bool ch_key_buffer(ch_reader *reader, ch_binding_kernel *kernel);

/* A kernel's end: nothing is missing, and nothing is named that the operation does not have. */
bool ch_binding_complete(ch_reader *reader, ch_binding_kernel *kernel);

/* Whether a name is a variable's or a function's. */
bool ch_expression_knows(const char *name);

#endif
