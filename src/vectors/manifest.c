/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "vectors/complain.h"
#include "vectors/manifest.h"

/* What every step needs: where we are, for the message. */
struct reading {
	const char *name;
	const char *data_name;
	size_t data_bytes;
	char *error;
	size_t error_size;
};

#define REFUSE(reading, ...) ch_complain((reading)->error, (reading)->error_size, __VA_ARGS__)

static const struct {
	const char *name;
	size_t bytes;
} dtypes[CH_DTYPE_COUNT] = {
	[CH_DTYPE_U8] = {"u8", 1},
	[CH_DTYPE_F32] = {"f32", 4},
	[CH_DTYPE_F64] = {"f64", 8},
};

const char *ch_dtype_name(ch_dtype dtype)
{
	return (unsigned)dtype < CH_DTYPE_COUNT ? dtypes[dtype].name : "?";
}

size_t ch_dtype_bytes(ch_dtype dtype)
{
	return (unsigned)dtype < CH_DTYPE_COUNT ? dtypes[dtype].bytes : 0;
}

/* The JSON library recurses by nesting, ends strings at a NUL and takes raw control bytes: all three are refused before it
 * sees the text. */
static bool text_is_tame(const struct reading *reading, const char *text, size_t length)
{
	bool in_string = false;
	int depth = 0;

	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c < 0x20 && (in_string || (c != '\n' && c != '\r' && c != '\t')))
			return REFUSE(reading, "%s: byte %zu: control byte 0x%02x, expected JSON text", reading->name,
				      i, c);
		if (in_string && c == '\\') {
			if (length - i >= 6 && memcmp(text + i + 1, "u0000", 5) == 0)
				return REFUSE(reading, "%s: byte %zu: \\u0000 in a string, expected text",
					      reading->name, i);
			i++; /* the escaped character cannot end the string */
		} else if (c == '"') {
			in_string = !in_string;
		} else if (!in_string && (c == '{' || c == '[')) {
			if (++depth > CH_MANIFEST_DEPTH)
				return REFUSE(reading, "%s: byte %zu: nested deeper than %d, expected an array table",
					      reading->name, i, CH_MANIFEST_DEPTH);
		} else if (!in_string && (c == '}' || c == ']')) {
			depth--;
		}
	}
	return true;
}

/* Two fields of one name: each reader would pick another one. */
static bool fields_are_unique(const struct reading *reading, const cJSON *object, const char *path)
{
	for (const cJSON *a = object->child; a; a = a->next) {
		for (const cJSON *b = a->next; b; b = b->next) {
			if (strcmp(a->string, b->string) == 0)
				return REFUSE(reading, "%s: %s: field \"%.60s\" twice, expected once", reading->name,
					      path, a->string);
		}
	}
	return true;
}

/* A count of bytes or elements: a whole number that a double holds exactly. */
static bool read_count(const struct reading *reading, const cJSON *number, const char *path, int64_t least,
		       int64_t *value)
{
	if (!cJSON_IsNumber(number) || !(number->valuedouble >= (double)least) || !(number->valuedouble <= 0x1p53) ||
	    (double)(int64_t)number->valuedouble != number->valuedouble)
		return REFUSE(reading, "%s: %s: expected a whole number from %lld up", reading->name, path,
			      (long long)least);
	*value = (int64_t)number->valuedouble;
	return true;
}

static bool is_plain_name(const char *text)
{
	size_t length = strlen(text);

	return length > 0 && length < CH_ARRAY_NAME &&
	       strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") == length;
}

static bool read_name(const struct reading *reading, const cJSON *text, const char *path, char name[CH_ARRAY_NAME])
{
	if (!cJSON_IsString(text) || !is_plain_name(text->valuestring))
		return REFUSE(reading, "%s: %s: expected a name of 1..%d of A-Z a-z 0-9 _ . -", reading->name, path,
			      CH_ARRAY_NAME - 1);
	memcpy(name, text->valuestring, strlen(text->valuestring) + 1);
	return true;
}

static bool read_dtype(const struct reading *reading, const cJSON *text, const char *path, ch_dtype *dtype)
{
	for (int i = 0; cJSON_IsString(text) && i < CH_DTYPE_COUNT; i++) {
		if (strcmp(text->valuestring, dtypes[i].name) == 0) {
			*dtype = (ch_dtype)i;
			return true;
		}
	}
	return REFUSE(reading, "%s: %s: expected \"u8\", \"f32\" or \"f64\"", reading->name, path);
}

