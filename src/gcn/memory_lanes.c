/* SPDX-License-Identifier: Apache-2.0
 *
 * The lanes of a vector load or store: from the registers to memory and back, with what is undefined. Compiled once for each
 * level of x86-64. */
#include "gcn/memory.h"
#include "gcn/registers.h"
#include "gcn/valu.h"

enum { MAX_WORDS = 4 };

/* What an access moves, before and after the registers. */
typedef struct ch_moved {
	uint32_t word[MAX_WORDS][CH_MAX_LANES], undefined[MAX_WORDS][CH_MAX_LANES];
	bool dirty; /* else `undefined` is not filled in: there is nothing */
} ch_moved;

static uint32_t extended(const ch_memory_row *row, uint16_t raw)
{
	if (row->shape == CH_UNSIGNED)
		return raw;
	return row->bytes == 1 ? (uint32_t)(int8_t)(raw & 0xff) : (uint32_t)(int16_t)raw;
}

static void load_lane(const ch_memory_row *row, const uint8_t *from, ch_moved *moved, uint32_t lane)
{
	uint16_t raw = 0;
	for (uint32_t w = 0; row->shape == CH_WORDS && w < ch_memory_words(row); w++)
		memcpy(&moved->word[w][lane], from + 4 * w, 4);
	if (row->shape == CH_WORDS)
		return;
	memcpy(&raw, from, row->bytes);
	moved->word[0][lane] = extended(row, raw);
}

/* The undefined bits as the register will have them. */
static void load_undefined(const ch_memory_row *row, uint32_t undefined, ch_moved *moved, uint32_t word, uint32_t lane)
{
	if (row->shape == CH_SIGNED && (undefined >> (8 * row->bytes - 1) & 1))
		undefined |= UINT32_MAX << (8 * row->bytes);
	moved->undefined[word][lane] = undefined;
	moved->dirty |= undefined != 0;
}

static void write_loaded(ch_wave *wave, const ch_memory_row *row, uint32_t first, ch_moved *moved, uint64_t on)
{
	if (row->part != CH_WHOLE) {
		const uint32_t *old = ch_vgpr(wave, first), shift = row->part == CH_PART_HIGH ? 16 : 0;
		uint32_t shadow[CH_MAX_LANES];
		ch_wave_shadow(wave, first, shadow);
		const uint32_t kept = UINT32_C(0xffff0000) >> shift;
		for (uint32_t l = 0; l < wave->lanes; l++) {
			moved->word[0][l] = (old[l] & kept) | (moved->word[0][l] & 0xffff) << shift;
			moved->undefined[0][l] =
				(shadow[l] & kept) | ((moved->dirty ? moved->undefined[0][l] : 0) & 0xffff) << shift;
		}
		moved->dirty = true;
	}
	for (uint32_t w = 0; w < ch_memory_words(row); w++)
		ch_vgpr_write(wave, first + w, moved->word[w], moved->dirty ? moved->undefined[w] : NULL, on);
}

/* The data of a store, with a fault where a byte of it was never written. */
static void read_stored(ch_wave *wave, const ch_step *step, const ch_memory_row *row, uint32_t first, uint64_t on,
			ch_moved *moved, bool may_be_undefined)
{
	const uint32_t shift = row->part == CH_PART_HIGH ? 16 : 0;
	moved->dirty = false;
	for (uint32_t w = 0; w < ch_memory_words(row); w++) {
		const uint32_t *from = ch_vgpr(wave, first + w);
		const bool dirty = wave->v_dirty[first + w] & on;
		if (dirty) {
			ch_wave_shadow(wave, first + w, moved->undefined[w]);
			moved->dirty = true;
		} else if (may_be_undefined) {
			memset(moved->undefined[w], 0, sizeof(moved->undefined[w]));
		}
		for (uint32_t l = 0; l < wave->lanes; l++) {
			moved->word[w][l] = from[l] >> shift;
			if (dirty)
				moved->undefined[w][l] >>= shift;
		}
		if (!dirty || may_be_undefined || !wave->group->launch->checked)
			continue;
		const uint32_t stored = row->bytes < 4 ? (1u << (8 * row->bytes)) - 1 : UINT32_MAX;
		for (uint32_t l = 0; l < wave->lanes; l++)
			if ((on >> l & 1) && (moved->undefined[w][l] & stored))
				ch_wave_fault(wave, step, CH_GCN_UNDEFINED, l,
					      "stores a value that was never written (v%u, bits 0x%x)", first + w,
					      (moved->undefined[w][l] & stored) << shift);
	}
}

