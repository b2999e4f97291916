/* SPDX-License-Identifier: Apache-2.0
 *
 * A fault takes cells from elsewhere, leaves some out, reads scales or the query otherwise, or combines the chunks otherwise: one
 * loop over the cells of a head with those four choices. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/qsa.h"
#include "suite/qsa_fault.h"

static const struct {
	const char *words, *clause;
} faults[CH_QSA_FAULT_COUNT] = {
	[CH_QSA_RIGHT] = {"nothing wrong", "QSA-VALUE"},
	[CH_QSA_QUERY_SWIZZLED] =
		{"query elements d and d ^ ((d >> 3) & 4) exchanged: written straight and read swizzled, or "
		 "the reverse",
		 "QSA-SWIZZLE"},
	[CH_QSA_PART_CHUNK_LOST] = {"the last chunk missing where it is not full", "QSA-VALUE"},
	[CH_QSA_LAST_CHUNK_LOST] = {"the last chunk missing", "QSA-VALUE"},
	[CH_QSA_FIRST_CHUNK_ALONE] = {"the first chunk alone", "QSA-VALUE"},
	[CH_QSA_LAST_CELL_LOST] = {"the last selected cell missing", "QSA-VALUE"},
	[CH_QSA_FIRST_CELL_LOST] = {"the first selected cell missing", "QSA-VALUE"},
	[CH_QSA_CHUNK_ENDS_LOST] = {"the 64th cell of each chunk missing", "QSA-VALUE"},
	[CH_QSA_UPPER_CELLS_LOST] = {"the upper 32 cells of each chunk missing", "QSA-VALUE"},
	[CH_QSA_FIRST_PAGE_FOR_ALL] = {"the page of the first cell taken for all cells", "QSA-SELECT"},
	[CH_QSA_NO_PAGE_TABLE] = {"logical pages taken for physical ones", "QSA-SELECT"},
	[CH_QSA_IDS_IGNORED] = {"the first cells of the context in place of the selected ones", "QSA-SELECT"},
	[CH_QSA_ROW_AFTER] = {"the cell after each selected one", "QSA-SELECT"},
	[CH_QSA_LAST_STALE] = {"the cell before the last in place of the last: a row not yet renewed", "QSA-SELECT"},
	[CH_QSA_TAIL_COUNTED] = {"the cell after the last selected one counted too", "QSA-SELECT"},
	[CH_QSA_PADDING_COUNTED] = {"the last chunk filled up with cells of logit 0 and value 0", "QSA-SELECT"},
	[CH_QSA_QUERY_BEFORE] = {"the selection of the query before", "QSA-SELECT"},
	[CH_QSA_KV_HEAD_FIRST] = {"KV head 0 for all heads", "QSA-VALUE"},
	[CH_QSA_KV_HEAD_MODULO] = {"KV head h mod n_kv_head for head h", "QSA-VALUE"},
	[CH_QSA_KV_HEAD_NEXT] = {"the KV head next to the right one", "QSA-VALUE"},
	[CH_QSA_HEAD_FIRST] = {"the query of the group's first head for all of its heads", "QSA-VALUE"},
	[CH_QSA_K_SCALE_FIRST] = {"the first scale of K's cells for all of their groups", "QSA-VALUE"},
	[CH_QSA_V_SCALE_FIRST] = {"the first scale of V's cells for all of their groups", "QSA-VALUE"},
	[CH_QSA_SCALES_FIRST] = {"the first scale of each cell for all of its groups", "QSA-VALUE"},
	[CH_QSA_K_SCALE_MISSING] = {"K's scales left out", "QSA-VALUE"},
	[CH_QSA_V_SCALE_MISSING] = {"V's scales left out", "QSA-VALUE"},
	[CH_QSA_SCALES_MISSING] = {"the scales left out", "QSA-VALUE"},
	[CH_QSA_SCALES_SWAPPED] = {"K's scales used for V, and V's for K", "QSA-VALUE"},
	[CH_QSA_SCALES_FLUSHED] = {"subnormal scales flushed to zero", "QSA-VALUE"},
	[CH_QSA_POOLS_SWAPPED] = {"K and V exchanged", "QSA-VALUE"},
	[CH_QSA_K_FOR_V] = {"K read in place of V", "QSA-VALUE"},
	[CH_QSA_NO_ROOT] = {"logits not divided by the square root of head_dim", "QSA-VALUE"},
	[CH_QSA_ROOT_TWICE] = {"logits divided by head_dim, not by its square root", "QSA-VALUE"},
	[CH_QSA_NO_MAXIMUM] = {"no maximum subtracted: the exponentials overflow, or all of them vanish", "QSA-VALUE"},
	[CH_QSA_NO_RESCALE] = {"chunks merged without rescaling to the common maximum", "QSA-VALUE"},
	[CH_QSA_CHUNK_MEAN] = {"the mean of the chunks' results, whatever their weight", "QSA-VALUE"},
	[CH_QSA_NO_DIVISION] = {"no division by the sum of the weights", "QSA-VALUE"},
	[CH_QSA_EQUAL_WEIGHTS] = {"all selected cells weighing the same", "QSA-VALUE"},
};

/* One cell as the faulty kernel sees it. */
typedef struct seen_cell {
	double logit;
	int32_t chunk;
	double v[CH_QSA_MAX_HEAD_DIM];
} seen_cell;

