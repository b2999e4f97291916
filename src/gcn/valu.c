/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs vector instructions, compiled for each level of x86-64: gathers the sources, applies what the encoding says about them, calls the lane function, and
 * writes the lanes that EXEC names.
 *
 * Undefined bits. The common case costs one test: no source has any. Otherwise the instruction is evaluated several times with
 * the undefined bits filled differently; a result bit that changes is undefined. A difference is proof that the bit matters,
 * so this never raises a false alarm, and needs no second set of rules for each instruction. */
#include "gcn/valu.h"

#include <fenv.h>

#include "gcn/spread.h"

typedef struct ch_raw {
	const uint32_t *word[3][2]; /* whole wave */
	const uint32_t *old;	    /* the result register before */
	uint64_t mask;		    /* lane mask in */
} ch_raw;

/* Finds the sources as they are; scalars are spread over the lanes. Returns the lanes that have an undefined bit in one. */
static uint64_t gather(ch_wave *wave, const ch_step *step, ch_raw *raw)
{
	uint64_t dirty = 0;
	for (uint32_t i = 0; i < step->source_count; i++) {
		const ch_source *source = &step->sources[i];
		const bool pair = source->words == 2;
		if (source->kind == CH_FROM_VGPR) {
			raw->word[i][0] = ch_vgpr(wave, source->index);
			raw->word[i][1] = raw->word[i][0] + (pair ? wave->lanes : 0);
			dirty |= wave->v_dirty[source->index] | wave->v_dirty[source->index + (pair ? 1 : 0)];
		} else if (source->kind == CH_FROM_CONSTANT) {
			raw->word[i][0] = source->splat[0];
			raw->word[i][1] = source->splat[1];
		} else {
			uint64_t undefined;
			const uint64_t value = ch_scalar_operand(wave, source->operand, source->words, &undefined);
			ch_spread(wave, i, 0, (uint32_t)value, wave->lanes);
			if (pair)
				ch_spread(wave, i, 1, (uint32_t)(value >> 32), wave->lanes);
			raw->word[i][0] = wave->splat[i][0];
			raw->word[i][1] = wave->splat[i][1];
			dirty |= undefined ? UINT64_MAX : 0;
		}
	}
	raw->old = step->keeps_old ? ch_vgpr(wave, step->result) : NULL;
	raw->mask = step->reads_mask ? ch_wave_mask(wave, step->mask_in) : 0;
	if (step->permutes && dirty)
		return UINT64_MAX; /* a lane that is off may be the source of one that is on */
	if (step->keeps_old)
		dirty |= wave->v_dirty[step->result];
	if (ch_mask_is_dirty(wave, step, wave->lanes))
		dirty = UINT64_MAX;
	return dirty;
}

static void evaluate(ch_wave *wave, const ch_step *step, const ch_raw *raw, ch_values *out)
{
	uint32_t changed[3][2][CH_MAX_LANES];
	const uint32_t *word[3][2] = {{NULL}};
	for (uint32_t i = 0; i < step->source_count; i++) {
		word[i][0] = raw->word[i][0];
		word[i][1] = raw->word[i][1];
		if (step->permutes && i == 0)
			word[0][0] = ch_valu_permute(step, ch_wave_exec(wave), word[0][0], changed[0][0], wave->lanes);
		if (step->sources[i].changed) {
			CH_LEVEL(ch_valu_change_source)(wave, &step->sources[i], word[i], changed[i]);
			word[i][0] = changed[i][0];
			word[i][1] = changed[i][1];
		}
	}
	ch_lanes x = {.mode = &wave->mode, .select = step->select};
	out->mask = 0;
	if (step->rounds)
		ch_valu_set_rounding(step->row->result == CH_F64 ? wave->mode.round16_64 : wave->mode.round32);
	for (uint32_t base = 0; base < wave->lanes; base += CH_LANES) {
		for (uint32_t i = 0; i < step->source_count; i++) {
			x.s[i][0] = word[i][0] + base;
			x.s[i][1] = word[i][1] ? word[i][1] + base : NULL;
		}
		x.d[0] = out->d[0] + base;
		x.d[1] = out->d[1] + base;
		x.mask = (uint32_t)(raw->mask >> base);
		x.base = base;
		step->lane(&x);
		out->mask |= (uint64_t)x.result << base;
	}
	if (step->rounds)
		fesetround(FE_TONEAREST);
	if (step->changes_result)
		CH_LEVEL(ch_valu_change_result)(wave, step, raw->old, out);
}

