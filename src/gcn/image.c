/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/parts.h"

#include <stdlib.h>

static ch_status segment_add(ch_gcn_object *object, const Elf64_Phdr *p, uint32_t index, ch_gcn_error *error)
{
	if (p->p_filesz > p->p_memsz)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: segment %u: expected at most 0x%llx file bytes, found 0x%llx", index,
				   (unsigned long long)p->p_memsz, (unsigned long long)p->p_filesz);
	if (p->p_vaddr + p->p_memsz > CH_GCN_MAX_UNPACKED)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: segment %u: expected an image of at most 0x%llx bytes, found 0x%llx + 0x%llx",
				   index, (unsigned long long)CH_GCN_MAX_UNPACKED, (unsigned long long)p->p_vaddr,
				   (unsigned long long)p->p_memsz);
	for (uint32_t i = 0; i < object->segment_count; i++) {
		const ch_gcn_segment *s = &object->segments[i];
		if (p->p_vaddr < s->address + s->size && s->address < p->p_vaddr + p->p_memsz)
			return ch_gcn_fail(error, CH_BAD_ARGUMENT,
					   "elf: segment %u: expected an address range of its own, found 0x%llx + "
					   "0x%llx over 0x%llx",
					   index, (unsigned long long)p->p_vaddr, (unsigned long long)p->p_memsz,
					   (unsigned long long)s->address);
	}
	if (object->segment_count == CH_GCN_MAX_SEGMENTS)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "elf: segment %u: expected at most %d loaded segments",
				   index, CH_GCN_MAX_SEGMENTS);
	object->segments[object->segment_count++] = (ch_gcn_segment){
		.address = p->p_vaddr,
		.size = p->p_memsz,
		.readable = (p->p_flags & PF_R) != 0,
		.writable = (p->p_flags & PF_W) != 0,
		.executable = (p->p_flags & PF_X) != 0,
	};
	if (p->p_vaddr + p->p_memsz > object->image_size)
		object->image_size = p->p_vaddr + p->p_memsz;
	if (p->p_flags & PF_X)
		object->text_file_delta = (int64_t)(p->p_offset - p->p_vaddr);
	return CH_OK;
}

ch_status ch_gcn_image_load(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error)
{
	Elf64_Phdr p;
	ch_status status = CH_OK;
	for (uint32_t i = 0; !status && i < elf->header.e_phnum; i++) {
		status = ch_gcn_elf_segment(elf, i, &p, error);
		if (!status && p.p_type == PT_LOAD && (p.p_memsz || p.p_filesz))
			status = segment_add(object, &p, i, error);
	}
	if (status)
		return status;
	if (!object->segment_count)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "elf: expected a loaded segment, found none");
	object->image = calloc(1, (size_t)object->image_size);
	if (!object->image)
		return ch_gcn_fail(error, CH_OUT_OF_MEMORY, "elf: no memory for an image of %llu bytes",
				   (unsigned long long)object->image_size);
	for (uint32_t i = 0; i < elf->header.e_phnum; i++) {
		status = ch_gcn_elf_segment(elf, i, &p, error);
		if (status)
			return status;
		if (p.p_type == PT_LOAD && p.p_filesz)
			memcpy(object->image + p.p_vaddr, elf->data + p.p_offset, (size_t)p.p_filesz);
	}
	return CH_OK;
}

bool ch_gcn_image_holds(const ch_gcn_object *object, uint64_t address, uint64_t size, bool executable)
{
	for (uint32_t i = 0; i < object->segment_count; i++) {
		const ch_gcn_segment *s = &object->segments[i];
		if (address >= s->address && ch_gcn_within(address - s->address, size, s->size))
			return !executable || s->executable;
	}
	return false;
}
