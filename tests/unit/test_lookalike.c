/* SPDX-License-Identifier: Apache-2.0
 *
 * Lookalikes: each differs from the contract, where it applies, and the hand-worked ones are what they say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/reference.h"
#include "made_blocks.h"

static uint32_t find(const char *name)
{
	for (uint32_t i = 0; i < ch_lookalike_count(); i++) {
		if (strcmp(ch_lookalike_get(i)->name, name) == 0)
			return i;
	}
	fail_msg("no lookalike %s", name);
	return 0;
}

enum { BLOCKS = 64, K = 32 * 16, ROWS = 4 };

/* All kinds of scale, zero, subnormal and invalid ones included: each lookalike must have something to be seen by. */
static void make_all_kinds(ch_format format, uint8_t *w)
{
	ch_random random = {0x100ca11};
	const ch_format_info *info = ch_format_get(format);

	make_blocks(&random, format, BLOCKS, 0, w);
	for (uint32_t b = 0; b < BLOCKS; b++) {
		if (b % 8 == 3)
			ch_block_set_scale(format, w + b * info->block_bytes, 0, (uint8_t)(b / 8u));
		if (b % 8 == 5)
			ch_block_set_scale(format, w + b * info->block_bytes, 0, (uint8_t)(0x7fu + 9u * (b / 8u)));
	}
}

static void each_differs_from_the_contract_and_from_the_others(void **state)
{
	(void)state;
	for (int f = 0; f < CH_FORMAT_COUNT; f++) {
		ch_format format = (ch_format)f;
		static float contract[K * ROWS], seen[64][K * ROWS];
		size_t bytes;
		uint32_t count = 0;

		assert_true(ch_lookalike_count() <= 64);
		assert_int_equal(ch_weights_bytes(format, K, ROWS, &bytes), CH_OK);
		/* exactly as long as it may be read: the sanitizer build sees a byte more */
		uint8_t *w = malloc(bytes);

		assert_non_null(w);
		make_all_kinds(format, w);
		assert_int_equal(ch_decode_plain(format, K, ROWS, w, contract), CH_OK);
		for (uint32_t i = 0; i < ch_lookalike_count(); i++) {
			ch_status status = ch_lookalike_decode(i, format, K, ROWS, w, seen[count]);

			if (status == CH_UNSUPPORTED)
				continue;
			assert_int_equal(status, CH_OK);
			if (memcmp(seen[count], contract, sizeof(contract)) == 0)
				fail_msg("%s is the contract for %s", ch_lookalike_get(i)->name,
					 ch_format_get(format)->name);
			for (uint32_t other = 0; other < count; other++) {
				if (memcmp(seen[count], seen[other], sizeof(contract)) == 0)
					fail_msg("%s decodes %s as another one does", ch_lookalike_get(i)->name,
						 ch_format_get(format)->name);
			}
			count++;
		}
		assert_true(count >= 15);
		free(w);
	}
}

/* F07: E4 x 8, 38 40 in the other trees' meanings */
static void fp2_in_other_trees(void **state)
{
	static const float wide[4] = {-4.0f, -1.0f, 1.0f, 4.0f};
	uint8_t block[10];
	float y[32];

	(void)state;
	memset(block, 0xe4, 8);
	block[8] = 0x38;
	block[9] = 0x40;
	assert_int_equal(ch_lookalike_decode(find("fp2-wide"), CH_FP2, 32, 1, block, y), CH_OK);
	for (int i = 0; i < 32; i++)
		assert_true(y[i] == wide[i % 4] * (i < 16 ? 0.5f : 1.0f));
	assert_int_equal(ch_lookalike_decode(find("affine"), CH_FP2, 32, 1, block, y), CH_OK);
	for (int i = 0; i < 32; i++)
		assert_true(y[i] == (float)(i % 4) * 0.5f + 1.0f);
	assert_int_equal(ch_lookalike_decode(find("high-bits-first"), CH_FP2, 32, 1, block, y), CH_OK);
	assert_true(y[0] == 1.0f && y[3] == -0.5f);
	assert_int_equal(ch_lookalike_decode(find("full-e4m3"), CH_FP2, 32, 1, block, y), CH_OK);
	assert_true(y[0] == -1.0f && y[31] == 4.0f);
	assert_int_equal(ch_lookalike_decode(find("halves-swapped"), CH_FP2, 32, 1, block, y), CH_OK);
	assert_true(y[0] == -1.0f && y[31] == 1.0f);
}

