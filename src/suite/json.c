/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing JSON strings: the core has no library for it, and needs no more than this. */
#include <stdint.h>
#include <string.h>

#include "suite/report.h"

/* Length of the well-formed UTF-8 sequence that text begins with; 0 if it is none (overlong, surrogate, cut). */
static size_t utf8_length(const unsigned char *text)
{
	uint32_t point = text[0];
	size_t length = point < 0x80			? 1
			: point >= 0xc2 && point < 0xe0 ? 2
			: (point & 0xf0) == 0xe0	? 3
			: point >= 0xf0 && point < 0xf5 ? 4
							: 0;

	if (length < 2)
		return length;
	point &= 0xffu >> (length + 1);
	for (size_t i = 1; i < length; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		point = point << 6 | (text[i] & 0x3fu);
	}
	static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};

	return point < least[length] || (point >= 0xd800 && point < 0xe000) || point > 0x10ffff ? 0 : length;
}

void ch_json_string(FILE *out, const char *text)
{
	fputc('"', out);
	for (const unsigned char *at = (const unsigned char *)text; *at;) {
		size_t length = utf8_length(at);

		if (*at == '"' || *at == '\\')
			(void)fprintf(out, "\\%c", *at);
		else if (*at < 0x20)
			(void)fprintf(out, "\\u%04x", *at);
		else if (length)
			(void)fwrite(at, 1, length, out);
		else
			(void)fputs("\\ufffd", out);
		at += length ? length : 1;
	}
	fputc('"', out);
}
