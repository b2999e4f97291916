/* SPDX-License-Identifier: Apache-2.0
 *
 * mmq for fp2, fp3 and fp4-fast, in tiles of 8, 32 and 128 columns. */
#include "kernels/mmq.h"

CH_MMQ_KERNELS(ch_mmq_fp2, ch_mmq_fp2)
CH_MMQ_KERNELS(ch_mmq_fp3, ch_mmq_fp3)
CH_MMQ_KERNELS(ch_mmq_fp4_fast, ch_mmq_fp4_fast)

const ch_kernel_entry ch_kernels_mmq[] = {
	CH_MMQ_ENTRIES(ch_mmq_fp2),
	CH_MMQ_ENTRIES(ch_mmq_fp3),
	CH_MMQ_ENTRIES(ch_mmq_fp4_fast),
	{nullptr, nullptr},
};
