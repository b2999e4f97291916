/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention over selected cells: chunk kernels by pool, geometry, entry and form, and the merge. CHECKHIP_QSA_NO_SWIZZLE leaves the
 * swizzled forms out; what is left must not differ by an instruction (a test compares the text). */
#include "kernels/kernel_entry.h"
#include "kernels/qsa.h"

/* Four workgroups at a time: on gfx906 that is four waves a SIMD, and at most 64 registers. */
#define CH_QSA_KERNEL(name, pool, head_dim, heads, swizzled)                                                          \
	extern "C" __global__ void __launch_bounds__(CH_QSA_THREADS, 4)                                               \
		name(ch_qsa_shape shape, float *sums, const int32_t *width, const int32_t *ids,                       \
		     const int32_t *page_table, const float *q, const pool::element *k, const uint16_t *k_scales,     \
		     const pool::element *v, const uint16_t *v_scales, float *parts)                                  \
	{                                                                                                             \
		ch_qsa_chunk<pool, head_dim, heads, swizzled>(shape, sums, width, ids, page_table, q, k, k_scales, v, \
							      v_scales, parts);                                       \
	}

#define CH_QSA_MERGE(name, head_dim)                                                     \
	extern "C" __global__ void __launch_bounds__(CH_QSA_THREADS)                     \
		name(const float *sums, const float *parts, float *out, uint32_t chunks) \
	{                                                                                \
		ch_qsa_merge<head_dim>(sums, parts, out, chunks);                        \
	}

CH_QSA_KERNEL(ch_qsa_batch_int8_d256_h12, ch_qsa_codes, 256, 12, false)
CH_QSA_KERNEL(ch_qsa_step_int8_d256_h12, ch_qsa_codes, 256, 12, false)
CH_QSA_KERNEL(ch_qsa_batch_fp16_d256_h12, ch_qsa_halves, 256, 12, false)
CH_QSA_KERNEL(ch_qsa_step_fp16_d256_h12, ch_qsa_halves, 256, 12, false)
CH_QSA_KERNEL(ch_qsa_batch_int8_d64_h4, ch_qsa_codes, 64, 4, false)
CH_QSA_KERNEL(ch_qsa_step_int8_d64_h4, ch_qsa_codes, 64, 4, false)
CH_QSA_KERNEL(ch_qsa_batch_fp16_d64_h4, ch_qsa_halves, 64, 4, false)
CH_QSA_KERNEL(ch_qsa_step_fp16_d64_h4, ch_qsa_halves, 64, 4, false)
CH_QSA_MERGE(ch_qsa_merge_d256, 256)
CH_QSA_MERGE(ch_qsa_merge_d64, 64)
#ifndef CHECKHIP_QSA_NO_SWIZZLE
CH_QSA_KERNEL(ch_qsa_batch_int8_d256_h12_swizzle, ch_qsa_codes, 256, 12, true)
CH_QSA_KERNEL(ch_qsa_batch_int8_d64_h4_swizzle, ch_qsa_codes, 64, 4, true)
#endif

const ch_kernel_entry ch_kernels_qsa[] = {
	CH_KERNEL_ENTRY(ch_qsa_batch_int8_d256_h12),
	CH_KERNEL_ENTRY(ch_qsa_step_int8_d256_h12),
	CH_KERNEL_ENTRY(ch_qsa_batch_fp16_d256_h12),
	CH_KERNEL_ENTRY(ch_qsa_step_fp16_d256_h12),
	CH_KERNEL_ENTRY(ch_qsa_batch_int8_d64_h4),
	CH_KERNEL_ENTRY(ch_qsa_step_int8_d64_h4),
	CH_KERNEL_ENTRY(ch_qsa_batch_fp16_d64_h4),
	CH_KERNEL_ENTRY(ch_qsa_step_fp16_d64_h4),
	CH_KERNEL_ENTRY(ch_qsa_merge_d256),
	CH_KERNEL_ENTRY(ch_qsa_merge_d64),
#ifndef CHECKHIP_QSA_NO_SWIZZLE
	CH_KERNEL_ENTRY(ch_qsa_batch_int8_d256_h12_swizzle),
	CH_KERNEL_ENTRY(ch_qsa_batch_int8_d64_h4_swizzle),
#endif
	{nullptr, nullptr},
};
