/* SPDX-License-Identifier: Apache-2.0
 *
 * What the files say of themselves: their sums, their layout, and the arrays that no provider is asked for. Each limit is
 * derived here; u is half the distance from 1 to the next number of the type, gamma_n = n*u / (1 - n*u). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/known_set.h"
#include "vectors/sums.h"

enum { Q8_0_BYTES = 34, Q8_0_QS = 2 };

struct checking {
	ch_known_report report;
	void *context;
};

static void say(const struct checking *checking, const char *name, ch_result result, const char *clause,
		const char *text)
{
	ch_verdict verdict = {.result = result, .over_bound = -1.0};

	(void)snprintf(verdict.clause, sizeof(verdict.clause), "%s", result == CH_PASS ? "" : clause);
	(void)snprintf(verdict.text, sizeof(verdict.text), "%s", text);
	checking->report(checking->context, name, &verdict);
}

static float float_at(const uint8_t *bytes, size_t index)
{
	float value;

	memcpy(&value, bytes + index * sizeof(value), sizeof(value));
	return value;
}

static double double_at(const uint8_t *bytes, size_t index)
{
	double value;

	memcpy(&value, bytes + index * sizeof(value), sizeof(value));
	return value;
}

static uint32_t float_bits(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits;
}

/* A sum with its rounding errors carried along (Knuth's two-sum), so that what it gives is the exact sum rounded once, up
 * to terms of u squared. */
struct exact_sum {
	double value, error, magnitude;
};

static void add_term(struct exact_sum *sum, double term)
{
	double next = sum->value + term;
	double back = next - sum->value;

	sum->error += (sum->value - (next - back)) + (term - back);
	sum->value = next;
	sum->magnitude += fabs(term);
}

static double gamma_of(double n, double u)
{
	return n * u / (1.0 - n * u);
}

/* known/sums */

struct sums_lines {
	const struct checking *checking;
	size_t lines;
};

static void report_sums_line(void *context, const char *line)
{
	struct sums_lines *lines = context;

	lines->lines++;
	say(lines->checking, "known/sums", CH_FAIL, "", line);
}

static void check_sums(const struct checking *checking, const ch_known *known)
{
	const ch_file *text = ch_folder_find(&known->folder, CH_SUMS_NAME);
	struct sums_lines lines = {checking, 0};
	char error[CH_COMPLAINT];
	ch_sums sums;

	if (!text) {
		say(checking, "known/sums", CH_FAIL, "", CH_SUMS_NAME ": missing, expected a line for each file");
		return;
	}
	if (!ch_sums_parse((const char *)text->data, text->size, &sums, error, sizeof(error))) {
		say(checking, "known/sums", CH_FAIL, "", error);
		return;
	}
	if (ch_sums_check(&sums, &known->folder, report_sums_line, &lines) +
		    ch_known_check_record(&known->folder, report_sums_line, &lines) ==
	    0)
		say(checking, "known/sums", CH_PASS, "", "");
	ch_sums_free(&sums);
}

/* The value of every scale byte. The first three tables give 0 for the invalid ones, as the reference decoder does; the
 * last is device code, which the contract says nothing of there. */
static bool scale_table_holds(const ch_known_file *file, const ch_array *array, bool invalid_too, char *text,
			      size_t size)
{
	const uint8_t *bytes = ch_known_bytes(file, array);

	for (unsigned e = 0; e < 256; e++) {
		float got = float_at(bytes, e), expected = ch_scale_value((uint8_t)e);

		if (float_bits(got) == float_bits(expected) || (!invalid_too && !ch_scale_valid((uint8_t)e)))
			continue;
		return ch_complain(text, size, "%s: %s: scale byte 0x%02x (byte %zu): %a, expected %a", file->data_name,
				   array->name, e, array->offset + 4 * (size_t)e, (double)got, (double)expected);
	}
	return true;
}

