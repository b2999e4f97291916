/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/elf.h"

#include <stdlib.h>

static ch_status header_check(const ch_gcn_elf *elf, ch_gcn_error *error)
{
	const Elf64_Ehdr *h = &elf->header;
	if (memcmp(h->e_ident, ELFMAG, SELFMAG) != 0)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "elf: offset 0x0: expected the ELF magic");
	if (h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_ident[EI_DATA] != ELFDATA2LSB)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: offset 0x4: expected 64-bit little-endian, found class %u data %u",
				   h->e_ident[EI_CLASS], h->e_ident[EI_DATA]);
	if (h->e_phnum && h->e_phentsize != sizeof(Elf64_Phdr))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: offset 0x36: expected program headers of %zu bytes, found %u",
				   sizeof(Elf64_Phdr), h->e_phentsize);
	if (!ch_gcn_within(h->e_phoff, (uint64_t)h->e_phnum * sizeof(Elf64_Phdr), elf->size))
		return ch_gcn_fail(
			error, CH_BAD_ARGUMENT,
			"elf: offset 0x20: expected %u program headers inside %llu bytes, found them at 0x%llx",
			h->e_phnum, (unsigned long long)elf->size, (unsigned long long)h->e_phoff);
	return CH_OK;
}

/* e_shnum and e_shstrndx are 16 bits; larger values stand in section 0. */
static ch_status sections_check(ch_gcn_elf *elf, ch_gcn_error *error)
{
	const Elf64_Ehdr *h = &elf->header;
	if (h->e_shoff == 0)
		return CH_OK;
	if (h->e_shentsize != sizeof(Elf64_Shdr))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: offset 0x3a: expected section headers of %zu bytes, found %u",
				   sizeof(Elf64_Shdr), h->e_shentsize);
	if (!ch_gcn_within(h->e_shoff, sizeof(Elf64_Shdr), elf->size))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: offset 0x28: expected section headers inside %llu bytes, found 0x%llx",
				   (unsigned long long)elf->size, (unsigned long long)h->e_shoff);
	Elf64_Shdr first;
	memcpy(&first, elf->data + h->e_shoff, sizeof first);
	uint64_t count = h->e_shnum ? h->e_shnum : first.sh_size;
	if (count > (elf->size - h->e_shoff) / sizeof(Elf64_Shdr))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: offset 0x3c: expected %llu section headers inside %llu bytes",
				   (unsigned long long)count, (unsigned long long)elf->size);
	if (count > UINT32_MAX)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: offset 0x3c: expected fewer than 2^32 section headers");
	elf->section_count = (uint32_t)count;
	elf->names_index = h->e_shstrndx == SHN_XINDEX ? first.sh_link : h->e_shstrndx;
	if (elf->names_index && elf->names_index >= elf->section_count)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: offset 0x3e: expected a section index below %u, found %u", elf->section_count,
				   elf->names_index);
	return CH_OK;
}

ch_status ch_gcn_elf_open(const void *data, size_t size, ch_gcn_elf *elf, ch_gcn_error *error)
{
	*elf = (ch_gcn_elf){.data = data, .size = size};
	if (size < sizeof elf->header)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: offset 0x0: expected an ELF header of %zu bytes, found %zu",
				   sizeof elf->header, size);
	memcpy(&elf->header, data, sizeof elf->header);
	ch_status status = header_check(elf, error);
	return status ? status : sections_check(elf, error);
}

ch_status ch_gcn_elf_section(const ch_gcn_elf *elf, uint32_t index, Elf64_Shdr *section, ch_gcn_error *error)
{
	uint64_t at = elf->header.e_shoff + (uint64_t)index * sizeof *section;
	if (index >= elf->section_count)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "elf: expected a section index below %u, found %u",
				   elf->section_count, index);
	memcpy(section, elf->data + at, sizeof *section);
	if (section->sh_type != SHT_NOBITS && section->sh_type != SHT_NULL &&
	    !ch_gcn_within(section->sh_offset, section->sh_size, elf->size))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: offset 0x%llx: expected section %u inside %llu bytes, found 0x%llx + 0x%llx",
				   (unsigned long long)at, index, (unsigned long long)elf->size,
				   (unsigned long long)section->sh_offset, (unsigned long long)section->sh_size);
	return CH_OK;
}

