/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/qsa_guard_hip.h"

#include <stdio.h>

#include "kernels/runtime.h"

static int cleared(hipError_t error)
{
	if (error != hipSuccess)
		(void)hipGetLastError(); /* so that the next call does not report it once more */
	return (int)error;
}

static int current_device(void *context, int *device)
{
	(void)context;
	return cleared(hipGetDevice(device));
}

static int read_properties(void *context, int device, ch_qsa_guard_device *result)
{
	hipDeviceProp_t properties;
	hipError_t error = hipGetDeviceProperties(&properties, device);

	(void)context;
	if (error != hipSuccess)
		return cleared(error);
	/* cut at 63 characters, with an end or without: no text so long is gfx906 with well-formed features */
	ch_runtime_architecture(&properties, result->arch, sizeof(result->arch));
	result->wave_size = properties.warpSize;
	return 0;
}

const ch_qsa_guard_calls ch_qsa_guard_hip = {ch_qsa_guard_getenv, current_device, read_properties};
