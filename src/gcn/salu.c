/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs scalar instructions: arithmetic by table, then what steers the wave: branches, barriers, waits, the end. */
#include "gcn/salu.h"

#include <string.h>

#include "gcn/valu.h"

/* Where the apertures of flat addresses are, and the flags that can be read as sources. */
static uint64_t special_source(const ch_wave *wave, uint32_t source, uint64_t *undefined)
{
	switch (source) {
	case CH_GCN_SRC_SCC:
		*undefined = wave->scc_undefined;
		return wave->scc;
	case CH_GCN_SRC_VCCZ:
		return ch_wave_mask(wave, CH_GCN_VCC) == 0;
	case CH_GCN_SRC_EXECZ:
		return ch_wave_exec(wave) == 0;
	case CH_GCN_SRC_SHARED_BASE:
		return CH_SHARED_APERTURE;
	case CH_GCN_SRC_SHARED_LIMIT:
		return CH_SHARED_APERTURE + UINT32_MAX;
	case CH_GCN_SRC_PRIVATE_BASE:
		return CH_PRIVATE_APERTURE;
	case CH_GCN_SRC_PRIVATE_LIMIT:
		return CH_PRIVATE_APERTURE + UINT32_MAX;
	default:
		return 0;
	}
}

uint64_t ch_scalar_operand(const ch_wave *wave, const ch_gcn_operand *operand, uint32_t words, uint64_t *undefined)
{
	*undefined = 0;
	switch (operand->kind) {
	case CH_GCN_SGPR: {
		const uint32_t index = operand->index;
		if (index == CH_GCN_NULL)
			return 0;
		*undefined = wave->s_undefined[index];
		if (words == 1)
			return wave->s[index];
		*undefined |= (uint64_t)wave->s_undefined[index + 1] << 32;
		return wave->s[index] | (uint64_t)wave->s[index + 1] << 32;
	}
	case CH_GCN_SOURCE: {
		const uint64_t value = special_source(wave, operand->index, undefined);
		return words == 1 ? (uint32_t)value : value; /* an aperture has 64 bits */
	}
	default:
		return words == 2 ? operand->bits64 : operand->bits32;
	}
}

void ch_wave_set_sgpr(ch_wave *wave, uint32_t index, uint32_t value, uint32_t undefined)
{
	if (index == CH_GCN_NULL)
		return;
	wave->s[index] = value;
	wave->s_undefined[index] = undefined;
	const uint64_t bit = UINT64_C(1) << (index & 63);
	wave->s_dirty[index >> 6] = undefined ? wave->s_dirty[index >> 6] | bit : wave->s_dirty[index >> 6] & ~bit;
}

void ch_wave_set_mask(ch_wave *wave, uint32_t index, uint64_t value, uint64_t undefined)
{
	if (index == CH_GCN_NULL)
		return;
	ch_wave_set_sgpr(wave, index, (uint32_t)value, (uint32_t)undefined);
	if (wave->lanes == 64)
		ch_wave_set_sgpr(wave, index + 1, (uint32_t)(value >> 32), (uint32_t)(undefined >> 32));
}

void ch_wave_set_exec(ch_wave *wave, const ch_step *step, uint64_t value, uint64_t undefined)
{
	if (undefined && wave->group->launch->checked)
		ch_wave_fault(wave, step, CH_GCN_UNDEFINED, (uint32_t)__builtin_ctzll(undefined),
			      "EXEC is set from a value that was never written");
	wave->s[CH_GCN_EXEC] = (uint32_t)value;
	if (wave->lanes == 64)
		wave->s[CH_GCN_EXEC + 1] = (uint32_t)(value >> 32);
}

static void write_scalar(ch_wave *wave, const ch_step *step, uint32_t index, uint32_t words, uint64_t value,
			 uint64_t undefined)
{
	if (undefined && index + words > CH_GCN_EXEC && index < CH_GCN_SCALARS && index != CH_GCN_NULL &&
	    wave->group->launch->checked)
		ch_wave_fault(wave, step, CH_GCN_UNDEFINED, CH_GCN_NO_LANE,
			      "EXEC is set from a value that was never written");
	ch_wave_set_sgpr(wave, index, (uint32_t)value, (uint32_t)undefined);
	if (words == 2 && index != CH_GCN_NULL)
		ch_wave_set_sgpr(wave, index + 1, (uint32_t)(value >> 32), (uint32_t)(undefined >> 32));
}

