/* SPDX-License-Identifier: Apache-2.0
 *
 * Pages, the selection, and the poison around it; the numbers themselves are made in data_qsa_values.c. */
#include <stdlib.h>
#include <string.h>

#include "reference/random.h"
#include "suite/data_qsa.h"

enum { SPARE_PAGES = 3 };

/* What is put together here. */
typedef struct ch_qsa_making {
	const ch_case *one;
	const ch_case_qsa *qsa;
	bool changed;
	ch_qsa_inputs *inputs;
	int32_t *
		physical; /* logical page -> page, for all of them; the table shows only those that are selected from */
	int32_t *choice;  /* cells that may be selected */
	int32_t choices;
} ch_qsa_making;

static ch_random random_of(const ch_qsa_making *make, uint64_t what, ch_qsa_change change)
{
	bool other = make->changed && make->qsa->change == change;

	return (ch_random){make->one->seed ^ what * 0x9e3779b97f4a7c15u ^ (other ? UINT64_C(0x5bd1e995) : 0)};
}

static int32_t widest(const ch_case_qsa *qsa)
{
	int32_t most = 0;

	for (int32_t i = 0; i < qsa->width_count; i++)
		most = qsa->widths[i] > most ? qsa->widths[i] : most;
	return most;
}

static bool possible(const ch_case_qsa *qsa)
{
	return qsa->n_q > 0 && qsa->heads > 0 && qsa->n_kv_head > 0 && qsa->head_dim > 0 &&
	       qsa->head_dim <= CH_QSA_MAX_DIM && qsa->head_dim % CH_QSA_SCALE_VALUES == 0 && qsa->page_size > 0 &&
	       qsa->context > 0 && qsa->width_count > 0 && qsa->width_count <= CH_QSA_CASE_WIDTHS;
}

static ch_status allocate(ch_qsa_making *make)
{
	const ch_case_qsa *qsa = make->qsa;
	ch_qsa_inputs *in = make->inputs;
	int32_t logical = (qsa->context + qsa->page_size - 1) / qsa->page_size, pages = logical + SPARE_PAGES;
	size_t cells = (size_t)pages * (size_t)qsa->n_kv_head * (size_t)qsa->page_size;
	size_t element = qsa->pool == CH_POOL_INT8 ? 1 : 2, cap = (size_t)widest(qsa) + 3;

	in->q_bytes = (size_t)qsa->n_q * (size_t)(qsa->heads * qsa->n_kv_head * qsa->head_dim) * sizeof(float);
	in->out_bytes = in->q_bytes;
	in->pool_bytes = cells * (size_t)qsa->head_dim * element;
	in->scale_bytes = qsa->pool == CH_POOL_INT8
				  ? cells * (size_t)(qsa->head_dim / CH_QSA_SCALE_VALUES) * sizeof(uint16_t)
				  : 0;
	in->table_bytes = (size_t)logical * sizeof(int32_t);
	in->ids_bytes = (size_t)qsa->n_q * cap * sizeof(int32_t);
	in->width_bytes = (size_t)qsa->n_q * sizeof(int32_t);
	in->q = malloc(in->q_bytes);
	in->k = malloc(in->pool_bytes);
	in->v = malloc(in->pool_bytes);
	in->k_scales = in->scale_bytes ? malloc(in->scale_bytes) : NULL;
	in->v_scales = in->scale_bytes ? malloc(in->scale_bytes) : NULL;
	in->page_table = malloc(in->table_bytes);
	in->ids = malloc(in->ids_bytes);
	in->width = malloc(in->width_bytes);
	make->physical = malloc(in->table_bytes);
	make->choice = malloc((size_t)qsa->context * sizeof(int32_t));
	if (!in->q || !in->k || !in->v || !in->page_table || !in->ids || !in->width || !make->physical ||
	    !make->choice || (in->scale_bytes && (!in->k_scales || !in->v_scales)))
		return CH_OUT_OF_MEMORY;
	in->args = (ch_qsa_args){
		.struct_size = sizeof(ch_qsa_args),
		.variant = CH_VARIANT_DEFAULT,
		.pool = qsa->pool,
		.entry = qsa->entry,
		.n_q = qsa->n_q,
		.n_head = qsa->heads * qsa->n_kv_head,
		.n_kv_head = qsa->n_kv_head,
		.head_dim = qsa->head_dim,
		.page_size = qsa->page_size,
		.pages = pages,
		.logical_pages = logical,
		.cap = (int32_t)cap,
		.q = in->q,
		.k = in->k,
		.v = in->v,
		.k_scales = in->k_scales,
		.v_scales = in->v_scales,
		.page_table = in->page_table,
		.ids = in->ids,
		.width = in->width,
	};
	return CH_OK;
}

