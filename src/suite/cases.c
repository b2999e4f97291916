/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables of shapes and data classes, and the loops that make cases of them. A case that a fault of the contract's fault list
 * needs says so by its id. */
#include <stdio.h>
#include <string.h>

#include "suite/cases.h"

typedef struct ch_shape {
	ch_level level;
	int64_t k, rows, ncols;
} ch_shape;

typedef struct ch_class_row {
	ch_data data;
	ch_judge judge;
} ch_class_row;

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *const level_names[CH_LEVEL_COUNT] = {"quick", "standard", "comprehensive"};

static const char *const data_names[CH_DATA_COUNT] = {
	[CH_DATA_RANDOM] = "random",
	[CH_DATA_GAUSSIAN] = "gaussian",
	[CH_DATA_ONE_HOT] = "one-hot",
	[CH_DATA_DISTINCT_SCALES] = "distinct-scales",
	[CH_DATA_ALL_SCALES] = "all-scales",
	[CH_DATA_EXACT] = "exact",
	[CH_DATA_CANCELLATION] = "cancellation",
	[CH_DATA_EXTREMES] = "extremes",
	[CH_DATA_ZEROS] = "zeros",
	[CH_DATA_TROUBLE] = "trouble",
	[CH_DATA_DIGEST] = "digest",
	[CH_DATA_BAD_SHAPE] = "bad-shape",
	[CH_DATA_GIVEN] = "given",
	[CH_DATA_EQUAL_LOGITS] = "equal-logits",
	[CH_DATA_ONE_CELL] = "one-cell",
	[CH_DATA_LARGE_LOGITS] = "large-logits",
	[CH_DATA_LOW_LOGITS] = "low-logits",
	[CH_DATA_LARGE_VALUES] = "large-values",
	[CH_DATA_SUBNORMAL_SCALES] = "subnormal-scales",
	[CH_DATA_HOT_ELEMENT] = "hot-element",
};

static const char *const judge_names[CH_JUDGE_COUNT] = {
	[CH_JUDGE_BYTES] = "bytes", [CH_JUDGE_BOUND] = "bound",	  [CH_JUDGE_MODEL] = "model",
	[CH_JUDGE_ULP64] = "ulp64", [CH_JUDGE_DIGEST] = "digest", [CH_JUDGE_REFUSAL] = "refusal",
};

/* decode: rows of several blocks for strides (F11), one block alone, many for the scales */
static const ch_shape decode_shapes[] = {
	{CH_LEVEL_QUICK, 32, 1, 1},
	{CH_LEVEL_QUICK, 96, 5, 1},
	{CH_LEVEL_QUICK, 4096, 3, 1},
	{CH_LEVEL_STANDARD, 14336, 257, 1},
};
static const ch_class_row decode_classes[] = {
	{CH_DATA_RANDOM, CH_JUDGE_BYTES},   {CH_DATA_DISTINCT_SCALES, CH_JUDGE_BYTES},
	{CH_DATA_GAUSSIAN, CH_JUDGE_BYTES}, {CH_DATA_EXTREMES, CH_JUDGE_BYTES},
	{CH_DATA_ZEROS, CH_JUDGE_BYTES},
};

static const ch_shape quantize_shapes[] = {
	{CH_LEVEL_QUICK, 32, 1, 1},
	{CH_LEVEL_QUICK, 512, 17, 1},
	{CH_LEVEL_STANDARD, 4096, 64, 1},
};
static const ch_class_row quantize_classes[] = {
	{CH_DATA_GAUSSIAN, CH_JUDGE_BYTES},
	{CH_DATA_TROUBLE, CH_JUDGE_BYTES},
	{CH_DATA_ZEROS, CH_JUDGE_BYTES},
};

static const ch_shape activation_shapes[] = {
	{CH_LEVEL_QUICK, 32, 1, 1},
	{CH_LEVEL_QUICK, 288, 1, 8},
	{CH_LEVEL_QUICK, 4096, 1, 3},
	{CH_LEVEL_STANDARD, 14336, 1, 128},
};
static const ch_class_row activation_classes[] = {
	{CH_DATA_GAUSSIAN, CH_JUDGE_BYTES},
	{CH_DATA_EXTREMES, CH_JUDGE_BYTES},
	{CH_DATA_ZEROS, CH_JUDGE_BYTES},
};

