/* SPDX-License-Identifier: Apache-2.0
 *
 * The device intrinsics that the kernels use, each with an AMD and an NVIDIA body. This is the only file of device code with an
 * #ifdef: a kernel that needs another instruction gets it here. */
#ifndef CHECKHIP_KERNELS_DEVICE_H
#define CHECKHIP_KERNELS_DEVICE_H

#include <stdint.h>

#ifdef __CUDACC__
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#else
#include <hip/hip_runtime.h>
#endif

/* Lanes of a wave, as compiled. On AMD it follows the target (F25); the host reads it back through ch_probe_kernel. */
#if defined(__AMDGCN_WAVEFRONT_SIZE__)
constexpr int ch_wave = __AMDGCN_WAVEFRONT_SIZE__;
#elif defined(__AMDGCN_WAVEFRONT_SIZE)
constexpr int ch_wave = __AMDGCN_WAVEFRONT_SIZE;
#elif defined(__GFX8__) || defined(__GFX9__)
constexpr int ch_wave = 64;
#else
constexpr int ch_wave = 32;
#endif

/* The launch bound that every mmvq kernel is compiled with; the host's launches are held against it (F24). */
constexpr int ch_max_waves = 8;
constexpr int ch_max_threads = ch_max_waves * ch_wave;

#ifdef __CUDACC__

static __device__ inline uint32_t ch_lane()
{
	return threadIdx.x % 32u;
}

static __device__ inline float ch_as_float(uint32_t bits)
{
	return __uint_as_float(bits);
}
static __device__ inline uint32_t ch_as_bits(float value)
{
	return __float_as_uint(value);
}

/* Four signed byte products, added to sum. */
static __device__ inline int32_t ch_dot4(uint32_t a, uint32_t b, int32_t sum)
{
	return __dp4a((int32_t)a, (int32_t)b, sum);
}

/* Moves four 3-bit numbers, low bits first, to where ch_table8 wants them, and looks each up in the 8 bytes of high:low. */
static __device__ inline uint32_t ch_table8(uint32_t high, uint32_t low, uint32_t codes)
{
	codes = (codes & 0x3fu) | ((codes << 2) & 0x3f00u);
	codes = (codes & 0x0707u) | ((codes << 1) & 0x7070u);
	return __byte_perm(low, high, codes);
}

/* The same with the numbers one in each byte. */
static __device__ inline uint32_t ch_table8_bytes(uint32_t high, uint32_t low, uint32_t codes)
{
	codes |= codes >> 4;
	return __byte_perm(low, high, __byte_perm(codes, 0, 0x4420));
}

/* The same over four 2-bit numbers and 4 bytes. */
static __device__ inline uint32_t ch_table4(uint32_t table, uint32_t codes)
{
	codes = (codes & 0x0fu) | ((codes << 4) & 0x0f00u);
	codes = (codes & 0x0303u) | ((codes << 2) & 0x3030u);
	return __byte_perm(table, 0, codes);
}

/* Eight nibbles, each 0..7 with bit 3 clear: the low four looked up in low_quad, the high four in high_quad. */
static __device__ inline void ch_table8_nibbles(uint32_t high, uint32_t low, uint32_t nibbles, uint32_t *low_quad,
						uint32_t *high_quad)
{
	*low_quad = __byte_perm(low, high, nibbles);
	*high_quad = __byte_perm(low, high, nibbles >> 16);
}
/* Which nibble byte i of low_quad comes from; high_quad's bytes come from that plus ch_nibble_high. */
constexpr int ch_nibble_step = 1;
constexpr int ch_nibble_high = 4;

static __device__ inline uint32_t ch_byte_permute(uint32_t high, uint32_t low, uint32_t byte0, uint32_t byte1,
						  uint32_t byte2, uint32_t byte3)
{
	return __byte_perm(low, high, byte0 | byte1 << 4 | byte2 << 8 | byte3 << 12);
}

static __device__ inline uint32_t ch_rotate_right(uint32_t a, uint32_t by)
{
	return __funnelshift_r(a, a, by);
}

/* The low 32 bits of high:low shifted right by 0..31. */
static __device__ inline uint32_t ch_splice(uint32_t high, uint32_t low, uint32_t by)
{
	return __funnelshift_r(low, high, by);
}

static __device__ inline float ch_half_bits_to_float(uint16_t bits)
{
	return __half2float(__ushort_as_half(bits));
}
static __device__ inline uint16_t ch_float_to_half_bits(float value)
{
	return __half_as_ushort(__float2half_rn(value));
}

/* IEEE division, whatever the compiler's defaults are. */
static __device__ inline float ch_divide(float a, float b)
{
	return __fdiv_rn(a, b);
}

