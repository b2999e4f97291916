/* SPDX-License-Identifier: Apache-2.0
 *
 * What the plain quantizer and the search share: the parts of the contract that are not the search. */
#ifndef CH_REFERENCE_QUANTIZE_H
#define CH_REFERENCE_QUANTIZE_H

#include "checkhip/formats.h"

enum { CH_FIRST_CANDIDATE = 1, CH_LAST_CANDIDATE = 126 };

/* Elements that share one scale: 16, or 32 where a block has one scale. */
uint32_t ch_quantize_span(ch_format format);

/* The largest finite |x|; 0 where there is none. */
float ch_quantize_largest(uint32_t n, const float *x);

/* The byte among the candidates whose scale is nearest to the target in binary32, the smaller on a tie. */
uint8_t ch_quantize_nearest_scale(float target);

/* The code of x at a scale: step 3 of the contract. */
uint32_t ch_quantize_code(ch_format format, float x, float scale);

/* The byte that the contract gives to n elements whose largest is not 0, by trying all 126. */
uint8_t ch_quantize_full_search(ch_format format, uint32_t n, const float *x, const float *weights);

/* The mean of the squares of a row, and the weights of n of its elements. */
float ch_quantize_mean_square(int64_t k, const float *x);
void ch_quantize_weights(uint32_t n, const float *x, const float *importance, float mean_square, float *weights);

#endif
