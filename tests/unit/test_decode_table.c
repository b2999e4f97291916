/* SPDX-License-Identifier: Apache-2.0
 *
 * ch_decode and ch_decode_plain against the clauses, exhaustively, and against each other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

#include "checkhip/formats.h"
#include "reference/random.h"

/* Decodes one block both ways and holds each weight against WEIGHT, sign of zero included. */
static void check_block(ch_format format, const uint8_t *block)
{
	float table[CH_BLOCK_WEIGHTS], plain[CH_BLOCK_WEIGHTS], expected[CH_BLOCK_WEIGHTS];

	for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++) {
		float value = (float)ch_code_value(format, ch_block_code(format, block, i));

		expected[i] = value * ch_scale_value(ch_block_scale(format, block, i));
	}
	assert_int_equal(ch_decode(format, 32, 1, block, table), CH_OK);
	assert_int_equal(ch_decode_plain(format, 32, 1, block, plain), CH_OK);
	assert_memory_equal(table, expected, sizeof(expected));
	assert_memory_equal(plain, expected, sizeof(expected));
}

/* All 256 scale bytes with every code, at every position of both halves. */
static void every_scale_with_every_code(void **state)
{
	(void)state;
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
		const ch_format_info *info = ch_format_get((ch_format)f);
		uint8_t block[CH_MAX_BLOCK_BYTES];

		for (uint32_t code = 0; code < 1u << info->code_bits; code++) {
			for (uint32_t i = 0; i < CH_BLOCK_WEIGHTS; i++)
				ch_block_set_code((ch_format)f, block, i, code);
			for (uint32_t e = 0; e < 256; e++) {
				ch_block_set_scale((ch_format)f, block, 0, (uint8_t)e);
				if (info->scale_count == 2)
					ch_block_set_scale((ch_format)f, block, 1, (uint8_t)(255 - e));
				check_block((ch_format)f, block);
			}
		}
	}
}

/* Every value of `weights` neighbouring codes at each of their places, the rest of the block filled with ones, then zeros. */
static void check_windows(ch_format format, uint32_t weights)
{
	const ch_format_info *info = ch_format_get(format);
	uint32_t bits = info->code_bits;

	for (uint32_t fill = 0; fill < 512; fill += 255) {
		for (uint32_t first = 0; first < CH_BLOCK_WEIGHTS; first += weights) {
			for (uint32_t window = 0; window < 1u << bits * weights; window++) {
				uint8_t block[CH_MAX_BLOCK_BYTES];

				memset(block, (int)(fill & 255u), sizeof(block));
				ch_block_set_scale(format, block, 0, 0x38);
				ch_block_set_scale(format, block, info->scale_count - 1, 0x45);
				for (uint32_t i = 0; i < weights; i++)
					ch_block_set_code(format, block, first + i, window >> bits * i);
				check_block(format, block);
			}
		}
	}
}

static void every_fp2_byte_at_every_place(void **state)
{
	(void)state;
	check_windows(CH_FP2, 4);
}

static void every_fp3_window_at_every_place(void **state)
{
	(void)state;
	check_windows(CH_FP3, 4);
}

static void every_pair_of_codes_at_every_place(void **state)
{
	(void)state;
	check_windows(CH_FP4, 2);
	check_windows(CH_FP4_FAST, 2);
	check_windows(CH_FP6, 2);
}

static void random_rows_decode_the_same(void **state)
{
	enum { K = 4096, ROWS = 4 };
	static uint8_t w[K / 32 * ROWS * CH_MAX_BLOCK_BYTES];
	static float table[K * ROWS], plain[K * ROWS];
	ch_random random = {0xdec0de};

	(void)state;
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
		for (size_t i = 0; i < sizeof(w); i++)
			w[i] = ch_random_byte(&random);
		assert_int_equal(ch_decode((ch_format)f, K, ROWS, w, table), CH_OK);
		assert_int_equal(ch_decode_plain((ch_format)f, K, ROWS, w, plain), CH_OK);
		assert_memory_equal(table, plain, sizeof(plain));
	}
}

/* NO-OVERREAD: the block ends where the next page may not be touched, and so do the weights. */
static void nothing_past_the_end_is_touched(void **state)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uint8_t *w = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint8_t *y = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)state;
	assert_true(w != MAP_FAILED && y != MAP_FAILED);
	assert_int_equal(mprotect(w + page, page, PROT_NONE), 0);
	assert_int_equal(mprotect(y + page, page, PROT_NONE), 0);
	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
		const uint8_t *block = w + page - ch_format_get((ch_format)f)->block_bytes;
		float *weights = (float *)(void *)(y + page - 32 * sizeof(float));

		assert_int_equal(ch_decode((ch_format)f, 32, 1, block, weights), CH_OK);
		assert_int_equal(ch_decode_plain((ch_format)f, 32, 1, block, weights), CH_OK);
	}
	munmap(w, 2 * page);
	munmap(y, 2 * page);
}

static void shapes_are_checked(void **state)
{
	uint8_t block[CH_MAX_BLOCK_BYTES] = {0};
	float y[32];

	(void)state;
	assert_int_equal(ch_decode(CH_FP3, 33, 1, block, y), CH_BAD_SHAPE);
	assert_int_equal(ch_decode(CH_FP3, 32, -1, block, y), CH_BAD_SHAPE);
	assert_int_equal(ch_decode(CH_FORMAT_COUNT, 32, 1, block, y), CH_BAD_ARGUMENT);
	assert_int_equal(ch_decode(CH_FP3, 32, 1, NULL, y), CH_BAD_ARGUMENT);
	assert_int_equal(ch_decode(CH_FP3, 32, 0, NULL, NULL), CH_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_scale_with_every_code),
		cmocka_unit_test(every_fp2_byte_at_every_place),
		cmocka_unit_test(every_fp3_window_at_every_place),
		cmocka_unit_test(every_pair_of_codes_at_every_place),
		cmocka_unit_test(random_rows_decode_the_same),
		cmocka_unit_test(nothing_past_the_end_is_touched),
		cmocka_unit_test(shapes_are_checked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