/* What undefined bits are taken to be, in turn: none, all, two that are neither, and last the other source's, so that a test for
 * equality is seen to depend on them. */
static const uint64_t fillings[] = {0, UINT64_MAX, UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0x5ac635d8aa3a93e7)};
enum { FILLINGS = 5 };

static uint64_t filled(uint64_t value, uint64_t undefined, uint32_t f, uint64_t other)
{
	return (value & ~undefined) | ((f < FILLINGS - 1 ? fillings[f] : other) & undefined);
}

static void run_scalar(ch_wave *wave, const ch_step *step)
{
	const ch_salu_row *row = step->other;
	const ch_gcn_operand *operand = step->insn->operands;
	const ch_gcn_operand *result = row->flags & CH_S_NO_RESULT ? NULL : operand++;
	uint64_t ua = 0, ub = 0, uc = 0;
	ch_scalar x = {.scc = wave->scc, .lanes = wave->lanes, .mode = &wave->mode};
	if (row->flags & CH_S_EXEC)
		x.exec = ch_wave_exec(wave);
	if (row->a)
		x.a = ch_scalar_operand(wave, operand++, row->a, &ua);
	if (row->b)
		x.b = ch_scalar_operand(wave, operand++, row->b, &ub);
	if (row->c)
		x.c = ch_scalar_operand(wave, row->flags & CH_S_OLD ? result : operand, row->c, &uc);
	const bool scc_undefined = (row->flags & CH_S_READS_SCC) && wave->scc_undefined;
	const ch_scalar before = x;
	const uint64_t value = row->function(&x);
	uint64_t undefined = 0;
	bool scc_differs = false;
	if (ua | ub | uc | scc_undefined) {
		for (uint32_t f = 0; f < FILLINGS; f++) {
			ch_scalar other = before;
			other.a = filled(before.a, ua, f, before.b);
			other.b = filled(before.b, ub, f, before.a);
			other.c = filled(before.c, uc, f, before.a);
			if (scc_undefined)
				other.scc = f & 1;
			undefined |= row->function(&other) ^ value;
			scc_differs |= other.scc != x.scc;
		}
	}
	if (row->flags & CH_S_WRITES_SCC) {
		wave->scc = x.scc;
		wave->scc_undefined = scc_differs;
	}
	if (row->flags & CH_S_EXEC) {
		const bool copy = row->flags & CH_S_COPY;
		write_scalar(wave, step, result->index, row->result, copy ? value : x.exec, copy ? undefined : 0);
		ch_wave_set_exec(wave, step, value, undefined);
	} else if (result) {
		write_scalar(wave, step, result->index, row->result, value, undefined);
	}
}

static void run_nothing(ch_wave *wave, const ch_step *step)
{
	(void)wave;
	(void)step;
}

static void run_wait(ch_wave *wave, const ch_step *step)
{
	ch_wave_wait(wave, step->insn);
}

static void run_end(ch_wave *wave, const ch_step *step)
{
	(void)step;
	wave->state = CH_WAVE_ENDED;
}

static void check_lanes(ch_wave *wave, const ch_step *step)
{
	if (wave->group->launch->checked && ch_wave_exec(wave) != wave->initial_exec)
		ch_wave_fault(wave, step, CH_GCN_BARRIER_DIVERGENCE,
			      (uint32_t)__builtin_ctzll(ch_wave_exec(wave) ^ wave->initial_exec),
			      "barrier reached with some lanes of the wave off");
}

static void check_arrival_at_barrier(ch_wave *wave, const ch_step *step)
{
	check_lanes(wave, step);
	for (uint32_t i = 0; i < wave->event_count && wave->group->launch->checked; i++)
		if (wave->events[i].lds_store)
			ch_wave_fault(wave, step, CH_GCN_MISSING_WAIT, CH_GCN_NO_LANE,
				      "barrier reached while an LDS store is not waited for");
}

