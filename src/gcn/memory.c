/* SPDX-License-Identifier: Apache-2.0
 *
 * Vector loads and stores: global, flat, scratch, buffer. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapters "Vector memory
 * operations" and "Flat memory instructions". */
#include <string.h>

#include "gcn/space.h"
#include "gcn/valu.h"

typedef enum ch_shape { CH_WORDS, CH_UNSIGNED, CH_SIGNED } ch_shape;
typedef enum ch_part { CH_WHOLE, CH_PART_LOW, CH_PART_HIGH } ch_part;

typedef struct ch_memory_row {
	const char *suffix; /* after "global_load_" */
	uint8_t on;
	bool store;
	uint8_t bytes;
	uint8_t shape; /* ch_shape */
	uint8_t part;  /* ch_part: of the register */
} ch_memory_row;

/* clang-format off */
static const ch_memory_row rows[] = {
	{"load_dword", CH_ON_GFX9, false, 4, CH_WORDS, 0}, {"load_dwordx2", CH_ON_GFX9, false, 8, CH_WORDS, 0},
	{"load_dwordx3", CH_ON_GFX9, false, 12, CH_WORDS, 0}, {"load_dwordx4", CH_ON_GFX9, false, 16, CH_WORDS, 0},
	{"load_ubyte", CH_ON_GFX9, false, 1, CH_UNSIGNED, 0}, {"load_sbyte", CH_ON_GFX9, false, 1, CH_SIGNED, 0},
	{"load_ushort", CH_ON_GFX9, false, 2, CH_UNSIGNED, 0}, {"load_sshort", CH_ON_GFX9, false, 2, CH_SIGNED, 0},
	{"load_ubyte_d16", CH_ON_GFX9, false, 1, CH_UNSIGNED, CH_PART_LOW}, {"load_ubyte_d16_hi", CH_ON_GFX9, false, 1, CH_UNSIGNED, CH_PART_HIGH},
	{"load_sbyte_d16", CH_ON_GFX9, false, 1, CH_SIGNED, CH_PART_LOW}, {"load_sbyte_d16_hi", CH_ON_GFX9, false, 1, CH_SIGNED, CH_PART_HIGH},
	{"load_short_d16", CH_ON_GFX9, false, 2, CH_UNSIGNED, CH_PART_LOW}, {"load_short_d16_hi", CH_ON_GFX9, false, 2, CH_UNSIGNED, CH_PART_HIGH},
	{"store_dword", CH_ON_GFX9, true, 4, CH_WORDS, 0}, {"store_dwordx2", CH_ON_GFX9, true, 8, CH_WORDS, 0},
	{"store_dwordx3", CH_ON_GFX9, true, 12, CH_WORDS, 0}, {"store_dwordx4", CH_ON_GFX9, true, 16, CH_WORDS, 0},
	{"store_byte", CH_ON_GFX9, true, 1, CH_UNSIGNED, 0}, {"store_byte_d16_hi", CH_ON_GFX9, true, 1, CH_UNSIGNED, CH_PART_HIGH},
	{"store_short", CH_ON_GFX9, true, 2, CH_UNSIGNED, 0}, {"store_short_d16_hi", CH_ON_GFX9, true, 2, CH_UNSIGNED, CH_PART_HIGH},
	{"load_b32", CH_ON_GFX11, false, 4, CH_WORDS, 0}, {"load_b64", CH_ON_GFX11, false, 8, CH_WORDS, 0},
	{"load_b96", CH_ON_GFX11, false, 12, CH_WORDS, 0}, {"load_b128", CH_ON_GFX11, false, 16, CH_WORDS, 0},
	{"load_u8", CH_ON_GFX11, false, 1, CH_UNSIGNED, 0}, {"load_i8", CH_ON_GFX11, false, 1, CH_SIGNED, 0},
	{"load_u16", CH_ON_GFX11, false, 2, CH_UNSIGNED, 0}, {"load_i16", CH_ON_GFX11, false, 2, CH_SIGNED, 0},
	{"load_d16_u8", CH_ON_GFX11, false, 1, CH_UNSIGNED, CH_PART_LOW}, {"load_d16_hi_u8", CH_ON_GFX11, false, 1, CH_UNSIGNED, CH_PART_HIGH},
	{"load_d16_i8", CH_ON_GFX11, false, 1, CH_SIGNED, CH_PART_LOW}, {"load_d16_hi_i8", CH_ON_GFX11, false, 1, CH_SIGNED, CH_PART_HIGH},
	{"load_d16_b16", CH_ON_GFX11, false, 2, CH_UNSIGNED, CH_PART_LOW}, {"load_d16_hi_b16", CH_ON_GFX11, false, 2, CH_UNSIGNED, CH_PART_HIGH},
	{"store_b32", CH_ON_GFX11, true, 4, CH_WORDS, 0}, {"store_b64", CH_ON_GFX11, true, 8, CH_WORDS, 0},
	{"store_b96", CH_ON_GFX11, true, 12, CH_WORDS, 0}, {"store_b128", CH_ON_GFX11, true, 16, CH_WORDS, 0},
	{"store_b8", CH_ON_GFX11, true, 1, CH_UNSIGNED, 0}, {"store_b16", CH_ON_GFX11, true, 2, CH_UNSIGNED, 0},
	{"store_d16_hi_b8", CH_ON_GFX11, true, 1, CH_UNSIGNED, CH_PART_HIGH}, {"store_d16_hi_b16", CH_ON_GFX11, true, 2, CH_UNSIGNED, CH_PART_HIGH},
};
/* clang-format on */

