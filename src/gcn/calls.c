/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/calls.h"

#include <stdlib.h>
#include <string.h>

#include "gcn/bytes.h"

int ch_gcn_calls_compare(const void *address, const void *function)
{
	const uint64_t wanted = *(const uint64_t *)address;
	const ch_gcn_function *text = function;
	return wanted < text->address ? -1 : wanted - text->address >= text->size;
}

static void mark(const ch_gcn_object *object, uint64_t address, bool *wanted)
{
	const ch_gcn_function *function = bsearch(&address, object->functions, object->function_count,
						  sizeof *object->functions, ch_gcn_calls_compare);
	if (function)
		wanted[function - object->functions] = true;
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
