/* SPDX-License-Identifier: Apache-2.0
 *
 * What each kernel family knows about a block: its size, how lanes share it, and what it gives to a lane ("Order of the float
 * operations" in the contract). Weights are read with the alignment that BLOCK-ALIGN grants and no more, and never past
 * the block (NO-OVERREAD). */
#ifndef CHECKHIP_KERNELS_BLOCKS_H
#define CHECKHIP_KERNELS_BLOCKS_H

#include "kernels/device.h"

/* CODE-TABLE as byte-permute tables; the assertions below tie them to the contract. */
constexpr uint32_t ch_fp3_low = 0x04020100u, ch_fp3_high = 0xfcfeff00u;
constexpr uint32_t ch_fp2_table = 0x020100ffu;
constexpr uint32_t ch_fp4_low = 0x03020100u, ch_fp4_high = 0x0a080604u;

constexpr int32_t ch_table_byte(uint32_t high, uint32_t low, int code)
{
	return (int32_t)(int8_t)((code < 4 ? low >> (8 * code) : high >> (8 * (code - 4))) & 0xffu);
}
constexpr int32_t ch_fp3_value(int code)
{
	return (code & 4 ? -1 : 1) * ((code & 3) ? 1 << ((code & 3) - 1) : 0);
}
constexpr bool ch_fp3_table_is_right(int code)
{
	return code == 8 ||
	       (ch_table_byte(ch_fp3_high, ch_fp3_low, code) == ch_fp3_value(code) && ch_fp3_table_is_right(code + 1));
}
constexpr bool ch_fp2_table_is_right(int code)
{
	return code == 4 || (ch_table_byte(0, ch_fp2_table, code) == code - 1 && ch_fp2_table_is_right(code + 1));
}
static_assert(ch_fp3_table_is_right(0), "CODE-TABLE: the byte-permute table of fp3");
static_assert(ch_fp2_table_is_right(0), "CODE-TABLE: the byte-permute table of fp2");

/* SCALE-VALUE. The byte's exponent and mantissa are put where binary32 has them; a multiplication then moves the exponent's
 * bias, and makes m * 2^-10 of the subnormals. */
constexpr float ch_scale_bias = 0x1p119f;
static __device__ inline float ch_scale(uint32_t e)
{
	return ch_as_float(e << 20) * ch_scale_bias;
}

/* One q8_1 block: 36 bytes, 4-byte aligned. */
static __device__ inline float ch_x_scale(const uint8_t *x)
{
	return ch_half_bits_to_float(*(const uint16_t *)x);
}
static __device__ inline uint32_t ch_x_quad(const uint8_t *x, int quad)
{
	return *(const uint32_t *)(x + 4 + 4 * quad);
}

