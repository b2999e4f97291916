/* SPDX-License-Identifier: Apache-2.0
 *
 * The files of one directory, read into memory once: what is hashed is what is judged. */
#ifndef CHECKHIP_VECTORS_FOLDER_H
#define CHECKHIP_VECTORS_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	CH_FOLDER_FILES = 1024,		/* most files */
	CH_FOLDER_FILE_BYTES = 1 << 28, /* largest file */
	CH_FOLDER_BYTES = 1 << 30	/* all files together */
};

typedef struct ch_file {
	char *name;
	uint8_t *data; /* size bytes; never NULL */
	size_t size;
} ch_file;

typedef struct ch_folder {
	ch_file *files; /* by name */
	size_t count;
} ch_folder;

/* Reads every regular file whose name does not begin with a dot. Subdirectories and such are left out; they count as
 * missing where a file of their name is expected. On failure *folder is empty and error holds one line. */
bool ch_folder_read(const char *dir, ch_folder *folder, char *error, size_t error_size);

/* Adds a copy. Names must be unique. False when memory is out. */
bool ch_folder_add(ch_folder *folder, const char *name, const void *data, size_t size);

const ch_file *ch_folder_find(const ch_folder *folder, const char *name);
void ch_folder_free(ch_folder *folder);

#endif