typedef struct looking {
	const ch_qsa_args *args;
	ch_qsa_fault fault;
	int32_t query, head, kv_head, width;
	const int32_t *ids;
	const float *q;
} looking;

static bool begin(looking *at, const ch_qsa_args *args, ch_qsa_fault fault, int32_t query, int32_t head)
{
	int32_t heads = args->n_head / args->n_kv_head;
	int32_t source = fault == CH_QSA_QUERY_BEFORE ? query - 1 : query;

	if (source < 0)
		return false;
	*at = (looking){.args = args,
			.fault = fault,
			.query = query,
			.head = head,
			.kv_head = head / heads,
			.width = args->width[source],
			.ids = args->ids + (ptrdiff_t)source * args->cap};
	switch (fault) {
	case CH_QSA_KV_HEAD_FIRST:
		at->kv_head = 0;
		break;
	case CH_QSA_KV_HEAD_MODULO:
		at->kv_head = head % args->n_kv_head;
		break;
	case CH_QSA_KV_HEAD_NEXT:
		at->kv_head = (at->kv_head + 1) % args->n_kv_head;
		break;
	case CH_QSA_HEAD_FIRST:
		at->head = head / heads * heads;
		break;
	default:
		break;
	}
	at->q = args->q + ((ptrdiff_t)query * args->n_head + at->head) * args->head_dim;
	return true;
}

/* Whether the kernel counts cell n of the list at all. */
static bool counts(const looking *at, int32_t n)
{
	int32_t chunks = (at->width + CH_QSA_CHUNK - 1) / CH_QSA_CHUNK;

	switch (at->fault) {
	case CH_QSA_PART_CHUNK_LOST:
		return n < at->width / CH_QSA_CHUNK * CH_QSA_CHUNK;
	case CH_QSA_LAST_CHUNK_LOST:
		return n / CH_QSA_CHUNK != chunks - 1;
	case CH_QSA_FIRST_CHUNK_ALONE:
		return n < CH_QSA_CHUNK;
	case CH_QSA_LAST_CELL_LOST:
		return n != at->width - 1;
	case CH_QSA_FIRST_CELL_LOST:
		return n != 0;
	case CH_QSA_CHUNK_ENDS_LOST:
		return n % CH_QSA_CHUNK != CH_QSA_CHUNK - 1;
	case CH_QSA_UPPER_CELLS_LOST:
		return n % CH_QSA_CHUNK < CH_QSA_CHUNK / 2;
	default:
		return true;
	}
}

/* The row of both pools where the kernel finds cell n of the list, or -1 where there is none. */
static int64_t row_of(const looking *at, int32_t n)
{
	const ch_qsa_args *args = at->args;
	int64_t id = n < at->width ? at->ids[n] : (int64_t)at->ids[at->width - 1] + 1, first = at->ids[0];

	if (at->fault == CH_QSA_IDS_IGNORED)
		id = n;
	else if (at->fault == CH_QSA_ROW_AFTER)
		id++;
	else if (at->fault == CH_QSA_LAST_STALE && n == at->width - 1 && n > 0)
		id = at->ids[n - 1];
	int64_t logical = id / args->page_size;

	if (at->fault == CH_QSA_FIRST_PAGE_FOR_ALL)
		logical = first / args->page_size;
	if (id < 0 || logical >= args->logical_pages)
		return -1;
	int64_t page = at->fault == CH_QSA_NO_PAGE_TABLE ? logical : args->page_table[logical];

	if (page < 0 || page >= args->pages)
		return -1;
	return (page * args->n_kv_head + at->kv_head) * args->page_size + id % args->page_size;
}

