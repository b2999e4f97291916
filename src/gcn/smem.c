/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar loads. Sources: "Vega 7nm ISA", "RDNA3 ISA" and "RDNA4 ISA", chapter "Scalar memory operations". */
#include <string.h>

#include "gcn/space.h"

/* gfx12's loads of less than a dword. */
static const struct part {
	const char *suffix;
	uint8_t bytes;
	bool sign;
} parts[] = {{"u8", 1, false}, {"i8", 1, true}, {"u16", 2, false}, {"i16", 2, true}};

static uint32_t extended(uint32_t value, const struct part *part)
{
	if (!part->sign)
		return value;
	return part->bytes == 1 ? (uint32_t)(int8_t)(value & 0xff) : (uint32_t)(int16_t)(value & 0xffff);
}

static void load_part(ch_wave *wave, const ch_step *step, uint64_t address, const struct part *part)
{
	const ch_access access = {wave, step, part->bytes, false};
	ch_window *window;
	uint32_t value = 0;
	if (address % part->bytes)
		ch_wave_fault(wave, step, CH_GCN_NO_SEMANTICS, CH_GCN_NO_LANE,
			      "a scalar load of 16 bits at an odd address");
	memcpy(&value, ch_space_find(&access, address, CH_GCN_NO_LANE, &window), part->bytes);
	ch_wave_set_sgpr(wave, step->insn->operands[0].index, extended(value, part),
			 extended(ch_space_undefined(window, address, part->bytes), part));
}

static void load_words(ch_wave *wave, const ch_step *step, uint64_t address)
{
	const ch_gcn_operand *result = &step->insn->operands[0];
	const ch_access access = {wave, step, 4u * result->count, false};
	ch_window *window;
	const uint8_t *from = ch_space_find(&access, address, CH_GCN_NO_LANE, &window);
	for (uint32_t i = 0; i < result->count; i++) {
		uint32_t word;
		memcpy(&word, from + 4 * i, 4);
		ch_wave_set_sgpr(wave, result->index == CH_GCN_NULL ? CH_GCN_NULL : result->index + i, word,
				 ch_space_undefined(window, address + 4 * i, 4));
	}
}

/* dst, base, offset register or none. The address is that of a dword: the low two bits do not count. */
static void run_load(ch_wave *wave, const ch_step *step)
{
	const ch_gcn_insn *insn = step->insn;
	const ch_gcn_operand *result = &insn->operands[0];
	uint64_t undefined, offset_undefined = 0;
	uint64_t address = ch_scalar_operand(wave, &insn->operands[1], 2, &undefined) + (uint64_t)(int64_t)insn->offset;
	if (step->select) /* a buffer: 48 bits of address */
		address &= UINT64_C(0xffffffffffff);
	if (insn->operand_count > 2 && insn->operands[2].kind == CH_GCN_SGPR)
		address += (uint32_t)ch_scalar_operand(wave, &insn->operands[2], 1, &offset_undefined);
	if ((undefined | offset_undefined) && wave->group->launch->checked)
		ch_wave_fault(wave, step, CH_GCN_UNDEFINED, CH_GCN_NO_LANE,
			      "address from a value that was never written");
	if (step->other)
		load_part(wave, step, address, step->other);
	else
		load_words(wave, step, address & ~UINT64_C(3));
	ch_wave_issue(wave, step, CH_EVENT_SCALAR, true, result->index,
		      result->index == CH_GCN_NULL ? 0 : result->count);
}

const char *ch_prepare_smem(ch_gcn_program *program, ch_step *step)
{
	const char *name = ch_step_name(program, step);
	const ch_gcn_insn *insn = step->insn;
	const bool buffer = strncmp(name, "s_buffer_load_", 14) == 0;
	if (!buffer && strncmp(name, "s_load_", 7) != 0)
		return "no semantics";
	if (insn->operand_count < 2 || insn->operands[0].kind != CH_GCN_SGPR || insn->operands[1].kind != CH_GCN_SGPR ||
	    insn->operands[0].index + (uint32_t)insn->operands[0].count > CH_GCN_SCALARS ||
	    insn->operands[1].index > CH_GCN_SCALARS - 2)
		return "another set of operands than this instruction has";
	for (uint32_t i = 0; i < insn->operand_count; i++)
		ch_step_uses(step, &insn->operands[i]);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (strcmp(name + (buffer ? 14 : 7), parts[i].suffix) == 0)
			step->other = &parts[i];
	step->select = buffer;
	step->run = run_load;
	step->unit = CH_UNIT_SMEM;
	return NULL;
}
