/* SPDX-License-Identifier: Apache-2.0
 *
 * A wave's loop, its outstanding memory operations, and the end by a fault. Source for the counters: "Vega 7nm ISA" and
 * "RDNA3 ISA", chapter "Program flow control", section S_WAITCNT / "Data dependency resolution". */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "gcn/machine.h"

const char *ch_step_name(const ch_gcn_program *program, const ch_step *step)
{
	return program->code->names[step->insn->name].name;
}

_Noreturn void ch_wave_fault(ch_wave *wave, const ch_step *step, ch_gcn_fault_kind kind, uint32_t lane,
			     const char *format, ...)
{
	ch_workgroup *group = wave->group;
	ch_gcn_fault *fault = &group->fault;
	va_list values;
	fault->kind = kind;
	fault->insn = step->index;
	fault->offset = ch_gcn_code_offset(wave->program->code, step->index);
	memcpy(fault->workgroup, group->id, sizeof(fault->workgroup));
	fault->wave = wave->number;
	fault->lane = lane;
	fault->times = 1;
	va_start(values, format);
	vsnprintf(fault->text, sizeof(fault->text), format, values);
	va_end(values);
	longjmp(group->stop, 1);
}

void ch_step_uses(ch_step *step, const ch_gcn_operand *operand)
{
	for (uint32_t i = operand->index; i < operand->index + (uint32_t)operand->count; i++) {
		if (operand->kind == CH_GCN_VGPR && i < 256)
			step->uses_v[i >> 6] |= UINT64_C(1) << (i & 63);
		if (operand->kind == CH_GCN_SGPR && i < CH_GCN_SCALARS && operand->index != CH_GCN_NULL)
			step->uses_s[i >> 6] |= UINT64_C(1) << (i & 63);
	}
}

/* gfx9 counts stores with loads; gfx10 and later count them apart. gfx12 counts scalar loads apart from LDS, too. */
static bool counted(const ch_wave *wave, const ch_event *event, ch_event_kind counter)
{
	if (counter == CH_EVENT_VECTOR)
		return event->kind == CH_EVENT_VECTOR ||
		       (event->kind == CH_EVENT_STORE && wave->program->on == CH_ON_GFX9);
	if (counter == CH_EVENT_STORE)
		return event->kind == CH_EVENT_STORE && wave->program->on != CH_ON_GFX9;
	if (wave->program->on == CH_ON_GFX12)
		return event->kind == counter;
	return event->kind == CH_EVENT_LDS || event->kind == CH_EVENT_SCALAR;
}

static void set_pending(ch_wave *wave)
{
	memset(wave->pending_v, 0, sizeof(wave->pending_v));
	memset(wave->pending_s, 0, sizeof(wave->pending_s));
	for (uint32_t e = 0; e < wave->event_count; e++) {
		const ch_event *event = &wave->events[e];
		uint64_t *bits = event->scalar ? wave->pending_s : wave->pending_v;
		for (uint32_t i = event->first; i < event->first + (uint32_t)event->count; i++)
			bits[i >> 6] |= UINT64_C(1) << (i & 63);
	}
}

/* Loads and stores of one kind, and LDS operations, finish in order: one with `newer` of its kind issued after it is done
 * once at most `newer` are outstanding. Scalar loads finish in any order: only a wait for none says that one is done. */
static void wait_for(ch_wave *wave, ch_event_kind counter, uint32_t limit)
{
	uint32_t newer[4] = {0};
	uint64_t done[CH_MAX_EVENTS / 64] = {0};
	for (uint32_t e = wave->event_count; e-- > 0;) {
		const ch_event *event = &wave->events[e];
		if (!counted(wave, event, counter))
			continue;
		const uint32_t kind =
			event->kind == CH_EVENT_STORE && counter == CH_EVENT_VECTOR ? CH_EVENT_VECTOR : event->kind;
		if (kind == CH_EVENT_SCALAR ? limit == 0 : newer[kind] >= limit)
			done[e >> 6] |= UINT64_C(1) << (e & 63);
		newer[kind]++;
	}
	uint32_t kept = 0;
	for (uint32_t e = 0; e < wave->event_count; e++)
		if (!(done[e >> 6] >> (e & 63) & 1))
			wave->events[kept++] = wave->events[e];
	wave->event_count = kept;
}

