/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar integer instructions. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter "Instructions", sections SOP1, SOP2, SOPK,
 * SOPC. */
#include "gcn/salu.h"

static uint64_t non_zero(ch_scalar *x, uint64_t value)
{
	x->scc = value != 0;
	return value;
}

static uint32_t low(uint64_t value)
{
	return (uint32_t)value;
}

static int32_t low_i(uint64_t value)
{
	return (int32_t)(uint32_t)value;
}

static uint64_t signed_sum(ch_scalar *x, int64_t value)
{
	x->scc = value != (int64_t)(int32_t)value; /* signed overflow */
	return (uint32_t)value;
}

static uint64_t field(uint64_t value, uint32_t offset, uint32_t width, uint32_t bits, bool sign)
{
	if (width == 0)
		return 0;
	const uint64_t shifted = sign ? (uint64_t)((int64_t)value >> offset) : value >> offset;
	if (width >= bits)
		return shifted;
	const uint64_t up = shifted << (64 - width);
	return sign ? (uint64_t)((int64_t)up >> (64 - width)) : up >> (64 - width);
}

static uint64_t reversed(uint64_t value, uint32_t bits)
{
	uint64_t result = 0;
	for (uint32_t i = 0; i < bits; i++)
		result |= (value >> i & 1) << (bits - 1 - i);
	return result;
}

/* Bits up to the first that differs from the sign, counted from the top. */
static uint64_t sign_bits(uint64_t value, uint32_t bits)
{
	const uint64_t top = value << (64 - bits), changes = top ^ (uint64_t)((int64_t)top >> 63);
	const uint64_t count = changes ? (uint64_t)__builtin_clzll(changes) : bits;
	return count < bits ? count : UINT32_MAX;
}

/* One bit for each four: set if one of them is. */
static uint64_t quads(uint64_t value)
{
	uint64_t result = 0;
	for (uint32_t i = 0; i < 16; i++)
		result |= (uint64_t)((value >> (4 * i) & 15) != 0) << i;
	return result;
}

static uint64_t spread(uint64_t value, uint32_t times)
{
	uint64_t result = 0;
	for (uint32_t i = 0; i < 64; i++)
		result |= (value >> (i / times) & 1) << i;
	return result;
}

static uint64_t within_wave(const ch_scalar *x, uint64_t mask)
{
	return x->lanes == 32 ? (uint32_t)mask : mask;
}

#define SCALAR(name, expression)               \
	static uint64_t s_##name(ch_scalar *x) \
	{                                      \
		return (uint64_t)(expression); \
	}

