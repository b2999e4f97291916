/* SPDX-License-Identifier: Apache-2.0
 *
 * From decoded instructions to steps: finds each one's row, checks that it has the operands the row wants, and refuses any
 * modifier that the row gives no meaning. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/valu.h"

static uint32_t *splat(ch_gcn_program *program, uint32_t value)
{
	for (uint32_t i = 0; i < program->splat_count; i++)
		if (program->splats[i][0] == value)
			return program->splats[i];
	if ((program->splat_count & (program->splat_count - 1)) == 0) {
		const uint32_t room = program->splat_count ? 2 * program->splat_count : 1;
		uint32_t **larger = realloc(program->splats, room * sizeof(*larger));
		if (!larger)
			return NULL;
		program->splats = larger;
	}
	uint32_t *lanes = malloc(CH_MAX_LANES * sizeof(*lanes));
	if (!lanes)
		return NULL;
	for (uint32_t l = 0; l < CH_MAX_LANES; l++)
		lanes[l] = value;
	program->splats[program->splat_count++] = lanes;
	return lanes;
}

static bool is_half(ch_operand_type type)
{
	return type == CH_F16 || type == CH_B16;
}

static bool is_packed(ch_operand_type type)
{
	return type == CH_PK_F16 || type == CH_PK_B16;
}

static bool is_float(ch_operand_type type)
{
	return type == CH_F32 || type == CH_F16 || type == CH_F64 || type == CH_MIX;
}

/* A constant as the source's type reads it. An integer of 16 bits reads half of the binary32. */
static uint64_t constant_value(const ch_gcn_operand *operand, ch_operand_type type, bool mixed_half)
{
	const bool literal = operand->kind == CH_GCN_LITERAL;
	if (type == CH_F64)
		return literal ? (uint64_t)operand->bits32 << 32 : operand->bits64;
	if (type == CH_B64)
		return operand->bits64;
	if (!literal && operand->is_float && (type == CH_F16 || type == CH_PK_F16 || (type == CH_MIX && mixed_half)))
		return operand->bits16;
	return operand->bits32;
}

static const char *prepare_source(ch_gcn_program *program, ch_step *step, uint32_t i, const ch_gcn_operand *operand)
{
	const ch_gcn_insn *insn = step->insn;
	const ch_operand_type type = step->row->sources[i];
	ch_source *source = &step->sources[i];
	source->operand = operand;
	source->type = (uint8_t)type;
	source->words = type == CH_B64 || type == CH_F64 ? 2 : 1;
	source->flags = operand->flags & (CH_GCN_NEG | CH_GCN_ABS | CH_GCN_SEXT);
	source->sel = insn->flags & CH_GCN_SDWA && i < 2 ? insn->src_sel[i] : (uint8_t)CH_GCN_DWORD;
	source->high = (insn->op_sel >> i & 1) || (operand->flags & CH_GCN_HIGH);
	/* VOP2 and VOPD have no op_sel_hi: both halves. */
	source->high_for_high = (insn->op_sel_hi >> i & 1) || (is_packed(type) && !(insn->flags & CH_GCN_VOP3P));
	source->neg_lo = insn->neg_lo >> i & 1;
	source->neg_hi = insn->neg_hi >> i & 1;
	if ((operand->flags & (CH_GCN_NEG | CH_GCN_ABS)) && !is_float(type))
		return "negation or absolute value of an integer";
	if ((operand->flags & (CH_GCN_LOW | CH_GCN_HIGH)) && !is_half(type))
		return "half of a register where the instruction takes a whole one";
	if (insn->op_sel >> i & 1 && !is_half(type) && !is_packed(type) && type != CH_MIX)
		return "op_sel on a source of 32 bits";
	if ((source->neg_lo || source->neg_hi) && type != CH_PK_F16 && !(type == CH_BYTES && !source->neg_hi))
		return "neg_lo or neg_hi where it has no meaning";
	const bool dense = program->mode.denorm32 == 3 && program->mode.denorm16_64 == 3 && !program->changes_mode;
	source->flushed = (!dense || (step->row->flags & CH_FLUSHES)) && !(step->row->flags & CH_MOVES_BITS) &&
			  (is_float(type) || type == CH_PK_F16);
	source->always_flushed = step->row->flags & CH_FLUSHES;
	source->changed =
		source->flags || source->sel != CH_GCN_DWORD || source->flushed || (is_half(type) && source->high) ||
		(is_packed(type) && (source->high || !source->high_for_high || source->neg_lo || source->neg_hi)) ||
		(type == CH_MIX && source->high_for_high);
	ch_step_uses(step, operand);
	switch (operand->kind) {
	case CH_GCN_VGPR:
		source->kind = CH_FROM_VGPR;
		source->index = operand->index;
		return operand->index + (uint32_t)source->words > program->kernel->descriptor.vgprs
			       ? "a vector register past those that the descriptor allocates"
			       : NULL;
	case CH_GCN_SGPR:
		source->kind = CH_FROM_SGPR;
		return operand->index + (uint32_t)source->words > CH_GCN_SCALARS && operand->index != CH_GCN_NULL
			       ? "a scalar register past the last"
			       : NULL;
	case CH_GCN_SOURCE:
		source->kind = CH_FROM_SGPR;
		return operand->index > CH_GCN_SRC_PRIVATE_LIMIT ? "a source without semantics" : NULL;
	case CH_GCN_INLINE:
	case CH_GCN_LITERAL:
	case CH_GCN_IMM: {
		const uint64_t value = constant_value(operand, type, source->high_for_high);
		source->kind = CH_FROM_CONSTANT;
		source->splat[0] = splat(program, (uint32_t)value);
		source->splat[1] = splat(program, (uint32_t)(value >> 32));
		return source->splat[0] && source->splat[1] ? NULL : "no memory";
	}
	default:
		return "an operand that is no source";
	}
}

