/* SPDX-License-Identifier: Apache-2.0
 *
 * Bundles, ELF, notes, descriptors: whatever the bytes are, an error or an object whose every range lies within its image. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "gcn/object.h"

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
		ch_gcn_object_close(&object);
	}
	ch_gcn_file_close(&file);
	return 0;
}
