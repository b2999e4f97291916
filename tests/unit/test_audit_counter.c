/* SPDX-License-Identifier: Apache-2.0
 *
 * What is remembered of instructions must change nothing: each compiled kernel is counted with and without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "audit/counter.h"
#include "audit/walk.h"

typedef struct ch_pair_of_counters {
	ch_counter *quick, *slow;
} ch_pair_of_counters;

static uint32_t compared;

static void kernel_count(const ch_pair_of_counters *counters, const ch_gcn_object *object, const ch_gcn_kernel *kernel)
{
	ch_audit_kernel a = {.name = NULL}, b = {.name = NULL};
	ch_gcn_error error = {""};
	const ch_status status = ch_counter_run(counters->quick, object, kernel, &a, &error);
	assert_int_equal(status, ch_counter_run(counters->slow, object, kernel, &b, &error));
	if (status) {
		assert_int_equal(status, CH_UNSUPPORTED);
		return;
	}
	assert_int_equal(a.count_count, b.count_count);
	for (uint32_t i = 0; i < a.count_count; i++)
		if (a.counts[i].mnemonic != b.counts[i].mnemonic ||
		    memcmp(a.counts[i].phases, b.counts[i].phases, sizeof a.counts[i].phases) != 0 ||
		    a.counts[i].count != b.counts[i].count)
			fail_msg("%s, %s: %u or %u", kernel->name, b.counts[i].mnemonic->name, a.counts[i].count,
				 b.counts[i].count);
	assert_memory_equal(a.classes, b.classes, sizeof a.classes);
	assert_memory_equal(a.figures, b.figures, sizeof a.figures);
	free(a.counts);
	free(b.counts);
	compared++;
}

static void object_count(const ch_gcn_entry *entry, ch_audit_mnemonics *mnemonics)
{
	ch_gcn_object object;
	ch_gcn_error error = {""};
	assert_int_equal(ch_gcn_object_open(entry->data, entry->size, &object, &error), CH_OK);
	const ch_pair_of_counters counters = {ch_counter_open(mnemonics, true), ch_counter_open(mnemonics, false)};
	for (uint32_t round = 0; round < 2; round++) /* in the second everything is known */
		for (uint32_t i = 0; i < object.kernel_count; i++)
			kernel_count(&counters, &object, &object.kernels[i]);
	ch_counter_close(counters.quick);
	ch_counter_close(counters.slow);
	ch_gcn_object_close(&object);
}

static void folder_count(const char *path, ch_audit_mnemonics *mnemonics)
{
	DIR *folder = opendir(path);
	for (const struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
		const size_t length = strlen(entry->d_name);
		char name[4096];
		ch_gcn_file file;
		ch_gcn_error error = {""};
		if (length < 4 || strcmp(entry->d_name + length - 3, ".co") != 0)
			continue;
		snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
		if (ch_gcn_file_load(name, &file, &error))
			fail_msg("%s", error.text);
		for (uint32_t i = 0; i < file.count; i++)
			object_count(&file.entries[i], mnemonics);
		ch_gcn_file_close(&file);
	}
	if (folder)
		closedir(folder);
}

static void remembering_changes_no_count(void **state)
{
	(void)state;
	ch_audit_mnemonics *mnemonics = ch_audit_mnemonics_open();
	char path[4096];
	static const char *const archs[] = {"gfx906", "gfx1100", "gfx1151", "gfx1201"};
	folder_count(CHECKHIP_AUDIT_INPUTS, mnemonics);
	for (size_t i = 0; i < sizeof(archs) / sizeof(archs[0]); i++) {
		snprintf(path, sizeof path, "%s/%s", CHECKHIP_AUDIT_KERNELS, archs[i]);
		folder_count(path, mnemonics);
	}
	ch_audit_mnemonics_close(mnemonics);
	if (!compared)
		skip(); /* nothing was compiled here */
	print_message("%u kernels compared\n", compared);
}

static void only_what_is_fixed_is_remembered(void **state)
{
	(void)state;
	static const struct {
		uint32_t words[2], size, major;
		bool fixed;
	} rows[] = {
		{{0x7e020300, 0}, 4, 9, true},		 /* v_mov_b32_e32 v1, v0 */
		{{0x7e0202ff, 5}, 8, 9, false},		 /* v_mov_b32_e32 v1, 5 as a literal */
		{{0x7e0202f9, 0x00060600}, 8, 9, false}, /* SDWA */
		{{0x7e0202fa, 0xff0100e4}, 8, 9, false}, /* DPP */
		{{0x8001ff02, 5}, 8, 9, false},		 /* s_add_u32 with a literal */
		{{0x80010302, 0}, 4, 9, true},
		{{0xbf8c0f70, 0}, 4, 9, true},		  /* s_waitcnt */
		{{0xbf820003, 0}, 4, 9, true},		  /* s_branch */
		{{0xb0010005, 0}, 4, 9, false},		  /* SOPK */
		{{0xd2cb0001, 0x0000020a}, 8, 9, true},	  /* VOP3 */
		{{0xd54b0001, 0x040e02ff}, 8, 11, false}, /* VOP3 and a literal */
		{{0xd54b0001, 0x040e02fa}, 8, 11, false}, /* VOP3 and DPP */
		{{0xd54b0001, 0x03fe0301}, 8, 11, false},
		{{0xc8c00000, 0}, 8, 11, false},	/* VOPD */
		{{0xd8ec0000, 0x01000002}, 8, 9, true}, /* DS */
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint8_t bytes[8];
		memcpy(bytes, rows[i].words, sizeof bytes);
		if (ch_audit_fixed(bytes, rows[i].size, rows[i].major) != rows[i].fixed)
			fail_msg("row %zu", i);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(remembering_changes_no_count),
		cmocka_unit_test(only_what_is_fixed_is_remembered),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
