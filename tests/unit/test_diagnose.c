/* SPDX-License-Identifier: Apache-2.0
 *
 * Failed decodes and quantizations: each fault is injected here, and the diagnosis must name it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "made_blocks.h"
#include "suite/diagnose.h"

enum { BLOCKS = 64, K = 32 * 16, ROWS = 4, WEIGHTS = K * ROWS };

static uint8_t w[33 * BLOCKS];
static float got[WEIGHTS], expected[WEIGHTS];

static ch_decode_failure make_failure(ch_format format, bool all_kinds)
{
	ch_random random = {0xd1a6};
	const ch_format_info *info = ch_format_get(format);

	make_blocks(&random, format, BLOCKS, all_kinds ? 0 : 30, w);
	for (uint32_t b = 0; all_kinds && b < BLOCKS; b++) {
		if (b % 8 == 3)
			ch_block_set_scale(format, w + b * info->block_bytes, 0, (uint8_t)(b / 8u));
		if (b % 8 == 5)
			ch_block_set_scale(format, w + b * info->block_bytes, 0, (uint8_t)(0x7fu + 9u * (b / 8u)));
	}
	assert_int_equal(ch_decode_plain(format, K, ROWS, w, expected), CH_OK);
	memcpy(got, expected, sizeof(got));
	return (ch_decode_failure){.format = format, .k = K, .rows = ROWS, .w = w, .got = got, .expected = expected};
}

static void expect(const ch_verdict *verdict, const char *clause, const char *words)
{
	if (strcmp(verdict->clause, clause) != 0 || !strstr(verdict->explains, words))
		fail_msg("wanted %s, %s; got %s: %s: %s", clause, words, verdict->clause, verdict->text,
			 verdict->explains);
	assert_int_equal(verdict->result, CH_FAIL);
	assert_true(verdict->text[0] != 0);
}

static void right_output_has_no_diagnosis(void **state)
{
	ch_decode_failure failure = make_failure(CH_FP3, true);
	ch_verdict verdict = {.result = CH_PASS};

	(void)state;
	assert_false(ch_diagnose_decode(&failure, &verdict));
	assert_int_equal(verdict.result, CH_PASS);
	assert_int_equal(verdict.text[0], 0);
}

static void every_lookalike_is_recognised(void **state)
{
	(void)state;
	for (int f = 0; f < CH_FORMAT_COUNT; f++) {
		ch_decode_failure failure = make_failure((ch_format)f, true);

		for (uint32_t i = 0; i < ch_lookalike_count(); i++) {
			const ch_lookalike *lookalike = ch_lookalike_get(i);
			ch_verdict verdict = {0};

			if (ch_lookalike_decode(i, (ch_format)f, K, ROWS, w, got) == CH_UNSUPPORTED)
				continue;
			assert_true(ch_diagnose_decode(&failure, &verdict));
			expect(&verdict, lookalike->clause, lookalike->words);
			assert_non_null(strstr(verdict.explains, "(64 of 64 blocks agree)"));
		}
	}
}

static void first_fault_is_located(void **state)
{
	ch_decode_failure failure = make_failure(CH_FP3, false);
	ch_verdict verdict = {0};

	(void)state;
	/* row 2, block 3, weight 18: bits 54..56 of the payload, byte 6 bit 6, straddling */
	got[2 * K + 3 * 32 + 18] = 77.0f;
	assert_true(ch_diagnose_decode(&failure, &verdict));
	assert_non_null(strstr(verdict.text, "1 of 2048 weights in 1 of 64 blocks"));
	assert_non_null(strstr(verdict.text, "row 2 block 3 half 1 weight 18 (payload byte 6 bit 6, straddling)"));
	assert_non_null(strstr(verdict.text, "got 77, expected "));
}

