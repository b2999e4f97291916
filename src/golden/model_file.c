/* SPDX-License-Identifier: Apache-2.0
 *
 * GGUF, version 2 and 3 as ggml's documentation has it: "GGUF", version, count of tensors, count of keys; each key a text, a
 * type and a value; each tensor a name, its dimensions, a type and an offset. Little endian. Only the head is read. */
#include "golden/model_file.h"

#include <errno.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkhip/formats.h"

enum {
	HEAD_KEYS = 1 << 16,
	HEAD_TENSORS = 1 << 20,
	TYPE_LIMIT = 512,
	VALUE_STRING = 8,
	VALUE_ARRAY = 9,
	VALUE_TYPES = 13
};

/* bytes of a value of each type; strings and arrays have their own length */
static const uint8_t value_bytes[VALUE_TYPES] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

typedef struct type_name {
	uint32_t id;
	const char *name;
} type_name;

/* ids of ggml's tensor types that stand in files today; the six of this project come from their own table */
static const type_name type_names[] = {
	{0, "F32"},    {1, "F16"},	{2, "Q4_0"},	{3, "Q4_1"},	 {6, "Q5_0"},	{7, "Q5_1"},
	{8, "Q8_0"},   {10, "Q2_K"},	{11, "Q3_K"},	{12, "Q4_K"},	 {13, "Q5_K"},	{14, "Q6_K"},
	{15, "Q8_K"},  {16, "IQ2_XXS"}, {17, "IQ2_XS"}, {18, "IQ3_XXS"}, {19, "IQ1_S"}, {20, "IQ4_NL"},
	{21, "IQ3_S"}, {22, "IQ2_S"},	{23, "IQ4_XS"}, {30, "BF16"},	 {39, "MXFP4"},
};

static bool read_bytes(FILE *file, void *to, size_t size)
{
	return fread(to, 1, size, file) == size;
}

static bool read_u64(FILE *file, uint64_t *value)
{
	uint8_t bytes[8];

	if (!read_bytes(file, bytes, 8))
		return false;
	*value = 0;
	for (int i = 7; i >= 0; i--)
		*value = *value << 8 | bytes[i];
	return true;
}

static bool read_u32(FILE *file, uint32_t *value)
{
	uint8_t bytes[4];

	if (!read_bytes(file, bytes, 4))
		return false;
	*value = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
	return true;
}

static bool skip_bytes(FILE *file, uint64_t size)
{
	return size <= INT64_MAX / 2 && fseek(file, (long)size, SEEK_CUR) == 0;
}

/* What fits goes to text, the rest is skipped. */
static bool read_text(FILE *file, char *text, size_t size)
{
	uint64_t length;
	size_t kept;

	if (!read_u64(file, &length) || length > (1 << 28))
		return false;
	kept = length < size ? (size_t)length : size - 1;
	if (!read_bytes(file, text, kept))
		return false;
	text[kept] = '\0';
	return skip_bytes(file, length - kept);
}

static bool skip_value(FILE *file, uint32_t type)
{
	char text[8];

	if (type == VALUE_STRING)
		return read_text(file, text, sizeof(text));
	return type < VALUE_TYPES && value_bytes[type] && skip_bytes(file, value_bytes[type]);
}

static bool read_value(FILE *file, uint32_t type, char *text, size_t size)
{
	uint32_t element;
	uint64_t count;

	text[0] = '\0';
	if (type == VALUE_STRING)
		return read_text(file, text, size);
	if (type != VALUE_ARRAY)
		return skip_value(file, type);
	if (!read_u32(file, &element) || !read_u64(file, &count) || count > (1 << 28))
		return false;
	if (element < VALUE_TYPES && value_bytes[element])
		return skip_bytes(file, count * value_bytes[element]);
	for (uint64_t i = 0; i < count; i++)
		if (element == VALUE_ARRAY || !skip_value(file, element))
			return false;
	return true;
}

