/* SPDX-License-Identifier: Apache-2.0
 *
 * The rarer forms of an address: flat, scratch, buffer. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapters "Vector memory
 * operations" and "Flat memory instructions". */
#include "gcn/memory.h"
#include "gcn/registers.h"
#include "gcn/valu.h"

/* [vdst,] vaddr [, vdata]: lanes whose address lies in an aperture reach their own memory, or the workgroup's LDS. */
void ch_memory_run_flat(ch_wave *wave, const ch_step *step)
{
	const ch_memory_row *row = step->other;
	const ch_gcn_operand *operands = step->insn->operands;
	const ch_gcn_operand *data = &operands[row->store ? 1 : 0], *vaddr = &operands[row->store ? 0 : 1];
	const uint32_t *low = ch_vgpr(wave, vaddr->index), *high = low + wave->lanes;
	const uint64_t on = ch_wave_exec(wave), offset = (uint64_t)(int64_t)step->insn->offset;
	uint64_t own = 0, shared = 0, offsets[CH_MAX_LANES];
	for (uint64_t left = on; left; left &= left - 1) {
		const uint32_t l = (uint32_t)__builtin_ctzll(left);
		own |= (uint64_t)(high[l] == CH_PRIVATE_APERTURE >> 32) << l;
		shared |= (uint64_t)(high[l] == CH_SHARED_APERTURE >> 32) << l;
	}
	if (!(own | shared)) {
		ch_memory_run_global(wave, step);
		ch_wave_issue(wave, step, CH_EVENT_LDS, false, 0, 0);
		return;
	}
	ch_memory_check_address(wave, step, (wave->v_dirty[vaddr->index] | wave->v_dirty[vaddr->index + 1]) & on);
	for (uint32_t l = 0; l < wave->lanes; l++)
		offsets[l] = low[l] + offset + ((own | shared) >> l & 1 ? 0 : (uint64_t)high[l] << 32);
	const ch_access access = ch_memory_access(wave, step);
	ch_memory_move(&access, data, offsets, on & ~own & ~shared, CH_IN_BUFFERS);
	ch_memory_move(&access, data, offsets, own, CH_IN_SCRATCH);
	ch_memory_move(&access, data, offsets, shared, CH_IN_LDS);
	ch_memory_issue(wave, step, data);
	/* It counts with LDS operations as well, wherever it leads; what comes from LDS is there when both counters say so. */
	const bool arrives = shared && !row->store;
	ch_wave_issue(wave, step, CH_EVENT_LDS, false, arrives ? data->index : 0, arrives ? ch_memory_words(row) : 0);
	if (shared && row->store && wave->event_count)
		wave->events[wave->event_count - 1].lds_store = true;
}

/* [vdst,] vaddr or off, [vdata,] saddr or off: an offset into the lane's own memory. */
void ch_memory_run_scratch(ch_wave *wave, const ch_step *step)
{
	const ch_memory_row *row = step->other;
	const ch_gcn_operand *operands = step->insn->operands;
	const ch_gcn_operand *data = row->store ? &operands[1] : &operands[0],
			     *vaddr = row->store ? &operands[0] : &operands[1];
	const ch_gcn_operand *saddr = &operands[2];
	const uint64_t on = ch_wave_exec(wave);
	const ch_access access = ch_memory_access(wave, step);
	const bool from_scalar = saddr->kind == CH_GCN_SGPR && saddr->index != CH_GCN_NULL,
		   from_lane = vaddr->kind == CH_GCN_VGPR;
	uint64_t offsets[CH_MAX_LANES];
	if (from_lane)
		ch_memory_check_address(wave, step, wave->v_dirty[vaddr->index] & on);
	const uint32_t base =
		(from_scalar ? (uint32_t)ch_memory_scalar(wave, step, saddr, 1) : 0) + (uint32_t)step->insn->offset;
	for (uint32_t l = 0; l < wave->lanes; l++)
		offsets[l] =
			(uint64_t)(int64_t)(int32_t)(base +
						     (from_lane ? wave->v[(size_t)vaddr->index * wave->lanes + l] : 0));
	ch_memory_move(&access, data, offsets, on, CH_IN_SCRATCH);
	ch_memory_issue(wave, step, data);
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
	const uint64_t low = ch_memory_scalar(wave, step, operand, 2), high = ch_memory_scalar(wave, step, &upper, 2);
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

static void load_zeros(ch_wave *wave, const ch_memory_row *row, const ch_gcn_operand *data, uint64_t on)
{
	static const uint32_t zeros[CH_MAX_LANES];
	const uint32_t kept = row->part == CH_WHOLE	 ? 0
			      : row->part == CH_PART_LOW ? UINT32_C(0xffff0000)
							 : UINT32_C(0xffff);
	for (uint32_t w = 0; w < ch_memory_words(row); w++) {
		const uint32_t *old = ch_vgpr(wave, data->index + w);
		uint32_t values[CH_MAX_LANES], shadow[CH_MAX_LANES];
		ch_wave_shadow(wave, data->index + w, shadow);
		for (uint32_t l = 0; l < wave->lanes; l++) {
			values[l] = old[l] & kept;
			shadow[l] &= kept;
		}
		ch_wave_set_vgpr(wave, data->index + w, kept ? values : zeros, kept ? shadow : NULL, on);
	}
}

/* vdata, vaddr or off, resource, soffset. Past the resource's records loads give 0 and stores do nothing. */
void ch_memory_run_buffer(ch_wave *wave, const ch_step *step)
{
	const ch_memory_row *row = step->other;
	const ch_gcn_insn *insn = step->insn;
	const ch_gcn_operand *data = &insn->operands[0], *vaddr = &insn->operands[1];
	const ch_access access = ch_memory_access(wave, step);
	const bool indexed = insn->flags & CH_GCN_IDXEN, offset_in_lane = insn->flags & CH_GCN_OFFEN;
	const ch_resource resource = read_resource(wave, step, &insn->operands[2]);
	const uint32_t soffset = (uint32_t)ch_memory_scalar(wave, step, &insn->operands[3], 1);
	const uint32_t *first = wave->v + (size_t)vaddr->index * wave->lanes;
	const uint32_t *offsets = indexed ? first + wave->lanes : first;
	uint64_t addresses[CH_MAX_LANES], on = ch_wave_exec(wave);
	if (indexed || offset_in_lane)
		ch_memory_check_address(wave, step, wave->v_dirty[vaddr->index] & on);
	if (indexed && offset_in_lane)
		ch_memory_check_address(wave, step, wave->v_dirty[vaddr->index + 1] & on);
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
	ch_memory_move(&access, data, addresses, on, scratch ? CH_IN_SCRATCH : CH_IN_BUFFERS);
	ch_memory_issue(wave, step, data);
	if (outside && !row->store)
		load_zeros(wave, row, data, outside);
}
