/* SPDX-License-Identifier: Apache-2.0 */
#include "broken_qsa.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DIM = 256 };

static size_t row_of(const broken_qsa *fault, const broken_head *at, int32_t n)
{
	const ch_qsa_args *args = at->args;
	int32_t id = fault->id ? fault->id(at, n) : at->ids[n];
	int32_t page = fault->page ? fault->page(at, n) : args->page_table[id / args->page_size];
	int32_t kv_head = fault->kv_head ? fault->kv_head(at) : at->head / (args->n_head / args->n_kv_head);

	return ((size_t)page * (size_t)args->n_kv_head + (size_t)kv_head) * (size_t)args->page_size +
	       (size_t)(id % args->page_size);
}

static double value_of(const broken_qsa *fault, const ch_qsa_args *args, const void *pool, const uint16_t *scales,
		       size_t row, int32_t d)
{
	size_t dim = (size_t)args->head_dim;
	const uint16_t *cell_scales = scales + row * (dim / CH_QSA_SCALE_VALUES);

	if (args->pool == CH_POOL_FP16)
		return (double)ch_half_to_float(((const uint16_t *)pool)[row * dim + (size_t)d]);
	return ((const int8_t *)pool)[row * dim + (size_t)d] *
	       (fault->scale ? fault->scale(cell_scales, d)
			     : (double)ch_half_to_float(cell_scales[d / CH_QSA_SCALE_VALUES]));
}

static double logit_of(const broken_qsa *fault, const broken_head *at, size_t row)
{
	const ch_qsa_args *args = at->args;
	const float *q = args->q + ((ptrdiff_t)at->query * args->n_head + at->head) * args->head_dim;
	double sum = 0;

	for (int32_t d = 0; d < args->head_dim; d++)
		sum += (double)q[fault->element ? fault->element((uint32_t)d) : (uint32_t)d] *
		       value_of(fault, args, args->k, args->k_scales, row, d);
	return sum / sqrt(args->head_dim);
}

typedef struct part {
	double m, l, a[MAX_DIM];
} part;

static void add_cell(const broken_qsa *fault, const broken_head *at, size_t row, bool weightless, part *chunk)
{
	const ch_qsa_args *args = at->args;
	double logit = logit_of(fault, at, row), p;

	if (weightless) {
		p = 0;
	} else if (fault->no_maximum) {
		p = (double)expf((float)logit);
	} else {
		double m = fmax(chunk->m, logit), rescale = exp(chunk->m - m);

		chunk->l *= rescale;
		for (int32_t d = 0; d < args->head_dim; d++)
			chunk->a[d] *= rescale;
		chunk->m = m;
		p = exp(logit - m);
	}
	chunk->l += p;
	for (int32_t d = 0; d < args->head_dim; d++)
		chunk->a[d] += p * value_of(fault, args, args->v, args->v_scales, row, d);
}

static void merge(const broken_qsa *fault, const ch_qsa_args *args, const part *chunk, part *whole)
{
	double m = fmax(whole->m, chunk->m), before = exp(whole->m - m), factor = exp(chunk->m - m);

	if (fault->no_rescale || fault->no_maximum)
		before = factor = 1;
	whole->m = m;
	whole->l = whole->l * before + chunk->l * factor;
	for (int32_t d = 0; d < args->head_dim; d++)
		whole->a[d] = whole->a[d] * before + chunk->a[d] * factor;
}

static void one_head(const broken_qsa *fault, const broken_head *at)
{
	const ch_qsa_args *args = at->args;
	float *out = args->out + ((ptrdiff_t)at->query * args->n_head + at->head) * args->head_dim;
	int32_t cells = fault->cells ? fault->cells(at) : at->width;
	part whole = {.m = -1e300}, chunk = {.m = -1e300};

	for (int32_t n = 0; n < cells; n++) {
		size_t row = row_of(fault, at, n), page_size = (size_t)args->page_size;

		add_cell(fault, at, row, false, &chunk);
		if (fault->tail_times_zero && n == cells - 1 && row % page_size != page_size - 1)
			add_cell(fault, at, row + 1, true, &chunk);
		if (n % CH_QSA_CHUNK == CH_QSA_CHUNK - 1 || n == cells - 1) {
			merge(fault, args, &chunk, &whole);
			chunk = (part){.m = -1e300};
		}
	}
	for (int32_t d = 0; d < args->head_dim; d++)
		out[d] = cells == 0 && !fault->empty_divided ? 0.0f : (float)(whole.a[d] / whole.l);
}

ch_status broken_attention(const broken_qsa *fault, const ch_qsa_args *args, ch_outcome *outcome)
{
	char words[CH_QSA_WORDS];
	ch_status status = fault->accepts_all ? CH_OK : ch_qsa_check(args, words);

	if (status) {
		snprintf(outcome->message, sizeof(outcome->message), "%s", words);
		return status;
	}
	for (int32_t i = 0; i < args->n_q; i++) {
		for (int32_t h = 0; h < args->n_head; h++) {
			const broken_head at = {
				.args = args,
				.ids = args->ids + (ptrdiff_t)i * args->cap,
				.query = i,
				.head = h,
				.width = args->width[i],
			};

			one_head(fault, &at);
		}
	}
	return CH_OK;
}

const ch_variant *broken_two_forms(void *state, uint32_t *count)
{
	static const ch_variant variants[] = {
		{.struct_size = sizeof(ch_variant), .op = CH_OP_QSA, .name = "qsa-linear"},
		{.struct_size = sizeof(ch_variant),
		 .op = CH_OP_QSA,
		 .name = "qsa-swizzle",
		 .same_bytes_as = "qsa-linear"},
	};

	(void)state;
	*count = 2;
	return variants;
}
