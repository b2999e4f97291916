/* SPDX-License-Identifier: Apache-2.0
 *
 * What an encoding may ask for around a lane function, compiled for each level of x86-64. Sources: "Vega 7nm ISA", chapters "Vector ALU operations" and "SDWA,
 * DPP"; "RDNA3 ISA", chapter "Vector ALU operations". */
#include "gcn/lane_float.h"
#include "gcn/valu.h"

static uint32_t selected(uint32_t value, uint32_t sel, bool sign)
{
	if (sel == CH_GCN_DWORD)
		return value;
	const bool word = sel >= CH_GCN_WORD_0;
	const uint32_t shift = word ? 16 * (sel - CH_GCN_WORD_0) : 8 * sel, bits = word ? 16 : 8;
	const uint32_t up = value << (32 - bits - shift);
	return sign ? (uint32_t)((int32_t)up >> (32 - bits)) : up >> (32 - bits);
}

/* The usual change: nothing but a part of each lane. */
static void select_all(const uint32_t *in, uint32_t sel, bool sign, uint32_t *out, uint32_t lanes)
{
	const bool word = sel >= CH_GCN_WORD_0;
	const uint32_t shift = word ? 16 * (sel - CH_GCN_WORD_0) : 8 * sel, down = word ? 16 : 24, up = down - shift;
	for (uint32_t base = 0; base < lanes; base += CH_LANES) {
		if (sign)
			CH_LANE_LOOP
		out[base + l] = (uint32_t)((int32_t)(in[base + l] << up) >> down);
		else CH_LANE_LOOP out[base + l] = in[base + l] << up >> down;
	}
}

static uint32_t flushed_32(uint32_t bits)
{
	return is_subnormal_32(bits) ? bits & CH_SIGN_32 : bits;
}

static uint32_t flushed_half(uint32_t bits)
{
	return bits & 0x7c00 ? bits : bits & 0x8000;
}

static uint64_t flushed_64(uint64_t bits)
{
	return bits & CH_INFINITY_64 ? bits : bits & CH_SIGN_64;
}

void CH_LEVEL(ch_valu_change_source)(const ch_wave *wave, const ch_source *source, const uint32_t *const in[2],
				     uint32_t out[2][CH_MAX_LANES])
{
	const uint32_t lanes = wave->lanes;
	const bool absolute = source->flags & CH_GCN_ABS, negative = source->flags & CH_GCN_NEG;
	const bool sign = source->flags & CH_GCN_SEXT;
	const ch_operand_type type = source->type;
	const bool packed = type == CH_PK_B16 || type == CH_PK_F16;
	const bool half = type == CH_F16 || type == CH_B16;
	const uint32_t sign_bit = type == CH_F16 ? 0x8000 : CH_SIGN_32;
	if (source->sel != CH_GCN_DWORD && !packed && !half && type != CH_MIX && !absolute && !negative &&
	    !source->flushed) {
		select_all(in[0], source->sel, sign, out[0], lanes);
		return;
	}
	const bool flush_32 = source->flushed && (source->always_flushed || !(wave->mode.denorm32 & 1));
	const bool flush_16 = source->flushed && (source->always_flushed || !(wave->mode.denorm16_64 & 1));
	for (uint32_t l = 0; l < lanes; l++) {
		uint32_t value = selected(in[0][l], source->sel, sign);
		if (half && source->high)
			value >>= 16;
		if (packed) {
			const uint32_t low = source->high ? value >> 16 : value & 0xffff;
			const uint32_t high = source->high_for_high ? value >> 16 : value & 0xffff;
			value = (low ^ (source->neg_lo ? 0x8000 : 0)) | (high ^ (source->neg_hi ? 0x8000 : 0)) << 16;
			if (flush_16 && type == CH_PK_F16)
				value = flushed_half(value & 0xffff) | flushed_half(value >> 16) << 16;
			out[0][l] = value;
			continue;
		}
		if (type == CH_MIX && source->high_for_high) {
			const uint32_t part = source->high ? value >> 16 : value & 0xffff;
			value = widen_half(flush_16 ? flushed_half(part) : part);
		} else if (type == CH_F16 && flush_16) {
			value = flushed_half(value & 0xffff);
		} else if ((type == CH_F32 || type == CH_MIX) && flush_32) {
			value = flushed_32(value);
		}
		if (type == CH_F64) {
			uint64_t wide = value | (uint64_t)in[1][l] << 32;
			wide = flush_16 ? flushed_64(wide) : wide;
			wide = absolute ? wide & ~CH_SIGN_64 : wide;
			wide = negative ? wide ^ CH_SIGN_64 : wide;
			out[0][l] = (uint32_t)wide;
			out[1][l] = (uint32_t)(wide >> 32);
			continue;
		}
		value = absolute ? value & ~sign_bit : value;
		out[0][l] = negative ? value ^ sign_bit : value;
	}
}