enum { MAX_WORDS = 4 };

/* What an access moves, before and after the registers. */
typedef struct ch_moved {
	uint32_t word[MAX_WORDS][CH_MAX_LANES], undefined[MAX_WORDS][CH_MAX_LANES];
	bool dirty;
} ch_moved;

static uint32_t words_of(const ch_memory_row *row)
{
	return (row->bytes + 3u) / 4;
}

static void load_lane(const ch_memory_row *row, const uint8_t *from, ch_moved *moved, uint32_t lane)
{
	if (row->shape == CH_WORDS) {
		for (uint32_t w = 0; w < words_of(row); w++)
			memcpy(&moved->word[w][lane], from + 4 * w, 4);
		return;
	}
	uint16_t raw = 0;
	memcpy(&raw, from, row->bytes);
	const uint32_t value = raw;
	if (row->shape == CH_UNSIGNED)
		moved->word[0][lane] = value;
	else
		moved->word[0][lane] = row->bytes == 1 ? (uint32_t)(int8_t)value : (uint32_t)(int16_t)value;
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
		const uint32_t *old = wave->v + (size_t)first * wave->lanes, shift = row->part == CH_PART_HIGH ? 16 : 0;
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
	for (uint32_t w = 0; w < words_of(row); w++)
		ch_wave_set_vgpr(wave, first + w, moved->word[w], moved->dirty ? moved->undefined[w] : NULL, on);
}

