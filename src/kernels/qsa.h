/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention over selected cells: a workgroup takes a chunk of 64 cells of one query for the heads that share a KV head, a second kernel
 * merges the chunks. The order of the float operations is ch_qsa_model's (checkhip/qsa.h). */
#ifndef CHECKHIP_KERNELS_QSA_H
#define CHECKHIP_KERNELS_QSA_H

#include "checkhip/qsa.h"
#include "kernels/device.h"
#include "kernels/qsa_shape.h"

constexpr float ch_qsa_lowest = -3.402823466e+38f; /* the maximum of an empty chunk: -FLT_MAX */
constexpr uint32_t ch_qsa_groups = CH_QSA_THREADS / 32;

/* The only thing that the swizzled form has of its own (QSA-SWIZZLE). */
template <bool swizzled> static __device__ inline uint32_t ch_qsa_place(uint32_t d)
{
	return swizzled ? d ^ ((d >> 3) & 4u) : d;
}

/* ch_qsa_exp, operation by operation; the integer that the magic addition leaves in the low bits becomes the power of two. */
static __device__ inline float ch_qsa_power(float x)
{
	const float turned = x * 0x1.715476p+0f + 0x1.8p+23f;
	const float n = turned - 0x1.8p+23f;
	const float r = (x - n * 0x1.62e4p-1f) - n * 0x1.7f7d1cp-20f;
	float sum = 1.0f / 5040.0f;
	sum = sum * r + 1.0f / 720.0f;
	sum = sum * r + 1.0f / 120.0f;
	sum = sum * r + 1.0f / 24.0f;
	sum = sum * r + 1.0f / 6.0f;
	sum = sum * r + 0.5f;
	sum = sum * r + 1.0f;
	sum = sum * r + 1.0f;
	return x < -87.0f ? 0.0f : sum * ch_as_float((ch_as_bits(turned) << 23) + 0x3f800000u);
}

/* What lies in shared memory: 15,872 bytes for heads of 256, twelve a KV head. */
template <int head_dim, int heads> struct alignas(16) ch_qsa_tile {
	float query[heads * head_dim];
	float scores[heads * CH_QSA_CHUNK]; /* then p */
	uint64_t rows[CH_QSA_CHUNK];	    /* of the pools: where the cells lie */
};

/* How a pool's values are read: n consecutive ones of a row, or one. */
struct ch_qsa_codes {
	static constexpr bool scaled = true;
	typedef int8_t element;

	static __device__ inline float scale(const uint16_t *at)
	{
		return ch_half_bits_to_float(*at);
	}
	static __device__ inline float one(const int8_t *at)
	{
		return ch_signed_byte<0>((uint8_t)*at);
	}
	static __device__ inline void several(const int8_t *at, float (&x)[8])
	{
		const ch_uint2 words = *(const ch_uint2 *)at;
		four(words.x, x);
		four(words.y, x + 4);
	}
	static __device__ inline void several(const int8_t *at, float (&x)[2])
	{
		const uint32_t word = *(const uint16_t *)at;
		x[0] = ch_signed_byte<0>(word);
		x[1] = ch_signed_byte<1>(word);
	}
	static __device__ inline void four(uint32_t word, float *x)
	{
		x[0] = ch_signed_byte<0>(word);
		x[1] = ch_signed_byte<1>(word);
		x[2] = ch_signed_byte<2>(word);
		x[3] = ch_signed_byte<3>(word);
	}
};

struct ch_qsa_halves {
	static constexpr bool scaled = false;
	typedef uint16_t element;

	static __device__ inline float scale(const uint16_t *)
	{
		return 1.0f;
	}
	static __device__ inline float one(const uint16_t *at)
	{
		return ch_half_bits_to_float(*at);
	}
	static __device__ inline void several(const uint16_t *at, float (&x)[8])
	{
		const ch_uint4 words = *(const ch_uint4 *)at;
		two(words.x, x);
		two(words.y, x + 2);
		two(words.z, x + 4);
		two(words.w, x + 6);
	}
	static __device__ inline void several(const uint16_t *at, float (&x)[2])
	{
		two(*(const uint32_t *)at, x);
	}
	static __device__ inline void two(uint32_t word, float *x)
	{
		x[0] = ch_half_bits_to_float((uint16_t)word);
		x[1] = ch_half_bits_to_float((uint16_t)(word >> 16));
	}
};

