/* SPDX-License-Identifier: Apache-2.0
 *
 * A program: a kernel's steps, what could not be run, and what its results are worth as evidence. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/machine.h"
#include "gcn/source.h"

static void run_without_semantics(ch_wave *wave, const ch_step *step)
{
	ch_wave_fault(wave, step, CH_GCN_NO_SEMANTICS, CH_GCN_NO_LANE, "%s", (const char *)step->other);
}

static const char *prepare(ch_gcn_program *program, ch_step *step)
{
	const char *name = ch_step_name(program, step);
	if (step->insn->refused)
		return step->insn->refused;
	if (strncmp(name, "v_s_", 4) == 0)
		return ch_prepare_scalar_series(program, step);
	if (strncmp(name, "v_", 2) == 0) {
		const ch_valu_row *row = ch_valu_row_find(name, program->on);
		return row ? ch_prepare_valu(program, step, row) : ch_prepare_lane_move(program, step);
	}
	if (strncmp(name, "s_load_", 7) == 0 || strncmp(name, "s_buffer_load_", 14) == 0)
		return ch_prepare_smem(program, step);
	if (strncmp(name, "s_", 2) == 0)
		return ch_prepare_salu(program, step);
	if (strncmp(name, "ds_", 3) == 0)
		return ch_prepare_lds(program, step);
	const char *words = ch_prepare_memory(program, step);
	return words ? (strcmp(words, "no semantics") == 0 ? ch_prepare_salu(program, step) : words) : NULL;
}

static bool writes_mode(const ch_gcn_code *code)
{
	for (uint32_t i = 0; i < code->name_count; i++) {
		const char *name = code->names[i].name;
		if (strncmp(name, "s_setreg", 8) == 0 || strcmp(name, "s_round_mode") == 0 ||
		    strcmp(name, "s_denorm_mode") == 0)
			return true;
	}
	return false;
}

/* A v_rcp whose result only a division's refinement uses is as good as exact: V_DIV_FMAS and V_DIV_FIXUP make up for it. It is
 * known by its source, which the V_DIV_SCALE just before it in the block wrote. */
static void find_divisions(ch_gcn_program *program)
{
	for (uint32_t i = 0; i < program->step_count; i++) {
		if (strncmp(ch_step_name(program, &program->steps[i]), "v_rcp_f", 7) != 0)
			continue;
		const ch_gcn_operand *source = &program->code->insns[i].operands[1];
		for (uint32_t k = i; k-- > 0;) {
			const ch_gcn_insn *before = &program->code->insns[k];
			const ch_gcn_operand *result = &before->operands[0];
			if (result->kind == CH_GCN_VGPR && result->index <= source->index &&
			    result->index + (uint32_t)result->count > source->index && before->operand_count > 0) {
				program->in_division[i] =
					strncmp(ch_step_name(program, &program->steps[k]), "v_div_scale_", 12) == 0;
				break;
			}
			if (before->flags & CH_GCN_BLOCK_START)
				break;
		}
	}
}

/* The first that a name begins with counts; 0: none that is executed. gfx90a and its kin have packed work-item ids and registers
 * of their own; gfx1250 is another instruction set than gfx1200 and gfx1201. */
static const struct {
	const char *begins;
	uint32_t on;
} targets[] = {
	{"gfx90a", 0},	      {"gfx94", 0},	      {"gfx950", 0},	       {"gfx9-4", 0},
	{"gfx9", CH_ON_GFX9}, {"gfx11", CH_ON_GFX11}, {"gfx120", CH_ON_GFX12}, {"gfx12-generic", CH_ON_GFX12},
};

static uint32_t on_of(const char *arch)
{
	for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++)
		if (strncmp(arch, targets[i].begins, strlen(targets[i].begins)) == 0)
			return targets[i].on;
	return 0;
}

bool ch_gcn_target_executed(const char *arch)
{
	return on_of(arch) != 0;
}

ch_status ch_gcn_program_open(const ch_gcn_object *object, const ch_gcn_kernel *kernel, const ch_gcn_code *code,
			      ch_gcn_program **program, ch_gcn_error *error)
{
	const uint32_t on = on_of(code->target.arch);
	const bool gfx9 = on == CH_ON_GFX9, gfx12 = on == CH_ON_GFX12;
	if (!on || code->count == 0) {
		snprintf(error->text, sizeof(error->text),
			 "code for %s is not executed, only decoded (docs/kernels.md says which targets are)",
			 code->target.arch);
		return CH_UNSUPPORTED;
	}
	ch_gcn_program *made = calloc(1, sizeof(*made));
	if (!made)
		return CH_OUT_OF_MEMORY;
	const ch_gcn_descriptor *descriptor = &kernel->descriptor;
	made->object = object;
	made->kernel = kernel;
	made->code = code;
	made->on = on;
	made->lanes = code->wave_size;
	made->changes_mode = writes_mode(code);
	made->mode = (ch_float_mode){.ieee = descriptor->ieee_mode && !gfx12, /* gfx12 has no such mode */
				     .first_nan = !gfx9,
				     .dx10_clamp = descriptor->dx10_clamp,
				     .round32 = descriptor->round32,
				     .round16_64 = descriptor->round16_64,
				     .denorm32 = descriptor->denorm32,
				     .denorm16_64 = descriptor->denorm16_64};
	made->step_count = code->count;
	made->steps = calloc(code->count, sizeof(*made->steps));
	made->in_division = calloc(code->count, 1);
	if (!made->steps || !made->in_division) {
		ch_gcn_program_close(made);
		return CH_OUT_OF_MEMORY;
	}
	for (uint32_t i = 0; i < code->count; i++) {
		ch_step *step = &made->steps[i];
		step->insn = &code->insns[i];
		step->index = i;
		const char *words = prepare(made, step);
		if (words) {
			step->other = words;
			step->run = run_without_semantics;
		}
	}
	/* A pair runs from its first half: both need semantics. */
	for (uint32_t i = 0; i + 1 < code->count; i++)
		if ((code->insns[i].flags & CH_GCN_VOPD_X) && made->steps[i + 1].run == run_without_semantics) {
			made->steps[i].other = made->steps[i + 1].other;
			made->steps[i].run = run_without_semantics;
		}
	find_divisions(made);
	*program = made;
	return CH_OK;
}

