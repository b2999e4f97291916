/* SPDX-License-Identifier: Apache-2.0
 *
 * The files of a directory of known answers, as its parts see them. Not for others: known.h is. */
#ifndef CHECKHIP_VECTORS_KNOWN_SET_H
#define CHECKHIP_VECTORS_KNOWN_SET_H

#include "vectors/sums.h"
#include "vectors/complain.h"
#include "vectors/known.h"
#include "vectors/manifest.h"

typedef enum ch_family {
	CH_FAMILY_DECODE,
	CH_FAMILY_QUANT,
	CH_FAMILY_MULMAT,
	CH_FAMILY_QUANT_INPUT,
	CH_FAMILY_SCALE_TABLES,
	CH_FAMILY_COUNT
} ch_family;

enum { CH_KNOWN_FILES = 3 * CH_FORMAT_COUNT + 2, CH_KNOWN_SHAPES = 64, CH_STEM = 32 };

typedef struct ch_known_file {
	ch_family family;
	ch_format format;	     /* where the family has one file a format */
	char stem[CH_STEM];	     /* "decode_fp3" */
	char data_name[CH_STEM + 8]; /* "decode_fp3.bin" */
	const ch_file *data;
	const struct ch_known_file *inputs; /* the file that has the inputs: itself, or one of another directory */
	ch_manifest manifest;
	bool usable;		    /* the manifest is good, and has the arrays of its family */
	char problem[CH_COMPLAINT]; /* if not */
} ch_known_file;

struct ch_known {
	const ch_known *inputs; /* where the inputs of these answers lie: itself, or another directory */
	ch_folder folder;
	ch_known_file files[CH_KNOWN_FILES];
	size_t count;
};

/* "kK_rR_cC", the shapes of a mulmat file. */
typedef struct ch_known_shape {
	char name[40];
	int64_t k, rows, ncols;
} ch_known_shape;

/* The summation orders that mulmat files have answers in. */
typedef struct ch_known_order {
	const char *array; /* "y_mmvq_rdna" */
	const char *name;  /* "rdna" */
	uint32_t wave_size, waves;
} ch_known_order;
enum { CH_KNOWN_ORDERS = 3 };
extern const ch_known_order ch_known_orders[CH_KNOWN_ORDERS];

/* Whether the file has the arrays that its family must have, of the right types and shapes, and no others. */
bool ch_known_schema_holds(const ch_known *known, const ch_known_file *file, char *error, size_t error_size);

/* The shapes of a mulmat file, in the order of the file; 0 with a line in error if one is malformed. */
size_t ch_known_shapes(const ch_known_file *file, ch_known_shape shapes[CH_KNOWN_SHAPES], char *error,
		       size_t error_size);

/* An array by its name, after "SHAPE." where shape is not NULL. */
const ch_array *ch_known_array(const ch_known_file *file, const ch_known_shape *shape, const char *name);
const uint8_t *ch_known_bytes(const ch_known_file *file, const ch_array *array);

const ch_known_file *ch_known_find(const ch_known *known, ch_family family, ch_format format);

/* For a set of answers whose digests are on record here: calls report with one line for each manifest that differs from the
 * record or is missing. Returns the number of lines. */
size_t ch_known_check_record(const ch_folder *folder, ch_sums_report report, void *context);

#endif