SCALAR(mov, x->a)
SCALAR(movk, low(x->b))
SCALAR(not_b32, non_zero(x, low(~x->a)))
SCALAR(not_b64, non_zero(x, ~x->a))
SCALAR(brev_b32, reversed(x->a, 32))
SCALAR(brev_b64, reversed(x->a, 64))
SCALAR(bcnt1, non_zero(x, (uint64_t)__builtin_popcountll(x->a)))
SCALAR(bcnt0_b32, non_zero(x, 32 - (uint64_t)__builtin_popcountll(x->a)))
SCALAR(bcnt0_b64, non_zero(x, 64 - (uint64_t)__builtin_popcountll(x->a)))
SCALAR(ff1_b32, x->a ? (uint64_t)__builtin_ctzll(x->a) : UINT32_MAX)
SCALAR(ff0_b32, low(x->a) == UINT32_MAX ? UINT32_MAX : (uint64_t)__builtin_ctzll(~x->a))
SCALAR(ff0_b64, ~x->a ? (uint64_t)__builtin_ctzll(~x->a) : UINT32_MAX)
SCALAR(flbit_b32, x->a ? (uint64_t)__builtin_clz(low(x->a)) : UINT32_MAX)
SCALAR(flbit_b64, x->a ? (uint64_t)__builtin_clzll(x->a) : UINT32_MAX)
SCALAR(cls_i32, sign_bits(x->a, 32))
SCALAR(cls_i64, sign_bits(x->a, 64))
SCALAR(quadmask, non_zero(x, quads(x->a)))
SCALAR(wqm, non_zero(x, spread(quads(x->a), 4)))
SCALAR(bitreplicate, spread(x->a, 2))
SCALAR(sext_i8, low((uint64_t)(int64_t)(int8_t)(x->a & 0xff)))
SCALAR(sext_i16, low((uint64_t)(int64_t)(int16_t)(x->a & 0xffff)))
SCALAR(abs_i32, non_zero(x, low_i(x->a) < 0 ? low(0 - x->a) : x->a))
SCALAR(and, non_zero(x, x->a & x->b))
SCALAR(or, non_zero(x, x->a | x->b))
SCALAR(xor, non_zero(x, x->a ^ x->b))
SCALAR(andn2, non_zero(x, x->a & ~x->b))
SCALAR(orn2_b32, non_zero(x, low(x->a | ~x->b)))
SCALAR(orn2_b64, non_zero(x, x->a | ~x->b))
SCALAR(nand_b32, non_zero(x, low(~(x->a & x->b))))
SCALAR(nand_b64, non_zero(x, ~(x->a & x->b)))
SCALAR(nor_b32, non_zero(x, low(~(x->a | x->b))))
SCALAR(nor_b64, non_zero(x, ~(x->a | x->b)))
SCALAR(xnor_b32, non_zero(x, low(~(x->a ^ x->b))))
SCALAR(xnor_b64, non_zero(x, ~(x->a ^ x->b)))
SCALAR(lshl_b32, non_zero(x, low(x->a << (x->b & 31))))
SCALAR(lshl_b64, non_zero(x, x->a << (x->b & 63)))
SCALAR(lshr_b32, non_zero(x, x->a >> (x->b & 31)))
SCALAR(lshr_b64, non_zero(x, x->a >> (x->b & 63)))
SCALAR(ashr_i32, non_zero(x, low((uint64_t)(low_i(x->a) >> (x->b & 31)))))
SCALAR(ashr_i64, non_zero(x, (uint64_t)((int64_t)x->a >> (x->b & 63))))
SCALAR(mul_i32, low(x->a * x->b))
SCALAR(mul_hi_u32, x->a * x->b >> 32)
SCALAR(mul_hi_i32, low((uint64_t)((int64_t)low_i(x->a) * low_i(x->b)) >> 32))
SCALAR(add_i32, signed_sum(x, (int64_t)low_i(x->a) + low_i(x->b)))
SCALAR(sub_i32, signed_sum(x, (int64_t)low_i(x->a) - low_i(x->b)))
SCALAR(cselect, x->scc ? x->a : x->b)
SCALAR(cmov, x->scc ? x->a : x->c)
SCALAR(cmovk, x->scc ? low(x->b) : x->c)
SCALAR(bfm_b32, low(((UINT64_C(1) << (x->a & 31)) - 1) << (x->b & 31)))
SCALAR(bfm_b64, ((UINT64_C(1) << (x->a & 63)) - 1) << (x->b & 63))
SCALAR(bfe_u32, non_zero(x, field(x->a, x->b & 31, x->b >> 16 & 127, 32, false)))
SCALAR(bfe_i32, non_zero(x, low(field((uint64_t)(int64_t)low_i(x->a), x->b & 31, x->b >> 16 & 127, 32, true))))
SCALAR(bfe_u64, non_zero(x, field(x->a, x->b & 63, x->b >> 16 & 127, 64, false)))
SCALAR(bfe_i64, non_zero(x, field(x->a, x->b & 63, x->b >> 16 & 127, 64, true)))
SCALAR(pack_ll, (x->a & 0xffff) | (x->b & 0xffff) << 16)
SCALAR(pack_lh, (x->a & 0xffff) | (x->b & 0xffff0000))
SCALAR(pack_hh, (x->a >> 16 & 0xffff) | (x->b & 0xffff0000))
SCALAR(pack_hl, (x->a >> 16 & 0xffff) | (x->b & 0xffff) << 16)
SCALAR(bitset0_b32, x->c & ~(UINT64_C(1) << (x->a & 31)))
SCALAR(bitset1_b32, x->c | UINT64_C(1) << (x->a & 31))
SCALAR(bitset0_b64, x->c & ~(UINT64_C(1) << (x->a & 63)))
SCALAR(bitset1_b64, x->c | UINT64_C(1) << (x->a & 63))
SCALAR(addk, signed_sum(x, (int64_t)low_i(x->c) + low_i(x->b)))
SCALAR(mulk, low(x->c * x->b))
SCALAR(add_nc_u64, x->a + x->b)
SCALAR(sub_nc_u64, x->a - x->b)
SCALAR(mul_u64, x->a * x->b)

