/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels for the tests of the audit: one that is as its expectations say, and the same with a fault for each -DFAULT_... Neither HIP's
 * headers nor device libraries are needed, so every architecture that clang knows can be had. */
#define KERNEL(bound) extern "C" __attribute__((global, amdgpu_flat_work_group_size(1, bound))) void
typedef unsigned u32;
typedef float float4 __attribute__((ext_vector_type(4)));

#ifdef MOVED
/* Before the others: moves their text. */
KERNEL(256) another(u32 *out)
{
	out[__builtin_amdgcn_workitem_id_x()] = 1;
}
#endif

#ifdef OTHER_DATA
static const __attribute__((device)) u32 table[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 54};
#else
static const __attribute__((device)) u32 table[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
#endif

/* Reaches a table by s_getpc_b64. */
KERNEL(256) by_table(const u32 *in, u32 *out)
{
	const u32 i = __builtin_amdgcn_workitem_id_x();
	out[i] = table[in[i] & 15];
}

/* 4096 bytes of LDS, two barriers, four reads of 16 bytes between them. */
#ifdef FAULT_LAUNCH
KERNEL(64)
#else
KERNEL(256)
#endif
tile(const float4 *in, float *out)
{
	static __attribute__((shared)) float4 kept[256];
	const u32 i = __builtin_amdgcn_workitem_id_x();
	kept[i] = in[i];
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
	__builtin_amdgcn_s_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
	const float4 sum = kept[i ^ 1] + kept[i ^ 3] * kept[i ^ 7] + kept[i ^ 9];
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
	__builtin_amdgcn_s_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
#ifdef FAULT_DIVIDES
	out[i] = sum.x / sum.y + sum.z * sum.w;
#elif defined(CHANGED)
	out[i] = sum.x + sum.y * sum.z - sum.w;
#else
	out[i] = sum.x + sum.y + sum.z * sum.w;
#endif
}

/* More values alive than registers, where their number is cut. */
#ifdef FAULT_SPILLS
__attribute__((amdgpu_num_vgpr(24)))
#endif
KERNEL(64) many(const volatile float *in, float *out)
{
	const u32 i = __builtin_amdgcn_workitem_id_x();
	float kept[32];
	for (u32 k = 0; k < 32; k++)
		kept[k] = in[i + 64 * k];
	__builtin_amdgcn_sched_barrier(0);
	float sum = 0.0f;
	for (u32 k = 0; k < 32; k++)
		sum = sum * kept[31 - k] + kept[k];
	out[i] = sum;
}
