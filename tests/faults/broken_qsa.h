/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention that is broken on purpose: right but for the functions and flags that a fault sets. In double and rounded once, so
 * that what is wrong with the result is the fault. */
#ifndef CHECKHIP_TESTS_FAULTS_BROKEN_QSA_H
#define CHECKHIP_TESTS_FAULTS_BROKEN_QSA_H

#include "broken.h"

/* One head of one query, as the hooks see it. */
typedef struct broken_head {
	const ch_qsa_args *args;
	const int32_t *ids;
	int32_t query, head, width;
} broken_head;

/* NULL: as the contract has it. */
typedef struct broken_qsa {
	uint32_t (*element)(uint32_t d);			 /* of the query that meets a key's element d */
	int32_t (*kv_head)(const broken_head *head);		 /* that the head reads */
	int32_t (*id)(const broken_head *head, int32_t n);	 /* of the n-th cell */
	int32_t (*page)(const broken_head *head, int32_t n);	 /* physical page of the n-th cell */
	int32_t (*cells)(const broken_head *head);		 /* that are counted, from the first on */
	double (*scale)(const uint16_t *cell_scales, int32_t d); /* of element d */
	bool accepts_all;					 /* no check of the arguments */
	bool no_maximum;					 /* exp of the logits themselves, in binary32 */
	bool no_rescale;					 /* chunks are added up as they are */
	bool empty_divided;					 /* 0 / 0 where nothing is selected */
	bool tail_times_zero;					 /* the cell after the last one counts with weight 0 */
} broken_qsa;
ch_status broken_attention(const broken_qsa *fault, const ch_qsa_args *args, ch_outcome *outcome);

/* For a provider's variants: qsa-linear, and qsa-swizzle, which claims its bytes. */
const ch_variant *broken_two_forms(void *state, uint32_t *count);

#endif
