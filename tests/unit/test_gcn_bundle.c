/* SPDX-License-Identifier: Apache-2.0
 *
 * Offload bundles made here: plain, compressed in each version and method, several in a host binary, and broken ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <zlib.h>
#include <zstd.h>

#include "gcn/elf.h"
#include "gcn_input.h"

typedef struct ch_buffer {
	uint8_t data[1 << 16];
	size_t size;
} ch_buffer;

static void put(ch_buffer *b, uint64_t value, unsigned bytes)
{
	assert_true(b->size + bytes <= sizeof b->data);
	memcpy(b->data + b->size, &value, bytes);
	b->size += bytes;
}

static void put_bytes(ch_buffer *b, const void *bytes, size_t size)
{
	assert_true(b->size + size <= sizeof b->data);
	if (size)
		memcpy(b->data + b->size, bytes, size);
	b->size += size;
}

typedef struct ch_part {
	const char *target;
	const uint8_t *data;
	size_t size;
} ch_part;

static void bundle_make(ch_buffer *b, const ch_part *parts, size_t count)
{
	size_t start = b->size, header = 32;
	for (size_t i = 0; i < count; i++)
		header += 24 + strlen(parts[i].target);
	put_bytes(b, "__CLANG_OFFLOAD_BUNDLE__", 24);
	put(b, count, 8);
	size_t at = header;
	for (size_t i = 0; i < count; i++) {
		put(b, at, 8);
		put(b, parts[i].size, 8);
		put(b, strlen(parts[i].target), 8);
		put_bytes(b, parts[i].target, strlen(parts[i].target));
		at += parts[i].size;
	}
	assert_int_equal(b->size - start, header);
	for (size_t i = 0; i < count; i++)
		put_bytes(b, parts[i].data, parts[i].size);
}

/* Two code objects, a host entry and an empty one. */
typedef struct ch_inputs {
	uint8_t *gfx906, *gfx1151;
	size_t gfx906_size, gfx1151_size;
} ch_inputs;

static int inputs_read(void **state)
{
	static ch_inputs inputs;
	inputs.gfx906 = gcn_input_read("two_kernels_gfx906.co", &inputs.gfx906_size);
	inputs.gfx1151 = gcn_input_read("two_kernels_gfx1151.co", &inputs.gfx1151_size);
	*state = &inputs;
	return 0;
}

static int inputs_free(void **state)
{
	ch_inputs *inputs = *state;
	free(inputs->gfx906);
	free(inputs->gfx1151);
	return 0;
}

static void plain_make(ch_buffer *b, const ch_inputs *in)
{
	const ch_part parts[] = {
		{"host-x86_64-unknown-linux--", NULL, 0},
		{"hipv4-amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-", in->gfx906, in->gfx906_size},
		{"hip-amdgcn-amd-amdhsa--gfx1151", in->gfx1151, in->gfx1151_size},
		{"hip-spirv64-amd-amdhsa--amdgcnspirv", (const uint8_t *)"\x03\x02\x23\x07", 4},
	};
	bundle_make(b, parts, 4);
}

static void packed_make(ch_buffer *b, const ch_inputs *in, unsigned version, unsigned method)
{
	static ch_buffer plain;
	static uint8_t packed[1 << 16];
	plain.size = 0;
	plain_make(&plain, in);
	size_t size = sizeof packed;
	if (method == 0) {
		uLongf z = sizeof packed;
		assert_int_equal(compress2(packed, &z, plain.data, plain.size, 6), Z_OK);
		size = z;
	} else {
		size = ZSTD_compress(packed, sizeof packed, plain.data, plain.size, 3);
		assert_false(ZSTD_isError(size));
	}
	unsigned field = version == 3 ? 8 : 4;
	size_t header = version == 1 ? 20 : version == 2 ? 24 : 32;
	put_bytes(b, "CCOB", 4);
	put(b, version, 2);
	put(b, method, 2);
	if (version > 1)
		put(b, header + size, field);
	put(b, plain.size, field);
	put(b, 0x0123456789abcdef, 8); /* a hash, not checked */
	put_bytes(b, packed, size);
}

