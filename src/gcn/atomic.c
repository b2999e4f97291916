/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs atomics: on buffers by the host's own, since workgroups run on several cores; on LDS, which belongs to one core, simply in
 * turn. Lanes of a wave go from the lowest up. Sources: as semantics_atomic.c. */
#include "gcn/atomic.h"

#include <stdatomic.h>
#include <string.h>

#include "gcn/memory.h"
#include "gcn/valu.h"

/* What a lane brings, and what of it is undefined. */
typedef struct ch_brought {
	uint64_t data, compare, undefined, compare_undefined;
} ch_brought;

typedef struct ch_sources {
	const ch_wave *wave;
	uint32_t data, compare; /* registers */
	uint32_t words;
	bool compares;
	uint32_t shadow[4][CH_MAX_LANES];
} ch_sources;

static void read_shadows(ch_sources *sources)
{
	for (uint32_t w = 0; w < sources->words; w++) {
		ch_wave_shadow(sources->wave, sources->data + w, sources->shadow[w]);
		if (sources->compares)
			ch_wave_shadow(sources->wave, sources->compare + w, sources->shadow[2 + w]);
	}
}

static ch_brought bring(const ch_sources *sources, uint32_t lane)
{
	const ch_wave *wave = sources->wave;
	ch_brought brought = {0};
	for (uint32_t w = 0; w < sources->words; w++) {
		brought.data |= (uint64_t)wave->v[(size_t)(sources->data + w) * wave->lanes + lane] << (32 * w);
		brought.undefined |= (uint64_t)sources->shadow[w][lane] << (32 * w);
		if (!sources->compares)
			continue;
		brought.compare |= (uint64_t)wave->v[(size_t)(sources->compare + w) * wave->lanes + lane] << (32 * w);
		brought.compare_undefined |= (uint64_t)sources->shadow[2 + w][lane] << (32 * w);
	}
	return brought;
}

typedef struct ch_returned {
	uint32_t word[2][CH_MAX_LANES], undefined[2][CH_MAX_LANES];
} ch_returned;

static void give_back(ch_returned *returned, uint32_t lane, uint64_t old, uint64_t undefined)
{
	for (uint32_t w = 0; w < 2; w++) {
		returned->word[w][lane] = (uint32_t)(old >> (32 * w));
		returned->undefined[w][lane] = (uint32_t)(undefined >> (32 * w));
	}
}

static uint64_t exchange_32(_Atomic uint32_t *place, const ch_atomic_row *row, ch_atomic *x)
{
	uint32_t old = atomic_load(place);
	do
		x->old = old;
	while (!atomic_compare_exchange_weak(place, &old, (uint32_t)row->function(x)));
	return old;
}

static uint64_t exchange_64(_Atomic uint64_t *place, const ch_atomic_row *row, ch_atomic *x)
{
	uint64_t old = atomic_load(place);
	do
		x->old = old;
	while (!atomic_compare_exchange_weak(place, &old, row->function(x)));
	return old;
}

/* `place`: an offset in what has this name. */
static void check_aligned(const ch_access *access, uint64_t address, uint64_t place, const char *name, uint32_t lane)
{
	if (address & (access->bytes - 1))
		ch_wave_fault(access->wave, access->step, CH_GCN_NO_SEMANTICS, lane,
			      "an atomic of %u bytes at offset %llu of %s, which is no multiple of it", access->bytes,
			      (unsigned long long)place, name);
}

static void on_buffer(const ch_access *access, const ch_sources *sources, uint64_t address, uint32_t lane,
		      ch_returned *returned)
{
	ch_wave *wave = access->wave;
	const ch_step *step = access->step;
	const ch_atomic_row *row = step->other;
	const ch_brought brought = bring(sources, lane);
	ch_window *window;
	uint8_t *place = ch_space_find(access, address, lane, &window);
	check_aligned(access, address, address - window->base, window->name, lane);
	uint64_t undefined = ch_space_undefined(window, address, 4);
	if (row->words == 2)
		undefined |= (uint64_t)ch_space_undefined(window, address + 4, 4) << 32;
	if (wave->group->launch->checked) {
		if (brought.undefined | brought.compare_undefined)
			ch_wave_fault(wave, step, CH_GCN_UNDEFINED, lane,
				      "an atomic with a value that was never written");
		if (undefined && !(row->flags & CH_ATOMIC_REPLACES))
			ch_wave_fault(wave, step, CH_GCN_UNDEFINED, lane,
				      "an atomic on offset %llu of %s, which was never written",
				      (unsigned long long)(address - window->base), window->name);
	}
	ch_atomic x = {.data = brought.data,
		       .compare = brought.compare,
		       /* What gfx908 and gfx11 do in the cache whatever the mode says; gfx12 keeps them. */
		       .flushes = wave->program->on != CH_ON_GFX12};
	const uint64_t old = row->words == 2 ? exchange_64((_Atomic uint64_t *)(void *)place, row, &x)
					     : exchange_32((_Atomic uint32_t *)(void *)place, row, &x);
	ch_space_stored_atomically(access, window, address);
	give_back(returned, lane, old, undefined);
}

