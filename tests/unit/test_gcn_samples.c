/* SPDX-License-Identifier: Apache-2.0
 *
 * Every mnemonic of tests/gcn/mnemonics.txt, assembled with what its text can carry, is decoded without a refusal, and the
 * decoded fields give LLVM's line again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "gcn/elf.h"
#include "gcn_text.h"

typedef struct ch_sample {
	const char *arch;
	uint32_t wave_size;
	uint32_t least; /* mnemonics of the list */
} ch_sample;

/* The .text of an assembled file; NULL if there is none. */
static uint8_t *text_read(const char *arch, uint64_t *size)
{
	char path[1024];
	snprintf(path, sizeof path, CHECKHIP_GCN_INPUTS "/samples_%s.o", arch);
	FILE *file = fopen(path, "rb");
	if (!file)
		return NULL;
	static uint8_t data[1 << 20];
	size_t got = fread(data, 1, sizeof data, file);
	fclose(file);
	ch_gcn_elf elf;
	ch_gcn_error error;
	Elf64_Shdr section;
	bool found = false;
	assert_int_equal(ch_gcn_elf_open(data, got, &elf, &error), CH_OK);
	assert_int_equal(ch_gcn_elf_find(&elf, ".text", &section, &found, &error), CH_OK);
	assert_true(found && section.sh_size > 0);
	uint8_t *text = malloc((size_t)section.sh_size);
	assert_non_null(text);
	memcpy(text, data + section.sh_offset, (size_t)section.sh_size);
	*size = section.sh_size;
	return text;
}

/* How often the code has the mnemonic. */
static uint32_t count_of(const ch_gcn_code *code, const char *name)
{
	for (uint32_t i = 0; i < code->name_count; i++)
		if (strcmp(code->names[i].name, name) == 0)
			return code->names[i].count;
	return 0;
}

static uint32_t missing_print(const ch_gcn_code *code, const ch_sample *sample)
{
	FILE *list = fopen(CHECKHIP_GCN_SOURCES "/mnemonics.txt", "r");
	assert_non_null(list);
	char line[256], row_arch[32], name[64];
	uint32_t missing = 0, rows = 0;
	while (fgets(line, sizeof line, list)) {
		if (sscanf(line, "%31s %63s", row_arch, name) != 2 || strcmp(row_arch, sample->arch) != 0)
			continue;
		rows++;
		if (count_of(code, name) == 0) {
			missing++;
			print_error("%s: no sample of %s\n", sample->arch, name);
		}
	}
	fclose(list);
	assert_true(rows >= sample->least);
	return missing;
}

static void samples_are_decoded(void **state)
{
	const ch_sample *sample = *state;
	uint64_t size = 0;
	uint8_t *text = text_read(sample->arch, &size);
	if (!text) {
		print_message("skipped: no assembled input for %s\n", sample->arch);
		skip();
	}
	ch_gcn_code code;
	ch_gcn_error error = {""};
	ch_status status = ch_gcn_decode_bytes(sample->arch, sample->wave_size, text, size, 0x1000, &code, &error);
	assert_string_equal(error.text, "");
	assert_int_equal(status, CH_OK);
	uint32_t different = 0;
	for (uint32_t i = 0; i < code.count; i++) {
		char ours[512], theirs[512], whole[640];
		const ch_gcn_insn *insn = &code.insns[i];
		ch_gcn_insn_format(&code, i, whole, sizeof whole);
		if (insn->refused) {
			print_error("%s: %s: refused: %s\n", sample->arch, whole, insn->refused);
			continue;
		}
		gcn_text_write(&code, insn, ours, sizeof ours);
		gcn_text_read(insn, theirs, sizeof theirs);
		bool words_only = strstr(insn->text, "s_delay_alu") || strstr(insn->text, "s_sendmsg");
		if (!words_only && strcmp(ours, theirs) != 0) {
			different++;
			print_error("%s: %s: decoded as '%s', expected '%s'\n", sample->arch, whole, ours, theirs);
		}
	}
	assert_int_equal(code.refused_count, 0);
	assert_int_equal(different, 0);
	assert_int_equal(missing_print(&code, sample), 0);
	ch_gcn_code_close(&code);
	free(text);
}

int main(void)
{
	static ch_sample samples[] = {
		{"gfx906", 64, 180}, {"gfx1100", 32, 180}, {"gfx1151", 32, 180}, {"gfx1201", 32, 160}};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_prestate(samples_are_decoded, &samples[0]),
		cmocka_unit_test_prestate(samples_are_decoded, &samples[1]),
		cmocka_unit_test_prestate(samples_are_decoded, &samples[2]),
		cmocka_unit_test_prestate(samples_are_decoded, &samples[3]),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
