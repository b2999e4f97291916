/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers from the command line, checked. */
#ifndef CHECKHIP_TOOLS_OPTIONS_H
#define CHECKHIP_TOOLS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Decimal or 0x hexadecimal, the whole text, no sign. */
bool ch_parse_u64(const char *text, uint64_t *value);

/* A whole number from low to high. */
bool ch_parse_i64(const char *text, int64_t low, int64_t high, int64_t *value);

/* Seconds: a positive finite number. */
bool ch_parse_seconds(const char *text, double *value);

#endif