static bool put_type(ch_bytes *words, uint32_t id, size_t count)
{
	for (int format = 0; format < CH_FORMAT_COUNT; format++)
		if (ch_format_get((ch_format)format)->ggml_id == id)
			return ch_bytes_format(words, "%s%s x %zu", words->size ? ", " : "",
					       ch_format_get((ch_format)format)->ggml_name, count);
	for (size_t i = 0; i < sizeof(type_names) / sizeof(type_names[0]); i++)
		if (type_names[i].id == id)
			return ch_bytes_format(words, "%s%s x %zu", words->size ? ", " : "", type_names[i].name, count);
	return ch_bytes_format(words, "%stype %u x %zu", words->size ? ", " : "", id, count);
}

/* False: the head is broken, at the place where the file stands. */
static bool read_head(FILE *file, ch_model *model, ch_bytes *words)
{
	static size_t counts[TYPE_LIMIT];
	uint64_t tensors, keys, ignored;
	uint32_t version, type, dimensions;
	char name[256], value[64];

	memset(counts, 0, sizeof(counts));
	if (!read_u32(file, &version) || version < 2 || version > 3 || !read_u64(file, &tensors) ||
	    !read_u64(file, &keys) || tensors > HEAD_TENSORS || keys > HEAD_KEYS)
		return false;
	for (uint64_t i = 0; i < keys; i++) {
		if (!read_text(file, name, sizeof(name)) || !read_u32(file, &type) ||
		    !read_value(file, type, value, sizeof(value)))
			return false;
		if (!strcmp(name, "general.architecture"))
			memcpy(model->architecture, value, sizeof(value));
	}
	ch_utf8_clean(model->architecture);
	for (uint64_t i = 0; i < tensors; i++) {
		if (!read_text(file, name, sizeof(name)) || !read_u32(file, &dimensions) || dimensions > 8 ||
		    !skip_bytes(file, 8 * dimensions) || !read_u32(file, &type) || type >= TYPE_LIMIT ||
		    !read_u64(file, &ignored))
			return false;
		counts[type]++;
	}
	for (uint32_t id = 0; id < TYPE_LIMIT; id++)
		if (counts[id] && !put_type(words, id, counts[id]))
			return false;
	return true;
}

static bool hash_file(FILE *file, ch_model *model)
{
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	unsigned char digest[EVP_MAX_MD_SIZE];
	static char block[1 << 16];
	bool ok = context && EVP_DigestInit_ex(context, EVP_sha256(), NULL);
	unsigned length = 0;
	size_t got;

	model->size = 0;
	rewind(file);
	while (ok && (got = fread(block, 1, sizeof(block), file)) > 0) {
		ok = EVP_DigestUpdate(context, block, got);
		model->size += (int64_t)got;
	}
	ok = ok && !ferror(file) && EVP_DigestFinal_ex(context, digest, &length) && length == 32;
	for (unsigned i = 0; ok && i < length; i++)
		snprintf(model->sha256 + 2 * i, 3, "%02x", digest[i]);
	EVP_MD_CTX_free(context);
	return ok;
}

bool ch_model_file_read(ch_model *model, const char *path, ch_trouble *trouble)
{
	FILE *file = fopen(path, "rb");
	ch_bytes words = {0};
	char magic[4];
	bool ok = file != NULL;

	free(model->tensor_types);
	*model = (ch_model){.size = -1};
	if (!file)
		return ch_trouble_set(trouble, CH_TROUBLE_FILE, "%s: cannot open the model: %s", path, strerror(errno));
	if (read_bytes(file, magic, 4) && !memcmp(magic, "GGUF", 4)) {
		ok = read_head(file, model, &words);
		if (!ok)
			ch_trouble_set(trouble, CH_TROUBLE_FILE, "%s: at byte %ld: the head of a GGUF was expected",
				       path, ftell(file));
		model->tensor_types = words.data;
	}
	if (ok && !hash_file(file, model))
		ok = ch_trouble_set(trouble, CH_TROUBLE_FILE, "%s: cannot read it whole: %s", path, strerror(errno));
	(void)fclose(file);
	return ok;
}
