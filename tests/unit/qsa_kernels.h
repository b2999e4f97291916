/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention kernels of other makes, in binary32 on the CPU: each a choice of how to sum, scale, take exp, merge and divide. QSA-BOUND
 * must hold for all of them. */
#ifndef CHECKHIP_TESTS_QSA_KERNELS_H
#define CHECKHIP_TESTS_QSA_KERNELS_H

#include <math.h>

#include "made_qsa.h"
#include "reference/qsa.h"

typedef enum qsa_sum { SUM_UP, SUM_DOWN, SUM_PAIRS, SUM_LARGEST_FIRST, SUM_COUNT } qsa_sum;
typedef enum qsa_factor { FACTOR_AFTER, FACTOR_INTO_Q, FACTOR_LOG2E, FACTOR_COUNT } qsa_factor;
typedef enum qsa_exponential { EXP_OURS, EXP_LIBM, EXP_BY_EXP2, EXP_ROUGH, EXP_COUNT } qsa_exponential;
typedef enum qsa_value { VALUE_FIRST, VALUE_SCALE_WEIGHT, VALUE_COUNT } qsa_value;

typedef struct qsa_style {
	qsa_sum sum;
	bool scale_first; /* code * scale before q, else each group's sum is scaled */
	qsa_factor factor;
	qsa_exponential exponential; /* FACTOR_LOG2E takes exp2 whatever stands here */
	qsa_value value;
	int32_t tile;	/* cells between two looks at the maximum */
	int32_t splits; /* strided partial results, merged as a tree */
	bool fused, flush, reciprocal, backwards;
	bool apart;    /* l is summed with a running maximum, p * V afterwards with the largest score */
	uint64_t seed; /* of EXP_ROUGH */
} qsa_style;

typedef struct qsa_partial {
	bool started;
	float m, l, a[CH_QSA_MAX_HEAD_DIM];
} qsa_partial;

static inline float style_flush(const qsa_style *style, float x)
{
	return style->flush && fabsf(x) < 0x1p-126f ? 0.0f : x;
}

static inline float style_multiply_add(const qsa_style *style, float a, float b, float c)
{
	if (style->fused)
		return style_flush(style, fmaf(a, b, c));
	return style_flush(style, style_flush(style, a * b) + c);
}

static inline int by_size(const void *a, const void *b)
{
	float x = fabsf(*(const float *)a), y = fabsf(*(const float *)b);

	return (x < y) - (x > y);
}

static inline float style_sum(const qsa_style *style, float *terms, int32_t count)
{
	float sum = 0.0f;

	if (style->sum == SUM_PAIRS) {
		for (; count > 1; count = (count + 1) / 2) {
			for (int32_t i = 0; i < count / 2; i++)
				terms[i] = style_flush(style, terms[2 * i] + terms[2 * i + 1]);
			if (count % 2)
				terms[count / 2] = terms[count - 1];
		}
		return terms[0];
	}
	if (style->sum == SUM_LARGEST_FIRST)
		qsort(terms, (size_t)count, sizeof(*terms), by_size);
	for (int32_t i = 0; i < count; i++)
		sum = style_flush(style, sum + terms[style->sum == SUM_DOWN ? count - 1 - i : i]);
	return sum;
}

/* The score, times log2(e) for FACTOR_LOG2E. */
static inline float style_score(const qsa_style *style, const ch_qsa_args *args, const float *q,
				const ch_qsa_cell *cell)
{
	float factor = ch_qsa_score_scale(args->head_dim), terms[CH_QSA_MAX_HEAD_DIM];
	float parts[CH_QSA_MAX_HEAD_DIM / CH_QSA_SCALE_VALUES];
	int32_t groups = args->head_dim / CH_QSA_SCALE_VALUES;

	if (style->factor == FACTOR_LOG2E)
		factor *= 0x1.715476p+0f;
	for (int32_t d = 0; d < args->head_dim; d++) {
		float mine = style->factor == FACTOR_INTO_Q ? style_flush(style, q[d] * factor) : q[d];
		float x = style->scale_first ? cell->x[d] * cell->scale[d / CH_QSA_SCALE_VALUES] : cell->x[d];

		terms[d] = style_flush(style, style_flush(style, mine) * x);
	}
	if (style->factor == FACTOR_INTO_Q)
		factor = 1.0f;
	if (style->scale_first)
		return style_flush(style, style_sum(style, terms, args->head_dim) * factor);
	for (int32_t g = 0; g < groups; g++)
		parts[g] = style_flush(style, style_sum(style, terms + g * CH_QSA_SCALE_VALUES, CH_QSA_SCALE_VALUES) *
						      cell->scale[g]);
	return style_flush(style, style_sum(style, parts, groups) * factor);
}

static inline float style_exp(const qsa_style *style, ch_random *random, float x)
{
	float y;

	if (style->factor == FACTOR_LOG2E)
		return style_flush(style, exp2f(x));
	switch (style->exponential) {
	case EXP_OURS:
		y = ch_qsa_exp(x);
		break;
	case EXP_LIBM:
		y = expf(x);
		break;
	case EXP_BY_EXP2:
		y = exp2f(x * 0x1.715476p+0f);
		break;
	default: /* as far off as QSA-BOUND lets it be, less what the conversion to float takes */
		y = x == 0.0f ? 1.0f
			      : (float)(exp((double)x) * (1.0 + (double)ch_random_unit(random) * 0x1p-24 *
									(6.5 + 3.0 * fabs((double)x))));
		break;
	}
	return style_flush(style, y);
}

