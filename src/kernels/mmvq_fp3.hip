/* SPDX-License-Identifier: Apache-2.0
 *
 * fp3: the scalar rung, the byte-permute rung, and VDR 4 for waves that have no swizzle over all their lanes. */
#include "kernels/mmvq.h"

CH_MMVQ_KERNELS(ch_mmvq_fp3_scalar, ch_fp3_scalar, ch_by_shuffle)
CH_MMVQ_KERNELS(ch_mmvq_fp3_lut, ch_fp3_lut, ch_by_shuffle)
CH_MMVQ_KERNELS(ch_mmvq_fp3_vdr4_shfl, ch_fp3_vdr4, ch_by_shuffle)

const ch_kernel_entry ch_kernels_mmvq_fp3[] = {
	CH_MMVQ_ENTRIES(ch_mmvq_fp3_scalar),
	CH_MMVQ_ENTRIES(ch_mmvq_fp3_lut),
	CH_MMVQ_ENTRIES(ch_mmvq_fp3_vdr4_shfl),
	{nullptr, nullptr},
};
