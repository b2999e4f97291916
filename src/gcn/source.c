/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CH_GCN_LIBDW
#include <dwarf.h>
#include <elfutils/libdw.h>

enum { MOST_INLINED = 8 }; /* levels told of one place */

ch_status ch_gcn_source_keep(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error)
{
	Elf64_Shdr section;
	bool found;
	const ch_status status = ch_gcn_elf_find(elf, ".debug_line", &section, &found, error);
	if (status || !found)
		return status;
	object->debug = malloc(elf->size);
	if (!object->debug)
		return CH_OUT_OF_MEMORY;
	memcpy(object->debug, elf->data, elf->size);
	object->debug_size = elf->size;
	return CH_OK;
}

typedef struct ch_words {
	char *text;
	size_t size, used;
} ch_words;

/* Names come from the file: what is not printable is not printed. */
static void append(ch_words *words, const char *part)
{
	for (; *part && words->used + 1 < words->size; part++)
		words->text[words->used++] = *part >= ' ' && *part <= '~' ? *part : '?';
	words->text[words->used] = '\0';
}

static void append_place(ch_words *words, const char *before, const char *path, uint64_t line)
{
	char number[24];
	const char *slash = strrchr(path, '/');
	snprintf(number, sizeof(number), ":%llu", (unsigned long long)line);
	append(words, before);
	append(words, slash ? slash + 1 : path);
	append(words, number);
}

static void append_function(ch_words *words, Dwarf_Die *scope)
{
	const char *name = dwarf_diename(scope);
	if (!name)
		return;
	append(words, " in ");
	append(words, name);
}

static bool number_of(Dwarf_Die *die, unsigned which, Dwarf_Word *value)
{
	Dwarf_Attribute attribute;
	return dwarf_attr(die, which, &attribute) && dwarf_formudata(&attribute, value) == 0;
}

/* The functions around an address, from the innermost, each with where it was inlined. */
static void append_scopes(ch_words *words, Dwarf_Die *unit, uint64_t address)
{
	Dwarf_Files *files = NULL;
	size_t file_count = 0;
	Dwarf_Die *innermost = NULL, *scopes = NULL;
	/* What surrounds an inlined function's text is not what surrounds its code. */
	int count = dwarf_getscopes(unit, address, &innermost);
	if (count > 0) {
		count = dwarf_getscopes_die(&innermost[0], &scopes);
		free(innermost);
	}
	if (dwarf_getsrcfiles(unit, &files, &file_count))
		file_count = 0;
	for (int i = 0, told = 0; i < count && told < MOST_INLINED; i++) {
		const int tag = dwarf_tag(&scopes[i]);
		if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram)
			continue;
		append_function(words, &scopes[i]);
		told++;
		Dwarf_Word file, line;
		if (tag == DW_TAG_subprogram)
			break;
		if (!number_of(&scopes[i], DW_AT_call_file, &file) || !number_of(&scopes[i], DW_AT_call_line, &line))
			break;
		const char *path = file < file_count ? dwarf_filesrc(files, file, NULL, NULL) : NULL;
		if (!path)
			break;
		append_place(words, ", inlined at ", path, line);
	}
	if (count > 0)
		free(scopes);
}

static bool unit_has(Dwarf_Die *unit, uint64_t address, ch_words *words)
{
	Dwarf_Line *line = dwarf_haspc(unit, address) == 1 ? dwarf_getsrc_die(unit, address) : NULL;
	const char *path = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
	int number = 0;
	/* Line 0 is what the compiler made by itself. */
	if (!path || dwarf_lineno(line, &number) || number < 1)
		return false;
	append_place(words, "", path, (uint64_t)number);
	append_scopes(words, unit, address);
	return true;
}

static bool find(Dwarf *dwarf, uint64_t address, ch_words *words)
{
	Dwarf_CU *unit = NULL;
	Dwarf_Die die;
	while (dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL) == 0)
		if (unit_has(&die, address, words))
			return true;
	return false;
}

bool ch_gcn_source_format(const ch_gcn_object *object, uint64_t address, char *text, size_t size)
{
	ch_words words = {text, size, 0};
	bool found = false;
	text[0] = '\0';
	if (!object->debug || elf_version(EV_CURRENT) == EV_NONE)
		return false;
	Elf *elf = elf_memory((char *)object->debug, object->debug_size);
	Dwarf *dwarf = elf ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;
	if (dwarf) {
		found = find(dwarf, address, &words);
		dwarf_end(dwarf);
	}
	if (elf)
		elf_end(elf);
	return found;
}

#else

ch_status ch_gcn_source_keep(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error)
{
	(void)elf, (void)object, (void)error;
	return CH_OK;
}

bool ch_gcn_source_format(const ch_gcn_object *object, uint64_t address, char *text, size_t size)
{
	(void)object, (void)address, (void)size;
	text[0] = '\0';
	return false;
}
#endif