static uint64_t undefined_after(const ch_atomic_row *row, const ch_brought *brought, uint64_t old)
{
	const uint64_t any = brought->undefined | brought->compare_undefined | old;
	if (row->flags & CH_ATOMIC_REPLACES)
		return brought->undefined;
	return row->flags & CH_ATOMIC_BITWISE ? any : any ? UINT64_MAX : 0;
}

static void on_lds(const ch_access *access, const ch_sources *sources, uint64_t address, uint32_t lane,
		   ch_returned *returned)
{
	ch_wave *wave = access->wave;
	const ch_atomic_row *row = access->step->other;
	const ch_brought brought = bring(sources, lane);
	uint8_t *place = ch_lds_find_atomic(access, address, lane);
	check_aligned(access, address, address, "LDS", lane);
	uint8_t *shadow = wave->group->lds_undefined + (place - wave->group->lds);
	ch_atomic x = {.data = brought.data, .compare = brought.compare, .flushes = wave->mode.denorm32 != 3};
	uint64_t undefined = 0;
	memcpy(&x.old, place, access->bytes);
	memcpy(&undefined, shadow, access->bytes);
	const uint64_t value = row->function(&x), after = undefined_after(row, &brought, undefined);
	memcpy(place, &value, access->bytes);
	memcpy(shadow, &after, access->bytes);
	give_back(returned, lane, x.old, undefined);
}

static void write_returned(ch_wave *wave, const ch_atomic_row *row, uint32_t first, ch_returned *returned, uint64_t on)
{
	for (uint32_t w = 0; w < row->words; w++)
		ch_wave_set_vgpr(wave, first + w, returned->word[w], returned->undefined[w], on);
}

static ch_access access_of(ch_wave *wave, const ch_step *step)
{
	const ch_atomic_row *row = step->other;
	return (ch_access){wave, step, row->words * 4u, true};
}

/* [vdst,] address, data [, data]. gfx9's ds_cmpst has what must be there first, the others have it second. */
static void run_lds(ch_wave *wave, const ch_step *step)
{
	const ch_atomic_row *row = step->other;
	const bool returns = step->select, compares = row->flags & CH_ATOMIC_COMPARES;
	const ch_gcn_operand *operands = step->insn->operands, *address = &operands[returns], *data = address + 1;
	const bool first_compares = compares && wave->program->on == CH_ON_GFX9;
	ch_sources sources = {.wave = wave,
			      .words = row->words,
			      .compares = compares,
			      .data = data[first_compares].index,
			      .compare = data[compares && !first_compares].index};
	const ch_access access = access_of(wave, step);
	const uint64_t on = ch_wave_exec(wave);
	static const ch_returned nothing;
	ch_returned returned = nothing;
	ch_memory_check_address(wave, step, wave->v_dirty[address->index] & on);
	read_shadows(&sources);
	const uint32_t *addresses = wave->v + (size_t)address->index * wave->lanes;
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left);
		on_lds(&access, &sources, (uint32_t)(addresses[l] + (uint32_t)step->insn->offset), l, &returned);
	}
	if (returns)
		write_returned(wave, row, operands[0].index, &returned, on);
	ch_wave_issue(wave, step, CH_EVENT_LDS, false, returns ? operands[0].index : 0, returns ? row->words : 0);
	if (!returns && wave->event_count)
		wave->events[wave->event_count - 1].lds_store = true;
}

/* A flat one counts with LDS operations as well, wherever it leads. */
static void issue(ch_wave *wave, const ch_step *step, bool flat, bool shared)
{
	const ch_atomic_row *row = step->other;
	const uint32_t first = step->select ? step->insn->operands[0].index : 0, count = step->select ? row->words : 0;
	ch_wave_issue(wave, step, step->select ? CH_EVENT_VECTOR : CH_EVENT_STORE, false, first, count);
	if (flat)
		ch_wave_issue(wave, step, CH_EVENT_LDS, false, shared ? first : 0, shared ? count : 0);
}

