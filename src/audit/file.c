/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/file.h"
#include "gcn/elf.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool wanted(const ch_audit_wish *wish, const ch_gcn_target *target)
{
	for (size_t i = 0; i < wish->arch_count; i++) {
		ch_gcn_target device;
		if (ch_gcn_target_parse(wish->archs[i], &device) && ch_gcn_target_fits(target, &device))
			return true;
	}
	return wish->arch_count == 0;
}

static int by_address(const void *a, const void *b)
{
	const ch_audit_symbol *x = a, *y = b;
	return x->address < y->address ? -1 : x->address > y->address;
}

static bool has_extent(const Elf64_Sym *symbol)
{
	const unsigned type = ELF64_ST_TYPE(symbol->st_info);
	return symbol->st_shndx != SHN_UNDEF && symbol->st_size && (type == STT_FUNC || type == STT_OBJECT);
}

/* Where things begin and end: what a comparison of the data behind an address needs. */
static ch_status symbols_read(const ch_gcn_entry *from, ch_audit_entry *entry, ch_gcn_error *error)
{
	ch_gcn_elf elf;
	ch_gcn_symbol *list = NULL;
	size_t count = 0;
	ch_status status = ch_gcn_elf_open(from->data, from->size, &elf, error);
	for (uint32_t i = 1; !status && i < elf.section_count; i++) {
		Elf64_Shdr section;
		status = ch_gcn_elf_section(&elf, i, &section, error);
		if (!status && (section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM))
			status = ch_gcn_elf_symbols(&elf, &section, &list, &count, error);
	}
	entry->symbols = status ? NULL : calloc(count + 1, sizeof *entry->symbols);
	for (size_t i = 0; entry->symbols && i < count; i++)
		if (has_extent(&list[i].symbol))
			entry->symbols[entry->symbol_count++] =
				(ch_audit_symbol){list[i].symbol.st_value, list[i].symbol.st_size};
	if (entry->symbols)
		qsort(entry->symbols, entry->symbol_count, sizeof *entry->symbols, by_address);
	free(list);
	if (!status && !entry->symbols)
		snprintf(error->text, sizeof error->text, "audit: no memory for symbols");
	if (!status && !entry->symbols)
		return CH_OUT_OF_MEMORY;
	return status;
}

static ch_status entry_read(const ch_gcn_entry *from, const ch_audit_wish *wish, ch_audit_file *file,
			    ch_gcn_error *error)
{
	ch_audit_entry *entry = &file->entries[file->count++];
	ch_gcn_error inner = {""};
	ch_gcn_target_format(&from->target, entry->target, sizeof entry->target);
	ch_status status = ch_gcn_object_open(from->data, from->size, &entry->object, &inner);
	if (!status)
		status = ch_audit_object_read(&entry->object, &wish->choice, &entry->audit, &inner);
	if (!status && wish->keep_objects)
		status = symbols_read(from, entry, &inner);
	if (status) {
		const size_t length = strlen(file->path);
		snprintf(error->text, sizeof error->text, "%s: %s at 0x%" PRIx64 ": %.130s",
			 length > 60 ? file->path + length - 60 : file->path, entry->target, from->file_offset,
			 inner.text);
		return status;
	}
	if (wish->seen)
		wish->seen(wish->context, file, entry);
	if (!wish->keep_objects)
		ch_gcn_object_close(&entry->object);
	return CH_OK;
}

static ch_status entries_read(const ch_gcn_file *from, const ch_audit_wish *wish, ch_audit_file *file,
			      ch_gcn_error *error)
{
	ch_status status = CH_OK;
	file->entries = calloc((size_t)from->count + 1, sizeof *file->entries);
	if (!file->entries) {
		snprintf(error->text, sizeof error->text, "audit: no memory for %u code objects", from->count);
		return CH_OUT_OF_MEMORY;
	}
	for (uint32_t i = 0; !status && i < from->count; i++)
		if (wanted(wish, &from->entries[i].target))
			status = entry_read(&from->entries[i], wish, file, error);
	if (!status && !file->count) {
		snprintf(error->text, sizeof error->text, "%.180s: no code object for the wanted targets", file->path);
		return CH_UNSUPPORTED;
	}
	return status;
}

ch_status ch_audit_file_open(const char *path, const ch_audit_wish *wish, ch_audit_file *file, ch_gcn_error *error)
{
	ch_gcn_file from;
	*file = (ch_audit_file){.keeps_objects = wish->keep_objects};
	ch_status status = ch_gcn_file_load(path, &from, error);
	if (status)
		return status;
	file->path = strdup(path);
	if (!file->path) {
		ch_gcn_file_close(&from);
		snprintf(error->text, sizeof error->text, "audit: no memory for a path");
		return CH_OUT_OF_MEMORY;
	}
	status = entries_read(&from, wish, file, error);
	ch_gcn_file_close(&from);
	if (status)
		ch_audit_file_close(file);
	return status;
}

void ch_audit_file_close(ch_audit_file *file)
{
	for (uint32_t i = 0; file->entries && i < file->count; i++) {
		free(file->entries[i].symbols);
		ch_audit_object_close(&file->entries[i].audit);
		ch_gcn_object_close(&file->entries[i].object);
	}
	free(file->entries);
	free(file->path);
	*file = (ch_audit_file){.count = 0};
}
