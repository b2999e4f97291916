/* SPDX-License-Identifier: Apache-2.0
 *
 * The architectures that the selector must know, written out for the test: see selector_names.c. */
#ifndef CHECKHIP_TESTS_SELECTOR_NAMES_H
#define CHECKHIP_TESTS_SELECTOR_NAMES_H

#include <stdbool.h>
#include <stddef.h>

bool selector_waves_of_64(const char *name);
bool selector_waves_of_32(const char *name);
extern const size_t selector_name_count; /* of both lists */

#endif
