/* SPDX-License-Identifier: Apache-2.0
 *
 * The built-in decode digests: our decoders meet them, and a decoder that is wrong in one bit does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "vectors/digests.h"

typedef ch_status (*decoder)(ch_format format, int64_t k, int64_t rows, const void *w, float *y);

static void each_part(decoder decode, bool damage)
{
	for (int f = 0; f < CH_FORMAT_COUNT; f++) {
		for (int p = 0; p < CH_DIGEST_PART_COUNT; p++) {
			int64_t blocks = ch_digest_blocks((ch_digest_part)p);
			size_t count = (size_t)blocks * CH_BLOCK_WEIGHTS;
			void *w = ch_digest_inputs((ch_format)f, (ch_digest_part)p);
			float *y = malloc(count * sizeof(*y));
			char got[CH_SHA256_HEX];

			assert_non_null(w);
			assert_non_null(y);
			assert_int_equal(decode((ch_format)f, CH_BLOCK_WEIGHTS, blocks, w, y), CH_OK);
			if (damage) /* the sign of one weight, of a zero too: ZERO-SIGN */
				y[count - 1] = -y[count - 1];
			assert_int_equal(ch_digest_matches((ch_format)f, (ch_digest_part)p, y, got), !damage);
			assert_int_equal(strlen(got), 64);
			free(w);
			free(y);
		}
	}
}

static void the_plain_decoder_matches(void **state)
{
	(void)state;
	each_part(ch_decode_plain, false);
}

static void the_table_decoder_matches(void **state)
{
	(void)state;
	each_part(ch_decode, false);
}

static void one_wrong_sign_does_not(void **state)
{
	(void)state;
	each_part(ch_decode, true);
}

static void each_row_is_named(void **state)
{
	(void)state;
	for (int f = 0; f < CH_FORMAT_COUNT; f++) {
		/* the recipe's seeds end in the type id */
		assert_int_equal(ch_digest_seed((ch_format)f), 0xd0c0de00u + ch_format_get((ch_format)f)->ggml_id);
		for (int p = 0; p < CH_DIGEST_PART_COUNT; p++)
			assert_int_equal(strlen(ch_digest_expected((ch_format)f, (ch_digest_part)p)), 64);
	}
	assert_string_equal(ch_digest_part_name(CH_DIGEST_ALLSCALE), "allscale");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_plain_decoder_matches),
		cmocka_unit_test(the_table_decoder_matches),
		cmocka_unit_test(one_wrong_sign_does_not),
		cmocka_unit_test(each_row_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
