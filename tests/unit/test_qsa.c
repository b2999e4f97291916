/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention over selected cells: the reference in double and the model of our kernels' order. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/provider.h"
#include "made_qsa.h"
#include "providers/providers.h"

static void the_model_is_within_the_bound(void **state)
{
	static const int32_t widths[] = {0, 1, 63, 64, 65, 127, 128, 129, 300};

	(void)state;
	for (int pool = 0; pool < CH_POOL_COUNT; pool++) {
		for (int32_t geometry = 0; geometry < 2; geometry++) {
			made_qsa_shape shape = {(ch_pool)pool, geometry, 9, 2, 16, 10, 300};
			made_qsa made = make_qsa(&shape);

			fill_qsa(&made, 7 + (uint64_t)pool, 1.0f);
			for (int32_t i = 0; i < shape.n_q; i++)
				made.width[i] = widths[i];
			assert_int_equal(ch_qsa_model(&made.args, made.out), CH_OK);
			assert_int_equal(ch_qsa_reference(&made.args, made.value, made.bound), CH_OK);
			ch_over_bound over =
				ch_measure_over_bound(made.out, made.value, made.bound, (int64_t)made.outputs);

			print_message("pool %d, head_dim %d: %.3g of the bound, NMSE %.3g\n", pool, made.args.head_dim,
				      over.worst, ch_nmse(made.out, made.value, (int64_t)made.outputs));
			assert_true(over.worst <= 1.0);
			assert_true(ch_nmse(made.out, made.value, (int64_t)made.outputs) < 1e-12);
			free_qsa(&made);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_model_is_within_the_bound),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
