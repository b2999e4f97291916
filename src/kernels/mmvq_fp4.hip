/* SPDX-License-Identifier: Apache-2.0
 *
 * fp4 with a scale a half-block, and fp4-fast, the control of the ladder. */
#include "kernels/mmvq.h"

CH_MMVQ_KERNELS(ch_mmvq_fp4, ch_fp4_block, ch_by_shuffle)
CH_MMVQ_KERNELS(ch_mmvq_fp4_fast, ch_fp4_fast_part, ch_by_shuffle)

const ch_kernel_entry ch_kernels_mmvq_fp4[] = {
	CH_MMVQ_ENTRIES(ch_mmvq_fp4),
	CH_MMVQ_ENTRIES(ch_mmvq_fp4_fast),
	{nullptr, nullptr},
};
