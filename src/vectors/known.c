/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/known_set.h"

/* One file a format, or one in all. quant_input comes before quant, which takes its shape from it. */
static const struct {
	ch_family family;
	const char *stem;
	bool each_format;
} families[] = {
	{CH_FAMILY_SCALE_TABLES, "scale_tables", false},
	{CH_FAMILY_DECODE, "decode_", true},
	{CH_FAMILY_QUANT_INPUT, "quant_input", false},
	{CH_FAMILY_QUANT, "quant_", true},
	{CH_FAMILY_MULMAT, "mulmat_", true},
};

const ch_known_file *ch_known_find(const ch_known *known, ch_family family, ch_format format)
{
	for (size_t i = 0; i < known->count; i++) {
		if (known->files[i].family == family && known->files[i].format == format)
			return &known->files[i];
	}
	return NULL;
}

static bool load_file(const ch_known *known, ch_known_file *file, const ch_file *text)
{
	if (!text)
		return ch_complain(file->problem, sizeof(file->problem), "%s.json: missing beside %s", file->stem,
				   file->data_name);
	if (!file->data)
		return ch_complain(file->problem, sizeof(file->problem), "%s: missing beside %s", file->data_name,
				   text->name);
	return ch_manifest_parse((const char *)text->data, text->size, text->name, file->data_name, file->data->size,
				 &file->manifest, file->problem, sizeof(file->problem)) &&
	       ch_known_schema_holds(known, file, file->problem, sizeof(file->problem));
}

static void take_file(ch_known *known, ch_family family, ch_format format, const char *stem, const char *suffix)
{
	ch_known_file *file = &known->files[known->count];
	char text_name[CH_STEM + 8];

	*file = (ch_known_file){.family = family, .format = format};
	(void)snprintf(file->stem, sizeof(file->stem), "%s%s", stem, suffix);
	(void)snprintf(file->data_name, sizeof(file->data_name), "%s%s.bin", stem, suffix);
	(void)snprintf(text_name, sizeof(text_name), "%s%s.json", stem, suffix);
	file->data = ch_folder_find(&known->folder, file->data_name);
	const ch_file *text = ch_folder_find(&known->folder, text_name);

	if (!text && !file->data)
		return;
	/* the other kinds have their inputs in themselves or in quant_input */
	bool elsewhere = known->inputs != known && (family == CH_FAMILY_DECODE || family == CH_FAMILY_MULMAT);

	file->inputs = elsewhere ? ch_known_find(known->inputs, family, format) : file;
	file->usable = load_file(known, file, text);
	known->count++;
}

static ch_known *from_folder(ch_folder *folder, const ch_known *inputs, char *error, size_t error_size)
{
	ch_known *known = calloc(1, sizeof(*known));

	if (!known) {
		ch_folder_free(folder);
		(void)ch_complain(error, error_size, "out of memory");
		return NULL;
	}
	known->inputs = inputs ? inputs : known;
	known->folder = *folder;
	*folder = (ch_folder){0};
	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++) {
		for (int format = 0; format < (families[i].each_format ? (int)CH_FORMAT_COUNT : 1); format++)
			take_file(known, families[i].family, (ch_format)format, families[i].stem,
				  families[i].each_format ? ch_format_get((ch_format)format)->file_name : "");
	}
	if (known->count > 0)
		return known;
	ch_known_close(known);
	(void)ch_complain(error, error_size, "no decode_, quant_, mulmat_ or scale_tables files: nothing to judge");
	return NULL;
}

ch_known *ch_known_from_folder(ch_folder *folder, char *error, size_t error_size)
{
	return from_folder(folder, NULL, error, error_size);
}

ch_known *ch_known_answers_from_folder(ch_folder *folder, const ch_known *inputs, char *error, size_t error_size)
{
	return from_folder(folder, inputs, error, error_size);
}

static ch_known *open_dir(const char *dir, const ch_known *inputs, char *error, size_t error_size)
{
	ch_folder folder;
	char reason[CH_COMPLAINT];
	ch_known *known;

	if (!ch_folder_read(dir, &folder, error, error_size))
		return NULL;
	known = from_folder(&folder, inputs, reason, sizeof(reason));
	if (!known)
		(void)ch_complain(error, error_size, "%s: %s", dir, reason);
	return known;
}

ch_known *ch_known_open(const char *dir, char *error, size_t error_size)
{
	return open_dir(dir, NULL, error, error_size);
}

ch_known *ch_known_open_answers(const char *dir, const ch_known *inputs, char *error, size_t error_size)
{
	return open_dir(dir, inputs, error, error_size);
}

void ch_known_close(ch_known *known)
{
	if (!known)
		return;
	for (size_t i = 0; i < known->count; i++)
		ch_manifest_free(&known->files[i].manifest);
	ch_folder_free(&known->folder);
	free(known);
}

