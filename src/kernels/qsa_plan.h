/* SPDX-License-Identifier: Apache-2.0
 *
 * The launches of an attention over selected cells: chunks, then their merge. Plain C without a GPU runtime, like dispatch.h. */
#ifndef CHECKHIP_KERNELS_QSA_PLAN_H
#define CHECKHIP_KERNELS_QSA_PLAN_H

#include "checkhip/provider.h"
#include "kernels/qsa_shape.h"

enum { CH_QSA_MAX_ARGUMENTS = 11, CH_QSA_SYMBOL = 64 };

/* What a kernel's argument holds: the address of a buffer, or a value. */
typedef enum ch_qsa_argument {
	CH_QSA_Q,
	CH_QSA_K,
	CH_QSA_V,
	CH_QSA_K_SCALES, /* a null pointer where the pool has none */
	CH_QSA_V_SCALES,
	CH_QSA_PAGE_TABLE,
	CH_QSA_IDS,
	CH_QSA_WIDTH,
	CH_QSA_SUMS,  /* scratch: m and l of [query][head][chunk] */
	CH_QSA_PARTS, /* scratch: p * V of the same */
	CH_QSA_OUT,
	CH_QSA_BUFFERS,
	CH_QSA_SHAPE = CH_QSA_BUFFERS, /* the ch_qsa_shape */
	CH_QSA_CHUNKS		       /* its chunks */
} ch_qsa_argument;

typedef struct ch_qsa_launch {
	char symbol[CH_QSA_SYMBOL]; /* in the code object "qsa" */
	uint32_t grid[3];
	uint32_t threads;
	uint32_t argument_count;
	ch_qsa_argument arguments[CH_QSA_MAX_ARGUMENTS];
} ch_qsa_launch;

enum { CH_QSA_CHUNK_LAUNCH, CH_QSA_MERGE_LAUNCH, CH_QSA_LAUNCHES };

typedef struct ch_qsa_plan {
	ch_qsa_launch launches[CH_QSA_LAUNCHES];
	bool swizzled;
	ch_qsa_shape shape;
	uint64_t bytes[CH_QSA_BUFFERS]; /* of each buffer */
} ch_qsa_plan;

/* "qsa-linear", then "qsa-swizzle", as a provider's table has them. */
enum { CH_QSA_LINEAR, CH_QSA_SWIZZLED, CH_QSA_VARIANTS };
extern const ch_variant ch_qsa_variants[CH_QSA_VARIANTS];

/* Plans a call that ch_qsa_check accepts. The step entry and FP16 pools are linear whatever is asked. CH_UNSUPPORTED with a sentence in words
 * where the scratch would pass what the kernels can number. */
ch_status ch_qsa_plan_make(const ch_qsa_args *args, bool swizzled, ch_qsa_plan *plan, char words[CH_QSA_WORDS]);

/* The caller's buffer behind an argument; NULL for the scratch. */
const void *ch_qsa_plan_input(const ch_qsa_args *args, ch_qsa_argument argument);

#endif
