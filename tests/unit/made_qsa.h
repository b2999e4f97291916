/* SPDX-License-Identifier: Apache-2.0
 *
 * Made calls of attention over selected cells, for the unit tests. */
#ifndef CHECKHIP_TESTS_MADE_QSA_H
#define CHECKHIP_TESTS_MADE_QSA_H

#include <stdlib.h>
#include <string.h>

#include "checkhip/formats.h"
#include "checkhip/qsa.h"
#include "reference/random.h"

/* The arrays of a call, each allocated by itself so that a sanitizer sees its ends. */
typedef struct made_qsa {
	ch_qsa_args args;
	size_t outputs, pool_values, pool_scales;
	float *q, *out;
	void *k, *v;
	uint16_t *k_scales, *v_scales;
	int32_t *page_table, *ids, *width;
	double *value, *bound;
} made_qsa;

typedef struct made_qsa_shape {
	ch_pool pool;
	int32_t geometry; /* index of ch_qsa_geometries */
	int32_t n_q, n_kv_head, page_size, logical_pages, cap;
} made_qsa_shape;

/* Bytes at a 16-byte boundary. */
static inline void *made_bytes(size_t bytes)
{
	void *memory = NULL;

	assert_int_equal(posix_memalign(&memory, 16, bytes ? bytes : 1), 0);
	memset(memory, 0, bytes);
	return memory;
}

static inline size_t made_qsa_row(const ch_qsa_args *args, int32_t kv_head, int32_t id)
{
	size_t page = (size_t)args->page_table[id / args->page_size];

	return (page * (size_t)args->n_kv_head + (size_t)kv_head) * (size_t)args->page_size +
	       (size_t)(id % args->page_size);
}

static inline void made_qsa_set_code(made_qsa *made, void *pool, int32_t kv_head, int32_t id, int32_t d, int value)
{
	size_t at = made_qsa_row(&made->args, kv_head, id) * (size_t)made->args.head_dim + (size_t)d;

	if (made->args.pool == CH_POOL_INT8)
		((int8_t *)pool)[at] = (int8_t)value;
	else
		((uint16_t *)pool)[at] = ch_float_to_half((float)value);
}

/* All zeros, scales 1, two pages more than are named, the identity reversed as the page table, every query as wide as the cap, cells
 * 0, 1, 2, ... round and round. */
static inline made_qsa make_qsa(const made_qsa_shape *shape)
{
	uint32_t count;
	const ch_qsa_geometry *geometry = ch_qsa_geometries(&count) + shape->geometry;
	made_qsa made = {.args = {.struct_size = sizeof(ch_qsa_args),
				  .variant = UINT32_MAX,
				  .pool = shape->pool,
				  .entry = CH_QSA_BATCH,
				  .n_q = shape->n_q,
				  .n_head = shape->n_kv_head * geometry->heads,
				  .n_kv_head = shape->n_kv_head,
				  .head_dim = geometry->head_dim,
				  .page_size = shape->page_size,
				  .pages = shape->logical_pages + 2,
				  .logical_pages = shape->logical_pages,
				  .cap = shape->cap}};
	ch_qsa_args *args = &made.args;

	made.outputs = (size_t)args->n_q * (size_t)args->n_head * (size_t)args->head_dim;
	made.pool_values =
		(size_t)args->pages * (size_t)args->n_kv_head * (size_t)args->page_size * (size_t)args->head_dim;
	made.pool_scales = made.pool_values / CH_QSA_SCALE_VALUES;
	args->q = made.q = made_bytes(made.outputs * sizeof(float));
	args->out = made.out = made_bytes(made.outputs * sizeof(float));
	args->k = made.k = made_bytes(made.pool_values * (args->pool == CH_POOL_INT8 ? 1 : 2));
	args->v = made.v = made_bytes(made.pool_values * (args->pool == CH_POOL_INT8 ? 1 : 2));
	made.k_scales = made_bytes(made.pool_scales * 2);
	made.v_scales = made_bytes(made.pool_scales * 2);
	for (size_t i = 0; i < made.pool_scales; i++)
		made.k_scales[i] = made.v_scales[i] = 0x3c00;
	args->k_scales = args->pool == CH_POOL_INT8 ? made.k_scales : NULL;
	args->v_scales = args->pool == CH_POOL_INT8 ? made.v_scales : NULL;
	args->page_table = made.page_table = made_bytes((size_t)args->logical_pages * 4);
	for (int32_t i = 0; i < args->logical_pages; i++)
		made.page_table[i] = args->logical_pages - i;
	args->ids = made.ids = made_bytes((size_t)args->n_q * (size_t)args->cap * 4);
	args->width = made.width = made_bytes((size_t)args->n_q * 4);
	for (int32_t i = 0; i < args->n_q; i++) {
		made.width[i] = args->cap;
		for (int32_t j = 0; j < args->cap; j++)
			made.ids[(size_t)i * (size_t)args->cap + (size_t)j] =
				j % (args->logical_pages * args->page_size);
	}
	made.value = made_bytes(made.outputs * sizeof(double));
	made.bound = made_bytes(made.outputs * sizeof(double));
	return made;
}

static inline void free_qsa(made_qsa *made)
{
	void *all[] = {made->q,		 made->out, made->k,	 made->v,     made->k_scales, made->v_scales,
		       made->page_table, made->ids, made->width, made->value, made->bound};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		free(all[i]);
}

/* Normal values of q with the given spread, cells quantized from normal values, random ids (repeats too). */
static inline void fill_qsa(made_qsa *made, uint64_t seed, float spread)
{
	ch_random random = {seed};
	ch_qsa_args *args = &made->args;
	int32_t positions = args->logical_pages * args->page_size;

	for (size_t i = 0; i < made->outputs; i++)
		made->q[i] = spread * ch_random_normal(&random);
	for (int which = 0; which < 2; which++) {
		void *pool = which ? made->v : made->k;
		uint16_t *scales = which ? made->v_scales : made->k_scales;

		for (size_t i = 0; i < made->pool_values; i += CH_CELL_GROUP) {
			float x[CH_CELL_GROUP];
			int8_t codes[CH_CELL_GROUP];

			for (size_t j = 0; j < CH_CELL_GROUP; j++)
				x[j] = ch_random_normal(&random);
			ch_quantize_cells(CH_CELL_GROUP, 1, x, codes, &scales[i / CH_CELL_GROUP]);
			for (size_t j = 0; j < CH_CELL_GROUP; j++) {
				if (args->pool == CH_POOL_INT8)
					((int8_t *)pool)[i + j] = codes[j];
				else
					((uint16_t *)pool)[i + j] = ch_float_to_half(x[j]);
			}
		}
	}
	for (size_t i = 0; i < (size_t)args->n_q * (size_t)args->cap; i++)
		made->ids[i] = (int32_t)ch_random_below(&random, (uint32_t)positions);
}

#endif
