/* SPDX-License-Identifier: Apache-2.0
 *
 * The lanes of an LDS load or store, with what is undefined and who touched what. Compiled once for each level of x86-64. */
#include "gcn/lds.h"
#include "gcn/registers.h"
#include "gcn/valu.h"

enum { MAX_WORDS = 4 };

typedef struct ch_moved {
	uint32_t word[MAX_WORDS][CH_MAX_LANES], undefined[MAX_WORDS][CH_MAX_LANES];
	bool dirty; /* else `undefined` is not filled in: there is nothing */
} ch_moved;

/* The lanes' places, once all of them are known to lie inside. */
typedef struct ch_places {
	uint32_t at[CH_MAX_LANES];
	uint32_t low, high; /* of the first and the last */
	bool dense;	    /* one after the other, with nothing between */
} ch_places;

static uint32_t extended(uint32_t value, const ch_lds_row *row)
{
	if (!(row->flags & CH_LDS_SIGNED))
		return value;
	return row->bytes == 1 ? (uint32_t)(int8_t)(value & 0xff) : (uint32_t)(int16_t)(value & 0xffff);
}

/* The usual access: whole dwords, aligned, inside. A lane that is off takes the place of one that is on, so that every lane can
 * be looked at and loaded. False: lane by lane, with ch_lds_find's words on what is wrong. */
static bool place(const ch_access *access, const uint32_t *addresses, uint32_t offset, uint64_t on, ch_places *places)
{
	const uint32_t lanes = access->wave->lanes, size = access->wave->group->lds_bytes;
	const uint32_t one = addresses[__builtin_ctzll(on)];
	uint32_t low = UINT32_MAX, high = 0, bits = offset, holes = 0;
	if (access->bytes % 4 || offset > size)
		return false;
	for (uint32_t base = 0; base < lanes; base += CH_LANES) {
		const uint32_t half = (uint32_t)(on >> base), *from = addresses + base;
		uint32_t *to = places->at + base;
		CH_LANE_LOOP
		{
			const uint32_t address = half >> l & 1 ? from[l] : one;
			low = address < low ? address : low;
			high = address > high ? address : high;
			bits |= address;
			to[l] = address + offset;
			holes |= address ^ (one + (base + l) * access->bytes);
		}
	}
	if (high > size - offset || size - offset - high < access->bytes || bits & 3)
		return false;
	places->low = low + offset;
	places->high = high + offset;
	places->dense = holes == 0;
	return true;
}

/* Who touched it. Where that is a race, ch_lds_find tells. */
static void note(const ch_access *access, const ch_places *places, uint64_t on)
{
	ch_workgroup *group = access->wave->group;
	const uint8_t mine = (uint8_t)(access->wave->number + 1);
	const bool between = access->wave->signals != access->wave->waits; /* the halves of a barrier */
	if (!group->launch->checked)
		return;
	ch_lds_touch(group, places->low, places->high + access->bytes);
	if (!between && places->dense &&
	    ch_lds_note(group, places->low, access->bytes * access->wave->lanes, mine, access->store))
		return;
	if (!between && places->low == places->high &&
	    ch_lds_note(group, places->low, access->bytes, mine, access->store))
		return;
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left), from = places->at[l];
		bool noted = !between;
		for (uint32_t i = 0; noted && i < access->bytes; i += 4)
			noted = ch_lds_note_dword(group, from + i, mine * UINT32_C(0x01010101), access->store);
		if (!noted)
			ch_lds_find(access, from, l);
	}
}

static uint32_t gather(const uint8_t *data, const ch_places *places, uint32_t lanes, uint32_t words,
		       uint32_t to[][CH_MAX_LANES])
{
	uint32_t any = 0;
	for (uint32_t w = 0; w < words; w++)
		for (uint32_t base = 0; base < lanes; base += CH_LANES)
			CH_LANE_LOOP
			{
				uint32_t word;
				memcpy(&word, data + places->at[base + l] + 4 * w, sizeof(word));
				to[w][base + l] = word;
				any |= word;
			}
	return any;
}

static bool any_set(const uint8_t *bytes, uint32_t count)
{
	uint8_t any = 0;
	for (uint32_t i = 0; i < count; i++)
		any |= bytes[i];
	return any != 0;
}

static void load_placed(const ch_access *access, uint32_t words, const ch_places *places, uint64_t on, ch_moved *moved)
{
	const ch_workgroup *group = access->wave->group;
	const uint32_t lanes = access->wave->lanes;
	note(access, places, on);
	gather(group->lds, places, lanes, words, moved->word);
	moved->dirty = places->dense ? any_set(group->lds_undefined + places->low, access->bytes * lanes) : true;
	if (moved->dirty)
		moved->dirty = gather(group->lds_undefined, places, lanes, words, moved->undefined);
}

static void load_found(const ch_access *access, const ch_lds_row *row, const uint32_t *addresses, uint32_t offset,
		       uint64_t on, ch_moved *moved)
{
	const ch_workgroup *group = access->wave->group;
	const uint32_t words = ch_lds_words(row), bytes = row->bytes < 4 ? row->bytes : 4;
	uint32_t any = 0;
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left);
		const uint8_t *from = ch_lds_find(access, (uint32_t)(addresses[l] + offset), l);
		const uint8_t *shadow = group->lds_undefined + (from - group->lds);
		for (uint32_t w = 0; w < words; w++) {
			uint32_t word = 0, undefined = 0;
			memcpy(&word, from + 4 * w, bytes);
			memcpy(&undefined, shadow + 4 * w, bytes);
			moved->word[w][l] = extended(word, row);
			moved->undefined[w][l] = extended(undefined, row);
			any |= undefined;
		}
	}
	moved->dirty = any;
}

