/* SPDX-License-Identifier: Apache-2.0
 *
 * Conversions. Out of range saturates, NaN to an integer is 0. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter
 * "Instructions", sections VOP1 and VOP3. */
#include "gcn/lane_float.h"
#include "gcn/semantics.h"

static uint32_t to_i32(double value)
{
	const double held = value < -0x1p31 ? -0x1p31 : value > 0x1.fffffffcp30 ? 0x1.fffffffcp30 : value;
	return (uint32_t)(int32_t)(value != value ? 0.0 : held);
}

static uint32_t to_u32(double value)
{
	const double held = value < 0 ? 0 : value > 0x1.fffffffep31 ? 0x1.fffffffep31 : value;
	return (uint32_t)(value != value ? 0.0 : held);
}

static uint32_t to_i16(float value)
{
	const float held = value < -32768.0f ? -32768.0f : value > 32767.0f ? 32767.0f : value;
	return (uint32_t)(int32_t)(value != value ? 0.0f : held) & 0xffff;
}

static uint32_t to_u16(float value)
{
	const float held = value < 0 ? 0 : value > 65535.0f ? 65535.0f : value;
	return (uint32_t)(int32_t)(value != value ? 0.0f : held);
}

/* Four bits, signed, in sixteenths. */
static uint32_t offset_to_float(uint32_t a)
{
	return bits_of((float)((int32_t)(a << 28) >> 28) * 0.0625f);
}

static uint32_t byte_to_float(uint32_t a, uint32_t byte)
{
	return bits_of((float)(int32_t)(a >> (8 * byte) & 0xff));
}

static uint32_t hold_i16(uint32_t a)
{
	const int32_t value = (int32_t)a;
	return (uint32_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value) & 0xffff;
}

static uint32_t hold_u16(uint32_t a)
{
	return a > UINT16_MAX ? UINT16_MAX : a;
}

static uint32_t widened(uint32_t half)
{
	const uint32_t bits = widen_half(half & 0xffff);
	return is_nan_32(bits) ? bits | CH_QUIET_32 : bits;
}

CH_ROUNDED_1(f32_i32, bits_of((float)(int32_t)a))
CH_ROUNDED_1(f32_u32, bits_of((float)a))
CH_ROUNDED_1(f32_ubyte0, byte_to_float(a, 0))
CH_ROUNDED_1(f32_ubyte1, byte_to_float(a, 1))
CH_ROUNDED_1(f32_ubyte2, byte_to_float(a, 2))
CH_ROUNDED_1(f32_ubyte3, byte_to_float(a, 3))
CH_ROUNDED_1(i32_f32, to_i32((double)float_of(a)))
CH_ROUNDED_1(u32_f32, to_u32((double)float_of(a)))
CH_ROUNDED_1(nearest_i32_f32, to_i32((double)floorf(float_of(a) + 0.5f)))
CH_ROUNDED_1(floor_i32_f32, to_i32((double)floorf(float_of(a))))
CH_ROUNDED_1(f16_f32, round_half(a, mode))
CH_ROUNDED_1(f32_f16, widened(a))
CH_ROUNDED_1(f16_i16, round_half(bits_of((float)(int16_t)(a & 0xffff)), mode))
CH_ROUNDED_1(f16_u16, round_half(bits_of((float)(int32_t)(a & 0xffff)), mode))
CH_ROUNDED_1(i16_f16, to_i16(float_of(widen_half(a & 0xffff))))
CH_ROUNDED_1(u16_f16, to_u16(float_of(widen_half(a & 0xffff))))
CH_ROUNDED_1(i32_i16, (uint32_t)(int16_t)(a & 0xffff))
CH_ROUNDED_1(u32_u16, a & 0xffff)
CH_LANE_2(pkrtz, round_half(a, 3) | round_half(b, 3) << 16)
CH_LANE_2(pk_i16_i32, hold_i16(a) | hold_i16(b) << 16)
CH_LANE_2(pk_u16_u32, hold_u16(a) | hold_u16(b) << 16)
CH_LANE_2(pk_i16_f32, to_i16(float_of(a)) | to_i16(float_of(b)) << 16)
CH_LANE_2(pk_u16_f32, to_u16(float_of(a)) | to_u16(float_of(b)) << 16)
CH_ROUNDED_1(off_f32_i4, offset_to_float(a))