static __device__ inline uint32_t ch_load_2(const uint8_t *p)
{
	return *(const uint16_t *)p;
}
static __device__ inline uint32_t ch_load_4(const uint8_t *p)
{
	return ch_load_2(p) | ch_load_2(p + 2) << 16;
}
static __device__ inline uint32_t ch_load_4_bytes(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* d * (e0*S0 + e1*S1) and d * e * S, each operation rounded by itself. */
static __device__ inline float ch_two_scales(float d, float e0, int32_t s0, float e1, int32_t s1)
{
	return d * (e0 * (float)s0 + e1 * (float)s1);
}
static __device__ inline float ch_one_scale(float d, float e, int32_t s)
{
	return d * e * (float)s;
}

/* fp3, one code at a time: quads iqs and iqs + 1 of four lanes. */
struct ch_fp3_scalar {
	static constexpr int bytes = 14, lanes = 4;
	uint32_t quads[2];
	float e0, e1;

	__device__ inline void load(const uint8_t *block, uint32_t part)
	{
		for (uint32_t q = 0; q < 2; q++) {
			uint32_t packed = 0;
			for (uint32_t i = 0; i < 4; i++) {
				const uint32_t bit = 3 * (8 * part + 4 * q + i);
				uint32_t code = block[bit / 8] >> (bit % 8);
				if (bit % 8 > 5)
					code |= (uint32_t)block[bit / 8 + 1] << (8 - bit % 8);
				const uint32_t magnitude = (1u << (code & 3)) >> 1;
				const int32_t value = code & 4 ? -(int32_t)magnitude : (int32_t)magnitude;
				packed |= ((uint32_t)value & 0xffu) << (8 * i);
			}
			quads[q] = packed;
		}
		e0 = ch_scale(block[12]);
		e1 = ch_scale(block[13]);
	}
	__device__ inline float give(const uint8_t *x, uint32_t part) const
	{
		int32_t s[2] = {0, 0};
		for (uint32_t q = 0; q < 2; q++) {
			const int32_t dot = ch_dot4(quads[q], ch_x_quad(x, (int)(2 * part + q)), 0);
			s[0] += part < 2 ? dot : 0;
			s[1] += part < 2 ? 0 : dot;
		}
		return ch_two_scales(ch_x_scale(x), e0, s[0], e1, s[1]);
	}
};

/* fp3, four codes by one byte-permute. Both quads lie in one half, so one sum and one scale: the other half's term is e * 0,
 * and the sum, which starts at +0, does not see that zero's sign. */
struct ch_fp3_lut {
	static constexpr int bytes = 14, lanes = 4;
	uint32_t quads[2];
	float e;

	__device__ inline void load(const uint8_t *block, uint32_t part)
	{
		/* 24 bits from byte 3 * part on, out of the dword at the even byte before */
		const uint32_t window = ch_load_4(block + ((3 * part) & ~1u)) >> (8 * (part & 1u));
		quads[0] = ch_table8(ch_fp3_high, ch_fp3_low, window);
		quads[1] = ch_table8(ch_fp3_high, ch_fp3_low, window >> 12);
		e = ch_scale((ch_load_2(block + 12) >> (8 * (part / 2))) & 0xffu);
	}
	__device__ inline float give(const uint8_t *x, uint32_t part) const
	{
		int32_t s = ch_dot4(quads[0], ch_x_quad(x, (int)(2 * part)), 0);
		s = ch_dot4(quads[1], ch_x_quad(x, (int)(2 * part + 1)), s);
		return ch_x_scale(x) * (e * (float)s);
	}
};

/* fp3, VDR 4: a lane has one half, a 48-bit window, two integer chains. */
struct ch_fp3_vdr4 {
	static constexpr int bytes = 14, lanes = 2;
	uint32_t quads[4];
	float e;

	__device__ inline void load(const uint8_t *block, uint32_t part)
	{
		const uint64_t window =
			(uint64_t)ch_load_4(block + 6 * part) | (uint64_t)ch_load_2(block + 6 * part + 4) << 32;
		for (int q = 0; q < 4; q++)
			quads[q] = ch_table8(ch_fp3_high, ch_fp3_low, (uint32_t)(window >> (12 * q)));
		e = ch_scale((ch_load_2(block + 12) >> (8 * part)) & 0xffu);
	}
	__device__ inline float give(const uint8_t *x, uint32_t part) const
	{
		const int first = (int)(4 * part);
		const int32_t a = ch_dot4(quads[1], ch_x_quad(x, first + 1), ch_dot4(quads[0], ch_x_quad(x, first), 0));
		const int32_t b =
			ch_dot4(quads[3], ch_x_quad(x, first + 3), ch_dot4(quads[2], ch_x_quad(x, first + 2), 0));
		return ch_one_scale(ch_x_scale(x), e, a + b);
	}
};

/* fp2: a lane has one half; one or two integer chains. */
template <bool two_chains> struct ch_fp2_half {
	static constexpr int bytes = 10, lanes = 2;
	uint32_t quads[4];
	float e;

	__device__ inline void load(const uint8_t *block, uint32_t part)
	{
		const uint32_t window = ch_load_4(block + 4 * part);
		for (int q = 0; q < 4; q++)
			quads[q] = ch_table4(ch_fp2_table, (window >> (8 * q)) & 0xffu);
		e = ch_scale((ch_load_2(block + 8) >> (8 * part)) & 0xffu);
	}
	__device__ inline float give(const uint8_t *x, uint32_t part) const
	{
		const int first = (int)(4 * part);
		int32_t chain[2] = {0, 0};
		for (int q = 0; q < 4; q++) {
			int32_t *sum = &chain[two_chains ? q / 2 : 0];
			*sum = ch_dot4(quads[q], ch_x_quad(x, first + q), *sum);
		}
		return ch_one_scale(ch_x_scale(x), e, chain[0] + chain[1]);
	}
};

/* Four nibbles, one in each byte, to signed bytes: magnitude by table, then the two's complement where bit 3 was set. A byte
 * never carries into the next: (0 ^ 0x7f) + 1 is 0x80, which the last step turns back into 0. */
static __device__ inline uint32_t ch_negate_where(uint32_t magnitudes, uint32_t signs)
{
	return ((magnitudes ^ signs * 0x7fu) + signs) ^ signs << 7;
}
static __device__ inline uint32_t ch_fp4_quad(uint32_t nibbles)
{
	const uint32_t magnitudes = ch_table8_bytes(ch_fp4_high, ch_fp4_low, nibbles & 0x07070707u);
	return ch_negate_where(magnitudes, (nibbles >> 3) & 0x01010101u);
}

/* fp4: a lane has the whole block; low nibbles are the first half, high nibbles the second. */
struct ch_fp4_block {
	static constexpr int bytes = 18, lanes = 1;
	uint32_t low[4], high[4];
	float e0, e1;

	__device__ inline void load(const uint8_t *block, uint32_t)
	{
		for (int i = 0; i < 4; i++) {
			const uint32_t v = ch_load_4(block + 4 * i);
			low[i] = ch_fp4_quad(v);
			high[i] = ch_fp4_quad(v >> 4);
		}
		const uint32_t scales = ch_load_2(block + 16);
		e0 = ch_scale(scales & 0xffu);
		e1 = ch_scale(scales >> 8);
	}
	__device__ inline float give(const uint8_t *x, uint32_t) const
	{
		int32_t s0 = 0, s1 = 0;
		for (int i = 0; i < 4; i++) {
			s0 = ch_dot4(low[i], ch_x_quad(x, i), s0);
			s1 = ch_dot4(high[i], ch_x_quad(x, i + 4), s1);
		}
		return ch_two_scales(ch_x_scale(x), e0, s0, e1, s1);
	}
};

/* fp4-fast: a lane has two dwords of nibbles, weights j and j + 16. The block is at any byte. */
struct ch_fp4_fast_part {
	static constexpr int bytes = 17, lanes = 2;
	uint32_t low[2], high[2];
	float e;

	__device__ inline void load(const uint8_t *block, uint32_t part)
	{
		for (int i = 0; i < 2; i++) {
			const uint32_t v = ch_load_4_bytes(block + 8 * part + 4 * i);
			low[i] = ch_fp4_quad(v);
			high[i] = ch_fp4_quad(v >> 4);
		}
		e = ch_scale(block[16]);
	}
	__device__ inline float give(const uint8_t *x, uint32_t part) const
	{
		int32_t s = 0;
		for (int i = 0; i < 2; i++) {
			s = ch_dot4(low[i], ch_x_quad(x, (int)(2 * part) + i), s);
			s = ch_dot4(high[i], ch_x_quad(x, (int)(2 * part) + i + 4), s);
		}
		return ch_one_scale(ch_x_scale(x), e, s);
	}
};

/* fp6: a lane has one half, 96 bits. */
struct ch_fp6_half {
	static constexpr int bytes = 26, lanes = 2;
	uint32_t quads[4];
	float e0, e1;

	__device__ inline void load(const uint8_t *block, uint32_t part)
	{
		const uint8_t *p = block + 12 * part;
		const uint32_t w0 = ch_load_4(p), w1 = ch_load_4(p + 4), w2 = ch_load_4(p + 8);
		const uint32_t windows[4] = {w0, ch_splice(w1, w0, 24), ch_splice(w2, w1, 16), w2 >> 8};
		for (int q = 0; q < 4; q++) {
			const uint32_t v = windows[q];
			const uint32_t codes =
				(v & 0x3fu) | (v << 2 & 0x3f00u) | (v << 4 & 0x3f0000u) | (v << 6 & 0x3f000000u);
			quads[q] = ch_negate_where(codes & 0x1f1f1f1fu, (codes >> 5) & 0x01010101u);
		}
		const uint32_t scales = ch_load_2(block + 24);
		e0 = ch_scale(scales & 0xffu);
		e1 = ch_scale(scales >> 8);
	}
	__device__ inline float give(const uint8_t *x, uint32_t part) const
	{
		int32_t s = 0;
		for (int q = 0; q < 4; q++)
			s = ch_dot4(quads[q], ch_x_quad(x, (int)(4 * part) + q), s);
		return ch_two_scales(ch_x_scale(x), e0, part ? 0 : s, e1, part ? s : 0);
	}
};

/* fp8: a lane has two quads. The block is at any byte. */
struct ch_fp8_part {
	static constexpr int bytes = 33, lanes = 4;
	uint32_t quads[2];
	float e;

	__device__ inline void load(const uint8_t *block, uint32_t part)
	{
		for (int q = 0; q < 2; q++)
			quads[q] = ch_load_4_bytes(block + 8 * part + 4 * q);
		e = ch_scale(block[32]);
	}
	__device__ inline float give(const uint8_t *x, uint32_t part) const
	{
		int32_t s = ch_dot4(quads[0], ch_x_quad(x, (int)(2 * part)), 0);
		s = ch_dot4(quads[1], ch_x_quad(x, (int)(2 * part + 1)), s);
		return e * ch_x_scale(x) * (float)s;
	}
};

#endif
