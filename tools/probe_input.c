/* SPDX-License-Identifier: Apache-2.0
 *
 * The probe's input: integers of SplitMix64 and float operations that are exact, so that no compiler and no libm has a say in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checkhip/formats.h"
#include "probe.h"
#include "reference/random.h"

enum { SPARE_PAGES = 3, MASK_EVERY = 3, ALIGNMENT = 256 };

/* The arrays in one allocation, each on a boundary of its own. */
enum { Q, K, V, K_SCALES, V_SCALES, TABLE, IDS, WIDTH, OUT, ARRAYS };

typedef struct layout {
	size_t bytes[ARRAYS], offset[ARRAYS], total;
} layout;

uint64_t ch_probe_digest(uint64_t before, const void *data, size_t bytes)
{
	const uint8_t *at = data;

	for (size_t i = 0; i < bytes; i++)
		before = (before ^ at[i]) * 0x100000001b3u;
	return before;
}

static bool is_masked(const ch_probe_shape *shape, int64_t page)
{
	return shape->masked && page % MASK_EVERY == 1;
}

static int32_t cells_to_select(const ch_probe_shape *shape)
{
	int32_t count = 0;

	for (int32_t cell = 0; cell < shape->context; cell++)
		count += !is_masked(shape, cell / shape->page_size);
	return count;
}

/* Overflow of a size_t is out of reach: 65535 queries times 2^22 cells or 12 * 64 heads of 256 floats. */
static void lay_out(const ch_qsa_args *args, layout *made)
{
	const size_t cells = (size_t)args->pages * (size_t)args->n_kv_head * (size_t)args->page_size;
	const size_t values = cells * (size_t)args->head_dim;
	const size_t outputs = (size_t)args->n_q * (size_t)args->n_head * (size_t)args->head_dim;
	const bool int8 = args->pool == CH_POOL_INT8;
	const size_t scales = int8 ? values / CH_QSA_SCALE_VALUES * sizeof(uint16_t) : 0;

	*made = (layout){.bytes = {
				 [Q] = outputs * sizeof(float),
				 [K] = values * (int8 ? 1 : sizeof(uint16_t)),
				 [V] = values * (int8 ? 1 : sizeof(uint16_t)),
				 [K_SCALES] = scales,
				 [V_SCALES] = scales,
				 [TABLE] = (size_t)args->logical_pages * sizeof(int32_t),
				 [IDS] = (size_t)args->n_q * (size_t)args->cap * sizeof(int32_t),
				 [WIDTH] = (size_t)args->n_q * sizeof(int32_t),
				 [OUT] = outputs * sizeof(float),
			 }};
	for (int i = 0; i < ARRAYS; i++) {
		made->offset[i] = made->total;
		made->total += (made->bytes[i] + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	}
}

/* Logical pages to physical ones, shuffled; some physical pages are nobody's. A masked page's entry is never read. */
static void make_table(const ch_probe_shape *shape, const ch_qsa_args *args, ch_random *random, int32_t *table,
		       int32_t *shuffled)
{
	for (int32_t i = 0; i < args->pages; i++)
		shuffled[i] = i;
	for (int32_t i = args->pages - 1; i > 0; i--) {
		uint32_t j = ch_random_below(random, (uint32_t)i + 1);
		int32_t page = shuffled[i];

		shuffled[i] = shuffled[j];
		shuffled[j] = page;
	}
	for (int32_t i = 0; i < args->logical_pages; i++)
		table[i] = is_masked(shape, i) ? -1 : shuffled[i];
}

/* Each query's cells: so many of those that may be selected, each set alike likely, rising. */
static void make_selection(const ch_probe_shape *shape, const ch_qsa_args *args, ch_random *random, int32_t cells,
			   int32_t *ids, int32_t *width)
{
	for (int32_t query = 0; query < args->n_q; query++) {
		int32_t *row = ids + (size_t)query * (size_t)args->cap;
		int32_t wanted = args->cap, left = cells, taken = 0;

		if (shape->masked) /* widths from the whole down to a part of the last chunk, and never 0 */
			wanted -= (int32_t)ch_random_below(random, (uint32_t)args->cap);
		width[query] = wanted;
		for (int32_t cell = 0; taken < wanted; cell++) {
			if (is_masked(shape, cell / shape->page_size))
				continue;
			if (ch_random_below(random, (uint32_t)left) < (uint32_t)(wanted - taken))
				row[taken++] = cell;
			left--;
		}
		for (int32_t i = taken; i < args->cap; i++)
			row[i] = INT32_MIN; /* past the width: never read */
	}
}

static void fill_codes(ch_random *random, int8_t *codes, size_t count)
{
	for (size_t i = 0; i < count; i += 8) {
		uint64_t bits = ch_random_next(random);

		for (size_t j = 0; j < 8; j++, bits >>= 8) {
			int8_t code = (int8_t)(bits & 0xff);

			codes[i + j] = code == -128 ? -127 : code;
		}
	}
}

/* Near 2^-6: so a logit, the sum of 256 products over 16, has a variance near 1. */
static void fill_scales(ch_random *random, uint16_t *scales, size_t count)
{
	for (size_t i = 0; i < count; i++)
		scales[i] = ch_float_to_half((1.0f + 0.5f * ch_random_unit(random)) * 0x1p-6f);
}

/* Finite, from 2^-4 to just under 2, either sign. */
static void fill_halves(ch_random *random, uint16_t *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t bits = ch_random_next(random) >> 48;

		values[i] = (uint16_t)((bits & 0x83ff) | (11u + (bits >> 10 & 3u)) << 10);
	}
}