/* A mask's register: SGPR, for v_cmp and carries. */
static const char *prepare_mask(const ch_gcn_program *program, ch_step *step, const ch_gcn_operand *operand,
				uint16_t *index)
{
	const uint32_t words = program->lanes == 64 ? 2 : 1;
	if (operand->kind != CH_GCN_SGPR)
		return "a lane mask that is no scalar register";
	if (operand->index != CH_GCN_NULL && operand->index + words > CH_GCN_SCALARS)
		return "a scalar register past the last";
	*index = operand->index;
	ch_step_uses(step, operand);
	return NULL;
}

static const char *check_modifiers(const ch_step *step, bool gfx12)
{
	const ch_gcn_insn *insn = step->insn;
	const ch_operand_type result = step->row->result;
	if (insn->flags & (CH_GCN_GDS | CH_GCN_LDS | CH_GCN_TFE))
		return "a modifier without semantics";
	if (insn->omod && gfx12) /* the documents at hand do not say what it does where subnormals are kept */
		return "an output modifier of gfx12";
	if (insn->omod && result != CH_F32 && result != CH_F16 && result != CH_F64)
		return "an output modifier on a result that is no float";
	if ((insn->flags & CH_GCN_CLAMP) && !is_float(result) && result != CH_PK_F16 && result != CH_LANE_MASK &&
	    !step->row->clamped)
		return "clamp without semantics";
	if ((insn->op_sel & 8) && !is_half(result))
		return "op_sel on a result of 32 bits";
	for (uint32_t i = 0; i < step->source_count && (insn->flags & CH_GCN_VOP3P); i++)
		if (!step->sources[i].high_for_high && !is_packed(step->row->sources[i]) &&
		    step->row->sources[i] != CH_MIX)
			return "op_sel_hi on a source of 32 bits";
	if ((insn->flags & (CH_GCN_DPP16 | CH_GCN_DPP8 | CH_GCN_SDWA)) && step->sources[0].words == 2)
		return "lanes or parts of a source of 64 bits";
	return NULL;
}

/* The result's way into the registers. */
static void prepare_result(const ch_gcn_program *program, ch_step *step)
{
	const ch_gcn_insn *insn = step->insn;
	const ch_valu_row *row = step->row;
	const ch_operand_type result = row->result;
	const bool dense = program->mode.denorm32 == 3 && program->mode.denorm16_64 == 3 && !program->changes_mode;
	const bool floats = is_float(result) || result == CH_PK_F16;
	const bool sdwa = insn->flags & CH_GCN_SDWA;
	step->result_high =
		(insn->op_sel & 8) || (row->flags & CH_HIGH_HALF) || (insn->operands[0].flags & CH_GCN_HIGH);
	/* "RDNA3 ISA", 16-bit results: the other half stays. gfx9 clears it but for the rows marked, and with op_sel. */
	step->keeps_old = is_half(result) && !sdwa &&
			  (program->on != CH_ON_GFX9 || (row->flags & CH_KEEP_HALF_9) || step->result_high);
	if (sdwa && insn->dst_sel != CH_GCN_DWORD && insn->dst_unused == CH_GCN_UNUSED_PRESERVE)
		step->keeps_old = true;
	step->changes_result =
		(floats && ((insn->flags & CH_GCN_CLAMP) || insn->omod || !dense || (row->flags & CH_FLUSHES))) ||
		step->keeps_old || (sdwa && insn->dst_sel != CH_GCN_DWORD) || (is_half(result) && step->result_high);
	step->rounds = floats && (program->changes_mode || program->mode.round32 || program->mode.round16_64) &&
		       result != CH_F16 && result != CH_PK_F16;
	step->permutes = insn->flags & (CH_GCN_DPP16 | CH_GCN_DPP8);
}

typedef struct ch_valu_roads {
	ch_step_function any, dual;
	ch_step_function (*plain)(uint32_t lanes, uint32_t count, bool masks);
} ch_valu_roads;