/* The shadow of a source: every word of every lane. */
static void shadow(const ch_wave *wave, const ch_step *step, uint32_t i, uint32_t word, uint32_t *bits)
{
	const ch_source *source = &step->sources[i];
	ch_fill(bits, 0, wave->lanes);
	if (source->kind == CH_FROM_CONSTANT)
		return;
	if (source->kind == CH_FROM_SGPR) {
		uint64_t undefined;
		ch_scalar_operand(wave, source->operand, source->words, &undefined);
		ch_fill(bits, (uint32_t)(undefined >> (32 * word)), wave->lanes);
		return;
	}
	ch_wave_shadow(wave, source->index + word, bits);
}

/* What undefined bits are taken to be, in turn: none, all, two that are neither, and last the other source's, so that a test for
 * equality is seen to depend on them. */
static const uint32_t fillings[] = {0, UINT32_MAX, 0x9e3779b9, 0x5ac635d8, 0};
enum { FILLINGS = sizeof(fillings) / sizeof(fillings[0]) };

static uint32_t filling(const ch_raw *raw, const ch_step *step, uint32_t f, uint32_t source, uint32_t word,
			uint32_t lane)
{
	const uint32_t other = source == 0 ? 1 : 0;
	if (f < FILLINGS - 1 || other >= step->source_count || word >= step->sources[other].words)
		return fillings[f];
	return raw->word[other][word][lane];
}

static void evaluate_undefined(ch_wave *wave, const ch_step *step, const ch_raw *raw, ch_values *out)
{
	uint32_t bits[4][2][CH_MAX_LANES], words[4][2][CH_MAX_LANES];
	uint64_t mask_bits = 0;
	ch_raw filled = *raw;
	ch_values other;
	for (uint32_t i = 0; i < step->source_count; i++)
		for (uint32_t w = 0; w < step->sources[i].words; w++)
			shadow(wave, step, i, w, bits[i][w]);
	if (step->keeps_old)
		ch_wave_shadow(wave, step->result, bits[3][0]);
	if (step->reads_mask)
		mask_bits = wave->s_undefined[step->mask_in] |
			    (wave->lanes == 64 ? (uint64_t)wave->s_undefined[step->mask_in + 1] << 32 : 0);
	evaluate(wave, step, raw, out);
	memset(out->undefined, 0, sizeof(out->undefined));
	out->mask_undefined = 0;
	for (uint32_t f = 0; f < FILLINGS; f++) {
		for (uint32_t i = 0; i < step->source_count; i++)
			for (uint32_t w = 0; w < step->sources[i].words; w++) {
				for (uint32_t l = 0; l < wave->lanes; l++)
					words[i][w][l] = (raw->word[i][w][l] & ~bits[i][w][l]) |
							 (filling(raw, step, f, i, w, l) & bits[i][w][l]);
				filled.word[i][w] = words[i][w];
			}
		if (step->keeps_old) {
			for (uint32_t l = 0; l < wave->lanes; l++)
				words[3][0][l] = (raw->old[l] & ~bits[3][0][l]) | (fillings[f] & bits[3][0][l]);
			filled.old = words[3][0];
		}
		filled.mask = (raw->mask & ~mask_bits) | ((fillings[f] | (uint64_t)fillings[f] << 32) & mask_bits);
		evaluate(wave, step, &filled, &other);
		for (uint32_t w = 0; w < step->result_words; w++)
			for (uint32_t l = 0; l < wave->lanes; l++)
				out->undefined[w][l] |= out->d[w][l] ^ other.d[w][l];
		out->mask_undefined |= out->mask ^ other.mask;
	}
	out->clean = false;
}

