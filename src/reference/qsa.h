/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a selected cell lies, and what it holds. Internal to the reference of attention over selected cells. */
#ifndef CHECKHIP_REFERENCE_QSA_H
#define CHECKHIP_REFERENCE_QSA_H

#include "checkhip/formats.h"
#include "checkhip/qsa.h"

enum { CH_QSA_MAX_HEAD_DIM = 256, CH_QSA_MAX_HEADS = 12 };

/* One cell of one KV head in one pool. INT8: the codes, and a scale for each CH_QSA_SCALE_VALUES of them; FP16: the values,
 * and scales of 1. Both as binary32, which holds them, and code * scale too (8 and 11 bits), without rounding. */
typedef struct ch_qsa_cell {
	float x[CH_QSA_MAX_HEAD_DIM];
	float scale[CH_QSA_MAX_HEAD_DIM / CH_QSA_SCALE_VALUES];
} ch_qsa_cell;

/* The call has passed ch_qsa_check; id is one of its selected ids. */
static inline void ch_qsa_load_cell(const ch_qsa_args *args, const void *pool, const uint16_t *scales, int32_t kv_head,
				    int32_t id, ch_qsa_cell *cell)
{
	size_t dim = (size_t)args->head_dim;
	size_t groups = dim / CH_QSA_SCALE_VALUES;
	size_t page = (size_t)args->page_table[id / args->page_size];
	size_t row = (page * (size_t)args->n_kv_head + (size_t)kv_head) * (size_t)args->page_size +
		     (size_t)(id % args->page_size);

	for (size_t g = 0; g < groups; g++)
		cell->scale[g] = args->pool == CH_POOL_INT8 ? ch_half_to_float(scales[row * groups + g]) : 1.0f;
	if (args->pool == CH_POOL_INT8) {
		const int8_t *codes = (const int8_t *)pool + row * dim;

		for (size_t i = 0; i < dim; i++)
			cell->x[i] = codes[i];
	} else {
		const uint16_t *halves = (const uint16_t *)pool + row * dim;

		for (size_t i = 0; i < dim; i++)
			cell->x[i] = ch_half_to_float(halves[i]);
	}
}

/* The widest query of the call; 0 if none selects a cell. */
static inline int32_t ch_qsa_widest(const ch_qsa_args *args)
{
	int32_t widest = 0;

	for (int32_t i = 0; i < args->n_q; i++)
		widest = args->width[i] > widest ? args->width[i] : widest;
	return widest;
}

/* 1 / sqrt(head_dim), which is a power of two for every geometry that is computed. */
static inline float ch_qsa_score_scale(int32_t head_dim)
{
	return head_dim == CH_QSA_MAX_HEAD_DIM ? 0x1p-4f : 0x1p-3f;
}

/* The most that the sum of depth * |x| can be over all binary trees of additions with `count` terms, from the sum of the |x| and of their
 * squares (QSA-BOUND, "any order"). Not below it, and above it by the spread of the |x| alone. */
double ch_qsa_any_order(double count, double sum, double squares);

#endif
