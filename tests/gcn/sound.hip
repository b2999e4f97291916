/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled kernels that lean on what the launch sets up: scratch, ids and groups in three dimensions, sizes from the hidden
 * arguments and from the dispatch packet, constants in .rodata. Neither HIP's headers nor device libraries are needed. */
#define KERNEL extern "C" __attribute__((global, amdgpu_flat_work_group_size(1, 256))) void
typedef unsigned u32;

static __attribute__((device, always_inline)) u32 thread_number(u32 width, u32 height)
{
	return (__builtin_amdgcn_workitem_id_z() * height + __builtin_amdgcn_workitem_id_y()) * width +
	       __builtin_amdgcn_workitem_id_x();
}

static __attribute__((device, always_inline)) u32 thread_of_grid(void)
{
	const u32 x = __builtin_amdgcn_workgroup_size_x(), y = __builtin_amdgcn_workgroup_size_y(),
		  z = __builtin_amdgcn_workgroup_size_z();
	return __builtin_amdgcn_workgroup_id_x() * x * y * z + thread_number(x, y);
}

/* Too large for registers or LDS, so that it stays in scratch. */
KERNEL scratch(const u32 *in, u32 *out)
{
	const u32 i = thread_of_grid();
	u32 kept[128];
	for (u32 k = 0; k < 128; k++)
		kept[(k + in[i]) & 127] = in[i] * 16 + k;
	out[i] = kept[in[i] >> 1 & 127];
}

/* Volatile accesses go by flat addresses. */
KERNEL flat_scratch(const u32 *in, u32 *out)
{
	const u32 i = thread_of_grid();
	volatile u32 kept[16];
	for (u32 k = 0; k < 16; k++)
		kept[(k + in[i]) & 15] = in[i] * 16 + k;
	out[i] = kept[in[i] >> 1 & 15];
}

KERNEL ids(const u32 *in, u32 *out)
{
	const u32 x = __builtin_amdgcn_workgroup_size_x(), y = __builtin_amdgcn_workgroup_size_y(),
		  z = __builtin_amdgcn_workgroup_size_z();
	const u32 group = (__builtin_amdgcn_workgroup_id_z() * 2 + __builtin_amdgcn_workgroup_id_y()) * 3 +
			  __builtin_amdgcn_workgroup_id_x();
	const u32 i = group * x * y * z + thread_number(x, y);
	out[i] = in[i] + (__builtin_amdgcn_workgroup_id_x() | __builtin_amdgcn_workgroup_id_y() << 4 |
			  __builtin_amdgcn_workgroup_id_z() << 8 | __builtin_amdgcn_workitem_id_x() << 12 |
			  __builtin_amdgcn_workitem_id_y() << 16 | __builtin_amdgcn_workitem_id_z() << 20);
}

/* hsa_kernel_dispatch_packet: workgroup sizes are 16 bits each at byte 4, grid sizes 32 bits each at byte 12. */
KERNEL packet(const u32 *in, u32 *out)
{
	const __attribute__((address_space(4))) unsigned char *p =
		(const __attribute__((address_space(4))) unsigned char *)__builtin_amdgcn_dispatch_ptr();
	const __attribute__((address_space(4))) unsigned short *sizes =
		(const __attribute__((address_space(4))) unsigned short *)(p + 4);
	const __attribute__((address_space(4))) u32 *grid = (const __attribute__((address_space(4))) u32 *)(p + 12);
	const u32 i =
		__builtin_amdgcn_workgroup_id_x() * sizes[0] * sizes[1] * sizes[2] + thread_number(sizes[0], sizes[1]);
	out[i] = in[i] +
		 (sizes[0] | (u32)sizes[1] << 4 | (u32)sizes[2] << 8 | grid[0] << 12 | grid[1] << 20 | grid[2] << 24);
}

static __attribute__((device)) const u32 table[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};

KERNEL constants(const u32 *in, u32 *out)
{
	const u32 i = thread_of_grid();
	out[i] = table[in[i] & 15] + 100 * in[i];
}

/* Stores and loads whose address is LDS for some lanes and memory for the others. */
KERNEL flat_lds(const u32 *in, u32 *out)
{
	static __attribute__((shared)) u32 kept[64];
	const u32 thread = thread_number(__builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y()),
		  i = thread_of_grid(), v = in[i];
	volatile u32 *to = v & 2 ? (volatile u32 *)&kept[thread] : (volatile u32 *)&out[i];
	if (!(v & 2))
		kept[thread] = 7 * v;
	*to = 3 * v;
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
	__builtin_amdgcn_s_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
	const volatile u32 *from = v & 4 ? (const volatile u32 *)&kept[63 - thread] : (const volatile u32 *)&in[i];
	out[i] = *from + 1;
}

/* A byte and two halves by a flat address. */
KERNEL flat_lds_parts(const u32 *in, u32 *out)
{
	static __attribute__((shared)) unsigned char kept[256];
	const u32 thread = thread_number(__builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y()),
		  i = thread_of_grid(), v = in[i];
	volatile unsigned char *bytes =
		v & 2 ? (volatile unsigned char *)&kept[4 * thread] : (volatile unsigned char *)&out[i];
	bytes[0] = (unsigned char)v;
	bytes[1] = (unsigned char)(v >> 8);
	*(volatile unsigned short *)(bytes + 2) = (unsigned short)(5 * v);
	out[i] = *(volatile short *)bytes + 3 * *(volatile signed char *)(bytes + 2);
}

static __attribute__((device, noinline)) u32 steps_to_one(u32 x)
{
	u32 n = 0;
	for (; x > 1 && n < 50; n++)
		x = x & 1 ? 3 * x + 1 : x / 2;
	return n;
}

KERNEL calls(const u32 *in, u32 *out)
{
	const u32 i = thread_of_grid();
	out[i] = steps_to_one(in[i] & 255) + 1000 * steps_to_one(i + 1);
}

static __attribute__((device, noinline)) u32 fibonacci(u32 n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

KERNEL recursion(const u32 *in, u32 *out)
{
	const u32 i = thread_of_grid();
	out[i] = fibonacci(in[i] & 7) + 2;
}

static __attribute__((device, noinline)) u32 one_more(u32 x)
{
	return x + 1;
}

static __attribute__((device, noinline)) u32 thrice(u32 x)
{
	return 3 * x;
}

typedef u32 (*step)(u32);
__attribute__((device)) step chosen[2] = {one_more, thrice};

/* Lanes of one wave that call different functions. */
KERNEL pointers(const u32 *in, u32 *out)
{
	const u32 i = thread_of_grid();
	out[i] = chosen[in[i] & 1](in[i]);
}
