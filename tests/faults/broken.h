/* SPDX-License-Identifier: Apache-2.0
 *
 * For providers that are broken on purpose: each is the reference but for one function. A fault's file says what it breaks;
 * faults.cmake says which case must catch it, and what the failure must say. */
#ifndef CHECKHIP_TESTS_FAULTS_BROKEN_H
#define CHECKHIP_TESTS_FAULTS_BROKEN_H

#include "checkhip/provider.h"

#define BROKEN_EXPORT __attribute__((visibility("default")))

/* A copy of the reference's table without variants, for breaking; the same one at each call. */
ch_provider *broken_reference(const char *name);

/* Decodes with a weight of one's own making. */
typedef float (*broken_weight)(ch_format format, const uint8_t *block, uint32_t weight);
ch_status broken_decode(const ch_decode_args *args, broken_weight weight);

/* A product of which each block's part is of one's own making; summed in double and rounded once, so that what is wrong with
 * the result is the fault. */
typedef struct broken_block {
	ch_format format;
	const uint8_t *w;      /* this block */
	const uint8_t *x_q8_1; /* its activations */
	int64_t index, blocks; /* within the row */
	int64_t row, col;
} broken_block;
typedef double (*broken_term)(const broken_block *block);
ch_status broken_mmvq(const ch_mmvq_args *args, broken_term term);

/* What the contract has for a block: d * (e0 * S0 + e1 * S1). */
double broken_right_term(const broken_block *block);

float broken_d(const broken_block *block);
int8_t broken_q8(const broken_block *block, uint32_t i);

#endif
