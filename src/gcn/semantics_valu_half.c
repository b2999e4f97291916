/* SPDX-License-Identifier: Apache-2.0
 *
 * 16-bit instructions, single and packed. A lane function sees a half in the low 16 bits (what lies above is anything) and
 * gives it there. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter "Instructions", sections VOP1, VOP2, VOP3, VOP3P. */
#include "gcn/lane_half.h"
#include "gcn/semantics.h"

/* 16 bits in, 16 bits out. */
static uint32_t add_16(uint32_t a, uint32_t b)
{
	return (a + b) & 0xffff;
}

static uint32_t subtract_16(uint32_t a, uint32_t b)
{
	return (a - b) & 0xffff;
}

static uint32_t shift_left_16(uint32_t a, uint32_t b)
{
	return (b << (a & 15)) & 0xffff;
}

static uint32_t shift_right_16(uint32_t a, uint32_t b)
{
	return (b & 0xffff) >> (a & 15);
}

static uint32_t shift_right_signed_16(uint32_t a, uint32_t b)
{
	return (uint32_t)(low_i(b) >> (a & 15)) & 0xffff;
}

static uint32_t add_u16_clamp(uint32_t a, uint32_t b)
{
	return saturate_u16(low_u(a) + low_u(b));
}

static uint32_t sub_u16_clamp(uint32_t a, uint32_t b)
{
	return saturate_u16(low_u(a) - low_u(b));
}

static uint32_t add_i16_clamp(uint32_t a, uint32_t b)
{
	return saturate_i16(low_i(a) + low_i(b));
}

static uint32_t sub_i16_clamp(uint32_t a, uint32_t b)
{
	return saturate_i16(low_i(a) - low_i(b));
}

static uint32_t mad_u16_clamp(uint32_t a, uint32_t b, uint32_t c)
{
	const uint64_t sum = (uint64_t)(a & 0xffff) * (b & 0xffff) + (c & 0xffff);
	return sum > UINT16_MAX ? UINT16_MAX : (uint32_t)sum;
}

/* Both halves by the same function of two or three halves. */
#define CH_PACKED_2(name, function) \
	CH_HALF_3(name, 1, 0, function(a & 0xffff, b & 0xffff) | function(a >> 16, b >> 16) << 16)
#define CH_PACKED_2_ROUNDED(name, function) \
	CH_HALF_3(name, 1, 0, function(a & 0xffff, b & 0xffff, mode) | function(a >> 16, b >> 16, mode) << 16)
#define CH_PACKED_3(name, function) \
	CH_HALF_3(name, 1, 1, function(a & 0xffff, b & 0xffff, c & 0xffff) | function(a >> 16, b >> 16, c >> 16) << 16)
#define CH_PACKED_3_ROUNDED(name, function)                                                                      \
	CH_HALF_3(name, 1, 1,                                                                                    \
		  function(a & 0xffff, b & 0xffff, c & 0xffff, mode) | function(a >> 16, b >> 16, c >> 16, mode) \
									       << 16)

static uint32_t mad_16(uint32_t a, uint32_t b, uint32_t c)
{
	return (multiply_16(a, b) + c) & 0xffff;
}

/* v_fma_mixlo/hi: the sources are binary32 by now; the sum is rounded once, to binary16. */
static uint32_t round_mix(uint32_t a, uint32_t b, uint32_t c, uint32_t mode)
{
	const double sum = fma_to_odd(float_of(a), float_of(b), float_of(c));
	return sum != sum ? round_half(nan_of_32(a, b, c), mode) : round_half_from_double(sum, mode);
}

