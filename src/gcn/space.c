/* SPDX-License-Identifier: Apache-2.0
 *
 * Bounds, stores to inputs, undefined output bytes, two workgroups on one byte, LDS races. */
#include "gcn/space.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "gcn/conflict.h"
#include "gcn/lds.h"

static const char *verb(const ch_access *access)
{
	return access->store ? "store" : "load";
}

void ch_space_note_misaligned(const ch_access *access)
{
	ch_workgroup *group = access->wave->group;
	if (!group->misaligned++ || access->step->index < group->misaligned_step)
		group->misaligned_step = access->step->index;
}

static _Noreturn void out_of_bounds(const ch_access *access, const ch_window *window, uint64_t address, uint32_t lane)
{
	const ch_launch *launch = access->wave->group->launch;
	if (window && window->bytes && address - window->base < (UINT64_C(1) << 37))
		ch_wave_fault(access->wave, access->step, CH_GCN_OUT_OF_BOUNDS, lane,
			      "%s of %u bytes at offset %llu of %s, which has %llu: %llu past its end", verb(access),
			      access->bytes, (unsigned long long)(address - window->base), window->name,
			      (unsigned long long)window->bytes,
			      (unsigned long long)(address - window->base + access->bytes - window->bytes));
	/* Just before a buffer: an index that went below 0, or a lost carry. */
	for (uint32_t i = 0; i < CH_WINDOWS; i++) {
		const ch_window *near = &launch->windows[i];
		if (near->bytes && near->base > address && near->base - address <= (UINT64_C(1) << 33))
			ch_wave_fault(access->wave, access->step, CH_GCN_OUT_OF_BOUNDS, lane,
				      "%s of %u bytes, %llu bytes before the start of %s", verb(access), access->bytes,
				      (unsigned long long)(near->base - address), near->name);
	}
	ch_wave_fault(access->wave, access->step, CH_GCN_OUT_OF_BOUNDS, lane,
		      "%s of %u bytes at 0x%llx, where nothing is", verb(access), access->bytes,
		      (unsigned long long)address);
}

uint8_t *ch_space_find(const ch_access *access, uint64_t address, uint32_t lane, ch_window **found)
{
	const ch_launch *launch = access->wave->group->launch;
	const uint64_t slot = address >> CH_WINDOW_SHIFT;
	/* A buffer starts just under a multiple of 2^32 in its slot and may run on from there. */
	ch_window *window = slot < CH_WINDOWS ? (ch_window *)&launch->windows[slot] : NULL;
	if (!window || address < window->base || address - window->base > window->bytes ||
	    window->bytes - (address - window->base) < access->bytes)
		out_of_bounds(access, window && address >= window->base ? window : NULL, address, lane);
	if (access->store && window->access == CH_GCN_IN)
		ch_wave_fault(access->wave, access->step, CH_GCN_STORE_TO_INPUT, lane,
			      "store of %u bytes at offset %llu of %s, which is an input", access->bytes,
			      (unsigned long long)(address - window->base), window->name);
	if (address & ((access->bytes < 4 ? access->bytes : 4) - 1))
		ch_space_note_misaligned(access);
	*found = window;
	return window->data + (address - window->base);
}

uint32_t ch_space_undefined(const ch_window *window, uint64_t address, uint32_t bytes)
{
	uint32_t undefined = 0;
	if (!window->written)
		return 0;
	for (uint32_t i = 0; i < bytes; i++)
		if (!window->written[address - window->base + i])
			undefined |= UINT32_C(0xff) << (8 * i);
	return undefined;
}

/* A plain store where atomics were: in conflict with those of other workgroups. The store's record replaces theirs, so that
 * whatever comes later meets it. Returns what the record is now. */
static uint64_t stored_on_atomics(const ch_access *access, ch_window *window, uint64_t offset, uint64_t before,
				  uint64_t record)
{
	while (before & CH_WRITER_ATOMIC) {
		if (!atomic_compare_exchange_weak(&window->writers[offset], &before, record))
			continue;
		if (ch_writer_atomic_other(before, ch_writer_group(record)))
			ch_conflict_note(access->wave->group->launch->conflicts, window, offset, record, before);
		return record;
	}
	return before;
}

void ch_space_stored(const ch_access *access, ch_window *window, uint64_t address, uint32_t lane)
{
	const uint64_t offset = address - window->base;
	if (window->written)
		memset(window->written + offset, 1, access->bytes);
	if (!window->writers)
		return;
	const uint64_t record =
		ch_writer_record(access->wave->group->number, access->step->index, access->wave->number, lane);
	for (uint32_t i = 0; i < access->bytes; i++) {
		uint64_t before = atomic_load_explicit(&window->writers[offset + i], memory_order_relaxed);
		if (before == 0 && atomic_compare_exchange_strong(&window->writers[offset + i], &before, record))
			continue;
		if (before & CH_WRITER_ATOMIC)
			before = stored_on_atomics(access, window, offset + i, before, record);
		if (ch_writer_group(before) != ch_writer_group(record))
			ch_conflict_note(access->wave->group->launch->conflicts, window, offset + i, before, record);
	}
}

/* A plain store's record stays, since any other workgroup's atomic is in conflict with it. */
void ch_space_stored_atomically(const ch_access *access, ch_window *window, uint64_t address)
{
	const uint64_t offset = address - window->base, group = (uint64_t)access->wave->group->number + 1;
	if (window->written)
		memset(window->written + offset, 1, access->bytes);
	if (!window->writers)
		return;
	for (uint32_t i = 0; i < access->bytes; i++) {
		uint64_t before = atomic_load_explicit(&window->writers[offset + i], memory_order_relaxed), after;
		do {
			const bool plain = before && !(before & CH_WRITER_ATOMIC);
			after = plain ? before : ch_writer_add_atomic(before, group);
		} while (after != before &&
			 !atomic_compare_exchange_weak(&window->writers[offset + i], &before, after));
		if (!(after & CH_WRITER_ATOMIC) && ch_writer_group(after) != group)
			ch_conflict_note(access->wave->group->launch->conflicts, window, offset + i, after,
					 ch_writer_add_atomic(0, group));
	}
}

