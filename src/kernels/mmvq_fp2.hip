/* SPDX-License-Identifier: Apache-2.0
 *
 * fp2: the byte-permute over four bytes. */
#include "kernels/mmvq.h"

CH_MMVQ_KERNELS(ch_mmvq_fp2_base, ch_fp2_half<false>, ch_by_shuffle)

const ch_kernel_entry ch_kernels_mmvq_fp2[] = {
	CH_MMVQ_ENTRIES(ch_mmvq_fp2_base),
	{nullptr, nullptr},
};
