/* SPDX-License-Identifier: Apache-2.0
 *
 * A growing run of bytes, always followed by a NUL that is not counted. A zeroed one is empty and valid. */
#ifndef CHECKHIP_GOLDEN_BYTES_H
#define CHECKHIP_GOLDEN_BYTES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ch_bytes {
	char *data; /* NULL while empty */
	size_t size, capacity;
} ch_bytes;

/* False when memory is out; what was there stays. */
bool ch_bytes_append(ch_bytes *bytes, const void *data, size_t size);
bool ch_bytes_text(ch_bytes *bytes, const char *text);
bool ch_bytes_format(ch_bytes *bytes, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Printable: control characters, quotes, backslashes and bytes that are no UTF-8 become escapes. */
bool ch_bytes_escaped(ch_bytes *bytes, const void *data, size_t size);
void ch_bytes_free(ch_bytes *bytes);
bool ch_bytes_equal(const ch_bytes *a, const ch_bytes *b);

/* Bytes of the UTF-8 character that begins at data, 0 if none does. */
size_t ch_utf8_length(const void *data, size_t size);
bool ch_utf8_valid(const void *data, size_t size);
/* In place: control characters and bytes that are no UTF-8 become '?'. For short texts that a server tells. */
void ch_utf8_clean(char *text);

/* Room for one more in an array of elements; false when memory is out. */
bool ch_array_grow(void **array, size_t *capacity, size_t count, size_t element_bytes);

#endif
