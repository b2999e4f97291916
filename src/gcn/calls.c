/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/calls.h"

#include <string.h>

#include "gcn/bytes.h"

uint32_t ch_gcn_calls_function(const ch_gcn_object *object, uint64_t address)
{
	uint32_t low = 0, high = object->function_count;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		if (object->functions[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low && address - object->functions[low - 1].address < object->functions[low - 1].size
		       ? low - 1
		       : object->function_count;
}

static void mark(const ch_gcn_object *object, uint64_t address, bool *wanted)
{
	const uint32_t function = ch_gcn_calls_function(object, address);
	if (function < object->function_count)
		wanted[function] = true;
}

/* s_add_u32, or s_add_co_u32, of a constant. */
static bool adds_constant(const ch_gcn_code *code, const ch_gcn_insn *insn)
{
	const char *name = code->names[insn->name].name;
	return (strcmp(name, "s_add_u32") == 0 || strcmp(name, "s_add_co_u32") == 0) && insn->operand_count == 3 &&
	       (insn->operands[2].kind == CH_GCN_LITERAL || insn->operands[2].kind == CH_GCN_INLINE);
}

/* s_getpc_b64, maybe an extension of its high half, then the addition of the distance: no other way is written. */
void ch_gcn_calls_mark(const ch_gcn_object *object, const ch_gcn_code *code, uint32_t first, bool *wanted)
{
	for (uint32_t i = first; i < code->count; i++) {
		if (strcmp(code->names[code->insns[i].name].name, "s_getpc_b64") != 0)
			continue;
		const uint64_t behind = code->insns[i].address + code->insns[i].size;
		for (uint32_t k = i + 1; k < code->count && k <= i + 3; k++)
			if (adds_constant(code, &code->insns[k]))
				mark(object, behind + (uint64_t)(int64_t)(int32_t)code->insns[k].operands[2].bits32,
				     wanted);
	}
}

void ch_gcn_calls_mark_pointers(const ch_gcn_object *object, bool *wanted)
{
	for (uint32_t i = 0; i < object->base_word_count; i++)
		mark(object, ch_gcn_load64(object->image + object->base_words[i]), wanted);
}
