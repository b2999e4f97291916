/* SPDX-License-Identifier: Apache-2.0
 *
 * Global loads and stores, the form that nearly all accesses have. Where the lanes' addresses lie within 4 GiB of one another, as
 * they nearly always do, they are one base and an offset of 32 bits a lane, looked at and loaded all at once. Compiled once for
 * each level of x86-64. */
#include "gcn/memory.h"
#include "gcn/registers.h"
#include "gcn/valu.h"

/* The lanes' addresses: base + offset[lane]. A lane that is off has the offset of one that is on. */
typedef struct ch_offsets {
	uint64_t base;
	uint32_t offset[CH_MAX_LANES];
	uint32_t low, high, bits; /* least, greatest, all of them together */
} ch_offsets;

/* [vdst,] vaddr, [vdata,] saddr */
typedef struct ch_global {
	const ch_gcn_operand *data;
	const uint32_t *low, *high; /* of the vector part; high is NULL for 32 bits */
	uint64_t start;		    /* what all lanes add */
} ch_global;

static ch_global global_operands(ch_wave *wave, const ch_step *step, uint64_t on)
{
	const bool store = ((const ch_memory_row *)step->other)->store;
	const ch_gcn_operand *operands = step->insn->operands, *vaddr = &operands[store ? 0 : 1];
	const ch_gcn_operand *saddr = step->insn->operand_count > 2 ? &operands[2] : NULL;
	const bool pair = !saddr || saddr->kind != CH_GCN_SGPR || saddr->index == CH_GCN_NULL;
	const uint64_t dirty = wave->v_dirty[vaddr->index] | (pair ? wave->v_dirty[vaddr->index + 1] : 0);
	ch_memory_check_address(wave, step, dirty & on);
	const uint32_t *low = ch_vgpr(wave, vaddr->index);
	return (ch_global){.data = &operands[store ? 1 : 0],
			   .low = low,
			   .high = pair ? low + wave->lanes : NULL,
			   .start = (pair ? 0 : ch_memory_scalar(wave, step, saddr, 2)) +
				    (uint64_t)(int64_t)step->insn->offset};
}

/* False: the high halves differ. */
static bool find_offsets(const ch_global *global, uint64_t on, uint32_t lanes, ch_offsets *to)
{
	const uint32_t first = (uint32_t)__builtin_ctzll(on), one = global->low[first];
	uint32_t low = UINT32_MAX, high = 0, bits = 0, differ = 0;
	for (uint32_t base = 0; base < lanes; base += CH_LANES) {
		const uint32_t half = (uint32_t)(on >> base), *from = global->low + base;
		uint32_t *offset = to->offset + base;
		CH_LANE_LOOP
		{
			const uint32_t value = half >> l & 1 ? from[l] : one;
			low = value < low ? value : low;
			high = value > high ? value : high;
			bits |= value;
			offset[l] = value;
		}
	}
	to->base = global->start;
	to->low = low;
	to->high = high;
	to->bits = bits;
	if (!global->high)
		return true;
	const uint32_t upper = global->high[first];
	for (uint32_t base = 0; base < lanes; base += CH_LANES) {
		const uint32_t half = (uint32_t)(on >> base), *from = global->high + base;
		CH_LANE_LOOP
		differ |= half >> l & 1 ? from[l] ^ upper : 0;
	}
	to->base += (uint64_t)upper << 32;
	return differ == 0;
}

/* The window that holds every lane's bytes, and nothing of it is undefined; NULL: lane by lane. */
static const ch_window *whole_window(const ch_access *access, const ch_offsets *offsets)
{
	const uint64_t low = offsets->base + offsets->low, high = offsets->base + offsets->high;
	const uint64_t slot = low >> CH_WINDOW_SHIFT;
	if (slot >= CH_WINDOWS || high < low)
		return NULL;
	const ch_window *window = &access->wave->group->launch->windows[slot];
	if (low < window->base || high - window->base > window->bytes ||
	    window->bytes - (high - window->base) < access->bytes || window->written)
		return NULL;
	return window;
}

static void note_misaligned(const ch_access *access, const ch_offsets *offsets, uint64_t on)
{
	const uint64_t unit = (access->bytes < 4 ? access->bytes : 4) - 1;
	if (((offsets->base | offsets->bits) & unit) == 0)
		return;
	for (uint64_t left = on; left; left &= left - 1)
		if ((offsets->base + offsets->offset[__builtin_ctzll(left)]) & unit)
			ch_space_note_misaligned(access);
}

static void load_words(uintptr_t data, const ch_offsets *offsets, uint32_t lanes, uint32_t *to)
{
	for (uint32_t base = 0; base < lanes; base += CH_LANES)
		CH_LANE_LOOP
	memcpy(&to[base + l], (const void *)(data + offsets->offset[base + l]), 4);
}

/* One or two bytes a lane. */
static void load_parts(uintptr_t data, const ch_offsets *offsets, uint32_t lanes, const ch_memory_row *row,
		       uint32_t *to)
{
	const uint32_t shift = 32 - 8u * row->bytes;
	for (uint32_t l = 0; l < lanes; l++) {
		const uint8_t *from = (const void *)(data + offsets->offset[l]);
		to[l] = row->bytes == 1 ? from[0] : from[0] | (uint32_t)from[1] << 8;
	}
	for (uint32_t l = 0; l < lanes && row->shape == CH_SIGNED; l++)
		to[l] = (uint32_t)((int32_t)(to[l] << shift) >> shift);
}

/* Whole registers of every lane that is on, in one go. False: nothing is done. */
static bool load_at_once(const ch_access *access, const ch_global *global, uint64_t on)
{
	ch_wave *wave = access->wave;
	const ch_memory_row *row = access->step->other;
	const uint32_t lanes = wave->lanes;
	ch_offsets offsets;
	if (!on || row->store || row->part != CH_WHOLE || !find_offsets(global, on, lanes, &offsets))
		return false;
	const ch_window *window = whole_window(access, &offsets);
	if (!window)
		return false;
	note_misaligned(access, &offsets, on);
	const uintptr_t data = (uintptr_t)window->data + (uintptr_t)(offsets.base - window->base);
	for (uint32_t w = 0; w < ch_memory_words(row); w++) {
		const uint32_t result = global->data->index + w;
		uint32_t kept[CH_MAX_LANES], *to = on == ch_all_lanes(wave) ? ch_vgpr(wave, result) : kept;
		if (row->shape == CH_WORDS)
			load_words(data + 4 * w, &offsets, lanes, to);
		else
			load_parts(data, &offsets, lanes, row, to);
		if (to == kept)
			ch_vgpr_write(wave, result, kept, NULL, on);
		else
			wave->v_dirty[result] = 0;
	}
	return true;
}

void CH_LEVEL(ch_memory_run_global)(ch_wave *wave, const ch_step *step)
{
	const ch_memory_row *row = step->other;
	const uint64_t on = ch_wave_exec(wave);
	const ch_access access = ch_memory_access(wave, step);
	const ch_global global = global_operands(wave, step, on);
	if (!load_at_once(&access, &global, on)) {
		uint64_t addresses[CH_MAX_LANES];
		for (uint32_t l = 0; l < wave->lanes; l++)
			addresses[l] =
				global.start + global.low[l] + (global.high ? (uint64_t)global.high[l] << 32 : 0);
		CH_LEVEL(ch_memory_move)(&access, global.data, addresses, on, CH_IN_BUFFERS);
	}
	if (on || !row->store)
		ch_memory_issue(wave, step, global.data);
}