CH_HALF_3(add_u16, 1, 0, add_16(a, b))
CH_HALF_3(sub_u16, 1, 0, subtract_16(a, b))
CH_HALF_3(subrev_u16, 1, 0, subtract_16(b, a))
CH_HALF_3(add_u16_clamp, 1, 0, add_u16_clamp(a, b))
CH_HALF_3(sub_u16_clamp, 1, 0, sub_u16_clamp(a, b))
CH_HALF_3(subrev_u16_clamp, 1, 0, sub_u16_clamp(b, a))
CH_HALF_3(add_i16_clamp, 1, 0, add_i16_clamp(a, b))
CH_HALF_3(sub_i16_clamp, 1, 0, sub_i16_clamp(a, b))
CH_HALF_3(mul_lo_u16, 1, 0, multiply_16(a, b))
CH_HALF_3(mad_u16, 1, 1, mad_16(a, b, c))
CH_HALF_3(mad_u16_clamp, 1, 1, mad_u16_clamp(a, b, c))
CH_HALF_3(lshlrev_b16, 1, 0, shift_left_16(a, b))
CH_HALF_3(lshrrev_b16, 1, 0, shift_right_16(a, b))
CH_HALF_3(ashrrev_i16, 1, 0, shift_right_signed_16(a, b))
CH_HALF_3(min_i16, 1, 0, min_i16(a, b))
CH_HALF_3(max_i16, 1, 0, max_i16(a, b))
CH_HALF_3(min_u16, 1, 0, min_u16(a, b))
CH_HALF_3(max_u16, 1, 0, max_u16(a, b))
CH_HALF_3(and_b16, 1, 0, a &b & 0xffff)
CH_HALF_3(or_b16, 1, 0, (a | b) & 0xffff)
CH_HALF_3(xor_b16, 1, 0, (a ^ b) & 0xffff)
CH_ROUNDED_1(not_b16, ~a & 0xffff)
CH_ROUNDED_1(mov_b16, a & 0xffff)

static void lane_cndmask_b16(ch_lanes *x)
{
	uint32_t *restrict d = x->d[0];
	const uint32_t *a = x->s[0][0], *b = x->s[1][0];
	const uint32_t mask = x->mask;
	CH_LANE_LOOP
	d[l] = (mask >> l & 1 ? b[l] : a[l]) & 0xffff;
}

CH_HALF_3(add_f16, 1, 0, half_add(a, b, mode))
CH_HALF_3(sub_f16, 1, 0, half_subtract(a, b, mode))
CH_HALF_3(subrev_f16, 1, 0, half_subtract(b, a, mode))
CH_HALF_3(mul_f16, 1, 0, half_multiply(a, b, mode))
CH_HALF_3(fma_f16, 1, 1, half_fma(a, b, c, mode))
CH_HALF_3(mad_f16, 1, 1, half_mad(a, b, c, mode))
CH_HALF_PICK(min_f16, 0, half_minimum(a, b, mode))
CH_HALF_PICK(max_f16, 0, half_maximum(a, b, mode))
CH_HALF_PICK(min3_f16, 1, half_minimum(half_minimum(a, b, mode), c, mode))
CH_HALF_PICK(max3_f16, 1, half_maximum(half_maximum(a, b, mode), c, mode))
CH_ROUNDED_1(trunc_f16, half_result(truncf(half_value(a)), a, a, mode))
CH_ROUNDED_1(rndne_f16, half_result(rintf(half_value(a)), a, a, mode))
CH_ROUNDED_1(floor_f16, half_result(floorf(half_value(a)), a, a, mode))
CH_ROUNDED_1(ceil_f16, half_result(ceilf(half_value(a)), a, a, mode))
CH_ROUNDED_1(rcp_f16, half_result(1.0f / half_value(a), a, a, mode))
CH_ROUNDED_1(sqrt_f16, half_root(a, mode))
CH_HALF_3(pack, 1, 0, (a & 0xffff) | b << 16)
CH_HALF_3(mix_f16, 1, 1, round_mix(a, b, c, mode))
CH_PACKED_2(pk_add_u16, add_16)
CH_PACKED_2(pk_sub_u16, subtract_16)
CH_PACKED_2(pk_add_u16_clamp, add_u16_clamp)
CH_PACKED_2(pk_sub_u16_clamp, sub_u16_clamp)
CH_PACKED_2(pk_add_i16_clamp, add_i16_clamp)
CH_PACKED_2(pk_sub_i16_clamp, sub_i16_clamp)
CH_PACKED_2(pk_mul_lo_u16, multiply_16)
CH_PACKED_2(pk_lshlrev_b16, shift_left_16)
CH_PACKED_2(pk_lshrrev_b16, shift_right_16)
CH_PACKED_2(pk_ashrrev_i16, shift_right_signed_16)
CH_PACKED_2(pk_min_i16, min_i16)
CH_PACKED_2(pk_max_i16, max_i16)
CH_PACKED_2(pk_min_u16, min_u16)
CH_PACKED_2(pk_max_u16, max_u16)
CH_PACKED_3(pk_mad_u16, mad_16)
CH_PACKED_2_ROUNDED(pk_add_f16, half_add)
CH_PACKED_2_ROUNDED(pk_mul_f16, half_multiply)
CH_HALF_PICK(pk_min_f16, 0, half_minimum(a & 0xffff, b & 0xffff, mode) | half_minimum(a >> 16, b >> 16, mode) << 16)
CH_HALF_PICK(pk_max_f16, 0, half_maximum(a & 0xffff, b & 0xffff, mode) | half_maximum(a >> 16, b >> 16, mode) << 16)
CH_PACKED_3_ROUNDED(pk_fma_f16, half_fma)

