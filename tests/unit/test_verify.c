/* SPDX-License-Identifier: Apache-2.0
 *
 * Answers judged: every bit of a directory counts, and what is wrong is named. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "emitted.h"
#include "reference/random.h"
#include "vectors/known_set.h"
#include "vectors/sums.h"

static void what_is_written_holds(void **state)
{
	ch_folder folder = make(&small);
	struct tally tally = judge(&folder, NULL);

	(void)state;
	if (tally.failed)
		fail_msg("%s", tally.last);
	/* 6 formats: 2 decodes, 3 quantizers, 2 shapes x (activations, 3 orders, double) are answers */
	assert_true(tally.passed >= 6 * (2 + 3 + 2 * 5));
	ch_folder_free(&folder);
}

/* A bit of the first, the last and some byte of every file. */
static void flip_bits(ch_folder *folder, int places, ch_random *random)
{
	for (size_t i = 0; i < folder->count; i++) {
		ch_file *file = &folder->files[i];

		for (int place = 0; place < places; place++) {
			size_t at = place == 0 ? 0 : place == 1 ? file->size - 1 : ch_random_next(random) % file->size;
			uint8_t bit = (uint8_t)(1u << ch_random_below(random, 8));

			file->data[at] ^= bit;
			struct tally tally = judge(folder, file->name);

			file->data[at] ^= bit;
			if (!tally.failed)
				fail_msg("%s: byte %zu, bit mask 0x%02x changed and nothing was said", file->name, at,
					 bit);
			if (!tally.naming && strcmp(file->name, CH_SUMS_NAME) != 0)
				fail_msg("%s: byte %zu changed, not named by: %s", file->name, at, tally.last);
		}
	}
}

static void every_bit_counts(void **state)
{
	ch_folder folder = make(&small);
	ch_random random = {20};

	(void)state;
	flip_bits(&folder, 3, &random);
	ch_folder_free(&folder);
}

/* The answers themselves are judged, not their sums alone: with new sums, each answer array is still caught, and the place
 * is named. */
static void each_answer_is_judged_without_sums(void **state)
{
	ch_folder folder = make(&small);
	ch_folder probe = copy_folder(&folder);
	char error[CH_COMPLAINT] = "";
	ch_known *known = ch_known_from_folder(&probe, error, sizeof(error));
	ch_case_list list = {0};
	ch_random random = {21};

	(void)state;
	assert_non_null(known);
	assert_true(ch_known_cases(known, &list));
	for (size_t i = 0; i < list.count; i++) {
		const ch_case *one = &list.cases[i];
		uint8_t *answer = (uint8_t *)(uintptr_t)one->given.expected;
		size_t element = ch_random_next(&random) % (one->given.expected_bytes / one->given.element_bytes);
		/* the low byte but one: two ulp at least of a double */
		size_t at = element * one->given.element_bytes + 1;
		ch_verdict verdict;
		char place[48];

		ch_verify_case(one, &verdict);
		assert_int_equal(verdict.result, CH_PASS);
		answer[at] ^= 0x10;
		ch_verify_case(one, &verdict);
		answer[at] ^= 0x10;
		assert_int_equal(verdict.result, CH_FAIL);
		(void)snprintf(place, sizeof(place), "(byte %zu)", one->given.file_offset + at);
		if (!strstr(verdict.text, one->given.file) || !strstr(verdict.text, one->given.array))
			fail_msg("%s: %s", one->name, verdict.text);
		if (one->judge == CH_JUDGE_BYTES && !strstr(verdict.text, place))
			fail_msg("%s: expected %s in: %s", one->name, place, verdict.text);
	}
	ch_case_free(&list);
	ch_known_close(known);
	ch_folder_free(&folder);
}

static ch_file *file_of(ch_folder *folder, const char *name)
{
	return (ch_file *)(uintptr_t)ch_folder_find(folder, name);
}

/* Changes the text of a manifest, and says what the check of the files says of it. */
static void expect_complaint(const char *name, const char *from, const char *to, const char *says)
{
	ch_folder folder = make(&small);
	ch_file *file = file_of(&folder, name);
	char *text = calloc(1, file->size + 200), *at;

	assert_non_null(text);
	memcpy(text, file->data, file->size);
	at = strstr(text, from);
	if (!at)
		fail_msg("%s has no %s", name, from);
	memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
	memcpy(at, to, strlen(to));
	free(file->data);
	file->data = (uint8_t *)text;
	file->size = strlen(text);
	struct tally tally = judge(&folder, says);

	if (!tally.naming)
		fail_msg("%s: %s -> %s: nothing says \"%s\", the last of %zu: %s", name, from, to, says, tally.failed,
			 tally.last);
	ch_folder_free(&folder);
}