/* What one look at all addresses of a half of the wave tells. */
typedef struct ch_range {
	uint64_t low, high, bits;
} ch_range;

static void widen(ch_range *range, const uint64_t *addresses)
{
	uint64_t low = range->low, high = range->high, bits = range->bits;
	CH_LANE_LOOP
	{
		const uint64_t address = addresses[l];
		low = address < low ? address : low;
		high = address > high ? address : high;
		bits |= address;
	}
	*range = (ch_range){low, high, bits};
}

/* Lanes that are off take the address of one that is on: then every lane can be looked at and loaded, and only the writing
 * tells them apart. */
static void fill_off_lanes(uint64_t *addresses, uint64_t on, uint32_t lanes)
{
	const uint64_t one = addresses[__builtin_ctzll(on)];
	for (uint32_t base = 0; base < lanes; base += CH_LANES) {
		const uint32_t half = (uint32_t)(on >> base);
		if (half == UINT32_MAX)
			continue;
		CH_LANE_LOOP
		addresses[base + l] = half >> l & 1 ? addresses[base + l] : one;
	}
}

/* All lanes in one window, checked at once: the usual case. NULL: lane by lane. */
static const ch_window *one_window(const ch_access *access, const uint64_t *addresses, uint64_t on)
{
	ch_range range = {UINT64_MAX, 0, 0};
	for (uint32_t base = 0; base < access->wave->lanes; base += CH_LANES)
		widen(&range, addresses + base);
	const uint64_t slot = range.low >> CH_WINDOW_SHIFT;
	if (slot >= CH_WINDOWS)
		return NULL;
	const ch_window *window = &access->wave->group->launch->windows[slot];
	if (range.low < window->base || range.high - window->base > window->bytes ||
	    window->bytes - (range.high - window->base) < access->bytes || window->written)
		return NULL;
	const uint64_t unit = (access->bytes < 4 ? access->bytes : 4) - 1;
	for (uint64_t left = range.bits & unit ? on : 0; left; left &= left - 1)
		if (addresses[__builtin_ctzll(left)] & unit)
			ch_space_note_misaligned(access);
	return window;
}

/* 32 lanes from checked addresses. `data` is where address 0 would be. */
static void load_words(uintptr_t data, const uint64_t *addresses, uint32_t words, uint32_t to[][CH_MAX_LANES],
		       uint32_t base)
{
	for (uint32_t w = 0; w < words; w++)
		CH_LANE_LOOP
	memcpy(&to[w][base + l], (const void *)(data + addresses[base + l] + 4 * w), 4);
}

static void load_parts(const ch_memory_row *row, uintptr_t data, const uint64_t *addresses, uint32_t *to)
{
	CH_LANE_LOOP
	{
		uint16_t raw = 0;
		if (row->bytes == 1)
			raw = *(const uint8_t *)(data + addresses[l]);
		else
			memcpy(&raw, (const void *)(data + addresses[l]), 2);
		to[l] = raw;
	}
	if (row->shape == CH_SIGNED)
		CH_LANE_LOOP
	to[l] = extended(row, (uint16_t)to[l]);
}

static void load_lanes(const ch_access *access, const ch_memory_row *row, const uint64_t *given, uint64_t on,
		       ch_moved *moved)
{
	const uint32_t lanes = access->wave->lanes;
	uint64_t addresses[CH_MAX_LANES];
	memcpy(addresses, given, lanes * sizeof(addresses[0]));
	fill_off_lanes(addresses, on, lanes);
	const ch_window *whole = one_window(access, addresses, on);
	moved->dirty = false;
	if (whole) {
		const uintptr_t data = (uintptr_t)whole->data - whole->base;
		for (uint32_t base = 0; base < lanes; base += CH_LANES) {
			if (row->shape == CH_WORDS)
				load_words(data, addresses, ch_memory_words(row), moved->word, base);
			else
				load_parts(row, data, addresses + base, moved->word[0] + base);
		}
		return;
	}
	memset(moved->undefined, 0, sizeof(moved->undefined));
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left);
		ch_window *window;
		const uint8_t *from = ch_space_find(access, addresses[l], l, &window);
		load_lane(row, from, moved, l);
		for (uint32_t w = 0; w < ch_memory_words(row) && window->written; w++)
			load_undefined(
				row, ch_space_undefined(window, addresses[l] + 4 * w, row->bytes < 4 ? row->bytes : 4),
				moved, w, l);
	}
}

