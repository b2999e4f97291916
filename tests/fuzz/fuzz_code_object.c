/* SPDX-License-Identifier: Apache-2.0
 *
 * Bundles, ELF, notes, descriptors, functions that kernels call: whatever the bytes are, an error, or an object whose every range lies
 * within its image and code in which each instruction is found by its address. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "gcn/decode.h"

static void inside(bool holds)
{
	if (!holds)
		abort();
}

static void object_check(const ch_gcn_object *object)
{
	for (uint32_t i = 0; i < object->kernel_count; i++) {
		const ch_gcn_kernel *k = &object->kernels[i];
		inside(k->text_size && k->text_address <= object->image_size &&
		       k->text_size <= object->image_size - k->text_address);
		inside(k->descriptor_address <= object->image_size - 64);
		inside(k->name && k->symbol && strlen(k->name) < CH_GCN_MAX_NAME);
		for (uint32_t a = 0; a < k->arg_count; a++)
			inside((uint64_t)k->args[a].offset + k->args[a].size <= k->kernarg_bytes);
	}
	for (uint32_t i = 0; i < object->base_word_count; i++)
		inside(object->base_words[i] <= object->image_size - 8);
}

static void calls_check(const ch_gcn_object *object, const ch_gcn_kernel *kernel)
{
	ch_gcn_code code;
	ch_gcn_error error;
	if (ch_gcn_decode_with_calls(object, kernel, &code, &error))
		return;
	inside(code.own_count && code.own_count <= code.count);
	for (uint32_t i = 0; i < code.count; i++)
		inside(code.insns[i].size == 0 || ch_gcn_code_find(&code, code.insns[i].address) == i);
	ch_gcn_code_close(&code);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ch_gcn_file file;
	ch_gcn_error error;
	if (ch_gcn_file_open(data, size, &file, &error)) {
		inside(strlen(error.text) > 0 && file.count == 0 && !file.entries);
		return 0;
	}
	inside(file.count > 0);
	for (uint32_t i = 0; i < file.count && i < 16; i++) {
		ch_gcn_object object;
		if (ch_gcn_object_open(file.entries[i].data, file.entries[i].size, &object, &error))
			continue;
		object_check(&object);
		for (uint32_t k = 0; k < object.kernel_count && k < 2; k++)
			calls_check(&object, &object.kernels[k]);
		ch_gcn_object_close(&object);
	}
	ch_gcn_file_close(&file);
	return 0;
}
