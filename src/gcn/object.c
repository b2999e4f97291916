/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/parts.h"

#include <stdlib.h>

#include "gcn/source.h"

static int by_kernel_name(const void *a, const void *b)
{
	const ch_gcn_kernel *x = a, *y = b;
	return strcmp(x->name, y->name);
}

static ch_status target_read(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error)
{
	const Elf64_Ehdr *h = &elf->header;
	if (h->e_machine != CH_GCN_EM_AMDGPU)
		return ch_gcn_fail(error, CH_UNSUPPORTED, "elf: offset 0x12: expected machine 224 (AMDGPU), found %u",
				   h->e_machine);
	if (h->e_ident[EI_OSABI] != CH_GCN_OSABI_HSA)
		return ch_gcn_fail(error, CH_UNSUPPORTED, "elf: offset 0x7: expected OS ABI 64 (AMD HSA), found %u",
				   h->e_ident[EI_OSABI]);
	if (h->e_type != ET_DYN)
		return ch_gcn_fail(error, CH_UNSUPPORTED,
				   "elf: offset 0x10: expected a linked code object (type 3), found type %u",
				   h->e_type);
	object->abi_version = h->e_ident[EI_ABIVERSION];
	if (object->abi_version < 1 || object->abi_version > 4)
		return ch_gcn_fail(error, CH_UNSUPPORTED,
				   "elf: offset 0x8: expected ABI version 1 to 4 (code object 3 to 6), found %u",
				   object->abi_version);
	if (!ch_gcn_target_from_flags(h->e_flags, object->abi_version, &object->target))
		return ch_gcn_fail(error, CH_UNSUPPORTED,
				   "elf: offset 0x30: expected the machine flags of a known GPU, found 0x%x",
				   h->e_flags);
	return CH_OK;
}

static ch_status object_read(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error)
{
	static ch_status (*const steps[])(const ch_gcn_elf *, ch_gcn_object *, ch_gcn_error *) = {
		target_read,	     ch_gcn_image_load,	   ch_gcn_image_relocate,
		ch_gcn_kernels_find, ch_gcn_metadata_read, ch_gcn_source_keep,
	};
	ch_status status = CH_OK;
	for (size_t i = 0; !status && i < sizeof steps / sizeof *steps; i++)
		status = steps[i](elf, object, error);
	return status;
}

ch_status ch_gcn_object_open(const void *data, size_t size, ch_gcn_object *object, ch_gcn_error *error)
{
	ch_gcn_elf elf;
	*object = (ch_gcn_object){.image = NULL};
	ch_status status = ch_gcn_elf_open(data, size, &elf, error);
	if (!status)
		status = object_read(&elf, object, error);
	if (status) {
		ch_gcn_object_close(object);
		return status;
	}
	if (object->kernel_count)
		qsort(object->kernels, object->kernel_count, sizeof *object->kernels, by_kernel_name);
	return CH_OK;
}

void ch_gcn_object_close(ch_gcn_object *object)
{
	ch_gcn_kernels_close(object);
	free(object->image);
	free(object->base_words);
	free(object->debug);
	*object = (ch_gcn_object){.image = NULL};
}

const ch_gcn_kernel *ch_gcn_object_find(const ch_gcn_object *object, const char *name)
{
	for (uint32_t i = 0; i < object->kernel_count; i++) {
		const ch_gcn_kernel *kernel = &object->kernels[i];
		if (strcmp(kernel->name, name) == 0 || strcmp(kernel->symbol, name) == 0)
			return kernel;
	}
	return NULL;
}