/* [vdst,] vaddr, vdata [, saddr or off]; with a comparison, what must be there lies in the registers behind the data. */
static void run_memory(ch_wave *wave, const ch_step *step)
{
	const ch_atomic_row *row = step->other;
	const ch_gcn_operand *operands = step->insn->operands, *vaddr = &operands[step->select], *data = vaddr + 1;
	const ch_gcn_operand *saddr = step->insn->operand_count > step->select + 2u ? data + 1 : NULL;
	const bool pair = !saddr || saddr->kind != CH_GCN_SGPR || saddr->index == CH_GCN_NULL;
	ch_sources sources = {.wave = wave,
			      .words = row->words,
			      .compares = row->flags & CH_ATOMIC_COMPARES,
			      .data = data->index,
			      .compare = data->index + row->words};
	const ch_access access = access_of(wave, step);
	const uint64_t on = ch_wave_exec(wave);
	static const ch_returned nothing;
	ch_returned returned = nothing;
	ch_memory_check_address(wave, step,
				(wave->v_dirty[vaddr->index] | (pair ? wave->v_dirty[vaddr->index + 1] : 0)) & on);
	const uint64_t start =
		(pair ? 0 : ch_memory_scalar(wave, step, saddr, 2)) + (uint64_t)(int64_t)step->insn->offset;
	const uint32_t *low = wave->v + (size_t)vaddr->index * wave->lanes, *high = low + wave->lanes;
	bool shared = false;
	read_shadows(&sources);
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left);
		const uint64_t address = start + low[l] + (pair ? (uint64_t)high[l] << 32 : 0);
		if (!saddr && high[l] == CH_PRIVATE_APERTURE >> 32)
			ch_wave_fault(wave, step, CH_GCN_NO_SEMANTICS, l, "an atomic on private memory");
		if (!saddr && high[l] == CH_SHARED_APERTURE >> 32) {
			shared = true;
			on_lds(&access, &sources, address - CH_SHARED_APERTURE, l, &returned);
		} else {
			on_buffer(&access, &sources, address, l, &returned);
		}
	}
	if (step->select)
		write_returned(wave, row, operands[0].index, &returned, on);
	issue(wave, step, !saddr, shared);
}

static const char *check_operands(const ch_gcn_program *program, ch_step *step, uint32_t vectors, uint32_t data_words)
{
	const ch_gcn_insn *insn = step->insn;
	for (uint32_t i = 0; i < insn->operand_count; i++) {
		const ch_gcn_operand *operand = &insn->operands[i];
		if (i < vectors && operand->kind != CH_GCN_VGPR)
			return "an operand that is no vector register";
		if (operand->kind == CH_GCN_VGPR &&
		    operand->index + (uint32_t)operand->count > program->kernel->descriptor.vgprs)
			return "a vector register past those that the descriptor allocates";
		if (i == vectors && operand->kind == CH_GCN_SGPR && operand->index != CH_GCN_NULL &&
		    (operand->count != 2 || operand->index > CH_GCN_SCALARS - 2))
			return "no two registers of an address";
		ch_step_uses(step, operand);
	}
	return insn->operands[step->select + 1].count != data_words ? "another width of data than this instruction has"
								    : NULL;
}

const char *ch_prepare_atomic(ch_gcn_program *program, ch_step *step)
{
	bool lds, returns;
	const char *name = ch_step_name(program, step);
	const ch_gcn_insn *insn = step->insn;
	const ch_atomic_row *row = ch_atomic_row_find(name, program->on, &lds, &returns);
	if (!row)
		return "no semantics";
	const bool compares = row->flags & CH_ATOMIC_COMPARES, flat = strncmp(name, "flat_", 5) == 0;
	if (insn->flags & (CH_GCN_GDS | CH_GCN_LDS | CH_GCN_TFE))
		return "a modifier without semantics";
	if (!lds)
		returns = insn->flags & CH_GCN_GLC;
	const uint32_t wanted = lds ? 2u + returns + compares : 2u + returns + !flat;
	if (insn->operand_count != wanted)
		return "another number of operands than this instruction has";
	step->select = returns;
	const char *words = check_operands(program, step, lds || flat ? wanted : wanted - 1,
					   row->words * (compares && !lds ? 2u : 1u));
	if (words)
		return words;
	step->other = row;
	step->run = lds ? run_lds : run_memory;
	step->unit = lds ? CH_UNIT_LDS : CH_UNIT_VMEM;
	step->fidelity = (row->flags & CH_ATOMIC_FLOAT) || returns ? CH_UNORDERED : CH_EXACT;
	return NULL;
}
