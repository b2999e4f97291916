/* SPDX-License-Identifier: Apache-2.0
 *
 * Which arrays each kind of file has. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/known_set.h"

const ch_known_order ch_known_orders[CH_KNOWN_ORDERS] = {
	{"y_mmvq_rdna", "rdna", 32, 1},
	{"y_mmvq_nv", "nv", 32, 4},
	{"y_mmvq_wave64", "wave64", 64, 2},
};

/* A length that a shape states by a letter. */
typedef enum letter {
	END,
	N,	 /* blocks: as many as the first array of this kind of row has */
	BYTES,	 /* of a block of the format */
	WEIGHTS, /* of a block: 32 */
	K,
	BLOCKS, /* k / 32 */
	ROWS,
	NCOLS,
	SCALES, /* 256 scale bytes */
	Q8_1,	/* bytes of a q8_1 block */
	Q8_0,	/* bytes of a q8_0 block */
	LENGTHS
} letter;

typedef struct rule {
	const char *name;
	ch_dtype dtype;
	letter shape[CH_ARRAY_DIMS + 1];
	bool required; /* inputs are; an answer may be left out */
} rule;

static const rule decode_rules[] = {
	{"blocks_valid", CH_DTYPE_U8, {N, BYTES}, true},
	{"y_valid", CH_DTYPE_F32, {N, WEIGHTS}, false},
	{NULL, CH_DTYPE_U8, {END}, false},
};
static const rule allscale_rules[] = {
	{"blocks_allscale", CH_DTYPE_U8, {N, BYTES}, true},
	{"y_allscale", CH_DTYPE_F32, {N, WEIGHTS}, false},
	{"y_allscale_devcode", CH_DTYPE_F32, {N, WEIGHTS}, false},
	{NULL, CH_DTYPE_U8, {END}, false},
};
static const rule quant_rules[] = {
	{"q_plain", CH_DTYPE_U8, {ROWS, BLOCKS, BYTES}, false},
	{"q_imatrix_clean", CH_DTYPE_U8, {ROWS, BLOCKS, BYTES}, false},
	{"q_imatrix_dirty", CH_DTYPE_U8, {ROWS, BLOCKS, BYTES}, false},
	{NULL, CH_DTYPE_U8, {END}, false},
};
static const rule quant_input_rules[] = {
	{"x", CH_DTYPE_F32, {ROWS, K}, true},
	{"imatrix_clean", CH_DTYPE_F32, {K}, true},
	{"imatrix_dirty", CH_DTYPE_F32, {K}, true},
	{NULL, CH_DTYPE_U8, {END}, false},
};
static const rule scale_rules[] = {
	{"fpx_cpu", CH_DTYPE_F32, {SCALES}, false}, {"fp4_cpu", CH_DTYPE_F32, {SCALES}, false},
	{"fpx_dev", CH_DTYPE_F32, {SCALES}, false}, {"fp4_dev", CH_DTYPE_F32, {SCALES}, false},
	{NULL, CH_DTYPE_U8, {END}, false},
};
static const rule mulmat_rules[] = {
	{"W", CH_DTYPE_U8, {ROWS, BLOCKS, BYTES}, true},       {"x", CH_DTYPE_F32, {NCOLS, K}, true},
	{"x_q8_1", CH_DTYPE_U8, {NCOLS, BLOCKS, Q8_1}, true},  {"y_f32", CH_DTYPE_F32, {NCOLS, ROWS}, false},
	{"y_dot64", CH_DTYPE_F64, {NCOLS, ROWS}, false},       {"y_q8_64", CH_DTYPE_F64, {NCOLS, ROWS}, false},
	{"y_mmvq_nv", CH_DTYPE_F32, {NCOLS, ROWS}, false},     {"y_mmvq_rdna", CH_DTYPE_F32, {NCOLS, ROWS}, false},
	{"y_mmvq_wave64", CH_DTYPE_F32, {NCOLS, ROWS}, false}, {"x_q8_0", CH_DTYPE_U8, {NCOLS, BLOCKS, Q8_0}, false},
	{"y_vecdot_q8_0", CH_DTYPE_F32, {NCOLS, ROWS}, false}, {NULL, CH_DTYPE_U8, {END}, false},
};

const ch_array *ch_known_array(const ch_known_file *file, const ch_known_shape *shape, const char *name)
{
	char full[CH_ARRAY_NAME];

	if (!shape)
		return ch_manifest_find(&file->manifest, name);
	(void)snprintf(full, sizeof(full), "%s.%s", shape->name, name);
	return ch_manifest_find(&file->manifest, full);
}

const uint8_t *ch_known_bytes(const ch_known_file *file, const ch_array *array)
{
	return file->data->data + array->offset;
}

static void shape_words(const rule *one, const int64_t lengths[LENGTHS], char *words, size_t size)
{
	size_t used = 0;

	for (int i = 0; one->shape[i] != END && used < size; i++)
		used += (size_t)snprintf(words + used, size - used, "%s%lld", i ? "," : "",
					 (long long)lengths[one->shape[i]]);
}

