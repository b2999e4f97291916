/* SPDX-License-Identifier: Apache-2.0
 *
 * 32-bit integer and bit instructions. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter "Instructions", sections VOP1, VOP2,
 * VOP3 and VOP3P. */
#include "gcn/semantics.h"

static uint32_t saturate_u32(uint64_t value)
{
	return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

static uint32_t saturate_i32(int64_t value)
{
	return value > INT32_MAX ? (uint32_t)INT32_MAX : value < INT32_MIN ? (uint32_t)INT32_MIN : (uint32_t)value;
}

/* Bits 23..0 as a signed number. */
static int32_t signed_24(uint32_t value)
{
	return (int32_t)(value << 8) >> 8;
}

static uint32_t field_u32(uint32_t value, uint32_t offset, uint32_t width)
{
	return (value >> (offset & 31)) & ((UINT32_C(1) << (width & 31)) - 1);
}

/* A field that runs past bit 31 is filled with the sign; width 0 gives 0. */
static uint32_t field_i32(uint32_t value, uint32_t offset, uint32_t width)
{
	const uint32_t bits = width & 31, unused = (32 - bits) & 31;
	const uint32_t field = (uint32_t)((int32_t)value >> (offset & 31));
	return bits ? (uint32_t)((int32_t)(field << unused) >> unused) : 0;
}

/* v_perm_b32: 0..3 the bytes of the second source, 4..7 of the first, 8..11 the sign of bytes 1, 3, 5, 7, 12 zero, above ones. */
static uint32_t permuted_byte(uint32_t a, uint32_t b, uint32_t selector)
{
	const uint32_t plain = ((selector & 4 ? a : b) >> (8 * (selector & 3))) & 0xff;
	const uint32_t signed_word = selector & 2 ? a : b;
	const uint32_t fill = (signed_word >> (selector & 1 ? 31 : 15)) & 1 ? 0xff : 0;
	const uint32_t constant = selector == 12 ? 0 : 0xff;
	return selector < 8 ? plain : selector < 12 ? fill : constant;
}

static uint32_t permuted(uint32_t a, uint32_t b, uint32_t c)
{
	return permuted_byte(a, b, c & 0xff) | permuted_byte(a, b, (c >> 8) & 0xff) << 8 |
	       permuted_byte(a, b, (c >> 16) & 0xff) << 16 | permuted_byte(a, b, c >> 24) << 24;
}

static uint32_t popcount(uint32_t value)
{
	value -= (value >> 1) & 0x55555555;
	value = (value & 0x33333333) + ((value >> 2) & 0x33333333);
	value = (value + (value >> 4)) & 0x0f0f0f0f;
	return (value * 0x01010101) >> 24;
}

static uint32_t reversed(uint32_t value)
{
	value = (value >> 1 & 0x55555555) | (value & 0x55555555) << 1;
	value = (value >> 2 & 0x33333333) | (value & 0x33333333) << 2;
	value = (value >> 4 & 0x0f0f0f0f) | (value & 0x0f0f0f0f) << 4;
	return __builtin_bswap32(value);
}

static uint32_t first_high(uint32_t value)
{
	return value ? (uint32_t)__builtin_clz(value) : UINT32_MAX;
}

static uint32_t first_low(uint32_t value)
{
	return value ? (uint32_t)__builtin_ctz(value) : UINT32_MAX;
}

static uint32_t first_sign_change(uint32_t value)
{
	return first_high(value ^ (uint32_t)((int32_t)value >> 31));
}

static int32_t larger(int32_t a, int32_t b)
{
	return a > b ? a : b;
}

static int32_t smaller(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

static uint32_t larger_u(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static uint32_t smaller_u(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static uint32_t byte_difference(uint32_t a, uint32_t b, uint32_t shift)
{
	const int32_t difference = (int32_t)((a >> shift) & 0xff) - (int32_t)((b >> shift) & 0xff);
	return (uint32_t)(difference < 0 ? -difference : difference);
}

static uint32_t word_difference(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

/* Bytes of 0 in b do not count. */
static uint32_t masked_difference(uint32_t a, uint32_t b, uint32_t shift)
{
	return b >> shift & 0xff ? byte_difference(a, b, shift) : 0;
}

/* Half the sum of two bytes, rounded up where c has a 1. */
static uint32_t byte_mean(uint32_t a, uint32_t b, uint32_t c, uint32_t shift)
{
	return ((a >> shift & 0xff) + (b >> shift & 0xff) + (c >> shift & 1)) >> 1 << shift;
}

static uint32_t sad_u8(uint32_t a, uint32_t b)
{
	return byte_difference(a, b, 0) + byte_difference(a, b, 8) + byte_difference(a, b, 16) +
	       byte_difference(a, b, 24);
}

static int32_t low_i16(uint32_t a)
{
	return (int16_t)(a & 0xffff);
}

CH_LANE_1(mov, a)
CH_LANE_1(not, ~a)
CH_LANE_1(bfrev, reversed(a))
CH_LANE_1(ffbh_u32, first_high(a))
CH_LANE_1(ffbl_b32, first_low(a))
CH_LANE_1(ffbh_i32, first_sign_change(a))
CH_LANE_2(and, a &b)
CH_LANE_2(or, a | b)
CH_LANE_2(xor, a ^ b)
CH_LANE_2(xnor, ~(a ^ b))
CH_LANE_2(add, a + b)
CH_LANE_2(sub, a - b)
CH_LANE_2(subrev, b - a)
CH_LANE_2(add_clamp, saturate_u32((uint64_t)a + b))
CH_LANE_2(sub_clamp, a < b ? 0 : a - b)
CH_LANE_2(subrev_clamp, b < a ? 0 : b - a)
CH_LANE_2(add_i32_clamp, saturate_i32((int64_t)(int32_t)a + (int32_t)b))
CH_LANE_2(sub_i32_clamp, saturate_i32((int64_t)(int32_t)a - (int32_t)b))
CH_LANE_2(lshlrev, b << (a & 31))
CH_LANE_2(lshrrev, b >> (a & 31))
CH_LANE_2(ashrrev, (uint32_t)((int32_t)b >> (a & 31)))
CH_LANE_2(min_i32, (uint32_t)smaller((int32_t)a, (int32_t)b))
CH_LANE_2(max_i32, (uint32_t)larger((int32_t)a, (int32_t)b))
CH_LANE_2(min_u32, smaller_u(a, b))
CH_LANE_2(max_u32, larger_u(a, b))
CH_LANE_2(mul_lo, a *b)
CH_LANE_2(mul_hi_u32, (uint32_t)((uint64_t)a *b >> 32))
CH_LANE_2(mul_hi_i32, (uint32_t)((uint64_t)((int64_t)(int32_t)a *(int32_t)b) >> 32))
CH_LANE_2(mul_u32_u24, (a & 0xffffff) * (b & 0xffffff))
CH_LANE_2(mul_hi_u32_u24, (uint32_t)((uint64_t)(a & 0xffffff) * (b & 0xffffff) >> 32))
CH_LANE_2(mul_i32_i24, (uint32_t)signed_24(a) * (uint32_t)signed_24(b))
CH_LANE_2(mul_hi_i32_i24, (uint32_t)((uint64_t)((int64_t)signed_24(a) * signed_24(b)) >> 32))
CH_LANE_2(bcnt, popcount(a) + b)
CH_LANE_2(bfm, ((UINT32_C(1) << (a & 31)) - 1) << (b & 31))
CH_LANE_3(mad_u32_u24, (a & 0xffffff) * (b & 0xffffff) + c)
CH_LANE_3(mad_u32_u24_clamp, saturate_u32((uint64_t)(a & 0xffffff) * (b & 0xffffff) + c))
CH_LANE_3(mad_i32_i24, (uint32_t)signed_24(a) * (uint32_t)signed_24(b) + c)
CH_LANE_3(mad_i32_i24_clamp, saturate_i32((int64_t)signed_24(a) * signed_24(b) + (int32_t)c))
CH_LANE_3(bfe_u32, field_u32(a, b, c))
CH_LANE_3(bfe_i32, field_i32(a, b, c))
CH_LANE_3(bfi, (a & b) | (~a & c))
CH_LANE_3(alignbit, (uint32_t)(((uint64_t)a << 32 | b) >> (c & 31)))
CH_LANE_3(alignbyte, (uint32_t)(((uint64_t)a << 32 | b) >> (8 * (c & 3))))
CH_LANE_3(perm, permuted(a, b, c))
CH_LANE_3(add3, a + b + c)
CH_LANE_3(add_lshl, (a + b) << (c & 31))
CH_LANE_3(lshl_add, (a << (b & 31)) + c)
CH_LANE_3(lshl_or, (a << (b & 31)) | c)
CH_LANE_3(and_or, (a & b) | c)
CH_LANE_3(or3, a | b | c)
CH_LANE_3(xor3, a ^ b ^ c)
CH_LANE_3(xad, (a ^ b) + c)
CH_LANE_3(min3_i32, (uint32_t)smaller(smaller((int32_t)a, (int32_t)b), (int32_t)c))
CH_LANE_3(max3_i32, (uint32_t)larger(larger((int32_t)a, (int32_t)b), (int32_t)c))
CH_LANE_3(min3_u32, smaller_u(smaller_u(a, b), c))
CH_LANE_3(max3_u32, larger_u(larger_u(a, b), c))
CH_LANE_3(med3_i32,
	  (uint32_t)larger(smaller((int32_t)a, (int32_t)b), smaller(larger((int32_t)a, (int32_t)b), (int32_t)c)))
CH_LANE_3(med3_u32, larger_u(smaller_u(a, b), smaller_u(larger_u(a, b), c)))
CH_LANE_3(maxmin_i32, (uint32_t)smaller(larger((int32_t)a, (int32_t)b), (int32_t)c))
CH_LANE_3(minmax_i32, (uint32_t)larger(smaller((int32_t)a, (int32_t)b), (int32_t)c))
CH_LANE_3(maxmin_u32, smaller_u(larger_u(a, b), c))
CH_LANE_3(minmax_u32, larger_u(smaller_u(a, b), c))
CH_LANE_3(sad_u8, sad_u8(a, b) + c)
CH_LANE_3(sad_hi_u8, (sad_u8(a, b) << 16) + c)
CH_LANE_3(sad_u16, word_difference(a & 0xffff, b & 0xffff) + word_difference(a >> 16, b >> 16) + c)
CH_LANE_3(sad_u32, word_difference(a, b) + c)
CH_LANE_3(msad_u8, masked_difference(a, b, 0) + masked_difference(a, b, 8) + masked_difference(a, b, 16) +
			   masked_difference(a, b, 24) + c)
CH_LANE_3(lerp_u8, byte_mean(a, b, c, 0) | byte_mean(a, b, c, 8) | byte_mean(a, b, c, 16) | byte_mean(a, b, c, 24))
CH_LANE_3(mad_u32_u16, (a & 0xffff) * (b & 0xffff) + c)
CH_LANE_3(mad_u32_u16_clamp, saturate_u32((uint64_t)(a & 0xffff) * (b & 0xffff) + c))
CH_LANE_3(mad_i32_i16, (uint32_t)(low_i16(a) * low_i16(b)) + c)
CH_LANE_3(mad_i32_i16_clamp, saturate_i32((int64_t)(low_i16(a) * low_i16(b)) + (int32_t)c))

/* clang-format off */
#define ROW(name, on, flags, a, b, c, lane, clamped) {name, flags, on, CH_EXACT, CH_B32, {a, b, c}, lane, clamped}
#define ROW_1(name, on, lane) ROW(name, on, 0, CH_B32, 0, 0, lane, NULL)
#define ROW_2(name, on, lane, clamped) ROW(name, on, 0, CH_B32, CH_B32, 0, lane, clamped)
#define ROW_3(name, on, lane, clamped) ROW(name, on, 0, CH_B32, CH_B32, CH_B32, lane, clamped)

const ch_valu_row CH_ROWS(ch_valu_int_rows)[] = {
	ROW_1("v_mov_b32", CH_ON_ALL, lane_mov),
	ROW_1("v_not_b32", CH_ON_ALL, lane_not),
	ROW_1("v_bfrev_b32", CH_ON_ALL, lane_bfrev),
	ROW_1("v_ffbh_u32", CH_ON_GFX9, lane_ffbh_u32),
	ROW_1("v_ffbl_b32", CH_ON_GFX9, lane_ffbl_b32),
	ROW_1("v_ffbh_i32", CH_ON_GFX9, lane_ffbh_i32),
	ROW_1("v_clz_i32_u32", CH_ON_RDNA, lane_ffbh_u32),
	ROW_1("v_ctz_i32_b32", CH_ON_RDNA, lane_ffbl_b32),
	ROW_1("v_cls_i32", CH_ON_RDNA, lane_ffbh_i32),
	ROW_2("v_and_b32", CH_ON_ALL, lane_and, NULL),
	ROW_2("v_or_b32", CH_ON_ALL, lane_or, NULL),
	ROW_2("v_xor_b32", CH_ON_ALL, lane_xor, NULL),
	ROW_2("v_xnor_b32", CH_ON_ALL, lane_xnor, NULL),
	ROW_2("v_add_u32", CH_ON_GFX9, lane_add, lane_add_clamp),
	ROW_2("v_sub_u32", CH_ON_GFX9, lane_sub, lane_sub_clamp),
	ROW_2("v_subrev_u32", CH_ON_GFX9, lane_subrev, lane_subrev_clamp),
	ROW_2("v_add_i32", CH_ON_GFX9, lane_add, lane_add_i32_clamp),
	ROW_2("v_sub_i32", CH_ON_GFX9, lane_sub, lane_sub_i32_clamp),
	ROW_2("v_add_nc_u32", CH_ON_RDNA, lane_add, lane_add_clamp),
	ROW_2("v_sub_nc_u32", CH_ON_RDNA, lane_sub, lane_sub_clamp),
	ROW_2("v_subrev_nc_u32", CH_ON_RDNA, lane_subrev, lane_subrev_clamp),
	ROW_2("v_add_nc_i32", CH_ON_RDNA, lane_add, lane_add_i32_clamp),
	ROW_2("v_sub_nc_i32", CH_ON_RDNA, lane_sub, lane_sub_i32_clamp),
	ROW_2("v_lshlrev_b32", CH_ON_ALL, lane_lshlrev, NULL),
	ROW_2("v_lshrrev_b32", CH_ON_ALL, lane_lshrrev, NULL),
	ROW_2("v_ashrrev_i32", CH_ON_ALL, lane_ashrrev, NULL),
	ROW_2("v_min_i32", CH_ON_ALL, lane_min_i32, NULL),
	ROW_2("v_max_i32", CH_ON_ALL, lane_max_i32, NULL),
	ROW_2("v_min_u32", CH_ON_ALL, lane_min_u32, NULL),
	ROW_2("v_max_u32", CH_ON_ALL, lane_max_u32, NULL),
	ROW_2("v_mul_lo_u32", CH_ON_ALL, lane_mul_lo, NULL),
	ROW_2("v_mul_hi_u32", CH_ON_ALL, lane_mul_hi_u32, NULL),
	ROW_2("v_mul_hi_i32", CH_ON_ALL, lane_mul_hi_i32, NULL),
	ROW_2("v_mul_u32_u24", CH_ON_ALL, lane_mul_u32_u24, NULL),
	ROW_2("v_mul_hi_u32_u24", CH_ON_ALL, lane_mul_hi_u32_u24, NULL),
	ROW_2("v_mul_i32_i24", CH_ON_ALL, lane_mul_i32_i24, NULL),
	ROW_2("v_mul_hi_i32_i24", CH_ON_ALL, lane_mul_hi_i32_i24, NULL),
	ROW_2("v_bcnt_u32_b32", CH_ON_ALL, lane_bcnt, NULL),
	ROW_2("v_bfm_b32", CH_ON_ALL, lane_bfm, NULL),
	ROW_3("v_mad_u32_u24", CH_ON_ALL, lane_mad_u32_u24, lane_mad_u32_u24_clamp),
	ROW_3("v_mad_i32_i24", CH_ON_ALL, lane_mad_i32_i24, lane_mad_i32_i24_clamp),
	ROW_3("v_bfe_u32", CH_ON_ALL, lane_bfe_u32, NULL),
	ROW_3("v_bfe_i32", CH_ON_ALL, lane_bfe_i32, NULL),
	ROW_3("v_bfi_b32", CH_ON_ALL, lane_bfi, NULL),
	ROW_3("v_alignbit_b32", CH_ON_ALL, lane_alignbit, NULL),
	ROW_3("v_alignbyte_b32", CH_ON_ALL, lane_alignbyte, NULL),
	ROW_3("v_perm_b32", CH_ON_ALL, lane_perm, NULL),
	ROW_3("v_add3_u32", CH_ON_ALL, lane_add3, NULL),
	ROW_3("v_add_lshl_u32", CH_ON_ALL, lane_add_lshl, NULL),
	ROW_3("v_lshl_add_u32", CH_ON_ALL, lane_lshl_add, NULL),
	ROW_3("v_lshl_or_b32", CH_ON_ALL, lane_lshl_or, NULL),
	ROW_3("v_and_or_b32", CH_ON_ALL, lane_and_or, NULL),
	ROW_3("v_or3_b32", CH_ON_ALL, lane_or3, NULL),
	ROW_3("v_xor3_b32", CH_ON_RDNA, lane_xor3, NULL),
	ROW_3("v_xad_u32", CH_ON_ALL, lane_xad, NULL),
	ROW_3("v_min3_i32", CH_ON_ALL, lane_min3_i32, NULL),
	ROW_3("v_max3_i32", CH_ON_ALL, lane_max3_i32, NULL),
	ROW_3("v_min3_u32", CH_ON_ALL, lane_min3_u32, NULL),
	ROW_3("v_max3_u32", CH_ON_ALL, lane_max3_u32, NULL),
	ROW_3("v_med3_i32", CH_ON_ALL, lane_med3_i32, NULL),
	ROW_3("v_med3_u32", CH_ON_ALL, lane_med3_u32, NULL),
	ROW_3("v_maxmin_i32", CH_ON_RDNA, lane_maxmin_i32, NULL),
	ROW_3("v_minmax_i32", CH_ON_RDNA, lane_minmax_i32, NULL),
	ROW_3("v_maxmin_u32", CH_ON_RDNA, lane_maxmin_u32, NULL),
	ROW_3("v_minmax_u32", CH_ON_RDNA, lane_minmax_u32, NULL),
	ROW_3("v_sad_u8", CH_ON_ALL, lane_sad_u8, NULL),
	ROW_3("v_sad_hi_u8", CH_ON_ALL, lane_sad_hi_u8, NULL),
	ROW_3("v_sad_u16", CH_ON_ALL, lane_sad_u16, NULL),
	ROW_3("v_sad_u32", CH_ON_ALL, lane_sad_u32, NULL),
	ROW_3("v_msad_u8", CH_ON_ALL, lane_msad_u8, NULL),
	ROW_3("v_lerp_u8", CH_ON_ALL, lane_lerp_u8, NULL),
	ROW("v_mad_u32_u16", CH_ON_ALL, 0, CH_B16, CH_B16, CH_B32, lane_mad_u32_u16, lane_mad_u32_u16_clamp),
	ROW("v_mad_i32_i16", CH_ON_ALL, 0, CH_B16, CH_B16, CH_B32, lane_mad_i32_i16, lane_mad_i32_i16_clamp),
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