/* A case whose answer is an array of the file; nothing if the file has no such array. */
static bool add_case(ch_case_list *list, const ch_known_file *file, const ch_known_shape *shape, const char *array_name,
		     const char *case_name, ch_case one)
{
	const ch_array *answer = ch_known_array(file, shape, array_name);

	if (!answer)
		return true;
	(void)snprintf(one.name, sizeof(one.name), "known/%.20s/%.10s/%.39s%s%.40s", ch_op_name(one.op),
		       ch_format_get(file->format)->name, shape ? shape->name : "", shape && *case_name ? "/" : "",
		       case_name);
	one.format = file->format;
	one.data = CH_DATA_GIVEN;
	one.variant = CH_VARIANT_DEFAULT;
	one.given.expected = ch_known_bytes(file, answer);
	one.given.expected_bytes = answer->nbytes;
	one.given.file = file->data_name;
	one.given.array = answer->name;
	one.given.file_offset = answer->offset;
	return ch_case_add(list, &one);
}

static bool add_decode(ch_case_list *list, const ch_known_file *file)
{
	static const char *const arrays[2][2] = {{"blocks_valid", "y_valid"}, {"blocks_allscale", "y_allscale"}};

	for (int i = 0; i < 2; i++) {
		const ch_array *blocks = ch_known_array(file->inputs, NULL, arrays[i][0]);

		if (!blocks)
			continue;
		ch_case one = {.op = CH_OP_DECODE, .judge = CH_JUDGE_BYTES, .k = CH_BLOCK_WEIGHTS, .ncols = 1};

		one.rows = blocks->shape[0];
		one.given.w = ch_known_bytes(file->inputs, blocks);
		one.given.element_bytes = sizeof(float);
		if (!add_case(list, file, NULL, arrays[i][1], arrays[i][1], one))
			return false;
	}
	return true;
}

static bool add_quant(ch_case_list *list, const ch_known *known, const ch_known_file *file)
{
	static const char *const arrays[3][2] = {
		{"q_plain", NULL}, {"q_imatrix_clean", "imatrix_clean"}, {"q_imatrix_dirty", "imatrix_dirty"}};
	const ch_known_file *input = ch_known_find(known->inputs, CH_FAMILY_QUANT_INPUT, CH_FP2);
	const ch_array *x = ch_known_array(input, NULL, "x");

	for (int i = 0; i < 3; i++) {
		ch_case one = {.op = CH_OP_QUANTIZE, .judge = CH_JUDGE_BYTES, .ncols = 1};

		one.rows = x->shape[0];
		one.k = x->shape[1];
		one.given.x = ch_known_bytes(input, x);
		if (arrays[i][1])
			one.given.importance = ch_known_bytes(input, ch_known_array(input, NULL, arrays[i][1]));
		one.given.element_bytes = ch_format_get(file->format)->block_bytes;
		if (!add_case(list, file, NULL, arrays[i][0], arrays[i][0], one))
			return false;
	}
	return true;
}

static bool add_products(ch_case_list *list, const ch_known_file *file, const ch_known_shape *shape)
{
	ch_case one = {.k = shape->k, .rows = shape->rows, .ncols = shape->ncols};

	one.given.w = ch_known_bytes(file->inputs, ch_known_array(file->inputs, shape, "W"));
	one.given.x = ch_known_bytes(file->inputs, ch_known_array(file->inputs, shape, "x"));
	one.given.x_q8_1 = ch_known_bytes(file->inputs, ch_known_array(file->inputs, shape, "x_q8_1"));

	ch_case activations = one;

	activations.op = CH_OP_QUANTIZE_Q8_1;
	activations.judge = CH_JUDGE_BYTES;
	activations.given.element_bytes = CH_Q8_1_BYTES;
	if (!add_case(list, file, shape, "x_q8_1", "", activations))
		return false;
	/* mmvq takes up to 8 columns, mmq the rest; the answer is the same */
	one.op = shape->ncols <= 8 ? CH_OP_MMVQ : CH_OP_MMQ;
	for (int i = 0; i < CH_KNOWN_ORDERS; i++) {
		const ch_known_order *order = &ch_known_orders[i];
		ch_case sum = one;

		sum.judge = CH_JUDGE_BYTES;
		sum.waves = order->waves;
		sum.given.order = ch_order_base(file->format, order->wave_size, order->waves);
		sum.given.element_bytes = sizeof(float);
		if (!add_case(list, file, shape, order->array, order->name, sum))
			return false;
	}
	/* whoever states no order gives y, and is held to the bound */
	one.judge = CH_JUDGE_BOUND;
	one.given.element_bytes = sizeof(float);
	if (!add_case(list, file, shape, "y", "y", one))
		return false;
	one.judge = CH_JUDGE_ULP64;
	one.given.element_bytes = sizeof(double);
	return add_case(list, file, shape, "y_q8_64", "y_q8_64", one);
}

bool ch_known_cases(const ch_known *known, ch_case_list *list)
{
	for (size_t i = 0; i < known->count; i++) {
		const ch_known_file *file = &known->files[i];
		ch_known_shape shapes[CH_KNOWN_SHAPES];
		bool added = true;

		if (!file->usable)
			continue;
		if (file->family == CH_FAMILY_DECODE)
			added = add_decode(list, file);
		if (file->family == CH_FAMILY_QUANT)
			added = add_quant(list, known, file);
		if (file->family == CH_FAMILY_MULMAT) {
			size_t count = ch_known_shapes(file, shapes, NULL, 0);

			for (size_t s = 0; s < count && added; s++)
				added = add_products(list, file, &shapes[s]);
		}
		if (!added)
			return false;
	}
	return true;
}
