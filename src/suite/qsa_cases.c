/* SPDX-License-Identifier: Apache-2.0
 *
 * The cases of attention over selected cells. Widths stand on both sides of a chunk's border, contexts are no multiple of a page,
 * and a call has queries of different widths, so that few calls reach far: AMD code executed on a CPU takes about a millisecond
 * for a chunk of 64 cells. */
#include <stdio.h>
#include <string.h>

#include "suite/cases.h"
#include "suite/data_qsa.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { INT8 = 1u << CH_POOL_INT8, FP16 = 1u << CH_POOL_FP16, BOTH = INT8 | FP16 };

/* Widths that a call's queries take in turn. */
typedef enum ch_width_set {
	W_EDGES,
	W_POWERS,
	W_FEW,
	W_1,
	W_64,
	W_65,
	W_129,
	W_1023,
	W_4095,
	W_16384,
	W_65536,
	WIDTH_SETS
} ch_width_set;

static const struct {
	const char *name;
	int32_t count, widths[CH_QSA_CASE_WIDTHS];
} width_sets[WIDTH_SETS] = {
	[W_EDGES] = {"wedges", 8, {129, 0, 63, 1, 64, 127, 65, 128}}, /* F40, F44 */
	[W_POWERS] = {"wpowers", 7, {64, 1, 128, 2, 32, 256, 4}},     /* exact: 1 / width is */
	[W_FEW] = {"wfew", 4, {65, 128, 0, 129}},
	[W_1] = {"w1", 1, {1}},
	[W_64] = {"w64", 1, {64}},
	[W_65] = {"w65", 1, {65}},
	[W_129] = {"w129", 1, {129}},
	[W_1023] = {"w1023", 1, {1023}},
	[W_4095] = {"w4095", 1, {4095}},
	[W_16384] = {"w16384", 1, {16384}},
	[W_65536] = {"w65536", 1, {65536}},
};

/* The two geometries of ch_qsa_geometries: D256 has 12 query heads to a KV head, D64 has 4. */
typedef enum ch_dim { D256, D64 } ch_dim;

typedef struct ch_qsa_row {
	ch_level level;
	uint32_t pools;
	ch_data data;
	ch_dim dim;
	int32_t n_q, n_kv_head, page_size, context;
	ch_width_set widths;
	bool masked;
	ch_qsa_entry entry;
	ch_qsa_change change;
	int32_t seeds; /* 0: one */
} ch_qsa_row;

#define Q CH_LEVEL_QUICK
#define S CH_LEVEL_STANDARD
#define C CH_LEVEL_COMPREHENSIVE