static uint64_t s_add_u32(ch_scalar *x)
{
	const uint64_t sum = x->a + x->b;
	x->scc = sum >> 32 & 1;
	return low(sum);
}

static uint64_t s_addc_u32(ch_scalar *x)
{
	const uint64_t sum = x->a + x->b + x->scc;
	x->scc = sum >> 32 & 1;
	return low(sum);
}

static uint64_t s_sub_u32(ch_scalar *x)
{
	x->scc = x->a < x->b;
	return low(x->a - x->b);
}

static uint64_t s_subb_u32(ch_scalar *x)
{
	const uint64_t taken = x->b + x->scc;
	x->scc = x->a < taken;
	return low(x->a - taken);
}

static uint64_t s_absdiff(ch_scalar *x)
{
	const uint32_t difference = low(x->a - x->b); /* wraps: of 0x80000000 and 1 it is 0x7fffffff */
	return non_zero(x, difference >> 31 ? 0 - difference : difference);
}

/* The lesser (greater) and whether it is the first source. */
#define SCALAR_PICK(name, first)               \
	static uint64_t s_##name(ch_scalar *x) \
	{                                      \
		x->scc = (first);              \
		return x->scc ? x->a : x->b;   \
	}

SCALAR_PICK(min_i32, low_i(x->a) < low_i(x->b))
SCALAR_PICK(min_u32, x->a < x->b)
SCALAR_PICK(max_i32, low_i(x->a) >= low_i(x->b))
SCALAR_PICK(max_u32, x->a >= x->b)

static uint64_t shift_add(ch_scalar *x, uint32_t amount)
{
	const uint64_t sum = (x->a << amount) + x->b;
	x->scc = sum >> 32 != 0;
	return low(sum);
}

SCALAR(lshl1_add, shift_add(x, 1))
SCALAR(lshl2_add, shift_add(x, 2))
SCALAR(lshl3_add, shift_add(x, 3))
SCALAR(lshl4_add, shift_add(x, 4))

#define SCALAR_COMPARE(name, condition)        \
	static uint64_t s_##name(ch_scalar *x) \
	{                                      \
		x->scc = (condition);          \
		return 0;                      \
	}

SCALAR_COMPARE(cmp_eq, x->a == x->b)
SCALAR_COMPARE(cmp_lg, x->a != x->b)
SCALAR_COMPARE(cmp_gt_i32, low_i(x->a) > low_i(x->b))
SCALAR_COMPARE(cmp_ge_i32, low_i(x->a) >= low_i(x->b))
SCALAR_COMPARE(cmp_lt_i32, low_i(x->a) < low_i(x->b))
SCALAR_COMPARE(cmp_le_i32, low_i(x->a) <= low_i(x->b))
SCALAR_COMPARE(cmp_gt_u32, x->a > x->b)
SCALAR_COMPARE(cmp_ge_u32, x->a >= x->b)
SCALAR_COMPARE(cmp_lt_u32, x->a < x->b)
SCALAR_COMPARE(cmp_le_u32, x->a <= x->b)
SCALAR_COMPARE(bitcmp0_b32, !(x->a >> (x->b & 31) & 1))
SCALAR_COMPARE(bitcmp1_b32, x->a >> (x->b & 31) & 1)
SCALAR_COMPARE(bitcmp0_b64, !(x->a >> (x->b & 63) & 1))
SCALAR_COMPARE(bitcmp1_b64, x->a >> (x->b & 63) & 1)

/* The new EXEC; SCC says whether a lane is left. */
SCALAR(and_save, non_zero(x, x->a & x->exec))
SCALAR(or_save, non_zero(x, x->a | x->exec))
SCALAR(xor_save, non_zero(x, x->a ^ x->exec))
SCALAR(andn2_save, non_zero(x, x->a & ~x->exec))
SCALAR(orn2_save, non_zero(x, within_wave(x, x->a | ~x->exec)))
SCALAR(orn1_save, non_zero(x, within_wave(x, ~x->a | x->exec)))
SCALAR(nand_save, non_zero(x, within_wave(x, ~(x->a & x->exec))))
SCALAR(nor_save, non_zero(x, within_wave(x, ~(x->a | x->exec))))
SCALAR(xnor_save, non_zero(x, within_wave(x, ~(x->a ^ x->exec))))
SCALAR(andn1_save, non_zero(x, ~x->a & x->exec))

