/* SPDX-License-Identifier: Apache-2.0
 *
 * Words and numbers of a line. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "binding/parse.h"

bool ch_reader_refuse(const ch_reader *reader, const char *format, ...)
{
	char *text = reader->error->text;
	const size_t size = sizeof(reader->error->text);
	const int used = snprintf(text, size, "%s:%u: ", reader->binding->path, reader->line);
	va_list list;

	va_start(list, format);
	if (used > 0 && (size_t)used < size)
		vsnprintf(text + used, size - (size_t)used, format, list);
	va_end(list);
	for (; *text; text++)
		if (!isprint((unsigned char)*text))
			*text = '?';
	return false;
}

void ch_reader_skip(ch_reader *reader)
{
	while (*reader->at == ' ' || *reader->at == '\t')
		reader->at++;
}

bool ch_reader_end(ch_reader *reader)
{
	ch_reader_skip(reader);
	return !*reader->at || ch_reader_refuse(reader, "expected the end of the line, found '%.40s'", reader->at);
}

bool ch_reader_take(ch_reader *reader, char c)
{
	ch_reader_skip(reader);
	if (*reader->at != c)
		return false;
	reader->at++;
	return true;
}

bool ch_reader_word(ch_reader *reader, const char *what, char *word, size_t size)
{
	ch_reader_skip(reader);
	const size_t length = strcspn(reader->at, " \t,");

	if (length == 0)
		return ch_reader_refuse(reader, *reader->at ? "expected %s, found '%.40s'" : "expected %s%s", what,
					reader->at);
	if (length >= size)
		return ch_reader_refuse(reader, "%s of %zu characters: at most %zu", what, length, size - 1);
	memcpy(word, reader->at, length);
	word[length] = 0;
	reader->at += length;
	return true;
}

static unsigned digit_value(char c)
{
	return c >= '0' && c <= '9'   ? (unsigned)(c - '0')
	       : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
	       : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10)
				      : 99;
}

bool ch_reader_number(ch_reader *reader, const char *what, uint64_t most, uint64_t *number)
{
	ch_reader_skip(reader);
	const char *start = reader->at;
	const bool hexadecimal = start[0] == '0' && (start[1] == 'x' || start[1] == 'X');
	const unsigned base = hexadecimal ? 16 : 10;
	uint64_t value = 0;

	reader->at += hexadecimal ? 2 : 0;
	if (digit_value(*reader->at) >= base)
		return ch_reader_refuse(reader, "expected %s%s%.40s%s", what, *start ? ", found '" : "", start,
					*start ? "'" : "");
	for (; digit_value(*reader->at) < base; reader->at++) {
		if (__builtin_mul_overflow(value, base, &value) ||
		    __builtin_add_overflow(value, digit_value(*reader->at), &value) || value > most)
			return ch_reader_refuse(reader, "%s of at most %llu, found '%.40s'", what,
						(unsigned long long)most, start);
	}
	/* 017 and 12x are neither */
	if (isalnum((unsigned char)*reader->at) || *reader->at == '_' ||
	    (!hexadecimal && start[0] == '0' && reader->at > start + 1))
		return ch_reader_refuse(reader, "expected %s, found '%.40s'", what, start);
	*number = value;
	return true;
}
