/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention over selected cells ("qsa" in docs/contract/kernels.md): the arguments of a call, the reference in double with its
 * bound, and a C model of our kernels' order of float operations. Nothing here keeps a pointer after it returns. */
#ifndef CHECKHIP_QSA_H
#define CHECKHIP_QSA_H

#include "checkhip/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ch_pool { CH_POOL_INT8, CH_POOL_FP16, CH_POOL_COUNT } ch_pool;
typedef enum ch_qsa_entry { CH_QSA_BATCH, CH_QSA_STEP, CH_QSA_ENTRY_COUNT } ch_qsa_entry;

enum {
	CH_QSA_CHUNK = 64,	  /* cells a chunk */
	CH_QSA_SCALE_VALUES = 64, /* values of a cell that share a scale */
	CH_QSA_MAX_QUERIES = 65535
};

/* With INT8 pools: codes [page][kv_head][page_size][head_dim], scales [page][kv_head][page_size][head_dim / 64]; with FP16
 * pools k and v hold binary16 and the scales are NULL. k, v and q are 16-byte aligned and the scales 2-byte aligned in every
 * call that is not about refusal. The cell of an id lies at row id % page_size of page page_table[id / page_size]; entries of page_table that no
 * selected id names are never read, and may hold anything. An id may be selected more than once, and counts each time. */
typedef struct ch_qsa_args {
	uint32_t struct_size;
	uint32_t variant; /* index into the provider's variants, or CH_VARIANT_DEFAULT: the guard decides (QSA-GUARD) */
	ch_pool pool;
	ch_qsa_entry entry;
	int32_t n_q, n_head, n_kv_head, head_dim;
	int32_t page_size, pages, logical_pages, cap;
	const float *q;	   /* [n_q][n_head][head_dim]; head h reads the KV head h / (n_head / n_kv_head) */
	const void *k, *v; /* codes or binary16 */
	const uint16_t *k_scales, *v_scales;
	const int32_t *page_table; /* [logical_pages] -> page */
	const int32_t *ids;	   /* [n_q][cap] selected cells */
	const int32_t *width;	   /* [n_q], each 0..cap */
	float *out;		   /* [n_q][n_head][head_dim] */
} ch_qsa_args;

/* A geometry that is computed: everything else is refused. */
typedef struct ch_qsa_geometry {
	int32_t head_dim, heads; /* heads: query heads to a KV head */
} ch_qsa_geometry;
/* {256, 12}: the production kernel; {64, 4}: shows that the code is not tied to it. */
const ch_qsa_geometry *ch_qsa_geometries(uint32_t *count);

enum { CH_QSA_WORDS = 160 };

/* Whether a call can be computed: counts, geometry, pointers, every width, every selected id and the page that it names.
 * CH_BAD_ARGUMENT (null or misaligned pointers, an unknown pool or entry), CH_BAD_SHAPE (everything else, STEP with n_q other than 1
 * too), with a sentence in words. Every provider of the suite asks this first, and launches nothing on a refusal. */
ch_status ch_qsa_check(const ch_qsa_args *args, char words[CH_QSA_WORDS]);

/* QSA-VALUE in double: value[n_q][n_head][head_dim], and, unless NULL, bound of the same shape: how far a binary32 kernel may be
 * off in any order of its sums, from sum over cells of p * |V|. Refuses what ch_qsa_check refuses. */
ch_status ch_qsa_reference(const ch_qsa_args *args, double *value, double *bound);

/* Our kernels' float operations in their order, each rounded by itself: the same bytes on waves of 32 and of 64.
 *
 * A query's ids are cut into chunks of 64 in the order of the list. Score of a head and a cell: 32 lanes share the cell; with
 * n = head_dim / 32, lane t has the elements n*t .. n*t + n - 1, adds q*x in ascending order starting from the first product, where x is
 * the code as a float (INT8) or the value (FP16), and multiplies by the group's scale (INT8 only); a butterfly over the lanes
 * (distances 16, 8, 4, 2, 1) adds them up; then times 1 / sqrt(head_dim), a power of two for both geometries.
 * Chunk: m = the largest score; p = ch_qsa_exp(score - m); lane t holds p of cells t and t + 32 (0 past the end) and adds the
 * second to the first, then the same butterfly gives l; element d of a head is the sum from 0.0 of p * v over ascending cells, v = code *
 * scale (exact in binary32).
 * Merge, over the chunks in ascending order that have a cell: M = the largest m; w = ch_qsa_exp(m - M); L += w * l and
 * A += w * a, both from 0.0; out = A / L. No chunk: 0. */
ch_status ch_qsa_model(const ch_qsa_args *args, float *out);

/* exp for x <= 0 by binary32 multiplications and additions alone, so that a device and the host agree:
 * x < -87 gives 0; t = x * 0x1.715476p+0; n = (t + 0x1.8p+23) - 0x1.8p+23; r = (x - n * 0x1.62e4p-1) - n * 0x1.7f7d1cp-20;
 * Horner from 1/5040 over 1/720, 1/120, 1/24, 1/6, 1/2, 1, 1 (each the nearest binary32), the result times 2^n. */
float ch_qsa_exp(float x);

/* QSA-SWIZZLE: where element d of a head lies in the query tile. */
static inline uint32_t ch_qsa_swizzle(uint32_t d)
{
	return d ^ ((d >> 3) & 4u);
}

#ifdef __cplusplus
}
#endif
#endif
