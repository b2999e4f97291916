/* SPDX-License-Identifier: Apache-2.0
 *
 * Every mnemonic of tests/gcn/mnemonics.txt, with every modifier that its samples carry, has semantics on its architecture;
 * and what has a modifier without semantics is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "gcn/elf.h"
#include "gcn/machine.h"

typedef struct ch_sample {
	const char *arch;
	uint32_t wave_size;
} ch_sample;

static uint8_t data[1 << 20];

/* The .text of an assembled file; NULL if there is none. */
static const uint8_t *text_read(const char *what, const char *arch, uint64_t *size)
{
	char path[1024];
	snprintf(path, sizeof(path), CHECKHIP_GCN_INPUTS "/%s_%s.o", what, arch);
	FILE *file = fopen(path, "rb");
	if (!file)
		return NULL;
	const size_t got = fread(data, 1, sizeof(data), file);
	fclose(file);
	ch_gcn_elf elf;
	ch_gcn_error error;
	Elf64_Shdr section;
	bool found = false;
	assert_int_equal(ch_gcn_elf_open(data, got, &elf, &error), CH_OK);
	assert_int_equal(ch_gcn_elf_find(&elf, ".text", &section, &found, &error), CH_OK);
	assert_true(found);
	*size = section.sh_size;
	return data + section.sh_offset;
}

static void every_sample_has_semantics(void **state)
{
	const ch_sample *sample = *state;
	uint64_t size = 0;
	const uint8_t *text = text_read("samples", sample->arch, &size);
	if (!text)
		skip();
	ch_gcn_code code;
	ch_gcn_error error = {""};
	assert_int_equal(ch_gcn_decode_bytes(sample->arch, sample->wave_size, text, size, 0, &code, &error), CH_OK);
	const ch_gcn_kernel kernel = {.descriptor = {.vgprs = 256, .denorm32 = 3, .denorm16_64 = 3}};
	ch_gcn_program *program;
	assert_int_equal(ch_gcn_program_open(NULL, &kernel, &code, &program, &error), CH_OK);
	char words[1024];
	const uint32_t unsupported = ch_gcn_program_unsupported(program, words, sizeof(words));
	for (uint32_t i = 0; i < code.count && unsupported; i++) {
		const char *why = ch_gcn_program_why_not(program, i);
		if (why)
			print_error("%s: %s: %s\n", sample->arch, code.insns[i].text, why);
	}
	ch_gcn_program_close(program);
	ch_gcn_code_close(&code);
	assert_int_equal(unsupported, 0);
}

/* Lines of refused_*.txt: text ; a part of the words. */
static void what_has_no_meaning_is_refused(void **state)
{
	const ch_sample *sample = *state;
	uint64_t size = 0;
	char path[1024], line[512];
	const uint8_t *text = text_read("refused", sample->arch, &size);
	if (!text)
		skip();
	ch_gcn_code code;
	ch_gcn_error error = {""};
	assert_int_equal(ch_gcn_decode_bytes(sample->arch, sample->wave_size, text, size, 0, &code, &error), CH_OK);
	const ch_gcn_kernel kernel = {.descriptor = {.vgprs = 256, .denorm32 = 3, .denorm16_64 = 3}};
	ch_gcn_program *program;
	assert_int_equal(ch_gcn_program_open(NULL, &kernel, &code, &program, &error), CH_OK);
	snprintf(path, sizeof(path), CHECKHIP_GCN_SOURCES "/refused_%s.txt", sample->arch);
	FILE *lines = fopen(path, "r");
	assert_non_null(lines);
	uint32_t index = 0, failed = 0;
	while (fgets(line, sizeof(line), lines)) {
		if (line[0] == '#')
			continue;
		line[strcspn(line, "\n")] = '\0';
		const char *wanted = strchr(line, ';');
		assert_non_null(wanted);
		wanted += strspn(wanted, "; ");
		assert_true(index < code.count);
		const char *why = ch_gcn_program_why_not(program, index++);
		if (why && strstr(why, wanted))
			continue;
		print_error("%s: %s: got '%s'\n", sample->arch, line, why ? why : "semantics");
		failed++;
	}
	fclose(lines);
	assert_int_equal(index, code.count);
	ch_gcn_program_close(program);
	ch_gcn_code_close(&code);
	assert_int_equal(failed, 0);
}

int main(void)
{
	static ch_sample samples[] = {{"gfx906", 64}, {"gfx1100", 32}, {"gfx1151", 32}};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_prestate(every_sample_has_semantics, &samples[0]),
		cmocka_unit_test_prestate(every_sample_has_semantics, &samples[1]),
		cmocka_unit_test_prestate(every_sample_has_semantics, &samples[2]),
		cmocka_unit_test_prestate(what_has_no_meaning_is_refused, &samples[0]),
		cmocka_unit_test_prestate(what_has_no_meaning_is_refused, &samples[1]),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
