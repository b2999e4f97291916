/* SPDX-License-Identifier: Apache-2.0
 *
 * The mmvq reference, and that the bound sees what NMSE lets through. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/reference.h"
#include "made_blocks.h"

static void bad_shapes_are_refused(void **state)
{
	uint8_t w[33] = {0}, x[36] = {0};
	double y[1];

	(void)state;
	assert_int_equal(ch_mmvq_reference(CH_FP8, 16, 1, 1, w, x, y), CH_BAD_SHAPE);
	assert_int_equal(ch_mmvq_reference(CH_FP8, 0, 1, 1, w, x, y), CH_BAD_SHAPE);
	assert_int_equal(ch_mmvq_reference(CH_FP8, 32, -1, 1, w, x, y), CH_BAD_SHAPE);
	assert_int_equal(ch_mmvq_reference(CH_FP8, 32, 1, -1, w, x, y), CH_BAD_SHAPE);
	assert_int_equal(ch_mmvq_reference(CH_FP8, INT64_MAX / 32 * 32, 1, 8, w, x, y), CH_BAD_SHAPE);
	assert_int_equal(ch_mmvq_reference(CH_FP8, 32, INT64_C(1) << 56, INT64_C(1) << 56, w, x, y), CH_BAD_SHAPE);
	assert_int_equal(ch_mmvq_reference(CH_FORMAT_COUNT, 32, 1, 1, w, x, y), CH_BAD_ARGUMENT);
	assert_int_equal(ch_mmvq_reference(CH_FP8, 32, 1, 1, NULL, x, y), CH_BAD_ARGUMENT);
	assert_int_equal(ch_mmvq_reference(CH_FP8, 32, 0, 1, NULL, x, NULL), CH_OK);
}

static void outputs_are_column_major(void **state)
{
	uint8_t w[33 * 2] = {0}, x[36 * 2] = {0};
	double y[4], bound[4], one;

	(void)state;
	w[0] = 1, w[32] = 0x40; /* row 0: weight 0 is 1 */
	w[33] = 3, w[65] = 0x40;
	x[1] = 0x3c, x[4] = 5; /* column 0: 5 */
	x[37] = 0x3c, x[40] = (uint8_t)-7;
	assert_int_equal(ch_mmvq_reference(CH_FP8, 32, 2, 2, w, x, y), CH_OK);
	assert_true(y[0] == 5.0 && y[1] == 15.0 && y[2] == -7.0 && y[3] == -21.0);
	assert_int_equal(ch_mmvq_bound(CH_FP8, NULL, 32, 2, 2, w, x, bound), CH_OK);
	one = ch_dot_bound(21.0, ch_any_order_roundings(32));
	assert_true(bound[3] >= one && bound[3] < one * (1.0 + 0x1p-18));
}

/* FAULTS: what NMSE alone lets through at the customary limit, on fewer rows of the same kind. */
enum { K = 4096, ROWS = 512, BLOCKS = K / 32 };

typedef struct product {
	uint8_t *w, *x;
	float y[ROWS];
	double exact[ROWS], bound[ROWS];
} product;

static void make_product(product *p)
{
	ch_random random = {2024};
	ch_order order = ch_order_base(CH_FP4, 32, 1);

	p->w = malloc((size_t)ROWS * BLOCKS * 18);
	p->x = malloc((size_t)BLOCKS * 36);
	assert_non_null(p->w);
	assert_non_null(p->x);
	make_blocks(&random, CH_FP4, (size_t)ROWS * BLOCKS, 50, p->w);
	for (size_t b = 0; b < (size_t)ROWS * BLOCKS; b++) {
		ch_block_set_scale(CH_FP4, p->w + 18 * b, 0, 0x40); /* weights of one size, as a trained matrix has */
		ch_block_set_scale(CH_FP4, p->w + 18 * b, 1, 0x41);
	}
	make_columns(&random, BLOCKS, p->x);
	p->x[36 * BLOCKS - 1] = 40; /* of middling size, as most activations are */
	assert_int_equal(ch_mmvq_reference(CH_FP4, K, ROWS, 1, p->w, p->x, p->exact), CH_OK);
	assert_int_equal(ch_mmvq_bound(CH_FP4, &order, K, ROWS, 1, p->w, p->x, p->bound), CH_OK);
	assert_int_equal(ch_mmvq_model(CH_FP4, &order, K, ROWS, 1, p->w, p->x, p->y), CH_OK);
}

