/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a .bin and the .json that describes it. */
#ifndef CHECKHIP_VECTORS_ARRAY_FILE_H
#define CHECKHIP_VECTORS_ARRAY_FILE_H

#include "checkhip/formats.h"
#include "vectors/folder.h"
#include "vectors/manifest.h"

typedef struct ch_array_file {
	char stem[32];
	struct cJSON *root, *arrays;
	uint8_t *data;
	size_t size;
	bool failed; /* memory is out; ch_array_file_end says so */
} ch_array_file;

/* info NULL: the file belongs to no format. */
void ch_array_file_begin(ch_array_file *file, const char *stem, const ch_format_info *info);

/* Adds an array of zero bytes and returns where they lie, until the next array is added; NULL when memory is out. dims up to
 * CH_ARRAY_DIMS lengths. */
void *ch_array_file_add(ch_array_file *file, const char *name, ch_dtype dtype, uint32_t dims, const int64_t *shape);

/* The same, with content. */
void ch_array_file_copy(ch_array_file *file, const char *name, ch_dtype dtype, uint32_t dims, const int64_t *shape,
			const void *content);

/* Puts STEM.bin and STEM.json into the folder and frees the rest; a file without arrays is not put there. */
bool ch_array_file_end(ch_array_file *file, ch_folder *folder);

#endif
