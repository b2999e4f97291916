/* SPDX-License-Identifier: Apache-2.0
 *
 * The directory of known answers, where there is one (CHECKHIP_KNOWN_ANSWERS), and directories that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "vectors/array_file.h"
#include "vectors/complain.h"
#include "vectors/known_set.h"

struct tally {
	size_t passed, failed;
	char last[1024];
};

static void count_verdict(void *context, const char *name, const ch_verdict *verdict)
{
	struct tally *tally = context;

	if (verdict->result == CH_PASS) {
		tally->passed++;
		return;
	}
	tally->failed++;
	(void)snprintf(tally->last, sizeof(tally->last), "%s: %.900s", name, verdict->text);
}

static const char *known_answers(void)
{
	const char *dir = getenv("CHECKHIP_KNOWN_ANSWERS");

	if (!dir || !*dir)
		skip();
	return dir;
}

static void the_known_answers_hold(void **state)
{
	char error[CH_COMPLAINT] = "";
	ch_known *known = ch_known_open(known_answers(), error, sizeof(error));
	struct tally tally = {0};

	(void)state;
	if (!known)
		fail_msg("%s", error);
	ch_known_check_files(known, count_verdict, &tally);
	if (tally.failed)
		fail_msg("%zu failed, the last: %s", tally.failed, tally.last);
	/* sums; layout of 20; 4 scale tables; 2 device decodes; 6 formats x 5 shapes x 2 products; 2 x 5 x 2 for q8_0 */
	assert_int_equal(tally.passed, 1 + 20 + 4 + 2 + 60 + 20);
	ch_known_close(known);
}

static void the_known_answers_are_cases(void **state)
{
	char error[CH_COMPLAINT] = "";
	ch_known *known = ch_known_open(known_answers(), error, sizeof(error));
	ch_case_list list = {0};

	(void)state;
	if (!known)
		fail_msg("%s", error);
	assert_true(ch_known_cases(known, &list));
	/* 6 formats: 2 decodes, 3 quantizers, 5 shapes x (activations, 3 orders, double) */
	assert_int_equal(list.count, 6 * (2 + 3 + 5 * 5));
	for (size_t i = 0; i < list.count; i++) {
		const ch_case *one = &list.cases[i];

		assert_int_equal(strncmp(one->name, "known/", 6), 0);
		assert_int_equal(one->data, CH_DATA_GIVEN);
		assert_int_equal(one->given.expected_bytes % one->given.element_bytes, 0);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(one->name, list.cases[j].name);
	}
	ch_case_free(&list);
	ch_known_close(known);
}

static void what_is_no_directory_is_an_error(void **state)
{
	char error[CH_COMPLAINT] = "";

	(void)state;
	assert_null(ch_known_open("/nonexistent/known", error, sizeof(error)));
	assert_non_null(strstr(error, "/nonexistent/known"));
	assert_null(ch_known_open("/dev/null", error, sizeof(error)));
	assert_non_null(strstr(error, "/dev/null"));
}

static void an_empty_folder_is_an_error(void **state)
{
	char error[CH_COMPLAINT] = "";
	ch_folder folder = {0};

	(void)state;
	assert_null(ch_known_from_folder(&folder, error, sizeof(error)));
	assert_non_null(strstr(error, "nothing to judge"));
}

