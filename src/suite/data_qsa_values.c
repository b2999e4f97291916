/* SPDX-License-Identifier: Apache-2.0
 *
 * Cells and queries of each data class. binary16 values are written as their bits: 0x3c00 is 1, an octave is 0x400. */
#include <string.h>

#include "reference/random.h"
#include "suite/data_qsa.h"

enum { HALF_ONE = 0x3c00, HALF_LARGEST = 0x7bff };

static ch_random random_for(const ch_case *one, uint64_t what, int32_t major, int32_t minor)
{
	ch_random random = {one->seed ^ what << 56};

	random.state = ch_random_next(&random) ^ (uint64_t)(uint32_t)major << 24 ^ (uint64_t)(uint32_t)minor;
	return random;
}

static int8_t random_code(ch_random *random)
{
	return (int8_t)((int32_t)ch_random_below(random, 255) - 127);
}

static uint16_t random_scale(ch_random *random, uint32_t low, uint32_t high)
{
	return (uint16_t)(low + ch_random_below(random, high - low));
}

static int8_t random_sign(ch_random *random)
{
	return ch_random_next(random) >> 63 ? 1 : -1;
}

/* Logits with a standard deviation of 1 to 2; values between 2^-10 and 2^-4 of a code. */
static void plain_cell(ch_random *random, ch_qsa_content *cell)
{
	for (int d = 0; d < CH_QSA_MAX_DIM; d++) {
		cell->k[d] = random_code(random);
		cell->v[d] = random_code(random);
	}
	for (int g = 0; g < CH_QSA_MAX_GROUPS; g++) {
		cell->k_scales[g] = random_scale(random, 0x2000, 0x2800);
		cell->v_scales[g] = random_scale(random, 0x1400, 0x2c00);
	}
}

static void gaussian_cell(ch_random *random, ch_qsa_content *cell)
{
	float k[CH_QSA_MAX_DIM], v[CH_QSA_MAX_DIM];

	for (int d = 0; d < CH_QSA_MAX_DIM; d++) {
		k[d] = ch_random_normal(random);
		v[d] = ch_random_normal(random);
	}
	ch_quantize_cells(CH_QSA_MAX_DIM, 1, k, cell->k, cell->k_scales);
	ch_quantize_cells(CH_QSA_MAX_DIM, 1, v, cell->v, cell->v_scales);
}

static void zero_group(ch_random *random, int8_t *codes, uint16_t *scale)
{
	switch (ch_random_below(random, 4)) {
	case 0:
		*scale = 0x0000;
		break;
	case 1:
		*scale = 0x8000;
		break;
	case 2:
		memset(codes, 0, CH_QSA_SCALE_VALUES);
		break;
	default:
		break;
	}
}

static void set_scales(uint16_t *scales, uint16_t value)
{
	for (int g = 0; g < CH_QSA_MAX_GROUPS; g++)
		scales[g] = value;
}

/* The same key in every cell, so the same logit, exactly, whatever the order of the sum: softmax is 1 / width. */
static void equal_cell(const ch_case *one, ch_random *random, ch_qsa_content *cell)
{
	ch_random key = random_for(one, 7, 0, 0);

	for (int d = 0; d < CH_QSA_MAX_DIM; d++)
		cell->k[d] = random_sign(&key);
	set_scales(cell->k_scales, HALF_ONE);
	for (int g = 0; g < CH_QSA_MAX_GROUPS; g++)
		cell->v_scales[g] = (uint16_t)(0x3800 + 0x400 * ch_random_below(random, 3)); /* 0.5, 1, 2 */
}

/* Keys of +-127: the logit of the query that has a key's own signs is so much larger than all others that their weights
 * are 0 in binary32, and the output is that cell's values, exactly. */
static void one_cell(ch_random *random, ch_qsa_content *cell)
{
	for (int d = 0; d < CH_QSA_MAX_DIM; d++)
		cell->k[d] = (int8_t)(127 * random_sign(random));
	set_scales(cell->k_scales, HALF_ONE);
}