static double scale_of(const looking *at, bool of_k, int64_t row, int32_t d)
{
	const ch_qsa_args *args = at->args;
	int32_t groups = args->head_dim / CH_QSA_SCALE_VALUES, group = d / CH_QSA_SCALE_VALUES;
	ch_qsa_fault fault = at->fault;
	bool use_k = fault == CH_QSA_SCALES_SWAPPED ? !of_k : of_k;

	if (args->pool != CH_POOL_INT8 || fault == CH_QSA_SCALES_MISSING ||
	    fault == (of_k ? CH_QSA_K_SCALE_MISSING : CH_QSA_V_SCALE_MISSING))
		return 1.0;
	if (fault == CH_QSA_SCALES_FIRST || fault == (of_k ? CH_QSA_K_SCALE_FIRST : CH_QSA_V_SCALE_FIRST))
		group = 0;
	uint16_t scale = (use_k ? args->k_scales : args->v_scales)[row * groups + group];

	if (fault == CH_QSA_SCALES_FLUSHED && (scale & 0x7c00u) == 0)
		return 0.0;
	return (double)ch_half_to_float(scale);
}

static double value_at(const looking *at, bool of_k, int64_t row, int32_t d)
{
	const ch_qsa_args *args = at->args;
	bool read_k = of_k || at->fault == CH_QSA_K_FOR_V;

	if (at->fault == CH_QSA_POOLS_SWAPPED)
		read_k = !read_k;
	const void *pool = read_k ? args->k : args->v;
	int64_t index = row * args->head_dim + d;

	if (args->pool == CH_POOL_FP16)
		return (double)ch_half_to_float(((const uint16_t *)pool)[index]);
	return scale_of(at, read_k, row, d) * ((const int8_t *)pool)[index];
}

static void see(const looking *at, int64_t row, int32_t n, seen_cell *cell)
{
	int32_t dim = at->args->head_dim;
	double sum = 0.0, root = (double)ch_qsa_score_scale(dim);

	for (int32_t d = 0; d < dim; d++) {
		uint32_t from = at->fault == CH_QSA_QUERY_SWIZZLED ? ch_qsa_swizzle((uint32_t)d) : (uint32_t)d;

		sum += (double)at->q[from] * value_at(at, true, row, d);
		cell->v[d] = value_at(at, false, row, d);
	}
	if (at->fault == CH_QSA_NO_ROOT)
		root = 1.0;
	else if (at->fault == CH_QSA_ROOT_TWICE)
		root *= root;
	cell->logit = at->fault == CH_QSA_EQUAL_WEIGHTS ? 0.0 : sum * root;
	cell->chunk = n / CH_QSA_CHUNK;
}

/* A running sum with the maximum so far. */
typedef struct sum {
	double m, l;
	double a[CH_QSA_MAX_HEAD_DIM], magnitude[CH_QSA_MAX_HEAD_DIM];
} sum;

static void clear(sum *to)
{
	memset(to, 0, sizeof(*to));
	to->m = -INFINITY;
}

static void rescale(sum *to, int32_t dim, double factor)
{
	to->l *= factor;
	for (int32_t d = 0; d < dim; d++) {
		to->a[d] *= factor;
		to->magnitude[d] *= factor;
	}
}

static void add_cell(sum *to, const seen_cell *cell, int32_t dim, bool no_maximum)
{
	double p;

	if (no_maximum) { /* as binary32 has it */
		p = (double)expf((float)cell->logit);
	} else {
		if (!(cell->logit <= to->m)) {
			if (isfinite(to->m))
				rescale(to, dim, exp(to->m - cell->logit));
			to->m = cell->logit;
		}
		p = exp(cell->logit - to->m);
	}
	to->l += p;
	for (int32_t d = 0; d < dim; d++) {
		to->a[d] += p * cell->v[d];
		to->magnitude[d] += p * fabs(cell->v[d]);
	}
}

/* A chunk's sum into the whole one, as the faulty merge does it. */
static void merge(const looking *at, sum *whole, sum *chunk)
{
	int32_t dim = at->args->head_dim;
	double factor = 1.0;

	if (at->fault == CH_QSA_CHUNK_MEAN && chunk->l > 0.0)
		factor = 1.0 / chunk->l;
	else if (at->fault != CH_QSA_NO_RESCALE && at->fault != CH_QSA_NO_MAXIMUM) {
		if (chunk->m > whole->m) {
			if (isfinite(whole->m))
				rescale(whole, dim, exp(whole->m - chunk->m));
			whole->m = chunk->m;
		}
		factor = exp(chunk->m - whole->m);
	}
	whole->l += factor * chunk->l;
	for (int32_t d = 0; d < dim; d++) {
		whole->a[d] += factor * chunk->a[d];
		whole->magnitude[d] += factor * chunk->magnitude[d];
	}
}

