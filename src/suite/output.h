/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a file that a user names can be put in its place by a rename, asked before the work that fills it. */
#ifndef CHECKHIP_SUITE_OUTPUT_H
#define CHECKHIP_SUITE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/* False with "PATH cannot be written: WHY" in words: no name, a folder that is missing or not writable, or a name that has something
 * else than a plain file behind it, which a rename would replace. */
bool ch_output_check(const char *path, char *words, size_t size);

#endif
