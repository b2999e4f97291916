/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels by symbol: NAME.kd is a descriptor in .rodata, NAME the function that its entry offset leads to. */
#include "gcn/parts.h"

#include <stdlib.h>

enum { DESCRIPTOR_BYTES = 64 };

typedef struct ch_symbols {
	ch_gcn_symbol *list; /* sorted by name, .symtab before .dynsym */
	size_t count;
} ch_symbols;

static int by_symbol_name(const void *a, const void *b)
{
	const ch_gcn_symbol *x = a, *y = b;
	int order = strcmp(x->name, y->name);
	return order ? order : (int)x->dynamic - (int)y->dynamic;
}

static ch_status symbols_collect(const ch_gcn_elf *elf, ch_symbols *symbols, ch_gcn_error *error)
{
	ch_status status = CH_OK;
	for (uint32_t i = 1; !status && i < elf->section_count; i++) {
		Elf64_Shdr section;
		status = ch_gcn_elf_section(elf, i, &section, error);
		if (!status && (section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM))
			status = ch_gcn_elf_symbols(elf, &section, &symbols->list, &symbols->count, error);
	}
	if (!status && symbols->count)
		qsort(symbols->list, symbols->count, sizeof *symbols->list, by_symbol_name);
	return status;
}

/* The first defined function of that name: `length` characters. */
static const ch_gcn_symbol *function_find(const ch_symbols *symbols, const char *name, size_t length)
{
	size_t low = 0, high = symbols->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const char *text = symbols->list[middle].name;
		int order = strncmp(text, name, length);
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < symbols->count && strncmp(symbols->list[low].name, name, length) == 0; low++) {
		const ch_gcn_symbol *s = &symbols->list[low];
		if (s->name[length] != 0)
			break;
		if (s->symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(s->symbol.st_info) == STT_FUNC)
			return s;
	}
	return NULL;
}

static bool is_descriptor(const ch_gcn_symbol *s)
{
	size_t length = strlen(s->name);
	return length > 3 && strcmp(s->name + length - 3, ".kd") == 0 && s->symbol.st_shndx != SHN_UNDEF &&
	       ELF64_ST_TYPE(s->symbol.st_info) == STT_OBJECT;
}

static ch_status text_check(const ch_gcn_object *object, const ch_gcn_kernel *kernel, const ch_gcn_symbol *function,
			    ch_gcn_error *error)
{
	uint64_t entry = kernel->descriptor_address + (uint64_t)kernel->descriptor.entry_offset;
	if (!function)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "kernel %.100s: expected a function symbol beside its descriptor", kernel->name);
	if (function->symbol.st_value != entry)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "kernel %.100s: expected its descriptor to lead to 0x%llx, found 0x%llx",
				   kernel->name, (unsigned long long)function->symbol.st_value,
				   (unsigned long long)entry);
	if (entry % 4 || function->symbol.st_size == 0 || function->symbol.st_size % 4 ||
	    !ch_gcn_image_holds(object, entry, function->symbol.st_size, true))
		return ch_gcn_fail(
			error, CH_BAD_ARGUMENT,
			"kernel %.100s: expected whole words in an executable segment, found 0x%llx + 0x%llx",
			kernel->name, (unsigned long long)entry, (unsigned long long)function->symbol.st_size);
	return CH_OK;
}

static ch_status kernel_read(const ch_symbols *symbols, const ch_gcn_symbol *s, ch_gcn_object *object,
			     ch_gcn_error *error)
{
	ch_gcn_kernel *kernel = &object->kernels[object->kernel_count++];
	size_t length = strlen(s->name) - 3;
	*kernel = (ch_gcn_kernel){.descriptor_address = s->symbol.st_value, .in_dynsym_only = s->dynamic};
	kernel->symbol = strdup(s->name);
	kernel->name = strndup(s->name, length);
	if (!kernel->symbol || !kernel->name)
		return ch_gcn_fail(error, CH_OUT_OF_MEMORY, "kernel: no memory for a name");
	if (s->symbol.st_value % 64 || s->symbol.st_size != DESCRIPTOR_BYTES ||
	    !ch_gcn_image_holds(object, s->symbol.st_value, DESCRIPTOR_BYTES, false))
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "kernel %.100s: expected a descriptor of 64 aligned bytes in a loaded segment, "
				   "found 0x%llx + 0x%llx",
				   kernel->name, (unsigned long long)s->symbol.st_value,
				   (unsigned long long)s->symbol.st_size);
	ch_gcn_descriptor_decode(object->image + s->symbol.st_value, object->target.arch, &kernel->descriptor);
	const ch_gcn_symbol *function = function_find(symbols, s->name, length);
	ch_status status = text_check(object, kernel, function, error);
	if (status)
		return status;
	kernel->text_address = function->symbol.st_value;
	kernel->text_size = function->symbol.st_size;
	return CH_OK;
}

