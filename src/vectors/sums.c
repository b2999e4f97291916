/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>

#include "vectors/complain.h"
#include "vectors/sums.h"

enum { HEX_DIGITS = CH_SHA256_HEX - 1, NAME_AT = HEX_DIGITS + 2 };

bool ch_sha256_hex(const void *data, size_t size, char hex[CH_SHA256_HEX])
{
	static const char digits[] = "0123456789abcdef";
	unsigned char digest[EVP_MAX_MD_SIZE];
	unsigned length = 0;

	memset(hex, 0, CH_SHA256_HEX);
	if (!EVP_Digest(data, size, digest, &length, EVP_sha256(), NULL) || length != HEX_DIGITS / 2)
		return false;
	for (unsigned i = 0; i < length; i++) {
		hex[2 * i] = digits[digest[i] >> 4];
		hex[2 * i + 1] = digits[digest[i] & 15];
	}
	return true;
}

/* No slash and no leading dot, so a line cannot reach outside the directory. */
static bool is_plain_file_name(const char *name, size_t length)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-+";

	if (length == 0 || length >= sizeof(((ch_sum *)0)->name) || name[0] == '.')
		return false;
	for (size_t i = 0; i < length; i++) {
		if (!memchr(allowed, name[i], sizeof(allowed) - 1))
			return false;
	}
	return true;
}

static bool parse_line(const char *line, size_t length, size_t at, ch_sum *sum, char *error, size_t error_size)
{
	for (size_t i = 0; i < HEX_DIGITS; i++) {
		if (i >= length || !memchr("0123456789abcdef", line[i], 16))
			return ch_complain(error, error_size,
					   CH_SUMS_NAME ": byte %zu: expected 64 lower-case hex digits", at + i);
	}
	if (length < NAME_AT || line[HEX_DIGITS] != ' ' || line[HEX_DIGITS + 1] != ' ')
		return ch_complain(error, error_size, CH_SUMS_NAME ": byte %zu: expected two spaces", at + HEX_DIGITS);
	if (!is_plain_file_name(line + NAME_AT, length - NAME_AT))
		return ch_complain(error, error_size, CH_SUMS_NAME ": byte %zu: expected a plain file name",
				   at + NAME_AT);
	memcpy(sum->hex, line, HEX_DIGITS);
	sum->hex[HEX_DIGITS] = 0;
	memcpy(sum->name, line + NAME_AT, length - NAME_AT);
	sum->name[length - NAME_AT] = 0;
	return true;
}

static const ch_sum *find_sum(const ch_sums *sums, const char *name)
{
	for (size_t i = 0; i < sums->count; i++) {
		if (strcmp(sums->sums[i].name, name) == 0)
			return &sums->sums[i];
	}
	return NULL;
}

static bool parse(const char *text, size_t length, ch_sums *sums, char *error, size_t error_size)
{
	size_t lines = 0, at = 0;

	if (length == 0)
		return ch_complain(error, error_size, CH_SUMS_NAME ": byte 0: the file is empty, expected sums");
	if (length > CH_SUMS_BYTES)
		return ch_complain(error, error_size, CH_SUMS_NAME ": %zu bytes, expected at most %d", length,
				   CH_SUMS_BYTES);
	if (text[length - 1] != '\n')
		return ch_complain(error, error_size, CH_SUMS_NAME ": byte %zu: expected a newline at the end",
				   length - 1);
	for (size_t i = 0; i < length; i++)
		lines += text[i] == '\n';
	if (lines > CH_FOLDER_FILES)
		return ch_complain(error, error_size, CH_SUMS_NAME ": %zu lines, expected at most %d", lines,
				   CH_FOLDER_FILES);
	sums->sums = calloc(lines, sizeof(*sums->sums));
	if (!sums->sums)
		return ch_complain(error, error_size, CH_SUMS_NAME ": out of memory");
	while (at < length) {
		size_t end = at;
		ch_sum sum;

		while (text[end] != '\n')
			end++;
		if (!parse_line(text + at, end - at, at, &sum, error, error_size))
			return false;
		if (find_sum(sums, sum.name))
			return ch_complain(error, error_size, CH_SUMS_NAME ": byte %zu: \"%s\" twice, expected once",
					   at + NAME_AT, sum.name);
		sums->sums[sums->count++] = sum;
		at = end + 1;
	}
	return true;
}

bool ch_sums_parse(const char *text, size_t length, ch_sums *sums, char *error, size_t error_size)
{
	*sums = (ch_sums){0};
	if (parse(text, length, sums, error, error_size))
		return true;
	ch_sums_free(sums);
	return false;
}

void ch_sums_free(ch_sums *sums)
{
	free(sums->sums);
	*sums = (ch_sums){0};
}

static bool has_suffix(const char *name, const char *suffix)
{
	size_t length = strlen(name), tail = strlen(suffix);

	return length > tail && strcmp(name + length - tail, suffix) == 0;
}

/* A .json is answered for by its own line, or by the line of the .bin that it describes: the known answers list the .bin
 * files alone. */
static bool is_answered_for(const ch_sums *sums, const char *name)
{
	char data_name[160];

	if (find_sum(sums, name))
		return true;
	if (!has_suffix(name, ".json") || strlen(name) >= sizeof(data_name))
		return false;
	(void)snprintf(data_name, sizeof(data_name), "%.*s.bin", (int)(strlen(name) - 5), name);
	return find_sum(sums, data_name) != NULL;
}

size_t ch_sums_check(const ch_sums *sums, const ch_folder *folder, ch_sums_report report, void *context)
{
	char line[CH_COMPLAINT], hex[CH_SHA256_HEX];
	size_t wrong = 0;

	for (size_t i = 0; i < sums->count; i++) {
		const ch_sum *sum = &sums->sums[i];
		const ch_file *file = ch_folder_find(folder, sum->name);

		if (!file)
			(void)ch_complain(line, sizeof(line), "%s: missing, though " CH_SUMS_NAME " lists it",
					  sum->name);
		else if (!ch_sha256_hex(file->data, file->size, hex))
			(void)ch_complain(line, sizeof(line), "%s: libcrypto gives no SHA-256", sum->name);
		else if (strcmp(hex, sum->hex) != 0)
			(void)ch_complain(line, sizeof(line), "%s: SHA-256 is %s, but " CH_SUMS_NAME " has %s",
					  sum->name, hex, sum->hex);
		else
			continue;
		wrong++;
		report(context, line);
	}
	for (size_t i = 0; i < folder->count; i++) {
		const char *name = folder->files[i].name;

		if ((!has_suffix(name, ".bin") && !has_suffix(name, ".json")) || strncmp(name, "README", 6) == 0 ||
		    is_answered_for(sums, name))
			continue;
		(void)ch_complain(line, sizeof(line), "%s: not listed in " CH_SUMS_NAME, name);
		wrong++;
		report(context, line);
	}
	return wrong;
}