template <bool swizzled> static __device__ inline void ch_qsa_query(const float *head, uint32_t d, float (&q)[8])
{
	const ch_float4 low = *(const ch_float4 *)(head + ch_qsa_place<swizzled>(d)),
			high = *(const ch_float4 *)(head + ch_qsa_place<swizzled>(d + 4));
	q[0] = low.x, q[1] = low.y, q[2] = low.z, q[3] = low.w;
	q[4] = high.x, q[5] = high.y, q[6] = high.z, q[7] = high.w;
}

template <bool swizzled> static __device__ inline void ch_qsa_query(const float *head, uint32_t d, float (&q)[2])
{
	const ch_float2 both = *(const ch_float2 *)(head + ch_qsa_place<swizzled>(d));
	q[0] = both.x, q[1] = both.y;
}

/* Adds up the heads' parts over 32 lanes. Each lane gives half of its heads away at distances 16 and 8 and keeps the rest: the sums are
 * those of a butterfly that keeps them all, for half of the operations. Lane t ends with heads t / 8 * heads / 4 and following. */
template <int heads> static __device__ inline void ch_qsa_add_lanes(float (&s)[heads], uint32_t lane)
{
	const bool upper16 = lane & 16, upper8 = lane & 8;
#pragma unroll
	for (int i = 0; i < heads / 2; i++) {
		const float given = upper16 ? s[i] : s[i + heads / 2], kept = upper16 ? s[i + heads / 2] : s[i];
		s[i] = kept + ch_lane_xor<16>(given);
	}
#pragma unroll
	for (int i = 0; i < heads / 4; i++) {
		const float given = upper8 ? s[i] : s[i + heads / 4], kept = upper8 ? s[i + heads / 4] : s[i];
		s[i] = kept + ch_lane_xor<8>(given);
		s[i] += ch_lane_xor<4>(s[i]);
		s[i] += ch_lane_xor<2>(s[i]);
		s[i] += ch_lane_xor<1>(s[i]);
	}
}

template <class pool, int head_dim, int heads, bool swizzled>
static __device__ inline void ch_qsa_scores(ch_qsa_tile<head_dim, heads> &tile, const typename pool::element *k,
					    const uint16_t *k_scales, uint32_t count)
{
	constexpr int n = head_dim / 32;
	constexpr float root = head_dim == 256 ? 0.0625f : 0.125f; /* 1 / sqrt(head_dim) */
	static_assert(head_dim == 256 || head_dim == 64, "another root");
	const uint32_t lane = threadIdx.x % 32, first = lane * n;
#pragma unroll 1
	for (uint32_t cell = threadIdx.x / 32; cell < count; cell += ch_qsa_groups) {
		const uint64_t row = tile.rows[cell];
		const uint64_t group = row * (head_dim / CH_QSA_SCALE_VALUES) + first / CH_QSA_SCALE_VALUES;
		const float scale = pool::scale(k_scales + group);
		float x[n], s[heads];
		pool::several(k + row * head_dim + first, x);
		const uint32_t d = ch_hide(first); /* twelve heads' elements do not fit the registers */
#pragma unroll
		for (int h = 0; h < heads; h++) {
			float q[n];
			ch_qsa_query<swizzled>(tile.query + h * head_dim, d, q);
			s[h] = q[0] * x[0];
#pragma unroll
			for (int i = 1; i < n; i++)
				s[h] += q[i] * x[i];
			s[h] = pool::scaled ? s[h] * scale : s[h];
		}
		ch_qsa_add_lanes<heads>(s, lane);
		if (lane % 8 == 0) {
#pragma unroll
			for (int i = 0; i < heads / 4; i++)
				tile.scores[(lane / 8 * (heads / 4) + i) * CH_QSA_CHUNK + cell] = s[i] * root;
		}
	}
}

