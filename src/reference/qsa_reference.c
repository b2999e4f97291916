/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-VALUE in double, and QSA-BOUND. The derivation of the bound is in docs/contract/kernels.md; names here are the names
 * there. What a double cannot hold of a sum is 2^-53 of its terms: the bound counts one more binary32 rounding for it. */
#include <math.h>
#include <stdlib.h>

#include "reference/qsa.h"

enum {
	PARTS = 8,    /* partial sums of a score, for the compiler's vectors */
	RESCALES = 16 /* R of the contract is this many, and one in this many cells */
};

#define SCORE_ROUNDINGS \
	5.0 /* product, scale, two of a factor like log2(e) / 16, one for the double, one to spare, less 1 */
#define WEIGHT_ROUNDINGS 4.0 /* two products p * scale * code, one for the double, and one to spare */
#define U 0x1p-24	     /* half a unit in the last place of binary32 */
#define EXP_CONSTANT (9 * U) /* the 8 u of QSA-BOUND, as a difference of logarithms */
#define EXP_SLOPE (4 * U)    /* 3 u of QSA-BOUND, and 1 u for the difference of two scores */
#define DIVISION (6 * U)
#define LEAST_EXPONENT 104.0 /* e to less is below half of the least binary32 */
#define LEAST 0x1p-126	     /* what one flush to zero can lose */
#define MARGIN 0x1p-20	     /* of the bound's own arithmetic: fewer than 2^24 operations in double */
#define LARGEST 0x1p127	     /* sums below it are finite in any order */

/* A head's weights, relative to e to the largest exact score. */
typedef struct ch_qsa_head {
	const float *q;
	double *score;			/* [width], then P */
	double *error;			/* [width]: delta, then e + phi */
	bool overflows;			/* a score may, in some order */
	double sum;			/* of P */
	double least;			/* D of the contract: what the weights of a right kernel add up to at least */
	double chain;			/* cells that are not tiny */
	double weights, weight_squares; /* of those: sums of P + e and of its square */
	double tiny;			/* weights of the tiny cells */
	double apart; /* sum of weight * rho: how far two sets of weights from the same scores may be apart */
	double threshold;
	double out[CH_QSA_MAX_HEAD_DIM];
	double moved[CH_QSA_MAX_HEAD_DIM];	 /* sum of (e + phi) * |V - out| */
	double magnitude[CH_QSA_MAX_HEAD_DIM];	 /* sum of (P + e + phi) * |V|, without the tiny cells */
	double squares[CH_QSA_MAX_HEAD_DIM];	 /* of the same terms */
	double tiny_values[CH_QSA_MAX_HEAD_DIM]; /* the same of the tiny cells */
} ch_qsa_head;

typedef struct ch_qsa_work {
	const ch_qsa_args *args;
	int32_t kv_head, heads, width;
	const int32_t *ids;
	double rescales;
	double low[CH_QSA_MAX_HEAD_DIM], high[CH_QSA_MAX_HEAD_DIM]; /* of V over the selected cells */
	ch_qsa_head head[CH_QSA_MAX_HEADS];
	double memory[]; /* of score and error */
} ch_qsa_work;

static double gamma_of(double roundings)
{
	double nu = roundings * U;

	return nu < 1.0 ? nu / (1.0 - nu) : (double)INFINITY;
}

/* A sum of any order whose terms each go through `more` roundings besides its additions: depths as ch_qsa_any_order gives them. */
static double error_of(double depths, double sum, double count, double more)
{
	double nu = (fmax(count - 1.0, 0.0) + more) * U;

	return nu < 1.0 ? (depths + more * sum) * U / (1.0 - nu) : (double)INFINITY;
}

/* x * scale has 19 bits, times q 43: exact. */
static void load_exact(const ch_qsa_work *work, const void *pool, const uint16_t *scales, int32_t c,
		       double x[CH_QSA_MAX_HEAD_DIM])
{
	ch_qsa_cell cell;

	ch_qsa_load_cell(work->args, pool, scales, work->kv_head, work->ids[c], &cell);
	for (int32_t d = 0; d < work->args->head_dim; d++)
		x[d] = (double)cell.x[d] * (double)cell.scale[d / CH_QSA_SCALE_VALUES];
}

