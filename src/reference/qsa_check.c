/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-REFUSE: which calls of attention over selected cells can be computed. The arguments are outside input: nothing is read through a
 * pointer before its size is known to fit, and no sum or product is formed that could overflow. */
#include <stdarg.h>
#include <stdio.h>

#include "reference/qsa.h"

static const ch_qsa_geometry geometries[] = {{256, 12}, {64, 4}};

enum { GEOMETRY_COUNT = sizeof(geometries) / sizeof(geometries[0]), MAX_FACTORS = 5 };

const ch_qsa_geometry *ch_qsa_geometries(uint32_t *count)
{
	*count = GEOMETRY_COUNT;
	return geometries;
}

__attribute__((format(printf, 3, 4))) static ch_status refuse(ch_status status, char *words, const char *format, ...)
{
	if (words) {
		va_list list;

		va_start(list, format);
		vsnprintf(words, CH_QSA_WORDS, format, list);
		va_end(list);
	}
	return status;
}

static ch_status check_pointers(const ch_qsa_args *args, char *words)
{
	bool int8 = args->pool == CH_POOL_INT8;
	const struct {
		const char *name;
		const void *pointer;
		uintptr_t align;
		bool needed;
	} rows[] = {
		{"q", args->q, 16, true},
		{"k", args->k, 16, true},
		{"v", args->v, 16, true},
		{"k_scales", args->k_scales, 2, int8},
		{"v_scales", args->v_scales, 2, int8},
		{"page_table", args->page_table, 4, true},
		{"ids", args->ids, 4, true},
		{"width", args->width, 4, true},
		{"out", args->out, 4, true},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].needed && !rows[i].pointer)
			return refuse(CH_BAD_ARGUMENT, words, "%s is a null pointer", rows[i].name);
		if (rows[i].needed && (uintptr_t)rows[i].pointer % rows[i].align)
			return refuse(CH_BAD_ARGUMENT, words, "%s is not aligned to %u bytes", rows[i].name,
				      (unsigned)rows[i].align);
	}
	return CH_OK;
}

static ch_status check_counts(const ch_qsa_args *args, char *words)
{
	const struct {
		const char *name;
		int32_t count;
	} rows[] = {
		{"n_head", args->n_head},     {"n_kv_head", args->n_kv_head},
		{"head_dim", args->head_dim}, {"page_size", args->page_size},
		{"pages", args->pages},	      {"logical_pages", args->logical_pages},
		{"cap", args->cap},
	};

	if (args->n_q < 1 || args->n_q > CH_QSA_MAX_QUERIES)
		return refuse(CH_BAD_SHAPE, words, "n_q is %d, not from 1 to %d", args->n_q, CH_QSA_MAX_QUERIES);
	if (args->entry == CH_QSA_STEP && args->n_q != 1)
		return refuse(CH_BAD_SHAPE, words, "the step entry takes one query, not %d", args->n_q);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].count < 1)
			return refuse(CH_BAD_SHAPE, words, "%s is %d, not 1 or more", rows[i].name, rows[i].count);
	}
	return CH_OK;
}

static ch_status check_geometry(const ch_qsa_args *args, char *words)
{
	if (args->n_head % args->n_kv_head)
		return refuse(CH_BAD_SHAPE, words, "%d heads are no multiple of %d KV heads", args->n_head,
			      args->n_kv_head);
	for (size_t i = 0; i < GEOMETRY_COUNT; i++) {
		if (geometries[i].head_dim == args->head_dim && geometries[i].heads == args->n_head / args->n_kv_head)
			return CH_OK;
	}
	return refuse(CH_BAD_SHAPE, words, "no kernel has head_dim %d with %d heads a KV head", args->head_dim,
		      args->n_head / args->n_kv_head);
}

/* Bytes of every array, and of what the chunks leave for the merge, must be a size that an object can have. */
static ch_status check_sizes(const ch_qsa_args *args, char *words)
{
	int32_t value_bytes = args->pool == CH_POOL_INT8 ? 1 : 2;
	const struct {
		const char *name;
		int32_t factors[MAX_FACTORS];
	} rows[] = {
		/* 8: the reference is in double */
		{"queries", {args->n_q, args->n_head, args->head_dim, 8, 1}},
		{"pool", {args->pages, args->n_kv_head, args->page_size, args->head_dim, value_bytes}},
		{"page table", {args->logical_pages, 4, 1, 1, 1}},
		{"ids", {args->n_q, args->cap, 4, 1, 1}},
		/* m and l go with each sum */
		{"sums of the chunks",
		 {args->n_q, args->n_head, (args->cap - 1) / CH_QSA_CHUNK + 1, args->head_dim + 2, 4}},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t bytes = 1;
		bool over = false;

		for (size_t f = 0; f < MAX_FACTORS; f++)
			over |= __builtin_mul_overflow(bytes, (size_t)rows[i].factors[f], &bytes);
		if (over || bytes > PTRDIFF_MAX)
			return refuse(CH_BAD_SHAPE, words, "the size of the %s overflows", rows[i].name);
	}
	return CH_OK;
}

static ch_status check_cells(const ch_qsa_args *args, char *words)
{
	for (int32_t i = 0; i < args->n_q; i++) {
		const int32_t *ids = args->ids + (size_t)i * (size_t)args->cap;

		if (args->width[i] < 0 || args->width[i] > args->cap)
			return refuse(CH_BAD_SHAPE, words, "width %d of query %d is not from 0 to the cap, %d",
				      args->width[i], i, args->cap);
		for (int32_t j = 0; j < args->width[i]; j++) {
			int32_t logical = ids[j] / args->page_size;

			if (ids[j] < 0 || logical >= args->logical_pages)
				return refuse(CH_BAD_SHAPE, words,
					      "id %d (place %d of query %d) lies outside the page table", ids[j], j, i);
			int32_t page = args->page_table[logical];

			if (page < 0 || page >= args->pages)
				return refuse(CH_BAD_SHAPE, words,
					      "id %d (place %d of query %d) names page %d of a pool of %d", ids[j], j,
					      i, page, args->pages);
		}
	}
	return CH_OK;
}

ch_status ch_qsa_check(const ch_qsa_args *args, char words[CH_QSA_WORDS])
{
	static ch_status (*const steps[])(const ch_qsa_args *, char *) = {check_pointers, check_counts, check_geometry,
									  check_sizes, check_cells};

	if (words)
		words[0] = '\0';
	if (!args)
		return refuse(CH_BAD_ARGUMENT, words, "the arguments are a null pointer");
	if ((unsigned)args->pool >= CH_POOL_COUNT)
		return refuse(CH_BAD_ARGUMENT, words, "unknown pool %u", (unsigned)args->pool);
	if ((unsigned)args->entry >= CH_QSA_ENTRY_COUNT)
		return refuse(CH_BAD_ARGUMENT, words, "unknown entry %u", (unsigned)args->entry);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		ch_status status = steps[i](args, words);

		if (status)
			return status;
	}
	return CH_OK;
}
