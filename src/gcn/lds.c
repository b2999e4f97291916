/* SPDX-License-Identifier: Apache-2.0
 *
 * LDS instructions: which there are, how each is made ready, and the lane exchanges that go through the LDS hardware without its
 * memory. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapters "Data share operations" and "Instructions", section DS. */
#include <string.h>

#include "gcn/lds.h"
#include "gcn/valu.h"

/* clang-format off */
#define LOAD(old, new, bytes, flags) {"ds_read" old, CH_ON_GFX9, bytes, flags}, {"ds_load" new, CH_ON_RDNA, bytes, flags}
#define STORES(old, new, bytes, flags) {"ds_write" old, CH_ON_GFX9, bytes, CH_LDS_STORE | (flags)}, {"ds_store" new, CH_ON_RDNA, bytes, CH_LDS_STORE | (flags)}
static const ch_lds_row rows[] = {
	LOAD("_b32", "_b32", 4, 0), LOAD("_b64", "_b64", 8, 0), LOAD("_b96", "_b96", 12, 0), LOAD("_b128", "_b128", 16, 0),
	LOAD("_u8", "_u8", 1, 0), LOAD("_i8", "_i8", 1, CH_LDS_SIGNED), LOAD("_u16", "_u16", 2, 0), LOAD("_i16", "_i16", 2, CH_LDS_SIGNED),
	LOAD("_u8_d16", "_u8_d16", 1, CH_LDS_LOW_HALF), LOAD("_u8_d16_hi", "_u8_d16_hi", 1, CH_LDS_HIGH_HALF),
	LOAD("_i8_d16", "_i8_d16", 1, CH_LDS_SIGNED | CH_LDS_LOW_HALF), LOAD("_i8_d16_hi", "_i8_d16_hi", 1, CH_LDS_SIGNED | CH_LDS_HIGH_HALF),
	LOAD("_u16_d16", "_u16_d16", 2, CH_LDS_LOW_HALF), LOAD("_u16_d16_hi", "_u16_d16_hi", 2, CH_LDS_HIGH_HALF),
	LOAD("2_b32", "_2addr_b32", 4, CH_LDS_TWO), LOAD("2_b64", "_2addr_b64", 8, CH_LDS_TWO),
	LOAD("2st64_b32", "_2addr_stride64_b32", 4, CH_LDS_TWO | CH_LDS_STRIDE_64), LOAD("2st64_b64", "_2addr_stride64_b64", 8, CH_LDS_TWO | CH_LDS_STRIDE_64),
	STORES("_b8", "_b8", 1, 0), STORES("_b16", "_b16", 2, 0), STORES("_b32", "_b32", 4, 0), STORES("_b64", "_b64", 8, 0),
	STORES("_b96", "_b96", 12, 0), STORES("_b128", "_b128", 16, 0),
	STORES("_b8_d16_hi", "_b8_d16_hi", 1, CH_LDS_HIGH_HALF), STORES("_b16_d16_hi", "_b16_d16_hi", 2, CH_LDS_HIGH_HALF),
	STORES("2_b32", "_2addr_b32", 4, CH_LDS_TWO), STORES("2_b64", "_2addr_b64", 8, CH_LDS_TWO),
	STORES("2st64_b32", "_2addr_stride64_b32", 4, CH_LDS_TWO | CH_LDS_STRIDE_64), STORES("2st64_b64", "_2addr_stride64_b64", 8, CH_LDS_TWO | CH_LDS_STRIDE_64),
};
/* clang-format on */

void ch_lds_fault_on_dirty(ch_wave *wave, const ch_step *step, uint64_t dirty)
{
	if (dirty && wave->group->launch->checked)
		ch_wave_fault(wave, step, CH_GCN_UNDEFINED, (uint32_t)__builtin_ctzll(dirty),
			      "LDS address from a value that was never written");
}

/* Values and shadows of `from` as the lanes `source` have them; a lane with EXEC off gives 0. */
static void exchange(ch_wave *wave, uint32_t result, uint32_t from, const int32_t *source)
{
	const uint64_t on = ch_wave_exec(wave);
	uint32_t value[CH_MAX_LANES], shadow[CH_MAX_LANES], undefined[CH_MAX_LANES], any = 0;
	const uint32_t *data = wave->v + (size_t)from * wave->lanes;
	ch_wave_shadow(wave, from, shadow);
	for (uint32_t l = 0; l < wave->lanes; l++) {
		const bool there = source[l] >= 0 && (on >> source[l] & 1);
		value[l] = there ? data[source[l]] : 0;
		undefined[l] = there ? shadow[source[l]] : 0;
		any |= undefined[l];
	}
	ch_wave_set_vgpr(wave, result, value, any ? undefined : NULL, on);
}

/* The lane that an address names. gfx11 exchanges within each half of a wave of 64, gfx12 no longer. */
static uint32_t lane_named(const ch_wave *wave, const ch_step *step, uint32_t address, uint32_t lane)
{
	const uint32_t number = (address + (uint32_t)step->insn->offset) / 4;
	return wave->group->launch->program->on != CH_ON_GFX11 ? number % wave->lanes : (lane & ~31u) | number % 32;
}

