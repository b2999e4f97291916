/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamic relocations. Device code reaches its own constants relative to the program counter, so few remain: tables of
 * addresses, and a global offset table for symbols that could be replaced. */
#include "gcn/parts.h"

#include <stdlib.h>

enum { R_ABS64 = 3, R_RELATIVE64 = 13 }; /* LLVM "User Guide for AMDGPU Backend", "Relocation Records" */

typedef struct ch_rela_table {
	const ch_gcn_elf *elf;
	Elf64_Shdr rela, symbols;
	uint32_t index; /* of the section, for messages */
} ch_rela_table;

/* The value that a relocation writes, without the load base. */
static ch_status value_of(const ch_rela_table *t, const Elf64_Rela *r, uint64_t at, uint64_t *value,
			  ch_gcn_error *error)
{
	uint32_t type = (uint32_t)ELF64_R_TYPE(r->r_info);
	uint64_t symbol = ELF64_R_SYM(r->r_info);
	if (type == R_RELATIVE64) {
		*value = (uint64_t)r->r_addend;
		return CH_OK;
	}
	if (type != R_ABS64)
		return ch_gcn_fail(
			error, CH_UNSUPPORTED,
			"elf: offset 0x%llx: expected relocation R_AMDGPU_ABS64 or R_AMDGPU_RELATIVE64, found type %u",
			(unsigned long long)at, type);
	if (symbol >= t->symbols.sh_size / sizeof(Elf64_Sym))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: offset 0x%llx: expected a symbol index below %llu, found %llu",
				   (unsigned long long)at, (unsigned long long)(t->symbols.sh_size / sizeof(Elf64_Sym)),
				   (unsigned long long)symbol);
	Elf64_Sym s;
	memcpy(&s, t->elf->data + t->symbols.sh_offset + symbol * sizeof s, sizeof s);
	if (s.st_shndx == SHN_UNDEF && ELF64_ST_BIND(s.st_info) != STB_WEAK && symbol != 0)
		return ch_gcn_fail(error, CH_UNSUPPORTED,
				   "elf: offset 0x%llx: expected a defined symbol, found undefined symbol %llu",
				   (unsigned long long)at, (unsigned long long)symbol);
	*value = s.st_value + (uint64_t)r->r_addend;
	return CH_OK;
}

static ch_status table_apply(const ch_rela_table *t, ch_gcn_object *object, ch_gcn_error *error)
{
	size_t count = (size_t)(t->rela.sh_size / sizeof(Elf64_Rela));
	if (t->rela.sh_entsize != sizeof(Elf64_Rela))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "elf: section %u: expected relocations of %zu bytes, found %llu", t->index,
				   sizeof(Elf64_Rela), (unsigned long long)t->rela.sh_entsize);
	if (count == 0)
		return CH_OK;
	if (count > UINT32_MAX / 2 - object->base_word_count)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "elf: section %u: expected fewer than 2^31 relocations",
				   t->index);
	uint64_t *grown = realloc(object->base_words, (object->base_word_count + count) * sizeof *grown);
	if (!grown)
		return ch_gcn_fail(error, CH_OUT_OF_MEMORY, "elf: no memory for %zu relocations", count);
	object->base_words = grown;
	for (size_t i = 0; i < count; i++) {
		uint64_t at = t->rela.sh_offset + i * sizeof(Elf64_Rela), value = 0;
		Elf64_Rela r;
		memcpy(&r, t->elf->data + at, sizeof r);
		if (ELF64_R_TYPE(r.r_info) == 0)
			continue;
		if (!ch_gcn_image_holds(object, r.r_offset, 8, false))
			return ch_gcn_fail(error, CH_BAD_ARGUMENT,
					   "elf: offset 0x%llx: expected 8 bytes of a loaded segment at 0x%llx",
					   (unsigned long long)at, (unsigned long long)r.r_offset);
		ch_status status = value_of(t, &r, at, &value, error);
		if (status)
			return status;
		memcpy(object->image + r.r_offset, &value, sizeof value);
		object->base_words[object->base_word_count++] = r.r_offset;
	}
	return CH_OK;
}

static int by_address(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return x < y ? -1 : x > y;
}

ch_status ch_gcn_image_relocate(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error)
{
	for (uint32_t i = 1; i < elf->section_count; i++) {
		ch_rela_table t = {.elf = elf, .index = i};
		ch_status status = ch_gcn_elf_section(elf, i, &t.rela, error);
		if (!status && (t.rela.sh_type == SHT_REL) && (t.rela.sh_flags & SHF_ALLOC))
			status = ch_gcn_fail(error, CH_UNSUPPORTED, "elf: section %u: expected relocations with addend",
					     i);
		if (status)
			return status;
		if (t.rela.sh_type != SHT_RELA || !(t.rela.sh_flags & SHF_ALLOC))
			continue;
		/* a link of 0 is a table that needs no symbols: section 0 has none */
		status = ch_gcn_elf_section(elf, t.rela.sh_link, &t.symbols, error);
		if (!status && t.symbols.sh_type != SHT_DYNSYM && t.symbols.sh_type != SHT_NULL)
			status = ch_gcn_fail(error, CH_BAD_ARGUMENT,
					     "elf: section %u: expected its symbols in a .dynsym", i);
		if (t.symbols.sh_type == SHT_NULL)
			t.symbols.sh_size = 0;
		if (!status)
			status = table_apply(&t, object, error);
		if (status)
			return status;
	}
	if (object->base_word_count)
		qsort(object->base_words, object->base_word_count, sizeof *object->base_words, by_address);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < object->base_word_count; i++)
		if (!kept || object->base_words[i] != object->base_words[kept - 1])
			object->base_words[kept++] = object->base_words[i];
	object->base_word_count = kept;
	return CH_OK;
}
