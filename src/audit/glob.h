/* SPDX-License-Identifier: Apache-2.0
 *
 * Patterns for names: `*` any run of characters, `?` one, a backslash takes the next character as it is. */
#ifndef CHECKHIP_AUDIT_GLOB_H
#define CHECKHIP_AUDIT_GLOB_H

#include <stdbool.h>

bool ch_audit_glob(const char *pattern, const char *text);

#endif