ch_status ch_gcn_elf_segment(const ch_gcn_elf *elf, uint32_t index, Elf64_Phdr *segment, ch_gcn_error *error)
{
	uint64_t at = elf->header.e_phoff + (uint64_t)index * sizeof *segment;
	if (index >= elf->header.e_phnum)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "elf: expected a segment index below %u, found %u",
				   elf->header.e_phnum, index);
	memcpy(segment, elf->data + at, sizeof *segment);
	if (!ch_gcn_within(segment->p_offset, segment->p_filesz, elf->size))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: offset 0x%llx: expected segment %u inside %llu bytes, found 0x%llx + 0x%llx",
				   (unsigned long long)at, index, (unsigned long long)elf->size,
				   (unsigned long long)segment->p_offset, (unsigned long long)segment->p_filesz);
	if (segment->p_vaddr > UINT64_MAX - segment->p_memsz)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: offset 0x%llx: expected segment %u below 2^64, found address 0x%llx + 0x%llx",
				   (unsigned long long)at, index, (unsigned long long)segment->p_vaddr,
				   (unsigned long long)segment->p_memsz);
	return CH_OK;
}

const char *ch_gcn_elf_string(const ch_gcn_elf *elf, const Elf64_Shdr *table, uint64_t offset)
{
	if (table->sh_type != SHT_STRTAB || offset >= table->sh_size)
		return NULL;
	const char *text = (const char *)elf->data + table->sh_offset + offset;
	return memchr(text, 0, (size_t)(table->sh_size - offset)) ? text : NULL;
}

ch_status ch_gcn_elf_find(const ch_gcn_elf *elf, const char *name, Elf64_Shdr *section, bool *found,
			  ch_gcn_error *error)
{
	*found = false;
	if (!elf->section_count || !elf->names_index)
		return CH_OK;
	Elf64_Shdr names;
	ch_status status = ch_gcn_elf_section(elf, elf->names_index, &names, error);
	for (uint32_t i = 1; !status && i < elf->section_count; i++) {
		status = ch_gcn_elf_section(elf, i, section, error);
		const char *text = status ? NULL : ch_gcn_elf_string(elf, &names, section->sh_name);
		if (text && strcmp(text, name) == 0) {
			*found = true;
			return CH_OK;
		}
	}
	return status;
}

ch_status ch_gcn_elf_symbols(const ch_gcn_elf *elf, const Elf64_Shdr *table, ch_gcn_symbol **symbols, size_t *count,
			     ch_gcn_error *error)
{
	Elf64_Shdr strings;
	ch_status status = ch_gcn_elf_section(elf, table->sh_link, &strings, error);
	if (status)
		return status;
	if (table->sh_entsize != sizeof(Elf64_Sym) || table->sh_size % sizeof(Elf64_Sym) != 0)
		return ch_gcn_fail(
			error, CH_BAD_ARGUMENT,
			"elf: offset 0x%llx: expected symbols of %zu bytes, found %llu bytes in entries of %llu",
			(unsigned long long)table->sh_offset, sizeof(Elf64_Sym), (unsigned long long)table->sh_size,
			(unsigned long long)table->sh_entsize);
	size_t more = (size_t)(table->sh_size / sizeof(Elf64_Sym));
	if (more == 0)
		return CH_OK;
	/* more is at most the file's size / 24, so neither product wraps */
	ch_gcn_symbol *grown = realloc(*symbols, (*count + more) * sizeof **symbols);
	if (!grown)
		return ch_gcn_fail(error, CH_OUT_OF_MEMORY, "elf: no memory for %zu symbols", *count + more);
	*symbols = grown;
	for (size_t i = 0; i < more; i++) {
		ch_gcn_symbol s = {.dynamic = table->sh_type == SHT_DYNSYM};
		uint64_t at = table->sh_offset + i * sizeof s.symbol;
		memcpy(&s.symbol, elf->data + at, sizeof s.symbol);
		if (s.symbol.st_name == 0)
			continue;
		s.name = ch_gcn_elf_string(elf, &strings, s.symbol.st_name);
		if (!s.name || strlen(s.name) >= CH_GCN_MAX_NAME)
			return ch_gcn_fail(error, CH_BAD_ARGUMENT,
					   "elf: offset 0x%llx: expected a symbol name of at most %d bytes in a table "
					   "of 0x%llx, found 0x%x",
					   (unsigned long long)at, CH_GCN_MAX_NAME - 1,
					   (unsigned long long)strings.sh_size, s.symbol.st_name);
		(*symbols)[(*count)++] = s;
	}
	return CH_OK;
}