static double add_up(const double parts[PARTS])
{
	return ((parts[0] + parts[4]) + (parts[1] + parts[5])) + ((parts[2] + parts[6]) + (parts[3] + parts[7]));
}

/* The score, and delta: how far a right kernel's score may be off. */
static void score(const ch_qsa_work *work, ch_qsa_head *head, int32_t c, const double x[CH_QSA_MAX_HEAD_DIM],
		  double largest)
{
	int32_t dim = work->args->head_dim;
	double sums[PARTS] = {0}, sizes[PARTS] = {0}, squares[PARTS] = {0}, terms[PARTS] = {0}, queries[PARTS] = {0};
	double factor = (double)ch_qsa_score_scale(dim);

	for (int32_t d = 0; d < dim; d += PARTS) {
		for (int32_t i = 0; i < PARTS; i++) {
			double term = (double)head->q[d + i] * x[d + i];

			sums[i] += term;
			sizes[i] += fabs(term);
			squares[i] += term * term;
			terms[i] += term == 0.0 ? 0.0 : 1.0; /* adding a zero is exact */
			queries[i] += fabs((double)head->q[d + i]);
		}
	}
	head->score[c] = add_up(sums) * factor;
	double count = add_up(terms), size = add_up(sizes);

	head->error[c] =
		error_of(ch_qsa_any_order(count, size, add_up(squares)), size, count, SCORE_ROUNDINGS + 1.0) * factor;
	if (count > 0.0)
		head->error[c] += 0x1p-90; /* flushes: 512 of 2^-126, times scale * code or a binary16, below 2^23 */
	if (!(add_up(queries) * largest < LARGEST))
		head->overflows = true;
}

static void all_scores(ch_qsa_work *work)
{
	const ch_qsa_args *args = work->args;
	double x[CH_QSA_MAX_HEAD_DIM];

	for (int32_t h = 0; h < work->heads; h++)
		work->head[h].overflows = false;
	for (int32_t c = 0; c < work->width; c++) {
		ch_qsa_cell cell;
		double largest = 0.0, scale = 1.0;

		load_exact(work, args->k, args->k_scales, c, x);
		/* a kernel may scale before or after it sums: neither must overflow */
		ch_qsa_load_cell(args, args->k, args->k_scales, work->kv_head, work->ids[c], &cell);
		for (int32_t d = 0; d < args->head_dim; d++) {
			largest = fmax(largest, fabs((double)cell.x[d]));
			scale = fmax(scale, fabs((double)cell.scale[d / CH_QSA_SCALE_VALUES]));
		}
		for (int32_t h = 0; h < work->heads; h++)
			score(work, &work->head[h], c, x, largest * scale);
	}
}

/* Scores to weights, deltas to e + phi. */
static void weigh(const ch_qsa_work *work, ch_qsa_head *head)
{
	double most = -(double)INFINITY, delta_most = 0.0, flushed = 0.0;

	head->sum = head->least = head->chain = head->tiny = head->apart = 0.0;
	head->weights = head->weight_squares = 0.0;
	for (int32_t c = 0; c < work->width; c++) {
		/* so that a NaN stays */
		most = head->score[c] <= most ? most : head->score[c];
		delta_most = head->error[c] <= delta_most ? delta_most : head->error[c];
	}
	double phi = (work->rescales + 4.0) * LEAST * exp(delta_most);

	for (int32_t c = 0; c < work->width; c++) {
		double x = most - head->score[c], delta = head->error[c];
		double weight = exp(-x);
		double rho = EXP_SLOPE * fmin(x + delta + delta_most, LEAST_EXPONENT) +
			     EXP_CONSTANT * (work->rescales + 1.0);

		delta += rho;
		head->score[c] = weight;
		head->error[c] = (delta < 1.0 ? weight * expm1(delta) : exp(delta - x)) + phi;
		head->sum += weight;
		head->least += weight * exp(-delta);
		head->apart += (weight + head->error[c]) * rho;
		flushed += phi;
	}
	head->least -= flushed;
	head->threshold = head->least > 0.0 ? head->least * 0x1p-25 : 0.0;
	for (int32_t c = 0; c < work->width; c++) {
		double weight = head->score[c] + head->error[c];

		if (weight < head->threshold) {
			head->tiny += weight;
			continue;
		}
		head->chain += 1.0;
		head->weights += weight;
		head->weight_squares += weight * weight;
	}
}

