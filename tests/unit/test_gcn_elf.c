/* SPDX-License-Identifier: Apache-2.0
 *
 * A code object of two kernels (tests/gcn/two_kernels.s): what is read from it, and what is said of it when it is broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "gcn/decode.h"
#include "gcn/elf.h"
#include "gcn_input.h"

static void everything_of_a_kernel_is_read(void **state)
{
	(void)state;
	size_t size;
	uint8_t *data = gcn_input_read("two_kernels_gfx906.co", &size);
	ch_gcn_object object;
	ch_gcn_error error = {""};
	assert_int_equal(ch_gcn_object_open(data, size, &object, &error), CH_OK);
	free(data); /* nothing points into it */
	assert_string_equal(object.target.arch, "gfx906");
	assert_int_equal(object.kernel_count, 2);
	const ch_gcn_kernel *a = ch_gcn_object_find(&object, "a");
	assert_non_null(a);
	assert_ptr_equal(a, ch_gcn_object_find(&object, "a.kd"));
	assert_null(ch_gcn_object_find(&object, "a.k"));
	assert_int_equal(a->text_size, 44);
	assert_false(a->in_dynsym_only);

	const ch_gcn_descriptor *d = &a->descriptor;
	assert_int_equal(d->lds_bytes, 1536);
	assert_int_equal(d->private_bytes, 0);
	assert_int_equal(d->kernarg_bytes, 24);
	assert_int_equal(d->vgprs, 40);	 /* 37, in fours */
	assert_int_equal(d->sgprs, 48);	 /* 40 and 6 more for VCC, flat scratch and XNACK, in sixteens */
	assert_int_equal(d->round32, 3); /* toward zero */
	assert_int_equal(d->round16_64, 0);
	assert_int_equal(d->denorm32, 0);
	assert_int_equal(d->denorm16_64, 3);
	assert_true(d->ieee_mode && d->dx10_clamp && !d->fp16_overflow);
	assert_true(d->kernarg_ptr && d->dispatch_ptr && !d->queue_ptr && !d->private_segment_buffer);
	assert_int_equal(d->user_sgprs, 4);
	assert_true(d->workgroup_id_x && d->workgroup_id_y && !d->workgroup_id_z);
	assert_int_equal(d->workitem_id, 1);
	assert_false(d->wave32);

	assert_true(a->has_metadata);
	assert_int_equal(a->arg_count, 4);
	assert_int_equal(a->args[0].kind, CH_GCN_ARG_GLOBAL_BUFFER);
	assert_string_equal(a->args[0].name, "source");
	assert_string_equal(a->args[0].access, "read_only");
	assert_string_equal(a->args[0].address_space, "global");
	assert_true(a->args[0].is_const);
	assert_int_equal(a->args[2].kind, CH_GCN_ARG_BY_VALUE);
	assert_int_equal(a->args[2].offset, 16);
	assert_int_equal(a->args[2].size, 4);
	assert_int_equal(a->args[3].kind, CH_GCN_ARG_HIDDEN_BLOCK_COUNT_X);
	assert_true(a->args[3].kind >= CH_GCN_ARG_HIDDEN);
	assert_int_equal(a->sgpr_spills, 3);
	assert_int_equal(a->vgpr_spills, 5);
	assert_int_equal(a->wave_size, 64);
	assert_int_equal(a->max_flat_workgroup_size, 256);
	assert_int_equal(a->required_workgroup_size[0], 64);
	assert_int_equal(a->required_workgroup_size[1], 2);

	const ch_gcn_descriptor *b = &ch_gcn_object_find(&object, "b")->descriptor;
	assert_true(b->private_segment_buffer && b->flat_scratch_init && b->private_segment_wave_offset &&
		    b->fp16_overflow);
	assert_int_equal(b->private_bytes, 64);
	assert_int_equal(b->denorm32, 3);
	ch_gcn_object_close(&object);
}

static void a_wave32_kernel_says_so(void **state)
{
	(void)state;
	size_t size;
	uint8_t *data = gcn_input_read("two_kernels_gfx1151.co", &size);
	ch_gcn_object object;
	ch_gcn_error error = {""};
	assert_int_equal(ch_gcn_object_open(data, size, &object, &error), CH_OK);
	free(data);
	const ch_gcn_descriptor *d = &ch_gcn_object_find(&object, "a")->descriptor;
	assert_true(d->wave32 && d->wgp_mode);
	assert_int_equal(d->vgprs, 40); /* 37, in eights */
	ch_gcn_code code;
	assert_int_equal(ch_gcn_decode_kernel(&object, ch_gcn_object_find(&object, "a"), &code, &error), CH_OK);
	assert_int_equal(code.wave_size, 32);
	assert_int_equal(code.refused_count, 0);
	assert_string_equal(code.names[0].name, "s_load_b32");
	ch_gcn_code_close(&code);
	ch_gcn_object_close(&object);
}

