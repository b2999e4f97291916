/* SPDX-License-Identifier: Apache-2.0
 *
 * A workgroup: its waves as the dispatcher sets them up, run in turn from barrier to barrier. Source: "User Guide for AMDGPU
 * Backend", section "Initial Kernel Execution State". */
#include "gcn/workgroup.h"

#include <stdlib.h>
#include <string.h>

bool ch_workgroup_open(ch_workgroup *group, const ch_launch *launch, uint64_t *executed)
{
	const ch_gcn_program *program = launch->program;
	const ch_gcn_dispatch *dispatch = launch->dispatch;
	const uint32_t threads = dispatch->threads[0] * dispatch->threads[1] * dispatch->threads[2],
		       lanes = program->lanes;
	const uint32_t vgprs = program->kernel->descriptor.vgprs;
	memset(group, 0, sizeof(*group));
	group->launch = launch;
	group->wave_count = (threads + lanes - 1) / lanes;
	group->lds_bytes = launch->lds_bytes;
	/* Scratch a wave: whole dwords for each lane. How deep a recursion goes the descriptor cannot say. */
	const bool recursive = program->kernel->descriptor.dynamic_stack || program->kernel->uses_dynamic_stack;
	const uint64_t each = (uint64_t)program->kernel->descriptor.private_bytes + (recursive ? CH_DYNAMIC_STACK : 0);
	group->scratch_bytes = (each + 3) / 4 * 4 * lanes;
	group->waves = calloc(group->wave_count, sizeof(*group->waves));
	group->lds = malloc(group->lds_bytes + 1u);
	group->lds_undefined = malloc(group->lds_bytes + 1u);
	group->lds_writer = calloc(1, group->lds_bytes + 1u);
	group->lds_reader = calloc(1, group->lds_bytes + 1u);
	group->lds_writer_between = calloc(1, group->lds_bytes + 1u);
	group->lds_reader_between = calloc(1, group->lds_bytes + 1u);
	bool ok = group->waves && group->lds && group->lds_undefined && group->lds_writer && group->lds_reader &&
		  group->lds_writer_between && group->lds_reader_between;
	group->touched_from = UINT32_MAX;
	for (uint32_t i = 0; ok && i < group->wave_count; i++) {
		ch_wave *wave = &group->waves[i];
		wave->shadows_written = true; /* as good as: nothing is in them yet */
		wave->lanes = lanes;
		wave->vgprs = vgprs;
		wave->number = i;
		wave->group = group;
		wave->program = program;
		wave->executed = executed;
		wave->v = malloc((size_t)vgprs * lanes * sizeof(*wave->v));
		wave->v_undefined = malloc((size_t)vgprs * lanes * sizeof(*wave->v_undefined));
		wave->scratch = malloc(group->scratch_bytes + 1);
		wave->scratch_undefined = malloc(group->scratch_bytes + 1);
		ok = wave->v && wave->v_undefined && wave->scratch && wave->scratch_undefined;
	}
	return ok;
}

void ch_workgroup_close(ch_workgroup *group)
{
	for (uint32_t i = 0; group->waves && i < group->wave_count; i++) {
		free(group->waves[i].v);
		free(group->waves[i].v_undefined);
		free(group->waves[i].scratch);
		free(group->waves[i].scratch_undefined);
	}
	free(group->waves);
	free(group->lds);
	free(group->lds_undefined);
	free(group->lds_writer);
	free(group->lds_reader);
	free(group->lds_writer_between);
	free(group->lds_reader_between);
}

static uint32_t put_pair(ch_wave *wave, uint32_t at, uint64_t value)
{
	ch_wave_set_sgpr(wave, at, (uint32_t)value, 0);
	ch_wave_set_sgpr(wave, at + 1, (uint32_t)(value >> 32), 0);
	return at + 2;
}

/* The resource through which gfx9 kernels reach their scratch: swizzled by lane, 4-byte elements, 64 lanes, lane added. */
static uint32_t put_scratch_resource(ch_wave *wave, uint32_t at)
{
	const uint64_t base = wave->group->launch->windows[CH_WINDOW_SCRATCH].base;
	at = put_pair(wave, at, base | UINT64_C(1) << 63);
	return put_pair(wave, at, UINT64_C(0x00e80000ffffffff));
}

/* gfx12 keeps the ids in trap registers: x in ttmp9, y and z in the halves of ttmp7, the wave's number in ttmp8[29:25]. What the
 * descriptor does not ask for is not there; kernels that want y alone read all of ttmp7. */