static void run_barrier(ch_wave *wave, const ch_step *step)
{
	check_arrival_at_barrier(wave, step);
	wave->signals++;
	wave->waits++;
	wave->state = CH_WAVE_AT_BARRIER;
}

/* The barrier of gfx12 in two halves: a wave says that it has come, may run on, and waits for the others later. */
static void run_barrier_signal(ch_wave *wave, const ch_step *step)
{
	check_arrival_at_barrier(wave, step);
	if (wave->signals != wave->waits)
		ch_wave_fault(wave, step, CH_GCN_BARRIER_DIVERGENCE, CH_GCN_NO_LANE,
			      "the wave signals the barrier again without having waited for it");
	wave->signals++;
}

static void run_barrier_wait(ch_wave *wave, const ch_step *step)
{
	if (wave->signals == wave->waits)
		ch_wave_fault(wave, step, CH_GCN_BARRIER_DIVERGENCE, CH_GCN_NO_LANE,
			      "the wave waits for a barrier that it has not signaled");
	check_lanes(wave, step);
	wave->waits++;
	wave->state = CH_WAVE_AT_BARRIER;
}

/* Caches hold nothing here, but the counters see these: "User Guide for AMDGPU Backend", memory model of gfx12. */
static void run_cache(ch_wave *wave, const ch_step *step)
{
	ch_wave_issue(wave, step, step->select ? CH_EVENT_STORE : CH_EVENT_VECTOR, false, 0, 0);
}

static void run_branch(ch_wave *wave, const ch_step *step)
{
	wave->pc = step->insn->target;
}

static void branch_if(ch_wave *wave, const ch_step *step, bool condition, uint64_t undefined)
{
	if (undefined && wave->group->launch->checked)
		ch_wave_fault(wave, step, CH_GCN_UNDEFINED, CH_GCN_NO_LANE, "branch on a value that was never written");
	if (condition)
		wave->pc = step->insn->target;
}

static void run_branch_scc(ch_wave *wave, const ch_step *step)
{
	branch_if(wave, step, wave->scc == step->select, wave->scc_undefined);
}

static void run_branch_vcc(ch_wave *wave, const ch_step *step)
{
	const uint64_t undefined = wave->s_undefined[CH_GCN_VCC] |
				   (wave->lanes == 64 ? (uint64_t)wave->s_undefined[CH_GCN_VCC + 1] << 32 : 0);
	const uint64_t vcc = ch_wave_mask(wave, CH_GCN_VCC);
	/* One defined bit that is set decides, whatever the others are. */
	branch_if(wave, step, (vcc == 0) == (step->select == 0), (vcc & ~undefined) ? 0 : undefined);
}

static void run_branch_exec(ch_wave *wave, const ch_step *step)
{
	branch_if(wave, step, (ch_wave_exec(wave) == 0) == (step->select == 0), 0);
}

/* Behind the instruction. Addresses of code are those of the image, in its window. */
static uint64_t address_behind(const ch_wave *wave, const ch_step *step)
{
	return wave->group->launch->windows[CH_WINDOW_IMAGE].base + step->insn->address + step->insn->size;
}

static void run_getpc(ch_wave *wave, const ch_step *step)
{
	write_scalar(wave, step, step->insn->operands[0].index, 2, address_behind(wave, step), 0);
}

static void jump(ch_wave *wave, const ch_step *step, uint64_t address)
{
	const ch_window *image = &wave->group->launch->windows[CH_WINDOW_IMAGE];
	const uint32_t target = ch_gcn_code_find(wave->program->code, address - image->base);
	if (target == CH_GCN_NO_TARGET)
		ch_wave_fault(
			wave, step, CH_GCN_BAD_JUMP, CH_GCN_NO_LANE,
			"jump to 0x%llx, where no instruction of this kernel or of a function that has a symbol starts",
			(unsigned long long)address);
	wave->pc = target;
}

static void run_setpc(ch_wave *wave, const ch_step *step)
{
	uint64_t undefined;
	const uint64_t address = ch_scalar_operand(wave, &step->insn->operands[step->select], 2, &undefined);
	if (undefined && wave->group->launch->checked)
		ch_wave_fault(wave, step, CH_GCN_UNDEFINED, CH_GCN_NO_LANE,
			      "jump to an address that was never written");
	if (step->select)
		write_scalar(wave, step, step->insn->operands[0].index, 2, address_behind(wave, step), 0);
	jump(wave, step, address);
}

