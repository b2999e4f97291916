/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of a kernel: the first byte picks the target. What is decoded must be whole: sizes add up, branches land on
 * instructions, operands stay inside their register files. */
#include <stdlib.h>

#include "fuzz.h"
#include "gcn/decode.h"

static const struct {
	const char *target;
	uint32_t wave_size;
} targets[] = {{"gfx906", 64}, {"gfx1100", 32}, {"gfx1151", 32}, {"gfx1100", 64},
	       {"gfx90a", 64}, {"gfx1030", 32}, {"gfx1201", 32}};

static void must(bool holds)
{
	if (!holds)
		abort();
}

static void operand_check(const ch_gcn_operand *o)
{
	unsigned end = o->index + o->count;
	must(o->count >= 1 && o->count <= 32);
	must((o->kind != CH_GCN_VGPR && o->kind != CH_GCN_AGPR) || end <= 256);
	must(o->kind != CH_GCN_SGPR || end <= CH_GCN_SCALARS);
}

static void code_check(const ch_gcn_code *code)
{
	uint64_t at = code->address;
	for (uint32_t i = 0; i < code->count; i++) {
		const ch_gcn_insn *insn = &code->insns[i];
		must(insn->flags & CH_GCN_VOPD_Y ? insn->size == 0 : insn->address == at);
		at += insn->size;
		must(insn->name < code->name_count && insn->text && insn->operand_count <= CH_GCN_MAX_OPERANDS);
		must(!(insn->flags & CH_GCN_BRANCH) || insn->target < code->count);
		for (uint32_t j = 0; j < insn->operand_count; j++)
			operand_check(&insn->operands[j]);
	}
	must(at == code->address + code->size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 5 || size > 4097)
		return 0;
	size_t row = data[0] % (sizeof targets / sizeof *targets);
	ch_gcn_code code;
	ch_gcn_error error;
	uint64_t text = (size - 1) & ~(uint64_t)3;
	uint8_t *copy = malloc((size_t)text); /* at the start of an allocation, so that a sanitizer sees its ends */
	if (!copy)
		return 0;
	for (uint64_t i = 0; i < text; i++)
		copy[i] = data[i + 1];
	if (ch_gcn_decode_bytes(targets[row].target, targets[row].wave_size, copy, text, 0x1000, &code, &error) ==
	    CH_OK) {
		code_check(&code);
		ch_gcn_code_close(&code);
	}
	free(copy);
	return 0;
}
