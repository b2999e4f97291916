/* SPDX-License-Identifier: Apache-2.0
 *
 * Inputs of a case, made from its seed. */
#ifndef CHECKHIP_SUITE_DATA_H
#define CHECKHIP_SUITE_DATA_H

#include "suite/case.h"
#include "suite/data_qsa.h"

/* Owned buffers; those that the operation does not need are NULL. */
typedef struct ch_inputs {
	void *w;
	size_t w_bytes;
	float *x;
	size_t x_count;
	float *importance; /* k of them, or NULL */
	void *x_q8_1;
	size_t x_q8_1_bytes;
	ch_qsa_inputs qsa;
} ch_inputs;

/* For a CH_DATA_GIVEN case, copies what was given. CH_BAD_SHAPE for a shape that has no size (the bad-shape cases make
 * their own buffers), CH_OUT_OF_MEMORY. On failure nothing is left to free. */
ch_status ch_data_make(const ch_case *one, ch_inputs *inputs);
void ch_data_free(ch_inputs *inputs);

/* The parts: blocks of one class, activations as q8_1 of one class, floats for the quantizers of one class. */
void ch_data_weights(ch_format format, ch_data data, int64_t k, int64_t rows, uint64_t seed, void *w);
void ch_data_activations(ch_format format, ch_data data, int64_t k, int64_t ncols, uint64_t seed, void *x_q8_1);
void ch_data_floats(ch_format format, ch_data data, int64_t k, int64_t rows, uint64_t seed, float *x);
void ch_data_importance(ch_importance importance_class, int64_t k, uint64_t seed, float *importance);

/* The code whose value is +0: 1 in fp2, 0 elsewhere. */
uint32_t ch_data_zero_code(ch_format format);

/* Largest |code| and |q8| of the exact-arithmetic class: every sum of k products at scales 0.5 and 1 and d 0.5 and 1 stays a
 * multiple of 2^-2 below 2^22 (EXACT-INPUTS). */
void ch_data_exact_limits(ch_format format, int64_t k, int32_t *code_limit, int32_t *q8_limit);

#endif
