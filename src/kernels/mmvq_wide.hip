/* SPDX-License-Identifier: Apache-2.0
 *
 * The wide variants: wave32 only. */
#include "kernels/mmvq_wide.h"

#include "kernels/mmvq.h"

CH_MMVQ_WIDE_KERNELS(ch_mmvq_fp3_wide, ch_wide_fp3)
CH_MMVQ_WIDE_KERNELS(ch_mmvq_fp2_wide, ch_wide_fp2)

const ch_kernel_entry ch_kernels_mmvq_wide[] = {
	CH_MMVQ_ENTRIES(ch_mmvq_fp3_wide),
	CH_MMVQ_ENTRIES(ch_mmvq_fp2_wide),
	{nullptr, nullptr},
};