static void set_mode(ch_wave *wave, uint32_t mode)
{
	wave->mode.round32 = mode & 3;
	wave->mode.round16_64 = mode >> 2 & 3;
	wave->mode.denorm32 = mode >> 4 & 3;
	wave->mode.denorm16_64 = mode >> 6 & 3;
	if (wave->program->on == CH_ON_GFX12)
		return;
	wave->mode.dx10_clamp = mode >> 8 & 1;
	wave->mode.ieee = mode >> 9 & 1;
}

static uint32_t get_mode(const ch_wave *wave)
{
	const ch_float_mode *m = &wave->mode;
	return m->round32 | (uint32_t)m->round16_64 << 2 | (uint32_t)m->denorm32 << 4 | (uint32_t)m->denorm16_64 << 6 |
	       (uint32_t)m->dx10_clamp << 8 | (uint32_t)m->ieee << 9;
}

/* s_round_mode and s_denorm_mode of gfx10 and later: four bits each. */
static void run_set_part(ch_wave *wave, const ch_step *step)
{
	const uint32_t shift = step->select, bits = (step->insn->simm16 & 15u) << shift;
	set_mode(wave, (get_mode(wave) & ~(15u << shift)) | bits);
}

enum { HWREG_MODE = 1, HWREG_SH_MEM_BASES = 15, HWREG_SCHED_MODE = 26 };

/* Where a wave runs, its clock, its traps: none of it is here to read, and a 0 would be a guess. */
static bool hardware_register_known(uint32_t number, bool written)
{
	return number == HWREG_MODE || number == (written ? HWREG_SCHED_MODE : HWREG_SH_MEM_BASES);
}

static uint32_t hardware_register(const ch_wave *wave, uint32_t number)
{
	if (number == HWREG_MODE)
		return get_mode(wave);
	/* The top 16 bits of both apertures, the private one's lower. */
	return number == HWREG_SH_MEM_BASES ? CH_SHARED_APERTURE >> 48 << 16 | CH_PRIVATE_APERTURE >> 48 : 0;
}

/* The field: register in bits 5..0, offset in 10..6, width - 1 in 15..11. Only MODE is there to write; SCHED_MODE is a hint. */
static void run_getreg(ch_wave *wave, const ch_step *step)
{
	const uint32_t field = step->insn->simm16, offset = field >> 6 & 31, width = (field >> 11) + 1;
	const uint32_t value = hardware_register(wave, field & 63);
	const uint32_t part = (value >> offset) & (width == 32 ? UINT32_MAX : (1u << width) - 1);
	write_scalar(wave, step, step->insn->operands[0].index, 1, part, 0);
}

static void run_setreg(ch_wave *wave, const ch_step *step)
{
	const uint32_t field = step->insn->simm16, offset = field >> 6 & 31, width = (field >> 11) + 1;
	const uint32_t mask = (width == 32 ? UINT32_MAX : (1u << width) - 1) << offset;
	uint64_t undefined;
	const uint32_t value = (uint32_t)ch_scalar_operand(wave, &step->insn->operands[step->select], 1, &undefined);
	if ((field & 63) == HWREG_MODE)
		set_mode(wave, (get_mode(wave) & ~mask) | (value << offset & mask));
}

