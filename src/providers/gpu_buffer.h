/* SPDX-License-Identifier: Apache-2.0
 *
 * Copies of a call's buffers on the device: of the exact size, the address modulo 256 kept, so that a case about alignment reaches the
 * kernel and a memory checker sees the true end; outputs go out as they were filled and have a canary behind them, which is what a
 * store past the end meets first. */
#ifndef CHECKHIP_PROVIDERS_GPU_BUFFER_H
#define CHECKHIP_PROVIDERS_GPU_BUFFER_H

#include "kernels/launch.h"

enum { CH_GPU_CANARY_BYTES = 256 };

/* A device buffer as the host's one lies: the same address modulo 256, so many bytes and none after them but a canary. */
typedef struct ch_gpu_buffer {
	void *allocation;
	uint8_t *bytes;
	size_t size, canary;
} ch_gpu_buffer;

/* canary: 0, or CH_GPU_CANARY_BYTES for a buffer that is fetched. */
ch_status ch_gpu_buffer_make(ch_gpu_buffer *buffer, const void *like, size_t size, size_t canary, hipStream_t stream,
			     char words[CH_KERNEL_WORDS]);

/* The same with a canary but without a host's buffer to copy, every byte 0xff: as floats NaN. */
ch_status ch_gpu_buffer_make_scratch(ch_gpu_buffer *buffer, size_t size, hipStream_t stream,
				     char words[CH_KERNEL_WORDS]);

/* Waits for the stream. to NULL: looks at the canary alone, and CH_FAULT if it is gone. */
ch_status ch_gpu_buffer_fetch(const ch_gpu_buffer *buffer, void *to, hipStream_t stream, char words[CH_KERNEL_WORDS]);

void ch_gpu_buffer_free(ch_gpu_buffer *buffer);

#endif