static void wrong_manifests_are_named(void **state)
{
	(void)state;
	expect_complaint("decode_fp3.json", "\"y_valid\"", "\"y_walid\"", "have names that this kind of file has not");
	expect_complaint("decode_fp3.json", "blocks_valid", "blocks_other", "array blocks_valid is missing");
	expect_complaint("decode_fp3.json", "104", "107", "ggml_type_id: 107, expected 104");
	expect_complaint("decode_fp3.json", "block_bytes\":\t14", "block_bytes\":\t18", "block_bytes: 18, expected 14");
	expect_complaint("decode_fp3.json", "\"ggml_type_id\"", "\"type\":\"q2_0_rocmfp2\",\"ggml_type_id\"",
			 "type: \"q2_0_rocmfp2\", expected");
	expect_complaint("decode_fp3.json", "\"f32\"", "\"f64\"", "expected 2048 by dtype and shape");
	expect_complaint("decode_fp3.json", "[8, 32]", "[32, 8]", "array y_valid: expected f32 [8,32]");
	expect_complaint("mulmat_fp6.json", "k96_r3_c2.W", "k95_r3_c2.W", "ROW-WHOLE-BLOCKS");
	expect_complaint("mulmat_fp6.json", "k96_r3_c2.W", "k096_r3_c2.W", "expected a name like");
	expect_complaint("mulmat_fp6.json", "k96_r3_c2.W", "k64_r3_c2.W", "expected");
	expect_complaint("quant_input.json", "[15, 64]", "[64, 15]", "ROW-WHOLE-BLOCKS");
	expect_complaint("quant_input.json", "{", "[", "not JSON");
}

static void missing_and_short_files_are_named(void **state)
{
	static const char *const names[] = {"decode_fp2.bin", "decode_fp2.json", "mulmat_fp8.bin", "quant_fp4.bin"};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		ch_folder folder = make(&small);
		ch_file *file = file_of(&folder, names[i]);

		file->size--; /* truncated by a byte */
		struct tally tally = judge(&folder, names[i]);

		assert_true(tally.naming > 0);
		file->size = 0;
		tally = judge(&folder, names[i]);
		assert_true(tally.naming > 0);
		file->name[0] = 'x'; /* missing */
		tally = judge(&folder, names[i]);
		assert_true(tally.naming > 0);
		ch_folder_free(&folder);
	}
}

static void a_byte_that_nothing_describes_is_named(void **state)
{
	ch_folder folder = make(&small);
	ch_file *file = file_of(&folder, "scale_tables.bin");
	uint8_t *grown = realloc(file->data, file->size + 1);

	(void)state;
	assert_non_null(grown);
	grown[file->size] = 0;
	file->data = grown;
	file->size++;
	assert_int_equal(judge(&folder, "scale_tables.bin: byte 2048 belongs to no array").naming, 1);
	ch_folder_free(&folder);
}

/* Answers in a directory of their own, as somebody's program writes them: the manifests of `whole`, inputs and all. */
static struct tally judge_answers(ch_folder *answers_folder, const char *file)
{
	ch_folder inputs_folder = make(&small_inputs);
	struct tally tally = {.file = file};
	char error[CH_COMPLAINT] = "";
	ch_known *inputs = ch_known_from_folder(&inputs_folder, error, sizeof(error));
	ch_known *answers = ch_known_answers_from_folder(answers_folder, inputs, error, sizeof(error));

	if (!answers)
		fail_msg("%s", error);
	assert_true(ch_verify_answers(inputs, answers, count_verdict, &tally));
	ch_known_close(answers);
	ch_known_close(inputs);
	return tally;
}

static void answers_elsewhere_are_judged(void **state)
{
	ch_folder answers = make(&small);
	struct tally tally = judge_answers(&answers, NULL);

	(void)state;
	if (tally.failed)
		fail_msg("%s", tally.last);
	assert_true(tally.passed > 6 * 12);
}