static void set_workgroup_registers(ch_wave *wave)
{
	const ch_workgroup *group = wave->group;
	const ch_gcn_descriptor *d = &wave->program->kernel->descriptor;
	const uint32_t y = d->workgroup_id_y ? group->id[1] : 0, z = d->workgroup_id_z ? group->id[2] : 0;
	if (d->workgroup_id_x)
		ch_wave_set_sgpr(wave, CH_GCN_TTMP + 9, group->id[0], 0);
	if (d->workgroup_id_y || d->workgroup_id_z)
		ch_wave_set_sgpr(wave, CH_GCN_TTMP + 7, y | z << 16, d->workgroup_id_y ? 0 : 0xffff);
	ch_wave_set_sgpr(wave, CH_GCN_TTMP + 8, wave->number << 25, ~(UINT32_C(31) << 25));
}

static void set_scalars(ch_wave *wave)
{
	const ch_workgroup *group = wave->group;
	const ch_launch *launch = group->launch;
	const ch_gcn_descriptor *d = &wave->program->kernel->descriptor;
	uint32_t at = 0;
	if (d->private_segment_buffer)
		at = put_scratch_resource(wave, at);
	if (d->dispatch_ptr)
		at = put_pair(wave, at, launch->packet_address);
	if (d->queue_ptr)
		at = put_pair(wave, at, launch->packet_address);
	if (d->kernarg_ptr)
		at = put_pair(wave, at, launch->kernarg_address);
	if (d->dispatch_id)
		at = put_pair(wave, at, 1);
	if (d->flat_scratch_init)
		at = put_pair(wave, at, launch->windows[CH_WINDOW_SCRATCH].base);
	if (d->private_segment_size)
		ch_wave_set_sgpr(wave, at++, d->private_bytes, 0);
	if (wave->program->on == CH_ON_GFX12) {
		set_workgroup_registers(wave);
		return;
	}
	at = d->user_sgprs;
	const bool wanted[3] = {d->workgroup_id_x, d->workgroup_id_y, d->workgroup_id_z};
	for (uint32_t i = 0; i < 3; i++)
		if (wanted[i])
			ch_wave_set_sgpr(wave, at++, group->id[i], 0);
	if (d->workgroup_info)
		ch_wave_set_sgpr(wave, at++, group->wave_count, 0);
	if (d->private_segment_wave_offset && wave->program->on == CH_ON_GFX9)
		ch_wave_set_sgpr(wave, at, (uint32_t)(wave->number * group->scratch_bytes), 0);
}

/* Work-item ids: 10 bits each in v0 on gfx11, one register each on gfx906. */
static void set_ids(ch_wave *wave)
{
	const ch_gcn_dispatch *dispatch = wave->group->launch->dispatch;
	const uint32_t ids = wave->program->kernel->descriptor.workitem_id, x = dispatch->threads[0],
		       y = dispatch->threads[1];
	const bool packed = wave->program->on != CH_ON_GFX9;
	const uint32_t threads = x * y * dispatch->threads[2], first = wave->number * wave->lanes;
	uint32_t id[3][CH_MAX_LANES];
	for (uint32_t l = 0; l < wave->lanes; l++) {
		const uint32_t thread = first + l;
		id[0][l] = thread % x;
		id[1][l] = ids > 0 ? thread / x % y : 0;
		id[2][l] = ids > 1 ? thread / x / y : 0;
		if (packed)
			id[0][l] |= id[1][l] << 10 | id[2][l] << 20;
	}
	const uint32_t left = threads - first;
	wave->initial_exec =
		left >= wave->lanes ? (wave->lanes == 64 ? UINT64_MAX : UINT32_MAX) : (UINT64_C(1) << left) - 1;
	for (uint32_t i = 0; i < (packed ? 1 : ids + 1) && i < wave->vgprs; i++)
		ch_wave_set_vgpr(wave, i, id[i], NULL, wave->initial_exec);
}

static void start_wave(ch_wave *wave)
{
	const size_t words = (size_t)wave->vgprs * wave->lanes;
	/* What a register holds before it is written is anybody's: a value that is neither zero nor small. */
	memset(wave->v, 0xa5, words * sizeof(*wave->v));
	if (wave->shadows_written)
		memset(wave->v_undefined, 0xff, words * sizeof(*wave->v_undefined));
	wave->shadows_written = false;
	memset(wave->v_dirty, 0xff, wave->vgprs * sizeof(wave->v_dirty[0]));
	memset(wave->s, 0xa5, sizeof(wave->s));
	memset(wave->s_undefined, 0xff, sizeof(wave->s_undefined));
	memset(wave->s_dirty, 0xff, sizeof(wave->s_dirty));
	memset(wave->pending_v, 0, sizeof(wave->pending_v));
	memset(wave->pending_s, 0, sizeof(wave->pending_s));
	memset(wave->scratch, 0xa5, wave->group->scratch_bytes);
	memset(wave->scratch_undefined, 0xff, wave->group->scratch_bytes);
	wave->scc = 0;
	wave->scc_undefined = true;
	wave->pc = ch_gcn_code_find(wave->program->code, wave->program->kernel->text_address);
	wave->state = CH_WAVE_RUNS;
	wave->steps = 0;
	wave->signals = wave->waits = 0;
	wave->event_count = 0;
	wave->mode = wave->program->mode;
	ch_wave_set_sgpr(wave, CH_GCN_EXEC + 1, 0, 0);
	ch_wave_set_sgpr(wave, CH_GCN_NULL, 0, 0);
	wave->s[CH_GCN_NULL] = wave->s_undefined[CH_GCN_NULL] = 0;
	wave->s_dirty[CH_GCN_NULL >> 6] &= ~(UINT64_C(1) << (CH_GCN_NULL & 63));
	set_scalars(wave);
	set_ids(wave);
	ch_wave_set_mask(wave, CH_GCN_EXEC, wave->initial_exec, 0);
}

