/* SPDX-License-Identifier: Apache-2.0
 *
 * 16-bit instructions, single and packed. A lane function sees a half in the low 16 bits (what lies above is anything) and
 * gives it there. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter "Instructions", sections VOP1, VOP2, VOP3, VOP3P. */
#include "gcn/lane_float.h"
#include "gcn/semantics.h"

static uint32_t saturate_u16(int32_t value)
{
	return value > UINT16_MAX ? UINT16_MAX : value < 0 ? 0 : (uint32_t)value;
}

static uint32_t saturate_i16(int32_t value)
{
	return (value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? (uint32_t)INT16_MIN : (uint32_t)value) & 0xffff;
}

static uint32_t nan_of_16(uint32_t a, uint32_t b, uint32_t c)
{
	return is_nan_16(a)   ? (a & 0xffff) | 0x200
	       : is_nan_16(b) ? (b & 0xffff) | 0x200
	       : is_nan_16(c) ? (c & 0xffff) | 0x200
			      : 0x7e00;
}

/* Quotients and roots of binary16 in binary32: 24 >= 2 * 11 + 2 bits, so the second rounding does no harm. Products are exact. */
static uint32_t half_result(float value, uint32_t a, uint32_t b, uint32_t mode)
{
	const uint32_t bits = bits_of(value);
	return is_nan_32(bits) ? nan_of_16(a, b, b) : round_half(bits, mode);
}

static float half_value(uint32_t half)
{
	return float_of(widen_half(half & 0xffff));
}

/* A sum may have 40 bits: to nearest its second rounding does no harm either, the other modes need it whole. -0 in mode 2. */
static uint32_t half_sum(float left, float right, uint32_t a, uint32_t b, uint32_t mode)
{
	if (mode == 0)
		return half_result(left + right, a, b, mode);
	const double sum = (double)left + (double)right;
	if (sum == 0 && mode == 2 && left != 0)
		return 0x8000;
	if (sum == 0 && mode == 2 && signbit(left) != signbit(right))
		return 0x8000;
	return sum != sum ? nan_of_16(a, b, b) : round_half_from_double(sum, mode);
}

static uint32_t half_add(uint32_t a, uint32_t b, uint32_t mode)
{
	return half_sum(half_value(a), half_value(b), a, b, mode);
}

static uint32_t half_subtract(uint32_t a, uint32_t b, uint32_t mode)
{
	return half_sum(half_value(a), -half_value(b), a, b, mode);
}

static uint32_t half_multiply(uint32_t a, uint32_t b, uint32_t mode)
{
	return half_result(half_value(a) * half_value(b), a, b, mode);
}

static uint32_t half_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t mode)
{
	const double sum = fma_to_odd(half_value(a), half_value(b), half_value(c));
	const float product = half_value(a) * half_value(b);
	if (mode == 2 && sum == 0 && (product != 0 || signbit(product) != signbit(half_value(c))))
		return 0x8000;
	return sum != sum ? nan_of_16(a, b, c) : round_half_from_double(sum, mode);
}

/* v_mad_f16 rounds the product, too. */
static uint32_t half_mad(uint32_t a, uint32_t b, uint32_t c, uint32_t mode)
{
	return half_add(half_multiply(a, b, mode), c, mode);
}

static bool is_signaling_16(uint32_t half)
{
	return is_nan_16(half) && !(half & 0x200);
}

/* Of two sources with a NaN among them, or else the number that has been picked. */
static uint32_t half_picked(uint32_t a, uint32_t b, uint32_t number, ch_float_mode mode)
{
	const bool a_signals = mode.ieee && is_signaling_16(a), b_signals = mode.ieee && is_signaling_16(b);
	const bool takes_b = is_nan_16(a) && !(mode.first_nan && is_nan_16(b));
	return (a_signals ? a | 0x200 : b_signals ? b | 0x200 : takes_b ? b : is_nan_16(b) ? a : number) & 0xffff;
}

static uint32_t half_minimum(uint32_t a, uint32_t b, ch_float_mode mode)
{
	const float x = half_value(a), y = half_value(b);
	return half_picked(a, b, x < y ? a : y < x ? b : a | b, mode);
}

static uint32_t half_maximum(uint32_t a, uint32_t b, ch_float_mode mode)
{
	const float x = half_value(a), y = half_value(b);
	return half_picked(a, b, x > y ? a : y > x ? b : a & b, mode);
}

/* The NaN of a negative number has its sign set: the examples of V_SQRT_F16. */
static uint32_t half_root(uint32_t a, uint32_t mode)
{
	const bool negative = (a & 0x8000) && (a & 0x7fff);
	return negative && !is_nan_16(a) ? 0xfe00 : half_result(sqrtf(half_value(a)), a, a, mode);
}

static int32_t low_i(uint32_t a)
{
	return (int16_t)(a & 0xffff);
}

static int32_t low_u(uint32_t a)
{
	return (int32_t)(a & 0xffff);
}

static uint32_t min_i(int32_t a, int32_t b)
{
	return (uint32_t)(a < b ? a : b) & 0xffff;
}