void ch_data_qsa_cell(const ch_case *one, int32_t id, int32_t kv_head, ch_qsa_content *cell)
{
	ch_random random = random_for(one, 5, id, kv_head);

	plain_cell(&random, cell);
	switch (one->data) {
	case CH_DATA_GAUSSIAN:
		gaussian_cell(&random, cell);
		break;
	case CH_DATA_ZEROS:
		for (int g = 0; g < CH_QSA_MAX_GROUPS; g++) {
			zero_group(&random, cell->k + g * CH_QSA_SCALE_VALUES, &cell->k_scales[g]);
			zero_group(&random, cell->v + g * CH_QSA_SCALE_VALUES, &cell->v_scales[g]);
		}
		break;
	case CH_DATA_EQUAL_LOGITS:
	case CH_DATA_LOW_LOGITS:
		equal_cell(one, &random, cell);
		break;
	case CH_DATA_ONE_CELL:
		one_cell(&random, cell);
		break;
	case CH_DATA_LARGE_VALUES:
		for (int g = 0; g < CH_QSA_MAX_GROUPS; g += 2)
			cell->v_scales[g] = HALF_LARGEST;
		break;
	case CH_DATA_SUBNORMAL_SCALES: /* F34 */
		for (int g = 0; g < CH_QSA_MAX_GROUPS; g++) {
			cell->k_scales[g] = random_scale(&random, 0x0001, 0x0400);
			cell->v_scales[g] = g % 2 ? 0x0001 : random_scale(&random, 0x0001, 0x0400);
		}
		break;
	case CH_DATA_HOT_ELEMENT:
		set_scales(cell->k_scales, 0x2400); /* 2^-6: with the query's 48, logits of a deviation of 3.4 */
		break;
	default:
		break;
	}
}

static void normal_query(ch_random *random, float sigma, int32_t dim, float *q)
{
	for (int32_t d = 0; d < dim; d++)
		q[d] = sigma * ch_random_normal(random);
}

/* `hot` elements that agree in sign with the common key of equal_cell, or disagree: a logit of +-size * hot / sqrt(dim). */
static void equal_query(const ch_case *one, ch_random *random, int hot, float size, float *q)
{
	ch_random key = random_for(one, 7, 0, 0);
	int8_t signs[CH_QSA_MAX_DIM];

	for (int d = 0; d < CH_QSA_MAX_DIM; d++)
		signs[d] = random_sign(&key);
	memset(q, 0, (size_t)one->qsa.head_dim * sizeof(float));
	for (int taken = 0; taken < hot;) {
		uint32_t d = ch_random_below(random, (uint32_t)one->qsa.head_dim);

		if (q[d] != 0.0f)
			continue;
		q[d] = size * (float)signs[d];
		taken++;
	}
}

/* The walk: over all heads and queries, each place of the selection is the one attended to (F44 and its like). */
static void one_cell_query(const ch_case *one, const ch_qsa_inputs *in, int32_t query, int32_t head, float *q)
{
	int32_t width = in->width[query];
	int32_t place = width ? (query * in->args.n_head + head) % width : 0;
	int32_t id = width ? in->ids[(size_t)query * (size_t)in->args.cap + (size_t)place] : 0;
	ch_qsa_content cell;

	ch_data_qsa_cell(one, id, head / one->qsa.heads, &cell);
	for (int32_t d = 0; d < one->qsa.head_dim; d++)
		q[d] = cell.k[d] > 0 ? 1.0f : -1.0f;
}

void ch_data_qsa_query(const ch_case *one, const ch_qsa_inputs *in, int32_t query, int32_t head, float *q)
{
	ch_random random = random_for(one, 6, query, head);
	int32_t dim = one->qsa.head_dim;

	switch (one->data) {
	case CH_DATA_EQUAL_LOGITS: /* below 1: a power of two times log2(e) would lose no bit that matters */
		equal_query(one, &random, 5, (float)random_sign(&random), q);
		break;
	case CH_DATA_LOW_LOGITS: /* -2^100 with 256 elements, -2^101 with 64: about -1e30 */
		equal_query(one, &random, 8, -0x1p101f, q);
		break;
	case CH_DATA_ONE_CELL:
		one_cell_query(one, in, query, head, q);
		break;
	case CH_DATA_LARGE_LOGITS: /* to +-5e4 (F40) */
		normal_query(&random, query % 2 ? 1e3f : 2e4f, dim, q);
		break;
	case CH_DATA_SUBNORMAL_SCALES:
		normal_query(&random, 500.0f, dim, q);
		break;
	case CH_DATA_HOT_ELEMENT: /* F38: walked over all elements */
		memset(q, 0, (size_t)dim * sizeof(float));
		q[(query * in->args.n_head + head) % dim] = 48.0f;
		break;
	case CH_DATA_ZEROS:
		normal_query(&random, 1.0f, dim, q);
		for (int32_t d = 0; d < dim; d++) {
			if (ch_random_below(&random, 3) == 0)
				q[d] = ch_random_next(&random) >> 63 ? 0.0f : -0.0f;
		}
		break;
	default:
		normal_query(&random, 1.0f, dim, q);
		break;
	}
}
