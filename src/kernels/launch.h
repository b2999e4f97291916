/* SPDX-License-Identifier: Apache-2.0
 *
 * Launching what a plan says on the current device. C linkage; the kernels are found by their symbols. */
#ifndef CHECKHIP_KERNELS_LAUNCH_H
#define CHECKHIP_KERNELS_LAUNCH_H

#include "kernels/dispatch.h"
#include "kernels/kernel_entry.h"
#include "kernels/runtime.h"

/* The status of a runtime error, and on failure a sentence: what was tried, the error's name and words. */
ch_status ch_runtime_status(hipError_t error, const char *tried, char words[CH_KERNEL_WORDS]);

/* Makes further kernels launchable by symbol, before those compiled in; NULL takes them away. For kernels broken on purpose. */
void ch_launch_also(const ch_kernel_entry *entries);

/* Queues a kernel on the stream; arguments: the address of each one's value. A grid with a zero launches nothing. */
ch_status ch_launch_symbol(const char *symbol, const uint32_t grid[3], uint32_t threads, uint32_t shared_bytes,
			   void **arguments, hipStream_t stream, char words[CH_KERNEL_WORDS]);

/* The same as a plan has it; all pointers are the device's. in: weights or binary32 activations, x_q8_1: NULL where the plan
 * has no such argument. */
ch_status ch_launch(const ch_kernel_launch *launch, const void *in, const void *x_q8_1, void *out, hipStream_t stream,
		    char words[CH_KERNEL_WORDS]);

/* What the kernels were compiled for: lanes of a wave and the launch bound, read from the device (F24, F25). */
ch_status ch_launch_probe(uint32_t *wave_size, uint32_t *max_threads, hipStream_t stream, char words[CH_KERNEL_WORDS]);

#endif
