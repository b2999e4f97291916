/* SPDX-License-Identifier: Apache-2.0
 *
 * fp6: sign and magnitude, no table. */
#include "kernels/mmvq.h"

CH_MMVQ_KERNELS(ch_mmvq_fp6, ch_fp6_half, ch_by_shuffle)

const ch_kernel_entry ch_kernels_mmvq_fp6[] = {
	CH_MMVQ_ENTRIES(ch_mmvq_fp6),
	{nullptr, nullptr},
};