static ch_valu_roads roads_for_this_processor(void)
{
#ifdef CH_LANE_LEVELS
	const uint32_t level = ch_lane_level();
	if (level == 4)
		return (ch_valu_roads){ch_valu_run_v4, ch_valu_run_dual_v4, ch_valu_plain_v4};
	if (level == 3)
		return (ch_valu_roads){ch_valu_run_v3, ch_valu_run_dual_v3, ch_valu_plain_v3};
#endif
	return (ch_valu_roads){ch_valu_run, ch_valu_run_dual, ch_valu_plain};
}

static bool result_is_apart(const ch_step *step)
{
	for (uint32_t i = 0; i < step->source_count; i++) {
		const ch_source *source = &step->sources[i];
		if (source->kind == CH_FROM_VGPR && source->index < step->result + step->result_words &&
		    step->result < source->index + source->words)
			return false;
	}
	return true;
}

const char *ch_prepare_valu(ch_gcn_program *program, ch_step *step, const ch_valu_row *row)
{
	const ch_gcn_insn *insn = step->insn;
	const bool cmpx = strncmp(ch_step_name(program, step), "v_cmpx_", 7) == 0,
		   compare = row->result == CH_LANE_MASK;
	const char *words = NULL;
	uint32_t next = 0;
	step->row = row;
	step->fidelity = row->fidelity;
	step->unit = CH_UNIT_VALU;
	step->select = insn->neg_lo;
	if (compare) {
		step->writes_exec = cmpx;
		/* gfx10 and later: v_cmpx has no destination but EXEC, in some texts named. */
		const bool named = insn->operand_count > 2 && insn->operands[0].kind == CH_GCN_SGPR;
		step->writes_mask = !(cmpx && program->on != CH_ON_GFX9);
		if (named)
			words = prepare_mask(program, step, &insn->operands[next++], &step->mask_out);
		else if (step->writes_mask)
			step->mask_out = CH_GCN_VCC;
	} else {
		const ch_gcn_operand *result = &insn->operands[next++];
		step->result_words = row->result == CH_B64 || row->result == CH_F64 ? 2 : 1;
		step->result = result->index;
		ch_step_uses(step, result);
		if (result->kind != CH_GCN_VGPR || (result->flags & ~(CH_GCN_LOW | CH_GCN_HIGH)))
			return "a result that is no vector register";
		if (result->index + (uint32_t)step->result_words > program->kernel->descriptor.vgprs)
			return "a vector register past those that the descriptor allocates";
	}
	if (!words && (row->flags & CH_CARRY_OUT)) {
		step->writes_mask = true;
		words = prepare_mask(program, step, &insn->operands[next++], &step->mask_out);
	}
	uint32_t sources = 0;
	while (sources < 3 && row->sources[sources] != CH_NO_OPERAND)
		sources++;
	for (uint32_t i = 0; i < sources && !words; i++) {
		const bool old = i == 2 && (row->flags & CH_ACCUMULATE);
		if (!old && next >= insn->operand_count)
			return "fewer operands than this instruction has";
		words = prepare_source(program, step, i, old ? &insn->operands[0] : &insn->operands[next++]);
	}
	step->source_count = (uint8_t)sources;
	if (!words && (row->flags & CH_MASK_IN)) {
		step->reads_mask = true;
		step->mask_in = CH_GCN_VCC;
		if (next < insn->operand_count)
			words = prepare_mask(program, step, &insn->operands[next++], &step->mask_in);
	}
	if (row->flags & CH_VCC_IN) {
		step->reads_mask = true;
		step->mask_in = CH_GCN_VCC;
	}
	if (step->reads_mask || step->writes_mask)
		for (uint32_t w = 0; w < program->lanes / 32; w++) {
			if (step->reads_mask && step->mask_in != CH_GCN_NULL)
				step->uses_s[(step->mask_in + w) >> 6] |= UINT64_C(1) << ((step->mask_in + w) & 63);
			if (step->writes_mask && step->mask_out != CH_GCN_NULL)
				step->uses_s[(step->mask_out + w) >> 6] |= UINT64_C(1) << ((step->mask_out + w) & 63);
		}
	if (!words && next != insn->operand_count)
		words = "more operands than this instruction has";
	if (!words)
		words = check_modifiers(step, program->on == CH_ON_GFX12);
	if (words)
		return words;
	prepare_result(program, step);
	step->lane = (insn->flags & CH_GCN_CLAMP) && row->clamped ? row->clamped : row->lane;
	const bool masks = step->reads_mask || step->writes_mask;
	bool plain =
		!step->writes_exec && !step->keeps_old && !step->changes_result && !step->rounds && !step->permutes;
	for (uint32_t i = 0; i < sources; i++)
		plain = plain && !step->sources[i].changed;
	step->result_apart = result_is_apart(step);
	const ch_valu_roads roads = roads_for_this_processor();
	step->run = insn->flags & CH_GCN_VOPD_X ? roads.dual
		    : plain			? roads.plain(program->lanes, sources, masks)
						: roads.any;
	return NULL;
}
