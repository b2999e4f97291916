/* SPDX-License-Identifier: Apache-2.0
 *
 * Hand-worked examples for each clause of the block formats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/formats.h"

static void scale_value_is_half_of_e4m3(void **state)
{
	(void)state;
	assert_true(ch_scale_value(0x38) == 0.5f);
	assert_true(ch_scale_value(0x40) == 1.0f);
	assert_true(ch_scale_value(0x7e) == 224.0f);
	assert_true(ch_scale_value(0x01) == 0x1p-10f);
	assert_true(ch_scale_value(0x7f) == 0.0f);
	assert_true(ch_scale_value(0x80) == 0.0f);
}

/* F07: E4 x 8, 38 40 */
static void fp2_table_is_minus_one_to_two(void **state)
{
	static const float expected[4] = {-0.5f, 0.0f, 0.5f, 1.0f};
	uint8_t block[10];
	float y[32];

	(void)state;
	memset(block, 0xe4, 8);
	block[8] = 0x38;
	block[9] = 0x40;
	assert_int_equal(ch_decode_plain(CH_FP2, 32, 1, block, y), CH_OK);
	for (int i = 0; i < 32; i++)
		assert_true(y[i] == expected[i % 4] * (i < 16 ? 1.0f : 2.0f));
}

/* F01: codes 0..7 four times over are the bytes 88 C6 FA */
static void fp3_is_one_little_endian_string(void **state)
{
	static const uint8_t codes[3] = {0x88, 0xc6, 0xfa};
	uint8_t block[14];

	(void)state;
	for (int i = 0; i < 12; i++)
		block[i] = codes[i % 3];
	for (uint32_t i = 0; i < 32; i++)
		assert_int_equal(ch_block_code(CH_FP3, block, i), i % 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(scale_value_is_half_of_e4m3),
		cmocka_unit_test(fp2_table_is_minus_one_to_two),
		cmocka_unit_test(fp3_is_one_little_endian_string),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
