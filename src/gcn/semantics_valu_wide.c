/* SPDX-License-Identifier: Apache-2.0
 *
 * 64-bit integer instructions. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter "Instructions", section VOP3. */
#include "gcn/semantics.h"

CH_LANE_2_64(lshlrev_b64, uint32_t, uint64_t, b << (a & 63))
CH_LANE_2_64(lshrrev_b64, uint32_t, uint64_t, b >> (a & 63))
CH_LANE_2_64(ashrrev_i64, uint32_t, int64_t, b >> (a & 63))

/* The mask is what would be bit 64 of the sum. */
static void lane_mad_u64_u32(ch_lanes *x)
{
	uint32_t *restrict d = x->d[0], *restrict dh = x->d[1];
	uint32_t result = 0;
	CH_LANE_LOOP
	{
		const uint64_t product = (uint64_t)x->s[0][0][l] * x->s[1][0][l];
		const uint64_t sum = product + (x->s[2][0][l] | (uint64_t)x->s[2][1][l] << 32);
		d[l] = (uint32_t)sum;
		dh[l] = (uint32_t)(sum >> 32);
		result |= (uint32_t)(sum < product) << l;
	}
	x->result = result;
}

static void lane_mad_i64_i32(ch_lanes *x)
{
	uint32_t *restrict d = x->d[0], *restrict dh = x->d[1];
	uint32_t result = 0;
	CH_LANE_LOOP
	{
		const int64_t product = (int64_t)(int32_t)x->s[0][0][l] * (int32_t)x->s[1][0][l];
		const int64_t addend = (int64_t)(x->s[2][0][l] | (uint64_t)x->s[2][1][l] << 32);
		const uint64_t sum = (uint64_t)product + (uint64_t)addend;
		const uint32_t carry = sum < (uint64_t)product;
		d[l] = (uint32_t)sum;
		dh[l] = (uint32_t)(sum >> 32);
		result |= ((carry + (product < 0) + (addend < 0)) & 1) << l;
	}
	x->result = result;
}

/* clang-format off */
#define SHIFT(name, lane) {name, 0, CH_ON_ALL, CH_EXACT, CH_B64, {CH_B32, CH_B64, 0}, lane, NULL}
#define MAD(name, on, lane) {name, CH_CARRY_OUT, on, CH_EXACT, CH_B64, {CH_B32, CH_B32, CH_B64}, lane, NULL}

const ch_valu_row CH_ROWS(ch_valu_wide_rows)[] = {
	SHIFT("v_lshlrev_b64", lane_lshlrev_b64),
	SHIFT("v_lshrrev_b64", lane_lshrrev_b64),
	SHIFT("v_ashrrev_i64", lane_ashrrev_i64),
	MAD("v_mad_u64_u32", CH_ON_BEFORE_12, lane_mad_u64_u32),
	MAD("v_mad_i64_i32", CH_ON_BEFORE_12, lane_mad_i64_i32),
	MAD("v_mad_co_u64_u32", CH_ON_GFX12, lane_mad_u64_u32),
	MAD("v_mad_co_i64_i32", CH_ON_GFX12, lane_mad_i64_i32),
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