/* 32 lanes a head: m and l go to sums, p takes the scores' place. */
template <int head_dim, int heads>
static __device__ inline void ch_qsa_softmax(ch_qsa_tile<head_dim, heads> &tile, float *sums, uint32_t part,
					     uint32_t chunks, uint32_t count)
{
	const uint32_t lane = threadIdx.x % 32;
	for (uint32_t h = threadIdx.x / 32; h < heads; h += ch_qsa_groups) {
		float *scores = tile.scores + h * CH_QSA_CHUNK;
		const float low = lane < count ? scores[lane] : ch_qsa_lowest,
			    high = lane + 32 < count ? scores[lane + 32] : ch_qsa_lowest;
		float m = fmaxf(low, high);
		m = fmaxf(m, ch_lane_xor<16>(m));
		m = fmaxf(m, ch_lane_xor<8>(m));
		m = fmaxf(m, ch_lane_xor<4>(m));
		m = fmaxf(m, ch_lane_xor<2>(m));
		m = fmaxf(m, ch_lane_xor<1>(m));
		const float p_low = lane < count ? ch_qsa_power(low - m) : 0.0f,
			    p_high = lane + 32 < count ? ch_qsa_power(high - m) : 0.0f;
		float l = p_low + p_high;
		l += ch_lane_xor<16>(l);
		l += ch_lane_xor<8>(l);
		l += ch_lane_xor<4>(l);
		l += ch_lane_xor<2>(l);
		l += ch_lane_xor<1>(l);
		scores[lane] = p_low;
		scores[lane + 32] = p_high;
		if (lane == 0) {
			float *to = sums + (uint64_t)(part + h * chunks) * 2;
			to[0] = m;
			to[1] = l;
		}
	}
}

/* A thread an element of V, for all heads or its share of them; p is read for four cells at once. */
template <class pool, int head_dim, int heads>
static __device__ inline void ch_qsa_values(const ch_qsa_tile<head_dim, heads> &tile, const typename pool::element *v,
					    const uint16_t *v_scales, float *parts, uint32_t part, uint32_t chunks,
					    uint32_t count)
{
	constexpr int mine = heads * head_dim / CH_QSA_THREADS;
	const uint32_t d = threadIdx.x % head_dim, first = threadIdx.x / head_dim * mine;
	const float *p = tile.scores + first * CH_QSA_CHUNK;
	float sum[mine];
	const auto value_of = [&](uint32_t cell) {
		const uint64_t row = tile.rows[cell],
			       group = row * (head_dim / CH_QSA_SCALE_VALUES) + d / CH_QSA_SCALE_VALUES;
		const float value = pool::one(v + row * head_dim + d), scale = pool::scale(v_scales + group);
		return pool::scaled ? value * scale : value;
	};
#pragma unroll
	for (int h = 0; h < mine; h++)
		sum[h] = 0.0f;
	uint32_t cell = 0;
#pragma unroll 1
	for (; cell + 4 <= count; cell += 4) {
		const float v0 = value_of(cell), v1 = value_of(cell + 1), v2 = value_of(cell + 2),
			    v3 = value_of(cell + 3);
#pragma unroll
		for (int h = 0; h < mine; h++) {
			const ch_float4 four = *(const ch_float4 *)(p + h * CH_QSA_CHUNK + cell);
			sum[h] += four.x * v0;
			sum[h] += four.y * v1;
			sum[h] += four.z * v2;
			sum[h] += four.w * v3;
		}
	}
#pragma unroll 1
	for (; cell < count; cell++) {
		const float value = value_of(cell);
#pragma unroll
		for (int h = 0; h < mine; h++)
			sum[h] += p[h * CH_QSA_CHUNK + cell] * value;
	}
#pragma unroll
	for (int h = 0; h < mine; h++)
		parts[(uint64_t)(part + (first + h) * chunks) * head_dim + d] = sum[h];
}

/* grid: chunks, queries, KV heads. sums: m and l of [query][head][chunk]; parts: p * V of the same, head_dim values each, not written
 * for an empty chunk. */
