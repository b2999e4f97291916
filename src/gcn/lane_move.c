/* SPDX-License-Identifier: Apache-2.0
 *
 * Between a lane and a scalar register, and between lanes. Sources: "Vega 7nm ISA" and "RDNA3 ISA", chapter "Instructions",
 * sections VOP1, VOP3. */
#include <string.h>

#include "gcn/valu.h"

/* A source's value in one lane. */
static uint32_t lane_value(const ch_wave *wave, const ch_gcn_operand *operand, uint32_t lane, uint32_t *undefined)
{
	if (operand->kind == CH_GCN_VGPR) {
		const size_t at = (size_t)operand->index * wave->lanes + lane;
		*undefined = wave->v_dirty[operand->index] >> lane & 1 ? wave->v_undefined[at] : 0;
		return wave->v[at];
	}
	uint64_t bits;
	const uint64_t value = ch_scalar_operand(wave, operand, 1, &bits);
	*undefined = (uint32_t)bits;
	return (uint32_t)value;
}

static void run_readfirstlane(ch_wave *wave, const ch_step *step)
{
	const ch_gcn_operand *o = step->insn->operands;
	const uint64_t on = ch_wave_exec(wave);
	uint32_t undefined;
	const uint32_t value = lane_value(wave, &o[1], on ? (uint32_t)__builtin_ctzll(on) : 0, &undefined);
	ch_wave_set_sgpr(wave, o[0].index, value, undefined);
}

static uint32_t lane_number(ch_wave *wave, const ch_step *step)
{
	uint64_t undefined;
	const uint64_t lane = ch_scalar_operand(wave, &step->insn->operands[2], 1, &undefined);
	if (undefined && wave->group->launch->checked)
		ch_wave_fault(wave, step, CH_GCN_UNDEFINED, CH_GCN_NO_LANE,
			      "lane number from a value that was never written");
	return (uint32_t)lane & (wave->lanes - 1);
}

static void run_readlane(ch_wave *wave, const ch_step *step)
{
	const ch_gcn_operand *o = step->insn->operands;
	uint32_t undefined;
	const uint32_t value = lane_value(wave, &o[1], lane_number(wave, step), &undefined);
	ch_wave_set_sgpr(wave, o[0].index, value, undefined);
}

/* EXEC does not count. */
static void run_writelane(ch_wave *wave, const ch_step *step)
{
	const ch_gcn_operand *o = step->insn->operands;
	const uint32_t lane = lane_number(wave, step);
	uint32_t values[CH_MAX_LANES] = {0}, shadow[CH_MAX_LANES] = {0};
	values[lane] = lane_value(wave, &o[1], 0, &shadow[lane]);
	ch_wave_set_vgpr(wave, o[0].index, values, shadow, UINT64_C(1) << lane);
}

/* Lane i of a row of 16 reads the lane that nibble i of the two scalars names: of its own row, or of the other of the pair. */
static void run_permlane(ch_wave *wave, const ch_step *step)
{
	const ch_gcn_operand *o = step->insn->operands;
	const ch_gcn_insn *insn = step->insn;
	const uint64_t on = ch_wave_exec(wave);
	const bool fetch_inactive = insn->op_sel & 1, bound = insn->op_sel & 2;
	uint32_t values[CH_MAX_LANES], shadow[CH_MAX_LANES], ignored;
	uint64_t writes = 0;
	const uint64_t selectors = lane_value(wave, &o[2], 0, &ignored) | (uint64_t)lane_value(wave, &o[3], 0, &ignored)
										  << 32;
	for (uint32_t l = 0; l < wave->lanes; l++) {
		const uint32_t from = ((l & ~15u) ^ (step->select ? 16 : 0)) | (selectors >> (4 * (l & 15)) & 15);
		const bool there = (on >> from & 1) || fetch_inactive;
		values[l] = lane_value(wave, &o[1], from, &shadow[l]);
		if (!there)
			values[l] = shadow[l] = 0;
		if (there || bound)
			writes |= UINT64_C(1) << l;
	}
	ch_wave_set_vgpr(wave, o[0].index, values, shadow, writes & on);
}

static void run_swap(ch_wave *wave, const ch_step *step)
{
	const ch_gcn_operand *o = step->insn->operands;
	const uint64_t on = ch_wave_exec(wave);
	uint32_t value[2][CH_MAX_LANES], shadow[2][CH_MAX_LANES];
	for (uint32_t i = 0; i < 2; i++) {
		memcpy(value[i], wave->v + (size_t)o[i].index * wave->lanes, wave->lanes * sizeof(value[0][0]));
		ch_wave_shadow(wave, o[i].index, shadow[i]);
	}
	ch_wave_set_vgpr(wave, o[0].index, value[1], shadow[1], on);
	ch_wave_set_vgpr(wave, o[1].index, value[0], shadow[0], on);
}