/* The data of a store, with a fault where a byte of it was never written. */
static void read_stored(ch_wave *wave, const ch_step *step, const ch_memory_row *row, uint32_t first, uint64_t on,
			ch_moved *moved, bool may_be_undefined)
{
	const uint32_t shift = row->part == CH_PART_HIGH ? 16 : 0;
	moved->dirty = false;
	for (uint32_t w = 0; w < words_of(row); w++) {
		const uint32_t *from = wave->v + (size_t)(first + w) * wave->lanes;
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

static void fault_on_dirty(ch_wave *wave, const ch_step *step, uint64_t dirty)
{
	if (dirty && wave->group->launch->checked)
		ch_wave_fault(wave, step, CH_GCN_UNDEFINED, (uint32_t)__builtin_ctzll(dirty),
			      "address from a value that was never written");
}

static uint64_t address_scalar(ch_wave *wave, const ch_step *step, const ch_gcn_operand *operand, uint32_t words)
{
	uint64_t undefined;
	const uint64_t value = ch_scalar_operand(wave, operand, words, &undefined);
	fault_on_dirty(wave, step, undefined ? 1 : 0);
	return value;
}

/* All lanes in one window, checked at once: the usual case. NULL: lane by lane. */
static ch_window *one_window(const ch_access *access, const uint64_t *addresses, uint64_t on)
{
	uint64_t low = UINT64_MAX, high = 0, bits = 0;
	for (uint32_t l = 0; l < access->wave->lanes; l++) {
		const uint64_t keep = (on >> l & 1) ? UINT64_MAX : 0;
		const uint64_t for_low = addresses[l] | ~keep, for_high = addresses[l] & keep;
		low = for_low < low ? for_low : low;
		high = for_high > high ? for_high : high;
		bits |= for_high;
	}
	const uint64_t slot = low >> CH_WINDOW_SHIFT;
	if (slot >= CH_WINDOWS)
		return NULL;
	ch_window *window = (ch_window *)&access->wave->group->launch->windows[slot];
	if (low < window->base || high - window->base > window->bytes ||
	    window->bytes - (high - window->base) < access->bytes)
		return NULL;
	if (window->written || (access->store && window->access == CH_GCN_IN))
		return NULL;
	const uint64_t unit = (access->bytes < 4 ? access->bytes : 4) - 1;
	for (uint64_t left = bits & unit ? on : 0; left; left &= left - 1)
		if (addresses[__builtin_ctzll(left)] & unit)
			ch_space_note_misaligned(access);
	return window;
}

static void load_lanes(const ch_access *access, const ch_memory_row *row, const uint64_t *addresses, uint64_t on,
		       ch_moved *moved)
{
	ch_window *window = one_window(access, addresses, on);
	moved->dirty = false;
	if (window) {
		for (uint64_t left = on; left; left &= left - 1) {
			const uint32_t l = (uint32_t)__builtin_ctzll(left);
			load_lane(row, window->data + (addresses[l] - window->base), moved, l);
		}
		return;
	}
	memset(moved->undefined, 0, sizeof(moved->undefined));
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left);
		const uint8_t *from = ch_space_find(access, addresses[l], l, &window);
		load_lane(row, from, moved, l);
		for (uint32_t w = 0; w < words_of(row) && window->written; w++)
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
		for (uint32_t w = 0; w < words_of(row); w++)
			memcpy(to + 4 * w, &moved->word[w][l], row->bytes < 4 ? row->bytes : 4);
		ch_space_stored(access, window, addresses[l], l);
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
		for (uint32_t w = 0; row->store && w < words_of(row); w++) {
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
		for (uint32_t w = 0; w < words_of(row); w++) {
			uint32_t undefined = 0;
			memcpy(&undefined, shadow + 4 * w, row->bytes < 4 ? row->bytes : 4);
			load_undefined(row, undefined, moved, w, l);
		}
	}
}

/* The registers' side of an access whose addresses are known. */
static void move(const ch_access *access, const ch_memory_row *row, const ch_gcn_operand *data,
		 const uint64_t *addresses, uint64_t on, bool scratch)
{
	ch_wave *wave = access->wave;
	ch_moved moved;
	if (row->store) {
		read_stored(wave, access->step, row, data->index, on, &moved, scratch);
		if (scratch)
			scratch_lanes(access, row, addresses, on, &moved);
		else
			store_lanes(access, row, addresses, on, &moved);
		ch_wave_issue(wave, access->step, CH_EVENT_STORE, false, 0, 0);
		return;
	}
	if (scratch)
		scratch_lanes(access, row, addresses, on, &moved);
	else
		load_lanes(access, row, addresses, on, &moved);
	write_loaded(wave, row, data->index, &moved, on);
	ch_wave_issue(wave, access->step, CH_EVENT_VECTOR, false, data->index, words_of(row));
}

static ch_access access_of(ch_wave *wave, const ch_step *step)
{
	const ch_memory_row *row = step->other;
	return (ch_access){wave, step, row->bytes, row->store};
}

/* [vdst,] vaddr, [vdata,] saddr */
static void run_global(ch_wave *wave, const ch_step *step)
{
	const ch_memory_row *row = step->other;
	const ch_gcn_operand *operands = step->insn->operands;
	const ch_gcn_operand *data = row->store ? &operands[1] : &operands[0],
			     *vaddr = row->store ? &operands[0] : &operands[1];
	const ch_gcn_operand *saddr = step->insn->operand_count > 2 ? &operands[2] : NULL;
	const bool pair = !saddr || saddr->kind != CH_GCN_SGPR || saddr->index == CH_GCN_NULL;
	const uint64_t on = ch_wave_exec(wave), offset = (uint64_t)(int64_t)step->insn->offset;
	const uint32_t *low = wave->v + (size_t)vaddr->index * wave->lanes, *high = pair ? low + wave->lanes : NULL;
	const ch_access access = access_of(wave, step);
	uint64_t addresses[CH_MAX_LANES];
	fault_on_dirty(wave, step, (wave->v_dirty[vaddr->index] | (pair ? wave->v_dirty[vaddr->index + 1] : 0)) & on);
	const uint64_t base = (pair ? 0 : address_scalar(wave, step, saddr, 2)) + offset;
	for (uint32_t l = 0; l < wave->lanes; l++)
		addresses[l] = base + (low[l] | (pair ? (uint64_t)high[l] << 32 : 0));
	if (on)
		move(&access, row, data, addresses, on, false);
	else if (!row->store)
		ch_wave_issue(wave, step, CH_EVENT_VECTOR, false, data->index, words_of(row));
}

/* [vdst,] vaddr [, vdata]: lanes whose address lies in the private aperture reach their own memory. */
static void run_flat(ch_wave *wave, const ch_step *step)
{
	const ch_memory_row *row = step->other;
	const ch_gcn_operand *operands = step->insn->operands;
	const ch_gcn_operand *data = &operands[row->store ? 1 : 0], *vaddr = &operands[row->store ? 0 : 1];
	const uint32_t *low = wave->v + (size_t)vaddr->index * wave->lanes, *high = low + wave->lanes;
	const uint64_t on = ch_wave_exec(wave), offset = (uint64_t)(int64_t)step->insn->offset;
	uint64_t own = 0, offsets[CH_MAX_LANES];
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left);
		own |= (uint64_t)(high[l] == CH_PRIVATE_APERTURE >> 32) << l;
	}
	if (!own) {
		run_global(wave, step);
		return;
	}
	fault_on_dirty(wave, step, (wave->v_dirty[vaddr->index] | wave->v_dirty[vaddr->index + 1]) & on);
	for (uint32_t l = 0; l < wave->lanes; l++)
		offsets[l] = low[l] + offset + (own >> l & 1 ? 0 : (uint64_t)high[l] << 32);
	const ch_access access = access_of(wave, step);
	if (on & ~own)
		move(&access, row, data, offsets, on & ~own, false);
	move(&access, row, data, offsets, own, true);
}

