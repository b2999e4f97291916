/* SPDX-License-Identifier: Apache-2.0
 *
 * Sentences of bounded length, built piece by piece. Internal. */
#ifndef CHECKHIP_SUITE_PHRASE_H
#define CHECKHIP_SUITE_PHRASE_H

#include <stddef.h>

/* Appends to the terminated text in a buffer of `size` bytes; what does not fit is cut off. */
__attribute__((format(printf, 3, 4))) void ch_phrase_add(char *text, size_t size, const char *format, ...);

/* Starts the text anew. */
__attribute__((format(printf, 3, 4))) void ch_phrase_set(char *text, size_t size, const char *format, ...);

#endif