/* `pointers: .quad table, table + 8, 0` */
static void relative_words_are_listed_and_filled(void **state)
{
	(void)state;
	size_t size;
	uint8_t *data = gcn_input_read("two_kernels_gfx906.co", &size);
	ch_gcn_object object;
	ch_gcn_error error = {""};
	assert_int_equal(ch_gcn_object_open(data, size, &object, &error), CH_OK);
	free(data);
	assert_int_equal(object.base_word_count, 2);
	assert_true(object.base_words[1] == object.base_words[0] + 8);
	uint64_t first = ch_gcn_load64(object.image + object.base_words[0]);
	uint64_t second = ch_gcn_load64(object.image + object.base_words[1]);
	assert_true(second == first + 8);
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(ch_gcn_load32(object.image + first + 4 * i), i + 1);
	ch_gcn_object_close(&object);
}

static void dynsym_alone_is_enough(void **state)
{
	(void)state;
	size_t size;
	uint8_t *data = gcn_input_read("stripped_gfx906.co", &size);
	ch_gcn_object object;
	ch_gcn_error error = {""};
	assert_int_equal(ch_gcn_object_open(data, size, &object, &error), CH_OK);
	assert_int_equal(object.kernel_count, 2);
	assert_true(object.kernels[0].in_dynsym_only && object.kernels[1].in_dynsym_only);
	ch_gcn_object_close(&object);
	free(data);
}

/* Where the fields are that the next test breaks. */
typedef struct ch_places {
	uint64_t load[2]; /* program headers of the first two PT_LOAD */
	uint64_t note;	  /* the note's header */
	uint64_t symtab;  /* section header */
	uint64_t rela;	  /* the first relocation */
	uint64_t kd;	  /* the symbol "a.kd" in .symtab */
	uint64_t a;	  /* the symbol "a" in .symtab */
} ch_places;

static void places_find(const uint8_t *data, size_t size, ch_places *places)
{
	ch_gcn_elf elf;
	ch_gcn_error error;
	unsigned loads = 0;
	assert_int_equal(ch_gcn_elf_open(data, size, &elf, &error), CH_OK);
	for (uint32_t i = 0; i < elf.header.e_phnum; i++) {
		Elf64_Phdr p;
		assert_int_equal(ch_gcn_elf_segment(&elf, i, &p, &error), CH_OK);
		if (p.p_type == PT_LOAD && loads < 2)
			places->load[loads++] = elf.header.e_phoff + i * sizeof p;
		if (p.p_type == PT_NOTE)
			places->note = p.p_offset;
	}
	for (uint32_t i = 1; i < elf.section_count; i++) {
		Elf64_Shdr s, strings;
		assert_int_equal(ch_gcn_elf_section(&elf, i, &s, &error), CH_OK);
		if (s.sh_type == SHT_RELA)
			places->rela = s.sh_offset;
		if (s.sh_type != SHT_SYMTAB)
			continue;
		places->symtab = elf.header.e_shoff + i * sizeof s;
		assert_int_equal(ch_gcn_elf_section(&elf, s.sh_link, &strings, &error), CH_OK);
		for (uint64_t at = s.sh_offset; at < s.sh_offset + s.sh_size; at += sizeof(Elf64_Sym)) {
			const char *name = ch_gcn_elf_string(&elf, &strings, ch_gcn_load32(data + at));
			if (strcmp(name, "a.kd") == 0)
				places->kd = at;
			if (strcmp(name, "a") == 0)
				places->a = at;
		}
	}
	assert_true(loads == 2 && places->note && places->symtab && places->rela && places->kd && places->a);
}

typedef struct ch_break {
	uint64_t at;
	uint8_t bytes;
	uint64_t value;
	ch_status status;
	const char *says;
} ch_break;