static void straddling_weights_break_the_bit_order(void **state)
{
	static const int straddling[8] = {2, 5, 10, 13, 18, 21, 26, 29};
	ch_decode_failure failure = make_failure(CH_FP3, false);
	ch_verdict verdict = {0};

	(void)state;
	for (int b = 0; b < BLOCKS; b++) {
		for (int i = 0; i < 8; i++)
			got[32 * b + straddling[i]] += (float)(1 + i * i + b % 3);
	}
	assert_true(ch_diagnose_decode(&failure, &verdict));
	expect(&verdict, "BIT-ORDER", "straddles two bytes");
}

static void one_wrong_sign_of_zero_is_named(void **state)
{
	ch_decode_failure failure = make_failure(CH_FP6, false);
	ch_verdict verdict = {0};
	int i = 0;

	(void)state;
	while (expected[i] != 0.0f)
		i++;
	got[i] = -0.0f;
	assert_true(ch_diagnose_decode(&failure, &verdict));
	expect(&verdict, "ZERO-SIGN", "wrong sign");
}

static void places_name_their_clauses(void **state)
{
	ch_random random = {3};
	ch_verdict verdict = {0};
	ch_decode_failure failure = make_failure(CH_FP4_FAST, false);

	(void)state;
	for (int i = WEIGHTS - 32; i < WEIGHTS; i++)
		got[i] = ch_random_unit(&random);
	assert_true(ch_diagnose_decode(&failure, &verdict));
	expect(&verdict, "NO-OVERREAD", "buffer's last block");

	failure = make_failure(CH_FP4_FAST, false);
	for (int row = 0; row < ROWS; row++) {
		for (int i = K - 32; i < K; i++)
			got[row * K + i] = ch_random_unit(&random);
	}
	assert_true(ch_diagnose_decode(&failure, &verdict));
	expect(&verdict, "ROW-WHOLE-BLOCKS", "row's last block");

	failure = make_failure(CH_FP2, false);
	for (int i = 0; i < WEIGHTS; i++) {
		if (i % 32 >= 16)
			got[i] = ch_random_unit(&random);
	}
	assert_true(ch_diagnose_decode(&failure, &verdict));
	expect(&verdict, "SCALE-SPLIT", "second half");

	failure = make_failure(CH_FP8, false);
	for (int i = K; i < WEIGHTS; i++)
		got[i] = ch_random_unit(&random);
	assert_true(ch_diagnose_decode(&failure, &verdict));
	expect(&verdict, "BLOCK-ALIGN", "rows after the first");
}

static void one_code_breaks_the_table(void **state)
{
	ch_decode_failure failure = make_failure(CH_FP4, false);
	ch_verdict verdict = {0};

	(void)state;
	for (int i = 0; i < WEIGHTS; i++) {
		const uint8_t *block = w + 18 * (i / 32);

		if (ch_block_code(CH_FP4, block, (uint32_t)i % 32) == 5) /* 6 taken as 5 */
			got[i] = 5.0f * ch_scale_value(ch_block_scale(CH_FP4, block, (uint32_t)i % 32));
	}
	assert_true(ch_diagnose_decode(&failure, &verdict));
	expect(&verdict, "CODE-TABLE", "a few codes");
}

static void one_factor_is_the_scale(void **state)
{
	ch_decode_failure failure = make_failure(CH_FP3, false);
	ch_verdict verdict = {0};

	(void)state;
	for (int i = 0; i < WEIGHTS; i++)
		got[i] = expected[i] * 4.0f;
	assert_true(ch_diagnose_decode(&failure, &verdict));
	expect(&verdict, "SCALE-VALUE", "one factor, 4");
}

static void neighbours_are_recognised(void **state)
{
	ch_decode_failure failure = make_failure(CH_FP6, false);
	ch_verdict verdict = {0};

	(void)state;
	memmove(got, expected + 32, sizeof(got) - 32 * sizeof(float));
	assert_true(ch_diagnose_decode(&failure, &verdict));
	expect(&verdict, "BLOCK-ALIGN", "the block 1 further on");
	memcpy(got, expected, sizeof(got));
	memmove(got + K, expected, sizeof(got) - K * sizeof(float)); /* rows 1.. hold the row before */
	assert_true(ch_diagnose_decode(&failure, &verdict));
	expect(&verdict, "BLOCK-ALIGN", "the row 1 before");
}