/* The value of the lane at this distance. */
static __device__ inline float ch_shuffle(float value, int distance)
{
	return __shfl_xor_sync(0xffffffffu, value, distance);
}

template <int distance> static __device__ inline float ch_swizzle(float value)
{
	return __shfl_xor_sync(0xffffffffu, value, distance);
}

/* The value of the lane whose number differs by this bit, among 32 neighbours; a whole group of 32 calls it together. */
template <int distance> static __device__ inline float ch_lane_xor(float value)
{
	return __shfl_xor_sync(0xffffffffu, value, distance);
}

/* The same number, but the compiler cannot tell: what is read through it is read anew each time, and not kept in registers. */
static __device__ inline uint32_t ch_hide(uint32_t value)
{
	asm volatile("" : "+r"(value));
	return value;
}

/* Byte i of a word as a signed number. A conversion takes four times an addition's time here, so the byte, 128 more than its
 * value, becomes the low bits of 2^23. */
template <int i> static __device__ inline float ch_signed_byte(uint32_t word)
{
	return __uint_as_float(__byte_perm(word ^ 0x80808080u, 0x4b000000u, 0x7650u + i)) - 8388736.0f;
}

/* Several numbers that are read or written at once. */
typedef float2 ch_float2;
typedef float4 ch_float4;
typedef uint2 ch_uint2;
typedef uint4 ch_uint4;

static __device__ inline void ch_wave_sync()
{
	__syncwarp();
}

/* A place in shared memory as the copies take it; bytes are added to it. */
typedef uint32_t ch_shared_place;
static __device__ inline ch_shared_place ch_place_of(void *shared)
{
	return (uint32_t)__cvta_generic_to_shared(shared);
}

/* Starts a copy of 4 or 16 bytes from global to shared memory, both so aligned; ch_copy_close ends a set of them, and
 * ch_copy_wait returns when all but the last `open` sets of this lane have arrived. */
template <int bytes> static __device__ inline void ch_copy_start(ch_shared_place to, const void *global)
{
	if constexpr (bytes == 16)
		asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(global) : "memory");
	else
		asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(global) : "memory");
}
static __device__ inline void ch_copy_close()
{
	asm volatile("cp.async.commit_group;" ::: "memory");
}
template <int open> static __device__ inline void ch_copy_wait()
{
	asm volatile("cp.async.wait_group %0;" ::"n"(open) : "memory");
}

#else /* AMD */

static __device__ inline uint32_t ch_lane()
{
	if constexpr (ch_wave == 64)
		return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
	return __builtin_amdgcn_mbcnt_lo(~0u, 0u);
}

static __device__ inline float ch_as_float(uint32_t bits)
{
	return __builtin_bit_cast(float, bits);
}
static __device__ inline uint32_t ch_as_bits(float value)
{
	return __builtin_bit_cast(uint32_t, value);
}

static __device__ inline int32_t ch_dot4(uint32_t a, uint32_t b, int32_t sum)
{
#if defined(__GFX11__) || defined(__GFX12__)
	return __builtin_amdgcn_sudot4(true, (int)a, true, (int)b, sum, false);
#elif defined(__gfx906__) || defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx940__) ||       \
	defined(__gfx941__) || defined(__gfx942__) || defined(__gfx950__) || defined(__gfx1011__) ||    \
	defined(__gfx1012__) || defined(__gfx1030__) || defined(__gfx1031__) || defined(__gfx1032__) || \
	defined(__gfx1033__) || defined(__gfx1034__) || defined(__gfx1035__) || defined(__gfx1036__)
	return __builtin_amdgcn_sdot4((int)a, (int)b, sum, false);
#else
	for (int i = 0; i < 32; i += 8)
		sum += (int32_t)(int8_t)(a >> i) * (int32_t)(int8_t)(b >> i);
	return sum;
#endif
}

static __device__ inline uint32_t ch_table8(uint32_t high, uint32_t low, uint32_t codes)
{
	codes = (codes & 0x3fu) | ((codes << 10) & 0x3f0000u);
	codes = (codes & 0x070007u) | ((codes << 5) & 0x07000700u);
	return __builtin_amdgcn_perm(high, low, codes);
}

static __device__ inline uint32_t ch_table8_bytes(uint32_t high, uint32_t low, uint32_t codes)
{
	return __builtin_amdgcn_perm(high, low, codes);
}

static __device__ inline uint32_t ch_table4(uint32_t table, uint32_t codes)
{
	codes = (codes & 0x0fu) | ((codes << 12) & 0x0f0000u);
	codes = (codes & 0x030003u) | ((codes << 6) & 0x03000300u);
	return __builtin_amdgcn_perm(0u, table, codes);
}