static void run_bpermute(ch_wave *wave, const ch_step *step)
{
	const ch_gcn_operand *o = step->insn->operands;
	const uint32_t *address = wave->v + (size_t)o[1].index * wave->lanes;
	int32_t source[CH_MAX_LANES];
	ch_lds_fault_on_dirty(wave, step, wave->v_dirty[o[1].index] & ch_wave_exec(wave));
	for (uint32_t l = 0; l < wave->lanes; l++)
		source[l] = (int32_t)lane_named(wave, step, address[l], l);
	exchange(wave, o[0].index, o[2].index, source);
	ch_wave_issue(wave, step, CH_EVENT_LDS, false, o[0].index, 1);
}

/* Each lane says where its value goes; of several the highest lane wins. */
static void run_permute(ch_wave *wave, const ch_step *step)
{
	const ch_gcn_operand *o = step->insn->operands;
	const uint32_t *address = wave->v + (size_t)o[1].index * wave->lanes;
	const uint64_t on = ch_wave_exec(wave);
	int32_t source[CH_MAX_LANES];
	ch_lds_fault_on_dirty(wave, step, wave->v_dirty[o[1].index] & on);
	for (uint32_t l = 0; l < wave->lanes; l++)
		source[l] = -1;
	for (uint32_t l = 0; l < wave->lanes; l++)
		if (on >> l & 1)
			source[lane_named(wave, step, address[l], l)] = (int32_t)l;
	exchange(wave, o[0].index, o[2].index, source);
	ch_wave_issue(wave, step, CH_EVENT_LDS, false, o[0].index, 1);
}

/* The lane, of its group of 32, that lane i reads. */
static uint32_t swizzled(uint32_t pattern, uint32_t i)
{
	if (pattern >= 0xe000) { /* FFT: i's bits in reverse order, as far as the mask says */
		const uint32_t mask = pattern & 31, shift = (uint32_t)__builtin_popcount(mask);
		const uint32_t reversed = (i & 1) << 4 | (i & 2) << 2 | (i & 4) | (i & 8) >> 2 | (i & 16) >> 4;
		return reversed >> shift | (i & mask);
	}
	if (pattern >= 0xc000) { /* rotate */
		const uint32_t mask = pattern & 31, amount = pattern >> 5 & 31;
		const uint32_t moved = pattern >> 10 & 1 ? i - amount : i + amount;
		return (i & mask) | (moved & ~mask & 31);
	}
	if (pattern & 0x8000) /* quads */
		return (i & ~3u) | (pattern >> (2 * (i & 3)) & 3);
	return ((i & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31);
}

static void run_swizzle(ch_wave *wave, const ch_step *step)
{
	const ch_gcn_operand *o = step->insn->operands;
	int32_t source[CH_MAX_LANES];
	for (uint32_t l = 0; l < wave->lanes; l++)
		source[l] = (int32_t)((l & ~31u) | swizzled(step->insn->swizzle, l & 31));
	exchange(wave, o[0].index, o[1].index, source);
	ch_wave_issue(wave, step, CH_EVENT_LDS, false, o[0].index, 1);
}

static const char *check_operands(const ch_gcn_program *program, ch_step *step, uint32_t count)
{
	const ch_gcn_insn *insn = step->insn;
	if (insn->operand_count != count)
		return "another number of operands than this instruction has";
	for (uint32_t i = 0; i < count; i++) {
		if (insn->operands[i].kind != CH_GCN_VGPR)
			return "an operand that is no vector register";
		if (insn->operands[i].index + (uint32_t)insn->operands[i].count > program->kernel->descriptor.vgprs)
			return "a vector register past those that the descriptor allocates";
		ch_step_uses(step, &insn->operands[i]);
	}
	return NULL;
}

/* The copy for this processor. */
static ch_step_function move_form(void)
{
#ifdef CH_LANE_LEVELS
	const uint32_t level = ch_lane_level();
	return level == 4 ? ch_lds_run_v4 : level == 3 ? ch_lds_run_v3 : ch_lds_run;
#else
	return ch_lds_run;
#endif
}

const char *ch_prepare_lds(ch_gcn_program *program, ch_step *step)
{
	static const struct {
		const char *name;
		uint32_t operands;
		ch_step_function run;
	} exchanges[] = {{"ds_bpermute_b32", 3, run_bpermute},
			 {"ds_permute_b32", 3, run_permute},
			 {"ds_swizzle_b32", 2, run_swizzle}};
	const char *name = ch_step_name(program, step);
	step->unit = CH_UNIT_LDS;
	if (step->insn->flags & CH_GCN_GDS)
		return "a modifier without semantics";
	for (size_t i = 0; i < sizeof(exchanges) / sizeof(exchanges[0]); i++) {
		if (strcmp(exchanges[i].name, name) != 0)
			continue;
		if (exchanges[i].run == run_swizzle && !(step->insn->flags & CH_GCN_SWIZZLE))
			return "a swizzle pattern without semantics";
		step->run = exchanges[i].run;
		return check_operands(program, step, exchanges[i].operands);
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!(rows[i].on & program->on) || strcmp(rows[i].name, name) != 0)
			continue;
		step->other = &rows[i];
		step->run = move_form();
		const bool store = rows[i].flags & CH_LDS_STORE;
		const char *words = check_operands(program, step, store && (rows[i].flags & CH_LDS_TWO) ? 3 : 2);
		if (words || store)
			return words;
		ch_step reads = {0};
		ch_step_uses(&reads, &step->insn->operands[1]);
		memcpy(step->reads_v, reads.uses_v, sizeof(step->reads_v));
		step->loads_kind = CH_EVENT_LDS + 1;
		return NULL;
	}
	return ch_prepare_atomic(program, step);
}
