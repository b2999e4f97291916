/* SPDX-License-Identifier: Apache-2.0 */
#include "golden/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double whole_limit = 9007199254740992.0; /* 2^53 */

/* Where a NUL stands, raw or as an escape; size if nowhere. */
static size_t find_nul(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (!text[i])
			return i;
		if (text[i] != '\\')
			continue;
		if (size - i >= 6 && !memcmp(text + i, "\\u0000", 6))
			return i;
		i++; /* what follows a backslash is no backslash of its own */
	}
	return size;
}

cJSON *ch_cjson_parse(const char *text, size_t size, bool *nul, size_t *offset)
{
	const char *end = NULL;
	cJSON *root;

	*offset = find_nul(text, size);
	*nul = *offset < size;
	if (*nul)
		return NULL;
	root = cJSON_ParseWithLengthOpts(text, size, &end, 0);
	*offset = end ? (size_t)(end - text) : 0;
	while (root && *offset < size && strchr(" \t\r\n", text[*offset]))
		++*offset;
	if (root && *offset < size) {
		cJSON_Delete(root);
		return NULL;
	}
	return root;
}

const cJSON *ch_cjson_at(const cJSON *root, const char *path)
{
	while (root && *path) {
		char name[64];
		size_t length = 0;

		if (*path == '[') {
			char *end;
			long index = strtol(path + 1, &end, 10);

			root = cJSON_IsArray(root) ? cJSON_GetArrayItem(root, (int)index) : NULL;
			path = *end == ']' ? end + 1 : end;
		} else {
			for (; *path && *path != '.' && *path != '['; path++) {
				if (*path == '\\' && path[1])
					path++;
				if (length + 1 >= sizeof(name))
					return NULL;
				name[length++] = *path;
			}
			name[length] = '\0';
			root = cJSON_IsObject(root) ? cJSON_GetObjectItemCaseSensitive(root, name) : NULL;
		}
		if (*path == '.')
			path++;
	}
	return root;
}

const char *ch_cjson_string(const cJSON *root, const char *path)
{
	const cJSON *found = ch_cjson_at(root, path);

	return cJSON_IsString(found) ? found->valuestring : NULL;
}

double ch_cjson_number(const cJSON *root, const char *path, double fallback)
{
	const cJSON *found = ch_cjson_at(root, path);

	return cJSON_IsNumber(found) && isfinite(found->valuedouble) ? found->valuedouble : fallback;
}

int64_t ch_cjson_integer(const cJSON *root, const char *path, int64_t fallback)
{
	double value = ch_cjson_number(root, path, NAN);

	return fabs(value) <= whole_limit && value == floor(value) ? (int64_t)value : fallback;
}

static bool of_type(const cJSON *value, const ch_cjson_field *field)
{
	double number = value->valuedouble;

	switch (field->type) {
	case CH_JSON_STRING:
		return cJSON_IsString(value);
	case CH_JSON_BOOL:
		return cJSON_IsBool(value);
	case CH_JSON_ARRAY:
		return cJSON_IsArray(value);
	case CH_JSON_OBJECT:
		return cJSON_IsObject(value);
	case CH_JSON_INTEGER:
		if (!cJSON_IsNumber(value) || number != floor(number) || fabs(number) > whole_limit)
			return false;
		break;
	case CH_JSON_NUMBER:
		if (!cJSON_IsNumber(value) || !isfinite(number))
			return false;
		break;
	}
	return (field->low == 0 && field->high == 0) || (number >= field->low && number <= field->high);
}

bool ch_cjson_check(const cJSON *object, const ch_cjson_field *fields, const char *where, ch_trouble *trouble)
{
	static const char *const type_words[] = {"a string",	  "a number", "a whole number",
						 "true or false", "a list",   "an object"};

	if (!cJSON_IsObject(object))
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: an object was expected", where);
	for (const cJSON *value = object->child; value; value = value->next) {
		const ch_cjson_field *field = fields;

		while (field->name && strcmp(field->name, value->string) != 0)
			field++;
		if (!field->name)
			return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: unknown field \"%.64s\"", where,
					      value->string);
		for (const cJSON *later = value->next; later; later = later->next)
			if (!strcmp(later->string, value->string))
				return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: field \"%s\" stands twice", where,
						      field->name);
		if (!of_type(value, field) && (field->low != 0 || field->high != 0))
			return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: field \"%s\" must be %s from %g to %g",
					      where, field->name, type_words[field->type], field->low, field->high);
		if (!of_type(value, field))
			return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: field \"%s\" must be %s", where,
					      field->name, type_words[field->type]);
	}
	for (const ch_cjson_field *field = fields; field->name; field++)
		if (field->required && !cJSON_GetObjectItemCaseSensitive(object, field->name))
			return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: field \"%s\" is missing", where,
					      field->name);
	return true;
}
