/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "vectors/array_file.h"

void ch_array_file_begin(ch_array_file *file, const char *stem, const ch_format_info *info)
{
	char name[48];

	*file = (ch_array_file){.root = cJSON_CreateObject()};
	(void)snprintf(file->stem, sizeof(file->stem), "%s", stem);
	(void)snprintf(name, sizeof(name), "%s.bin", file->stem);
	file->failed = !cJSON_AddStringToObject(file->root, "file", name) ||
		       !cJSON_AddStringToObject(file->root, "endian", "little");
	if (info)
		file->failed |= !cJSON_AddNumberToObject(file->root, "ggml_type_id", info->ggml_id) ||
				!cJSON_AddNumberToObject(file->root, "block_bytes", info->block_bytes);
	file->arrays = cJSON_AddArrayToObject(file->root, "arrays");
	file->failed |= !file->arrays;
}

static bool describe_array(cJSON *arrays, const char *name, ch_dtype dtype, uint32_t dims, const int64_t *shape,
			   size_t offset, size_t bytes)
{
	cJSON *object = cJSON_CreateObject(), *lengths;
	bool good = cJSON_AddStringToObject(object, "name", name) &&
		    cJSON_AddStringToObject(object, "dtype", ch_dtype_name(dtype)) &&
		    (lengths = cJSON_AddArrayToObject(object, "shape")) != NULL;

	for (uint32_t i = 0; i < dims && good; i++)
		good = cJSON_AddItemToArray(lengths, cJSON_CreateNumber((double)shape[i]));
	good = good && cJSON_AddNumberToObject(object, "offset", (double)offset) &&
	       cJSON_AddNumberToObject(object, "nbytes", (double)bytes);
	if (good && cJSON_AddItemToArray(arrays, object))
		return true;
	cJSON_Delete(object);
	return false;
}

void *ch_array_file_add(ch_array_file *file, const char *name, ch_dtype dtype, uint32_t dims, const int64_t *shape)
{
	size_t bytes = ch_dtype_bytes(dtype), offset = file->size;

	for (uint32_t i = 0; i < dims; i++)
		bytes *= (size_t)shape[i];
	uint8_t *data = file->failed ? NULL : realloc(file->data, offset + bytes);

	if (data)
		file->data = data;
	if (!data || !describe_array(file->arrays, name, dtype, dims, shape, offset, bytes)) {
		file->failed = true;
		return NULL;
	}
	memset(data + offset, 0, bytes);
	file->size += bytes;
	return data + offset;
}

void ch_array_file_copy(ch_array_file *file, const char *name, ch_dtype dtype, uint32_t dims, const int64_t *shape,
			const void *content)
{
	void *at = ch_array_file_add(file, name, dtype, dims, shape);

	if (at)
		memcpy(at, content, file->size - (size_t)((uint8_t *)at - file->data));
}

bool ch_array_file_end(ch_array_file *file, ch_folder *folder)
{
	char name[48];
	char *text = file->failed || file->size == 0 ? NULL : cJSON_Print(file->root);
	bool good = !file->failed && (text || file->size == 0);

	if (text) {
		(void)snprintf(name, sizeof(name), "%s.bin", file->stem);
		good = ch_folder_add(folder, name, file->data, file->size);
		(void)snprintf(name, sizeof(name), "%s.json", file->stem);
		good = good && ch_folder_add(folder, name, text, strlen(text));
	}
	cJSON_free(text);
	cJSON_Delete(file->root);
	free(file->data);
	return good;
}