static void forget_lds_order(ch_workgroup *group)
{
	if (group->touched_from < group->touched_to) {
		const size_t from = group->touched_from, count = group->touched_to - group->touched_from;
		memset(group->lds_writer + from, 0, count);
		memset(group->lds_reader + from, 0, count);
	}
	group->touched_from = UINT32_MAX;
	group->touched_to = 0;
}

/* What waves did between the halves of a barrier counts after it as well. */
static void keep_lds_order_between(ch_workgroup *group)
{
	if (group->between_from >= group->between_to)
		return;
	uint8_t *const writer = group->lds_writer, *const reader = group->lds_reader;
	group->lds_writer = group->lds_writer_between;
	group->lds_reader = group->lds_reader_between;
	group->lds_writer_between = writer;
	group->lds_reader_between = reader;
	group->touched_from = group->between_from;
	group->touched_to = group->between_to;
	group->between_from = UINT32_MAX;
	group->between_to = 0;
}

/* All that are left stand at a barrier: it opens, if none has left the group before. */
static bool open_barrier(ch_workgroup *group)
{
	const ch_wave *waiting = NULL, *ended = NULL;
	for (uint32_t i = 0; i < group->wave_count; i++) {
		const ch_wave *wave = &group->waves[i];
		if (wave->state == CH_WAVE_AT_BARRIER && !waiting)
			waiting = wave;
	}
	if (!waiting)
		return false;
	/* On gfx12 a wave may signal and end without waiting. */
	for (uint32_t i = 0; i < group->wave_count && !ended; i++)
		if (group->waves[i].state == CH_WAVE_ENDED && group->waves[i].signals < waiting->waits)
			ended = &group->waves[i];
	if (ended && group->launch->checked)
		ch_wave_fault((ch_wave *)waiting, &waiting->program->steps[waiting->pc - 1], CH_GCN_BARRIER_DIVERGENCE,
			      CH_GCN_NO_LANE, "wave %u of the workgroup has ended and never reaches this barrier",
			      ended->number);
	forget_lds_order(group);
	keep_lds_order_between(group);
	for (uint32_t i = 0; i < group->wave_count; i++)
		if (group->waves[i].state == CH_WAVE_AT_BARRIER)
			group->waves[i].state = CH_WAVE_RUNS;
	return true;
}

/* False: a fault ended the wave. */
static bool run_alone(ch_workgroup *group, ch_wave *wave)
{
	if (setjmp(group->stop))
		return false;
	ch_wave_run(wave);
	return true;
}

/* Waves run one after another, so what a race lets a wave read too early shows as undefined first. The waves after it are run
 * on to their barrier: if one of them then meets the race, that is what is told. */
static void look_for_race(ch_workgroup *group)
{
	const ch_gcn_fault undefined = group->fault;
	for (uint32_t i = undefined.wave + 1; i < group->wave_count; i++)
		if (!run_alone(group, &group->waves[i]))
			break;
	if (group->fault.kind != CH_GCN_LDS_RACE)
		group->fault = undefined;
}

/* False: a fault ended it. */
static bool run_waves(ch_workgroup *group)
{
	if (setjmp(group->stop))
		return false;
	do {
		for (uint32_t i = 0; i < group->wave_count; i++)
			ch_wave_run(&group->waves[i]);
	} while (open_barrier(group));
	return true;
}

void ch_workgroup_run(ch_workgroup *group, uint32_t number)
{
	const uint32_t *blocks = group->launch->dispatch->blocks;
	group->number = number;
	group->id[0] = number % blocks[0];
	group->id[1] = number / blocks[0] % blocks[1];
	group->id[2] = number / blocks[0] / blocks[1];
	group->fault.kind = CH_GCN_NO_FAULT;
	forget_lds_order(group);
	keep_lds_order_between(group); /* what a fault has left */
	forget_lds_order(group);
	memset(group->lds, 0xa5, group->lds_bytes);
	memset(group->lds_undefined, 0xff, group->lds_bytes);
	for (uint32_t i = 0; i < group->wave_count; i++)
		start_wave(&group->waves[i]);
	if (!run_waves(group) && group->fault.kind == CH_GCN_UNDEFINED)
		look_for_race(group);
}