/* A row that no selected id names: extreme codes, NaN scales. */
static void poison_row(const ch_qsa_args *args, size_t row, void *values, uint16_t *scales)
{
	const size_t dim = (size_t)args->head_dim, groups = dim / CH_QSA_SCALE_VALUES;

	for (size_t i = 0; i < dim; i++) {
		if (args->pool == CH_POOL_INT8)
			((int8_t *)values)[row * dim + i] = i % 2 ? 127 : -127;
		else
			((uint16_t *)values)[row * dim + i] = 0x7e00;
	}
	for (size_t i = 0; scales && i < groups; i++)
		scales[row * groups + i] = 0x7e00;
}

static void fill_row(const ch_qsa_args *args, ch_random *random, size_t row, void *values, uint16_t *scales)
{
	const size_t dim = (size_t)args->head_dim, groups = dim / CH_QSA_SCALE_VALUES;

	if (args->pool == CH_POOL_INT8) {
		fill_codes(random, (int8_t *)values + row * dim, dim);
		fill_scales(random, scales + row * groups, groups);
	} else {
		fill_halves(random, (uint16_t *)values + row * dim, dim);
	}
}

/* Everything poisoned, then the context's cells written over it where the table has them. */
static void make_pools(const ch_probe_shape *shape, const ch_qsa_args *args, ch_random *random, void *values,
		       uint16_t *scales)
{
	const size_t rows = (size_t)args->pages * (size_t)args->n_kv_head * (size_t)args->page_size;

	for (size_t row = 0; row < rows; row++)
		poison_row(args, row, values, scales);
	for (int32_t cell = 0; cell < shape->context; cell++) {
		int32_t page = args->page_table[cell / args->page_size];

		for (int32_t head = 0; page >= 0 && head < args->n_kv_head; head++) {
			size_t block = (size_t)page * (size_t)args->n_kv_head + (size_t)head;

			fill_row(args, random, block * (size_t)args->page_size + (size_t)(cell % args->page_size),
				 values, scales);
		}
	}
}

static void fill_everything(const ch_probe_shape *shape, ch_probe_input *input, const layout *where, int32_t cells,
			    int32_t *shuffled)
{
	ch_qsa_args *args = &input->args;
	char *base = input->memory;
	ch_random random = {shape->seed};
	void *at[ARRAYS];

	for (int i = 0; i < ARRAYS; i++)
		at[i] = where->bytes[i] ? base + where->offset[i] : NULL;
	args->q = at[Q];
	args->k = at[K];
	args->v = at[V];
	args->k_scales = at[K_SCALES];
	args->v_scales = at[V_SCALES];
	args->page_table = at[TABLE];
	args->ids = at[IDS];
	args->width = at[WIDTH];
	args->out = at[OUT];
	for (size_t i = 0; i < where->bytes[Q] / sizeof(float); i++)
		((float *)at[Q])[i] = ch_random_normal(&random);
	make_table(shape, args, &random, at[TABLE], shuffled);
	make_selection(shape, args, &random, cells, at[IDS], at[WIDTH]);
	make_pools(shape, args, &random, at[K], at[K_SCALES]);
	make_pools(shape, args, &random, at[V], at[V_SCALES]);
	input->digest = CH_PROBE_DIGEST;
	for (int i = 0; i < OUT; i++)
		input->digest = ch_probe_digest(input->digest, at[i], where->bytes[i]);
	input->out_bytes = where->bytes[OUT];
}

bool ch_probe_input_make(const ch_probe_shape *shape, ch_probe_input *input, char *words, size_t size)
{
	const int32_t logical = (shape->context + shape->page_size - 1) / shape->page_size;
	const int32_t cells = cells_to_select(shape);
	const int32_t most = cells < CH_PROBE_SELECTED ? cells : CH_PROBE_SELECTED;
	layout where;

	*input = (ch_probe_input){.args = {
					  .struct_size = sizeof(ch_qsa_args),
					  .variant = UINT32_MAX,
					  .pool = shape->pool,
					  .entry = shape->entry,
					  .n_q = shape->n_q,
					  .n_head = CH_PROBE_HEADS * shape->kv_heads,
					  .n_kv_head = shape->kv_heads,
					  .head_dim = CH_PROBE_HEAD_DIM,
					  .page_size = shape->page_size,
					  .pages = logical + SPARE_PAGES,
					  .logical_pages = logical,
					  .cap = shape->selected ? shape->selected : most,
				  }};
	if (input->args.cap > cells) {
		snprintf(words, size, "%d cells cannot be selected of %d%s", input->args.cap, cells,
			 shape->masked ? ", the masked pages left out" : "");
		return false;
	}
	lay_out(&input->args, &where);
	int32_t *shuffled = malloc((size_t)input->args.pages * sizeof(int32_t));

	input->memory = aligned_alloc(ALIGNMENT, where.total);
	if (!shuffled || !input->memory) {
		snprintf(words, size, "no memory for an input of %zu bytes", where.total);
		free(shuffled);
		ch_probe_input_free(input);
		return false;
	}
	fill_everything(shape, input, &where, cells, shuffled);
	free(shuffled);
	return true;
}

void ch_probe_input_free(ch_probe_input *input)
{
	free(input->memory);
	input->memory = NULL;
}