/* mmvq, by class. The one-hot rows are k, so that every weight is met; a wave of 64 with 2 lanes a block has 32 blocks under
 * way, so k = 1024 puts a value into each lane (F25). */
static const ch_shape sum_shapes[] = {
	{CH_LEVEL_QUICK, 32, 1, 1},	    {CH_LEVEL_QUICK, 64, 2, 1},		{CH_LEVEL_QUICK, 96, 3, 1},
	{CH_LEVEL_QUICK, 256, 5, 1},	    {CH_LEVEL_QUICK, 288, 31, 1},	{CH_LEVEL_QUICK, 2048, 3, 1},
	{CH_LEVEL_STANDARD, 4096, 257, 1},  {CH_LEVEL_STANDARD, 7168, 2048, 1}, {CH_LEVEL_STANDARD, 14336, 31, 1},
	{CH_LEVEL_STANDARD, 2048, 4096, 1}, {CH_LEVEL_STANDARD, 4096, 2048, 1},
};
static const ch_class_row sum_classes[] = {
	{CH_DATA_EXACT, CH_JUDGE_BYTES},
	{CH_DATA_RANDOM, CH_JUDGE_MODEL},
};
static const ch_shape odd_shapes[] = {
	{CH_LEVEL_QUICK, 1024, 2, 1},
	{CH_LEVEL_QUICK, 288, 3, 1},
};
static const ch_class_row odd_classes[] = {
	{CH_DATA_GAUSSIAN, CH_JUDGE_MODEL},
	{CH_DATA_CANCELLATION, CH_JUDGE_MODEL},
	{CH_DATA_ZEROS, CH_JUDGE_MODEL},
};
/* every extreme scale in a row of its own, every extreme d in a column of its own */
static const ch_shape extreme_shapes[] = {{CH_LEVEL_QUICK, 288, 5, 4}};
static const ch_class_row extreme_classes[] = {{CH_DATA_EXTREMES, CH_JUDGE_MODEL}};
static const ch_shape one_hot_shapes[] = {{CH_LEVEL_QUICK, 1024, 1024, 2}};
static const ch_class_row one_hot_classes[] = {{CH_DATA_ONE_HOT, CH_JUDGE_BYTES}};

/* k and rows that must be refused (ROW-WHOLE-BLOCKS, F12) */
static const ch_shape bad_shapes[] = {
	{CH_LEVEL_QUICK, 0, 1, 1},   {CH_LEVEL_QUICK, 16, 1, 1},  {CH_LEVEL_QUICK, 33, 1, 1},
	{CH_LEVEL_QUICK, 912, 2, 1}, {CH_LEVEL_QUICK, -32, 1, 1},
};

bool ch_level_find(const char *name, ch_level *level)
{
	for (unsigned i = 0; i < CH_LEVEL_COUNT; i++) {
		if (strcmp(name, level_names[i]) == 0) {
			*level = (ch_level)i;
			return true;
		}
	}
	return false;
}

const char *ch_data_name(ch_data data)
{
	return (unsigned)data < CH_DATA_COUNT ? data_names[data] : "unknown";
}

const char *ch_judge_name(ch_judge judge)
{
	return (unsigned)judge < CH_JUDGE_COUNT ? judge_names[judge] : "unknown";
}

/* FNV-1a over the name, from the run's seed: any change of either gives another seed. */
uint64_t ch_case_seed(uint64_t run_seed, const char *name)
{
	uint64_t hash = 0xcbf29ce484222325u ^ run_seed;

	for (; *name; name++)
		hash = (hash ^ (uint8_t)*name) * 0x100000001b3u;
	return hash;
}

/* What the loops below share. */
typedef struct ch_maker {
	const ch_worker_info *info;
	ch_level level;
	uint64_t seed;
	ch_case_list *list;
} ch_maker;

static bool add(const ch_maker *make, ch_case one, const char *variant, const char *suffix)
{
	const char *format = ch_format_get(one.format)->name;
	int length =
		snprintf(one.name, sizeof(one.name), "%s/%s%s%s/%s/k%lld-r%lld", ch_op_name(one.op), format,
			 variant[0] ? "/" : "", variant, ch_data_name(one.data), (long long)one.k, (long long)one.rows);

	if (one.op == CH_OP_QUANTIZE_Q8_1 || one.op == CH_OP_QUANTIZE_CELLS)
		length = snprintf(one.name, sizeof(one.name), "%s/%s/k%lld-c%lld", ch_op_name(one.op),
				  ch_data_name(one.data), (long long)one.k, (long long)one.ncols);
	else if (one.op == CH_OP_MMVQ || one.op == CH_OP_MMQ)
		length +=
			snprintf(one.name + length, sizeof(one.name) - (size_t)length, "-c%lld", (long long)one.ncols);
	snprintf(one.name + length, sizeof(one.name) - (size_t)length, "%s", suffix);
	one.seed = ch_case_seed(make->seed, one.name);
	return ch_case_add(make->list, &one);
}