static uint32_t max_i(int32_t a, int32_t b)
{
	return (uint32_t)(a > b ? a : b) & 0xffff;
}

/* 16 bits in, 16 bits out. */
static uint32_t add_16(uint32_t a, uint32_t b)
{
	return (a + b) & 0xffff;
}

static uint32_t subtract_16(uint32_t a, uint32_t b)
{
	return (a - b) & 0xffff;
}

static uint32_t multiply_16(uint32_t a, uint32_t b)
{
	return (a & 0xffff) * (b & 0xffff) & 0xffff;
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

#define CH_HALF_1(name, expression)                        \
	static void lane_##name(ch_lanes *x)               \
	{                                                  \
		uint32_t *restrict d = x->d[0];            \
		const uint32_t *sa = x->s[0][0];           \
		const uint32_t mode = x->mode->round16_64; \
		(void)mode;                                \
		CH_LANE_LOOP                               \
		{                                          \
			const uint32_t a = sa[l];          \
			d[l] = (expression);               \
		}                                          \
	}

#define CH_HALF_3(name, second, third, expression)                                                                  \
	static void lane_##name(ch_lanes *x)                                                                        \
	{                                                                                                           \
		uint32_t *restrict d = x->d[0];                                                                     \
		const uint32_t *sa = x->s[0][0], *sb = (second) ? x->s[1][0] : sa, *sc = (third) ? x->s[2][0] : sa; \
		const uint32_t mode = x->mode->round16_64;                                                          \
		(void)mode;                                                                                         \
		CH_LANE_LOOP                                                                                        \
		{                                                                                                   \
			const uint32_t a = sa[l], b = sb[l], c = sc[l];                                             \
			(void)c;                                                                                    \
			d[l] = (expression);                                                                        \
		}                                                                                                   \
	}

#define CH_HALF_PICK(name, third, expression)                                                       \
	static void lane_##name(ch_lanes *x)                                                        \
	{                                                                                           \
		uint32_t *restrict d = x->d[0];                                                     \
		const uint32_t *sa = x->s[0][0], *sb = x->s[1][0], *sc = (third) ? x->s[2][0] : sa; \
		const ch_float_mode mode = *x->mode;                                                \
		CH_LANE_LOOP                                                                        \
		{                                                                                   \
			const uint32_t a = sa[l], b = sb[l], c = sc[l];                             \
			(void)c;                                                                    \
			d[l] = (expression);                                                        \
		}                                                                                   \
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

static uint32_t min_i16(uint32_t a, uint32_t b)
{
	return min_i(low_i(a), low_i(b));
}

static uint32_t max_i16(uint32_t a, uint32_t b)
{
	return max_i(low_i(a), low_i(b));
}

static uint32_t min_u16(uint32_t a, uint32_t b)
{
	return min_i(low_u(a), low_u(b));
}

static uint32_t max_u16(uint32_t a, uint32_t b)
{
	return max_i(low_u(a), low_u(b));
}

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
CH_HALF_1(not_b16, ~a & 0xffff)
CH_HALF_1(mov_b16, a & 0xffff)

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
CH_HALF_1(trunc_f16, half_result(truncf(half_value(a)), a, a, mode))
CH_HALF_1(rndne_f16, half_result(rintf(half_value(a)), a, a, mode))
CH_HALF_1(floor_f16, half_result(floorf(half_value(a)), a, a, mode))
CH_HALF_1(ceil_f16, half_result(ceilf(half_value(a)), a, a, mode))
CH_HALF_1(rcp_f16, half_result(1.0f / half_value(a), a, a, mode))
CH_HALF_1(sqrt_f16, half_root(a, mode))
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
	ROW("v_min_f16", CH_ON_BEFORE_12, CH_EXACT, CH_KEEPS_TINY, CH_F16, CH_F16, CH_F16, 0, lane_min_f16, NULL),
	ROW("v_max_f16", CH_ON_BEFORE_12, CH_EXACT, CH_KEEPS_TINY, CH_F16, CH_F16, CH_F16, 0, lane_max_f16, NULL),
	HALF_1("v_trunc_f16", lane_trunc_f16),
	HALF_1("v_floor_f16", lane_floor_f16),
	HALF_1("v_ceil_f16", lane_ceil_f16),
	HALF_1("v_rndne_f16", lane_rndne_f16),
	ROW("v_rcp_f16", CH_ON_ALL, CH_APPROXIMATE, 0, CH_F16, CH_F16, 0, 0, lane_rcp_f16, NULL),
	ROW("v_sqrt_f16", CH_ON_ALL, CH_APPROXIMATE, 0, CH_F16, CH_F16, 0, 0, lane_sqrt_f16, NULL),
	ROW("v_fma_f16", CH_ON_ALL, CH_EXACT, CH_KEEP_HALF_9, CH_F16, CH_F16, CH_F16, CH_F16, lane_fma_f16, NULL),
	ROW("v_mad_f16", CH_ON_GFX9, CH_EXACT, CH_KEEP_HALF_9, CH_F16, CH_F16, CH_F16, CH_F16, lane_mad_f16, NULL),
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