/* clang-format off */
enum { R = CH_S_READS_SCC, W = CH_S_WRITES_SCC, N = CH_S_NO_RESULT | CH_S_WRITES_SCC, K = CH_S_IMMEDIATE,
	E = CH_S_EXEC | CH_S_WRITES_SCC, C = CH_S_EXEC | CH_S_WRITES_SCC | CH_S_COPY, O = CH_S_OLD };
#define BOTH(name, flags, words, function) {name, CH_ON_ALL, flags, words, words, words, 0, function}
#define ONE(name, flags, result, a, function) {name, CH_ON_ALL, flags, result, a, 0, 0, function}
#define ONE_ON(name, on, result, a, function) {name, on, 0, result, a, 0, 0, function}
#define TWO_ON(name, on, words, function) {name, on, W, words, words, words, 0, function}
#define SHIFT_64(name, function) {name, CH_ON_ALL, W, 2, 2, 1, 0, function}
#define COMPARE(name, a, b, function) {name, CH_ON_ALL, N, 0, a, b, 0, function}
/* An addition or subtraction of 32 bits under its older name and that of gfx12. */
#define SUM(old, new, flags, function) {old, CH_ON_BEFORE_12, flags, 1, 1, 1, 0, function}, \
	{new, CH_ON_GFX12, flags, 1, 1, 1, 0, function}
#define COMPARE_K(name, function) {name, CH_ON_BEFORE_12, N | K, 0, 1, 1, 0, function}
#define SAVE(name, on, words, function) {name, on, E, words, words, 0, 0, function}
#define COPY(name, on, words, function) {name, on, C, words, words, 0, 0, function}

