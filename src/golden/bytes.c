/* SPDX-License-Identifier: Apache-2.0 */
#include "golden/bytes.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ch_bytes_append(ch_bytes *bytes, const void *data, size_t size)
{
	if (size > SIZE_MAX / 4 - bytes->size)
		return false;
	if (bytes->size + size + 1 > bytes->capacity) {
		size_t capacity = (bytes->size + size + 1) * 2;
		char *grown = realloc(bytes->data, capacity);

		if (!grown)
			return false;
		bytes->data = grown;
		bytes->capacity = capacity;
	}
	if (size)
		memcpy(bytes->data + bytes->size, data, size);
	bytes->size += size;
	bytes->data[bytes->size] = '\0';
	return true;
}

bool ch_bytes_text(ch_bytes *bytes, const char *text)
{
	return ch_bytes_append(bytes, text, strlen(text));
}

bool ch_bytes_format(ch_bytes *bytes, const char *format, ...)
{
	char small[512];
	va_list arguments, again;
	bool ok = false;
	int needed;

	va_start(arguments, format);
	va_copy(again, arguments);
	needed = vsnprintf(small, sizeof(small), format, arguments);
	if (needed >= 0 && (size_t)needed < sizeof(small)) {
		ok = ch_bytes_append(bytes, small, (size_t)needed);
	} else if (needed >= 0) {
		char *large = malloc((size_t)needed + 1);

		if (large) {
			vsnprintf(large, (size_t)needed + 1, format, again);
			ok = ch_bytes_append(bytes, large, (size_t)needed);
			free(large);
		}
	}
	va_end(again);
	va_end(arguments);
	return ok;
}

size_t ch_utf8_length(const void *data, size_t size)
{
	const uint8_t *c = data;
	size_t length;

	if (!size)
		return 0;
	if (c[0] < 0x80)
		return 1;
	length = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
	if (c[0] < 0xc2 || c[0] > 0xf4 || length > size)
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((c[i] & 0xc0) != 0x80)
			return 0;
	/* overlong forms, surrogates, and beyond U+10FFFF */
	if ((c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xed && c[1] > 0x9f) || (c[0] == 0xf0 && c[1] < 0x90) ||
	    (c[0] == 0xf4 && c[1] > 0x8f))
		return 0;
	return length;
}

bool ch_utf8_valid(const void *data, size_t size)
{
	const uint8_t *c = data;

	for (size_t i = 0, length; i < size; i += length) {
		length = ch_utf8_length(c + i, size - i);
		if (!length)
			return false;
	}
	return true;
}

void ch_utf8_clean(char *text)
{
	size_t size = strlen(text);

	for (size_t i = 0; i < size;) {
		size_t length = ch_utf8_length(text + i, size - i);

		if (!length || (unsigned char)text[i] < 0x20 || text[i] == 0x7f)
			text[i] = '?';
		i += length ? length : 1;
	}
}

bool ch_bytes_escaped(ch_bytes *bytes, const void *data, size_t size)
{
	const uint8_t *c = data;

	for (size_t i = 0; i < size;) {
		size_t length = ch_utf8_length(c + i, size - i);
		bool ok;

		if (c[i] == '\n')
			ok = ch_bytes_text(bytes, "\\n");
		else if (c[i] == '\r')
			ok = ch_bytes_text(bytes, "\\r");
		else if (c[i] == '\t')
			ok = ch_bytes_text(bytes, "\\t");
		else if (c[i] == '"' || c[i] == '\\')
			ok = ch_bytes_format(bytes, "\\%c", c[i]);
		else if (!length || c[i] < 0x20 || c[i] == 0x7f)
			ok = ch_bytes_format(bytes, "\\x%02x", (unsigned)c[i]);
		else if (length == 3 && !memcmp(c + i, "\xef\xbb\xbf", 3)) /* an invisible BOM */
			ok = ch_bytes_text(bytes, "\\ufeff");
		else if (length == 2 && c[i] == 0xc2 && c[i + 1] < 0xa0) /* C1 controls reach a terminal */
			ok = ch_bytes_format(bytes, "\\u00%02x", (unsigned)c[i + 1]);
		else
			ok = ch_bytes_append(bytes, c + i, length);
		if (!ok)
			return false;
		i += length ? length : 1;
	}
	return true;
}

void ch_bytes_free(ch_bytes *bytes)
{
	free(bytes->data);
	*bytes = (ch_bytes){0};
}

bool ch_bytes_equal(const ch_bytes *a, const ch_bytes *b)
{
	return a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size));
}

bool ch_array_grow(void **array, size_t *capacity, size_t count, size_t element_bytes)
{
	size_t wanted = *capacity ? *capacity * 2 : 8;
	void *grown;

	if (count < *capacity)
		return true;
	if (wanted > SIZE_MAX / 2 / element_bytes)
		return false;
	grown = realloc(*array, wanted * element_bytes);
	if (!grown)
		return false;
	*array = grown;
	*capacity = wanted;
	return true;
}