static void store_lanes(const ch_access *access, const ch_memory_row *row, const uint64_t *addresses, uint64_t on,
			const ch_moved *moved)
{
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left);
		ch_window *window;
		uint8_t *to = ch_space_find(access, addresses[l], l, &window);
		for (uint32_t w = 0; w < ch_memory_words(row); w++)
			memcpy(to + 4 * w, &moved->word[w][l], row->bytes < 4 ? row->bytes : 4);
		ch_space_stored(access, window, addresses[l], l);
	}
}

/* LDS by a flat address: what is undefined stays so. */
static void lds_lanes(const ch_access *access, const ch_memory_row *row, const uint64_t *addresses, uint64_t on,
		      ch_moved *moved)
{
	const ch_workgroup *group = access->wave->group;
	const uint32_t bytes = row->bytes < 4 ? row->bytes : 4;
	moved->dirty = row->store && moved->dirty; /* a load has not said it yet */
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left);
		uint8_t *data = ch_lds_find(access, addresses[l], l),
			*shadow = group->lds_undefined + (data - group->lds);
		if (!row->store)
			load_lane(row, data, moved, l);
		for (uint32_t w = 0; w < ch_memory_words(row); w++) {
			uint32_t undefined = 0;
			if (row->store) {
				memcpy(data + 4 * w, &moved->word[w][l], bytes);
				memcpy(shadow + 4 * w, &moved->undefined[w][l], bytes);
				continue;
			}
			memcpy(&undefined, shadow + 4 * w, bytes);
			load_undefined(row, undefined, moved, w, l);
		}
	}
}

/* Private memory: dword k of lane l at (k * lanes + l) * 4, as the hardware interleaves it. */
static void scratch_lanes(const ch_access *access, const ch_memory_row *row, const uint64_t *offsets, uint64_t on,
			  ch_moved *moved)
{
	ch_wave *wave = access->wave;
	const uint64_t each = wave->group->scratch_bytes / wave->lanes;
	if (!row->store) {
		memset(moved->undefined, 0, sizeof(moved->undefined));
		moved->dirty = false;
	}
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left);
		uint8_t bytes[4 * MAX_WORDS], shadow[4 * MAX_WORDS];
		if (offsets[l] > each || each - offsets[l] < row->bytes)
			ch_wave_fault(wave, access->step, CH_GCN_OUT_OF_BOUNDS, l,
				      "private memory at %lld; a work-item has %llu bytes", (long long)offsets[l],
				      (unsigned long long)each);
		for (uint32_t w = 0; row->store && w < ch_memory_words(row); w++) {
			memcpy(bytes + 4 * w, &moved->word[w][l], 4);
			memcpy(shadow + 4 * w, &moved->undefined[w][l], 4);
		}
		for (uint32_t i = 0; i < row->bytes && i < sizeof(bytes); i++) {
			const uint64_t at = ((offsets[l] + i) / 4 * wave->lanes + l) * 4 + (offsets[l] + i) % 4;
			if (row->store) {
				wave->scratch[at] = bytes[i];
				wave->scratch_undefined[at] = shadow[i];
			} else {
				bytes[i] = wave->scratch[at];
				shadow[i] = wave->scratch_undefined[at];
			}
		}
		if (row->store)
			continue;
		load_lane(row, bytes, moved, l);
		for (uint32_t w = 0; w < ch_memory_words(row); w++) {
			uint32_t undefined = 0;
			memcpy(&undefined, shadow + 4 * w, row->bytes < 4 ? row->bytes : 4);
			load_undefined(row, undefined, moved, w, l);
		}
	}
}

void CH_LEVEL(ch_memory_move)(const ch_access *access, const ch_gcn_operand *data, const uint64_t *addresses,
			      uint64_t on, ch_memory memory)
{
	const ch_memory_row *row = access->step->other;
	ch_wave *wave = access->wave;
	ch_moved moved;
	if (!on)
		return;
	if (row->store)
		read_stored(wave, access->step, row, data->index, on, &moved, memory != CH_IN_BUFFERS);
	if (memory == CH_IN_SCRATCH)
		scratch_lanes(access, row, addresses, on, &moved);
	else if (memory == CH_IN_LDS)
		lds_lanes(access, row, addresses, on, &moved);
	else if (row->store)
		store_lanes(access, row, addresses, on, &moved);
	else
		load_lanes(access, row, addresses, on, &moved);
	if (!row->store)
		write_loaded(wave, row, data->index, &moved, on);
}