/* Bits of a source that the instruction looks at, whatever the others are. */
static uint32_t looked_at(const ch_source *source)
{
	const bool half = source->type == CH_F16 || source->type == CH_B16;
	if (source->sel != CH_GCN_DWORD)
		return source->sel < CH_GCN_WORD_0 ? UINT32_C(0xff) << (8 * source->sel)
						   : UINT32_C(0xffff) << (16 * (source->sel - CH_GCN_WORD_0));
	return !half ? UINT32_MAX : source->high ? UINT32_C(0xffff0000) : UINT32_C(0xffff);
}

/* What is undefined in the sources lies in bits that are not looked at. The usual case: the other half of a register that holds
 * a binary16. */
static bool sources_are_defined(const ch_wave *wave, const ch_step *step, uint64_t on)
{
	if (step->permutes || step->reads_mask)
		return false;
	for (uint32_t i = 0; i < step->source_count; i++) {
		const ch_source *source = &step->sources[i];
		const uint32_t bits = looked_at(source);
		uint64_t undefined = 0;
		if (source->kind == CH_FROM_SGPR)
			ch_scalar_operand(wave, source->operand, source->words, &undefined);
		if (source->kind == CH_FROM_VGPR && source->words == 2)
			undefined = (wave->v_dirty[source->index] | wave->v_dirty[source->index + 1]) & on;
		if (undefined)
			return false;
		if (source->kind != CH_FROM_VGPR || source->words == 2)
			continue;
		const uint32_t *shadows = wave->v_undefined + (size_t)source->index * wave->lanes;
		for (uint64_t left = wave->v_dirty[source->index] & on; left; left &= left - 1)
			if (shadows[__builtin_ctzll(left)] & bits)
				return false;
	}
	return true;
}

/* The sources are defined: all that can be undefined is what is kept of the old result. */
static void evaluate_kept(ch_wave *wave, const ch_step *step, const ch_raw *raw, ch_values *out)
{
	evaluate(wave, step, raw, out);
	if (!step->keeps_old || !wave->v_dirty[step->result])
		return;
	const uint32_t kept = ch_valu_kept_bits(step);
	ch_wave_shadow(wave, step->result, out->undefined[0]);
	for (uint32_t l = 0; l < wave->lanes; l++)
		out->undefined[0][l] &= kept;
	out->clean = false;
}

static void prepare_values(ch_wave *wave, const ch_step *step, ch_values *out)
{
	const uint64_t on = ch_wave_exec(wave);
	ch_raw raw;
	const uint64_t dirty = gather(wave, step, &raw) & on;
	out->clean = true;
	out->mask_undefined = 0;
	out->on = step->permutes ? on & ch_valu_permute_writes(step, on, wave->lanes) : on;
	if (!dirty)
		evaluate(wave, step, &raw, out);
	else if (sources_are_defined(wave, step, on))
		evaluate_kept(wave, step, &raw, out);
	else
		evaluate_undefined(wave, step, &raw, out);
}

static void commit(ch_wave *wave, const ch_step *step, const ch_values *values)
{
	for (uint32_t w = 0; w < step->result_words; w++)
		ch_vgpr_write(wave, step->result + w, values->d[w], values->clean ? NULL : values->undefined[w],
			      values->on);
	const uint64_t mask = values->mask & values->on, undefined = values->mask_undefined & values->on;
	if (step->writes_mask)
		ch_wave_set_mask(wave, step->mask_out, mask, undefined);
	if (step->writes_exec)
		ch_wave_set_exec(wave, step, mask, undefined);
}

void CH_LEVEL(ch_valu_run)(ch_wave *wave, const ch_step *step)
{
	ch_values values;
	prepare_values(wave, step, &values);
	commit(wave, step, &values);
}

/* Both halves read before either writes. */
void CH_LEVEL(ch_valu_run_dual)(ch_wave *wave, const ch_step *step)
{
	const ch_step *second = step + 1;
	ch_values x, y;
	if (wave->event_count)
		ch_wave_check_arrival(wave, second);
	prepare_values(wave, step, &x);
	prepare_values(wave, second, &y);
	commit(wave, step, &x);
	commit(wave, second, &y);
	wave->executed[second->index]++;
	wave->pc++;
}
