/* SPDX-License-Identifier: Apache-2.0
 *
 * Fat binaries: clang's "Clang Offload Bundler", "Bundled Binary File Layout". */
#include "gcn/parts.h"

#include <stdlib.h>

static const char bundle_magic[] = "__CLANG_OFFLOAD_BUNDLE__"; /* 24 characters, no NUL in the file */
static const char packed_magic[] = "CCOB";

enum { MAGIC = 24, BUNDLE_HEADER = 32, ENTRY_HEADER = 24 };

/* A run of bundles: the file, a section of it, or what a compressed bundle held. */
typedef struct ch_run {
	const uint8_t *data;
	size_t size;
	uint64_t offset; /* of data in the file; for unpacked data of the compressed bundle */
	bool unpacked;
} ch_run;

static bool starts_with(const ch_run *run, size_t at, const char *magic)
{
	size_t length = strlen(magic);
	return ch_gcn_within(at, length, run->size) && memcmp(run->data + at, magic, length) == 0;
}

static ch_status entry_add(ch_gcn_file *file, const ch_gcn_entry *entry, ch_gcn_error *error)
{
	if (file->count == CH_GCN_MAX_TARGETS)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "bundle: offset 0x%llx: expected at most %d code objects",
				   (unsigned long long)entry->file_offset, CH_GCN_MAX_TARGETS);
	ch_gcn_entry *grown = realloc(file->entries, (file->count + 1) * sizeof *grown);
	if (!grown)
		return ch_gcn_fail(error, CH_OUT_OF_MEMORY, "bundle: no memory for %u code objects", file->count + 1);
	file->entries = grown;
	file->entries[file->count++] = *entry;
	return CH_OK;
}

static ch_status block_add(ch_gcn_file *file, uint8_t *block, size_t size, ch_gcn_error *error)
{
	file->bytes += size;
	if (file->bytes > CH_GCN_MAX_TOTAL) {
		free(block);
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "bundle: expected at most 0x%llx bytes of code objects",
				   (unsigned long long)CH_GCN_MAX_TOTAL);
	}
	uint8_t **grown = realloc(file->blocks, (file->block_count + 1) * sizeof *grown);
	if (!grown) {
		free(block);
		return ch_gcn_fail(error, CH_OUT_OF_MEMORY, "bundle: no memory");
	}
	file->blocks = grown;
	file->blocks[file->block_count++] = block;
	return CH_OK;
}

/* Copies bytes of the caller into a block of the file's own. */
static ch_status bytes_keep(ch_gcn_file *file, const uint8_t *data, size_t size, const uint8_t **kept,
			    ch_gcn_error *error)
{
	uint8_t *copy = malloc(size ? size : 1);
	if (!copy)
		return ch_gcn_fail(error, CH_OUT_OF_MEMORY, "bundle: no memory for %zu bytes", size);
	memcpy(copy, data, size);
	*kept = copy;
	return block_add(file, copy, size, error);
}

static ch_status bundle_entry_read(ch_gcn_file *file, const ch_run *run, size_t start, size_t at, size_t *end,
				   size_t *next, ch_gcn_error *error)
{
	unsigned long long where = run->offset + (run->unpacked ? 0 : at);
	size_t limit = run->size - start;
	if (!ch_gcn_within(at, ENTRY_HEADER, run->size))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "bundle: offset 0x%llx: expected an entry of 24 bytes, found the end", where);
	uint64_t offset = ch_gcn_load64(run->data + at), size = ch_gcn_load64(run->data + at + 8);
	uint64_t length = ch_gcn_load64(run->data + at + 16);
	if (!ch_gcn_within(at + ENTRY_HEADER, length, run->size))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "bundle: offset 0x%llx: expected a target name in the file, found 0x%llx bytes",
				   where, (unsigned long long)length);
	if (!ch_gcn_within(offset, size, limit))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "bundle: offset 0x%llx: expected code inside 0x%zx bytes, found 0x%llx + 0x%llx",
				   where, limit, (unsigned long long)offset, (unsigned long long)size);
	*next = at + ENTRY_HEADER + (size_t)length;
	if (offset + size > *end - start)
		*end = start + (size_t)(offset + size);

	ch_gcn_entry entry = {.file_offset = run->offset + (run->unpacked ? 0 : start + offset),
			      .compressed = run->unpacked,
			      .data = run->data + start + offset,
			      .size = (size_t)size};
	bool named = length < sizeof entry.triple;
	if (named)
		memcpy(entry.triple, run->data + at + ENTRY_HEADER, (size_t)length);
	if (!named || size < SELFMAG || memcmp(entry.data, ELFMAG, SELFMAG) != 0 ||
	    !ch_gcn_target_parse(entry.triple, &entry.target)) {
		file->skipped++;
		return CH_OK;
	}
	ch_status status = CH_OK;
	if (!run->unpacked) /* unpacked data is the file's own already */
		status = bytes_keep(file, entry.data, entry.size, &entry.data, error);
	return status ? status : entry_add(file, &entry, error);
}

static ch_status bundle_read(ch_gcn_file *file, const ch_run *run, size_t start, size_t *end, ch_gcn_error *error)
{
	unsigned long long where = run->offset + (run->unpacked ? 0 : start);
	if (!ch_gcn_within(start, BUNDLE_HEADER, run->size))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "bundle: offset 0x%llx: expected a header of 32 bytes, found %zu", where,
				   run->size - start);
	uint64_t count = ch_gcn_load64(run->data + start + MAGIC);
	if (count > CH_GCN_MAX_TARGETS)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "bundle: offset 0x%llx: expected at most %d entries, found 0x%llx", where,
				   CH_GCN_MAX_TARGETS, (unsigned long long)count);
	size_t at = start + BUNDLE_HEADER;
	ch_status status = CH_OK;
	*end = at;
	for (uint64_t i = 0; !status && i < count; i++)
		status = bundle_entry_read(file, run, start, at, end, &at, error);
	if (!status && at > *end)
		*end = at;
	return status;
}