/* Files with the arrays that only another implementation writes: device decodes and scales, q8_0 activations and products. */
static ch_folder make_foreign_files(void)
{
	static const int64_t block[2] = {1, 18}, weights[2] = {1, 32}, w_shape[3] = {1, 1, 18}, x_shape[3] = {1, 1, 34};
	static const int64_t one[2] = {1, 1}, scales[1] = {256};
	const ch_format_info *info = ch_format_get(CH_FP4);
	ch_folder folder = {0};
	ch_array_file file;
	uint8_t w[18], x_q8_0[34] = {0}, x_q8_1[36] = {0};
	float y[32], x[32], device[256], product = 0.0f;
	uint16_t d = ch_float_to_half(16.0f / 127.0f);

	for (int i = 0; i < 16; i++)
		w[i] = (uint8_t)(17 * i);
	w[16] = 0x40;
	w[17] = 0x90; /* invalid: device code may make anything of it */
	(void)ch_decode_plain(CH_FP4, 32, 1, w, y);
	ch_array_file_begin(&file, "decode_fp4", info);
	ch_array_file_copy(&file, "blocks_valid", CH_DTYPE_U8, 2, block, w);
	ch_array_file_copy(&file, "blocks_allscale", CH_DTYPE_U8, 2, block, w);
	for (int i = 16; i < 32; i++)
		y[i] = 480.0f;
	ch_array_file_copy(&file, "y_allscale_devcode", CH_DTYPE_F32, 2, weights, y);
	assert_true(ch_array_file_end(&file, &folder));

	memcpy(x_q8_0, &d, sizeof(d));
	for (int i = 0; i < 32; i++) {
		x[i] = (float)(i - 16);
		x_q8_0[2 + i] = (uint8_t)(int8_t)((float)((i - 16) * 127) / 16.0f + (i < 16 ? -0.5f : 0.5f));
		if (i < 16)
			product += y[i] * ch_half_to_float(d) * (float)(int8_t)x_q8_0[2 + i];
	}
	ch_array_file_begin(&file, "mulmat_fp4", info);
	ch_array_file_copy(&file, "k32_r1_c1.W", CH_DTYPE_U8, 3, w_shape, w);
	ch_array_file_copy(&file, "k32_r1_c1.x", CH_DTYPE_F32, 2, weights, x);
	ch_array_file_copy(&file, "k32_r1_c1.x_q8_1", CH_DTYPE_U8, 3, (const int64_t[]){1, 1, 36}, x_q8_1);
	ch_array_file_copy(&file, "k32_r1_c1.x_q8_0", CH_DTYPE_U8, 3, x_shape, x_q8_0);
	ch_array_file_copy(&file, "k32_r1_c1.y_vecdot_q8_0", CH_DTYPE_F32, 2, one, &product);
	assert_true(ch_array_file_end(&file, &folder));

	for (int e = 0; e < 256; e++)
		device[e] = ch_scale_valid((uint8_t)e) ? ch_scale_value((uint8_t)e) : 480.0f;
	ch_array_file_begin(&file, "scale_tables", NULL);
	ch_array_file_copy(&file, "fp4_dev", CH_DTYPE_F32, 1, scales, device);
	assert_true(ch_array_file_end(&file, &folder));
	return folder;
}

static const char *wanted_array;
static size_t wanted_failures, other_failures;

/* There are no sums in the folder: that failure is expected and not counted. */
static void count_wanted(void *context, const char *name, const ch_verdict *verdict)
{
	(void)context;
	if (verdict->result == CH_PASS || strcmp(name, "known/sums") == 0)
		return;
	if (wanted_array && strstr(verdict->text, wanted_array))
		wanted_failures++;
	else
		other_failures++;
}

static void check_foreign_files(const char *file_name, const char *array, size_t byte, uint8_t flip)
{
	ch_folder folder = make_foreign_files();
	char error[CH_COMPLAINT] = "";
	ch_known *known = ch_known_from_folder(&folder, error, sizeof(error));

	assert_non_null(known);
	for (size_t i = 0; i < known->count && file_name; i++) {
		const ch_known_file *file = &known->files[i];

		assert_true(file->usable);
		if (strcmp(file->data_name, file_name) == 0)
			file->data->data[ch_manifest_find(&file->manifest, array)->offset + byte] ^= flip;
	}
	wanted_array = array;
	wanted_failures = other_failures = 0;
	ch_known_check_files(known, count_wanted, NULL);
	ch_known_close(known);
}

static void what_only_others_write_is_checked(void **state)
{
	static const struct {
		const char *file, *array;
		size_t byte;
		uint8_t flip;
		bool fails;
	} changes[] = {
		{"decode_fp4.bin", "y_allscale_devcode", 4 * 15 + 3, 0x80, true},
		{"decode_fp4.bin", "y_allscale_devcode", 4 * 16 + 3, 0x80, false}, /* behind an invalid scale */
		{"scale_tables.bin", "fp4_dev", 4 * 0x7e, 1, true},
		{"scale_tables.bin", "fp4_dev", 4 * 0x7f, 1, false},
		{"mulmat_fp4.bin", "k32_r1_c1.x_q8_0", 0, 1, true},  /* d, last bit */
		{"mulmat_fp4.bin", "k32_r1_c1.x_q8_0", 20, 1, true}, /* a code off by one */
		{"mulmat_fp4.bin", "k32_r1_c1.y_vecdot_q8_0", 2, 1, true},
	};

	(void)state;
	check_foreign_files(NULL, NULL, 0, 0);
	assert_int_equal(other_failures, 0);
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		check_foreign_files(changes[i].file, changes[i].array, changes[i].byte, changes[i].flip);
		if ((wanted_failures > 0) != changes[i].fails)
			fail_msg("%s byte %zu: %zu failures name it", changes[i].array, changes[i].byte,
				 wanted_failures);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_known_answers_hold),
		cmocka_unit_test(the_known_answers_are_cases),
		cmocka_unit_test(what_is_no_directory_is_an_error),
		cmocka_unit_test(an_empty_folder_is_an_error),
		cmocka_unit_test(what_only_others_write_is_checked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