/* clang-format off */
#define ROW(name, on, result, a, b, lane) {name, 0, on, CH_EXACT, result, {a, b, 0}, lane, NULL}

const ch_valu_row CH_ROWS(ch_valu_convert_rows)[] = {
	ROW("v_cvt_f32_i32", CH_ON_ALL, CH_F32, CH_B32, 0, lane_f32_i32),
	ROW("v_cvt_f32_u32", CH_ON_ALL, CH_F32, CH_B32, 0, lane_f32_u32),
	ROW("v_cvt_f32_ubyte0", CH_ON_ALL, CH_F32, CH_B32, 0, lane_f32_ubyte0),
	ROW("v_cvt_f32_ubyte1", CH_ON_ALL, CH_F32, CH_B32, 0, lane_f32_ubyte1),
	ROW("v_cvt_f32_ubyte2", CH_ON_ALL, CH_F32, CH_B32, 0, lane_f32_ubyte2),
	ROW("v_cvt_f32_ubyte3", CH_ON_ALL, CH_F32, CH_B32, 0, lane_f32_ubyte3),
	ROW("v_cvt_i32_f32", CH_ON_ALL, CH_B32, CH_F32, 0, lane_i32_f32),
	ROW("v_cvt_u32_f32", CH_ON_ALL, CH_B32, CH_F32, 0, lane_u32_f32),
	ROW("v_cvt_rpi_i32_f32", CH_ON_GFX9, CH_B32, CH_F32, 0, lane_nearest_i32_f32),
	ROW("v_cvt_flr_i32_f32", CH_ON_GFX9, CH_B32, CH_F32, 0, lane_floor_i32_f32),
	ROW("v_cvt_nearest_i32_f32", CH_ON_RDNA, CH_B32, CH_F32, 0, lane_nearest_i32_f32),
	ROW("v_cvt_floor_i32_f32", CH_ON_RDNA, CH_B32, CH_F32, 0, lane_floor_i32_f32),
	ROW("v_cvt_f16_f32", CH_ON_ALL, CH_F16, CH_F32, 0, lane_f16_f32),
	ROW("v_cvt_f32_f16", CH_ON_ALL, CH_F32, CH_F16, 0, lane_f32_f16),
	ROW("v_cvt_f16_i16", CH_ON_ALL, CH_F16, CH_B16, 0, lane_f16_i16),
	ROW("v_cvt_f16_u16", CH_ON_ALL, CH_F16, CH_B16, 0, lane_f16_u16),
	ROW("v_cvt_i16_f16", CH_ON_ALL, CH_B16, CH_F16, 0, lane_i16_f16),
	ROW("v_cvt_u16_f16", CH_ON_ALL, CH_B16, CH_F16, 0, lane_u16_f16),
	ROW("v_cvt_i32_i16", CH_ON_RDNA, CH_B32, CH_B16, 0, lane_i32_i16),
	ROW("v_cvt_u32_u16", CH_ON_RDNA, CH_B32, CH_B16, 0, lane_u32_u16),
	ROW("v_cvt_pkrtz_f16_f32", CH_ON_GFX9, CH_PK_F16, CH_F32, CH_F32, lane_pkrtz),
	ROW("v_cvt_pk_rtz_f16_f32", CH_ON_RDNA, CH_PK_F16, CH_F32, CH_F32, lane_pkrtz),
	ROW("v_cvt_pk_i16_i32", CH_ON_ALL, CH_B32, CH_B32, CH_B32, lane_pk_i16_i32),
	ROW("v_cvt_pk_u16_u32", CH_ON_ALL, CH_B32, CH_B32, CH_B32, lane_pk_u16_u32),
	ROW("v_cvt_pk_i16_f32", CH_ON_RDNA, CH_B32, CH_F32, CH_F32, lane_pk_i16_f32),
	ROW("v_cvt_pk_u16_f32", CH_ON_RDNA, CH_B32, CH_F32, CH_F32, lane_pk_u16_f32),
	ROW("v_cvt_off_f32_i4", CH_ON_ALL, CH_F32, CH_B32, 0, lane_off_f32_i4),
	{NULL, 0, 0, 0, 0, {0, 0, 0}, NULL, NULL},
};
