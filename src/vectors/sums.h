/* SPDX-License-Identifier: Apache-2.0
 *
 * SHA256SUMS: which files belong together, and that no bit of them changed. */
#ifndef CHECKHIP_VECTORS_SUMS_H
#define CHECKHIP_VECTORS_SUMS_H

#include "vectors/folder.h"

#define CH_SUMS_NAME "SHA256SUMS"

enum {
	CH_SHA256_HEX = 65,	/* 64 digits and the end */
	CH_SUMS_BYTES = 1 << 18 /* largest text */
};

/* SHA-256 as lower-case hex; false if the library has none. */
bool ch_sha256_hex(const void *data, size_t size, char hex[CH_SHA256_HEX]);

typedef struct ch_sum {
	char hex[CH_SHA256_HEX];
	char name[128];
} ch_sum;

typedef struct ch_sums {
	ch_sum *sums;
	size_t count;
} ch_sums;

/* Each line is 64 lower-case hex digits, two spaces, a plain file name, a newline; nothing else, no name twice, at least one
 * line. On failure *sums is empty and error holds one line with the byte offset. */
bool ch_sums_parse(const char *text, size_t length, ch_sums *sums, char *error, size_t error_size);
void ch_sums_free(ch_sums *sums);

/* Calls report with one line, which names the file, for each file that is missing, differs, or is there as a .bin or .json
 * that no line answers for: a .json may be unlisted beside its listed .bin. Returns the number of lines reported. */
typedef void (*ch_sums_report)(void *context, const char *line);
size_t ch_sums_check(const ch_sums *sums, const ch_folder *folder, ch_sums_report report, void *context);

#endif