static ch_status kernels_read(const ch_symbols *symbols, ch_gcn_object *object, ch_gcn_error *error)
{
	size_t count = 0;
	for (size_t i = 0; i < symbols->count; i++)
		count += is_descriptor(&symbols->list[i]);
	if (count > 2 * (size_t)CH_GCN_MAX_KERNELS)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "elf: expected at most %d kernels, found %zu",
				   CH_GCN_MAX_KERNELS, count);
	object->kernels = calloc(count + 1, sizeof *object->kernels);
	if (!object->kernels)
		return ch_gcn_fail(error, CH_OUT_OF_MEMORY, "elf: no memory for %zu kernels", count);
	const char *previous = "";
	for (size_t i = 0; i < symbols->count; i++) {
		const ch_gcn_symbol *s = &symbols->list[i];
		if (!is_descriptor(s) || strcmp(s->name, previous) == 0) /* the same one in .dynsym */
			continue;
		previous = s->name;
		ch_status status = kernel_read(symbols, s, object, error);
		if (status)
			return status;
	}
	return CH_OK;
}

static int by_address(const void *a, const void *b)
{
	const ch_gcn_function *x = a, *y = b;
	return x->address != y->address ? (x->address < y->address ? -1 : 1)
					: (x->size > y->size) - (x->size < y->size);
}

static bool is_function(const ch_gcn_object *object, const ch_gcn_symbol *s)
{
	return s->symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(s->symbol.st_info) == STT_FUNC &&
	       s->symbol.st_value % 4 == 0 && s->symbol.st_size && s->symbol.st_size % 4 == 0 &&
	       ch_gcn_image_holds(object, s->symbol.st_value, s->symbol.st_size, true);
}

/* The kernels by address, each with the highest end of those up to it in place of its size. */
static void kernel_ends(const ch_gcn_object *object, ch_gcn_function *kernels)
{
	for (uint32_t i = 0; i < object->kernel_count; i++)
		kernels[i] = (ch_gcn_function){object->kernels[i].text_address, object->kernels[i].text_size};
	qsort(kernels, object->kernel_count, sizeof *kernels, by_address);
	for (uint32_t i = 0; i < object->kernel_count; i++) {
		const uint64_t end = kernels[i].address + kernels[i].size;
		kernels[i].size = i && kernels[i - 1].size > end ? kernels[i - 1].size : end;
	}
}

static bool overlaps_kernel(const ch_gcn_function *kernels, uint32_t count, const ch_gcn_function *function)
{
	uint32_t low = 0, high = count;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		if (kernels[middle].address < function->address + function->size)
			low = middle + 1;
		else
			high = middle;
	}
	return low && kernels[low - 1].size > function->address;
}

/* Keeps what overlaps neither the function before it nor a kernel: those have symbols as well. */
static void functions_thin(ch_gcn_object *object, const ch_gcn_function *kernels, const ch_gcn_function *all,
			   size_t count)
{
	uint64_t end = 0;
	for (size_t i = 0; i < count && object->function_count < CH_GCN_MAX_FUNCTIONS; i++) {
		if (all[i].address < end || overlaps_kernel(kernels, object->kernel_count, &all[i]))
			continue;
		end = all[i].address + all[i].size;
		object->functions[object->function_count++] = all[i];
	}
}

static ch_status functions_read(const ch_symbols *symbols, ch_gcn_object *object, ch_gcn_error *error)
{
	size_t count = 0;
	ch_gcn_function *all = calloc(symbols->count + 1, sizeof *all);
	ch_gcn_function *kernels = calloc((size_t)object->kernel_count + 1, sizeof *kernels);
	object->functions = calloc(symbols->count + 1, sizeof *object->functions);
	if (!all || !kernels || !object->functions) {
		free(all);
		free(kernels);
		return ch_gcn_fail(error, CH_OUT_OF_MEMORY, "elf: no memory for %zu functions", symbols->count);
	}
	for (size_t i = 0; i < symbols->count; i++)
		if (is_function(object, &symbols->list[i]))
			all[count++] =
				(ch_gcn_function){symbols->list[i].symbol.st_value, symbols->list[i].symbol.st_size};
	qsort(all, count, sizeof *all, by_address);
	kernel_ends(object, kernels);
	functions_thin(object, kernels, all, count);
	free(kernels);
	free(all);
	return CH_OK;
}

ch_status ch_gcn_kernels_find(const ch_gcn_elf *elf, ch_gcn_object *object, ch_gcn_error *error)
{
	ch_symbols symbols = {NULL, 0};
	ch_status status = symbols_collect(elf, &symbols, error);
	if (!status)
		status = kernels_read(&symbols, object, error);
	if (!status)
		status = functions_read(&symbols, object, error);
	free(symbols.list);
	return status;
}

void ch_gcn_kernels_close(ch_gcn_object *object)
{
	for (uint32_t i = 0; i < object->kernel_count; i++) {
		free(object->kernels[i].name);
		free(object->kernels[i].symbol);
		free(object->kernels[i].args);
	}
	free(object->kernels);
	free(object->functions);
}
