/* SPDX-License-Identifier: Apache-2.0
 *
 * Inputs of attention over selected cells. Whatever no query selects is poison: codes of +-127 under scales that are NaN,
 * infinite or large, page table entries and ids that name nothing (QSA-SELECT). */
#ifndef CHECKHIP_SUITE_DATA_QSA_H
#define CHECKHIP_SUITE_DATA_QSA_H

#include "suite/case.h"

/* Owned buffers, and the arguments that point to them (out is NULL). */
typedef struct ch_qsa_inputs {
	float *q;
	void *k, *v;
	uint16_t *k_scales, *v_scales; /* NULL with FP16 pools */
	int32_t *page_table, *ids, *width;
	size_t q_bytes, pool_bytes, scale_bytes, table_bytes, ids_bytes, width_bytes;
	size_t out_bytes; /* room for the output; 0: a null pointer (of a call that must be refused) */
	ch_qsa_args args;
} ch_qsa_inputs;

/* `changed`: with the case's change. CH_BAD_SHAPE, CH_OUT_OF_MEMORY; on failure nothing is left to free. */
ch_status ch_data_make_qsa(const ch_case *one, bool changed, ch_qsa_inputs *inputs);
void ch_data_free_qsa(ch_qsa_inputs *inputs);

/* Calls that must be refused: the rows, and what a row does to the inputs of a call that is right. */
uint32_t ch_qsa_refusal_count(void);
const char *ch_qsa_refusal_name(uint32_t row);	/* "head-dim-128" */
const char *ch_qsa_refusal_words(uint32_t row); /* "head_dim is 128" */
ch_status ch_qsa_refusal_status(uint32_t row);	/* QSA-REFUSE: the status it must be refused with */
void ch_qsa_refusal_apply(uint32_t row, ch_qsa_inputs *inputs);

/* The parts, from the case's class and seed alone. A cell's content does not depend on where it lies. */
enum { CH_QSA_MAX_DIM = 256, CH_QSA_MAX_GROUPS = CH_QSA_MAX_DIM / CH_QSA_SCALE_VALUES };

typedef struct ch_qsa_content {
	int8_t k[CH_QSA_MAX_DIM], v[CH_QSA_MAX_DIM];
	uint16_t k_scales[CH_QSA_MAX_GROUPS], v_scales[CH_QSA_MAX_GROUPS];
} ch_qsa_content;
void ch_data_qsa_cell(const ch_case *one, int32_t id, int32_t kv_head, ch_qsa_content *cell);
void ch_data_qsa_query(const ch_case *one, const ch_qsa_inputs *inputs, int32_t query, int32_t head, float *q);

#endif