static __device__ inline void ch_table8_nibbles(uint32_t high, uint32_t low, uint32_t nibbles, uint32_t *low_quad,
						uint32_t *high_quad)
{
	*low_quad = __builtin_amdgcn_perm(high, low, nibbles & 0x07070707u);
	*high_quad = __builtin_amdgcn_perm(high, low, (nibbles >> 4) & 0x07070707u);
}
constexpr int ch_nibble_step = 2;
constexpr int ch_nibble_high = 1;

static __device__ inline uint32_t ch_byte_permute(uint32_t high, uint32_t low, uint32_t byte0, uint32_t byte1,
						  uint32_t byte2, uint32_t byte3)
{
	return __builtin_amdgcn_perm(high, low, byte0 | byte1 << 8 | byte2 << 16 | byte3 << 24);
}

static __device__ inline uint32_t ch_rotate_right(uint32_t a, uint32_t by)
{
	return __builtin_amdgcn_alignbit(a, a, by);
}

static __device__ inline uint32_t ch_splice(uint32_t high, uint32_t low, uint32_t by)
{
	return __builtin_amdgcn_alignbit(high, low, by);
}

static __device__ inline float ch_half_bits_to_float(uint16_t bits)
{
	return (float)__builtin_bit_cast(_Float16, bits);
}
static __device__ inline uint16_t ch_float_to_half_bits(float value)
{
	return __builtin_bit_cast(uint16_t, (_Float16)value);
}

static __device__ inline float ch_divide(float a, float b)
{
	return a / b;
}

static __device__ inline float ch_shuffle(float value, int distance)
{
	const int from = (int)(ch_lane() ^ (uint32_t)distance) * 4;
	return __builtin_bit_cast(float, __builtin_amdgcn_ds_bpermute(from, __builtin_bit_cast(int, value)));
}

/* Bit-mask mode: lane = ((lane & 31) | 0) ^ distance within each 32 lanes, so distance 32 does not exist: the dispatcher
 * keeps these kernels to wave32. */
template <int distance> static __device__ inline float ch_swizzle(float value)
{
	if constexpr (ch_wave != 32)
		__builtin_trap();
	constexpr int pattern = (distance & 31) << 10 | 31;
	return __builtin_bit_cast(float, __builtin_amdgcn_ds_swizzle(__builtin_bit_cast(int, value), pattern));
}

/* Across the row of 16 lanes by data-parallel primitives, whose control is a bit-wise exclusive or from gfx10 on; before it there
 * are permutations of four lanes and a rotation by 8. Else ds_swizzle in bit-mask mode, within each 32 lanes of a wave of 64 too. */
template <int distance> static __device__ inline float ch_lane_xor(float value)
{
	static_assert(distance == 1 || distance == 2 || distance == 4 || distance == 8 || distance == 16,
		      "a bit of a lane's number among 32");
#if defined(__GFX9__)
	constexpr int control = distance == 1 ? 0xb1 : distance == 2 ? 0x4e : distance == 8 ? 0x128 : 0;
#else
	constexpr int control = distance < 16 ? 0x160 | distance : 0;
#endif
	const int bits = __builtin_bit_cast(int, value);
	if constexpr (control != 0)
		return __builtin_bit_cast(float, __builtin_amdgcn_update_dpp(0, bits, control, 15, 15, true));
	return __builtin_bit_cast(float, __builtin_amdgcn_ds_swizzle(bits, distance << 10 | 31));
}

static __device__ inline uint32_t ch_hide(uint32_t value)
{
	asm volatile("" : "+v"(value));
	return value;
}

template <int i> static __device__ inline float ch_signed_byte(uint32_t word)
{
	return (float)(int8_t)(word >> 8 * i);
}

typedef float ch_float2 __attribute__((ext_vector_type(2)));
typedef float ch_float4 __attribute__((ext_vector_type(4)));
typedef uint32_t ch_uint2 __attribute__((ext_vector_type(2)));
typedef uint32_t ch_uint4 __attribute__((ext_vector_type(4)));

/* Lanes of a wave run together; what is left to order is the compiler. */
static __device__ inline void ch_wave_sync()
{
	__builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
	__builtin_amdgcn_wave_barrier();
	__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

typedef uint8_t *ch_shared_place;
static __device__ inline ch_shared_place ch_place_of(void *shared)
{
	return (uint8_t *)shared;
}

template <int bytes> static __device__ inline void ch_copy_start(ch_shared_place to, const void *global)
{
	__builtin_memcpy(__builtin_assume_aligned(to, bytes), __builtin_assume_aligned(global, bytes), bytes);
}
static __device__ inline void ch_copy_close()
{
}
template <int open> static __device__ inline void ch_copy_wait()
{
}

#endif

#endif