/* [vdst,] vaddr or off, [vdata,] saddr or off: an offset into the lane's own memory. */
static void run_scratch(ch_wave *wave, const ch_step *step)
{
	const ch_memory_row *row = step->other;
	const ch_gcn_operand *operands = step->insn->operands;
	const ch_gcn_operand *data = row->store ? &operands[1] : &operands[0],
			     *vaddr = row->store ? &operands[0] : &operands[1];
	const ch_gcn_operand *saddr = &operands[2];
	const uint64_t on = ch_wave_exec(wave);
	const ch_access access = access_of(wave, step);
	const bool from_scalar = saddr->kind == CH_GCN_SGPR && saddr->index != CH_GCN_NULL,
		   from_lane = vaddr->kind == CH_GCN_VGPR;
	uint64_t offsets[CH_MAX_LANES];
	if (from_lane)
		fault_on_dirty(wave, step, wave->v_dirty[vaddr->index] & on);
	const uint32_t base =
		(from_scalar ? (uint32_t)address_scalar(wave, step, saddr, 1) : 0) + (uint32_t)step->insn->offset;
	for (uint32_t l = 0; l < wave->lanes; l++)
		offsets[l] =
			(uint64_t)(int64_t)(int32_t)(base +
						     (from_lane ? wave->v[(size_t)vaddr->index * wave->lanes + l] : 0));
	move(&access, row, data, offsets, on, true);
}