static _Noreturn void lds_was_loaded(const ch_access *access, uint32_t byte, uint32_t lane)
{
	const uint32_t first = (access->wave->group->lds_reader[byte] & ~(uint32_t)CH_LDS_SEVERAL) - 1;
	char other[32] = "another wave";
	if (first != access->wave->number)
		snprintf(other, sizeof(other), "wave %u", first);
	ch_wave_fault(access->wave, access->step, CH_GCN_LDS_RACE, lane,
		      "LDS byte %u: store, but %s loaded it and no barrier lies between", byte, other);
}

static void widen_between(ch_workgroup *group, uint32_t from, uint32_t to)
{
	if (from < group->between_from)
		group->between_from = from;
	if (to > group->between_to)
		group->between_to = to;
}

/* A wave that has signaled the barrier and not waited: what it does is ordered neither with what the others do before the barrier
 * nor with what they do after it. */
static void note_between(ch_workgroup *group, uint32_t from, uint32_t to, uint8_t mine, bool store)
{
	widen_between(group, from, to);
	for (uint32_t i = from; i < to; i++) {
		if (store)
			group->lds_writer_between[i] = mine;
		else
			group->lds_reader_between[i] = ch_lds_reader(group->lds_reader_between[i], mine);
	}
}

static _Noreturn void lds_was_stored(const ch_access *access, uint32_t byte, uint32_t lane)
{
	const uint8_t writer = access->wave->group->lds_writer[byte];
	char other[32] = "atomics of several waves";
	if (!(writer & CH_LDS_SEVERAL))
		snprintf(other, sizeof(other), "%swave %u", writer & CH_LDS_ATOMIC ? "an atomic of " : "",
			 (writer & ~(uint32_t)CH_LDS_ATOMIC) - 1);
	ch_wave_fault(access->wave, access->step, CH_GCN_LDS_RACE, lane,
		      "LDS byte %u: %s, but %s stored it and no barrier lies between", byte, verb(access), other);
}

static uint8_t *lds_place(const ch_access *access, uint64_t address, uint32_t lane)
{
	ch_wave *wave = access->wave;
	ch_workgroup *group = wave->group;
	if (address > group->lds_bytes || group->lds_bytes - address < access->bytes)
		ch_wave_fault(wave, access->step, CH_GCN_OUT_OF_BOUNDS, lane,
			      "LDS %s of %u bytes at %llu; the workgroup has %u", verb(access), access->bytes,
			      (unsigned long long)address, group->lds_bytes);
	if (address & ((access->bytes < 4 ? access->bytes : 4) - 1))
		ch_space_note_misaligned(access);
	return group->lds + address;
}

/* lds_writer of a byte after an atomic that is no race: a plain store by the same wave stays. */
static uint8_t after_atomic(uint8_t writer, uint8_t mine)
{
	const uint8_t atomic = mine | CH_LDS_ATOMIC;
	if (writer == mine)
		return mine;
	return writer == 0 || writer == atomic ? atomic : CH_LDS_ATOMIC | CH_LDS_SEVERAL;
}

uint8_t *ch_lds_find_atomic(const ch_access *access, uint64_t address, uint32_t lane)
{
	ch_workgroup *group = access->wave->group;
	uint8_t *data = lds_place(access, address, lane);
	if (!group->launch->checked)
		return data;
	const uint32_t from = (uint32_t)address, to = from + access->bytes;
	const uint8_t mine = (uint8_t)(access->wave->number + 1);
	const bool between = access->wave->signals != access->wave->waits;
	ch_lds_touch(group, from, to);
	if (between)
		widen_between(group, from, to);
	for (uint32_t i = from; i < to; i++) {
		const uint8_t writer = group->lds_writer[i], reader = group->lds_reader[i];
		if (reader && reader != mine)
			lds_was_loaded(access, i, lane);
		if (writer && writer != mine && !(writer & CH_LDS_ATOMIC))
			lds_was_stored(access, i, lane);
		group->lds_writer[i] = after_atomic(writer, mine);
		if (between)
			group->lds_writer_between[i] = after_atomic(group->lds_writer_between[i], mine);
	}
	return data;
}

uint8_t *ch_lds_find(const ch_access *access, uint64_t address, uint32_t lane)
{
	ch_wave *wave = access->wave;
	ch_workgroup *group = wave->group;
	uint8_t *data = lds_place(access, address, lane);
	if (!group->launch->checked)
		return data;
	const uint32_t from = (uint32_t)address, to = from + access->bytes;
	const uint8_t mine = (uint8_t)(wave->number + 1);
	ch_lds_touch(group, from, to);
	if (wave->signals != wave->waits)
		note_between(group, from, to, mine, access->store);
	for (uint32_t i = from; i < to; i++) {
		const uint8_t writer = group->lds_writer[i], reader = group->lds_reader[i];
		if (writer && writer != mine && writer != (mine | CH_LDS_ATOMIC))
			lds_was_stored(access, i, lane);
		if (access->store && reader && reader != mine)
			lds_was_loaded(access, i, lane);
		if (access->store)
			group->lds_writer[i] = mine;
		else
			group->lds_reader[i] = ch_lds_reader(reader, mine);
	}
	return data;
}
