/* SPDX-License-Identifier: Apache-2.0
 *
 * Patterns for names: `*` any run of characters, `?` one, a backslash takes the next character as it is (one at the end is itself).
 * At most strlen(pattern) * strlen(text) steps. */
#ifndef CHECKHIP_TEXT_GLOB_H
#define CHECKHIP_TEXT_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/* All of `text`. */
bool ch_glob_matches(const char *pattern, const char *text);

/* `length` characters of a pattern, against all of `text` (whole), or else against any part of it. */
bool ch_glob_matches_part(const char *pattern, size_t length, const char *text, bool whole);

#endif