/* What a buffer resource says: "Vega 7nm ISA", "Buffer resource descriptor". */
typedef struct ch_resource {
	uint64_t base;
	uint32_t stride, records;
	bool swizzled, adds_lane;
} ch_resource;

static ch_resource read_resource(ch_wave *wave, const ch_step *step, const ch_gcn_operand *operand)
{
	const ch_gcn_operand upper = {.kind = CH_GCN_SGPR, .count = 2, .index = (uint16_t)(operand->index + 2)};
	const uint64_t low = address_scalar(wave, step, operand, 2), high = address_scalar(wave, step, &upper, 2);
	return (ch_resource){
		.base = low & UINT64_C(0xffffffffffff),
		.stride = (uint32_t)(low >> 48) & 0x3fff,
		.swizzled = low >> 63,
		.records = (uint32_t)high,
		.adds_lane = high >> 55 & 1,
	};
}

/* Scratch through the resource that the ABI gives: the lanes are interleaved. Where this wave's part begins, in bytes a lane. */
static uint64_t scratch_offset(ch_wave *wave, const ch_step *step, const ch_resource *resource, uint32_t soffset)
{
	const ch_window *window = &wave->group->launch->windows[CH_WINDOW_SCRATCH];
	const uint64_t own = resource->base + soffset - window->base - wave->number * wave->group->scratch_bytes;
	if (!resource->adds_lane || own % (4 * wave->lanes) || own > wave->group->scratch_bytes ||
	    (step->insn->flags & CH_GCN_IDXEN))
		ch_wave_fault(wave, step, CH_GCN_OUT_OF_BOUNDS, CH_GCN_NO_LANE,
			      "private memory through a resource that is not this wave's");
	return own / wave->lanes;
}

/* vdata, vaddr or off, resource, soffset. Past the resource's records loads give 0 and stores do nothing. */
static void run_buffer(ch_wave *wave, const ch_step *step)
{
	const ch_memory_row *row = step->other;
	const ch_gcn_insn *insn = step->insn;
	const ch_gcn_operand *data = &insn->operands[0], *vaddr = &insn->operands[1];
	const ch_access access = access_of(wave, step);
	const bool indexed = insn->flags & CH_GCN_IDXEN, offset_in_lane = insn->flags & CH_GCN_OFFEN;
	const ch_resource resource = read_resource(wave, step, &insn->operands[2]);
	const uint32_t soffset = (uint32_t)address_scalar(wave, step, &insn->operands[3], 1);
	const uint32_t *first = wave->v + (size_t)vaddr->index * wave->lanes;
	const uint32_t *offsets = indexed ? first + wave->lanes : first;
	uint64_t addresses[CH_MAX_LANES], on = ch_wave_exec(wave);
	if (indexed || offset_in_lane)
		fault_on_dirty(wave, step, wave->v_dirty[vaddr->index] & on);
	if (indexed && offset_in_lane)
		fault_on_dirty(wave, step, wave->v_dirty[vaddr->index + 1] & on);
	const bool scratch = resource.base >> CH_WINDOW_SHIFT == CH_WINDOW_SCRATCH;
	if (!scratch && (resource.swizzled || resource.adds_lane))
		ch_wave_fault(wave, step, CH_GCN_NO_SEMANTICS, CH_GCN_NO_LANE, "a swizzled buffer");
	const uint64_t start = scratch ? scratch_offset(wave, step, &resource, soffset) : resource.base + soffset;
	for (uint32_t l = 0; l < wave->lanes; l++) {
		const uint64_t offset = (uint64_t)(uint32_t)insn->offset + (offset_in_lane ? offsets[l] : 0);
		const uint64_t index = indexed ? first[l] : 0;
		const bool inside =
			resource.stride ? index < resource.records : offset + row->bytes <= resource.records;
		addresses[l] = start + offset + index * resource.stride;
		if (!scratch && !inside)
			on &= ~(UINT64_C(1) << l);
	}
	const uint64_t outside = ch_wave_exec(wave) & ~on;
	move(&access, row, data, addresses, on, scratch);
	if (outside && !row->store) {
		ch_moved zeros;
		memset(&zeros, 0, sizeof(zeros));
		write_loaded(wave, row, data->index, &zeros, outside);
	}
}

