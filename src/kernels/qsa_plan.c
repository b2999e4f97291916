/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/qsa_plan.h"

#include <stdio.h>

const ch_variant ch_qsa_variants[CH_QSA_VARIANTS] = {
	{.struct_size = sizeof(ch_variant), .op = CH_OP_QSA, .name = "qsa-linear", .order = {.lanes = 32}},
	{.struct_size = sizeof(ch_variant),
	 .op = CH_OP_QSA,
	 .name = "qsa-swizzle",
	 .same_bytes_as = "qsa-linear",
	 .order = {.lanes = 32}},
};

static const ch_qsa_argument chunk_arguments[] = {
	CH_QSA_SHAPE, CH_QSA_SUMS,     CH_QSA_WIDTH, CH_QSA_IDS,      CH_QSA_PAGE_TABLE, CH_QSA_Q,
	CH_QSA_K,     CH_QSA_K_SCALES, CH_QSA_V,     CH_QSA_V_SCALES, CH_QSA_PARTS,
};
static const ch_qsa_argument merge_arguments[] = {CH_QSA_SUMS, CH_QSA_PARTS, CH_QSA_OUT, CH_QSA_CHUNKS};

static void set_arguments(ch_qsa_launch *launch, const ch_qsa_argument *arguments, uint32_t count)
{
	launch->threads = CH_QSA_THREADS;
	launch->argument_count = count;
	for (uint32_t i = 0; i < count; i++)
		launch->arguments[i] = arguments[i];
}

/* Division by an invariant divisor: with s = ceil(log2 d) and f = floor(2^(31+s) / d) + 1, which fits 32 bits, f * d exceeds 2^(31+s) by
 * at most d <= 2^s, so id * f >> 31 + s is id / d for every id below 2^31 (Granlund and Montgomery, theorem 4.2). */
static void set_page_division(ch_qsa_shape *shape, uint32_t page_size)
{
	uint32_t shift = 0;
	while (shift < 31 && 1u << shift < page_size)
		shift++;
	shape->page_size = page_size;
	shape->page_factor = (uint32_t)(((uint64_t)1 << (31 + shift)) / page_size + 1);
	shape->page_shift = shift;
}

/* count numbers multiplied; false where they pass 64 bits. */
static bool product(uint64_t *out, const uint64_t *factors, uint32_t count)
{
	*out = 1;
	for (uint32_t i = 0; i < count; i++)
		if (__builtin_mul_overflow(*out, factors[i], out))
			return false;
	return true;
}

static bool set_bytes(const ch_qsa_args *args, uint32_t chunks, uint64_t bytes[CH_QSA_BUFFERS])
{
	const bool scaled = args->pool == CH_POOL_INT8;
	const uint64_t n_q = (uint64_t)args->n_q, heads = (uint64_t)args->n_head, head_dim = (uint64_t)args->head_dim;
	const uint64_t pages = (uint64_t)args->pages, rows = (uint64_t)args->n_kv_head,
		       page_size = (uint64_t)args->page_size;
	const struct {
		ch_qsa_argument of;
		uint64_t factors[5];
	} table[] = {
		{CH_QSA_Q, {n_q, heads, head_dim, sizeof(float), 1}},
		{CH_QSA_K, {pages, rows, page_size, head_dim, scaled ? 1 : 2}},
		{CH_QSA_V, {pages, rows, page_size, head_dim, scaled ? 1 : 2}},
		{CH_QSA_K_SCALES, {pages, rows, page_size, head_dim / CH_QSA_SCALE_VALUES, scaled ? 2 : 0}},
		{CH_QSA_V_SCALES, {pages, rows, page_size, head_dim / CH_QSA_SCALE_VALUES, scaled ? 2 : 0}},
		{CH_QSA_PAGE_TABLE, {(uint64_t)args->logical_pages, sizeof(int32_t), 1, 1, 1}},
		{CH_QSA_IDS, {n_q, (uint64_t)args->cap, sizeof(int32_t), 1, 1}},
		{CH_QSA_WIDTH, {n_q, sizeof(int32_t), 1, 1, 1}},
		{CH_QSA_SUMS, {n_q, heads, chunks, 2, sizeof(float)}},
		{CH_QSA_PARTS, {n_q, heads, chunks, head_dim, sizeof(float)}},
		{CH_QSA_OUT, {n_q, heads, head_dim, sizeof(float), 1}},
	};
	_Static_assert(sizeof(table) / sizeof(table[0]) == CH_QSA_BUFFERS, "a row a buffer");

	for (uint32_t i = 0; i < CH_QSA_BUFFERS; i++)
		if (!product(&bytes[table[i].of], table[i].factors, 5))
			return false;
	return true;
}