/* F42: NaN shows what is multiplied by a weight of zero, an infinity and a large scale what enters the maximum, which a NaN
 * would leave alone. */
static void poison_pool(ch_random *random, const ch_qsa_inputs *in, void *pool, uint16_t *scales)
{
	static const uint16_t bad[] = {0x7e00, 0xfdff, 0x7c00, 0xfc00, 0x7bff, 0x3c00};

	if (!scales) {
		for (size_t i = 0; i < in->pool_bytes / 2; i++)
			((uint16_t *)pool)[i] = bad[ch_random_next(random) >> 32 & 3];
		return;
	}
	for (size_t i = 0; i < in->pool_bytes; i++)
		((int8_t *)pool)[i] = ch_random_next(random) >> 63 ? 127 : -127;
	for (size_t i = 0; i < in->scale_bytes / 2; i++)
		scales[i] = bad[ch_random_below(random, sizeof(bad) / sizeof(bad[0]))];
}

static void poison_indices(ch_random *random, int32_t pages, int32_t *index, size_t count)
{
	const int32_t bad[] = {-1, INT32_MIN, INT32_MAX, pages, 0x40000000};

	for (size_t i = 0; i < count; i++)
		index[i] = bad[ch_random_below(random, sizeof(bad) / sizeof(bad[0]))];
}