static void divide(const looking *at, const sum *whole, double *out, double *magnitude)
{
	double l = at->fault == CH_QSA_NO_DIVISION ? 1.0 : whole->l;

	/* no chunk has a cell: 0, as for an empty selection; exponentials that all vanish are 0 / 0 */
	bool nothing = whole->l == 0.0 && at->fault != CH_QSA_NO_MAXIMUM;

	for (int32_t d = 0; d < at->args->head_dim; d++) {
		out[d] = nothing ? 0.0 : whole->a[d] / l;
		magnitude[d] = nothing ? 0.0 : fabs(whole->magnitude[d] / l);
	}
}

static bool makes_sense(const looking *at)
{
	if (at->width == 0)
		return at->fault == CH_QSA_RIGHT || at->fault == CH_QSA_QUERY_BEFORE;
	if (at->fault == CH_QSA_PADDING_COUNTED)
		return at->width % CH_QSA_CHUNK != 0;
	/* one chunk needs no merge */
	if (at->fault == CH_QSA_NO_RESCALE || at->fault == CH_QSA_CHUNK_MEAN)
		return at->width > CH_QSA_CHUNK;
	return true;
}

bool ch_qsa_fault_head(const ch_qsa_args *args, ch_qsa_fault fault, int32_t query, int32_t head, double *out,
		       double *magnitude)
{
	int32_t dim = args->head_dim;
	sum whole, chunk;
	seen_cell cell;
	looking at;

	if (!begin(&at, args, fault, query, head) || !makes_sense(&at))
		return false;
	int32_t last = at.width - (fault != CH_QSA_TAIL_COUNTED);

	clear(&whole);
	clear(&chunk);
	for (int32_t n = 0; n <= last; n++) {
		int64_t row = counts(&at, n) ? row_of(&at, n) : 0;

		if (row < 0)
			return false;
		if (counts(&at, n)) {
			see(&at, row, n, &cell);
			add_cell(&chunk, &cell, dim, fault == CH_QSA_NO_MAXIMUM);
		}
		if (n == last && fault == CH_QSA_PADDING_COUNTED) {
			memset(&cell, 0, sizeof(cell));
			for (int32_t pad = n + 1; pad % CH_QSA_CHUNK; pad++)
				add_cell(&chunk, &cell, dim, false);
		}
		if (n % CH_QSA_CHUNK == CH_QSA_CHUNK - 1 || n == last) {
			if (chunk.l != 0.0)
				merge(&at, &whole, &chunk);
			clear(&chunk);
		}
	}
	divide(&at, &whole, out, magnitude);
	return true;
}

const char *ch_qsa_fault_words(ch_qsa_fault fault)
{
	return faults[fault].words;
}

const char *ch_qsa_fault_clause(ch_qsa_fault fault)
{
	return faults[fault].clause;
}

/* The least of p * scale / bound of one head. `logits` has room for the widest query. */
static double head_power(const looking *at, const double *bound, double *logits)
{
	int32_t dim = at->args->head_dim, least = 0;
	double most = -INFINITY, total = 0.0, power = INFINITY;
	seen_cell cell;

	for (int32_t n = 0; n < at->width; n++) {
		see(at, row_of(at, n), n, &cell);
		logits[n] = cell.logit;
		most = fmax(most, cell.logit);
		least = cell.logit < logits[least] ? n : least;
	}
	for (int32_t n = 0; n < at->width; n++)
		total += exp(logits[n] - most);
	for (int32_t d = 0; d < dim; d++) {
		double change = exp(logits[least] - most) / total * scale_of(at, false, row_of(at, least), d);

		if (change != 0.0 && bound[d] > 0.0)
			power = fmin(power, fabs(change) / bound[d]);
	}
	return power;
}

double ch_qsa_power(const ch_qsa_args *args, const double *bound)
{
	double power = INFINITY, *logits = malloc(sizeof(double) * (size_t)args->cap);
	looking at;

	for (int32_t i = 0; logits && i < args->n_q; i++) {
		for (int32_t h = 0; h < args->n_head; h++) {
			ptrdiff_t first = ((ptrdiff_t)i * args->n_head + h) * args->head_dim;

			if (args->width[i] > 0 && begin(&at, args, CH_QSA_RIGHT, i, h))
				power = fmin(power, head_power(&at, bound + first, logits));
		}
	}
	free(logits);
	return isfinite(power) ? power : -1.0;
}
