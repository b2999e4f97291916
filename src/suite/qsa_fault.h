/* SPDX-License-Identifier: Apache-2.0
 *
 * Faults of attention over selected cells that can be computed: what a head's output would be with one. Internal. */
#ifndef CHECKHIP_SUITE_QSA_FAULT_H
#define CHECKHIP_SUITE_QSA_FAULT_H

#include "checkhip/qsa.h"

/* The likelier first: among faults that fit alike, the first is told. */
typedef enum ch_qsa_fault {
	CH_QSA_RIGHT, /* no fault */
	CH_QSA_QUERY_SWIZZLED,
	CH_QSA_PART_CHUNK_LOST,
	CH_QSA_LAST_CHUNK_LOST,
	CH_QSA_FIRST_CHUNK_ALONE,
	CH_QSA_LAST_CELL_LOST,
	CH_QSA_FIRST_CELL_LOST,
	CH_QSA_CHUNK_ENDS_LOST,
	CH_QSA_UPPER_CELLS_LOST,
	CH_QSA_FIRST_PAGE_FOR_ALL,
	CH_QSA_NO_PAGE_TABLE,
	CH_QSA_IDS_IGNORED,
	CH_QSA_ROW_AFTER,
	CH_QSA_LAST_STALE,
	CH_QSA_TAIL_COUNTED,
	CH_QSA_PADDING_COUNTED,
	CH_QSA_QUERY_BEFORE,
	CH_QSA_KV_HEAD_FIRST,
	CH_QSA_KV_HEAD_MODULO,
	CH_QSA_KV_HEAD_NEXT,
	CH_QSA_HEAD_FIRST,
	CH_QSA_K_SCALE_FIRST,
	CH_QSA_V_SCALE_FIRST,
	CH_QSA_SCALES_FIRST,
	CH_QSA_K_SCALE_MISSING,
	CH_QSA_V_SCALE_MISSING,
	CH_QSA_SCALES_MISSING,
	CH_QSA_SCALES_SWAPPED,
	CH_QSA_SCALES_FLUSHED,
	CH_QSA_POOLS_SWAPPED,
	CH_QSA_K_FOR_V,
	CH_QSA_NO_ROOT,
	CH_QSA_ROOT_TWICE,
	CH_QSA_NO_MAXIMUM,
	CH_QSA_NO_RESCALE,
	CH_QSA_CHUNK_MEAN,
	CH_QSA_NO_DIVISION,
	CH_QSA_EQUAL_WEIGHTS,
	CH_QSA_FAULT_COUNT
} ch_qsa_fault;

/* What the head's output is with the fault, and the sum of p * |V|, each [head_dim]; both may be NaN or infinite where a kernel's
 * would be. False where the fault makes no sense, or would read outside of the pools. */
bool ch_qsa_fault_head(const ch_qsa_args *args, ch_qsa_fault fault, int32_t query, int32_t head, double *out,
		       double *magnitude);

/* Completes "this is what you get with ...", and names the clause. */
const char *ch_qsa_fault_words(ch_qsa_fault fault);
const char *ch_qsa_fault_clause(ch_qsa_fault fault);

/* The largest change that one code of V, off by one, makes to any output of a head whose cell has the least weight: over the
 * bound of that output, the least of all. Negative where nothing can be said. */
double ch_qsa_power(const ch_qsa_args *args, const double *bound);

#endif