/* F01: 88 C6 FA four times is 0..7 four times; a word holds ten whole codes, so weight 10 comes from bit 32, not 30 */
static void words_lose_two_bits_a_word(void **state)
{
	uint8_t block[14];
	float y[32], contract[32];

	(void)state;
	for (int i = 0; i < 12; i++)
		block[i] = (const uint8_t[]){0x88, 0xc6, 0xfa}[i % 3];
	block[12] = block[13] = 0x40;
	assert_int_equal(ch_decode_plain(CH_FP3, 32, 1, block, contract), CH_OK);
	assert_int_equal(ch_lookalike_decode(find("words"), CH_FP3, 32, 1, block, y), CH_OK);
	assert_memory_equal(y, contract, 10 * sizeof(float));
	/* bits 32..34 are the low bits of byte 4, 0xc6: code 6 is -2 */
	assert_true(y[10] == -2.0f);
}

static void codes_by_hand(void **state)
{
	uint8_t block[17] = {0x9f};
	float y[32];

	(void)state;
	block[16] = 0x40; /* 1 */
	assert_int_equal(ch_lookalike_decode(find("nibbles-swapped"), CH_FP4_FAST, 32, 1, block, y), CH_OK);
	assert_true(y[0] == -1.0f && y[16] == -10.0f);
	assert_int_equal(ch_lookalike_decode(find("interleaved"), CH_FP4_FAST, 32, 1, block, y), CH_OK);
	assert_true(y[0] == -10.0f && y[1] == -1.0f && y[16] == 0.0f);
	assert_int_equal(ch_lookalike_decode(find("twos-complement"), CH_FP4_FAST, 32, 1, block, y), CH_OK);
	assert_true(y[0] == -1.0f && y[16] == -7.0f);
	assert_int_equal(ch_lookalike_decode(find("e2m1"), CH_FP4_FAST, 32, 1, block, y), CH_OK);
	assert_true(y[0] == -12.0f && y[16] == -1.0f);
	assert_int_equal(ch_lookalike_decode(find("sign-low"), CH_FP4_FAST, 32, 1, block, y), CH_OK);
	assert_true(y[0] == -10.0f && y[16] == -4.0f); /* 9 = 1001: sign, magnitude 4 */
	assert_int_equal(ch_lookalike_decode(find("halves-swapped"), CH_FP4_FAST, 32, 1, block, y), CH_UNSUPPORTED);
}

static void hostile_calls_are_refused(void **state)
{
	uint8_t block[14] = {0};
	float y[32];

	(void)state;
	assert_int_equal(ch_lookalike_decode(ch_lookalike_count(), CH_FP3, 32, 1, block, y), CH_BAD_ARGUMENT);
	assert_int_equal(ch_lookalike_decode(0, CH_FORMAT_COUNT, 32, 1, block, y), CH_BAD_ARGUMENT);
	assert_int_equal(ch_lookalike_decode(0, CH_FP3, 33, 1, block, y), CH_BAD_SHAPE);
	assert_int_equal(ch_lookalike_decode(0, CH_FP3, 32, 1, NULL, y), CH_BAD_ARGUMENT);
	assert_null(ch_lookalike_get(ch_lookalike_count()));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_differs_from_the_contract_and_from_the_others),
		cmocka_unit_test(fp2_in_other_trees),
		cmocka_unit_test(words_lose_two_bits_a_word),
		cmocka_unit_test(codes_by_hand),
		cmocka_unit_test(hostile_calls_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
