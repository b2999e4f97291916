/* SPDX-License-Identifier: Apache-2.0
 *
 * What host and device must agree on for attention over selected cells (F24). Plain C, for the plan; the kernels include it too. */
#ifndef CHECKHIP_KERNELS_QSA_SHAPE_H
#define CHECKHIP_KERNELS_QSA_SHAPE_H

#include <stdint.h>

enum { CH_QSA_THREADS = 256 };

/* The last argument of a chunk kernel, by value. */
typedef struct ch_qsa_shape {
	uint32_t cap, chunks; /* of a query: ids, and workgroups that share them */
	uint32_t n_kv_head, page_size;
	/* id / page_size is id * page_factor >> 31 + page_shift, for every id below 2^31: the device has no exact division */
	uint32_t page_factor, page_shift;
} ch_qsa_shape;

#endif
