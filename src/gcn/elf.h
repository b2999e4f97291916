/* SPDX-License-Identifier: Apache-2.0
 *
 * 64-bit little-endian ELF, as much as a code object and a host binary need. Every header, string and content range that
 * these return has been checked against the size. Internal to src/gcn. */
#ifndef CHECKHIP_GCN_ELF_H
#define CHECKHIP_GCN_ELF_H

#include "gcn/bytes.h"

#include <elf.h>

#define CH_GCN_EM_AMDGPU 224u
#define CH_GCN_OSABI_HSA 64u /* ELFOSABI_AMDGPU_HSA */

typedef struct ch_gcn_elf {
	const uint8_t *data;
	uint64_t size;
	Elf64_Ehdr header;
	uint32_t section_count; /* extended numbering resolved */
	uint32_t names_index;	/* of the section that holds section names; 0: none */
} ch_gcn_elf;

/* Checks identification, class and both header tables. */
ch_status ch_gcn_elf_open(const void *data, size_t size, ch_gcn_elf *elf, ch_gcn_error *error);

/* One section header; unless SHT_NOBITS its bytes lie in the file. */
ch_status ch_gcn_elf_section(const ch_gcn_elf *elf, uint32_t index, Elf64_Shdr *section, ch_gcn_error *error);

/* One program header; its file bytes lie in the file and address + memory size does not wrap. */
ch_status ch_gcn_elf_segment(const ch_gcn_elf *elf, uint32_t index, Elf64_Phdr *segment, ch_gcn_error *error);

/* A string of a string table: NULL if the offset is outside or no NUL follows in it. */
const char *ch_gcn_elf_string(const ch_gcn_elf *elf, const Elf64_Shdr *table, uint64_t offset);

/* The section of that name. *found says whether there is one. */
ch_status ch_gcn_elf_find(const ch_gcn_elf *elf, const char *name, Elf64_Shdr *section, bool *found,
			  ch_gcn_error *error);

/* What a walk over symbols hands out; the name points into the file. */
typedef struct ch_gcn_symbol {
	const char *name;
	Elf64_Sym symbol;
	bool dynamic;
} ch_gcn_symbol;

/* All named symbols of the table that a section header describes, appended to *symbols (owned by the caller, free()). */
ch_status ch_gcn_elf_symbols(const ch_gcn_elf *elf, const Elf64_Shdr *table, ch_gcn_symbol **symbols, size_t *count,
			     ch_gcn_error *error);

#endif