ch_status ch_qsa_plan_make(const ch_qsa_args *args, bool swizzled, ch_qsa_plan *plan, char words[CH_QSA_WORDS])
{
	const uint32_t chunks = (uint32_t)args->cap / CH_QSA_CHUNK + (args->cap % CH_QSA_CHUNK != 0);
	const uint32_t rows = (uint32_t)args->n_kv_head, group = (uint32_t)(args->n_head / args->n_kv_head);
	uint64_t parts, blocks;

	*plan = (ch_qsa_plan){.shape = {.cap = (uint32_t)args->cap, .chunks = chunks, .n_kv_head = rows}};
	set_page_division(&plan->shape, (uint32_t)args->page_size);
	const uint64_t of_parts[] = {(uint64_t)args->n_q, (uint64_t)args->n_head, chunks};
	const uint64_t of_blocks[] = {(uint64_t)args->n_q, (uint64_t)args->n_head, (uint64_t)args->head_dim};
	/* The kernels number parts in 32 bits; a grid has at most 65535 workgroups in y and z, and 2^31 - 1 in x. */
	if (!product(&parts, of_parts, 3) || parts > UINT32_MAX || !product(&blocks, of_blocks, 3) ||
	    (blocks /= CH_QSA_THREADS) > INT32_MAX || rows > 65535 || args->n_q > 65535 ||
	    !set_bytes(args, chunks, plan->bytes)) {
		snprintf(words, CH_QSA_WORDS,
			 "%d queries of %d heads over up to %d cells are more than one launch can number",
			 (int)args->n_q, (int)args->n_head, (int)args->cap);
		return CH_UNSUPPORTED;
	}

	plan->swizzled = swizzled && args->pool == CH_POOL_INT8 && args->entry == CH_QSA_BATCH;
	ch_qsa_launch *chunk = &plan->launches[CH_QSA_CHUNK_LAUNCH], *merge = &plan->launches[CH_QSA_MERGE_LAUNCH];
	snprintf(chunk->symbol, sizeof(chunk->symbol), "ch_qsa_%s_%s_d%d_h%u%s",
		 args->entry == CH_QSA_STEP ? "step" : "batch", args->pool == CH_POOL_INT8 ? "int8" : "fp16",
		 (int)args->head_dim, (unsigned)group, plan->swizzled ? "_swizzle" : "");
	chunk->grid[0] = chunks;
	chunk->grid[1] = (uint32_t)args->n_q;
	chunk->grid[2] = rows;
	set_arguments(chunk, chunk_arguments, sizeof(chunk_arguments) / sizeof(chunk_arguments[0]));
	snprintf(merge->symbol, sizeof(merge->symbol), "ch_qsa_merge_d%d", (int)args->head_dim);
	merge->grid[0] = (uint32_t)blocks;
	merge->grid[1] = merge->grid[2] = 1;
	set_arguments(merge, merge_arguments, sizeof(merge_arguments) / sizeof(merge_arguments[0]));
	return CH_OK;
}

const void *ch_qsa_plan_input(const ch_qsa_args *args, ch_qsa_argument argument)
{
	switch (argument) {
	case CH_QSA_Q:
		return args->q;
	case CH_QSA_K:
		return args->k;
	case CH_QSA_V:
		return args->v;
	case CH_QSA_K_SCALES:
		return args->k_scales;
	case CH_QSA_V_SCALES:
		return args->v_scales;
	case CH_QSA_PAGE_TABLE:
		return args->page_table;
	case CH_QSA_IDS:
		return args->ids;
	case CH_QSA_WIDTH:
		return args->width;
	case CH_QSA_OUT:
		return args->out;
	default:
		return NULL;
	}
}