static bool add_grid(const ch_maker *make, ch_case base, const ch_shape *shapes, size_t shape_count,
		     const ch_class_row *classes, size_t class_count, const char *variant, const char *suffix)
{
	for (size_t c = 0; c < class_count; c++) {
		for (size_t s = 0; s < shape_count; s++) {
			if (shapes[s].level > make->level)
				continue;
			base.data = classes[c].data;
			base.judge = classes[c].judge;
			base.k = shapes[s].k;
			base.rows = shapes[s].rows;
			if (shapes[s].ncols > 1 || base.ncols == 0)
				base.ncols = shapes[s].ncols;
			if (!add(make, base, variant, suffix))
				return false;
		}
	}
	return true;
}

static bool add_refusals(const ch_maker *make, ch_case base)
{
	static const ch_class_row refusal[] = {{CH_DATA_BAD_SHAPE, CH_JUDGE_REFUSAL}};

	base.ncols = 1;
	return add_grid(make, base, bad_shapes, COUNT(bad_shapes), refusal, 1, "", "");
}

static bool add_decode(const ch_maker *make, ch_format format)
{
	static const ch_shape all_scales[] = {{CH_LEVEL_QUICK, 8192, 1, 1}}, one_hot[] = {{CH_LEVEL_QUICK, 64, 64, 1}};
	static const ch_class_row scales_class[] = {{CH_DATA_ALL_SCALES, CH_JUDGE_BYTES}};
	ch_case base = {.op = CH_OP_DECODE, .format = format, .ncols = 1, .variant = CH_VARIANT_DEFAULT};

	return add_grid(make, base, decode_shapes, COUNT(decode_shapes), decode_classes, COUNT(decode_classes), "",
			"") &&
	       add_grid(make, base, all_scales, 1, scales_class, 1, "", "") &&
	       add_grid(make, base, one_hot, 1, one_hot_classes, 1, "", "") && add_refusals(make, base);
}

static bool add_validate(const ch_maker *make, ch_format format)
{
	static const ch_shape shapes[] = {{CH_LEVEL_QUICK, 96, 5, 1}};
	static const ch_shape scales[] = {{CH_LEVEL_QUICK, 32, 256, 1}};
	static const ch_class_row valid[] = {{CH_DATA_RANDOM, CH_JUDGE_BYTES}},
				  all[] = {{CH_DATA_ALL_SCALES, CH_JUDGE_BYTES}};
	ch_case base = {.op = CH_OP_VALIDATE, .format = format, .ncols = 1, .variant = CH_VARIANT_DEFAULT};

	/* in the second, block i has scale bytes i and 255 - i: each of them is asked about in a row of its own */
	return add_grid(make, base, shapes, 1, valid, 1, "", "") && add_grid(make, base, scales, 1, all, 1, "", "") &&
	       add_refusals(make, base);
}

static bool add_quantize(const ch_maker *make, ch_format format)
{
	static const char *const suffixes[CH_IMPORTANCE_COUNT] = {"", "-weighted", "-weights-zero", "-weights-trouble"};
	ch_case base = {.op = CH_OP_QUANTIZE, .format = format, .ncols = 1, .variant = CH_VARIANT_DEFAULT};

	for (unsigned i = 0; i < CH_IMPORTANCE_COUNT; i++) {
		base.importance = (ch_importance)i;
		if (!add_grid(make, base, quantize_shapes, COUNT(quantize_shapes), quantize_classes,
			      COUNT(quantize_classes), "", suffixes[i]))
			return false;
	}
	base.importance = CH_IMPORTANCE_NONE;
	return add_refusals(make, base);
}