/* clang-format off */
#define ROW(name, on, fidelity, flags, type, a, b, c, lane, clamped) \
	{name, flags, on, fidelity, type, {a, b, c}, lane, clamped}
#define INT_1(name, on, lane) ROW(name, on, CH_EXACT, 0, CH_B16, CH_B16, 0, 0, lane, NULL)
#define INT_2(name, on, lane, clamped) ROW(name, on, CH_EXACT, 0, CH_B16, CH_B16, CH_B16, 0, lane, clamped)
#define HALF_1(name, lane) ROW(name, CH_ON_ALL, CH_EXACT, 0, CH_F16, CH_F16, 0, 0, lane, NULL)
#define HALF_2(name, lane) ROW(name, CH_ON_ALL, CH_EXACT, 0, CH_F16, CH_F16, CH_F16, 0, lane, NULL)
#define PACKED_2(name, lane, clamped) ROW(name, CH_ON_ALL, CH_EXACT, 0, CH_PK_B16, CH_PK_B16, CH_PK_B16, 0, lane, clamped)
#define PACKED_F(name, c, lane) ROW(name, CH_ON_ALL, CH_EXACT, 0, CH_PK_F16, CH_PK_F16, CH_PK_F16, c, lane, NULL)

const ch_valu_row CH_ROWS(ch_valu_half_rows)[] = {
	INT_2("v_add_u16", CH_ON_GFX9, lane_add_u16, lane_add_u16_clamp),
	INT_2("v_sub_u16", CH_ON_GFX9, lane_sub_u16, lane_sub_u16_clamp),
	INT_2("v_subrev_u16", CH_ON_GFX9, lane_subrev_u16, lane_subrev_u16_clamp),
	INT_2("v_add_i16", CH_ON_GFX9, lane_add_u16, lane_add_i16_clamp),
	INT_2("v_sub_i16", CH_ON_GFX9, lane_sub_u16, lane_sub_i16_clamp),
	INT_2("v_add_nc_u16", CH_ON_RDNA, lane_add_u16, lane_add_u16_clamp),
	INT_2("v_sub_nc_u16", CH_ON_RDNA, lane_sub_u16, lane_sub_u16_clamp),
	INT_2("v_add_nc_i16", CH_ON_RDNA, lane_add_u16, lane_add_i16_clamp),
	INT_2("v_sub_nc_i16", CH_ON_RDNA, lane_sub_u16, lane_sub_i16_clamp),
	INT_2("v_mul_lo_u16", CH_ON_ALL, lane_mul_lo_u16, NULL),
	INT_2("v_lshlrev_b16", CH_ON_ALL, lane_lshlrev_b16, NULL),
	INT_2("v_lshrrev_b16", CH_ON_ALL, lane_lshrrev_b16, NULL),
	INT_2("v_ashrrev_i16", CH_ON_ALL, lane_ashrrev_i16, NULL),
	INT_2("v_min_i16", CH_ON_ALL, lane_min_i16, NULL),
	INT_2("v_max_i16", CH_ON_ALL, lane_max_i16, NULL),
	INT_2("v_min_u16", CH_ON_ALL, lane_min_u16, NULL),
	INT_2("v_max_u16", CH_ON_ALL, lane_max_u16, NULL),
	INT_2("v_and_b16", CH_ON_RDNA, lane_and_b16, NULL),
	INT_2("v_or_b16", CH_ON_RDNA, lane_or_b16, NULL),
	INT_2("v_xor_b16", CH_ON_RDNA, lane_xor_b16, NULL),
	INT_1("v_not_b16", CH_ON_RDNA, lane_not_b16),
	INT_1("v_mov_b16", CH_ON_RDNA, lane_mov_b16),
	ROW("v_cndmask_b16", CH_ON_RDNA, CH_EXACT, CH_MASK_IN | CH_MOVES_BITS, CH_B16, CH_F16, CH_F16, 0, lane_cndmask_b16, NULL),
	ROW("v_mad_u16", CH_ON_ALL, CH_EXACT, CH_KEEP_HALF_9, CH_B16, CH_B16, CH_B16, CH_B16, lane_mad_u16, lane_mad_u16_clamp),
	HALF_2("v_add_f16", lane_add_f16),
	HALF_2("v_sub_f16", lane_sub_f16),
	HALF_2("v_subrev_f16", lane_subrev_f16),
	HALF_2("v_mul_f16", lane_mul_f16),
	/* Legacy: 0 in the high half, as before gfx9. */
	ROW("v_mad_legacy_u16", CH_ON_GFX9, CH_EXACT, 0, CH_B16, CH_B16, CH_B16, CH_B16, lane_mad_u16, lane_mad_u16_clamp),
	ROW("v_fma_legacy_f16", CH_ON_GFX9, CH_EXACT, 0, CH_F16, CH_F16, CH_F16, CH_F16, lane_fma_f16, NULL),
	ROW("v_min_f16", CH_ON_BEFORE_12, CH_EXACT, CH_KEEPS_TINY, CH_F16, CH_F16, CH_F16, 0, lane_min_f16, NULL),
	ROW("v_max_f16", CH_ON_BEFORE_12, CH_EXACT, CH_KEEPS_TINY, CH_F16, CH_F16, CH_F16, 0, lane_max_f16, NULL),
	HALF_1("v_trunc_f16", lane_trunc_f16),
	HALF_1("v_floor_f16", lane_floor_f16),
	HALF_1("v_ceil_f16", lane_ceil_f16),
	HALF_1("v_rndne_f16", lane_rndne_f16),
	ROW("v_rcp_f16", CH_ON_ALL, CH_APPROXIMATE, 0, CH_F16, CH_F16, 0, 0, lane_rcp_f16, NULL),
	ROW("v_sqrt_f16", CH_ON_ALL, CH_APPROXIMATE, 0, CH_F16, CH_F16, 0, 0, lane_sqrt_f16, NULL),
	ROW("v_fma_f16", CH_ON_ALL, CH_EXACT, CH_KEEP_HALF_9, CH_F16, CH_F16, CH_F16, CH_F16, lane_fma_f16, NULL),
	ROW("v_mad_f16", CH_ON_GFX9, CH_EXACT, CH_KEEP_HALF_9 | CH_FLUSHES, CH_F16, CH_F16, CH_F16, CH_F16, lane_mad_f16, NULL),
	ROW("v_fmac_f16", CH_ON_RDNA, CH_EXACT, CH_ACCUMULATE, CH_F16, CH_F16, CH_F16, CH_F16, lane_fma_f16, NULL),
	ROW("v_min3_f16", CH_ON_BEFORE_12, CH_EXACT, CH_KEEP_HALF_9 | CH_KEEPS_TINY, CH_F16, CH_F16, CH_F16, CH_F16, lane_min3_f16, NULL),
	ROW("v_max3_f16", CH_ON_BEFORE_12, CH_EXACT, CH_KEEP_HALF_9 | CH_KEEPS_TINY, CH_F16, CH_F16, CH_F16, CH_F16, lane_max3_f16, NULL),
	ROW("v_fmamk_f16", CH_ON_RDNA, CH_EXACT, 0, CH_F16, CH_F16, CH_F16, CH_F16, lane_fma_f16, NULL),
	ROW("v_fmaak_f16", CH_ON_RDNA, CH_EXACT, 0, CH_F16, CH_F16, CH_F16, CH_F16, lane_fma_f16, NULL),
	ROW("v_fma_mixlo_f16", CH_ON_ALL, CH_EXACT, CH_KEEP_HALF_9, CH_F16, CH_MIX, CH_MIX, CH_MIX, lane_mix_f16, NULL),
	ROW("v_fma_mixhi_f16", CH_ON_ALL, CH_EXACT, CH_KEEP_HALF_9 | CH_HIGH_HALF, CH_F16, CH_MIX, CH_MIX, CH_MIX, lane_mix_f16, NULL),
	ROW("v_pack_b32_f16", CH_ON_ALL, CH_EXACT, CH_MOVES_BITS, CH_B32, CH_F16, CH_F16, 0, lane_pack, NULL),
	PACKED_2("v_pk_add_u16", lane_pk_add_u16, lane_pk_add_u16_clamp),
	PACKED_2("v_pk_sub_u16", lane_pk_sub_u16, lane_pk_sub_u16_clamp),
	PACKED_2("v_pk_add_i16", lane_pk_add_u16, lane_pk_add_i16_clamp),
	PACKED_2("v_pk_sub_i16", lane_pk_sub_u16, lane_pk_sub_i16_clamp),
	PACKED_2("v_pk_mul_lo_u16", lane_pk_mul_lo_u16, NULL),
	PACKED_2("v_pk_lshlrev_b16", lane_pk_lshlrev_b16, NULL),
	PACKED_2("v_pk_lshrrev_b16", lane_pk_lshrrev_b16, NULL),
	PACKED_2("v_pk_ashrrev_i16", lane_pk_ashrrev_i16, NULL),
	PACKED_2("v_pk_min_i16", lane_pk_min_i16, NULL),
	PACKED_2("v_pk_max_i16", lane_pk_max_i16, NULL),
	PACKED_2("v_pk_min_u16", lane_pk_min_u16, NULL),
	PACKED_2("v_pk_max_u16", lane_pk_max_u16, NULL),
	ROW("v_pk_mad_u16", CH_ON_ALL, CH_EXACT, 0, CH_PK_B16, CH_PK_B16, CH_PK_B16, CH_PK_B16, lane_pk_mad_u16, NULL),
	ROW("v_pk_mad_i16", CH_ON_ALL, CH_EXACT, 0, CH_PK_B16, CH_PK_B16, CH_PK_B16, CH_PK_B16, lane_pk_mad_u16, NULL),
	PACKED_F("v_pk_add_f16", 0, lane_pk_add_f16),
	PACKED_F("v_pk_mul_f16", 0, lane_pk_mul_f16),
	ROW("v_pk_min_f16", CH_ON_BEFORE_12, CH_EXACT, CH_KEEPS_TINY, CH_PK_F16, CH_PK_F16, CH_PK_F16, 0, lane_pk_min_f16, NULL),
	ROW("v_pk_max_f16", CH_ON_BEFORE_12, CH_EXACT, CH_KEEPS_TINY, CH_PK_F16, CH_PK_F16, CH_PK_F16, 0, lane_pk_max_f16, NULL),
	PACKED_F("v_pk_fma_f16", CH_PK_F16, lane_pk_fma_f16),
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
