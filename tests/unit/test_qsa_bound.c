/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-BOUND: holds for kernels of every make, is not far above what the worst of them does, and sees small faults. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/reference.h"
#include "qsa_kernels.h"

enum { CASES = 4000, LARGE_EVERY = 16 };

typedef enum data_class {
	DATA_NORMAL,
	DATA_FLAT,	 /* scores close to each other */
	DATA_PEAKED,	 /* one cell has nearly everything */
	DATA_FAR,	 /* scores of some 5e4 */
	DATA_ONE_SIGN,	 /* no sum cancels */
	DATA_ASCENDING,	 /* the maximum rises with every cell of the list */
	DATA_SUBNORMAL,	 /* scales below the smallest normal binary16 */
	DATA_TINY_QUERY, /* products that a flush takes away */
	DATA_LARGE,	 /* V of the largest scale */
	DATA_COUNT
} data_class;

static const char *const class_names[DATA_COUNT] = {"normal",	 "flat",      "peaked",	    "far",  "one sign",
						    "ascending", "subnormal", "tiny query", "large"};

/* One number for all scales of a pool. */
static void set_scales(const made_qsa *made, uint16_t *scales, uint16_t value)
{
	for (size_t i = 0; i < made->pool_scales; i++)
		scales[i] = value;
}

static void fill_class(made_qsa *made, data_class data, uint64_t seed)
{
	static const float spreads[DATA_COUNT] = {1.0f, 0.05f, 16.0f, 3e4f, 0.5f, 1.0f, 1.0f, 0x1p-130f, 1.0f};
	bool int8 = made->args.pool == CH_POOL_INT8;

	fill_qsa(made, seed, spreads[data]);
	if (data == DATA_ONE_SIGN || data == DATA_ASCENDING) {
		for (size_t i = 0; i < made->outputs; i++)
			made->q[i] = fabsf(made->q[i]);
		for (size_t i = 0; i < made->pool_values; i++) {
			if (int8) {
				((int8_t *)made->k)[i] = (int8_t)abs(((int8_t *)made->k)[i]);
				((int8_t *)made->v)[i] = (int8_t)abs(((int8_t *)made->v)[i]);
			} else {
				((uint16_t *)made->k)[i] &= 0x7fffu;
				((uint16_t *)made->v)[i] &= 0x7fffu;
			}
		}
	}
	if (data == DATA_ASCENDING && int8) { /* cells of the first page alike but for their scales */
		for (int32_t id = 0; id < made->args.page_size; id++) {
			size_t row = made_qsa_row(&made->args, 0, id), dim = (size_t)made->args.head_dim;

			memcpy((int8_t *)made->k + row * dim, (int8_t *)made->k + made_qsa_row(&made->args, 0, 0) * dim,
			       dim);
			for (size_t g = 0; g < dim / CH_QSA_SCALE_VALUES; g++)
				made->k_scales[row * (dim / CH_QSA_SCALE_VALUES) + g] = (uint16_t)(0x2000 + id);
		}
		for (int32_t j = 0; j < made->args.cap; j++)
			made->ids[j] = j % made->args.page_size;
	}
	if (data == DATA_SUBNORMAL) {
		set_scales(made, made->k_scales, 0x0155);
		set_scales(made, made->v_scales, 0x0001);
	}
	if (data == DATA_LARGE)
		set_scales(made, made->v_scales, 0x7bff);
}

static void other_kernels_are_within_the_bound(void **state)
{
	static const int32_t widths[] = {1, 2, 3, 15, 16, 17, 31, 64, 65, 128, 150, 333};
	ch_random random = {20240607};
	double worst[DATA_COUNT] = {0};

	(void)state;
	for (int i = 0; i < CASES; i++) {
		int32_t width = widths[ch_random_below(&random, 12)];
		made_qsa_shape shape = {(ch_pool)ch_random_below(&random, CH_POOL_COUNT),
					i % LARGE_EVERY != 0,
					1,
					1,
					64,
					1 + (int32_t)ch_random_below(&random, 4),
					width};
		data_class data = (data_class)ch_random_below(&random, DATA_COUNT);
		qsa_style style = random_style(&random);
		made_qsa made = make_qsa(&shape);

		fill_class(&made, data, ch_random_next(&random));
		style_run(&style, &made.args, made.out);
		assert_int_equal(ch_qsa_reference(&made.args, made.value, made.bound), CH_OK);
		for (int kernel = 0; kernel < 2; kernel++) {
			ch_over_bound over =
				ch_measure_over_bound(made.out, made.value, made.bound, (int64_t)made.outputs);

			if (over.worst > worst[data])
				worst[data] = over.worst;
			if (over.worst > 1.0)
				print_message(
					"case %d, %s: %g at %d of %d: got %a, exact %a, bound %a; width %d, sum %d, "
					"exp %d, factor %d, tile %d, splits %d, flush %d\n",
					i, class_names[data], over.worst, (int)over.index, (int)made.outputs,
					(double)made.out[over.index], made.value[over.index], made.bound[over.index],
					width, style.sum, style.exponential, style.factor, style.tile, style.splits,
					style.flush);
			assert_true(over.worst <= 1.0);
			assert_int_equal(ch_qsa_model(&made.args, made.out), CH_OK);
		}
		free_qsa(&made);
	}
	for (int data = 0; data < DATA_COUNT; data++)
		print_message("%s: at most %.3g of the bound\n", class_names[data], worst[data]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(other_kernels_are_within_the_bound),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