static void poison_all(const ch_qsa_making *make)
{
	ch_random random = random_of(make, 1, CH_QSA_OTHER_POISON);
	ch_qsa_inputs *in = make->inputs;

	poison_pool(&random, in, in->k, in->k_scales);
	poison_pool(&random, in, in->v, in->v_scales);
	poison_indices(&random, in->args.pages, in->page_table, in->table_bytes / sizeof(int32_t));
	poison_indices(&random, in->args.pages, in->ids, in->ids_bytes / sizeof(int32_t));
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
	while (b) {
		uint32_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static void place_pages(const ch_qsa_making *make)
{
	ch_random random = random_of(make, 2, CH_QSA_PERMUTE_PAGES);
	int32_t logical = make->inputs->args.logical_pages;
	uint32_t pages = (uint32_t)make->inputs->args.pages;

	/* a step that has no divisor in common with the number of pages meets each page once */
	uint32_t step = 1 + ch_random_below(&random, pages - 1), at = ch_random_below(&random, pages);

	while (common_divisor(step, pages) != 1)
		step++;
	for (int32_t page = 0; page < logical; page++) {
		make->physical[page] = (int32_t)at;
		at = (at + step) % pages;
	}
	if (make->changed && make->qsa->change == CH_QSA_SHARE_PAGE && logical > 1)
		make->physical[1] = make->physical[0];
}

static void list_choices(ch_qsa_making *make)
{
	const ch_case_qsa *qsa = make->qsa;

	make->choices = 0;
	for (int32_t id = 0; id < qsa->context; id++) {
		if (!(qsa->masked && id / qsa->page_size % 3 == 1))
			make->choice[make->choices++] = id;
	}
}

static int ascending(const void *a, const void *b)
{
	int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;

	return (left > right) - (left < right);
}

static void shuffle(ch_random *random, int32_t *list, int32_t count)
{
	for (int32_t i = count - 1; i > 0; i--) {
		int32_t other = (int32_t)ch_random_below(random, (uint32_t)i + 1), kept = list[i];

		list[i] = list[other];
		list[other] = kept;
	}
}

/* Every other query has its ids in ascending order, as a selection by score and then by place has them; one in five selects a
 * cell twice. */
static void select_cells(const ch_qsa_making *make)
{
	const ch_case_qsa *qsa = make->qsa;
	ch_random random = random_of(make, 3, CH_QSA_NO_CHANGE), mixing = random_of(make, 4, CH_QSA_NO_CHANGE);

	for (int32_t i = 0; i < qsa->n_q; i++) {
		int32_t width = qsa->widths[i % qsa->width_count];
		int32_t *ids = make->inputs->ids + (size_t)i * (size_t)make->inputs->args.cap;

		make->inputs->width[i] = width;
		for (int32_t n = 0; n < width; n++) {
			int32_t taken = n % make->choices;
			int32_t other = taken + (int32_t)ch_random_below(&random, (uint32_t)(make->choices - taken));
			int32_t id = make->choice[other];

			make->choice[other] = make->choice[taken];
			make->choice[taken] = id;
			ids[n] = id;
		}
		if (i % 5 == 2 && width > 1)
			ids[width - 1] = ids[0];
		if (i % 2)
			qsort(ids, (size_t)width, sizeof(*ids), ascending);
		if (make->changed && qsa->change == CH_QSA_MIX_CHUNKS)
			shuffle(&mixing, ids, width);
		for (int32_t n = 0; make->changed && qsa->change == CH_QSA_MIX_IN_CHUNK && n < width; n += CH_QSA_CHUNK)
			shuffle(&mixing, ids + n, width - n < CH_QSA_CHUNK ? width - n : CH_QSA_CHUNK);
	}
}

static uint16_t pool_half(int8_t code, uint16_t scale)
{
	float value = (float)code * ch_half_to_float(scale);

	return ch_float_to_half(value > 65504.0f ? 65504.0f : value < -65504.0f ? -65504.0f : value);
}

static void write_cell(const ch_qsa_making *make, int32_t id)
{
	const ch_case_qsa *qsa = make->qsa;
	ch_qsa_inputs *in = make->inputs;
	size_t dim = (size_t)qsa->head_dim, groups = dim / CH_QSA_SCALE_VALUES, page_size = (size_t)qsa->page_size;
	int32_t logical = id / qsa->page_size, page = make->physical[logical];
	int32_t content = qsa->change == CH_QSA_SHARE_PAGE && logical == 1 ? id - qsa->page_size : id;

	in->page_table[logical] = page;
	for (int32_t kv = 0; kv < qsa->n_kv_head; kv++) {
		size_t row = ((size_t)page * (size_t)qsa->n_kv_head + (size_t)kv) * page_size + (size_t)id % page_size;
		ch_qsa_content cell;

		ch_data_qsa_cell(make->one, content, kv, &cell);
		if (qsa->pool == CH_POOL_INT8) {
			memcpy((int8_t *)in->k + row * dim, cell.k, dim);
			memcpy((int8_t *)in->v + row * dim, cell.v, dim);
			memcpy(in->k_scales + row * groups, cell.k_scales, groups * sizeof(uint16_t));
			memcpy(in->v_scales + row * groups, cell.v_scales, groups * sizeof(uint16_t));
			continue;
		}
		for (size_t d = 0; d < dim; d++) {
			((uint16_t *)in->k)[row * dim + d] =
				pool_half(cell.k[d], cell.k_scales[d / CH_QSA_SCALE_VALUES]);
			((uint16_t *)in->v)[row * dim + d] =
				pool_half(cell.v[d], cell.v_scales[d / CH_QSA_SCALE_VALUES]);
		}
	}
}

static void write_selected(const ch_qsa_making *make)
{
	const ch_qsa_args *args = &make->inputs->args;

	/* the list of choices is done with: now it says which cells have been written */
	memset(make->choice, 0, (size_t)make->qsa->context * sizeof(int32_t));
	for (int32_t i = 0; i < args->n_q; i++) {
		for (int32_t n = 0; n < args->width[i]; n++) {
			int32_t id = args->ids[(size_t)i * (size_t)args->cap + (size_t)n];

			if (!make->choice[id]++)
				write_cell(make, id);
		}
	}
}

ch_status ch_data_make_qsa(const ch_case *one, bool changed, ch_qsa_inputs *inputs)
{
	ch_qsa_making make = {.one = one, .qsa = &one->qsa, .changed = changed, .inputs = inputs};

	*inputs = (ch_qsa_inputs){0};
	if (!possible(&one->qsa))
		return CH_BAD_SHAPE;
	ch_status status = allocate(&make);

	if (!status) {
		poison_all(&make);
		place_pages(&make);
		list_choices(&make);
		select_cells(&make);
		write_selected(&make);
		size_t dim = (size_t)one->qsa.head_dim, heads = (size_t)inputs->args.n_head;

		for (int32_t i = 0; i < one->qsa.n_q; i++) {
			for (int32_t h = 0; h < inputs->args.n_head; h++)
				ch_data_qsa_query(one, inputs, i, h, inputs->q + ((size_t)i * heads + (size_t)h) * dim);
		}
	}
	free(make.physical);
	free(make.choice);
	if (status)
		ch_data_free_qsa(inputs);
	return status;
}

void ch_data_free_qsa(ch_qsa_inputs *inputs)
{
	free(inputs->q);
	free(inputs->k);
	free(inputs->v);
	free(inputs->k_scales);
	free(inputs->v_scales);
	free(inputs->page_table);
	free(inputs->ids);
	free(inputs->width);
	*inputs = (ch_qsa_inputs){0};
}
