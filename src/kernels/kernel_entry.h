/* SPDX-License-Identifier: Apache-2.0
 *
 * How the host finds a kernel by the name that the dispatch table gives: each kernel file exports a table of its kernels. */
#ifndef CHECKHIP_KERNELS_KERNEL_ENTRY_H
#define CHECKHIP_KERNELS_KERNEL_ENTRY_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ch_kernel_entry {
	const char *symbol; /* NULL ends a table */
	const void *host;   /* what the runtime's launch call takes */
} ch_kernel_entry;

extern const ch_kernel_entry ch_kernels_mmvq_fp3[], ch_kernels_mmvq_fp2[], ch_kernels_mmvq_fp4[], ch_kernels_mmvq_fp6[],
	ch_kernels_mmvq_fp8[], ch_kernels_mmvq_swizzle[], ch_kernels_mmvq_wide[], ch_kernels_mmq[],
	ch_kernels_quantize[], ch_kernels_qsa[];

#ifdef __cplusplus
}
#endif

#define CH_KERNEL_ENTRY(name)             \
	{                                 \
#name, (const void *)name \
	}

#endif
