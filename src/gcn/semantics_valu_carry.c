/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions that read or write a lane mask beside their numbers, and those that know the number of their lane. Sources:
 * "Vega 7nm ISA" and "RDNA3 ISA", chapter "Instructions", sections VOP2 and VOP3. */
#include "gcn/semantics.h"

static uint32_t popcount(uint32_t value)
{
	value -= (value >> 1) & 0x55555555;
	value = (value & 0x33333333) + ((value >> 2) & 0x33333333);
	value = (value + (value >> 4)) & 0x0f0f0f0f;
	return (value * 0x01010101) >> 24;
}

static void lane_cndmask(ch_lanes *x)
{
	uint32_t *restrict d = x->d[0];
	const uint32_t *a = x->s[0][0], *b = x->s[1][0];
	const uint32_t mask = x->mask;
	CH_LANE_LOOP
	d[l] = mask >> l & 1 ? b[l] : a[l];
}

/* a + b + carry, or a - b - borrow; the result mask is the carry or borrow out of bit 31. */
static inline void add_with_carry(ch_lanes *x, uint32_t first, uint32_t second, bool subtract, uint32_t carries)
{
	uint32_t *restrict d = x->d[0];
	const uint32_t *a = x->s[first][0], *b = x->s[second][0];
	uint32_t out[CH_LANES], result = 0;
	CH_LANE_LOOP
	{
		const uint32_t carry = carries >> l & 1, left = a[l], right = b[l];
		const uint32_t sum = subtract ? left - right - carry : left + right + carry;
		out[l] = subtract ? (left < right) | ((left == right) & carry) : (sum < left) | ((sum == left) & carry);
		d[l] = sum;
	}
	CH_LANE_LOOP
	result |= out[l] << l;
	x->result = result;
}

static void lane_add_co(ch_lanes *x)
{
	add_with_carry(x, 0, 1, false, 0);
}

static void lane_sub_co(ch_lanes *x)
{
	add_with_carry(x, 0, 1, true, 0);
}

static void lane_subrev_co(ch_lanes *x)
{
	add_with_carry(x, 1, 0, true, 0);
}

static void lane_addc_co(ch_lanes *x)
{
	add_with_carry(x, 0, 1, false, x->mask);
}

static void lane_subb_co(ch_lanes *x)
{
	add_with_carry(x, 0, 1, true, x->mask);
}

static void lane_subbrev_co(ch_lanes *x)
{
	add_with_carry(x, 1, 0, true, x->mask);
}

/* With clamp the sum saturates; the mask is unchanged. */
#define CH_CLAMPED_SUM(name)                            \
	static void lane_##name##_clamp(ch_lanes *x)    \
	{                                               \
		lane_##name(x);                         \
		CH_LANE_LOOP                            \
		x->d[0][l] |= 0 - (x->result >> l & 1); \
	}
#define CH_CLAMPED_DIFFERENCE(name)                     \
	static void lane_##name##_clamp(ch_lanes *x)    \
	{                                               \
		lane_##name(x);                         \
		CH_LANE_LOOP                            \
		x->d[0][l] &= (x->result >> l & 1) - 1; \
	}

CH_CLAMPED_SUM(add_co)
CH_CLAMPED_SUM(addc_co)
CH_CLAMPED_DIFFERENCE(sub_co)
CH_CLAMPED_DIFFERENCE(subrev_co)
CH_CLAMPED_DIFFERENCE(subb_co)
CH_CLAMPED_DIFFERENCE(subbrev_co)

static void lane_mbcnt_lo(ch_lanes *x)
{
	CH_LANE_LOOP
	{
		const uint32_t below = x->base ? UINT32_MAX : (UINT32_C(1) << l) - 1;
		x->d[0][l] = popcount(x->s[0][0][l] & below) + x->s[1][0][l];
	}
}

static void lane_mbcnt_hi(ch_lanes *x)
{
	CH_LANE_LOOP
	{
		const uint32_t below = x->base ? (UINT32_C(1) << l) - 1 : 0;
		x->d[0][l] = popcount(x->s[0][0][l] & below) + x->s[1][0][l];
	}
}

/* clang-format off */
#define ROW(name, on, flags, a, b, c, lane, clamped) {name, flags, on, CH_EXACT, CH_B32, {a, b, c}, lane, clamped}

const ch_valu_row CH_ROWS(ch_valu_carry_rows)[] = {
	ROW("v_mbcnt_lo_u32_b32", CH_ON_ALL, 0, CH_B32, CH_B32, 0, lane_mbcnt_lo, NULL),
	ROW("v_mbcnt_hi_u32_b32", CH_ON_ALL, 0, CH_B32, CH_B32, 0, lane_mbcnt_hi, NULL),
	ROW("v_cndmask_b32", CH_ON_ALL, CH_MASK_IN | CH_MOVES_BITS, CH_F32, CH_F32, 0, lane_cndmask, NULL),
	ROW("v_add_co_u32", CH_ON_ALL, CH_CARRY_OUT, CH_B32, CH_B32, 0, lane_add_co, lane_add_co_clamp),
	ROW("v_sub_co_u32", CH_ON_ALL, CH_CARRY_OUT, CH_B32, CH_B32, 0, lane_sub_co, lane_sub_co_clamp),
	ROW("v_subrev_co_u32", CH_ON_ALL, CH_CARRY_OUT, CH_B32, CH_B32, 0, lane_subrev_co, lane_subrev_co_clamp),
	ROW("v_addc_co_u32", CH_ON_GFX9, CH_CARRY_OUT | CH_MASK_IN, CH_B32, CH_B32, 0, lane_addc_co, lane_addc_co_clamp),
	ROW("v_subb_co_u32", CH_ON_GFX9, CH_CARRY_OUT | CH_MASK_IN, CH_B32, CH_B32, 0, lane_subb_co, lane_subb_co_clamp),
	ROW("v_subbrev_co_u32", CH_ON_GFX9, CH_CARRY_OUT | CH_MASK_IN, CH_B32, CH_B32, 0, lane_subbrev_co, lane_subbrev_co_clamp),
	ROW("v_add_co_ci_u32", CH_ON_RDNA, CH_CARRY_OUT | CH_MASK_IN, CH_B32, CH_B32, 0, lane_addc_co, lane_addc_co_clamp),
	ROW("v_sub_co_ci_u32", CH_ON_RDNA, CH_CARRY_OUT | CH_MASK_IN, CH_B32, CH_B32, 0, lane_subb_co, lane_subb_co_clamp),
	ROW("v_subrev_co_ci_u32", CH_ON_RDNA, CH_CARRY_OUT | CH_MASK_IN, CH_B32, CH_B32, 0, lane_subbrev_co, lane_subbrev_co_clamp),
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
