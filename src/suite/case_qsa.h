/* SPDX-License-Identifier: Apache-2.0
 *
 * What a case of attention over selected cells has beside its data class, its judge and its seed. */
#ifndef CHECKHIP_SUITE_CASE_QSA_H
#define CHECKHIP_SUITE_CASE_QSA_H

#include "checkhip/qsa.h"

/* What the second call of a case changes. The first three must leave every byte as it was; the last two reorder the sums, so
 * both calls must lie within the bound. */
typedef enum ch_qsa_change {
	CH_QSA_NO_CHANGE,
	CH_QSA_PERMUTE_PAGES, /* other physical pages, the same cells */
	CH_QSA_OTHER_POISON,  /* other content of everything that is not selected (QSA-SELECT) */
	CH_QSA_SHARE_PAGE,    /* two logical pages of the same content become one physical page */
	CH_QSA_MIX_IN_CHUNK,  /* ids permuted within each chunk */
	CH_QSA_MIX_CHUNKS,    /* ids permuted across chunks */
	CH_QSA_CHANGE_COUNT
} ch_qsa_change;

enum { CH_QSA_CASE_WIDTHS = 12 };

typedef struct ch_case_qsa {
	ch_pool pool;
	ch_qsa_entry entry;
	int32_t n_q, heads, n_kv_head, head_dim; /* heads: query heads to a KV head */
	int32_t page_size, context;		 /* context: cells that the page table names */
	int32_t widths[CH_QSA_CASE_WIDTHS];	 /* query i has widths[i % width_count] */
	int32_t width_count;
	bool masked; /* some logical pages have no selected cell */
	ch_qsa_change change;
	uint32_t refusal; /* CH_JUDGE_REFUSAL: row of the table of qsa_refusal.c */
} ch_case_qsa;

#endif
