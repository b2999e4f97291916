/* SPDX-License-Identifier: Apache-2.0
 *
 * The judge: exact dot products, the derived bound, a C model of the kernels' order of float operations, and measures of
 * error. The contract is docs/contract/kernels.md. Nothing here allocates except where it says so. */
#ifndef CHECKHIP_REFERENCE_H
#define CHECKHIP_REFERENCE_H

#include "checkhip/formats.h"

#ifdef __cplusplus
extern "C" {
#endif

/* DOT-INT: the exact integer sums of code * q8 of one block with one q8_1 block, for each half. */
void ch_block_dot(ch_format format, const void *block, const void *x_q8_1_block, int32_t sums[2]);

/* What a block gives to a lane. S: the integer sum over the lane's weights; S0, S1: of those in the first, second half;
 * e: the scale of the lane's first weight. Every operation is rounded by itself, left to right. */
typedef enum ch_term {
	CH_TERM_TWO_SCALES, /* d * (e0*S0 + e1*S1) */
	CH_TERM_ONE_SCALE,  /* (d * e) * S */
	CH_TERM_COUNT
} ch_term;

/* The order of the float operations of a kernel ("Order of the float operations" in the contract).
 *
 * A row is shared by T = waves * lanes lanes; L = qi / vdr lanes share a block. Lane t starts at unit t / L and goes on by
 * T / L; a unit is `run` consecutive blocks, taken in ascending order (1 in the contract's ladder). Within a block it has
 * the (t mod L)-th part: for the nibble formats the weights j and j + 16 with j in [16p/L, 16(p+1)/L), else
 * [32p/L, 32(p+1)/L). It adds what each block gives to one of `accumulators` sums, round-robin over the blocks that it
 * takes, each starting from 0.0; they are then added in order to the first. Then lane i of the first wave adds lane i of
 * wave 1, 2, ... in order, and a butterfly over `lanes` (distances lanes/2, ..., 2, 1) gives the result. */
typedef struct ch_order {
	uint32_t qi, vdr;      /* L = qi / vdr, at least 1 */
	uint32_t lanes;	       /* of a wave that share a row: a power of two; 0: the order is not stated */
	uint32_t waves;	       /* that share a row */
	uint32_t run;	       /* blocks a unit */
	uint32_t accumulators; /* float sums a lane */
	ch_term term;
} ch_order;

/* The contract's order for a format's base variant with the given wave size and waves. */
ch_order ch_order_base(ch_format format, uint32_t wave_size, uint32_t waves);

/* False, with *why set to a few words, if the order has a zero, a lanes that is no power of two, an L that divides neither
 * 16 nor lanes * waves, or more than CH_ORDER_MAX_LANES lanes. */
enum { CH_ORDER_MAX_LANES = 2048, CH_ORDER_MAX_ACCUMULATORS = 16 };
bool ch_order_valid(const ch_order *order, const char **why);

/* Longest chain of roundings of one output for this order (DOT-BOUND's n), and for any order whatever. */
int64_t ch_order_roundings(const ch_order *order, int64_t k);
int64_t ch_any_order_roundings(int64_t k);

/* One output of mmvq, exactly: the value and the sum of magnitudes, each correctly rounded to double from a 128-bit
 * fixed-point sum. If a d is infinite or NaN, both are what double arithmetic gives. */
typedef struct ch_dot {
	double value;
	double magnitude; /* sum over blocks and halves of |d * e * S| */
} ch_dot;
ch_dot ch_dot_row(ch_format format, int64_t k, const void *w_row, const void *x_q8_1_column);

/* DOT-BOUND: gamma_n * magnitude, rounded up. */
double ch_dot_bound(double magnitude, int64_t roundings);

/* The mmvq reference: y[col][row] in double. Columns are x_q8_1[ncols][k/32]. */
ch_status ch_mmvq_reference(ch_format format, int64_t k, int64_t rows, int64_t ncols, const void *w, const void *x_q8_1,
			    double *y);

/* DOT-BOUND of each output for a stated order (order NULL or lanes 0: any order), bound[col][row]: gamma_n times the sum of the
 * magnitudes of the terms that the order really adds. A lane that has less than a half-block adds d * e * S of its part, and
 * the parts of a half-block may cancel in S: a bound over whole half-blocks would be too small for it. CH_BAD_ARGUMENT for an
 * order that is not valid. */
ch_status ch_mmvq_bound(ch_format format, const ch_order *order, int64_t k, int64_t rows, int64_t ncols, const void *w,
			const void *x_q8_1, double *bound);

/* SAME-BYTES: the C model of the order, y[col][row] in binary32. */
ch_status ch_mmvq_model(ch_format format, const ch_order *order, int64_t k, int64_t rows, int64_t ncols, const void *w,
			const void *x_q8_1, float *y);

/* Measures. Arrays of `count` values; a NaN anywhere counts as infinitely wrong unless both bit patterns are the same. */
double ch_nmse(const float *got, const double *expected, int64_t count); /* NaN never passes: gives infinity */
uint32_t ch_ulp_distance(float a, float b); /* over the ordered floats; UINT32_MAX for a NaN */
int64_t ch_first_difference(const void *a, const void *b, size_t bytes); /* byte offset, or -1 */

/* Largest |got - exact| / bound and where. An exact 0 with bound 0 must be met exactly (else infinity). */
typedef struct ch_over_bound {
	double worst;  /* <= 1 passes */
	int64_t index; /* of the worst; 0 if count is 0 */
} ch_over_bound;
ch_over_bound ch_measure_over_bound(const float *got, const double *expected, const double *bound, int64_t count);

/* Lookalikes: what other trees mean by the same ids and sizes. Row i decodes w as lookalike i would; ch_lookalike_decode
 * gives CH_UNSUPPORTED where it makes no sense for the format. */
typedef struct ch_lookalike {
	const char *name;   /* "halves-swapped" */
	const char *words;  /* "the scale halves swapped" : completes "this is what you get with ..." */
	const char *clause; /* the clause that is broken when it fits */
} ch_lookalike;
uint32_t ch_lookalike_count(void);
const ch_lookalike *ch_lookalike_get(uint32_t index);
ch_status ch_lookalike_decode(uint32_t index, ch_format format, int64_t k, int64_t rows, const void *w, float *y);

#ifdef __cplusplus
}
#endif
#endif
