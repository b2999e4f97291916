/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of cases: names that are whole and unique, seeds that depend on nothing else, every operation and format. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "suite/cases.h"
#include "suite/data.h"

static int by_name(const void *a, const void *b)
{
	return strcmp(((const ch_case *)a)->name, ((const ch_case *)b)->name);
}

static void names_are_unique_at_each_level(void **state)
{
	size_t before = 0;

	(void)state;
	for (unsigned level = 0; level < CH_LEVEL_COUNT; level++) {
		ch_case_list list = {0};

		assert_true(ch_cases_make(NULL, (ch_level)level, 1, &list));
		assert_true(list.count >= before);
		before = list.count;
		qsort(list.cases, list.count, sizeof(ch_case), by_name);
		for (size_t i = 1; i < list.count; i++)
			assert_string_not_equal(list.cases[i - 1].name, list.cases[i].name);
		for (size_t i = 0; i < list.count; i++)
			assert_true(strlen(list.cases[i].name) < CH_CASE_NAME - 1);
		ch_case_free(&list);
	}
}

static void every_operation_has_cases_in_every_format(void **state)
{
	unsigned seen[CH_OP_COUNT][CH_FORMAT_COUNT] = {0};
	ch_case_list list = {0};

	(void)state;
	assert_true(ch_cases_make(NULL, CH_LEVEL_QUICK, 1, &list));
	for (size_t i = 0; i < list.count; i++)
		seen[list.cases[i].op][list.cases[i].format]++;
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
		assert_true(seen[CH_OP_DECODE][f] > 10);
		assert_true(seen[CH_OP_VALIDATE][f] > 2);
		assert_true(seen[CH_OP_QUANTIZE][f] > 10);
		assert_true(seen[CH_OP_MMVQ][f] > 20);
		assert_true(seen[CH_OP_MMQ][f] > 20);
	}
	ch_case_free(&list);
}

static void seeds_depend_on_the_run_and_the_name(void **state)
{
	(void)state;
	assert_true(ch_case_seed(1, "a") == ch_case_seed(1, "a"));
	assert_true(ch_case_seed(1, "a") != ch_case_seed(2, "a"));
	assert_true(ch_case_seed(1, "a") != ch_case_seed(1, "b"));
}

/* EXACT-INPUTS: every product is a multiple of one unit, and no partial sum can reach 2^24 of it. */
static void exact_data_is_exact(void **state)
{
	static const int64_t ks[] = {32, 288, 4096, 14336};

	(void)state;
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
		for (size_t n = 0; n < sizeof(ks) / sizeof(ks[0]); n++) {
			const ch_case one = {.op = CH_OP_MMVQ,
					     .format = (ch_format)f,
					     .data = CH_DATA_EXACT,
					     .k = ks[n],
					     .rows = 2,
					     .ncols = 2,
					     .seed = 7};
			ch_inputs inputs;
			double units = 0;

			assert_int_equal(ch_data_make(&one, &inputs), CH_OK);
			for (int64_t i = 0; i < one.k; i++) {
				const uint8_t *block = (const uint8_t *)inputs.w +
						       (size_t)(i / 32) * ch_format_get(one.format)->block_bytes;
				const uint8_t *x = (const uint8_t *)inputs.x_q8_1 + (size_t)(i / 32) * CH_Q8_1_BYTES;
				int32_t code =
					ch_code_value(one.format, ch_block_code(one.format, block, (uint32_t)(i % 32)));
				uint8_t e = ch_block_scale(one.format, block, (uint32_t)(i % 32));
				uint16_t d;

				memcpy(&d, x, 2);
				assert_true(e == 0x38 || e == 0x40);
				assert_true(d == 0x3800 || d == 0x3c00);
				units += 4.0 *
					 abs(code * (int8_t)x[4 + i % 32]); /* at scale 1 and d 1, in units of 1/4 */
			}
			assert_true(units <= 0x1p24);
			assert_true(units > 0);
			ch_data_free(&inputs);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_unique_at_each_level),
		cmocka_unit_test(every_operation_has_cases_in_every_format),
		cmocka_unit_test(seeds_depend_on_the_run_and_the_name),
		cmocka_unit_test(exact_data_is_exact),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
