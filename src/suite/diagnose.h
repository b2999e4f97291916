/* SPDX-License-Identifier: Apache-2.0
 *
 * From wrong output to a sentence: which clause broke, where, and what it looks like. The judge calls one of these when an
 * output differs; each fills result, clause, text and explains of the verdict (and over_bound, over_row, over_col for mmvq)
 * and leaves the rest. They return false, and touch nothing, if the output is right after all.
 *
 * Cost: about a hundred decodes or dot products of some of the rows. Memory is allocated and freed within; where there is
 * none, explains stays empty. */
#ifndef CHECKHIP_SUITE_DIAGNOSE_H
#define CHECKHIP_SUITE_DIAGNOSE_H

#include "suite/case.h"

/* got and expected are [rows][k], compared by bits. prefill: the 32-bit pattern that got held before the call; may be NULL. */
typedef struct ch_decode_failure {
	ch_format format;
	int64_t k, rows;
	const void *w;
	const float *got, *expected;
	const uint32_t *prefill;
	bool any_invalid_scale; /* true: what an invalid scale decodes to is not compared (SCALE-VALID makes no promise) */
} ch_decode_failure;
bool ch_diagnose_decode(const ch_decode_failure *failure, ch_verdict *verdict);

/* got, exact and bound are [ncols][rows]: ch_mmvq_reference and ch_mmvq_bound with `roundings`. order.lanes 0: not
 * stated; then the lanes' shares are not tried. */
typedef struct ch_mmvq_failure {
	ch_format format;
	int64_t k, rows, ncols;
	const void *w, *x_q8_1;
	const float *got;
	const double *exact, *bound;
	int64_t roundings;
	ch_order order;
	const uint32_t *prefill;
} ch_mmvq_failure;
bool ch_diagnose_mmvq(const ch_mmvq_failure *failure, ch_verdict *verdict);

/* SAME-BYTES: got differs from the model by bits. Says where and by how many ulp; if an output is also outside the bound, it
 * says what ch_diagnose_mmvq says. */
bool ch_diagnose_same_bytes(const ch_mmvq_failure *failure, const float *model, ch_verdict *verdict);

/* got, exact and bound are [n_q][n_head][head_dim]: ch_qsa_reference. `expected`: what the bytes must be, or NULL if only the
 * bound is asked for; a zero may have either sign where `zero_signs` is false. */
typedef struct ch_qsa_failure {
	const ch_qsa_args *args;
	const float *got, *expected;
	const double *exact, *bound;
	const uint32_t *prefill;
	const char *clause; /* that differing bytes break */
	bool zero_signs;
} ch_qsa_failure;
bool ch_diagnose_qsa(const ch_qsa_failure *failure, ch_verdict *verdict);

/* got and expected are whole blocks, compared by bytes. importance may be NULL. */
typedef struct ch_quantize_failure {
	ch_format format;
	int64_t k, rows;
	const float *x, *importance;
	const void *got, *expected;
} ch_quantize_failure;
bool ch_diagnose_quantize(const ch_quantize_failure *failure, ch_verdict *verdict);

/* The bound's power: what the smallest fault, one code off by one, does to an output, over the output's bound. Above 2 it is
 * seen whatever the roundings did. Positions where the fault changes nothing (q8, scale or d is 0) do not count. */
typedef struct ch_power {
	double least;		  /* over all positions that count; 0 if there are none */
	double seen;		  /* share of them above 2 */
	int64_t row, col, weight; /* of the least */
} ch_power;
ch_power ch_power_of_bound(ch_format format, int64_t k, int64_t rows, int64_t ncols, const void *w, const void *x_q8_1,
			   const double *bound);

#endif