static ch_status packed_read(ch_gcn_file *file, const ch_run *run, size_t start, size_t *end, ch_gcn_error *error)
{
	uint8_t *unpacked = NULL;
	size_t size = 0, used = 0, inner_end = 0;
	ch_status status = ch_gcn_unpack(run->data + start, run->size - start, run->offset + start, &unpacked, &size,
					 &used, error);
	if (!status)
		status = block_add(file, unpacked, size, error);
	if (status)
		return status;
	ch_run inner = {unpacked, size, run->offset + start, true};
	if (!starts_with(&inner, 0, bundle_magic))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "bundle: offset 0x%llx: expected a bundle inside the compressed one",
				   (unsigned long long)inner.offset);
	*end = start + used;
	return bundle_read(file, &inner, 0, &inner_end, error);
}

/* Bundles one after another, with zeros between them: what a linker makes of several translation units. */
static ch_status run_read(ch_gcn_file *file, const ch_run *run, ch_gcn_error *error)
{
	ch_status status = CH_OK;
	size_t at = 0, bundles = 0;
	while (!status) {
		while (at < run->size && run->data[at] == 0)
			at++;
		if (at == run->size)
			return CH_OK;
		if (++bundles > CH_GCN_MAX_TARGETS)
			return ch_gcn_fail(error, CH_BAD_ARGUMENT, "bundle: offset 0x%llx: expected at most %d bundles",
					   (unsigned long long)(run->offset + at), CH_GCN_MAX_TARGETS);
		if (starts_with(run, at, bundle_magic))
			status = bundle_read(file, run, at, &at, error);
		else if (starts_with(run, at, packed_magic))
			status = packed_read(file, run, at, &at, error);
		else
			status = ch_gcn_fail(error, CH_BAD_ARGUMENT,
					     "bundle: offset 0x%llx: expected a bundle's magic, found %02x",
					     (unsigned long long)(run->offset + at), run->data[at]);
	}
	return status;
}

static ch_status elf_read(ch_gcn_file *file, const uint8_t *data, size_t size, ch_gcn_error *error)
{
	ch_gcn_elf elf;
	ch_status status = ch_gcn_elf_open(data, size, &elf, error);
	if (status)
		return status;
	if (elf.header.e_machine == CH_GCN_EM_AMDGPU) {
		ch_gcn_entry entry = {.size = size};
		if (!ch_gcn_target_from_flags(elf.header.e_flags, elf.header.e_ident[EI_ABIVERSION], &entry.target))
			return ch_gcn_fail(error, CH_UNSUPPORTED,
					   "elf: offset 0x30: expected the machine flags of a known GPU, found 0x%x",
					   elf.header.e_flags);
		status = bytes_keep(file, data, size, &entry.data, error);
		return status ? status : entry_add(file, &entry, error);
	}
	Elf64_Shdr section;
	bool found;
	status = ch_gcn_elf_find(&elf, ".hip_fatbin", &section, &found, error);
	if (status)
		return status;
	if (!found || section.sh_type == SHT_NOBITS)
		return ch_gcn_fail(error, CH_UNSUPPORTED, "elf: machine %u: expected a .hip_fatbin section, found none",
				   elf.header.e_machine);
	ch_run run = {data + section.sh_offset, (size_t)section.sh_size, section.sh_offset, false};
	return run_read(file, &run, error);
}

ch_status ch_gcn_file_open(const void *data, size_t size, ch_gcn_file *file, ch_gcn_error *error)
{
	ch_run run = {data, size, 0, false};
	*file = (ch_gcn_file){.entries = NULL};
	ch_status status;
	if (starts_with(&run, 0, ELFMAG))
		status = elf_read(file, data, size, error);
	else if (starts_with(&run, 0, bundle_magic) || starts_with(&run, 0, packed_magic))
		status = run_read(file, &run, error);
	else
		status = ch_gcn_fail(error, CH_BAD_ARGUMENT,
				     "offset 0x0: expected an ELF file, an offload bundle or a compressed bundle");
	if (!status && file->count == 0)
		status = ch_gcn_fail(error, CH_UNSUPPORTED, "expected AMD code objects, found %u other entries",
				     file->skipped);
	if (status)
		ch_gcn_file_close(file);
	return status;
}

void ch_gcn_file_close(ch_gcn_file *file)
{
	for (uint32_t i = 0; i < file->block_count; i++)
		free(file->blocks[i]);
	free(file->blocks);
	free(file->entries);
	*file = (ch_gcn_file){.entries = NULL};
}

static const ch_gcn_entry *find_from(const ch_gcn_file *file, uint32_t first, const char *target)
{
	ch_gcn_target device;
	if (!ch_gcn_target_parse(target, &device))
		return NULL;
	for (uint32_t i = first; i < file->count; i++)
		if (ch_gcn_target_fits(&file->entries[i].target, &device))
			return &file->entries[i];
	return NULL;
}

const ch_gcn_entry *ch_gcn_file_find(const ch_gcn_file *file, const char *target)
{
	return find_from(file, 0, target);
}

const ch_gcn_entry *ch_gcn_file_next(const ch_gcn_file *file, const ch_gcn_entry *entry, const char *target)
{
	return find_from(file, (uint32_t)(entry - file->entries) + 1, target);
}