template <class pool, int head_dim, int heads, bool swizzled>
static __device__ inline void
ch_qsa_chunk(const ch_qsa_shape &shape, float *__restrict__ sums, const int32_t *__restrict__ width,
	     const int32_t *__restrict__ ids, const int32_t *__restrict__ page_table, const float *__restrict__ q,
	     const typename pool::element *__restrict__ k, const uint16_t *__restrict__ k_scales,
	     const typename pool::element *__restrict__ v, const uint16_t *__restrict__ v_scales,
	     float *__restrict__ parts)
{
	__shared__ ch_qsa_tile<head_dim, heads> tile;
	const uint32_t chunk = blockIdx.x, query = blockIdx.y, kv_head = blockIdx.z, thread = threadIdx.x;
	/* the plan keeps the parts of all heads below 2^32 */
	const uint32_t head = (query * shape.n_kv_head + kv_head) * heads, part = head * shape.chunks + chunk;
	const uint32_t begin = chunk * CH_QSA_CHUNK, wide = (uint32_t)width[query];
	if (begin >= wide) {
		if (thread < heads) {
			float *to = sums + (uint64_t)(part + thread * shape.chunks) * 2;
			to[0] = ch_qsa_lowest;
			to[1] = 0.0f;
		}
		return;
	}
	const uint32_t count = wide - begin < CH_QSA_CHUNK ? wide - begin : CH_QSA_CHUNK;

	if (thread < count) {
		const uint32_t id = (uint32_t)ids[(uint64_t)query * shape.cap + begin + thread];
		const uint32_t logical = (uint32_t)((uint64_t)id * shape.page_factor >> 31 >> shape.page_shift);
		const uint64_t page = (uint32_t)page_table[logical];
		tile.rows[thread] =
			(page * shape.n_kv_head + kv_head) * shape.page_size + (id - logical * shape.page_size);
	}
	q += (uint64_t)head * head_dim;
#pragma unroll
	for (uint32_t begun = 0; begun < heads * head_dim; begun += CH_QSA_THREADS * 4) {
		const uint32_t d = begun + thread * 4;
		if (heads * head_dim % (CH_QSA_THREADS * 4) == 0 || d < heads * head_dim)
			*(ch_float4 *)(tile.query + ch_qsa_place<swizzled>(d)) = *(const ch_float4 *)(q + d);
	}
	__syncthreads(); /* the query tile and the rows are there */
	ch_qsa_scores<pool, head_dim, heads, swizzled>(tile, k, k_scales, count);
	__syncthreads();
	ch_qsa_softmax<head_dim, heads>(tile, sums, part, shape.chunks, count);
	__syncthreads();
	ch_qsa_values<pool, head_dim, heads>(tile, v, v_scales, parts, part, shape.chunks, count);
}

/* grid: a workgroup for so many heads as fill it. */
template <int head_dim>
static __device__ inline void ch_qsa_merge(const float *__restrict__ sums, const float *__restrict__ parts,
					   float *__restrict__ out, uint32_t chunks)
{
	__shared__ float weights[CH_QSA_THREADS], lengths[CH_QSA_THREADS], largest[ch_qsa_groups];
	const uint32_t thread = threadIdx.x, d = thread % head_dim, first = thread - d;
	const uint64_t head = (uint64_t)blockIdx.x * (CH_QSA_THREADS / head_dim) + thread / head_dim;
	sums += head * chunks * 2;
	parts += head * chunks * head_dim;

	float m = ch_qsa_lowest;
	for (uint32_t chunk = d; chunk < chunks; chunk += head_dim)
		m = fmaxf(m, sums[(uint64_t)chunk * 2]);
	m = fmaxf(m, ch_lane_xor<16>(m));
	m = fmaxf(m, ch_lane_xor<8>(m));
	m = fmaxf(m, ch_lane_xor<4>(m));
	m = fmaxf(m, ch_lane_xor<2>(m));
	m = fmaxf(m, ch_lane_xor<1>(m));
	if (thread % 32 == 0)
		largest[thread / 32] = m;
	__syncthreads();
	for (uint32_t i = first / 32; i < (first + head_dim) / 32; i++)
		m = fmaxf(m, largest[i]);

	float length = 0.0f, sum = 0.0f;
	for (uint32_t begin = 0; begin < chunks; begin += head_dim) {
		const uint32_t count = chunks - begin < head_dim ? chunks - begin : head_dim;
		__syncthreads();
		if (d < count) {
			const float *of = sums + (uint64_t)(begin + d) * 2;
			weights[thread] = ch_qsa_power(of[0] - m);
			lengths[thread] = of[1];
		}
		__syncthreads();
		for (uint32_t i = 0; i < count; i++) {
			const float l = lengths[first + i], weight = weights[first + i];
			if (l == 0.0f) /* an empty chunk: its part was never written */
				continue;
			length += weight * l;
			sum += weight * parts[(uint64_t)(begin + i) * head_dim + d];
		}
	}
	out[head * head_dim + d] = length == 0.0f ? 0.0f : ch_divide(sum, length);
}

#endif
