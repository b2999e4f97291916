/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CHECKHIP_PROVIDERS_GPU_QSA_H
#define CHECKHIP_PROVIDERS_GPU_QSA_H

#include "kernels/qsa_guard_hip.h"
#include "kernels/qsa_plan.h"
#include "providers/gpu_buffer.h"

/* Attention over selected cells on the current device: checks, plans, and launches chunks and merge between the two events. */
ch_status ch_gpu_qsa(const ch_qsa_args *args, bool swizzled, hipStream_t stream, hipEvent_t begin, hipEvent_t end,
		     ch_outcome *outcome);

#endif