static inline void style_rescale(const qsa_style *style, ch_random *random, int32_t dim, qsa_partial *partial, float m)
{
	if (partial->started && m > partial->m) {
		float w = style_exp(style, random, partial->m - m);

		partial->l = style_flush(style, partial->l * w);
		for (int32_t d = 0; d < dim; d++)
			partial->a[d] = style_flush(style, partial->a[d] * w);
	}
	if (!partial->started || m > partial->m)
		partial->m = m;
	partial->started = true;
}

static inline void style_absorb(const qsa_style *style, ch_random *random, const ch_qsa_args *args,
				qsa_partial *partial, float score, const ch_qsa_cell *cell)
{
	float p = style_exp(style, random, score - partial->m);

	partial->l = style_flush(style, partial->l + p);
	for (int32_t d = 0; d < args->head_dim; d++) {
		float scale = cell->scale[d / CH_QSA_SCALE_VALUES];

		if (style->value == VALUE_FIRST)
			partial->a[d] = style_multiply_add(style, p, cell->x[d] * scale, partial->a[d]);
		else
			partial->a[d] =
				style_multiply_add(style, style_flush(style, p * scale), cell->x[d], partial->a[d]);
	}
}

static inline float style_running_sum(const qsa_style *style, ch_random *random, const float *scores, int32_t width)
{
	float l = 0.0f, m = scores[0];

	for (int32_t c = 0; c < width; c++) {
		if (scores[c] > m) {
			l = style_flush(style, l * style_exp(style, random, m - scores[c]));
			m = scores[c];
		}
		l = style_flush(style, l + style_exp(style, random, scores[c] - m));
	}
	return l;
}

/* One head of one query. scores: room for its width. */
static inline void style_head(const qsa_style *style, const ch_qsa_args *args, int32_t query, int32_t head,
			      float *scores, float *out)
{
	int32_t width = args->width[query], kv_head = head / (args->n_head / args->n_kv_head), dim = args->head_dim;
	const int32_t *ids = args->ids + (size_t)query * (size_t)args->cap;
	const float *q = args->q + ((size_t)query * (size_t)args->n_head + (size_t)head) * (size_t)dim;
	ch_random random = {style->seed};
	qsa_partial *parts = calloc((size_t)style->splits, sizeof(*parts));
	ch_qsa_cell cell;

	assert_non_null(parts);
	for (int32_t c = 0; c < width; c++) {
		ch_qsa_load_cell(args, args->k, args->k_scales, kv_head, ids[c], &cell);
		scores[c] = style_score(style, args, q, &cell);
	}
	for (int32_t s = 0; s < style->splits; s++) {
		for (int32_t first = s; first < width; first += style->splits * style->tile) {
			for (int pass = 0; pass < 2; pass++) { /* maximum, then values */
				for (int32_t i = 0; i < style->tile; i++) {
					int32_t place = first + i * style->splits;
					int32_t c = style->backwards ? width - 1 - place : place;

					if (place >= width)
						break;
					if (pass == 0) {
						style_rescale(style, &random, dim, &parts[s], scores[c]);
						continue;
					}
					ch_qsa_load_cell(args, args->v, args->v_scales, kv_head, ids[c], &cell);
					style_absorb(style, &random, args, &parts[s], scores[c], &cell);
				}
			}
		}
	}
	for (int32_t step = 1; step < style->splits; step *= 2) {
		for (int32_t s = 0; s + step < style->splits; s += 2 * step) {
			qsa_partial *a = &parts[s], *b = &parts[s + step];

			if (!b->started)
				continue;
			style_rescale(style, &random, dim, a, b->m);
			style_rescale(style, &random, dim, b, a->m);
			a->l = style_flush(style, a->l + b->l);
			for (int32_t d = 0; d < dim; d++)
				a->a[d] = style_flush(style, a->a[d] + b->a[d]);
		}
	}
	if (style->apart)
		parts[0].l = style_running_sum(style, &random, scores, width);
	for (int32_t d = 0; d < dim; d++) {
		if (!width)
			out[d] = 0.0f;
		else if (style->reciprocal)
			out[d] = style_flush(style, parts[0].a[d] * (1.0f / parts[0].l));
		else
			out[d] = style_flush(style, parts[0].a[d] / parts[0].l);
	}
	free(parts);
}

static inline void style_run(const qsa_style *style, const ch_qsa_args *args, float *out)
{
	float *scores = malloc((size_t)args->cap * sizeof(*scores));

	assert_non_null(scores);
	for (int32_t i = 0; i < args->n_q; i++) {
		for (int32_t h = 0; h < args->n_head; h++)
			style_head(style, args, i, h, scores,
				   out + ((size_t)i * (size_t)args->n_head + (size_t)h) * (size_t)args->head_dim);
	}
	free(scores);
}

static inline qsa_style random_style(ch_random *random)
{
	static const int32_t tiles[] = {1, 7, 16, 32, 64, 1 << 20}, splits[] = {1, 1, 2, 4, 5, 8};

	qsa_style style = {
		.sum = (qsa_sum)ch_random_below(random, SUM_COUNT),
		.scale_first = ch_random_below(random, 2),
		.factor = (qsa_factor)ch_random_below(random, FACTOR_COUNT),
		.exponential = (qsa_exponential)ch_random_below(random, EXP_COUNT),
		.value = (qsa_value)ch_random_below(random, VALUE_COUNT),
		.tile = tiles[ch_random_below(random, 6)],
		.splits = splits[ch_random_below(random, 6)],
		.fused = ch_random_below(random, 2),
		.flush = ch_random_below(random, 2),
		.reciprocal = ch_random_below(random, 2),
		.backwards = ch_random_below(random, 2),
		.seed = ch_random_next(random),
	};

	if (ch_random_below(random, 4) == 0) {
		style.apart = true;
		style.tile = 1 << 20;
		style.splits = 1;
	}
	return style;
}

#endif