static void all_values(ch_qsa_work *work)
{
	const ch_qsa_args *args = work->args;
	double v[CH_QSA_MAX_HEAD_DIM];

	for (int32_t d = 0; d < args->head_dim; d++) {
		work->low[d] = (double)INFINITY;
		work->high[d] = -(double)INFINITY;
		for (int32_t h = 0; h < work->heads; h++)
			work->head[h].out[d] = 0.0;
	}
	for (int32_t c = 0; c < work->width; c++) {
		load_exact(work, args->v, args->v_scales, c, v);
		for (int32_t d = 0; d < args->head_dim; d++) {
			work->low[d] = work->low[d] <= v[d] ? work->low[d] : v[d];
			work->high[d] = work->high[d] >= v[d] ? work->high[d] : v[d];
		}
		for (int32_t h = 0; h < work->heads; h++) {
			for (int32_t d = 0; d < args->head_dim; d++)
				work->head[h].out[d] += work->head[h].score[c] * v[d];
		}
	}
	for (int32_t h = 0; h < work->heads; h++) {
		for (int32_t d = 0; d < args->head_dim; d++)
			work->head[h].out[d] = work->width ? work->head[h].out[d] / work->head[h].sum : 0.0;
	}
}

/* The sums that the bound needs, which want the values first. */
static void all_magnitudes(ch_qsa_work *work)
{
	const ch_qsa_args *args = work->args;
	double v[CH_QSA_MAX_HEAD_DIM];

	for (int32_t h = 0; h < work->heads; h++) {
		for (int32_t d = 0; d < args->head_dim; d++)
			work->head[h].moved[d] = work->head[h].magnitude[d] = work->head[h].squares[d] =
				work->head[h].tiny_values[d] = 0.0;
	}
	for (int32_t c = 0; c < work->width; c++) {
		load_exact(work, args->v, args->v_scales, c, v);
		for (int32_t h = 0; h < work->heads; h++) {
			ch_qsa_head *head = &work->head[h];
			double error = head->error[c], weight = head->score[c] + error;
			bool tiny = weight < head->threshold;
			double *sum = tiny ? head->tiny_values : head->magnitude;

			for (int32_t d = 0; d < args->head_dim; d++) {
				head->moved[d] += error * fabs(v[d] - head->out[d]);
				sum[d] += weight * fabs(v[d]);
			}
			for (int32_t d = 0; d < args->head_dim && !tiny; d++)
				head->squares[d] += (weight * v[d]) * (weight * v[d]);
		}
	}
}

/* sum / least, but never more than `most`, which holds whatever the weights are. */
static double mean(double sum, double least, double most)
{
	double ratio = sum / least;

	if (sum == 0.0)
		return 0.0;
	return least > 0.0 && ratio < most ? ratio : most;
}

