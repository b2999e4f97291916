/* SPDX-License-Identifier: Apache-2.0
 *
 * The HIP runtime's names, or CUDA's under them: the one place where the two differ for host code. Each name used by the
 * launcher, the provider and the device tests has its line here. */
#ifndef CHECKHIP_KERNELS_RUNTIME_H
#define CHECKHIP_KERNELS_RUNTIME_H

#ifdef CHECKHIP_GPU_CUDA

#include <cuda_runtime_api.h>

#define hipError_t cudaError_t
#define hipStream_t cudaStream_t
#define hipEvent_t cudaEvent_t
#define hipGraph_t cudaGraph_t
#define hipGraphExec_t cudaGraphExec_t
#define hipDeviceProp_t struct cudaDeviceProp
#define hipSuccess cudaSuccess
#define hipErrorOutOfMemory cudaErrorMemoryAllocation
#define hipErrorNoDevice cudaErrorNoDevice
#define hipErrorInvalidDevice cudaErrorInvalidDevice
#define hipErrorInsufficientDriver cudaErrorInsufficientDriver
#define hipErrorInitializationError cudaErrorInitializationError
#define hipErrorIllegalAddress cudaErrorIllegalAddress
#define hipErrorLaunchFailure cudaErrorLaunchFailure
#define hipErrorLaunchTimeOut cudaErrorLaunchTimeout
#define hipErrorECCNotCorrectable cudaErrorECCUncorrectable
#define hipErrorAssert cudaErrorAssert
#define hipErrorUnknown cudaErrorUnknown
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define hipStreamCaptureModeThreadLocal cudaStreamCaptureModeThreadLocal
#define hipStreamNonBlocking cudaStreamNonBlocking
#define hipFuncAttributeMaxDynamicSharedMemorySize cudaFuncAttributeMaxDynamicSharedMemorySize
#define hipGetErrorString cudaGetErrorString
#define hipGetErrorName cudaGetErrorName
#define hipGetLastError cudaGetLastError
#define hipGetDeviceCount cudaGetDeviceCount
#define hipGetDeviceProperties cudaGetDeviceProperties
#define hipSetDevice cudaSetDevice
#define hipGetDevice cudaGetDevice
#define hipDriverGetVersion cudaDriverGetVersion
#define hipRuntimeGetVersion cudaRuntimeGetVersion
#define hipMalloc cudaMalloc
#define hipFree cudaFree
#define hipMemcpyAsync cudaMemcpyAsync
#define hipMemsetAsync cudaMemsetAsync
#define hipStreamCreateWithFlags cudaStreamCreateWithFlags
#define hipStreamDestroy cudaStreamDestroy
#define hipStreamSynchronize cudaStreamSynchronize
#define hipStreamBeginCapture cudaStreamBeginCapture
#define hipStreamEndCapture cudaStreamEndCapture
#define hipGraphInstantiateWithFlags cudaGraphInstantiate
#define hipGraphLaunch cudaGraphLaunch
#define hipGraphDestroy cudaGraphDestroy
#define hipGraphExecDestroy cudaGraphExecDestroy
#define hipEventCreate cudaEventCreate
#define hipEventDestroy cudaEventDestroy
#define hipEventRecord cudaEventRecord
#define hipEventSynchronize cudaEventSynchronize
#define hipEventElapsedTime cudaEventElapsedTime
#define hipFuncSetAttribute cudaFuncSetAttribute
#define hipLaunchKernel cudaLaunchKernel

/* CUDA names no architecture: "sm_90", so that the selector has one name for each device. */
#define ch_runtime_architecture(properties, out, size) \
	snprintf(out, size, "sm_%d%d", (properties)->major, (properties)->minor)
#define CH_RUNTIME_NAME "CUDA"

#else

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif
#include <hip/hip_runtime_api.h>

#define ch_runtime_architecture(properties, out, size) snprintf(out, size, "%.63s", (properties)->gcnArchName)
#define CH_RUNTIME_NAME "HIP"

#endif

#endif
