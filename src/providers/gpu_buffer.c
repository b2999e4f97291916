/* SPDX-License-Identifier: Apache-2.0 */
#include "providers/gpu_buffer.h"

#include <stdio.h>

enum { ALIGNMENT = 256, CANARY = 0xa5, UNWRITTEN = 0xff };

ch_status ch_gpu_buffer_make(ch_gpu_buffer *buffer, const void *like, size_t size, size_t canary, hipStream_t stream,
			     char words[CH_KERNEL_WORDS])
{
	size_t offset = (uintptr_t)like % ALIGNMENT;
	ch_status status;

	*buffer = (ch_gpu_buffer){.size = size, .canary = canary};
	status = ch_runtime_status(hipMalloc(&buffer->allocation, offset + size + canary ? offset + size + canary : 1),
				   "device memory", words);
	if (status)
		return status;
	buffer->bytes = (uint8_t *)buffer->allocation + offset;
	status = size ? ch_runtime_status(hipMemcpyAsync(buffer->bytes, like, size, hipMemcpyHostToDevice, stream),
					  "copying to the device", words)
		      : CH_OK;
	if (!status && canary)
		status = ch_runtime_status(hipMemsetAsync(buffer->bytes + size, CANARY, canary, stream),
					   "filling the canary", words);
	return status;
}

ch_status ch_gpu_buffer_make_scratch(ch_gpu_buffer *buffer, size_t size, hipStream_t stream,
				     char words[CH_KERNEL_WORDS])
{
	ch_status status;

	*buffer = (ch_gpu_buffer){.size = size, .canary = CH_GPU_CANARY_BYTES};
	status = ch_runtime_status(hipMalloc(&buffer->allocation, size + CH_GPU_CANARY_BYTES), "device memory", words);
	if (status)
		return status;
	buffer->bytes = buffer->allocation;
	status =
		ch_runtime_status(hipMemsetAsync(buffer->bytes, UNWRITTEN, size, stream), "filling the scratch", words);
	if (!status)
		status = ch_runtime_status(hipMemsetAsync(buffer->bytes + size, CANARY, CH_GPU_CANARY_BYTES, stream),
					   "filling the canary", words);
	return status;
}

ch_status ch_gpu_buffer_fetch(const ch_gpu_buffer *buffer, void *to, hipStream_t stream, char words[CH_KERNEL_WORDS])
{
	uint8_t canary[CH_GPU_CANARY_BYTES];
	ch_status status = ch_runtime_status(
		hipMemcpyAsync(canary, buffer->bytes + buffer->size, sizeof(canary), hipMemcpyDeviceToHost, stream),
		"copying from the device", words);

	if (!status && to && buffer->size)
		status = ch_runtime_status(
			hipMemcpyAsync(to, buffer->bytes, buffer->size, hipMemcpyDeviceToHost, stream),
			"copying from the device", words);
	if (!status)
		status = ch_runtime_status(hipStreamSynchronize(stream), "waiting for the kernel", words);
	for (size_t i = 0; !status && i < sizeof(canary); i++) {
		if (canary[i] == CANARY)
			continue;
		snprintf(words, CH_KERNEL_WORDS,
			 "the kernel stored past the end of what it writes, %zu bytes behind it", i);
		status = CH_FAULT;
	}
	return status;
}

void ch_gpu_buffer_free(ch_gpu_buffer *buffer)
{
	if (buffer->allocation)
		(void)hipFree(buffer->allocation);
	*buffer = (ch_gpu_buffer){0};
}