/* The register that M0 is away from the one in the text, as source or as destination. */
static uint32_t relative(ch_wave *wave, const ch_step *step, uint32_t index)
{
	const uint64_t wanted = (uint64_t)index + wave->s[CH_GCN_M0];
	if (wave->s_undefined[CH_GCN_M0] && wave->group->launch->checked)
		ch_wave_fault(wave, step, CH_GCN_UNDEFINED, CH_GCN_NO_LANE,
			      "register number from a value that was never written");
	if (wanted >= wave->vgprs)
		ch_wave_fault(wave, step, CH_GCN_OUT_OF_BOUNDS, CH_GCN_NO_LANE, "v%llu of a wave that has %u",
			      (unsigned long long)wanted, wave->vgprs);
	if (wanted < 256 && (wave->pending_v[wanted >> 6] >> (wanted & 63) & 1))
		ch_wave_fault(wave, step, CH_GCN_MISSING_WAIT, CH_GCN_NO_LANE,
			      "v%llu is used before a wait says that it has arrived", (unsigned long long)wanted);
	return (uint32_t)wanted;
}

static void run_move_relative(ch_wave *wave, const ch_step *step)
{
	const ch_gcn_operand *o = step->insn->operands;
	uint32_t values[CH_MAX_LANES], shadow[CH_MAX_LANES];
	ch_gcn_operand source = o[1];
	uint32_t result = o[0].index;
	if (step->select)
		result = relative(wave, step, result);
	else
		source.index = (uint16_t)relative(wave, step, source.index);
	for (uint32_t l = 0; l < wave->lanes; l++)
		values[l] = lane_value(wave, &source, l, &shadow[l]);
	ch_wave_set_vgpr(wave, result, values, shadow, ch_wave_exec(wave));
}

/* clang-format off */
static const struct move {
	const char *name;
	uint8_t on, operands, result; /* result: the kind of the first operand */
	uint8_t select;
	ch_step_function run;
} moves[] = {
	{"v_readfirstlane_b32", CH_ON_ALL, 2, CH_GCN_SGPR, 0, run_readfirstlane},
	{"v_readlane_b32", CH_ON_ALL, 3, CH_GCN_SGPR, 0, run_readlane},
	{"v_writelane_b32", CH_ON_ALL, 3, CH_GCN_VGPR, 0, run_writelane},
	{"v_permlane16_b32", CH_ON_RDNA, 4, CH_GCN_VGPR, 0, run_permlane},
	{"v_permlanex16_b32", CH_ON_RDNA, 4, CH_GCN_VGPR, 1, run_permlane},
	{"v_swap_b32", CH_ON_ALL, 2, CH_GCN_VGPR, 0, run_swap},
	{"v_movrels_b32", CH_ON_RDNA, 2, CH_GCN_VGPR, 0, run_move_relative},
	{"v_movreld_b32", CH_ON_RDNA, 2, CH_GCN_VGPR, 1, run_move_relative},
};
/* clang-format on */

const char *ch_prepare_lane_move(ch_gcn_program *program, ch_step *step)
{
	const char *name = ch_step_name(program, step);
	const ch_gcn_insn *insn = step->insn;
	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
		if (!(moves[i].on & program->on) || strcmp(moves[i].name, name) != 0)
			continue;
		if (insn->operand_count != moves[i].operands || insn->operands[0].kind != moves[i].result)
			return "another set of operands than this instruction has";
		if (insn->flags & (CH_GCN_DPP16 | CH_GCN_DPP8 | CH_GCN_SDWA | CH_GCN_CLAMP))
			return "a modifier without semantics";
		for (uint32_t k = 0; k < insn->operand_count; k++) {
			const ch_gcn_operand *operand = &insn->operands[k];
			if (operand->flags)
				return "a modifier without semantics";
			if (operand->kind == CH_GCN_VGPR &&
			    operand->index + (uint32_t)operand->count > program->kernel->descriptor.vgprs)
				return "a vector register past those that the descriptor allocates";
			if (k > 1 && operand->kind == CH_GCN_VGPR)
				return "an operand that is no scalar";
			ch_step_uses(step, operand);
		}
		if ((moves[i].run == run_swap || (moves[i].run == run_move_relative && !moves[i].select)) &&
		    insn->operands[1].kind != CH_GCN_VGPR)
			return "an operand that is no vector register";
		step->run = moves[i].run;
		step->select = moves[i].select;
		step->unit = CH_UNIT_VALU;
		return NULL;
	}
	return "no semantics";
}