static bool read_shape(const struct reading *reading, const cJSON *list, const char *path, ch_array *array)
{
	array->dims = 0;
	if (!cJSON_IsArray(list) || !list->child)
		return REFUSE(reading, "%s: %s: expected a list of 1..%d lengths", reading->name, path, CH_ARRAY_DIMS);
	for (const cJSON *number = list->child; number; number = number->next) {
		if (array->dims == CH_ARRAY_DIMS)
			return REFUSE(reading, "%s: %s: expected at most %d lengths", reading->name, path,
				      CH_ARRAY_DIMS);
		if (!read_count(reading, number, path, 1, &array->shape[array->dims]))
			return false;
		array->dims++;
	}
	return true;
}

static bool array_fits(const struct reading *reading, const char *path, const ch_array *array, int64_t offset,
		       int64_t nbytes)
{
	int64_t product = (int64_t)dtypes[array->dtype].bytes, end;

	for (uint32_t i = 0; i < array->dims; i++) {
		if (__builtin_mul_overflow(product, array->shape[i], &product))
			return REFUSE(reading, "%s: %s.shape: the product overflows", reading->name, path);
	}
	if (product != nbytes)
		return REFUSE(reading, "%s: %s.nbytes: %lld, expected %lld by dtype and shape", reading->name, path,
			      (long long)nbytes, (long long)product);
	if (__builtin_add_overflow(offset, nbytes, &end) || (uint64_t)end > reading->data_bytes)
		return REFUSE(reading, "%s: %s.offset: %lld and %lld bytes from there, but %s has %zu bytes",
			      reading->name, path, (long long)offset, (long long)nbytes, reading->data_name,
			      reading->data_bytes);
	return true;
}

static bool read_array(const struct reading *reading, const cJSON *object, size_t index, ch_array *array)
{
	char path[48], field[64];
	int64_t offset = 0, nbytes = 0;

	(void)snprintf(path, sizeof(path), "arrays[%zu]", index);
	if (!cJSON_IsObject(object))
		return REFUSE(reading, "%s: %s: expected an object", reading->name, path);
	if (!fields_are_unique(reading, object, path))
		return false;
	(void)snprintf(field, sizeof(field), "%s.name", path);
	if (!read_name(reading, cJSON_GetObjectItemCaseSensitive(object, "name"), field, array->name))
		return false;
	(void)snprintf(field, sizeof(field), "%s.dtype", path);
	if (!read_dtype(reading, cJSON_GetObjectItemCaseSensitive(object, "dtype"), field, &array->dtype))
		return false;
	(void)snprintf(field, sizeof(field), "%s.shape", path);
	if (!read_shape(reading, cJSON_GetObjectItemCaseSensitive(object, "shape"), field, array))
		return false;
	(void)snprintf(field, sizeof(field), "%s.offset", path);
	if (!read_count(reading, cJSON_GetObjectItemCaseSensitive(object, "offset"), field, 0, &offset))
		return false;
	(void)snprintf(field, sizeof(field), "%s.nbytes", path);
	if (!read_count(reading, cJSON_GetObjectItemCaseSensitive(object, "nbytes"), field, 1, &nbytes))
		return false;
	if (!array_fits(reading, path, array, offset, nbytes))
		return false;
	array->offset = (size_t)offset;
	array->nbytes = (size_t)nbytes;
	return true;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const ch_array *)a)->name, ((const ch_array *)b)->name);
}

static int by_offset(const void *a, const void *b)
{
	size_t x = ((const ch_array *)a)->offset, y = ((const ch_array *)b)->offset;

	return x < y ? -1 : x > y;
}

static bool arrays_are_apart(const struct reading *reading, ch_manifest *manifest)
{
	ch_array *arrays = manifest->arrays;

	qsort(arrays, manifest->count, sizeof(*arrays), by_name);
	for (size_t i = 1; i < manifest->count; i++) {
		if (strcmp(arrays[i - 1].name, arrays[i].name) == 0)
			return REFUSE(reading, "%s: arrays: name \"%s\" twice, expected once", reading->name,
				      arrays[i].name);
	}
	qsort(arrays, manifest->count, sizeof(*arrays), by_offset);
	for (size_t i = 1; i < manifest->count; i++) {
		if (arrays[i].offset - arrays[i - 1].offset < arrays[i - 1].nbytes)
			return REFUSE(reading, "%s: arrays: \"%s\" and \"%s\" overlap at byte %zu of %s", reading->name,
				      arrays[i - 1].name, arrays[i].name, arrays[i].offset, reading->data_name);
	}
	return true;
}