/* The two objects are there, whole, by their targets. */
static void both_are_found(const ch_buffer *b, const ch_inputs *in, bool compressed, uint32_t times)
{
	ch_gcn_file file;
	ch_gcn_error error = {""};
	ch_status status = ch_gcn_file_open(b->data, b->size, &file, &error);
	assert_string_equal(error.text, "");
	assert_int_equal(status, CH_OK);
	assert_int_equal(file.count, 2 * times);
	assert_int_equal(file.skipped, 2 * times);
	const ch_gcn_entry *entry = ch_gcn_file_find(&file, "gfx906:xnack-");
	assert_non_null(entry);
	assert_int_equal(entry->target.sramecc, CH_GCN_PLUS);
	assert_int_equal(entry->compressed, compressed);
	assert_int_equal(entry->size, in->gfx906_size);
	assert_memory_equal(entry->data, in->gfx906, in->gfx906_size);
	if (!compressed)
		assert_memory_equal(b->data + entry->file_offset, in->gfx906, in->gfx906_size);
	entry = ch_gcn_file_find(&file, "gfx1151");
	assert_non_null(entry);
	assert_memory_equal(entry->data, in->gfx1151, in->gfx1151_size);
	for (uint32_t more = 1; more < times; more++) {
		entry = ch_gcn_file_next(&file, entry, "gfx1151");
		assert_non_null(entry);
		assert_memory_equal(entry->data, in->gfx1151, in->gfx1151_size);
	}
	assert_null(ch_gcn_file_next(&file, entry, "gfx1151"));
	assert_null(ch_gcn_file_find(&file, "gfx906:xnack+"));
	assert_null(ch_gcn_file_find(&file, "gfx1150"));
	assert_null(ch_gcn_file_find(&file, "nonsense"));
	ch_gcn_file_close(&file);
}

static void a_bundle_is_read(void **state)
{
	static ch_buffer b;
	b.size = 0;
	plain_make(&b, *state);
	both_are_found(&b, *state, false, 1);
}

static void compressed_bundles_are_read(void **state)
{
	static ch_buffer b;
	for (unsigned version = 1; version <= 3; version++)
		for (unsigned method = 0; method <= 1; method++) {
			b.size = 0;
			packed_make(&b, *state, version, method);
			both_are_found(&b, *state, true, 1);
			/* and one after another, with a linker's padding between: version 1 does not say how long it is */
			put(&b, 0, 7);
			packed_make(&b, *state, version, method);
			put(&b, 0, 3);
			both_are_found(&b, *state, true, 2);
		}
}

/* A host binary: a section of names and a .hip_fatbin. */
static void host_make(ch_buffer *b, const ch_buffer *fat, const char *name)
{
	static const char names[] = "\0.shstrtab";
	Elf64_Ehdr h = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
			.e_type = ET_DYN,
			.e_machine = EM_X86_64,
			.e_version = 1,
			.e_ehsize = sizeof h,
			.e_shentsize = sizeof(Elf64_Shdr),
			.e_shnum = 3,
			.e_shstrndx = 1};
	size_t names_size = sizeof names + strlen(name) + 1;
	size_t fat_at = (sizeof h + names_size + 15) & ~(size_t)15;
	h.e_shoff = (fat_at + fat->size + 7) & ~(size_t)7;
	Elf64_Shdr s[3] = {
		{.sh_type = SHT_NULL},
		{.sh_name = 1, .sh_type = SHT_STRTAB, .sh_offset = sizeof h, .sh_size = names_size},
		{.sh_name = sizeof names, .sh_type = SHT_PROGBITS, .sh_offset = fat_at, .sh_size = fat->size},
	};
	put_bytes(b, &h, sizeof h);
	put_bytes(b, names, sizeof names);
	put_bytes(b, name, strlen(name) + 1);
	while (b->size < fat_at)
		put(b, 0, 1);
	put_bytes(b, fat->data, fat->size);
	while (b->size < h.e_shoff)
		put(b, 0, 1);
	put_bytes(b, s, sizeof s);
}