static const char *check_registers(const ch_gcn_program *program, const ch_step *step)
{
	for (uint32_t i = 0; i < step->insn->operand_count; i++) {
		const ch_gcn_operand *operand = &step->insn->operands[i];
		if (operand->kind == CH_GCN_AGPR)
			return "an accumulation register";
		if (operand->kind == CH_GCN_VGPR &&
		    operand->index + (uint32_t)operand->count > program->kernel->descriptor.vgprs)
			return "a vector register past those that the descriptor allocates";
	}
	return NULL;
}

static const struct space {
	const char *prefix;
	ch_step_function run;
	uint8_t operands;
} spaces[] = {
	{"global_", run_global, 3},
	{"flat_", run_flat, 2},
	{"scratch_", run_scratch, 3},
	{"buffer_", run_buffer, 4},
};

const char *ch_prepare_memory(ch_gcn_program *program, ch_step *step)
{
	const char *name = ch_step_name(program, step);
	const struct space *space = NULL;
	for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); i++)
		if (strncmp(name, spaces[i].prefix, strlen(spaces[i].prefix)) == 0)
			space = &spaces[i];
	if (!space)
		return "no semantics";
	const ch_memory_row *row = NULL;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if ((rows[i].on & program->on) && strcmp(rows[i].suffix, name + strlen(space->prefix)) == 0)
			row = &rows[i];
	if (!row)
		return "no semantics";
	const ch_gcn_insn *insn = step->insn;
	if (insn->operand_count != space->operands ||
	    insn->operands[row->store && space->run != run_buffer ? 1 : 0].kind != CH_GCN_VGPR)
		return "another set of operands than this instruction has";
	if (insn->flags & (CH_GCN_LDS | CH_GCN_TFE))
		return "a modifier without semantics";
	if (space->run == run_buffer && (insn->flags & (CH_GCN_IDXEN | CH_GCN_OFFEN)) &&
	    insn->operands[1].kind != CH_GCN_VGPR)
		return "no address register";
	if ((space->run == run_global || space->run == run_flat) &&
	    insn->operands[row->store ? 0 : 1].kind != CH_GCN_VGPR)
		return "no address register";
	const char *words = check_registers(program, step);
	if (words)
		return words;
	for (uint32_t i = 0; i < insn->operand_count; i++)
		ch_step_uses(step, &insn->operands[i]);
	if (!row->store) {
		memset(step->reads_v, 0, sizeof(step->reads_v));
		step->loads_kind = CH_EVENT_VECTOR + 1;
		ch_step reads = {0};
		ch_step_uses(&reads, &insn->operands[1]);
		memcpy(step->reads_v, reads.uses_v, sizeof(step->reads_v));
	}
	step->other = row;
	step->run = space->run;
	step->unit = CH_UNIT_VMEM;
	return NULL;
}