/* Into one half of the register. */
static void merge_half(ch_wave *wave, const ch_lds_row *row, uint32_t first, uint64_t on, ch_moved *moved)
{
	const uint32_t shift = row->flags & CH_LDS_HIGH_HALF ? 16 : 0, kept = UINT32_C(0xffff0000) >> shift;
	const uint32_t *old = ch_vgpr(wave, first);
	uint32_t shadow[CH_MAX_LANES];
	ch_wave_shadow(wave, first, shadow);
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left);
		const uint32_t undefined = moved->dirty ? moved->undefined[0][l] : 0;
		moved->word[0][l] = (old[l] & kept) | (moved->word[0][l] & 0xffff) << shift;
		moved->undefined[0][l] = (shadow[l] & kept) | (undefined & 0xffff) << shift;
	}
	moved->dirty = true;
}

/* Loads into `first` and the registers after it from the lanes' addresses + offset. */
static void load_from(const ch_access *access, const ch_lds_row *row, const uint32_t *addresses, uint32_t offset,
		      uint32_t first, uint64_t on)
{
	ch_places places;
	ch_moved moved;
	if (place(access, addresses, offset, on, &places))
		load_placed(access, ch_lds_words(row), &places, on, &moved);
	else
		load_found(access, row, addresses, offset, on, &moved);
	if (row->flags & (CH_LDS_LOW_HALF | CH_LDS_HIGH_HALF))
		merge_half(access->wave, row, first, on, &moved);
	for (uint32_t w = 0; w < ch_lds_words(row); w++)
		ch_vgpr_write(access->wave, first + w, moved.word[w], moved.dirty ? moved.undefined[w] : NULL, on);
}

static void store_placed(const ch_access *access, uint32_t words, const ch_places *places, uint32_t first, uint64_t on,
			 const uint32_t undefined[][CH_MAX_LANES])
{
	ch_wave *wave = access->wave;
	ch_workgroup *group = wave->group;
	note(access, places, on);
	for (uint32_t w = 0; w < words; w++) {
		const uint32_t *from = ch_vgpr(wave, first + w);
		if (places->dense && words == 1 && on == ch_all_lanes(wave)) {
			memcpy(group->lds + places->low, from, wave->lanes * sizeof(*from));
			memcpy(group->lds_undefined + places->low, undefined[0], wave->lanes * sizeof(*from));
			continue;
		}
		for (uint64_t left = on; left; left &= left - 1) {
			const uint32_t l = (uint32_t)__builtin_ctzll(left), at = places->at[l] + 4 * w;
			memcpy(group->lds + at, &from[l], sizeof(from[l]));
			memcpy(group->lds_undefined + at, &undefined[w][l], sizeof(undefined[w][l]));
		}
	}
}

static void store_to(const ch_access *access, const ch_lds_row *row, const uint32_t *addresses, uint32_t offset,
		     uint32_t first, uint64_t on)
{
	ch_wave *wave = access->wave;
	const uint32_t words = ch_lds_words(row), bytes = row->bytes < 4 ? row->bytes : 4,
		       shift = row->flags & CH_LDS_HIGH_HALF ? 16 : 0;
	uint32_t shadows[MAX_WORDS][CH_MAX_LANES];
	ch_places places;
	for (uint32_t w = 0; w < words; w++) {
		if (wave->v_dirty[first + w])
			ch_wave_shadow(wave, first + w, shadows[w]);
		else
			memset(shadows[w], 0, sizeof(shadows[w]));
	}
	if (place(access, addresses, offset, on, &places)) {
		store_placed(access, words, &places, first, on, shadows);
		return;
	}
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left);
		uint8_t *to = ch_lds_find(access, (uint32_t)(addresses[l] + offset), l);
		uint8_t *shadow = wave->group->lds_undefined + (to - wave->group->lds);
		for (uint32_t w = 0; w < words; w++) {
			const uint32_t value = ch_vgpr(wave, first + w)[l] >> shift;
			const uint32_t undefined = shadows[w][l] >> shift;
			memcpy(to + 4 * w, &value, bytes);
			memcpy(shadow + 4 * w, &undefined, bytes);
		}
	}
}

/* [vdst,] address, [data, data] */
void CH_LEVEL(ch_lds_run)(ch_wave *wave, const ch_step *step)
{
	const ch_lds_row *row = step->other;
	const ch_gcn_insn *insn = step->insn;
	const bool store = row->flags & CH_LDS_STORE, two = row->flags & CH_LDS_TWO;
	const uint32_t address = insn->operands[store ? 0 : 1].index, first = insn->operands[store ? 1 : 0].index;
	const uint64_t on = ch_wave_exec(wave);
	const ch_access access = {wave, step, row->bytes, store};
	const uint32_t unit = row->bytes * (row->flags & CH_LDS_STRIDE_64 ? 64u : 1u);
	const uint32_t offset = two ? insn->offset0 * unit : (uint32_t)insn->offset, second = insn->offset1 * unit;
	/* A load may overwrite its own address. */
	uint32_t addresses[CH_MAX_LANES];
	memcpy(addresses, ch_vgpr(wave, address), wave->lanes * sizeof(addresses[0]));
	ch_lds_fault_on_dirty(wave, step, wave->v_dirty[address] & on);
	if (store && on) {
		store_to(&access, row, addresses, offset, first, on);
		if (two)
			store_to(&access, row, addresses, second, insn->operands[2].index, on);
	} else if (on) {
		load_from(&access, row, addresses, offset, first, on);
		if (two)
			load_from(&access, row, addresses, second, first + ch_lds_words(row), on);
	}
	ch_wave_issue(wave, step, CH_EVENT_LDS, false, store ? 0 : first, store ? 0 : insn->operands[0].count);
	if (store && wave->event_count)
		wave->events[wave->event_count - 1].lds_store = true;
}
