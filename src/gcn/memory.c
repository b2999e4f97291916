/* SPDX-License-Identifier: Apache-2.0
 *
 * Vector loads and stores: which there are, and how each is made ready. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapters
 * "Vector memory operations" and "Flat memory instructions". */
#include <string.h>

#include "gcn/memory.h"

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
	{"load_b32", CH_ON_RDNA, false, 4, CH_WORDS, 0}, {"load_b64", CH_ON_RDNA, false, 8, CH_WORDS, 0},
	{"load_b96", CH_ON_RDNA, false, 12, CH_WORDS, 0}, {"load_b128", CH_ON_RDNA, false, 16, CH_WORDS, 0},
	{"load_u8", CH_ON_RDNA, false, 1, CH_UNSIGNED, 0}, {"load_i8", CH_ON_RDNA, false, 1, CH_SIGNED, 0},
	{"load_u16", CH_ON_RDNA, false, 2, CH_UNSIGNED, 0}, {"load_i16", CH_ON_RDNA, false, 2, CH_SIGNED, 0},
	{"load_d16_u8", CH_ON_RDNA, false, 1, CH_UNSIGNED, CH_PART_LOW}, {"load_d16_hi_u8", CH_ON_RDNA, false, 1, CH_UNSIGNED, CH_PART_HIGH},
	{"load_d16_i8", CH_ON_RDNA, false, 1, CH_SIGNED, CH_PART_LOW}, {"load_d16_hi_i8", CH_ON_RDNA, false, 1, CH_SIGNED, CH_PART_HIGH},
	{"load_d16_b16", CH_ON_RDNA, false, 2, CH_UNSIGNED, CH_PART_LOW}, {"load_d16_hi_b16", CH_ON_RDNA, false, 2, CH_UNSIGNED, CH_PART_HIGH},
	{"store_b32", CH_ON_RDNA, true, 4, CH_WORDS, 0}, {"store_b64", CH_ON_RDNA, true, 8, CH_WORDS, 0},
	{"store_b96", CH_ON_RDNA, true, 12, CH_WORDS, 0}, {"store_b128", CH_ON_RDNA, true, 16, CH_WORDS, 0},
	{"store_b8", CH_ON_RDNA, true, 1, CH_UNSIGNED, 0}, {"store_b16", CH_ON_RDNA, true, 2, CH_UNSIGNED, 0},
	{"store_d16_hi_b8", CH_ON_RDNA, true, 1, CH_UNSIGNED, CH_PART_HIGH}, {"store_d16_hi_b16", CH_ON_RDNA, true, 2, CH_UNSIGNED, CH_PART_HIGH},
};
/* clang-format on */

void ch_memory_check_address(ch_wave *wave, const ch_step *step, uint64_t dirty)
{
	if (dirty && wave->group->launch->checked)
		ch_wave_fault(wave, step, CH_GCN_UNDEFINED, (uint32_t)__builtin_ctzll(dirty),
			      "address from a value that was never written");
}

uint64_t ch_memory_scalar(ch_wave *wave, const ch_step *step, const ch_gcn_operand *operand, uint32_t words)
{
	uint64_t undefined;
	const uint64_t value = ch_scalar_operand(wave, operand, words, &undefined);
	ch_memory_check_address(wave, step, undefined ? 1 : 0);
	return value;
}

void ch_memory_issue(ch_wave *wave, const ch_step *step, const ch_gcn_operand *data)
{
	const ch_memory_row *row = step->other;
	if (row->store)
		ch_wave_issue(wave, step, CH_EVENT_STORE, false, 0, 0);
	else
		ch_wave_issue(wave, step, CH_EVENT_VECTOR, false, data->index, ch_memory_words(row));
}

/* The copy for this processor. */
static ch_step_function global_form(void)
{
#ifdef CH_LANE_LEVELS
	const uint32_t level = ch_lane_level();
	return level == 4 ? ch_memory_run_global_v4 : level == 3 ? ch_memory_run_global_v3 : ch_memory_run_global;
#else
	return ch_memory_run_global;
#endif
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

/* The scalar registers that hold an address: fewer may be named than are read, and what follows the last one is no register (found
 * by fuzzing: NULL as a resource of gfx11). */
static const char *check_scalars(const ch_step *step, ch_step_function run)
{
	const ch_gcn_operand *operand = &step->insn->operands[2];
	if (run == ch_memory_run_buffer) {
		if (operand->kind != CH_GCN_SGPR || operand->count != 4 || operand->index > CH_GCN_SCALARS - 4)
			return "no four registers of a buffer resource";
	} else if (run == ch_memory_run_global && step->insn->operand_count > 2 && operand->kind == CH_GCN_SGPR &&
		   operand->index != CH_GCN_NULL && (operand->count != 2 || operand->index > CH_GCN_SCALARS - 2)) {
		return "no two registers of an address";
	}
	return NULL;
}

static const struct space {
	const char *prefix;
	ch_step_function run;
	uint8_t operands;
} spaces[] = {
	{"global_", ch_memory_run_global, 3},
	{"flat_", ch_memory_run_flat, 2},
	{"scratch_", ch_memory_run_scratch, 3},
	{"buffer_", ch_memory_run_buffer, 4},
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
		return ch_prepare_atomic(program, step);
	const ch_gcn_insn *insn = step->insn;
	if (insn->operand_count != space->operands ||
	    insn->operands[row->store && space->run != ch_memory_run_buffer ? 1 : 0].kind != CH_GCN_VGPR)
		return "another set of operands than this instruction has";
	/* Its third and fourth words have another layout than before, and no kernel at hand uses one. */
	if (space->run == ch_memory_run_buffer && program->on == CH_ON_GFX12)
		return "a buffer resource of gfx12";
	if (insn->flags & (CH_GCN_LDS | CH_GCN_TFE))
		return "a modifier without semantics";
	if (space->run == ch_memory_run_buffer && (insn->flags & (CH_GCN_IDXEN | CH_GCN_OFFEN)) &&
	    insn->operands[1].kind != CH_GCN_VGPR)
		return "no address register";
	if ((space->run == ch_memory_run_global || space->run == ch_memory_run_flat) &&
	    insn->operands[row->store ? 0 : 1].kind != CH_GCN_VGPR)
		return "no address register";
	const char *words = check_registers(program, step);
	if (!words)
		words = check_scalars(step, space->run);
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
	step->run = space->run == ch_memory_run_global ? global_form() : space->run;
	step->unit = CH_UNIT_VMEM;
	return NULL;
}
