/* SPDX-License-Identifier: Apache-2.0
 *
 * SHA-256 of what the model of attention gives on made data, so that every compiler, level of optimization and machine is held to
 * the same bytes. The data come from SplitMix64 by exact operations, without libm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "made_qsa.h"
#include "vectors/sums.h"

typedef struct digest_row {
	made_qsa_shape shape;
	uint64_t seed;
	float spread;
	const char *sha256;
} digest_row;

static const digest_row rows[] = {
	{{CH_POOL_INT8, 0, 1, 1, 16, 5, 70},
	 1,
	 1.0f,
	 "5bded432bfd3391e6456df5d7ccc7bf2887cdca0962f3a0ac5d17ba965e11a34"},
	{{CH_POOL_INT8, 0, 3, 2, 64, 9, 577},
	 2,
	 4.0f,
	 "11c1f9fed4584d2ee0c29ea135545cf9335eb75a323eafe1c0ec022552ff4172"},
	{{CH_POOL_INT8, 1, 5, 3, 16, 30, 300},
	 3,
	 1.0f,
	 "f89913ee6519b25059927ce4c66176d66367955721e24e0a67a482b22dfe3ed8"},
	{{CH_POOL_FP16, 0, 2, 1, 256, 2, 129},
	 4,
	 1.0f,
	 "cab638748b0c04e7951cc9d6ccb226d4369739926da3b92dac4502efb4526907"},
	{{CH_POOL_FP16, 1, 4, 2, 16, 20, 200},
	 5,
	 16.0f,
	 "c1d3577137cbe50fd8bffc8d00bea191d30ba70c7eae4c8da5c689fbd522dc32"},
};

static void digest_of(const digest_row *row, int bit, char hex[CH_SHA256_HEX])
{
	made_qsa made = make_qsa(&row->shape);

	fill_qsa(&made, row->seed, row->spread);
	for (int32_t i = 1; i < row->shape.n_q; i++) /* all kinds of widths, 0 too */
		made.width[i] = row->shape.cap - i * row->shape.cap / (row->shape.n_q - 1);
	assert_int_equal(ch_qsa_model(&made.args, made.out), CH_OK);
	if (bit) /* the last bit of one output */
		((unsigned char *)made.out)[4 * 77] ^= 1u;
	assert_true(ch_sha256_hex(made.out, made.outputs * sizeof(float), hex));
	free_qsa(&made);
}

static void the_model_gives_known_bytes(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char hex[CH_SHA256_HEX];

		digest_of(&rows[i], 0, hex);
		assert_string_equal(hex, rows[i].sha256);
		digest_of(&rows[i], 1, hex);
		assert_string_not_equal(hex, rows[i].sha256);
	}
}

static void exp_gives_known_bytes(void **state)
{
	enum { COUNT = 88 * 512 };
	float *y = made_bytes(COUNT * sizeof(float));
	char hex[CH_SHA256_HEX];

	(void)state;
	for (int i = 0; i < COUNT; i++)
		y[i] = ch_qsa_exp((float)i * -0x1.0001p-9f);
	assert_true(ch_sha256_hex(y, COUNT * sizeof(float), hex));
	assert_string_equal(hex, "db1ba58ff6b1ffe67d737a8dc6c812a5ff001cee0bbd519a723e727d4c4f5ad9");
	free(y);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_model_gives_known_bytes),
		cmocka_unit_test(exp_gives_known_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