/* clang-format off */
static const struct control {
	const char *name;
	uint8_t unit, select;
	ch_step_function run;
} controls[] = {
	{"s_endpgm", CH_UNIT_BRANCH, 0, run_end}, {"s_branch", CH_UNIT_BRANCH, 0, run_branch},
	{"s_cbranch_scc0", CH_UNIT_BRANCH, 0, run_branch_scc}, {"s_cbranch_scc1", CH_UNIT_BRANCH, 1, run_branch_scc},
	{"s_cbranch_vccz", CH_UNIT_BRANCH, 0, run_branch_vcc}, {"s_cbranch_vccnz", CH_UNIT_BRANCH, 1, run_branch_vcc},
	{"s_cbranch_execz", CH_UNIT_BRANCH, 0, run_branch_exec}, {"s_cbranch_execnz", CH_UNIT_BRANCH, 1, run_branch_exec},
	{"s_setpc_b64", CH_UNIT_BRANCH, 0, run_setpc}, {"s_swappc_b64", CH_UNIT_BRANCH, 1, run_setpc},
	{"s_getpc_b64", CH_UNIT_SALU, 0, run_getpc}, {"s_barrier", CH_UNIT_WAIT, 0, run_barrier},
	{"s_waitcnt", CH_UNIT_WAIT, 0, run_wait}, {"s_waitcnt_vscnt", CH_UNIT_WAIT, 0, run_wait},
	{"s_waitcnt_vmcnt", CH_UNIT_WAIT, 0, run_wait}, {"s_waitcnt_lgkmcnt", CH_UNIT_WAIT, 0, run_wait},
	{"s_waitcnt_expcnt", CH_UNIT_WAIT, 0, run_wait},
	{"s_barrier_signal", CH_UNIT_WAIT, 0, run_barrier_signal}, {"s_barrier_wait", CH_UNIT_WAIT, 0, run_barrier_wait},
	{"s_wait_loadcnt", CH_UNIT_WAIT, 0, run_wait}, {"s_wait_storecnt", CH_UNIT_WAIT, 0, run_wait},
	{"s_wait_dscnt", CH_UNIT_WAIT, 0, run_wait}, {"s_wait_kmcnt", CH_UNIT_WAIT, 0, run_wait},
	{"s_wait_expcnt", CH_UNIT_WAIT, 0, run_wait}, {"s_wait_loadcnt_dscnt", CH_UNIT_WAIT, 0, run_wait},
	{"s_wait_storecnt_dscnt", CH_UNIT_WAIT, 0, run_wait},
	{"global_inv", CH_UNIT_WAIT, 0, run_cache}, {"global_wb", CH_UNIT_WAIT, 1, run_cache}, {"global_wbinv", CH_UNIT_WAIT, 1, run_cache},
	/* Nothing that is executed counts in these two. */
	{"s_wait_samplecnt", CH_UNIT_WAIT, 0, run_nothing}, {"s_wait_bvhcnt", CH_UNIT_WAIT, 0, run_nothing},
	/* Hints to the scheduler, caches and the debugger: they change no value. */
	{"s_nop", CH_UNIT_WAIT, 0, run_nothing}, {"s_delay_alu", CH_UNIT_WAIT, 0, run_nothing},
	{"s_clause", CH_UNIT_WAIT, 0, run_nothing}, {"s_waitcnt_depctr", CH_UNIT_WAIT, 0, run_nothing},
	{"s_wait_alu", CH_UNIT_WAIT, 0, run_nothing},
	{"s_set_inst_prefetch_distance", CH_UNIT_WAIT, 0, run_nothing}, {"s_inst_prefetch", CH_UNIT_WAIT, 0, run_nothing},
	{"s_sendmsg", CH_UNIT_WAIT, 0, run_nothing}, {"s_sleep", CH_UNIT_WAIT, 0, run_nothing},
	{"s_setprio", CH_UNIT_WAIT, 0, run_nothing}, {"s_wakeup", CH_UNIT_WAIT, 0, run_nothing},
	{"s_icache_inv", CH_UNIT_WAIT, 0, run_nothing}, {"s_dcache_inv", CH_UNIT_WAIT, 0, run_nothing},
	{"s_dcache_wb", CH_UNIT_WAIT, 0, run_nothing}, {"s_sethalt", CH_UNIT_WAIT, 0, run_nothing},
	{"s_code_end", CH_UNIT_WAIT, 0, run_nothing}, {"s_ttracedata", CH_UNIT_WAIT, 0, run_nothing},
	{"buffer_gl0_inv", CH_UNIT_WAIT, 0, run_nothing}, {"buffer_gl1_inv", CH_UNIT_WAIT, 0, run_nothing},
	{"buffer_wbinvl1", CH_UNIT_WAIT, 0, run_nothing}, {"buffer_wbinvl1_vol", CH_UNIT_WAIT, 0, run_nothing},
	{"s_round_mode", CH_UNIT_SALU, 0, run_set_part}, {"s_denorm_mode", CH_UNIT_SALU, 4, run_set_part},
	{"s_getreg_b32", CH_UNIT_SALU, 0, run_getreg}, {"s_setreg_b32", CH_UNIT_SALU, 1, run_setreg},
	{"s_setreg_imm32_b32", CH_UNIT_SALU, 1, run_setreg},
};
/* clang-format on */

