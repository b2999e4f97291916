/* SPDX-License-Identifier: Apache-2.0
 *
 * What each atomic stores. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter "Instructions", sections DS, FLAT
 * and GLOBAL; "RDNA4 ISA", VDS, VFLAT and VGLOBAL. */
#include <stdio.h>
#include <string.h>

#include "gcn/atomic.h"
#include "gcn/lane_float.h"

#define CH_ATOMIC(name, expression)                          \
	static uint64_t atomic_##name(const ch_atomic *x)    \
	{                                                    \
		const uint64_t old = x->old, data = x->data; \
		(void)old, (void)data;                       \
		return (expression);                         \
	}
/* Widths at which the result differs. */
#define CH_ATOMIC_WIDTHS(name, expression)                     \
	static uint64_t atomic_##name##_32(const ch_atomic *x) \
	{                                                      \
		typedef uint32_t u;                            \
		typedef int32_t s;                             \
		const u old = (u)x->old, data = (u)x->data;    \
		(void)(s)old, (void)data;                      \
		return (u)(expression);                        \
	}                                                      \
	static uint64_t atomic_##name##_64(const ch_atomic *x) \
	{                                                      \
		typedef uint64_t u;                            \
		typedef int64_t s;                             \
		const u old = x->old, data = x->data;          \
		(void)(s)old, (void)data;                      \
		return (u)(expression);                        \
	}

CH_ATOMIC(swap, data)
CH_ATOMIC(compare_swap, old == x->compare ? data : old)
CH_ATOMIC(and, old &data)
CH_ATOMIC(or, old | data)
CH_ATOMIC(xor, old ^ data)
CH_ATOMIC_WIDTHS(add, old + data)
CH_ATOMIC_WIDTHS(sub, old - data)
CH_ATOMIC_WIDTHS(rsub, data - old)
CH_ATOMIC(clamped_sub, old < data ? 0 : old - data)
CH_ATOMIC(conditional_sub, old < data ? old : old - data)
CH_ATOMIC_WIDTHS(signed_min, (s)old < (s)data ? old : data)
CH_ATOMIC_WIDTHS(signed_max, (s)old > (s)data ? old : data)
CH_ATOMIC_WIDTHS(unsigned_min, old < data ? old : data)
CH_ATOMIC_WIDTHS(unsigned_max, old > data ? old : data)
CH_ATOMIC_WIDTHS(inc, old >= data ? 0 : old + 1)
CH_ATOMIC_WIDTHS(dec, old == 0 || old > data ? data : old - 1)

static uint32_t flushed(const ch_atomic *x, uint32_t bits)
{
	return x->flushes && is_subnormal_32(bits) ? bits & CH_SIGN_32 : bits;
}

static uint64_t atomic_add_f32(const ch_atomic *x)
{
	const uint32_t old = flushed(x, (uint32_t)x->old), data = flushed(x, (uint32_t)x->data);
	const uint32_t sum = bits_of(float_of(old) + float_of(data));
	return is_nan_32(sum) ? nan_of_32(old, data, data) : flushed(x, sum);
}

/* -0 is less than +0; a number wins over a NaN. A subnormal number is one of the two, and stays what it is. */
static uint64_t pick_32(const ch_atomic *x, bool greater)
{
	const uint32_t old = (uint32_t)x->old, data = (uint32_t)x->data;
	if (is_nan_32(old) || is_nan_32(data))
		return is_nan_32(old) ? data : old;
	const float a = float_of(old), b = float_of(data);
	const bool old_less = a < b || (a == b && signbit(a));
	return old_less != greater ? old : data;
}

static uint64_t pick_64(const ch_atomic *x, bool greater)
{
	if (is_nan_64(x->old) || is_nan_64(x->data))
		return is_nan_64(x->old) ? x->data : x->old;
	const double a = double_of(x->old), b = double_of(x->data);
	const bool old_less = a < b || (a == b && signbit(a));
	return old_less != greater ? x->old : x->data;
}

CH_ATOMIC(min_f32, pick_32(x, false))
CH_ATOMIC(max_f32, pick_32(x, true))
CH_ATOMIC(min_f64, pick_64(x, false))
CH_ATOMIC(max_f64, pick_64(x, true))

/* clang-format off */
#define OLD_AND_NEW(old, new32, new64, flags, f32, f64) \
	{old, CH_ON_GFX9, 1, flags, f32}, {old "_x2", CH_ON_GFX9, 2, flags, f64}, \
	{new32, CH_ON_RDNA, 1, flags, f32}, {new64, CH_ON_RDNA, 2, flags, f64}
#define SAME(old, new32, new64, flags, f) OLD_AND_NEW(old, new32, new64, flags, f, f)
#define WIDTHS(old, new, kind, f) OLD_AND_NEW(old, new "_" kind "32", new "_" kind "64", 0, f##_32, f##_64)