static void host_binaries_are_read(void **state)
{
	static ch_buffer fat, host;
	ch_gcn_file file;
	ch_gcn_error error;
	fat.size = host.size = 0;
	plain_make(&fat, *state);
	put(&fat, 0, 8);
	plain_make(&fat, *state);
	host_make(&host, &fat, ".hip_fatbin");
	both_are_found(&host, *state, false, 2);

	host.size = 0;
	host_make(&host, &fat, ".hip_fatbin2");
	assert_int_equal(ch_gcn_file_open(host.data, host.size, &file, &error), CH_UNSUPPORTED);
	assert_non_null(strstr(error.text, "expected a .hip_fatbin section"));
	assert_int_equal(file.count, 0);
}

static void a_bare_object_is_one_entry(void **state)
{
	const ch_inputs *in = *state;
	ch_gcn_file file;
	ch_gcn_error error;
	assert_int_equal(ch_gcn_file_open(in->gfx1151, in->gfx1151_size, &file, &error), CH_OK);
	assert_int_equal(file.count, 1);
	assert_string_equal(file.entries[0].target.arch, "gfx1151");
	assert_string_equal(file.entries[0].triple, "");
	ch_gcn_file_close(&file);
}

typedef struct ch_break {
	size_t at;
	unsigned bytes;
	uint64_t value;
	ch_status status;
	const char *says;
} ch_break;

static void breaks_are_named(const ch_buffer *whole, const ch_break *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		ch_gcn_file file;
		ch_gcn_error error = {""};
		uint8_t *broken = malloc(whole->size);
		assert_non_null(broken);
		memcpy(broken, whole->data, whole->size);
		memcpy(broken + rows[i].at, &rows[i].value, rows[i].bytes);
		ch_status status = ch_gcn_file_open(broken, whole->size, &file, &error);
		if (status != rows[i].status || !strstr(error.text, rows[i].says))
			fail_msg("row %zu: status %d, '%s'; expected '%s'", i, (int)status, error.text, rows[i].says);
		assert_null(file.entries);
		free(broken);
	}
}

static void broken_bundles_are_errors(void **state)
{
	static ch_buffer b;
	static const uint64_t huge = UINT64_MAX - 7;
	static const ch_break rows[] = {
		{0, 1, 'x', CH_BAD_ARGUMENT, "offset 0x0: expected an ELF file"},
		{24, 8, 4097, CH_BAD_ARGUMENT, "at most 4096 entries"},
		{24, 8, huge, CH_BAD_ARGUMENT, "at most 4096 entries"},
		{24, 8, 2000, CH_BAD_ARGUMENT, "bundle: offset"},
		{24, 8, 1, CH_BAD_ARGUMENT,
		 "expected a bundle's magic"}, /* the other entries are in the way of the next one */
		{32, 8, huge, CH_BAD_ARGUMENT, "code inside"},
		{40, 8, huge, CH_BAD_ARGUMENT, "code inside"},
		{48, 8, huge, CH_BAD_ARGUMENT, "target name"},
	};
	b.size = 0;
	plain_make(&b, *state);
	breaks_are_named(&b, rows, sizeof rows / sizeof *rows);
}

static void broken_compressed_bundles_are_errors(void **state)
{
	static ch_buffer b;
	static const ch_break rows[] = {
		{4, 2, 0, CH_BAD_ARGUMENT, "version 1 to 3, found version 0"},
		{4, 2, 4, CH_UNSUPPORTED, "found version 4"},
		{6, 2, 2, CH_UNSUPPORTED, "compression 0 (zlib) or 1 (zstd), found 2"},
		{6, 2, 0, CH_BAD_ARGUMENT, "zlib stream"},
		{8, 4, 23, CH_BAD_ARGUMENT, "file size"},
		{8, 4, 0xffffffff, CH_BAD_ARGUMENT, "file size"},
		{8, 4, 40, CH_BAD_ARGUMENT, "zstd frame"},
		{12, 4, 0, CH_BAD_ARGUMENT, "bytes unpacked"},
		{12, 4, 0xffffffff, CH_BAD_ARGUMENT, "1..0x40000000 bytes unpacked"}, /* a bomb's size */
		{12, 4, 100, CH_BAD_ARGUMENT, "100 bytes unpacked"},		      /* more comes out than was said */
		{12, 4, 60000, CH_BAD_ARGUMENT, "60000 bytes unpacked"},	      /* less does */
		{24, 1, 0, CH_BAD_ARGUMENT, "zstd frame"},
	};
	b.size = 0;
	packed_make(&b, *state, 2, 1);
	breaks_are_named(&b, rows, sizeof rows / sizeof *rows);
}

