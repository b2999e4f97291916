/* SPDX-License-Identifier: Apache-2.0
 *
 * The rungs whose reduction is a swizzle: wave32 only, so this file is not built for wave64 objects. */
#include "kernels/mmvq.h"

CH_MMVQ_KERNELS(ch_mmvq_fp3_lut_swz, ch_fp3_lut, ch_by_swizzle)
CH_MMVQ_KERNELS(ch_mmvq_fp3_vdr4, ch_fp3_vdr4, ch_by_swizzle)
CH_MMVQ_KERNELS(ch_mmvq_fp2_2chain_swz, ch_fp2_half<true>, ch_by_swizzle)

const ch_kernel_entry ch_kernels_mmvq_swizzle[] = {
	CH_MMVQ_ENTRIES(ch_mmvq_fp3_lut_swz),
	CH_MMVQ_ENTRIES(ch_mmvq_fp3_vdr4),
	CH_MMVQ_ENTRIES(ch_mmvq_fp2_2chain_swz),
	{nullptr, nullptr},
};