/* Of the barriers of gfx12, that of the workgroup: number -1. */
static const char *check_barrier_number(const ch_step *step)
{
	const ch_gcn_operand *number = &step->insn->operands[0];
	if (step->run == run_barrier_signal &&
	    (step->insn->operand_count != 1 || number->kind != CH_GCN_INLINE || number->bits32 != UINT32_MAX))
		return "a barrier that is not the workgroup's";
	if (step->run == run_barrier_wait && step->insn->simm16 != 0xffff)
		return "a barrier that is not the workgroup's";
	return NULL;
}

static const char *prepare_row(const ch_gcn_program *program, ch_step *step, const ch_salu_row *row)
{
	const uint32_t result = row->flags & CH_S_NO_RESULT ? 0 : 1;
	const uint32_t wanted = result + (row->a != 0) + (row->b != 0) + (row->c != 0 && !(row->flags & CH_S_OLD));
	const ch_gcn_insn *insn = step->insn;
	if (insn->operand_count != wanted)
		return "another number of operands than this instruction has";
	if ((row->flags & CH_S_EXEC) && row->result * 32u != program->lanes)
		return "a mask of another width than the wave's";
	const uint8_t words[4] = {row->result, row->a ? row->a : row->b, row->a ? row->b : row->c, row->c};
	for (uint32_t i = 0; i < insn->operand_count; i++) {
		const ch_gcn_operand *operand = &insn->operands[i];
		const uint32_t width = words[result ? i : i + 1];
		if (operand->flags)
			return "a modifier on a scalar operand";
		if (operand->kind == CH_GCN_SGPR && operand->index != CH_GCN_NULL &&
		    operand->index + width > CH_GCN_SCALARS)
			return "a scalar register past the last";
		if (operand->kind == CH_GCN_VGPR || operand->kind == CH_GCN_OFF || operand->kind == CH_GCN_NONE ||
		    operand->kind == CH_GCN_AGPR)
			return "an operand that is no scalar";
		if (i == 0 && result && operand->kind != CH_GCN_SGPR)
			return "a result that is no scalar register";
		ch_step_uses(step, operand);
	}
	step->other = row;
	step->run = run_scalar;
	step->unit = CH_UNIT_SALU;
	return NULL;
}

const char *ch_prepare_salu(ch_gcn_program *program, ch_step *step)
{
	const char *name = ch_step_name(program, step);
	const ch_salu_row *row = ch_salu_row_find(name, program->on);
	if (row)
		return prepare_row(program, step, row);
	for (size_t i = 0; i < sizeof(controls) / sizeof(controls[0]); i++) {
		if (strcmp(controls[i].name, name) != 0)
			continue;
		step->run = controls[i].run;
		step->unit = controls[i].unit;
		step->select = controls[i].select;
		for (uint32_t k = 0; k < step->insn->operand_count; k++)
			ch_step_uses(step, &step->insn->operands[k]);
		const bool jumps = controls[i].run == run_branch || controls[i].run == run_branch_scc ||
				   controls[i].run == run_branch_vcc || controls[i].run == run_branch_exec;
		if (jumps && !(step->insn->flags & CH_GCN_BRANCH))
			return "a branch without a target";
		if ((controls[i].run == run_getreg || controls[i].run == run_setreg) &&
		    !hardware_register_known(step->insn->simm16 & 63, controls[i].run == run_setreg))
			return "a hardware register without semantics";
		return check_barrier_number(step);
	}
	return "no semantics";
}

/* gfx12: a vector unit's function of a scalar. */
const char *ch_prepare_scalar_series(ch_gcn_program *program, ch_step *step)
{
	if ((step->insn->flags & CH_GCN_CLAMP) || step->insn->omod)
		return "a modifier on a scalar result";
	const char *words = ch_prepare_salu(program, step);
	step->unit = CH_UNIT_VALU;
	step->fidelity = CH_APPROXIMATE;
	return words;
}
