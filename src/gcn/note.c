/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the metadata among an ELF's notes. */
#include "gcn/parts.h"

enum { NT_AMDGPU_METADATA = 32, NOTE_HEADER = 12 };

/* Notes are padded to 4 bytes. */
static uint64_t padded(uint32_t size)
{
	return ((uint64_t)size + 3) & ~(uint64_t)3;
}

static ch_status notes_walk(const ch_gcn_elf *elf, uint64_t at, uint64_t size, ch_gcn_object *object, bool *found,
			    ch_gcn_error *error)
{
	uint64_t end = at + size;
	while (end - at >= NOTE_HEADER) {
		const uint8_t *note = elf->data + at;
		uint32_t name_size = ch_gcn_load32(note), body_size = ch_gcn_load32(note + 4),
			 type = ch_gcn_load32(note + 8);
		uint64_t body = NOTE_HEADER + padded(name_size);
		if (!ch_gcn_within(body, body_size, end - at))
			return ch_gcn_fail(error, CH_BAD_ARGUMENT,
					   "elf: offset 0x%llx: expected a note inside 0x%llx bytes, found a name of "
					   "%u and a body of %u",
					   (unsigned long long)at, (unsigned long long)(end - at), name_size,
					   body_size);
		if (type == NT_AMDGPU_METADATA && name_size == 7 && memcmp(note + NOTE_HEADER, "AMDGPU", 7) == 0) {
			if (*found)
				return ch_gcn_fail(error, CH_BAD_ARGUMENT,
						   "elf: offset 0x%llx: expected one metadata note, found a second",
						   (unsigned long long)at);
			*found = true;
			ch_status status = ch_gcn_metadata_parse(note + body, body_size, at + body, object, error);
			if (status)
				return status;
		}
		uint64_t step = body + padded(body_size);
		at += step < end - at ? step : end - at;
	}
	return CH_OK;
}

ch_status ch_gcn_metadata_read(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error)
{
	bool found = false;
	for (uint32_t i = 0; i < elf->header.e_phnum; i++) {
		Elf64_Phdr p;
		ch_status status = ch_gcn_elf_segment(elf, i, &p, error);
		if (!status && p.p_type == PT_NOTE)
			status = notes_walk(elf, p.p_offset, p.p_filesz, object, &found, error);
		if (status)
			return status;
	}
	return CH_OK;
}