static void unwritten_output_is_recognised(void **state)
{
	const uint32_t prefill = 0xffc0dead;
	ch_decode_failure failure = make_failure(CH_FP6, false);
	ch_verdict verdict = {0};

	(void)state;
	failure.prefill = &prefill;
	for (int i = 3 * K; i < WEIGHTS; i++)
		memcpy(&got[i], &prefill, sizeof(prefill));
	assert_true(ch_diagnose_decode(&failure, &verdict));
	expect(&verdict, "WEIGHT", "never written");
}

static void invalid_scales_are_left_out_on_request(void **state)
{
	ch_decode_failure failure = make_failure(CH_FP8, false);
	ch_verdict verdict = {0};

	(void)state;
	w[33 * 5 + 32] = 0x7f;
	for (int i = 5 * 32; i < 6 * 32; i++) {
		expected[i] = 0.0f;
		got[i] = 480.0f + (float)i;
	}
	assert_true(ch_diagnose_decode(&failure, &verdict));
	expect(&verdict, "SCALE-VALID", "invalid scale");
	failure.any_invalid_scale = true;
	assert_false(ch_diagnose_decode(&failure, &verdict));
}

/* fp4 by hand: x all 5 * 0.5, so that scale 0x38 (0.5) leaves a tie between 4 and 6 in every weight. */
static void quantizer_faults_are_located(void **state)
{
	uint8_t right[2 * 18], wrong[2 * 18];
	float x[64];
	ch_quantize_failure failure = {.format = CH_FP4, .k = 32, .rows = 2, .x = x, .got = wrong, .expected = right};
	ch_verdict verdict = {0};

	(void)state;
	for (int i = 0; i < 64; i++)
		x[i] = 2.5f;
	memset(right, 0x44, sizeof(right));
	right[16] = right[17] = right[34] = right[35] = 0x38;
	memcpy(wrong, right, sizeof(wrong));
	assert_false(ch_diagnose_quantize(&failure, &verdict));

	wrong[18 + 3] = 0x54; /* row 1, weight 19: 6 in place of 4 */
	assert_true(ch_diagnose_quantize(&failure, &verdict));
	expect(&verdict, "QUANTIZER", "a tie between both values");
	assert_non_null(strstr(verdict.text, "row 1 block 0 byte 3: got 0x54, expected 0x44"));
	assert_non_null(strstr(verdict.text, "half 1 weight 19: got code 5 (6), expected code 4 (4)"));

	memcpy(wrong, right, sizeof(wrong));
	wrong[17] = 0x30; /* half the scale */
	assert_true(ch_diagnose_quantize(&failure, &verdict));
	expect(&verdict, "QUANTIZER", "missed the better byte");
	assert_non_null(strstr(verdict.text, "half 1: scale byte 17: got 0x30 (0.25), expected 0x38 (0.5)"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(right_output_has_no_diagnosis),
		cmocka_unit_test(every_lookalike_is_recognised),
		cmocka_unit_test(first_fault_is_located),
		cmocka_unit_test(straddling_weights_break_the_bit_order),
		cmocka_unit_test(one_wrong_sign_of_zero_is_named),
		cmocka_unit_test(places_name_their_clauses),
		cmocka_unit_test(one_code_breaks_the_table),
		cmocka_unit_test(one_factor_is_the_scale),
		cmocka_unit_test(neighbours_are_recognised),
		cmocka_unit_test(unwritten_output_is_recognised),
		cmocka_unit_test(invalid_scales_are_left_out_on_request),
		cmocka_unit_test(quantizer_faults_are_located),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