static bool shape_matches(const rule *one, const int64_t lengths[LENGTHS], const ch_array *array)
{
	uint32_t dims = 0;

	for (; one->shape[dims] != END; dims++) {
		if (dims >= array->dims || array->shape[dims] != lengths[one->shape[dims]])
			return false;
	}
	return dims == array->dims && array->dtype == one->dtype;
}

/* Checks the arrays of a list of rules and counts those that are there. */
static bool rules_hold(const ch_known_file *file, const ch_known_shape *shape, const rule *rules, bool answers_only,
		       const int64_t lengths[LENGTHS], size_t *seen, char *error, size_t error_size)
{
	for (const rule *one = rules; one->name; one++) {
		const ch_array *array = ch_known_array(file, shape, one->name);
		char words[96];

		if (!array && (!one->required || answers_only))
			continue;
		shape_words(one, lengths, words, sizeof(words));
		if (!array)
			return ch_complain(error, error_size, "%s.json: array %s%s%s is missing, expected %s [%s]",
					   file->stem, shape ? shape->name : "", shape ? "." : "", one->name,
					   ch_dtype_name(one->dtype), words);
		if (!shape_matches(one, lengths, array))
			return ch_complain(error, error_size, "%s.json: array %s: expected %s [%s]", file->stem,
					   array->name, ch_dtype_name(one->dtype), words);
		++*seen;
	}
	return true;
}

/* A number of a shape name: no sign, no leading zero, at most a billion. */
static const char *read_number(const char *text, int64_t *number)
{
	*number = 0;
	if (*text == '0')
		return NULL;
	for (; isdigit((unsigned char)*text) && *number <= 100000000; text++)
		*number = *number * 10 + (*text - '0');
	return *number > 0 ? text : NULL;
}

static bool read_shape_name(const char *array_name, ch_known_shape *shape)
{
	static const char *const before[3] = {"k", "_r", "_c"};
	int64_t *const numbers[3] = {&shape->k, &shape->rows, &shape->ncols};
	const char *at = array_name;

	for (int i = 0; i < 3; i++) {
		size_t length = strlen(before[i]);

		if (strncmp(at, before[i], length) != 0)
			return false;
		at = read_number(at + length, numbers[i]);
		if (!at)
			return false;
	}
	size_t length = (size_t)(at - array_name);

	if (*at != '.' || length >= sizeof(shape->name))
		return false;
	memcpy(shape->name, array_name, length);
	shape->name[length] = 0;
	return true;
}

size_t ch_known_shapes(const ch_known_file *file, ch_known_shape shapes[CH_KNOWN_SHAPES], char *error,
		       size_t error_size)
{
	size_t count = 0;

	for (size_t i = 0; i < file->manifest.count; i++) {
		const char *name = file->manifest.arrays[i].name;
		ch_known_shape shape;
		size_t at = 0;

		if (!read_shape_name(name, &shape)) {
			(void)ch_complain(error, error_size, "%s.json: array %s: expected a name like k256_r16_c1.W",
					  file->stem, name);
			return 0;
		}
		if (shape.k % CH_BLOCK_WEIGHTS != 0) {
			(void)ch_complain(error, error_size,
					  "%s.json: array %s: k is no multiple of 32 (ROW-WHOLE-BLOCKS)", file->stem,
					  name);
			return 0;
		}
		while (at < count && strcmp(shapes[at].name, shape.name) != 0)
			at++;
		if (at == CH_KNOWN_SHAPES) {
			(void)ch_complain(error, error_size, "%s.json: more than %d shapes", file->stem,
					  CH_KNOWN_SHAPES);
			return 0;
		}
		shapes[at] = shape;
		count += at == count;
	}
	return count;
}

static int64_t first_length(const ch_known_file *file, const char *name)
{
	const ch_array *array = ch_known_array(file, NULL, name);

	return array ? array->shape[0] : 0;
}

static bool decode_holds(const ch_known_file *file, int64_t lengths[LENGTHS], size_t *seen, char *error,
			 size_t error_size)
{
	lengths[N] = first_length(file->inputs, "blocks_valid");
	if (!rules_hold(file, NULL, decode_rules, file != file->inputs, lengths, seen, error, error_size))
		return false;
	lengths[N] = first_length(file->inputs, "blocks_allscale");
	return rules_hold(file, NULL, allscale_rules, file != file->inputs, lengths, seen, error, error_size);
}

static bool mulmat_holds(const ch_known_file *file, int64_t lengths[LENGTHS], size_t *seen, char *error,
			 size_t error_size)
{
	ch_known_shape shapes[CH_KNOWN_SHAPES];
	size_t count = ch_known_shapes(file, shapes, error, error_size);

	for (size_t i = 0; i < count; i++) {
		lengths[K] = shapes[i].k;
		lengths[BLOCKS] = shapes[i].k / CH_BLOCK_WEIGHTS;
		lengths[ROWS] = shapes[i].rows;
		lengths[NCOLS] = shapes[i].ncols;
		if (!ch_known_array(file->inputs, &shapes[i], "W") && file != file->inputs)
			return ch_complain(error, error_size, "%s.json: arrays %s.: the inputs have no such shape",
					   file->stem, shapes[i].name);
		if (!rules_hold(file, &shapes[i], mulmat_rules, file != file->inputs, lengths, seen, error, error_size))
			return false;
	}
	return count > 0;
}

