/* SPDX-License-Identifier: Apache-2.0
 *
 * cJSON with what hostile text needs: NUL characters refused (cJSON would cut the string there), every object checked against
 * a table of fields, and values found by a path such as "choices[0].message.content". */
#ifndef CHECKHIP_GOLDEN_JSON_H
#define CHECKHIP_GOLDEN_JSON_H

#include <cjson/cJSON.h>
#include <stdint.h>

#include "golden/trouble.h"

/* Parses the whole of a text. On failure *nul says whether it was a NUL character; *offset where it stopped. */
cJSON *ch_cjson_parse(const char *text, size_t size, bool *nul, size_t *offset);

/* NULL if there is none. A dot that belongs to a name is written \\. and an empty path is the value itself. */
const cJSON *ch_cjson_at(const cJSON *root, const char *path);
const char *ch_cjson_string(const cJSON *root, const char *path); /* NULL: no string there */
/* fallback where there is no number, or none that is finite (or whole and within 2^53 for the second) */
double ch_cjson_number(const cJSON *root, const char *path, double fallback);
int64_t ch_cjson_integer(const cJSON *root, const char *path, int64_t fallback);

typedef enum ch_cjson_type {
	CH_JSON_STRING,
	CH_JSON_NUMBER,
	CH_JSON_INTEGER,
	CH_JSON_BOOL,
	CH_JSON_ARRAY,
	CH_JSON_OBJECT
} ch_cjson_type;

typedef struct ch_cjson_field {
	const char *name; /* NULL ends a table */
	ch_cjson_type type;
	bool required;
	double low, high; /* of numbers; both 0: any finite */
} ch_cjson_field;

/* Every field of the object is in the table, once, and of its type; the required ones are there. */
bool ch_cjson_check(const cJSON *object, const ch_cjson_field *fields, const char *where, ch_trouble *trouble);

#endif