/* Device code decodes a valid scale as everybody; weights of an invalid one are left out. */
static bool device_decode_holds(const ch_known_file *file, const ch_array *array, char *text, size_t size)
{
	const ch_array *blocks = ch_known_array(file->inputs, NULL, "blocks_allscale");
	size_t block_bytes = ch_format_get(file->format)->block_bytes;

	for (size_t i = 0; i < (size_t)array->shape[0]; i++) {
		const uint8_t *block = ch_known_bytes(file->inputs, blocks) + i * block_bytes;
		float y[CH_BLOCK_WEIGHTS];

		(void)ch_decode_plain(file->format, CH_BLOCK_WEIGHTS, 1, block, y);
		for (uint32_t j = 0; j < CH_BLOCK_WEIGHTS; j++) {
			size_t at = i * CH_BLOCK_WEIGHTS + j;
			float got = float_at(ch_known_bytes(file, array), at);

			if (!ch_scale_valid(ch_block_scale(file->format, block, j)) ||
			    float_bits(got) == float_bits(y[j]))
				continue;
			return ch_complain(text, size, "%s: %s: block %zu, weight %u (byte %zu): %a, expected %a",
					   file->data_name, array->name, i, j, array->offset + 4 * at, (double)got,
					   (double)y[j]);
		}
	}
	return true;
}

/* q8_0: binary16 d, int8 qs[32]. With a = max |x|: d is a / 127 in binary32, then rounded to binary16: both IEEE, so d is
 * exact. The codes are the nearest to x * (127 / a) or x / (a / 127), as the code path has it: two roundings of binary32, so
 * the quotient is off by at most 127 * ((1 + u)^2 / (1 - u)^2 - 1) < 127 * 5u, and a code lies within 1/2 + 127 * 5u of the
 * exact quotient x * 127 / a, ties either way. */
static bool activations_hold(const ch_known_file *file, const ch_known_shape *shape, const ch_array *array, char *text,
			     size_t size)
{
	const uint8_t *x = ch_known_bytes(file->inputs, ch_known_array(file->inputs, shape, "x"));
	const double slack = 0.5 + 127.0 * 5.0 * 0x1p-24;

	for (size_t i = 0; i < array->nbytes / Q8_0_BYTES; i++) {
		const uint8_t *block = ch_known_bytes(file, array) + i * Q8_0_BYTES;
		size_t offset = array->offset + i * Q8_0_BYTES, blocks = (size_t)shape->k / CH_BLOCK_WEIGHTS;
		float a = 0.0f;
		uint16_t d;

		for (size_t j = 0; j < CH_BLOCK_WEIGHTS; j++)
			a = fmaxf(a, fabsf(float_at(x, i * CH_BLOCK_WEIGHTS + j)));
		memcpy(&d, block, sizeof(d));
		if (d != ch_float_to_half(a / 127.0f))
			return ch_complain(text, size,
					   "%s: %s: column %zu, block %zu (byte %zu): d is 0x%04x, expected 0x%04x",
					   file->data_name, array->name, i / blocks, i % blocks, offset, d,
					   ch_float_to_half(a / 127.0f));
		for (size_t j = 0; j < CH_BLOCK_WEIGHTS; j++) {
			double code = (double)(int8_t)block[Q8_0_QS + j];
			double exact =
				a > 0.0f ? (double)float_at(x, i * CH_BLOCK_WEIGHTS + j) * 127.0 / (double)a : 0.0;

			if (fabs(code - exact) <= slack)
				continue;
			return ch_complain(
				text, size,
				"%s: %s: column %zu, block %zu, code %zu (byte %zu): %g, expected %.9g rounded",
				file->data_name, array->name, i / blocks, i % blocks, j, offset + Q8_0_QS + j, code,
				exact);
		}
	}
	return true;
}