static void a_nan_is_no_answer(void **state)
{
	ch_folder answers = make(&small), probe = make(&small);
	char error[CH_COMPLAINT] = "";
	ch_known *known = ch_known_from_folder(&probe, error, sizeof(error));
	const ch_known_file *file = ch_known_find(known, CH_FAMILY_MULMAT, CH_FP3);
	const float nan = NAN;
	const double nan64 = (double)NAN;

	(void)state;
	/* in each answer array of one shape */
	ch_file *data = file_of(&answers, "mulmat_fp3.bin");

	for (size_t i = 0; i < file->manifest.count; i++) {
		const ch_array *array = &file->manifest.arrays[i];

		if (!strstr(array->name, ".y_"))
			continue;
		if (array->dtype == CH_DTYPE_F64)
			memcpy(data->data + array->offset, &nan64, sizeof(nan64));
		else
			memcpy(data->data + array->offset, &nan, sizeof(nan));
	}
	struct tally tally = judge_answers(&answers, "mulmat_fp3.bin: k");

	assert_int_equal(tally.naming, 2 * (3 + 1 + 2)); /* 2 shapes: 3 orders, the double, the two float products */
	ch_known_close(known);
}

static void a_missing_array_is_named(void **state)
{
	ch_folder inputs = make(&small_inputs);
	struct tally tally = judge_answers(&inputs, "is missing");

	(void)state;
	assert_int_equal(tally.naming, 6 * (2 + 2));
}

static void count_line(void *context, const char *line)
{
	struct tally *tally = context;

	tally->failed++;
	tally->naming += strncmp(line, tally->file, strlen(tally->file)) == 0;
}

/* The sums alone: they are most of the certainty and little of the time. */
static struct tally check_sums(const ch_folder *folder, const char *file)
{
	const ch_file *text = ch_folder_find(folder, CH_SUMS_NAME);
	struct tally tally = {.file = file};
	char error[CH_COMPLAINT] = "";
	ch_sums sums;

	if (ch_sums_parse((const char *)text->data, text->size, &sums, error, sizeof(error)))
		(void)ch_sums_check(&sums, folder, count_line, &tally);
	else
		count_line(&tally, error);
	ch_sums_free(&sums);
	return tally;
}

/* The big directory, where it is: the first, the last and some byte of each file that has a sum, and of the sums; the first
 * through all checks. */
static void every_bit_of_the_known_answers_counts(void **state)
{
	const char *dir = getenv("CHECKHIP_KNOWN_ANSWERS");
	char error[CH_COMPLAINT] = "";
	ch_random random = {22};
	ch_folder folder;

	(void)state;
	if (!dir || !*dir)
		skip();
	assert_true(ch_folder_read(dir, &folder, error, sizeof(error)));
	assert_int_equal(check_sums(&folder, "").failed, 0);
	for (size_t i = 0; i < folder.count; i++) {
		ch_file *file = &folder.files[i];
		bool is_sums = strcmp(file->name, CH_SUMS_NAME) == 0;
		const size_t places[3] = {0, file->size - 1, ch_random_next(&random) % file->size};

		for (int place = 0; place < 3 && (strstr(file->name, ".bin") || is_sums); place++) {
			uint8_t bit = (uint8_t)(1u << ch_random_below(&random, 8));

			file->data[places[place]] ^= bit;
			struct tally tally = place == 0 && !is_sums && file->size < 100000
						     ? judge(&folder, file->name)
						     : check_sums(&folder, file->name);

			file->data[places[place]] ^= bit;
			if (!tally.failed || (!tally.naming && !is_sums))
				fail_msg("%s: byte %zu changed and nothing names it", file->name, places[place]);
		}
	}
	ch_folder_free(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_holds),
		cmocka_unit_test(every_bit_counts),
		cmocka_unit_test(each_answer_is_judged_without_sums),
		cmocka_unit_test(wrong_manifests_are_named),
		cmocka_unit_test(missing_and_short_files_are_named),
		cmocka_unit_test(a_byte_that_nothing_describes_is_named),
		cmocka_unit_test(answers_elsewhere_are_judged),
		cmocka_unit_test(a_nan_is_no_answer),
		cmocka_unit_test(a_missing_array_is_named),
		cmocka_unit_test(every_bit_of_the_known_answers_counts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