static bool add_activations(const ch_maker *make, ch_op op)
{
	/* cells: k is head_dim, ncols the number of cells */
	static const ch_shape cells[] = {
		{CH_LEVEL_QUICK, 64, 1, 3}, {CH_LEVEL_QUICK, 256, 1, 33}, {CH_LEVEL_STANDARD, 256, 1, 4096}};
	ch_case base = {.op = op, .format = CH_FP8, .rows = 1, .variant = CH_VARIANT_DEFAULT};

	if (op == CH_OP_QUANTIZE_CELLS)
		return add_grid(make, base, cells, COUNT(cells), activation_classes, COUNT(activation_classes), "",
				"") &&
		       add_refusals(make, base);
	return add_grid(make, base, activation_shapes, COUNT(activation_shapes), activation_classes,
			COUNT(activation_classes), "", "") &&
	       add_refusals(make, base);
}

/* One variant, one format: every width for exactness, every number of waves for the order, the odd data once. */
static bool add_variant(const ch_maker *make, const ch_variant *variant, ch_case base)
{
	static const ch_shape width_shape[] = {{CH_LEVEL_QUICK, 288, 3, 1}};
	static const int64_t batch_widths[] = {9, 31, 32, 33, 64, 127, 128};
	static const uint32_t wave_counts[] = {1, 2, 4, 8};
	const char *name = variant ? variant->name : "";
	uint32_t widths = variant && variant->max_ncols < 8 ? variant->max_ncols : 8;

	for (uint32_t ncols = 1; ncols <= widths; ncols++) {
		base.ncols = ncols;
		if (!add_grid(make, base, width_shape, 1, sum_classes, COUNT(sum_classes), name, ""))
			return false;
	}
	/* beyond mmvq's eight: one more, tile widths and their neighbours (F19, F20) */
	for (size_t i = 0; variant && i < COUNT(batch_widths); i++) {
		if (batch_widths[i] > (int64_t)variant->max_ncols)
			break;
		base.ncols = batch_widths[i];
		if (!add_grid(make, base, width_shape, 1, sum_classes, COUNT(sum_classes), name, ""))
			return false;
	}
	base.ncols = 1;
	if (!add_grid(make, base, odd_shapes, COUNT(odd_shapes), odd_classes, COUNT(odd_classes), name, "") ||
	    !add_grid(make, base, extreme_shapes, COUNT(extreme_shapes), extreme_classes, 1, name, ""))
		return false;
	for (size_t i = 0; i < COUNT(wave_counts); i++) {
		char suffix[8] = "";

		if (variant && variant->waves) {
			if (!(variant->waves & 1u << (wave_counts[i] - 1)))
				continue;
			base.waves = wave_counts[i];
			snprintf(suffix, sizeof(suffix), "-w%u", wave_counts[i]);
		}
		if (!add_grid(make, base, sum_shapes, COUNT(sum_shapes), sum_classes, COUNT(sum_classes), name,
			      suffix) ||
		    !add_grid(make, base, one_hot_shapes, COUNT(one_hot_shapes), one_hot_classes, 1, name, suffix))
			return false;
		if (!variant || !variant->waves)
			break;
	}
	return true;
}

static bool add_products(const ch_maker *make, ch_op op, ch_format format)
{
	ch_case base = {.op = op, .format = format, .variant = CH_VARIANT_DEFAULT, .ncols = 1};
	bool any = false;

	for (uint32_t i = 0; make->info && i < make->info->variant_count; i++) {
		const ch_variant *variant = &make->info->variants[i].variant;

		if (variant->op != op || !(variant->formats & 1u << format))
			continue;
		base.variant = i;
		any = true;
		if (!add_variant(make, variant, base))
			return false;
	}
	base.variant = CH_VARIANT_DEFAULT;
	if (!any && !add_variant(make, NULL, base))
		return false;
	return add_refusals(make, base);
}

bool ch_cases_make(const ch_worker_info *info, ch_level level, uint64_t seed, ch_case_list *list)
{
	const ch_maker make = {info, level, seed, list};

	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
		if (!add_decode(&make, (ch_format)f) || !add_validate(&make, (ch_format)f) ||
		    !add_quantize(&make, (ch_format)f))
			return false;
	}
	if (!add_activations(&make, CH_OP_QUANTIZE_Q8_1) || !add_activations(&make, CH_OP_QUANTIZE_CELLS))
		return false;
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
		if (!add_products(&make, CH_OP_MMVQ, (ch_format)f) || !add_products(&make, CH_OP_MMQ, (ch_format)f))
			return false;
	}
	return ch_cases_add_qsa(info, level, seed, list);
}
