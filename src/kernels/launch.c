/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "kernels/launch.h"

static const ch_kernel_entry *const tables[] = {
	ch_kernels_mmvq_fp3,	 ch_kernels_mmvq_fp2,  ch_kernels_mmvq_fp4, ch_kernels_mmvq_fp6, ch_kernels_mmvq_fp8,
	ch_kernels_mmvq_swizzle, ch_kernels_mmvq_wide, ch_kernels_mmq,	    ch_kernels_quantize, ch_kernels_qsa,
};
static const ch_kernel_entry *further;

ch_status ch_runtime_status(hipError_t error, const char *tried, char words[CH_KERNEL_WORDS])
{
	static const struct {
		hipError_t error;
		ch_status status;
	} known[] = {
		{hipSuccess, CH_OK},
		{hipErrorOutOfMemory, CH_OUT_OF_MEMORY},
		{hipErrorNoDevice, CH_NO_DEVICE},
		{hipErrorInvalidDevice, CH_NO_DEVICE},
		{hipErrorInsufficientDriver, CH_NO_DEVICE},
		{hipErrorInitializationError, CH_NO_DEVICE},
		/* after these every later call on the device fails until the process ends */
		{hipErrorIllegalAddress, CH_DEVICE_LOST},
		{hipErrorLaunchFailure, CH_DEVICE_LOST},
		{hipErrorLaunchTimeOut, CH_DEVICE_LOST},
		{hipErrorECCNotCorrectable, CH_DEVICE_LOST},
		{hipErrorAssert, CH_DEVICE_LOST},
	};

	if (error == hipSuccess)
		return CH_OK;
	snprintf(words, CH_KERNEL_WORDS, "%s: %s (%s)", tried, hipGetErrorString(error), hipGetErrorName(error));
	(void)hipGetLastError(); /* so that an error that passes is not reported again by the next call */
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (known[i].error == error)
			return known[i].status;
	}
	return CH_FAILED;
}

void ch_launch_also(const ch_kernel_entry *entries)
{
	further = entries;
}

static const void *find_in(const ch_kernel_entry *table, const char *symbol)
{
	for (; table && table->symbol; table++) {
		if (strcmp(table->symbol, symbol) == 0)
			return table->host;
	}
	return NULL;
}

static const void *find_kernel(const char *symbol)
{
	const void *host = find_in(further, symbol);

	for (size_t i = 0; !host && i < sizeof(tables) / sizeof(tables[0]); i++)
		host = find_in(tables[i], symbol);
	return host;
}

ch_status ch_launch_symbol(const char *symbol, const uint32_t grid[3], uint32_t threads, uint32_t shared_bytes,
			   void **arguments, hipStream_t stream, char words[CH_KERNEL_WORDS])
{
	const void *host = find_kernel(symbol);

	if (!host) {
		snprintf(words, CH_KERNEL_WORDS, "kernel %s is not in this build", symbol);
		return CH_UNSUPPORTED;
	}
	if (!grid[0] || !grid[1] || !grid[2])
		return CH_OK;
	/* without being told, CUDA gives a workgroup 48 KiB at most */
	if (shared_bytes > 48u * 1024u) {
		ch_status status = ch_runtime_status(
			hipFuncSetAttribute(host, hipFuncAttributeMaxDynamicSharedMemorySize, (int)shared_bytes),
			"asking for shared memory", words);

		if (status)
			return status;
	}
	return ch_runtime_status(hipLaunchKernel(host, (dim3){grid[0], grid[1], grid[2]}, (dim3){threads, 1, 1},
						 arguments, shared_bytes, stream),
				 symbol, words);
}

ch_status ch_launch(const ch_kernel_launch *launch, const void *in, const void *x_q8_1, void *out, hipStream_t stream,
		    char words[CH_KERNEL_WORDS])
{
	void *arguments[CH_KERNEL_MAX_ARGUMENTS];
	uint32_t values[CH_KERNEL_MAX_ARGUMENTS];

	for (uint32_t i = 0; i < launch->argument_count; i++) {
		switch (launch->arguments[i].kind) {
		case CH_ARGUMENT_W:
		case CH_ARGUMENT_X:
			arguments[i] = &in;
			break;
		case CH_ARGUMENT_X_Q8_1:
			arguments[i] = &x_q8_1;
			break;
		case CH_ARGUMENT_OUT:
			arguments[i] = &out;
			break;
		case CH_ARGUMENT_UINT32:
			values[i] = launch->arguments[i].value;
			arguments[i] = &values[i];
			break;
		}
	}
	return ch_launch_symbol(launch->symbol, launch->grid, launch->threads, launch->shared_bytes, arguments, stream,
				words);
}

ch_status ch_launch_probe(uint32_t *wave_size, uint32_t *max_threads, hipStream_t stream, char words[CH_KERNEL_WORDS])
{
	const ch_kernel_launch launch = {
		.symbol = "ch_probe_kernel",
		.grid = {1, 1, 1},
		.threads = 32,
		.argument_count = 1,
		.arguments = {{.kind = CH_ARGUMENT_OUT}},
	};
	uint32_t answer[2] = {0, 0};
	void *there = NULL;
	ch_status status = ch_runtime_status(hipMalloc(&there, sizeof(answer)), "probing the device", words);

	if (status)
		return status;
	status = ch_launch(&launch, NULL, NULL, there, stream, words);
	if (!status)
		status = ch_runtime_status(hipMemcpyAsync(answer, there, sizeof(answer), hipMemcpyDeviceToHost, stream),
					   "probing the device", words);
	if (!status)
		status = ch_runtime_status(hipStreamSynchronize(stream), "probing the device", words);
	(void)hipFree(there);
	*wave_size = answer[0];
	*max_threads = answer[1];
	return status;
}
