/* SPDX-License-Identifier: Apache-2.0
 *
 * A call of attention over selected cells for tests of its kernels: one query a width, shuffled pages, and everything that no selected
 * id names poisoned (QSA-SELECT). */
#ifndef CHECKHIP_TESTS_QSA_CALL_H
#define CHECKHIP_TESTS_QSA_CALL_H

#include <stdlib.h>
#include <string.h>

#include "checkhip/provider.h"
#include "checkhip/qsa.h"
#include "reference/random.h"

static const int32_t qsa_call_widths[] = {0, 1, 63, 64, 65, 127, 128, 129};
enum { QSA_CALL_WIDTHS = sizeof(qsa_call_widths) / sizeof(qsa_call_widths[0]) };

typedef struct qsa_call {
	ch_qsa_args args;
	size_t out_count;
	void *owned[8];
	uint32_t owned_count;
} qsa_call;

static void *qsa_call_memory(qsa_call *call, size_t bytes)
{
	void *memory = calloc(1, bytes ? bytes : 1);

	if (!memory)
		abort();
	call->owned[call->owned_count++] = memory;
	return memory;
}

static void qsa_call_free(qsa_call *call)
{
	for (uint32_t i = 0; i < call->owned_count; i++)
		free(call->owned[i]);
}

/* Normal values; extreme codes and NaN where nothing is selected. */
static void qsa_call_cell(const ch_qsa_args *args, void *pool, uint16_t *scales, size_t row, bool selected,
			  ch_random *random)
{
	const size_t head_dim = (size_t)args->head_dim, groups = head_dim / CH_QSA_SCALE_VALUES;

	for (size_t d = 0; d < head_dim; d++) {
		if (args->pool == CH_POOL_INT8)
			((int8_t *)pool)[row * head_dim + d] =
				(int8_t)(selected ? (int)ch_random_below(random, 255) - 127 : -128);
		else
			((uint16_t *)pool)[row * head_dim + d] =
				selected ? (uint16_t)(ch_random_below(random, 2) << 15 |
						      (0x3000u + ch_random_below(random, 0xc00)))
					 : 0x7e00;
	}
	for (size_t g = 0; args->pool == CH_POOL_INT8 && g < groups; g++)
		scales[row * groups + g] = selected ? (uint16_t)(0x2000 + ch_random_below(random, 0x400)) : 0x7e00;
}

static void qsa_call_pool(qsa_call *call, const bool *selected, uint64_t seed)
{
	ch_qsa_args *args = &call->args;
	const size_t page_rows = (size_t)args->page_size, kv_heads = (size_t)args->n_kv_head,
		     rows = (size_t)args->pages * kv_heads * page_rows, head_dim = (size_t)args->head_dim;
	const bool int8 = args->pool == CH_POOL_INT8;
	ch_random random = {.state = seed};
	void *pools[2];
	uint16_t *scales[2] = {NULL, NULL};

	for (int i = 0; i < 2; i++) {
		pools[i] = qsa_call_memory(call, rows * head_dim * (int8 ? 1 : 2));
		if (int8)
			scales[i] = qsa_call_memory(call, rows * (head_dim / CH_QSA_SCALE_VALUES) * 2);
		for (size_t row = 0; row < rows; row++) {
			const size_t page = row / (kv_heads * page_rows), in_page = row % page_rows;
			qsa_call_cell(args, pools[i], scales[i], row, selected[page * page_rows + in_page], &random);
		}
	}
	args->k = pools[0];
	args->v = pools[1];
	args->k_scales = scales[0];
	args->v_scales = scales[1];
}

/* A page size that is no power of two; the queries are as wide as widths has it, from its first on. */
static void qsa_call_make(qsa_call *call, ch_pool pool, ch_qsa_entry entry, ch_qsa_geometry geometry,
			  const int32_t *widths, int32_t n_q, uint64_t seed)
{
	enum { PAGE = 24, LOGICAL = 12, PAGES = 14, KV_HEADS = 2, CAP = 129 };
	ch_random random = {.state = seed};
	bool selected[PAGES * PAGE] = {false};
	int32_t order[PAGES];

	*call = (qsa_call){.args = {.struct_size = sizeof(ch_qsa_args),
				    .variant = CH_VARIANT_DEFAULT,
				    .pool = pool,
				    .entry = entry,
				    .n_q = n_q,
				    .n_head = geometry.heads * KV_HEADS,
				    .n_kv_head = KV_HEADS,
				    .head_dim = geometry.head_dim,
				    .page_size = PAGE,
				    .pages = PAGES,
				    .logical_pages = LOGICAL,
				    .cap = CAP}};
	call->out_count = (size_t)(n_q * call->args.n_head * geometry.head_dim);
	float *q = qsa_call_memory(call, call->out_count * sizeof(float));
	int32_t *ids = qsa_call_memory(call, (size_t)n_q * CAP * sizeof(*ids)),
		*width = qsa_call_memory(call, (size_t)n_q * sizeof(*width)),
		*table = qsa_call_memory(call, LOGICAL * sizeof(*table));
	for (size_t i = 0; i < call->out_count; i++)
		q[i] = ch_random_normal(&random);
	for (int32_t i = 0; i < PAGES; i++) {
		const int32_t at = (int32_t)ch_random_below(&random, (uint32_t)i + 1);
		order[i] = order[at];
		order[at] = i;
	}
	for (int32_t i = 0; i < LOGICAL; i++)
		table[i] = order[i];
	for (int32_t i = 0; i < n_q; i++) {
		width[i] = widths[i];
		for (int32_t j = 0; j < CAP; j++) {
			int32_t id = (int32_t)ch_random_below(&random, (LOGICAL - 1) * PAGE);
			if (id / PAGE >= LOGICAL / 2)
				id += PAGE; /* no id names that logical page */
			ids[i * CAP + j] = j < width[i] ? id : -1;
			if (j < width[i])
				selected[order[id / PAGE] * PAGE + id % PAGE] = true;
		}
	}
	table[LOGICAL / 2] = 1 << 30;
	call->args.q = q;
	call->args.ids = ids;
	call->args.width = width;
	call->args.page_table = table;
	qsa_call_pool(call, selected, seed + 1);
}

#endif
