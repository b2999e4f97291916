/* SPDX-License-Identifier: Apache-2.0
 *
 * SAME-BYTES for attention: our kernels' float operations in their order ("Order of the float operations of qsa" in the
 * contract). Each statement is one rounded operation a value, so contraction must be off. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "reference/qsa.h"

#if FLT_EVAL_METHOD != 0
#error "SAME-BYTES needs binary32 operations rounded to binary32"
#endif

enum { LANES = 32 };

/* What the chunks of one query and KV head need of each other: all scores, since the merge wants the largest of them. */
typedef struct ch_qsa_work {
	const ch_qsa_args *args;
	int32_t kv_head, heads, width;
	const int32_t *ids;
	const float *q; /* [heads][head_dim] */
	float *scores;	/* [heads][width] */
} ch_qsa_work;

/* One chunk's result for one head. */
typedef struct ch_qsa_part {
	float m, l;
	float a[CH_QSA_MAX_HEAD_DIM];
} ch_qsa_part;

float ch_qsa_exp(float x)
{
	static const float coefficients[] = {1.0f / 5040.0f, 1.0f / 720.0f, 1.0f / 120.0f, 1.0f / 24.0f,
					     1.0f / 6.0f,    0.5f,	    1.0f,	   1.0f};
	uint32_t bits;
	float power;

	if (x < -87.0f)
		return 0.0f;
	/* in [2^23, 2^24) a binary32 has no fraction: the sum is rounded to an integer, which its low bits then hold */
	float shifted = x * 0x1.715476p+0f + 0x1.8p+23f;
	float n = shifted - 0x1.8p+23f;
	float r = x - n * 0x1.62e4p-1f;

	r = r - n * 0x1.7f7d1cp-20f;
	float y = coefficients[0];

	for (size_t i = 1; i < sizeof(coefficients) / sizeof(coefficients[0]); i++)
		y = y * r + coefficients[i];
	memcpy(&bits, &shifted, sizeof(bits));
	/* n >= -126, so 2^n is a normal number; for a NaN any factor will do */
	bits = (bits + 127u) << 23;
	memcpy(&power, &bits, sizeof(power));
	return y * power;
}

/* The butterfly, as far as lane 0 sees it: the others get the same bits, since addition is commutative. */
static float butterfly(float lanes[LANES])
{
	for (int distance = LANES / 2; distance > 0; distance /= 2) {
		for (int t = 0; t < distance; t++)
			lanes[t] += lanes[t + distance];
	}
	return lanes[0];
}

static float score(const ch_qsa_args *args, const float *q, const ch_qsa_cell *cell)
{
	int n = args->head_dim / LANES;
	float lanes[LANES];

	for (int t = 0; t < LANES; t++) {
		const float *mine = q + n * t, *x = cell->x + n * t;
		float sum = mine[0] * x[0];

		for (int i = 1; i < n; i++)
			sum += mine[i] * x[i];
		if (args->pool == CH_POOL_INT8)
			sum *= cell->scale[n * t / CH_QSA_SCALE_VALUES];
		lanes[t] = sum;
	}
	return butterfly(lanes) * ch_qsa_score_scale(args->head_dim);
}

static void all_scores(const ch_qsa_work *work)
{
	const ch_qsa_args *args = work->args;
	ch_qsa_cell cell;

	for (int32_t c = 0; c < work->width; c++) {
		ch_qsa_load_cell(args, args->k, args->k_scales, work->kv_head, work->ids[c], &cell);
		for (int32_t h = 0; h < work->heads; h++)
			work->scores[(size_t)h * (size_t)work->width + (size_t)c] =
				score(args, work->q + (size_t)h * (size_t)args->head_dim, &cell);
	}
}

static float largest(const float *scores, int32_t count)
{
	float m = -FLT_MAX;

	for (int32_t i = 0; i < count; i++)
		m = scores[i] > m ? scores[i] : m;
	return m;
}

/* p of the chunk's cells, and their sum l. */
static float chunk_weights(const float *scores, int32_t count, float m, float p[CH_QSA_CHUNK])
{
	float lanes[LANES];

	for (int32_t i = 0; i < CH_QSA_CHUNK; i++)
		p[i] = i < count ? ch_qsa_exp(scores[i] - m) : 0.0f;
	for (int t = 0; t < LANES; t++)
		lanes[t] = p[t] + p[t + LANES];
	return butterfly(lanes);
}

