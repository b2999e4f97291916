/* SPDX-License-Identifier: Apache-2.0
 *
 * The JSON beside a .bin file: which arrays lie in it, of what type and shape, and where. The text is taken as hostile. */
#ifndef CHECKHIP_VECTORS_MANIFEST_H
#define CHECKHIP_VECTORS_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	CH_MANIFEST_BYTES = 1 << 20, /* largest text; the largest known one has 6 KiB */
	CH_MANIFEST_DEPTH = 16,	     /* deepest nesting */
	CH_MANIFEST_ARRAYS = 4096,   /* most arrays */
	CH_ARRAY_NAME = 64,
	CH_ARRAY_DIMS = 4
};

typedef enum ch_dtype { CH_DTYPE_U8, CH_DTYPE_F32, CH_DTYPE_F64, CH_DTYPE_COUNT } ch_dtype;

/* "u8", "f32", "f64", and their bytes. */
const char *ch_dtype_name(ch_dtype dtype);
size_t ch_dtype_bytes(ch_dtype dtype);

typedef struct ch_array {
	char name[CH_ARRAY_NAME];
	ch_dtype dtype;
	uint32_t dims;		      /* 1..CH_ARRAY_DIMS */
	int64_t shape[CH_ARRAY_DIMS]; /* each at least 1 */
	size_t offset, nbytes;	      /* inside the .bin; no two arrays overlap */
} ch_array;

typedef struct ch_manifest {
	char type[CH_ARRAY_NAME]; /* ggml type name, lower case; empty if not stated */
	int64_t ggml_type_id;	  /* -1 if not stated */
	int64_t block_bytes;	  /* -1 if not stated */
	ch_array *arrays;	  /* by ascending offset */
	size_t count;
} ch_manifest;

/* Parses length bytes of text, called `name` in messages, that describe the data_bytes bytes of `data_name`. On failure
 * *manifest is empty and error holds one line. */
bool ch_manifest_parse(const char *text, size_t length, const char *name, const char *data_name, size_t data_bytes,
		       ch_manifest *manifest, char *error, size_t error_size);
void ch_manifest_free(ch_manifest *manifest);

const ch_array *ch_manifest_find(const ch_manifest *manifest, const char *array_name);

/* Offset of the first byte of the data that belongs to no array, or data_bytes if each belongs to one. */
size_t ch_manifest_first_gap(const ch_manifest *manifest, size_t data_bytes);

#endif