static bool read_arrays(const struct reading *reading, const cJSON *list, ch_manifest *manifest)
{
	int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;

	if (count < 1 || count > CH_MANIFEST_ARRAYS)
		return REFUSE(reading, "%s: arrays: expected a list of 1..%d arrays", reading->name,
			      CH_MANIFEST_ARRAYS);
	manifest->arrays = calloc((size_t)count, sizeof(*manifest->arrays));
	if (!manifest->arrays)
		return REFUSE(reading, "%s: out of memory", reading->name);
	for (const cJSON *object = list->child; object; object = object->next) {
		if (!read_array(reading, object, manifest->count, &manifest->arrays[manifest->count]))
			return false;
		manifest->count++;
	}
	return arrays_are_apart(reading, manifest);
}

static bool field_says(const struct reading *reading, const cJSON *root, const char *field, const char *expected)
{
	const cJSON *text = cJSON_GetObjectItemCaseSensitive(root, field);

	if (!cJSON_IsString(text) || strcmp(text->valuestring, expected) != 0)
		return REFUSE(reading, "%s: %s: expected \"%s\"", reading->name, field, expected);
	return true;
}

static bool read_root(const struct reading *reading, const cJSON *root, ch_manifest *manifest)
{
	static const char *const counts[2] = {"ggml_type_id", "block_bytes"};
	int64_t *into[2] = {&manifest->ggml_type_id, &manifest->block_bytes};
	const cJSON *type = cJSON_GetObjectItemCaseSensitive(root, "type");

	if (!cJSON_IsObject(root))
		return REFUSE(reading, "%s: byte 0: expected an object", reading->name);
	if (!fields_are_unique(reading, root, "top level") || !field_says(reading, root, "file", reading->data_name) ||
	    !field_says(reading, root, "endian", "little"))
		return false;
	for (int i = 0; i < 2; i++) {
		const cJSON *number = cJSON_GetObjectItemCaseSensitive(root, counts[i]);

		if (number && !read_count(reading, number, counts[i], 0, into[i]))
			return false;
	}
	if (type && !read_name(reading, type, "type", manifest->type))
		return false;
	return read_arrays(reading, cJSON_GetObjectItemCaseSensitive(root, "arrays"), manifest);
}

static bool parse(const struct reading *reading, const char *text, size_t length, ch_manifest *manifest)
{
	const char *end = NULL;

	if (length == 0)
		return REFUSE(reading, "%s: byte 0: the file is empty, expected JSON", reading->name);
	if (length > CH_MANIFEST_BYTES)
		return REFUSE(reading, "%s: %zu bytes, expected at most %d", reading->name, length, CH_MANIFEST_BYTES);
	if (!text_is_tame(reading, text, length))
		return false;
	cJSON *root = cJSON_ParseWithLengthOpts(text, length, &end, 0);

	if (!root)
		return REFUSE(reading, "%s: byte %zu: not JSON", reading->name, end ? (size_t)(end - text) : 0);
	size_t at = (size_t)(end - text);

	while (at < length && strchr(" \t\r\n", text[at]))
		at++;
	bool good = at == length ? read_root(reading, root, manifest)
				 : REFUSE(reading, "%s: byte %zu: more text, expected the end", reading->name, at);

	cJSON_Delete(root);
	return good;
}

bool ch_manifest_parse(const char *text, size_t length, const char *name, const char *data_name, size_t data_bytes,
		       ch_manifest *manifest, char *error, size_t error_size)
{
	const struct reading reading = {name, data_name, data_bytes, error, error_size};

	*manifest = (ch_manifest){.ggml_type_id = -1, .block_bytes = -1};
	if (parse(&reading, text, length, manifest))
		return true;
	ch_manifest_free(manifest);
	return false;
}

void ch_manifest_free(ch_manifest *manifest)
{
	free(manifest->arrays);
	*manifest = (ch_manifest){.ggml_type_id = -1, .block_bytes = -1};
}

const ch_array *ch_manifest_find(const ch_manifest *manifest, const char *array_name)
{
	for (size_t i = 0; i < manifest->count; i++) {
		if (strcmp(manifest->arrays[i].name, array_name) == 0)
			return &manifest->arrays[i];
	}
	return NULL;
}

size_t ch_manifest_first_gap(const ch_manifest *manifest, size_t data_bytes)
{
	size_t end = 0;

	for (size_t i = 0; i < manifest->count; i++) {
		if (manifest->arrays[i].offset != end)
			return end;
		end += manifest->arrays[i].nbytes;
	}
	return end < data_bytes ? end : data_bytes;
}