/* What an answer array of a product is a sum of, and how it may have been rounded. */
typedef enum product {
	PRODUCT_DOT64, /* decoded weight * x, in double: each product is exact there (11 and 24 bits), k additions in some
			* order, one rounding and one term of second order of ours: gamma_(k+2) with u = 2^-53 */
	PRODUCT_F32, /* the same in binary32, fused or not, in some order: at most k roundings on a path (a product and
			* k - 1 additions), u = 2^-24, and half of the smallest subnormal for each product */
	PRODUCT_Q8_0, /* d * e * (integer sums), in binary32: integer sums may be split over SIMD lanes in any way, so the
			* magnitude is that of the single products; two roundings for d * e * S and k additions */
	PRODUCT_COUNT
} product;

static const struct {
	const char *array;
	double unit, more_roundings, underflow;
} products[PRODUCT_COUNT] = {
	[PRODUCT_DOT64] = {"y_dot64", 0x1p-53, 2.0, 0.0},
	[PRODUCT_F32] = {"y_f32", 0x1p-24, 0.0, 0x1p-150},
	[PRODUCT_Q8_0] = {"y_vecdot_q8_0", 0x1p-24, 2.0, 0x1p-150},
};

static double activation_at(const ch_known_file *file, const ch_known_shape *shape, product kind, size_t index)
{
	if (kind != PRODUCT_Q8_0)
		return (double)float_at(ch_known_bytes(file->inputs, ch_known_array(file->inputs, shape, "x")), index);
	const uint8_t *block =
		ch_known_bytes(file, ch_known_array(file, shape, "x_q8_0")) + index / CH_BLOCK_WEIGHTS * Q8_0_BYTES;
	uint16_t d;

	memcpy(&d, block, sizeof(d));
	return (double)ch_half_to_float(d) * (double)(int8_t)block[Q8_0_QS + index % CH_BLOCK_WEIGHTS];
}

static bool row_holds(const ch_known_file *file, const ch_known_shape *shape, const ch_array *array, product kind,
		      const float *weights, const double *activations, size_t row, char *text, size_t size)
{
	const uint8_t *bytes = ch_known_bytes(file, array);
	size_t k = (size_t)shape->k;

	for (size_t col = 0; col < (size_t)shape->ncols; col++) {
		struct exact_sum sum = {0};
		size_t at = col * (size_t)shape->rows + row;

		for (size_t i = 0; i < k; i++)
			add_term(&sum, (double)weights[i] * activations[col * k + i]);
		double exact = sum.value + sum.error;
		double got = array->dtype == CH_DTYPE_F64 ? double_at(bytes, at) : (double)float_at(bytes, at);
		double n = (double)k + products[kind].more_roundings;
		double bound = gamma_of(n, products[kind].unit) * sum.magnitude + (double)k * products[kind].underflow;

		if (fabs(got - exact) <= bound)
			continue;
		return ch_complain(text, size,
				   "%s: %s: column %zu, row %zu (byte %zu): %.17g, expected %.17g within %.3g",
				   file->data_name, array->name, col, row,
				   array->offset + at * ch_dtype_bytes(array->dtype), got, exact, bound);
	}
	return true;
}

static bool product_holds(const ch_known_file *file, const ch_known_shape *shape, const ch_array *array, product kind,
			  char *text, size_t size)
{
	const uint8_t *w = ch_known_bytes(file->inputs, ch_known_array(file->inputs, shape, "W"));
	size_t k = (size_t)shape->k, count = k * (size_t)shape->ncols;
	size_t row_bytes = k / CH_BLOCK_WEIGHTS * ch_format_get(file->format)->block_bytes;
	float *weights = malloc(k * sizeof(*weights));
	double *activations = malloc(count * sizeof(*activations));
	bool holds = weights && activations;

	if (!holds)
		(void)ch_complain(text, size, "%s: %s: out of memory", file->data_name, array->name);
	for (size_t i = 0; i < count && holds; i++)
		activations[i] = activation_at(file, shape, kind, i);
	for (size_t row = 0; row < (size_t)shape->rows && holds; row++) {
		(void)ch_decode_plain(file->format, shape->k, 1, w + row * row_bytes, weights);
		holds = row_holds(file, shape, array, kind, weights, activations, row, text, size);
	}
	free(weights);
	free(activations);
	return holds;
}

