/* SPDX-License-Identifier: Apache-2.0
 *
 * What the exact product and the model of the order share. Internal. */
#ifndef CHECKHIP_REFERENCE_MMVQ_H
#define CHECKHIP_REFERENCE_MMVQ_H

#include "checkhip/reference.h"

/* CH_OK if every size of the product fits; the pointers may be NULL where there is no output. */
ch_status ch_mmvq_shape(ch_format format, int64_t k, int64_t rows, int64_t ncols, const void *w, const void *x_q8_1,
			const void *y);

/* The integer sums of one lane's part of a block: [0] of its weights in the first half, [1] in the second. */
void ch_order_part_sums(const ch_order *order, bool nibbles, uint32_t part, const int8_t *codes, const int8_t *q8,
			int32_t sums[2]);

#endif
