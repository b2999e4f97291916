/* SPDX-License-Identifier: Apache-2.0
 *
 * fp8: the byte is the code. */
#include "kernels/mmvq.h"

CH_MMVQ_KERNELS(ch_mmvq_fp8, ch_fp8_part, ch_by_shuffle)

const ch_kernel_entry ch_kernels_mmvq_fp8[] = {
	CH_MMVQ_ENTRIES(ch_mmvq_fp8),
	{nullptr, nullptr},
};