const ch_salu_row ch_salu_rows[] = {
	ONE("s_mov_b32", 0, 1, 1, s_mov), ONE("s_mov_b64", 0, 2, 2, s_mov),
	{"s_movk_i32", CH_ON_ALL, K, 1, 0, 1, 0, s_movk},
	{"s_cmov_b32", CH_ON_ALL, R | O, 1, 1, 0, 1, s_cmov}, {"s_cmov_b64", CH_ON_ALL, R | O, 2, 2, 0, 2, s_cmov},
	ONE("s_not_b32", W, 1, 1, s_not_b32), ONE("s_not_b64", W, 2, 2, s_not_b64),
	ONE("s_brev_b32", 0, 1, 1, s_brev_b32), ONE("s_brev_b64", 0, 2, 2, s_brev_b64),
	ONE("s_bcnt1_i32_b32", W, 1, 1, s_bcnt1), ONE("s_bcnt1_i32_b64", W, 1, 2, s_bcnt1),
	ONE("s_bcnt0_i32_b32", W, 1, 1, s_bcnt0_b32), ONE("s_bcnt0_i32_b64", W, 1, 2, s_bcnt0_b64),
	ONE_ON("s_ff1_i32_b32", CH_ON_GFX9, 1, 1, s_ff1_b32), ONE_ON("s_ff1_i32_b64", CH_ON_GFX9, 1, 2, s_ff1_b32),
	ONE_ON("s_flbit_i32_b32", CH_ON_GFX9, 1, 1, s_flbit_b32), ONE_ON("s_flbit_i32_b64", CH_ON_GFX9, 1, 2, s_flbit_b64),
	ONE_ON("s_ctz_i32_b32", CH_ON_RDNA, 1, 1, s_ff1_b32), ONE_ON("s_ctz_i32_b64", CH_ON_RDNA, 1, 2, s_ff1_b32),
	ONE_ON("s_clz_i32_u32", CH_ON_RDNA, 1, 1, s_flbit_b32), ONE_ON("s_clz_i32_u64", CH_ON_RDNA, 1, 2, s_flbit_b64),
	ONE("s_sext_i32_i8", 0, 1, 1, s_sext_i8), ONE("s_sext_i32_i16", 0, 1, 1, s_sext_i16),
	ONE("s_abs_i32", W, 1, 1, s_abs_i32),
	SUM("s_add_u32", "s_add_co_u32", W, s_add_u32), SUM("s_sub_u32", "s_sub_co_u32", W, s_sub_u32),
	SUM("s_addc_u32", "s_add_co_ci_u32", R | W, s_addc_u32), SUM("s_subb_u32", "s_sub_co_ci_u32", R | W, s_subb_u32),
	SUM("s_add_i32", "s_add_co_i32", W, s_add_i32), SUM("s_sub_i32", "s_sub_co_i32", W, s_sub_i32),
	{"s_add_nc_u64", CH_ON_GFX12, 0, 2, 2, 2, 0, s_add_nc_u64}, {"s_sub_nc_u64", CH_ON_GFX12, 0, 2, 2, 2, 0, s_sub_nc_u64},
	{"s_mul_u64", CH_ON_GFX12, 0, 2, 2, 2, 0, s_mul_u64}, BOTH("s_absdiff_i32", W, 1, s_absdiff),
	BOTH("s_min_i32", W, 1, s_min_i32), BOTH("s_min_u32", W, 1, s_min_u32),
	BOTH("s_max_i32", W, 1, s_max_i32), BOTH("s_max_u32", W, 1, s_max_u32),
	BOTH("s_cselect_b32", R, 1, s_cselect), BOTH("s_cselect_b64", R, 2, s_cselect),
	BOTH("s_and_b32", W, 1, s_and), BOTH("s_and_b64", W, 2, s_and),
	BOTH("s_or_b32", W, 1, s_or), BOTH("s_or_b64", W, 2, s_or),
	BOTH("s_xor_b32", W, 1, s_xor), BOTH("s_xor_b64", W, 2, s_xor),
	TWO_ON("s_andn2_b32", CH_ON_GFX9, 1, s_andn2), TWO_ON("s_andn2_b64", CH_ON_GFX9, 2, s_andn2),
	TWO_ON("s_and_not1_b32", CH_ON_RDNA, 1, s_andn2), TWO_ON("s_and_not1_b64", CH_ON_RDNA, 2, s_andn2),
	TWO_ON("s_orn2_b32", CH_ON_GFX9, 1, s_orn2_b32), TWO_ON("s_orn2_b64", CH_ON_GFX9, 2, s_orn2_b64),
	TWO_ON("s_or_not1_b32", CH_ON_RDNA, 1, s_orn2_b32), TWO_ON("s_or_not1_b64", CH_ON_RDNA, 2, s_orn2_b64),
	BOTH("s_nand_b32", W, 1, s_nand_b32), BOTH("s_nand_b64", W, 2, s_nand_b64),
	BOTH("s_nor_b32", W, 1, s_nor_b32), BOTH("s_nor_b64", W, 2, s_nor_b64),
	BOTH("s_xnor_b32", W, 1, s_xnor_b32), BOTH("s_xnor_b64", W, 2, s_xnor_b64),
	BOTH("s_lshl_b32", W, 1, s_lshl_b32), SHIFT_64("s_lshl_b64", s_lshl_b64),
	BOTH("s_lshr_b32", W, 1, s_lshr_b32), SHIFT_64("s_lshr_b64", s_lshr_b64),
	BOTH("s_ashr_i32", W, 1, s_ashr_i32), SHIFT_64("s_ashr_i64", s_ashr_i64),
	BOTH("s_bfm_b32", 0, 1, s_bfm_b32), {"s_bfm_b64", CH_ON_ALL, 0, 2, 1, 1, 0, s_bfm_b64},
	BOTH("s_mul_i32", 0, 1, s_mul_i32), BOTH("s_mul_hi_u32", 0, 1, s_mul_hi_u32), BOTH("s_mul_hi_i32", 0, 1, s_mul_hi_i32),
	BOTH("s_bfe_u32", W, 1, s_bfe_u32), BOTH("s_bfe_i32", W, 1, s_bfe_i32),
	SHIFT_64("s_bfe_u64", s_bfe_u64), SHIFT_64("s_bfe_i64", s_bfe_i64),
	BOTH("s_lshl1_add_u32", W, 1, s_lshl1_add), BOTH("s_lshl2_add_u32", W, 1, s_lshl2_add),
	BOTH("s_lshl3_add_u32", W, 1, s_lshl3_add), BOTH("s_lshl4_add_u32", W, 1, s_lshl4_add),
	BOTH("s_pack_ll_b32_b16", 0, 1, s_pack_ll), BOTH("s_pack_lh_b32_b16", 0, 1, s_pack_lh),
	BOTH("s_pack_hh_b32_b16", 0, 1, s_pack_hh), {"s_pack_hl_b32_b16", CH_ON_RDNA, 0, 1, 1, 1, 0, s_pack_hl},
	{"s_bitset0_b32", CH_ON_ALL, O, 1, 1, 0, 1, s_bitset0_b32}, {"s_bitset1_b32", CH_ON_ALL, O, 1, 1, 0, 1, s_bitset1_b32},
	{"s_bitset0_b64", CH_ON_ALL, O, 2, 1, 0, 2, s_bitset0_b64}, {"s_bitset1_b64", CH_ON_ALL, O, 2, 1, 0, 2, s_bitset1_b64},
	{"s_addk_i32", CH_ON_BEFORE_12, W | O | K, 1, 0, 1, 1, s_addk}, {"s_addk_co_i32", CH_ON_GFX12, W | O | K, 1, 0, 1, 1, s_addk},
	{"s_mulk_i32", CH_ON_ALL, O | K, 1, 0, 1, 1, s_mulk},
	COMPARE("s_cmp_eq_i32", 1, 1, s_cmp_eq), COMPARE("s_cmp_lg_i32", 1, 1, s_cmp_lg),
	COMPARE("s_cmp_gt_i32", 1, 1, s_cmp_gt_i32), COMPARE("s_cmp_ge_i32", 1, 1, s_cmp_ge_i32),
	COMPARE("s_cmp_lt_i32", 1, 1, s_cmp_lt_i32), COMPARE("s_cmp_le_i32", 1, 1, s_cmp_le_i32),
	COMPARE("s_cmp_eq_u32", 1, 1, s_cmp_eq), COMPARE("s_cmp_lg_u32", 1, 1, s_cmp_lg),
	COMPARE("s_cmp_gt_u32", 1, 1, s_cmp_gt_u32), COMPARE("s_cmp_ge_u32", 1, 1, s_cmp_ge_u32),
	COMPARE("s_cmp_lt_u32", 1, 1, s_cmp_lt_u32), COMPARE("s_cmp_le_u32", 1, 1, s_cmp_le_u32),
	COMPARE("s_cmp_eq_u64", 2, 2, s_cmp_eq), COMPARE("s_cmp_lg_u64", 2, 2, s_cmp_lg),
	COMPARE("s_bitcmp0_b32", 1, 1, s_bitcmp0_b32), COMPARE("s_bitcmp1_b32", 1, 1, s_bitcmp1_b32),
	COMPARE("s_bitcmp0_b64", 2, 1, s_bitcmp0_b64), COMPARE("s_bitcmp1_b64", 2, 1, s_bitcmp1_b64),
	COMPARE_K("s_cmpk_eq_i32", s_cmp_eq), COMPARE_K("s_cmpk_lg_i32", s_cmp_lg),
	COMPARE_K("s_cmpk_gt_i32", s_cmp_gt_i32), COMPARE_K("s_cmpk_ge_i32", s_cmp_ge_i32),
	COMPARE_K("s_cmpk_lt_i32", s_cmp_lt_i32), COMPARE_K("s_cmpk_le_i32", s_cmp_le_i32),
	COMPARE_K("s_cmpk_eq_u32", s_cmp_eq), COMPARE_K("s_cmpk_lg_u32", s_cmp_lg),
	COMPARE_K("s_cmpk_gt_u32", s_cmp_gt_u32), COMPARE_K("s_cmpk_ge_u32", s_cmp_ge_u32),
	COMPARE_K("s_cmpk_lt_u32", s_cmp_lt_u32), COMPARE_K("s_cmpk_le_u32", s_cmp_le_u32),
	SAVE("s_and_saveexec_b64", CH_ON_ALL, 2, s_and_save), SAVE("s_and_saveexec_b32", CH_ON_RDNA, 1, s_and_save),
	SAVE("s_or_saveexec_b64", CH_ON_ALL, 2, s_or_save), SAVE("s_or_saveexec_b32", CH_ON_RDNA, 1, s_or_save),
	SAVE("s_xor_saveexec_b64", CH_ON_ALL, 2, s_xor_save), SAVE("s_xor_saveexec_b32", CH_ON_RDNA, 1, s_xor_save),
	SAVE("s_andn2_saveexec_b64", CH_ON_GFX9, 2, s_andn2_save), SAVE("s_orn2_saveexec_b64", CH_ON_GFX9, 2, s_orn2_save),
	SAVE("s_andn1_saveexec_b64", CH_ON_GFX9, 2, s_andn1_save),
	SAVE("s_and_not1_saveexec_b64", CH_ON_RDNA, 2, s_andn2_save), SAVE("s_and_not1_saveexec_b32", CH_ON_RDNA, 1, s_andn2_save),
	SAVE("s_or_not1_saveexec_b64", CH_ON_RDNA, 2, s_orn2_save), SAVE("s_or_not1_saveexec_b32", CH_ON_RDNA, 1, s_orn2_save),
	SAVE("s_and_not0_saveexec_b64", CH_ON_RDNA, 2, s_andn1_save), SAVE("s_and_not0_saveexec_b32", CH_ON_RDNA, 1, s_andn1_save),
	SAVE("s_nand_saveexec_b64", CH_ON_ALL, 2, s_nand_save), SAVE("s_nand_saveexec_b32", CH_ON_RDNA, 1, s_nand_save),
	SAVE("s_nor_saveexec_b64", CH_ON_ALL, 2, s_nor_save), SAVE("s_nor_saveexec_b32", CH_ON_RDNA, 1, s_nor_save),
	SAVE("s_xnor_saveexec_b64", CH_ON_ALL, 2, s_xnor_save), SAVE("s_xnor_saveexec_b32", CH_ON_RDNA, 1, s_xnor_save),
	SAVE("s_orn1_saveexec_b64", CH_ON_GFX9, 2, s_orn1_save),
	SAVE("s_or_not0_saveexec_b64", CH_ON_RDNA, 2, s_orn1_save), SAVE("s_or_not0_saveexec_b32", CH_ON_RDNA, 1, s_orn1_save),
	COPY("s_andn1_wrexec_b64", CH_ON_GFX9, 2, s_andn1_save), COPY("s_andn2_wrexec_b64", CH_ON_GFX9, 2, s_andn2_save),
	COPY("s_and_not0_wrexec_b64", CH_ON_RDNA, 2, s_andn1_save), COPY("s_and_not0_wrexec_b32", CH_ON_RDNA, 1, s_andn1_save),
	COPY("s_and_not1_wrexec_b64", CH_ON_RDNA, 2, s_andn2_save), COPY("s_and_not1_wrexec_b32", CH_ON_RDNA, 1, s_andn2_save),
	{"s_cmovk_i32", CH_ON_ALL, R | O | K, 1, 0, 1, 1, s_cmovk},
	ONE_ON("s_ff0_i32_b32", CH_ON_GFX9, 1, 1, s_ff0_b32), ONE_ON("s_ff0_i32_b64", CH_ON_GFX9, 1, 2, s_ff0_b64),
	ONE_ON("s_flbit_i32", CH_ON_GFX9, 1, 1, s_cls_i32), ONE_ON("s_flbit_i32_i64", CH_ON_GFX9, 1, 2, s_cls_i64),
	ONE_ON("s_cls_i32", CH_ON_RDNA, 1, 1, s_cls_i32), ONE_ON("s_cls_i32_i64", CH_ON_RDNA, 1, 2, s_cls_i64),
	ONE("s_quadmask_b32", W, 1, 1, s_quadmask), ONE("s_quadmask_b64", W, 2, 2, s_quadmask),
	ONE("s_wqm_b32", W, 1, 1, s_wqm), ONE("s_wqm_b64", W, 2, 2, s_wqm),
	ONE("s_bitreplicate_b64_b32", 0, 2, 1, s_bitreplicate),
	{NULL, 0, 0, 0, 0, 0, 0, NULL},
};