void ch_wave_wait(ch_wave *wave, const ch_gcn_insn *insn)
{
	if (!wave->event_count)
		return;
	if (insn->vmcnt != CH_GCN_NO_WAIT)
		wait_for(wave, CH_EVENT_VECTOR, insn->vmcnt);
	if (insn->lgkmcnt != CH_GCN_NO_WAIT)
		wait_for(wave, CH_EVENT_LDS, insn->lgkmcnt);
	if (insn->kmcnt != CH_GCN_NO_WAIT)
		wait_for(wave, CH_EVENT_SCALAR, insn->kmcnt);
	if (insn->vscnt != CH_GCN_NO_WAIT)
		wait_for(wave, CH_EVENT_STORE, insn->vscnt);
	set_pending(wave);
}

void ch_wave_issue(ch_wave *wave, const ch_step *step, ch_event_kind kind, bool scalar, uint32_t first, uint32_t count)
{
	if (!wave->group->launch->checked)
		return;
	/* The counters have 6 bits: the hardware does not issue a 64th operation before the first is done. */
	if (wave->event_count == CH_MAX_EVENTS) {
		memmove(wave->events, wave->events + 1, sizeof(wave->events[0]) * (CH_MAX_EVENTS - 1));
		wave->event_count--;
		set_pending(wave);
	}
	ch_event *event = &wave->events[wave->event_count++];
	*event = (ch_event){.kind = (uint8_t)kind,
			    .scalar = scalar,
			    .first = (uint16_t)first,
			    .count = (uint16_t)count,
			    .step = step->index};
	uint64_t *bits = scalar ? wave->pending_s : wave->pending_v;
	for (uint32_t i = first; i < first + count; i++)
		bits[i >> 6] |= UINT64_C(1) << (i & 63);
}

void ch_wave_check_arrival(ch_wave *wave, const ch_step *step)
{
	uint64_t early = 0;
	for (uint32_t i = 0; i < 4; i++)
		early |= step->uses_v[i] & wave->pending_v[i];
	early |= (step->uses_s[0] & wave->pending_s[0]) | (step->uses_s[1] & wave->pending_s[1]);
	if (!early)
		return;
	for (uint32_t e = 0; e < wave->event_count; e++) {
		const ch_event *event = &wave->events[e];
		const uint64_t *uses = event->scalar ? step->uses_s : step->uses_v;
		/* The result of a load may be overwritten by a later one of the same kind: they arrive in order. */
		if (step->loads_kind == event->kind + 1u && event->kind != CH_EVENT_SCALAR && !step->reads_result)
			uses = step->reads_v;
		for (uint32_t i = event->first; i < event->first + (uint32_t)event->count; i++)
			if (uses[i >> 6] >> (i & 63) & 1)
				ch_wave_fault(wave, step, CH_GCN_MISSING_WAIT, CH_GCN_NO_LANE,
					      "%c%u is used before a wait says that it has arrived from +0x%llx %.80s",
					      event->scalar ? 's' : 'v', i,
					      (unsigned long long)ch_gcn_code_offset(wave->program->code, event->step),
					      wave->program->steps[event->step].insn->text);
	}
}

void ch_wave_run(ch_wave *wave)
{
	const ch_step *steps = wave->program->steps;
	const uint32_t count = wave->program->step_count;
	const uint64_t limit = wave->group->launch->step_limit;
	while (wave->state == CH_WAVE_RUNS) {
		if (wave->pc >= count)
			ch_wave_fault(wave, &steps[count - 1], CH_GCN_BAD_JUMP, CH_GCN_NO_LANE,
				      "the wave runs past the end of the kernel");
		const ch_step *step = &steps[wave->pc++];
		if (wave->steps++ >= limit)
			ch_wave_fault(wave, step, CH_GCN_STEP_LIMIT, CH_GCN_NO_LANE,
				      "the wave has run %llu instructions without an end", (unsigned long long)limit);
		if (wave->event_count)
			ch_wave_check_arrival(wave, step);
		wave->executed[step->index]++;
		step->run(wave, step);
	}
}