/* One mebibyte of zeros in a few hundred bytes is no bundle, and is not taken for one. */
static void a_bomb_that_holds_no_bundle_is_an_error(void **state)
{
	static uint8_t zeros[1 << 20], packed[1 << 14];
	static ch_buffer b;
	(void)state;
	size_t size = ZSTD_compress(packed, sizeof packed, zeros, sizeof zeros, 19);
	assert_false(ZSTD_isError(size));
	b.size = 0;
	put_bytes(&b, "CCOB", 4);
	put(&b, 2, 2);
	put(&b, 1, 2);
	put(&b, 24 + size, 4);
	put(&b, sizeof zeros, 4);
	put(&b, 0, 8);
	put_bytes(&b, packed, size);
	ch_gcn_file file;
	ch_gcn_error error;
	assert_int_equal(ch_gcn_file_open(b.data, b.size, &file, &error), CH_BAD_ARGUMENT);
	assert_non_null(strstr(error.text, "a bundle inside the compressed one"));
}

static void cuts_are_survived(void **state)
{
	static ch_buffer plain, packed;
	plain.size = packed.size = 0;
	plain_make(&plain, *state);
	packed_make(&packed, *state, 1, 0);
	const ch_buffer *whole[] = {&plain, &packed};
	for (size_t w = 0; w < 2; w++)
		for (size_t length = 0; length < whole[w]->size; length++) {
			uint8_t *cut = malloc(length ? length : 1);
			ch_gcn_file file;
			ch_gcn_error error = {""};
			assert_non_null(cut);
			memcpy(cut, whole[w]->data, length);
			assert_int_not_equal(ch_gcn_file_open(cut, length, &file, &error), CH_OK);
			assert_true(error.text[0] != 0);
			free(cut);
		}
}

static void a_file_is_named_in_its_error(void **state)
{
	(void)state;
	ch_gcn_file file;
	ch_gcn_error error;
	assert_int_equal(ch_gcn_file_load("/nonexistent/file.co", &file, &error), CH_FAILED);
	assert_string_equal(error.text, "/nonexistent/file.co: No such file or directory");
	assert_int_equal(ch_gcn_file_load("/", &file, &error), CH_BAD_ARGUMENT);
	assert_int_equal(ch_gcn_file_load(CHECKHIP_GCN_SOURCES "/mnemonics.txt", &file, &error), CH_BAD_ARGUMENT);
	assert_non_null(strstr(error.text, "mnemonics.txt: offset 0x0: expected an ELF file"));
	assert_int_equal(ch_gcn_file_load(CHECKHIP_GCN_INPUTS "/two_kernels_gfx906.co", &file, &error), CH_OK);
	assert_int_equal(file.count, 1);
	ch_gcn_file_close(&file);
}

int main(void)
{
	if (access(CHECKHIP_GCN_INPUTS "/two_kernels_gfx906.co", R_OK) != 0) {
		puts("skipped: no assembled code objects; see tests/gcn/CMakeLists.txt");
		return 77;
	}
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bundle_is_read),
		cmocka_unit_test(compressed_bundles_are_read),
		cmocka_unit_test(host_binaries_are_read),
		cmocka_unit_test(a_bare_object_is_one_entry),
		cmocka_unit_test(broken_bundles_are_errors),
		cmocka_unit_test(broken_compressed_bundles_are_errors),
		cmocka_unit_test(a_bomb_that_holds_no_bundle_is_an_error),
		cmocka_unit_test(cuts_are_survived),
		cmocka_unit_test(a_file_is_named_in_its_error),
	};
	return cmocka_run_group_tests(tests, inputs_read, inputs_free);
}
