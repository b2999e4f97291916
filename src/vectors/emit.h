/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes known answers from our reference, so that code in any language can be tested by files. */
#ifndef CHECKHIP_VECTORS_EMIT_H
#define CHECKHIP_VECTORS_EMIT_H

#include "vectors/folder.h"

typedef struct ch_emit_choice {
	uint64_t seed;	  /* added to the seed of each file; 0 gives the decode inputs whose digests are built in */
	bool inputs_only; /* leave the answers out */
	bool small;	  /* a few blocks and rows of each kind */
} ch_emit_choice;

/* Makes the files in memory: decode_*, quant_input, quant_*, mulmat_*, scale_tables, README.txt, SHA256SUMS. On failure
 * *folder is empty and error holds one line. */
bool ch_emit_make(const ch_emit_choice *choice, ch_folder *folder, char *error, size_t error_size);

/* Writes the files into a new directory, whole or not at all: they are written and synced beside it and renamed. A target
 * that exists must be an empty directory. */
bool ch_emit_write(const ch_folder *folder, const char *dir, char *error, size_t error_size);

#endif