static bool k_is_whole(const ch_known_file *file, int64_t k, char *error, size_t error_size)
{
	if (k > 0 && k % CH_BLOCK_WEIGHTS == 0)
		return true;
	return ch_complain(error, error_size, "%s.json: array x: k is no multiple of 32 (ROW-WHOLE-BLOCKS)",
			   file->stem);
}

static bool quant_holds(const ch_known *known, const ch_known_file *file, int64_t lengths[LENGTHS], size_t *seen,
			char *error, size_t error_size)
{
	const ch_known_file *input = ch_known_find(known->inputs, CH_FAMILY_QUANT_INPUT, CH_FP2);

	if (!input || !input->usable)
		return ch_complain(error, error_size, "%s.json: needs a good quant_input.json and quant_input.bin",
				   file->stem);
	const ch_array *x = ch_known_array(input, NULL, "x");

	lengths[ROWS] = x->shape[0];
	lengths[K] = x->shape[1];
	lengths[BLOCKS] = x->shape[1] / CH_BLOCK_WEIGHTS;
	return rules_hold(file, NULL, quant_rules, false, lengths, seen, error, error_size);
}

static bool input_holds(const ch_known_file *file, int64_t lengths[LENGTHS], size_t *seen, char *error,
			size_t error_size)
{
	const ch_array *x = ch_known_array(file, NULL, "x");

	lengths[ROWS] = x && x->dims == 2 ? x->shape[0] : 1;
	lengths[K] = x && x->dims == 2 ? x->shape[1] : CH_BLOCK_WEIGHTS;
	return k_is_whole(file, lengths[K], error, error_size) &&
	       rules_hold(file, NULL, quant_input_rules, false, lengths, seen, error, error_size);
}

/* The format is named by the file; what the manifest says of it must agree (F07: an id has more than one meaning). */
static bool format_agrees(const ch_known_file *file, char *error, size_t error_size)
{
	const ch_format_info *info = ch_format_get(file->format);
	const ch_manifest *manifest = &file->manifest;
	ch_format named;

	if (manifest->ggml_type_id >= 0 && manifest->ggml_type_id != (int64_t)info->ggml_id)
		return ch_complain(error, error_size, "%s.json: ggml_type_id: %lld, expected %u", file->stem,
				   (long long)manifest->ggml_type_id, info->ggml_id);
	if (manifest->block_bytes >= 0 && manifest->block_bytes != (int64_t)info->block_bytes)
		return ch_complain(error, error_size, "%s.json: block_bytes: %lld, expected %u", file->stem,
				   (long long)manifest->block_bytes, info->block_bytes);
	if (manifest->type[0] && (!ch_format_find(manifest->type, &named) || named != file->format))
		return ch_complain(error, error_size, "%s.json: type: \"%s\", expected \"%s\" in lower case",
				   file->stem, manifest->type, info->ggml_name);
	return true;
}

static bool family_holds(const ch_known *known, const ch_known_file *file, int64_t lengths[LENGTHS], size_t *seen,
			 char *error, size_t error_size)
{
	if (!file->inputs || (file->inputs != file && !file->inputs->usable))
		return ch_complain(error, error_size, "%s.json: the inputs have no good file of this name", file->stem);
	switch (file->family) {
	case CH_FAMILY_DECODE:
		return decode_holds(file, lengths, seen, error, error_size);
	case CH_FAMILY_QUANT:
		return quant_holds(known, file, lengths, seen, error, error_size);
	case CH_FAMILY_MULMAT:
		return mulmat_holds(file, lengths, seen, error, error_size);
	case CH_FAMILY_QUANT_INPUT:
		return input_holds(file, lengths, seen, error, error_size);
	default:
		return rules_hold(file, NULL, scale_rules, false, lengths, seen, error, error_size);
	}
}

bool ch_known_schema_holds(const ch_known *known, const ch_known_file *file, char *error, size_t error_size)
{
	int64_t lengths[LENGTHS] = {[BYTES] = ch_format_get(file->format)->block_bytes,
				    [WEIGHTS] = CH_BLOCK_WEIGHTS,
				    [SCALES] = 256,
				    [Q8_1] = CH_Q8_1_BYTES,
				    [Q8_0] = 34};
	size_t seen = 0;

	if (file->family <= CH_FAMILY_MULMAT && !format_agrees(file, error, error_size))
		return false;
	if (!family_holds(known, file, lengths, &seen, error, error_size))
		return false;
	/* a misspelt name would otherwise silently leave an answer unjudged */
	if (seen != file->manifest.count)
		return ch_complain(error, error_size,
				   "%s.json: arrays: %zu of %zu have names that this kind of file has not", file->stem,
				   file->manifest.count - seen, file->manifest.count);
	return true;
}
