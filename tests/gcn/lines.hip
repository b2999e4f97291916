/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads one element too far, two inlined functions down: what is wrong must be told with all three lines. */
#define KERNEL extern "C" __attribute__((global, amdgpu_flat_work_group_size(1, 256))) void
#define INLINE static __attribute__((device, always_inline))

INLINE float next(const float *in, unsigned i)
{
	return in[i + 1];
}

INLINE float twice_next(const float *in, unsigned i)
{
	return next(in, i) * 2;
}

KERNEL lines(const float *in, float *out)
{
	const unsigned i = __builtin_amdgcn_workitem_id_x();
	out[i] = twice_next(in, i);
}
