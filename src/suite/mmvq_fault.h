/* SPDX-License-Identifier: Apache-2.0
 *
 * Faults of a mmvq kernel that can be computed: what an output would be if a kernel had this one. Internal. */
#ifndef CHECKHIP_SUITE_MMVQ_FAULT_H
#define CHECKHIP_SUITE_MMVQ_FAULT_H

#include "suite/diagnose.h"

typedef enum ch_fault_kind {
	CH_FAULT_UNSIGNED_Q8,
	CH_FAULT_UNSIGNED_CODES,
	CH_FAULT_UNSIGNED_BOTH,
	CH_FAULT_SHORT_PAIRS,
	CH_FAULT_SUBNORMAL_D,
	CH_FAULT_LOOKALIKE, /* which: the lookalike */
	CH_FAULT_SCALES_NEXT,
	CH_FAULT_SCALES_BEFORE,
	CH_FAULT_SCALES_FIRST,
	CH_FAULT_D_NEXT,
	CH_FAULT_D_BEFORE,
	CH_FAULT_D_FIRST,
	CH_FAULT_FIRST_HALVES,
	CH_FAULT_SECOND_HALVES,
	CH_FAULT_QUADS,		      /* which: one quad in so many */
	CH_FAULT_LAST_BLOCK,	      /* missing */
	CH_FAULT_ROWS_CLOSE,	      /* each row begins a block early for each row before it */
	CH_FAULT_ROWS_FAR,	      /* ... a block late */
	CH_FAULT_FIRST_WAVE,	      /* alone */
	CH_FAULT_LANES_HIGH,	      /* the upper half of each wave dropped */
	CH_FAULT_LANE_DISTANCE,	      /* which: the lanes with this bit dropped, a step of the butterfly missing */
	CH_FAULT_LANE_DISTANCE_TWICE, /* which: this step of the butterfly done twice */
	CH_FAULT_ONE_ROUND,	      /* only the first round of the loop over blocks */
	CH_FAULT_WAVE,		      /* which: dropped */
	CH_FAULT_POSITION,	      /* which: this weight of every block dropped */
	CH_FAULT_BLOCK,		      /* which: dropped */
	CH_FAULT_LANE,		      /* which: dropped */
	CH_FAULT_KIND_COUNT
} ch_fault_kind;

typedef struct ch_mmvq_fault {
	ch_fault_kind kind;
	int64_t which;
} ch_mmvq_fault;

/* How many `which` a kind has on this input, the first being ch_mmvq_fault_at(.., 0); 0 if it makes no sense here. */
int64_t ch_mmvq_fault_count(const ch_mmvq_failure *failure, ch_fault_kind kind);
ch_mmvq_fault ch_mmvq_fault_at(const ch_mmvq_failure *failure, ch_fault_kind kind, int64_t index);

/* The output with the fault, in double, and its magnitude. `decoded` has room for 2 * k floats. False if not computable. */
bool ch_mmvq_fault_dot(const ch_mmvq_failure *failure, ch_mmvq_fault fault, int64_t row, int64_t col, float *decoded,
		       ch_dot *dot);

/* Completes "this is what you get with ...", and names the clause. */
void ch_mmvq_fault_words(const ch_mmvq_failure *failure, ch_mmvq_fault fault, char *words, size_t size);
const char *ch_mmvq_fault_clause(ch_mmvq_fault fault);

#endif