const ch_atomic_row ch_atomic_global_rows[] = {
	SAME("swap", "swap_b32", "swap_b64", CH_ATOMIC_REPLACES | CH_ATOMIC_BITWISE, atomic_swap),
	SAME("cmpswap", "cmpswap_b32", "cmpswap_b64", CH_ATOMIC_COMPARES, atomic_compare_swap),
	SAME("and", "and_b32", "and_b64", CH_ATOMIC_BITWISE, atomic_and),
	SAME("or", "or_b32", "or_b64", CH_ATOMIC_BITWISE, atomic_or),
	SAME("xor", "xor_b32", "xor_b64", CH_ATOMIC_BITWISE, atomic_xor),
	WIDTHS("add", "add", "u", atomic_add), WIDTHS("sub", "sub", "u", atomic_sub),
	WIDTHS("smin", "min", "i", atomic_signed_min), WIDTHS("smax", "max", "i", atomic_signed_max),
	WIDTHS("umin", "min", "u", atomic_unsigned_min), WIDTHS("umax", "max", "u", atomic_unsigned_max),
	WIDTHS("inc", "inc", "u", atomic_inc), WIDTHS("dec", "dec", "u", atomic_dec),
	{"csub_u32", CH_ON_GFX11, 1, 0, atomic_clamped_sub}, {"sub_clamp_u32", CH_ON_GFX12, 1, 0, atomic_clamped_sub},
	{"cond_sub_u32", CH_ON_GFX12, 1, 0, atomic_conditional_sub}, {"add_f32", CH_ON_RDNA, 1, CH_ATOMIC_FLOAT, atomic_add_f32},
	{"min_f32", CH_ON_GFX11, 1, CH_ATOMIC_FLOAT, atomic_min_f32}, {"max_f32", CH_ON_GFX11, 1, CH_ATOMIC_FLOAT, atomic_max_f32},
	{"min_num_f32", CH_ON_GFX12, 1, CH_ATOMIC_FLOAT, atomic_min_f32}, {"max_num_f32", CH_ON_GFX12, 1, CH_ATOMIC_FLOAT, atomic_max_f32},
	{NULL, 0, 0, 0, NULL},
};

#define BOTH(name, kind, flags, f) {name "_" kind "32", CH_ON_ALL, 1, flags, f##_32}, {name "_" kind "64", CH_ON_ALL, 2, flags, f##_64}
#define BITS(name, on, flags, f) {name "_b32", on, 1, flags, f}, {name "_b64", on, 2, flags, f}

const ch_atomic_row ch_atomic_lds_rows[] = {
	BITS("wrxchg", CH_ON_GFX9, CH_ATOMIC_REPLACES | CH_ATOMIC_BITWISE, atomic_swap),
	BITS("storexchg", CH_ON_RDNA, CH_ATOMIC_REPLACES | CH_ATOMIC_BITWISE, atomic_swap),
	BITS("cmpst", CH_ON_GFX9, CH_ATOMIC_COMPARES, atomic_compare_swap),
	BITS("cmpstore", CH_ON_RDNA, CH_ATOMIC_COMPARES, atomic_compare_swap),
	BITS("and", CH_ON_ALL, CH_ATOMIC_BITWISE, atomic_and), BITS("or", CH_ON_ALL, CH_ATOMIC_BITWISE, atomic_or),
	BITS("xor", CH_ON_ALL, CH_ATOMIC_BITWISE, atomic_xor),
	BOTH("add", "u", 0, atomic_add), BOTH("sub", "u", 0, atomic_sub), BOTH("rsub", "u", 0, atomic_rsub),
	BOTH("min", "i", 0, atomic_signed_min), BOTH("max", "i", 0, atomic_signed_max),
	BOTH("min", "u", 0, atomic_unsigned_min), BOTH("max", "u", 0, atomic_unsigned_max),
	BOTH("inc", "u", 0, atomic_inc), BOTH("dec", "u", 0, atomic_dec),
	{"sub_clamp_u32", CH_ON_GFX12, 1, 0, atomic_clamped_sub}, {"cond_sub_u32", CH_ON_GFX12, 1, 0, atomic_conditional_sub},
	{"add_f32", CH_ON_ALL, 1, CH_ATOMIC_FLOAT, atomic_add_f32},
	{"min_f32", CH_ON_BEFORE_12, 1, CH_ATOMIC_FLOAT, atomic_min_f32}, {"max_f32", CH_ON_BEFORE_12, 1, CH_ATOMIC_FLOAT, atomic_max_f32},
	{"min_f64", CH_ON_BEFORE_12, 2, CH_ATOMIC_FLOAT, atomic_min_f64}, {"max_f64", CH_ON_BEFORE_12, 2, CH_ATOMIC_FLOAT, atomic_max_f64},
	{"min_num_f32", CH_ON_GFX12, 1, CH_ATOMIC_FLOAT, atomic_min_f32}, {"max_num_f32", CH_ON_GFX12, 1, CH_ATOMIC_FLOAT, atomic_max_f32},
	{"min_num_f64", CH_ON_GFX12, 2, CH_ATOMIC_FLOAT, atomic_min_f64}, {"max_num_f64", CH_ON_GFX12, 2, CH_ATOMIC_FLOAT, atomic_max_f64},
	{NULL, 0, 0, 0, NULL},
};
/* clang-format on */

const ch_atomic_row *ch_atomic_row_find(const char *name, uint32_t on, bool *lds, bool *returns)
{
	char plain[64];
	const ch_atomic_row *rows = ch_atomic_global_rows;
	*lds = strncmp(name, "ds_", 3) == 0;
	*returns = false;
	if (*lds) {
		rows = ch_atomic_lds_rows;
		name += 3;
		/* ds_add_rtn_u32 */
		const char *word = strstr(name, "_rtn_");
		if (word && strlen(name) < sizeof(plain)) {
			*returns = true;
			snprintf(plain, sizeof(plain), "%.*s%s", (int)(word - name), name, word + 4);
			name = plain;
		}
	} else if (strncmp(name, "global_atomic_", 14) == 0) {
		name += 14;
	} else if (strncmp(name, "flat_atomic_", 12) == 0) {
		name += 12;
	} else {
		return NULL;
	}
	for (const ch_atomic_row *row = rows; row->name; row++)
		if ((row->on & on) && strcmp(row->name, name) == 0)
			return row;
	return NULL;
}