static const ch_qsa_row rows[] = {
	/* one query over nearly all of a context, some over a masked one, many over a long one; one query through either entry */
	{Q, BOTH, CH_DATA_RANDOM, D256, 8, 1, 16, 203, W_EDGES, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_RANDOM, D256, 1, 1, 64, 4096, W_4095, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_RANDOM, D256, 33, 1, 64, 4096, W_EDGES, true, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_RANDOM, D256, 1, 1, 16, 100, W_65, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 3},
	{Q, BOTH, CH_DATA_RANDOM, D256, 1, 1, 16, 203, W_129, false, CH_QSA_STEP, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_RANDOM, D256, 1, 2, 16, 100, W_1, false, CH_QSA_STEP, CH_QSA_NO_CHANGE, 0},
	{S, BOTH, CH_DATA_RANDOM, D256, 1, 4, 64, 4096, W_4095, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 3},
	{S, BOTH, CH_DATA_RANDOM, D256, 1, 1, 256, 4096, W_4095, false, CH_QSA_STEP, CH_QSA_NO_CHANGE, 3},
	{S, INT8, CH_DATA_RANDOM, D256, 33, 1, 64, 4096, W_1023, true, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{S, INT8, CH_DATA_RANDOM, D256, 32, 1, 64, 65536, W_1023, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{C, BOTH, CH_DATA_RANDOM, D256, 33, 1, 64, 4096, W_1023, true, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 3},
	{C, INT8, CH_DATA_RANDOM, D256, 33, 4, 16, 8191, W_4095, true, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{C, BOTH, CH_DATA_RANDOM, D256, 32, 1, 64, 65536, W_4095, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{C, INT8, CH_DATA_RANDOM, D256, 1, 1, 256, 65536, W_65536, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{C, INT8, CH_DATA_RANDOM, D256, 4, 1, 64, 65536, W_16384, true, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},

	/* page sizes and KV heads, and the other geometry */
	{Q, INT8, CH_DATA_RANDOM, D256, 8, 2, 64, 300, W_EDGES, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_RANDOM, D256, 4, 4, 256, 600, W_FEW, true, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, BOTH, CH_DATA_RANDOM, D64, 8, 2, 16, 203, W_EDGES, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_RANDOM, D64, 1, 1, 64, 203, W_129, false, CH_QSA_STEP, CH_QSA_NO_CHANGE, 0},
	{S, BOTH, CH_DATA_RANDOM, D256, 8, 1, 64, 203, W_EDGES, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 3},
	{S, BOTH, CH_DATA_RANDOM, D256, 8, 1, 256, 300, W_EDGES, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 3},
	{S, BOTH, CH_DATA_RANDOM, D256, 8, 2, 16, 203, W_EDGES, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 3},
	{S, BOTH, CH_DATA_RANDOM, D256, 8, 2, 256, 300, W_EDGES, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 3},
	{S, BOTH, CH_DATA_RANDOM, D256, 8, 4, 16, 203, W_EDGES, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 3},
	{S, BOTH, CH_DATA_RANDOM, D256, 8, 4, 64, 300, W_EDGES, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 3},
	{S, BOTH, CH_DATA_RANDOM, D256, 8, 4, 256, 600, W_EDGES, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 3},
	{S, BOTH, CH_DATA_RANDOM, D64, 33, 4, 64, 4096, W_EDGES, true, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 3},
	{S, BOTH, CH_DATA_RANDOM, D64, 3, 1, 256, 4096, W_4095, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},

	/* values. With 12 heads, 11 queries of 129 cells attend to each place; 22 queries have each of 256 elements hot. */
	{Q, BOTH, CH_DATA_EQUAL_LOGITS, D256, 7, 1, 16, 300, W_POWERS, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_EQUAL_LOGITS, D64, 7, 2, 64, 300, W_POWERS, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, BOTH, CH_DATA_ONE_CELL, D256, 11, 1, 16, 203, W_129, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_ONE_CELL, D256, 4, 2, 64, 300, W_65, true, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_ONE_CELL, D64, 33, 1, 64, 203, W_129, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_HOT_ELEMENT, D256, 22, 1, 16, 100, W_64, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_HOT_ELEMENT, D64, 16, 1, 16, 100, W_64, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, BOTH, CH_DATA_GAUSSIAN, D256, 4, 1, 16, 203, W_FEW, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, BOTH, CH_DATA_LARGE_LOGITS, D256, 4, 1, 16, 203, W_FEW, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_LOW_LOGITS, D256, 7, 1, 16, 300, W_POWERS, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, INT8, CH_DATA_LOW_LOGITS, D64, 7, 1, 16, 300, W_POWERS, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, BOTH, CH_DATA_LARGE_VALUES, D256, 4, 1, 16, 203, W_FEW, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, BOTH, CH_DATA_ZEROS, D256, 4, 1, 16, 203, W_FEW, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{Q, BOTH, CH_DATA_SUBNORMAL_SCALES, D256, 4, 1, 16, 203, W_FEW, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{S, BOTH, CH_DATA_ONE_CELL, D256, 33, 1, 64, 1300, W_1023, true, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 0},
	{S, BOTH, CH_DATA_GAUSSIAN, D256, 4, 4, 256, 4096, W_1023, false, CH_QSA_BATCH, CH_QSA_NO_CHANGE, 3},

	/* what must not matter, or only within the bound */
	{Q, BOTH, CH_DATA_RANDOM, D256, 4, 1, 16, 203, W_FEW, false, CH_QSA_BATCH, CH_QSA_PERMUTE_PAGES, 0},
	{Q, BOTH, CH_DATA_RANDOM, D256, 4, 1, 16, 203, W_FEW, true, CH_QSA_BATCH, CH_QSA_OTHER_POISON, 0},
	{Q, INT8, CH_DATA_RANDOM, D256, 4, 1, 64, 203, W_FEW, false, CH_QSA_BATCH, CH_QSA_SHARE_PAGE, 0},
	{Q, INT8, CH_DATA_RANDOM, D256, 4, 1, 16, 203, W_FEW, false, CH_QSA_BATCH, CH_QSA_MIX_IN_CHUNK, 0},
	{Q, INT8, CH_DATA_RANDOM, D256, 4, 1, 16, 203, W_FEW, false, CH_QSA_BATCH, CH_QSA_MIX_CHUNKS, 0},
	{S, BOTH, CH_DATA_RANDOM, D256, 8, 4, 256, 600, W_EDGES, false, CH_QSA_BATCH, CH_QSA_OTHER_POISON, 0},
	{S, BOTH, CH_DATA_RANDOM, D64, 8, 4, 16, 203, W_EDGES, true, CH_QSA_BATCH, CH_QSA_PERMUTE_PAGES, 0},
	{S, INT8, CH_DATA_RANDOM, D256, 2, 1, 64, 4096, W_1023, false, CH_QSA_BATCH, CH_QSA_MIX_CHUNKS, 0},
};

#undef Q
#undef S
#undef C

static const char *const pool_names[CH_POOL_COUNT] = {[CH_POOL_INT8] = "int8", [CH_POOL_FP16] = "fp16"};

static const char *const change_names[CH_QSA_CHANGE_COUNT] = {
	[CH_QSA_NO_CHANGE] = "",
	[CH_QSA_PERMUTE_PAGES] = "-permute-pages",
	[CH_QSA_OTHER_POISON] = "-other-poison",
	[CH_QSA_SHARE_PAGE] = "-share-page",
	[CH_QSA_MIX_IN_CHUNK] = "-mix-in-chunk",
	[CH_QSA_MIX_CHUNKS] = "-mix-chunks",
};

typedef struct ch_qsa_maker {
	const ch_worker_info *info;
	ch_level level;
	uint64_t seed;
	ch_case_list *list;
} ch_qsa_maker;

/* Where softmax and values are exact in binary32, whatever the order of the sums. */
static bool is_exact(ch_data data)
{
	return data == CH_DATA_EQUAL_LOGITS || data == CH_DATA_LOW_LOGITS || data == CH_DATA_ONE_CELL;
}

static bool add_row(const ch_qsa_maker *make, const ch_qsa_row *row, ch_pool pool, uint32_t variant)
{
	uint32_t count;
	const ch_qsa_geometry *geometry = &ch_qsa_geometries(&count)[row->dim];
	const char *name = variant == CH_VARIANT_DEFAULT ? "" : make->info->variants[variant].variant.name;
	ch_case one = {
		.op = CH_OP_QSA,
		.format = CH_FP8,
		.data = row->data,
		.judge = is_exact(row->data) ? CH_JUDGE_BYTES : CH_JUDGE_MODEL,
		.variant = variant,
		.qsa = {.pool = pool,
			.entry = row->entry,
			.n_q = row->n_q,
			.heads = geometry->heads,
			.n_kv_head = row->n_kv_head,
			.head_dim = geometry->head_dim,
			.page_size = row->page_size,
			.context = row->context,
			.width_count = width_sets[row->widths].count,
			.masked = row->masked,
			.change = row->change},
	};

	memcpy(one.qsa.widths, width_sets[row->widths].widths, sizeof(one.qsa.widths));
	for (int32_t s = 0; s < (row->seeds ? row->seeds : 1); s++) {
		int length =
			snprintf(one.name, sizeof(one.name), "qsa/%s%s%s/%s/q%d-n%d-kv%d-d%d-p%d-c%d-%s%s%s%s",
				 pool_names[pool], name[0] ? "/" : "", name, ch_data_name(row->data), row->n_q,
				 geometry->heads * row->n_kv_head, row->n_kv_head, geometry->head_dim, row->page_size,
				 row->context, width_sets[row->widths].name, row->masked ? "-masked" : "",
				 row->entry == CH_QSA_STEP ? "-step" : "", change_names[row->change]);

		if (row->seeds)
			snprintf(one.name + length, sizeof(one.name) - (size_t)length, "-s%d", s + 1);
		one.seed = ch_case_seed(make->seed, one.name);
		if (!ch_case_add(make->list, &one))
			return false;
	}
	return true;
}

static bool add_variant(const ch_qsa_maker *make, ch_pool pool, uint32_t variant)
{
	for (size_t i = 0; i < COUNT(rows); i++) {
		if (rows[i].level <= make->level && rows[i].pools & 1u << pool &&
		    !add_row(make, &rows[i], pool, variant))
			return false;
	}
	return true;
}

static bool add_refusals(const ch_qsa_maker *make)
{
	ch_case one = {
		.op = CH_OP_QSA,
		.format = CH_FP8,
		.data = CH_DATA_BAD_SHAPE,
		.judge = CH_JUDGE_REFUSAL,
		.variant = CH_VARIANT_DEFAULT,
		.qsa = {.pool = CH_POOL_INT8,
			.n_q = 3,
			.heads = 12,
			.n_kv_head = 2,
			.head_dim = 256,
			.page_size = 16,
			.context = 50,
			.widths = {5, 0, 17},
			.width_count = 3},
	};

	for (uint32_t row = 0; row < ch_qsa_refusal_count(); row++) {
		one.qsa.refusal = row;
		snprintf(one.name, sizeof(one.name), "qsa/int8/refused/%s", ch_qsa_refusal_name(row));
		one.seed = ch_case_seed(make->seed, one.name);
		if (!ch_case_add(make->list, &one))
			return false;
	}
	return true;
}

bool ch_cases_add_qsa(const ch_worker_info *info, ch_level level, uint64_t seed, ch_case_list *list)
{
	const ch_qsa_maker make = {info, level, seed, list};
	bool any = false;

	for (unsigned pool = 0; pool < CH_POOL_COUNT; pool++) {
		for (uint32_t i = 0; info && i < info->variant_count; i++) {
			if (info->variants[i].variant.op != CH_OP_QSA)
				continue;
			any = true;
			if (!add_variant(&make, (ch_pool)pool, i))
				return false;
		}
		/* the default is what the guard chooses: one call of it, unless there is nothing else */
		if (any ? !add_row(&make, &rows[0], (ch_pool)pool, CH_VARIANT_DEFAULT)
			: !add_variant(&make, (ch_pool)pool, CH_VARIANT_DEFAULT))
			return false;
	}
	return add_refusals(&make);
}
