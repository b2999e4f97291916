/* SPDX-License-Identifier: Apache-2.0
 *
 * What QSA-GUARD asks, asked of the HIP runtime, or of CUDA's under its names: there the architecture is an sm_ one, and so the swizzle
 * stays off. */
#ifndef CHECKHIP_KERNELS_QSA_GUARD_HIP_H
#define CHECKHIP_KERNELS_QSA_GUARD_HIP_H

#include "kernels/qsa_guard.h"

/* Takes no context. */
extern const ch_qsa_guard_calls ch_qsa_guard_hip;

#endif
