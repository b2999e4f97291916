/* SPDX-License-Identifier: Apache-2.0
 *
 * One line on what is wrong with a file. */
#ifndef CHECKHIP_VECTORS_COMPLAIN_H
#define CHECKHIP_VECTORS_COMPLAIN_H

#include <stdbool.h>
#include <stddef.h>

enum { CH_COMPLAINT = 512 };

/* Writes the line and returns false, so that a refusal is one statement. Bytes that would break the line (they come from
 * file names and file contents) become '?'. */
bool ch_complain(char *error, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