static float held_to_one(float value, bool nan_is_zero)
{
	if (value != value)
		return nan_is_zero ? 0.0f : value;
	return value > 1.0f ? 1.0f : value > 0.0f ? value : 0.0f;
}

static uint32_t half_held(uint32_t half, bool nan_is_zero)
{
	if (is_nan_16(half))
		return nan_is_zero ? 0 : half;
	return half & 0x8000 ? 0 : half > 0x3c00 ? 0x3c00 : half;
}

static const float omod_factor[] = {1.0f, 2.0f, 4.0f, 0.5f};

/* omod works only with subnormal results flushed and IEEE mode off; -0 becomes 0. */
static uint32_t changed_single(const ch_wave *wave, const ch_step *step, uint32_t bits)
{
	const bool keeps = (wave->mode.denorm32 & 2) && !(step->row->flags & CH_FLUSHES);
	if (!keeps && !(step->row->flags & (CH_MOVES_BITS | CH_KEEPS_TINY)))
		bits = flushed_32(bits);
	if (step->insn->omod && !keeps && !wave->mode.ieee)
		bits = flushed_32(bits_of(float_of(bits) * omod_factor[step->insn->omod] + 0.0f));
	if (step->insn->flags & CH_GCN_CLAMP)
		bits = bits_of(held_to_one(float_of(bits), wave->mode.dx10_clamp));
	return bits;
}

static uint32_t changed_half(const ch_wave *wave, const ch_step *step, uint32_t half)
{
	const bool keeps = (wave->mode.denorm16_64 & 2) && !(step->row->flags & CH_FLUSHES);
	if (!keeps && !(step->row->flags & (CH_MOVES_BITS | CH_KEEPS_TINY)))
		half = flushed_half(half);
	if (step->insn->omod && !keeps && !wave->mode.ieee)
		half = round_half(bits_of(float_of(widen_half(half)) * omod_factor[step->insn->omod] + 0.0f), 0);
	return step->insn->flags & CH_GCN_CLAMP ? half_held(half, wave->mode.dx10_clamp) : half;
}

static uint64_t changed_double(const ch_wave *wave, const ch_step *step, uint64_t bits)
{
	const bool keeps = wave->mode.denorm16_64 & 2;
	double value = double_of(keeps || (step->row->flags & CH_KEEPS_TINY) ? bits : flushed_64(bits));
	if (step->insn->omod && !keeps && !wave->mode.ieee)
		value = value * (double)omod_factor[step->insn->omod] + 0.0;
	if (step->insn->flags & CH_GCN_CLAMP) {
		if (value != value)
			value = wave->mode.dx10_clamp ? 0.0 : value;
		else
			value = value > 1.0 ? 1.0 : value > 0.0 ? value : 0.0;
	}
	return double_bits(value);
}

/* SDWA: the result's part of the register, and what becomes of the rest. */
static uint32_t placed(const ch_gcn_insn *insn, uint32_t value, uint32_t old)
{
	const uint32_t sel = insn->dst_sel;
	if (sel == CH_GCN_DWORD)
		return value;
	const bool word = sel >= CH_GCN_WORD_0;
	const uint32_t shift = word ? 16 * (sel - CH_GCN_WORD_0) : 8 * sel, bits = word ? 16 : 8;
	const uint32_t field = ((UINT32_C(1) << bits) - 1) << shift;
	const uint32_t part = (value << shift) & field;
	if (insn->dst_unused == CH_GCN_UNUSED_PRESERVE)
		return part | (old & ~field);
	if (insn->dst_unused == CH_GCN_UNUSED_SEXT)
		return (uint32_t)((int32_t)(part << (32 - bits - shift)) >> (32 - bits - shift));
	return part;
}

void CH_LEVEL(ch_valu_change_result)(const ch_wave *wave, const ch_step *step, const uint32_t *old, ch_values *values)
{
	const ch_operand_type type = step->row->result;
	const bool half = type == CH_F16 || type == CH_B16, sdwa = step->insn->flags & CH_GCN_SDWA;
	for (uint32_t l = 0; l < wave->lanes; l++) {
		uint32_t value = values->d[0][l];
		const uint32_t before = old ? old[l] : 0;
		if (type == CH_F32 || type == CH_MIX) {
			value = changed_single(wave, step, value);
		} else if (type == CH_F16) {
			value = changed_half(wave, step, value & 0xffff);
		} else if (type == CH_PK_F16) {
			value = changed_half(wave, step, value & 0xffff) | changed_half(wave, step, value >> 16) << 16;
		} else if (type == CH_F64) {
			const uint64_t wide = changed_double(wave, step, value | (uint64_t)values->d[1][l] << 32);
			value = (uint32_t)wide;
			values->d[1][l] = (uint32_t)(wide >> 32);
		}
		if (sdwa)
			value = placed(step->insn, value, before);
		else if (half && step->result_high)
			value = (before & 0xffff) | value << 16;
		else if (half && step->keeps_old)
			value = (before & 0xffff0000) | (value & 0xffff);
		values->d[0][l] = value;
	}
}