static void bound_sees_what_nmse_does_not(void **state)
{
	product *p = malloc(sizeof(*p));
	ch_order order = ch_order_base(CH_FP4, 32, 1);
	float broken[ROWS];
	double worst;

	(void)state;
	assert_non_null(p);
	make_product(p);
	assert_true(ch_nmse(p->y, p->exact, ROWS) < 1e-12);
	assert_true(ch_measure_over_bound(p->y, p->exact, p->bound, ROWS).worst < 0.5);

	/* the last element of K dropped: its activation taken as 0 */
	uint8_t last = p->x[36 * BLOCKS - 1];

	p->x[36 * BLOCKS - 1] = 0;
	assert_int_equal(ch_mmvq_model(CH_FP4, &order, K, ROWS, 1, p->w, p->x, broken), CH_OK);
	p->x[36 * BLOCKS - 1] = last;
	assert_true(ch_nmse(broken, p->exact, ROWS) < 5e-4);
	worst = ch_measure_over_bound(broken, p->exact, p->bound, ROWS).worst;
	print_message("last element dropped: %.0f times the bound\n", worst);
	assert_true(worst > 100.0);

	/* one code wrong in one row */
	uint8_t *block = p->w + (size_t)18 * BLOCKS * 17;

	ch_block_set_code(CH_FP4, block, 5, ch_block_code(CH_FP4, block, 5) ^ 1u);
	assert_int_equal(ch_mmvq_model(CH_FP4, &order, K, ROWS, 1, p->w, p->x, broken), CH_OK);
	assert_true(ch_nmse(broken, p->exact, ROWS) < 1e-6);
	worst = ch_measure_over_bound(broken, p->exact, p->bound, ROWS).worst;
	print_message("one code wrong: %.0f times the bound\n", worst);
	assert_true(worst > 10.0);

	/* a row whose value is small is zeroed: NMSE sees only its share of the power. The row is the least of those above a
	 * hundredth of the largest, so that it is no lucky near-zero. */
	int64_t row = -1;
	double largest = 0.0;

	for (int64_t i = 0; i < ROWS; i++)
		largest = fmax(largest, fabs(p->exact[i]));
	for (int64_t i = 0; i < ROWS; i++) {
		if (fabs(p->exact[i]) > largest / 100.0 && (row < 0 || fabs(p->exact[i]) < fabs(p->exact[row])))
			row = i;
	}
	memcpy(broken, p->y, sizeof(broken));
	broken[row] = 0.0f;
	assert_true(ch_nmse(broken, p->exact, ROWS) < 5e-4);
	worst = ch_measure_over_bound(broken, p->exact, p->bound, ROWS).worst;
	print_message("a row zeroed: %.0f times the bound\n", worst);
	assert_true(worst > 100.0);

	/* output rounded to binary16; scaled first, so that none overflows */
	for (int64_t i = 0; i < ROWS; i++)
		broken[i] = ch_half_to_float(ch_float_to_half(p->y[i] * 0x1p-6f)) * 0x1p6f;
	assert_true(ch_nmse(broken, p->exact, ROWS) < 1e-6);
	worst = ch_measure_over_bound(broken, p->exact, p->bound, ROWS).worst;
	print_message("rounded to binary16: %.0f times the bound\n", worst);
	assert_true(worst > 10.0);

	free(p->w);
	free(p->x);
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_shapes_are_refused),
		cmocka_unit_test(outputs_are_column_major),
		cmocka_unit_test(bound_sees_what_nmse_does_not),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