void ch_gcn_program_close(ch_gcn_program *program)
{
	if (!program)
		return;
	for (uint32_t i = 0; i < program->splat_count; i++)
		free(program->splats[i]);
	free(program->splats);
	free(program->steps);
	free(program->in_division);
	free(program);
}

const char *ch_gcn_program_why_not(const ch_gcn_program *program, uint32_t insn)
{
	const ch_step *step = &program->steps[insn];
	return step->run == run_without_semantics ? step->other : NULL;
}

const char *ch_gcn_program_text(const ch_gcn_program *program, uint32_t insn)
{
	return insn < program->step_count ? program->code->insns[insn].text : "";
}

static void append(char *text, size_t size, size_t *used, const char *name, uint64_t count)
{
	if (*used >= size)
		return;
	const int n =
		snprintf(text + *used, size - *used, "%s%s (%llu)", *used ? ", " : "", name, (unsigned long long)count);
	*used += n > 0 ? (size_t)n : 0;
}

uint32_t ch_gcn_program_unsupported(const ch_gcn_program *program, char *text, size_t size)
{
	uint32_t total = 0;
	size_t used = 0;
	if (size)
		text[0] = '\0';
	for (uint32_t n = 0; n < program->code->name_count; n++) {
		uint32_t count = 0;
		for (uint32_t i = 0; i < program->step_count; i++)
			count += program->code->insns[i].name == n && program->steps[i].run == run_without_semantics;
		if (count)
			append(text, size, &used, program->code->names[n].name, count);
		total += count;
	}
	return total;
}

/* Names and counts of the executed instructions of one fidelity; *apart: those of them in a division. */
static uint64_t count_executed(const ch_gcn_program *program, const ch_gcn_result *result, ch_fidelity fidelity,
			       char *names, size_t size, uint64_t *apart)
{
	uint64_t total = 0;
	size_t used = 0;
	for (uint32_t n = 0; n < program->code->name_count; n++) {
		uint64_t count = 0;
		for (uint32_t i = 0; i < program->step_count && i < result->executed_count; i++) {
			if (program->code->insns[i].name != n || program->steps[i].fidelity != fidelity)
				continue;
			count += program->in_division[i] ? 0 : result->executed[i];
			*apart += program->in_division[i] ? result->executed[i] : 0;
		}
		if (count)
			append(names, size, &used, program->code->names[n].name, count);
		total += count;
	}
	return total;
}

uint64_t ch_gcn_fidelity_format(const ch_gcn_program *program, const ch_gcn_result *result, char *text, size_t size)
{
	uint64_t division = 0;
	char names[384] = "", atomics[160] = "";
	const uint64_t rough = count_executed(program, result, CH_APPROXIMATE, names, sizeof(names), &division),
		       free_order = count_executed(program, result, CH_UNORDERED, atomics, sizeof(atomics), &division);
	if (rough || free_order)
		snprintf(text, size, "%s%s%s%s%s", rough ? "approximate on silicon: " : "", names,
			 rough && free_order ? "; " : "",
			 free_order ? "order of float atomics, or of old values returned, not fixed: " : "", atomics);
	else
		snprintf(text, size, "every instruction exact%s", division ? " (IEEE divisions included)" : "");
	return rough + free_order;
}

static const char *const fault_names[CH_GCN_FAULT_KIND_COUNT] = {
	"no fault",	   "out of bounds",	 "store to an input",
	"undefined value", "LDS race",		 "two workgroups store to one byte",
	"missing wait",	   "barrier divergence", "step limit",
	"bad jump",	   "no semantics"};

const char *ch_gcn_fault_kind_name(ch_gcn_fault_kind kind)
{
	return kind < CH_GCN_FAULT_KIND_COUNT ? fault_names[kind] : "unknown fault";
}

void ch_gcn_fault_format(const ch_gcn_program *program, const ch_gcn_fault *fault, char *text, size_t size)
{
	char lane[32] = "";
	if (fault->lane != CH_GCN_NO_LANE)
		snprintf(lane, sizeof(lane), " lane %u", fault->lane);
	snprintf(text, size, "%s: %s; at %s0x%llx %.100s, workgroup %u,%u,%u wave %u%s",
		 ch_gcn_fault_kind_name(fault->kind), fault->text,
		 fault->insn < program->code->own_count ? "+" : "a called function's ",
		 (unsigned long long)fault->offset, program->code->insns[fault->insn].text, fault->workgroup[0],
		 fault->workgroup[1], fault->workgroup[2], fault->wave, lane);
}

bool ch_gcn_fault_source(const ch_gcn_program *program, const ch_gcn_fault *fault, char *text, size_t size)
{
	return ch_gcn_source_format(program->object, program->code->insns[fault->insn].address, text, size);
}