static void say_array(const struct checking *checking, const ch_known_file *file, const ch_known_shape *shape,
		      const char *array, bool holds, const char *clause, const char *text)
{
	char name[CH_CASE_NAME];

	(void)snprintf(name, sizeof(name), "known/file/%.31s/%.39s%s%.40s", file->stem, shape ? shape->name : "",
		       shape ? "/" : "", array);
	say(checking, name, holds ? CH_PASS : CH_FAIL, clause, holds ? "" : text);
}

static void check_products(const struct checking *checking, const ch_known_file *file)
{
	ch_known_shape shapes[CH_KNOWN_SHAPES];
	size_t count = ch_known_shapes(file, shapes, NULL, 0);
	char text[CH_COMPLAINT] = "";

	for (size_t i = 0; i < count; i++) {
		const ch_array *codes = ch_known_array(file, &shapes[i], "x_q8_0");

		if (codes)
			say_array(checking, file, &shapes[i], "x_q8_0",
				  activations_hold(file, &shapes[i], codes, text, sizeof(text)), "Q8-SCALE", text);
		for (int kind = 0; kind < PRODUCT_COUNT; kind++) {
			const ch_array *array = ch_known_array(file, &shapes[i], products[kind].array);

			if (!array || (kind == PRODUCT_Q8_0 && !codes))
				continue;
			say_array(checking, file, &shapes[i], products[kind].array,
				  product_holds(file, &shapes[i], array, (product)kind, text, sizeof(text)),
				  "DOT-BOUND", text);
		}
	}
}

static void check_scale_tables(const struct checking *checking, const ch_known_file *file)
{
	static const char *const tables[4] = {"fpx_cpu", "fp4_cpu", "fpx_dev", "fp4_dev"};
	char text[CH_COMPLAINT] = "";

	for (int i = 0; i < 4; i++) {
		const ch_array *array = ch_known_array(file, NULL, tables[i]);

		if (array)
			say_array(checking, file, NULL, tables[i],
				  scale_table_holds(file, array, i < 3, text, sizeof(text)), "SCALE-VALUE", text);
	}
}

static void check_file(const struct checking *checking, const ch_known_file *file)
{
	char name[CH_CASE_NAME], text[CH_COMPLAINT] = "";

	if (!file->usable) {
		(void)snprintf(name, sizeof(name), "known/file/%.31s/layout", file->stem);
		say(checking, name, CH_FAIL, "", file->problem);
		return;
	}
	size_t gap = ch_manifest_first_gap(&file->manifest, file->data->size);

	(void)ch_complain(text, sizeof(text), "%s: byte %zu belongs to no array", file->data_name, gap);
	say_array(checking, file, NULL, "layout", gap == file->data->size, "", text);
	if (file->family == CH_FAMILY_SCALE_TABLES)
		check_scale_tables(checking, file);
	if (file->family == CH_FAMILY_MULMAT)
		check_products(checking, file);
	const ch_array *device =
		file->family == CH_FAMILY_DECODE ? ch_known_array(file, NULL, "y_allscale_devcode") : NULL;

	if (device)
		say_array(checking, file, NULL, "y_allscale_devcode",
			  device_decode_holds(file, device, text, sizeof(text)), "WEIGHT", text);
}

void ch_known_check_files(const ch_known *known, ch_known_report report, void *context)
{
	const struct checking checking = {report, context};

	/* answers that somebody's program wrote need no sums, but those they have must hold */
	if (known->inputs == known || ch_folder_find(&known->folder, CH_SUMS_NAME))
		check_sums(&checking, known);
	for (size_t i = 0; i < known->count; i++)
		check_file(&checking, &known->files[i]);
}