static void each_break_is_named(void **state)
{
	(void)state;
	size_t size;
	uint8_t *data = gcn_input_read("two_kernels_gfx906.co", &size);
	ch_places p = {.note = 0};
	places_find(data, size, &p);
	const uint64_t huge = UINT64_MAX - 7;
	const ch_break rows[] = {
		{0, 4, 0, CH_BAD_ARGUMENT, "ELF magic"},
		{4, 1, 1, CH_BAD_ARGUMENT, "64-bit little-endian"},
		{7, 1, 0, CH_UNSUPPORTED, "OS ABI"},
		{8, 1, 9, CH_UNSUPPORTED, "ABI version"},
		{16, 2, 1, CH_UNSUPPORTED, "linked code object"},
		{18, 2, 62, CH_UNSUPPORTED, "machine 224"},
		{32, 8, huge, CH_BAD_ARGUMENT, "program headers inside"},
		{40, 8, huge, CH_BAD_ARGUMENT, "section headers inside"},
		{48, 4, 0x27, CH_UNSUPPORTED, "known GPU"},
		{54, 2, 55, CH_BAD_ARGUMENT, "program headers of 56 bytes"},
		{58, 2, 65, CH_BAD_ARGUMENT, "section headers of 64 bytes"},
		{60, 2, 0xffff, CH_BAD_ARGUMENT, "section headers inside"},
		{p.load[0] + 8, 8, huge, CH_BAD_ARGUMENT, "segment"},		/* file offset */
		{p.load[0] + 16, 8, huge, CH_BAD_ARGUMENT, "below 2^64"},	/* address */
		{p.load[0] + 32, 8, huge, CH_BAD_ARGUMENT, "segment"},		/* file size */
		{p.load[0] + 40, 8, huge, CH_BAD_ARGUMENT, "image of at most"}, /* memory size */
		{p.load[0] + 40, 8, 0, CH_BAD_ARGUMENT, "expected at most 0x0 file bytes"},
		{p.load[1] + 16, 8, 0, CH_BAD_ARGUMENT, "address range of its own"}, /* overlaps the first */
		{p.load[1] + 4, 4, 4, CH_BAD_ARGUMENT, "executable segment"},	     /* rights */
		{p.note + 4, 4, 0xfffffff0, CH_BAD_ARGUMENT, "expected a note"},
		{p.note, 4, 0xfffffffd, CH_BAD_ARGUMENT, "expected a note"},
		{p.symtab + 56, 8, 25, CH_BAD_ARGUMENT, "symbols of 24 bytes"},
		{p.symtab + 40, 4, 0xffff, CH_BAD_ARGUMENT, "section index"},
		{p.symtab + 24, 8, huge, CH_BAD_ARGUMENT, "inside"},
		{p.symtab + 32, 8, huge, CH_BAD_ARGUMENT, "inside"},
		{p.rela, 8, huge, CH_BAD_ARGUMENT, "8 bytes of a loaded segment"},
		{p.rela + 8, 8, 4, CH_UNSUPPORTED, "found type 4"},
		{p.rela + 8, 8, 3 | 0xffffull << 32, CH_BAD_ARGUMENT, "symbol index"},
		{p.kd, 4, 0xffffff, CH_BAD_ARGUMENT, "symbol name"},
		{p.kd + 8, 8, huge, CH_BAD_ARGUMENT, "64 aligned bytes"},
		{p.kd + 16, 8, 63, CH_BAD_ARGUMENT, "64 aligned bytes"},
		{p.a + 8, 8, 0x1804, CH_BAD_ARGUMENT, "descriptor to lead to"},
		{p.a + 16, 8, huge, CH_BAD_ARGUMENT, "whole words in an executable segment"},
		{p.a + 16, 8, 0, CH_BAD_ARGUMENT, "whole words"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint8_t *broken = malloc(size);
		ch_gcn_object object;
		ch_gcn_error error = {""};
		assert_non_null(broken);
		memcpy(broken, data, size);
		memcpy(broken + rows[i].at, &rows[i].value, rows[i].bytes);
		ch_status status = ch_gcn_object_open(broken, size, &object, &error);
		if (status != rows[i].status || !strstr(error.text, rows[i].says))
			fail_msg("row %zu: status %d, '%s'; expected '%s'", i, (int)status, error.text, rows[i].says);
		assert_null(object.image);
		free(broken);
	}
	free(data);
}

/* No length and no flipped bit does more than give an error or another sound object. */
static void cuts_and_flips_are_survived(void **state)
{
	(void)state;
	size_t size, errors = 0;
	uint8_t *data = gcn_input_read("two_kernels_gfx906.co", &size);
	ch_gcn_object object;
	ch_gcn_error error;
	for (size_t length = 0; length < size; length++) {
		uint8_t *cut = malloc(length ? length : 1); /* its end is watched by the sanitizer */
		assert_non_null(cut);
		memcpy(cut, data, length);
		error.text[0] = 0;
		assert_int_not_equal(ch_gcn_object_open(cut, length, &object, &error), CH_OK);
		assert_true(error.text[0] != 0);
		free(cut);
	}
	for (size_t bit = 0; bit < size * 8; bit++) {
		data[bit / 8] = (uint8_t)(data[bit / 8] ^ 1u << bit % 8);
		error.text[0] = 0;
		ch_status status = ch_gcn_object_open(data, size, &object, &error);
		if (status) {
			errors++;
			assert_true(error.text[0] != 0);
		} else {
			ch_gcn_object_close(&object);
		}
		data[bit / 8] = (uint8_t)(data[bit / 8] ^ 1u << bit % 8);
	}
	assert_true(errors > 1000);
	free(data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_of_a_kernel_is_read),
		cmocka_unit_test(a_wave32_kernel_says_so),
		cmocka_unit_test(relative_words_are_listed_and_filled),
		cmocka_unit_test(dynsym_alone_is_enough),
		cmocka_unit_test(each_break_is_named),
		cmocka_unit_test(cuts_and_flips_are_survived),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