/* QSA-BOUND of one output. */
static double bound_of(const ch_qsa_work *work, const ch_qsa_head *head, int32_t d)
{
	double out = fabs(head->out[d]), low = work->low[d], high = work->high[d], width = work->width;

	if (!work->width || (low == 0.0 && high == 0.0))
		return 0.0;
	double moved = mean(head->moved[d], head->least, fmax(high - head->out[d], head->out[d] - low));
	double largest = fmax(fabs(low), fabs(high));
	double magnitude = mean(head->magnitude[d], head->least, largest);
	double tiny_values = mean(head->tiny_values[d], head->least, largest);
	double tiny = mean(head->tiny, head->least, 1.0);
	double apart =
		mean(head->apart, head->least, EXP_SLOPE * LEAST_EXPONENT + EXP_CONSTANT * (work->rescales + 1.0));
	double flushes = (width * (work->rescales + 4.0) + 4.0) * 2.0 * LEAST;
	double more = WEIGHT_ROUNDINGS + work->rescales;
	double gamma = gamma_of(head->chain - 1.0 + more);
	double depths = mean(ch_qsa_any_order(head->chain, head->magnitude[d], head->squares[d]), head->least,
			     (head->chain - 1.0) * largest);
	double weight_depths = mean(ch_qsa_any_order(head->chain, head->weights, head->weight_squares), head->least,
				    head->chain - 1.0);
	double sum_error = error_of(depths, magnitude, head->chain, more) + gamma * tiny_values + 2.0 * tiny_values;
	double weight_error =
		fmin(gamma, error_of(weight_depths, mean(head->weights, head->least, 1.0), head->chain, more)) +
		2.0 * tiny + 2.1 * apart + flushes;

	/* the factor 2 of the tiny cells pays for their own roundings only while those are few */
	if (!(gamma_of(width + WEIGHT_ROUNDINGS + work->rescales) < 0.125) || !(weight_error < 0.5) ||
	    !isfinite(head->out[d]) || head->overflows)
		return (double)INFINITY;
	double quotient = (1.0 + DIVISION) / (1.0 - weight_error);

	return (moved + (out + moved) * (quotient - 1.0) + sum_error * quotient + flushes) * (1.0 + MARGIN);
}

static void one_group(ch_qsa_work *work, double *value, double *bound)
{
	int32_t dim = work->args->head_dim;

	all_scores(work);
	for (int32_t h = 0; h < work->heads; h++)
		weigh(work, &work->head[h]);
	all_values(work);
	if (bound)
		all_magnitudes(work);
	for (int32_t h = 0; h < work->heads; h++) {
		for (int32_t d = 0; d < dim; d++) {
			value[h * dim + d] = work->head[h].out[d];
			if (bound)
				bound[h * dim + d] = bound_of(work, &work->head[h], d);
		}
	}
}

static double rescales_of(int32_t width)
{
	int32_t some = RESCALES + width / RESCALES;

	return width > some ? some : width > 0 ? width - 1 : 0;
}

ch_status ch_qsa_reference(const ch_qsa_args *args, double *value, double *bound)
{
	ch_status status = ch_qsa_check(args, NULL);
	size_t count, bytes;

	if (status)
		return status;
	if (!value)
		return CH_BAD_ARGUMENT;
	int32_t heads = args->n_head / args->n_kv_head;
	size_t widest = (size_t)ch_qsa_widest(args);

	if (__builtin_mul_overflow(widest, (size_t)heads * 2u, &count) ||
	    __builtin_mul_overflow(count, sizeof(double), &bytes) ||
	    __builtin_add_overflow(bytes, sizeof(ch_qsa_work), &bytes))
		return CH_BAD_SHAPE;
	ch_qsa_work *work = malloc(bytes);

	if (!work)
		return CH_OUT_OF_MEMORY;
	work->args = args;
	work->heads = heads;
	for (int32_t i = 0; i < args->n_q; i++) {
		work->width = args->width[i];
		work->ids = args->ids + (size_t)i * (size_t)args->cap;
		work->rescales = rescales_of(work->width);
		for (work->kv_head = 0; work->kv_head < args->n_kv_head; work->kv_head++) {
			size_t first = (size_t)i * (size_t)args->n_head + (size_t)work->kv_head * (size_t)heads;

			for (int32_t h = 0; h < heads; h++) {
				work->head[h].q = args->q + (first + (size_t)h) * (size_t)args->head_dim;
				work->head[h].score = work->memory + (size_t)h * 2u * widest;
				work->head[h].error = work->head[h].score + widest;
			}
			first *= (size_t)args->head_dim;
			one_group(work, value + first, bound ? bound + first : NULL);
		}
	}
	free(work);
	return CH_OK;
}