static void chunk(const ch_qsa_work *work, int32_t first, ch_qsa_part parts[CH_QSA_MAX_HEADS])
{
	const ch_qsa_args *args = work->args;
	int32_t count = work->width - first < CH_QSA_CHUNK ? work->width - first : CH_QSA_CHUNK;
	float p[CH_QSA_MAX_HEADS][CH_QSA_CHUNK];
	ch_qsa_cell cell;

	for (int32_t h = 0; h < work->heads; h++) {
		const float *scores = work->scores + (size_t)h * (size_t)work->width + (size_t)first;

		parts[h].m = largest(scores, count);
		parts[h].l = chunk_weights(scores, count, parts[h].m, p[h]);
		memset(parts[h].a, 0, sizeof(parts[h].a));
	}
	for (int32_t c = 0; c < count; c++) {
		ch_qsa_load_cell(args, args->v, args->v_scales, work->kv_head, work->ids[first + c], &cell);
		for (int32_t d = 0; d < args->head_dim; d++)
			cell.x[d] *= cell.scale[d / CH_QSA_SCALE_VALUES];
		for (int32_t h = 0; h < work->heads; h++) {
			for (int32_t d = 0; d < args->head_dim; d++)
				parts[h].a[d] += p[h][c] * cell.x[d];
		}
	}
}

static void merge(const ch_qsa_work *work, float *out)
{
	const ch_qsa_args *args = work->args;
	ch_qsa_part parts[CH_QSA_MAX_HEADS];
	float most[CH_QSA_MAX_HEADS], total[CH_QSA_MAX_HEADS];

	memset(out, 0, (size_t)work->heads * (size_t)args->head_dim * sizeof(*out));
	if (!work->width)
		return;
	/* the largest m of the chunks is the largest score */
	for (int32_t h = 0; h < work->heads; h++) {
		most[h] = largest(work->scores + (size_t)h * (size_t)work->width, work->width);
		total[h] = 0.0f;
	}
	for (int32_t first = 0; first < work->width;) {
		chunk(work, first, parts);
		for (int32_t h = 0; h < work->heads; h++) {
			float w = ch_qsa_exp(parts[h].m - most[h]);

			total[h] += w * parts[h].l;
			for (int32_t d = 0; d < args->head_dim; d++)
				out[h * args->head_dim + d] += w * parts[h].a[d];
		}
		/* not past INT32_MAX where the width ends just before it */
		first = work->width - first > CH_QSA_CHUNK ? first + CH_QSA_CHUNK : work->width;
	}
	for (int32_t h = 0; h < work->heads; h++) {
		for (int32_t d = 0; d < args->head_dim; d++)
			out[h * args->head_dim + d] /= total[h];
	}
}

ch_status ch_qsa_model(const ch_qsa_args *args, float *out)
{
	ch_status status = ch_qsa_check(args, NULL);
	size_t count, bytes;

	if (status)
		return status;
	if (!out)
		return CH_BAD_ARGUMENT;
	ch_qsa_work work = {.args = args, .heads = args->n_head / args->n_kv_head};

	if (__builtin_mul_overflow((size_t)ch_qsa_widest(args), (size_t)work.heads, &count) ||
	    __builtin_mul_overflow(count, sizeof(float), &bytes))
		return CH_BAD_SHAPE;
	work.scores = malloc(bytes ? bytes : 1);
	if (!work.scores)
		return CH_OUT_OF_MEMORY;
	for (int32_t i = 0; i < args->n_q; i++) {
		work.width = args->width[i];
		work.ids = args->ids + (size_t)i * (size_t)args->cap;
		for (work.kv_head = 0; work.kv_head < args->n_kv_head; work.kv_head++) {
			size_t head = (size_t)i * (size_t)args->n_head + (size_t)work.kv_head * (size_t)work.heads;

			work.q = args->q + head * (size_t)args->head_dim;
			all_scores(&work);
			merge(&work, out + head * (size_t)args->head_dim);
		}
	}
	free(work.scores);
	return CH_OK;
}
