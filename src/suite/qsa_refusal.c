/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention that must be refused with a sentence, before anything runs: one thing is wrong in each call. */
#include "suite/data_qsa.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What a row changes: a count, a pointer that becomes NULL, or an entry of an input. */
typedef enum ch_wrong { WRONG_COUNT, WRONG_KIND, WRONG_POINTER, WRONG_WIDTH, WRONG_ID, WRONG_PAGE } ch_wrong;

#define FIELD(member) offsetof(ch_qsa_args, member)

static const struct {
	const char *name, *words;
	ch_wrong wrong;
	size_t offset; /* of the count, the kind or the pointer within ch_qsa_args */
	int32_t value; /* of the count or the kind; or how far beyond the last right one an entry is, negative: itself */
} rows[] = {
	{"no-queries", "n_q is 0", WRONG_COUNT, FIELD(n_q), 0},
	{"negative-queries", "n_q is -1", WRONG_COUNT, FIELD(n_q), -1},
	{"queries-65536", "n_q is 65536", WRONG_COUNT, FIELD(n_q), CH_QSA_MAX_QUERIES + 1},
	{"heads-33-kv2", "33 query heads over 2 KV heads", WRONG_COUNT, FIELD(n_head), 33},
	{"heads-8-kv2", "4 query heads to a KV head of dimension 256", WRONG_COUNT, FIELD(n_head), 8},
	{"no-heads", "n_head is 0", WRONG_COUNT, FIELD(n_head), 0},
	{"negative-heads", "n_head is -24", WRONG_COUNT, FIELD(n_head), -24},
	{"no-kv-heads", "n_kv_head is 0", WRONG_COUNT, FIELD(n_kv_head), 0},
	{"negative-kv-heads", "n_kv_head is -2", WRONG_COUNT, FIELD(n_kv_head), -2},
	{"head-dim-0", "head_dim is 0", WRONG_COUNT, FIELD(head_dim), 0},
	{"head-dim-64", "head_dim is 64 with 12 query heads to a KV head", WRONG_COUNT, FIELD(head_dim), 64},
	{"head-dim-128", "head_dim is 128", WRONG_COUNT, FIELD(head_dim), 128},
	{"page-size-0", "page_size is 0", WRONG_COUNT, FIELD(page_size), 0},
	{"negative-page-size", "page_size is -16", WRONG_COUNT, FIELD(page_size), -16},
	{"no-pages", "the pool has no pages", WRONG_COUNT, FIELD(pages), 0},
	{"no-logical-pages", "the page table has no entries", WRONG_COUNT, FIELD(logical_pages), 0},
	{"negative-cap", "cap is -1", WRONG_COUNT, FIELD(cap), -1},
	{"pool-unknown", "the pool is of an unknown kind", WRONG_KIND, FIELD(pool), CH_POOL_COUNT},
	{"entry-unknown", "the entry is unknown", WRONG_KIND, FIELD(entry), CH_QSA_ENTRY_COUNT},
	{"step-3-queries", "the step entry with 3 queries", WRONG_COUNT, FIELD(entry), CH_QSA_STEP},
	{"width-over-cap", "a width is one more than cap", WRONG_WIDTH, 0, 1},
	{"negative-width", "a width is -1", WRONG_WIDTH, 0, -1},
	{"id-past-table", "a selected id is one past the page table's cells", WRONG_ID, 0, 0},
	{"negative-id", "a selected id is -1", WRONG_ID, 0, -1},
	{"page-past-pool", "a selected cell's page is one past the pool", WRONG_PAGE, 0, 0},
	{"negative-page", "a selected cell's page is -1", WRONG_PAGE, 0, -1},
	{"null-q", "q is null", WRONG_POINTER, FIELD(q), 0},
	{"null-k", "k is null", WRONG_POINTER, FIELD(k), 0},
	{"null-v", "v is null", WRONG_POINTER, FIELD(v), 0},
	{"null-k-scales", "k_scales is null with an INT8 pool", WRONG_POINTER, FIELD(k_scales), 0},
	{"null-v-scales", "v_scales is null with an INT8 pool", WRONG_POINTER, FIELD(v_scales), 0},
	{"null-page-table", "page_table is null", WRONG_POINTER, FIELD(page_table), 0},
	{"null-ids", "ids is null", WRONG_POINTER, FIELD(ids), 0},
	{"null-width", "width is null", WRONG_POINTER, FIELD(width), 0},
	{"null-out", "out is null", WRONG_POINTER, FIELD(out), 0},
};

uint32_t ch_qsa_refusal_count(void)
{
	return COUNT(rows);
}

const char *ch_qsa_refusal_name(uint32_t row)
{
	return row < COUNT(rows) ? rows[row].name : "unknown";
}

const char *ch_qsa_refusal_words(uint32_t row)
{
	return row < COUNT(rows) ? rows[row].words : "unknown";
}

ch_status ch_qsa_refusal_status(uint32_t row)
{
	bool argument = row < COUNT(rows) && (rows[row].wrong == WRONG_KIND || rows[row].wrong == WRONG_POINTER);

	return argument ? CH_BAD_ARGUMENT : CH_BAD_SHAPE;
}

void ch_qsa_refusal_apply(uint32_t row, ch_qsa_inputs *in)
{
	ch_qsa_args *args = &in->args;
	int32_t last = args->n_q - 1, *ids = in->ids + (ptrdiff_t)last * args->cap;
	void *place;

	if (row >= COUNT(rows))
		return;
	int32_t value = rows[row].value;

	switch (rows[row].wrong) {
	case WRONG_COUNT:
	case WRONG_KIND:
		place = (char *)args + rows[row].offset;
		*(int32_t *)place = value;
		break;
	case WRONG_POINTER:
		place = (char *)args + rows[row].offset;
		*(void **)place = NULL;
		if (rows[row].offset == FIELD(out))
			in->out_bytes = 0;
		break;
	case WRONG_WIDTH:
		in->width[last] = value < 0 ? value : args->cap + value;
		break;
	case WRONG_ID: /* the last one of the last query: all of them are to be looked at */
		ids[in->width[last] - 1] = value < 0 ? value : args->logical_pages * args->page_size;
		break;
	case WRONG_PAGE:
	default:
		in->page_table[ids[in->width[last] - 1] / args->page_size] = value < 0 ? value : args->pages;
		break;
	}
}
