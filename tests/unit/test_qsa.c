/* SPDX-License-Identifier: Apache-2.0
 *
 * Attention over selected cells: the reference in double and the model of our kernels' order, on data whose answer is known,
 * and under changes that must not change it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "checkhip/reference.h"
#include "made_qsa.h"

enum { HALF_ONE = 0x3c00, HALF_NAN = 0x7e00 };

/* The model's output, within the bound of the reference's. */
static void compute(made_qsa *made)
{
	assert_int_equal(ch_qsa_model(&made->args, made->out), CH_OK);
	assert_int_equal(ch_qsa_reference(&made->args, made->value, made->bound), CH_OK);
	for (size_t i = 0; i < made->outputs; i++)
		assert_true(isfinite(made->bound[i]));
	assert_true(ch_measure_over_bound(made->out, made->value, made->bound, (int64_t)made->outputs).worst <= 1.0);
}

static bool same_float(float a, float b)
{
	return memcmp(&a, &b, sizeof(a)) == 0;
}

static void compute_exactly(made_qsa *made)
{
	compute(made);
	for (size_t i = 0; i < made->outputs; i++)
		assert_true(same_float(made->out[i], (float)made->value[i]));
}

static void made_widths_are_within_the_bound(void **state)
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
			compute(&made);
			assert_true(ch_nmse(made.out, made.value, (int64_t)made.outputs) < 1e-12);
			free_qsa(&made);
		}
	}
}

static void no_cell_gives_zeros(void **state)
{
	made_qsa_shape shape = {CH_POOL_INT8, 0, 2, 1, 16, 4, 64};
	made_qsa made = make_qsa(&shape);

	(void)state;
	fill_qsa(&made, 1, 1.0f);
	made.width[0] = 0;
	made.width[1] = 64;
	memset(made.out, 0xff, made.outputs * sizeof(float));
	compute(&made);
	for (size_t i = 0; i < made.outputs / 2; i++)
		assert_true(same_float(made.out[i], 0.0f) && made.value[i] == 0.0 && !signbit(made.value[i]) &&
			    made.bound[i] == 0.0);
	assert_true(made.out[made.outputs / 2] != 0.0f);
	free_qsa(&made);
}

static void one_cell_has_everything(void **state)
{
	(void)state;
	for (int pool = 0; pool < CH_POOL_COUNT; pool++) {
		made_qsa_shape shape = {(ch_pool)pool, 1, 1, 2, 16, 9, 130};
		made_qsa made = make_qsa(&shape);
		int32_t dim = made.args.head_dim;

		for (size_t i = 0; i < made.outputs; i += (size_t)dim)
			made.q[i + 5] = 1e4f;
		for (size_t i = 0; i < made.pool_values; i++) {
			int value = (int)(i * 37 % 255) - 127;

			if (pool == CH_POOL_INT8)
				((int8_t *)made.v)[i] = (int8_t)value;
			else
				((uint16_t *)made.v)[i] = ch_float_to_half((float)value);
		}
		for (int32_t c = 0; c < 130; c++) { /* over every border of chunks and pages */
			for (int32_t g = 0; g < 2; g++)
				made_qsa_set_code(&made, made.k, g, made.ids[c], 5, 100);
			compute_exactly(&made);
			for (size_t i = 0; i < made.outputs; i++) {
				int32_t g = (int32_t)(i / (made.outputs / 2));
				size_t at = made_qsa_row(&made.args, g, made.ids[c]) * (size_t)dim + i % (size_t)dim;

				assert_true(made.value[i] == (int)(at * 37 % 255) - 127);
			}
			for (int32_t g = 0; g < 2; g++)
				made_qsa_set_code(&made, made.k, g, made.ids[c], 5, 0);
		}
		free_qsa(&made);
	}
}

/* Every cell has the same score, of about `logit`: the mean of V, exact for integers and a power of two of them. */
static void equal_scores_average(void **state)
{
	static const float logits[] = {0.0f, 1.0f, -3.7f, 5e4f, -5e4f, -1e30f};

	(void)state;
	for (size_t l = 0; l < sizeof(logits) / sizeof(logits[0]); l++) {
		for (int pool = 0; pool < CH_POOL_COUNT; pool++) {
			made_qsa_shape shape = {(ch_pool)pool, 0, 9, 1, 64, 4, 256};
			made_qsa made = make_qsa(&shape);

			for (size_t i = 0; i < made.outputs; i++)
				made.q[i] = logits[l] * 16.0f / 256.0f;
			for (size_t i = 0; i < made.pool_values; i++) {
				int value = (int)(i * 89 % 255) - 127;

				if (pool == CH_POOL_INT8) {
					((int8_t *)made.k)[i] = 1;
					((int8_t *)made.v)[i] = (int8_t)value;
				} else {
					((uint16_t *)made.k)[i] = HALF_ONE;
					((uint16_t *)made.v)[i] = ch_float_to_half((float)value);
				}
			}
			for (int32_t i = 0; i < shape.n_q; i++)
				made.width[i] = 1 << i;
			compute_exactly(&made);
			free_qsa(&made);
		}
	}
}

static void zero_and_subnormal_scales(void **state)
{
	static const uint16_t scales[] = {0x0000, 0x8000, 0x0001, 0x0155, 0x03ff, 0x0400, 0x7bff};

	(void)state;
	for (size_t k = 0; k < sizeof(scales) / sizeof(scales[0]); k++) {
		for (size_t v = 0; v < sizeof(scales) / sizeof(scales[0]); v++) {
			made_qsa_shape shape = {CH_POOL_INT8, 0, 1, 1, 16, 5, 70};
			made_qsa made = make_qsa(&shape);

			fill_qsa(&made, 11, scales[k] == 0x7bff ? 1e-5f : 1.0f);
			for (size_t i = 0; i < made.pool_scales; i++) {
				made.k_scales[i] = scales[k];
				made.v_scales[i] = scales[v];
			}
			compute(&made);
			for (size_t i = 0; i < made.outputs; i++) {
				bool zero = (scales[v] & 0x7fffu) == 0;

				assert_true(!zero || made.value[i] == 0.0);
				if (zero)
					assert_true(same_float(made.out[i], 0.0f) && made.bound[i] == 0.0);
			}
			free_qsa(&made);
		}
	}
}

static void a_cell_counts_each_time_it_is_selected(void **state)
{
	made_qsa_shape shape = {CH_POOL_INT8, 1, 1, 1, 16, 2, 4};
	made_qsa made = make_qsa(&shape);

	(void)state;
	/* scores 0; V of cell 3 is 8, of cell 9 is 16: (3 * 8 + 16) / 4 */
	for (int32_t d = 0; d < 64; d++) {
		made_qsa_set_code(&made, made.v, 0, 3, d, 8);
		made_qsa_set_code(&made, made.v, 0, 9, d, 16);
	}
	made.ids[0] = made.ids[1] = made.ids[3] = 3;
	made.ids[2] = 9;
	compute_exactly(&made);
	for (size_t i = 0; i < made.outputs; i++)
		assert_true(made.out[i] == 10.0f);
	free_qsa(&made);
}

/* Two KV heads, 129 cells of five pages out of seven. */
static made_qsa make_ordinary(ch_pool pool)
{
	made_qsa_shape shape = {pool, 0, 3, 2, 64, 7, 129};
	made_qsa made = make_qsa(&shape);

	fill_qsa(&made, 99, 1.0f);
	for (int32_t i = 0; i < 3 * 129; i++)
		made.ids[i] %= 5 * 64;
	made.width[1] = 64;
	return made;
}

/* The bytes of the model and the values of the reference are what they were. */
static void same_as_before(made_qsa *made, const float *out, const double *value)
{
	compute(made);
	assert_memory_equal(made->out, out, made->outputs * sizeof(*out));
	assert_memory_equal(made->value, value, made->outputs * sizeof(*value));
}

static void swap_rows(void *memory, size_t bytes, size_t a, size_t b)
{
	char *base = memory;

	for (size_t i = 0; i < bytes; i++) {
		char first = base[a * bytes + i];

		base[a * bytes + i] = base[b * bytes + i];
		base[b * bytes + i] = first;
	}
}

static void where_pages_lie_does_not_matter(void **state)
{
	(void)state;
	for (int pool = 0; pool < CH_POOL_COUNT; pool++) {
		made_qsa made = make_ordinary((ch_pool)pool);
		float *out = made_bytes(made.outputs * sizeof(float));
		double *value = made_bytes(made.outputs * sizeof(double));
		size_t pages = (size_t)made.args.pages,
		       bytes = made.pool_values / pages * (pool == CH_POOL_INT8 ? 1 : 2);
		ch_random random = {17};

		compute(&made);
		memcpy(out, made.out, made.outputs * sizeof(float));
		memcpy(value, made.value, made.outputs * sizeof(double));
		for (int i = 0; i < 20; i++) {
			size_t a = ch_random_below(&random, (uint32_t)pages),
			       b = ch_random_below(&random, (uint32_t)pages);

			swap_rows(made.k, bytes, a, b);
			swap_rows(made.v, bytes, a, b);
			swap_rows(made.k_scales, made.pool_scales / pages * 2, a, b);
			swap_rows(made.v_scales, made.pool_scales / pages * 2, a, b);
			for (int32_t j = 0; j < made.args.logical_pages; j++) {
				int32_t *page = &made.page_table[j];

				*page = *page == (int32_t)a ? (int32_t)b : *page == (int32_t)b ? (int32_t)a : *page;
			}
		}
		same_as_before(&made, out, value);
		free(out);
		free(value);
		free_qsa(&made);
	}
}

/* QSA-SELECT */
static void what_is_not_selected_does_not_matter(void **state)
{
	(void)state;
	for (int pool = 0; pool < CH_POOL_COUNT; pool++) {
		made_qsa made = make_ordinary((ch_pool)pool);
		float *out = made_bytes(made.outputs * sizeof(float));
		double *value = made_bytes(made.outputs * sizeof(double));
		size_t dim = (size_t)made.args.head_dim, rows = made.pool_values / dim;
		bool *selected = made_bytes(rows * sizeof(bool));

		compute(&made);
		memcpy(out, made.out, made.outputs * sizeof(float));
		memcpy(value, made.value, made.outputs * sizeof(double));
		for (int32_t i = 0; i < made.args.n_q; i++) {
			for (int32_t j = 0; j < made.args.cap; j++) {
				int32_t *id = &made.ids[i * made.args.cap + j];

				if (j >= made.width[i])
					*id = INT32_MIN + j;
				else
					selected[made_qsa_row(&made.args, 0, *id)] =
						selected[made_qsa_row(&made.args, 1, *id)] = true;
			}
		}
		for (size_t row = 0; row < rows; row++) {
			for (size_t d = 0; d < dim && !selected[row]; d++) {
				if (pool == CH_POOL_INT8) {
					((int8_t *)made.k)[row * dim + d] = d % 2 ? 127 : -128;
					((int8_t *)made.v)[row * dim + d] = -127;
				} else {
					((uint16_t *)made.k)[row * dim + d] = HALF_NAN;
					((uint16_t *)made.v)[row * dim + d] = HALF_NAN;
				}
			}
			for (size_t g = 0; g < dim / 64 && !selected[row]; g++)
				made.k_scales[row * dim / 64 + g] = made.v_scales[row * dim / 64 + g] = HALF_NAN;
		}
		made.page_table[5] = INT32_MAX;
		made.page_table[6] = -1;
		same_as_before(&made, out, value);
		free(selected);
		free(out);
		free(value);
		free_qsa(&made);
	}
}

static void the_sequence_of_ids_matters_little(void **state)
{
	made_qsa made = make_ordinary(CH_POOL_INT8);
	double *value = made_bytes(made.outputs * sizeof(double));
	double *bound = made_bytes(made.outputs * sizeof(double));
	ch_random random = {5};

	(void)state;
	compute(&made);
	memcpy(value, made.value, made.outputs * sizeof(double));
	memcpy(bound, made.bound, made.outputs * sizeof(double));
	for (int32_t below = 64; below <= 129; below += 65) { /* inside the first chunk, then through all */
		for (int i = 0; i < 200; i++) {
			uint32_t a = ch_random_below(&random, (uint32_t)below);
			uint32_t b = ch_random_below(&random, (uint32_t)below);
			int32_t id = made.ids[a];

			made.ids[a] = made.ids[b];
			made.ids[b] = id;
		}
		compute(&made);
		assert_true(ch_measure_over_bound(made.out, value, bound, (int64_t)made.outputs).worst <= 1.0);
	}
	free(value);
	free(bound);
	free_qsa(&made);
}

/* A query's bytes do not depend on the others, nor on the entry. */
static void queries_and_entries(void **state)
{
	made_qsa made = make_ordinary(CH_POOL_INT8);
	size_t one = made.outputs / 3;
	float *alone = made_bytes(one * sizeof(float));

	(void)state;
	compute(&made);
	for (int32_t i = 0; i < 3; i++) {
		ch_qsa_args args = made.args;

		args.n_q = 1;
		args.entry = i ? CH_QSA_STEP : CH_QSA_BATCH;
		args.q += (size_t)i * one;
		args.ids += i * args.cap;
		args.width += i;
		args.out = alone;
		assert_int_equal(ch_qsa_model(&args, alone), CH_OK);
		assert_memory_equal(alone, made.out + (size_t)i * one, one * sizeof(float));
	}
	free(alone);
	free_qsa(&made);
}

/* Nothing of an infinite query or scale passes: its bound is no number that a judge would take. */
static void what_is_not_finite_has_no_bound(void **state)
{
	made_qsa_shape shape = {CH_POOL_INT8, 1, 1, 1, 16, 2, 20};

	(void)state;
	for (int which = 0; which < 4; which++) {
		made_qsa made = make_qsa(&shape);

		fill_qsa(&made, 4, 1.0f);
		if (which == 0)
			made.q[3] = INFINITY;
		else if (which == 1)
			made.q[3] = NAN;
		else if (which == 2)
			made.v_scales[made_qsa_row(&made.args, 0, made.ids[7])] = 0x7c00;
		else
			made.q[3] = 3e38f; /* q * code overflows */
		assert_int_equal(ch_qsa_model(&made.args, made.out), CH_OK);
		assert_int_equal(ch_qsa_reference(&made.args, made.value, made.bound), CH_OK);
		bool none = false;

		for (size_t i = 0; i < 64; i++) /* of head 0 */
			none |= !isfinite(made.bound[i]);
		assert_true(none);
		/* the infinity that a scale makes is in the value as well, and may pass */
		assert_true(which == 2 || isinf(ch_measure_over_bound(made.out, made.value, made.bound, 64).worst));
		free_qsa(&made);
	}
}

static void exp_is_exp(void **state)
{
	double worst = 0.0;

	(void)state;
	assert_true(ch_qsa_exp(0.0f) == 1.0f && ch_qsa_exp(-0.0f) == 1.0f);
	assert_true(same_float(ch_qsa_exp(nextafterf(-87.0f, -100.0f)), 0.0f));
	assert_true(same_float(ch_qsa_exp(-INFINITY), 0.0f) && same_float(ch_qsa_exp(-1e30f), 0.0f));
	assert_true(ch_qsa_exp(-87.0f) == 0x1.666d0ep-126f);
	assert_true(ch_qsa_exp(-0x1p-30f) == 1.0f);
	assert_true(isnan(ch_qsa_exp(NAN)));
	for (int i = 0; i < 87 * 4096; i++) {
		float x = -(float)i / 4096.0f * 0.99993f;
		double exact = exp((double)x);

		worst = fmax(worst, fabs((double)ch_qsa_exp(x) / exact - 1.0) * 0x1p24);
	}
	print_message("at most %.3f * 2^-24 of exp\n", worst);
	assert_true(worst < 1.72); /* over all binary32 from -87 to -2^-26 it is 1.711 */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(made_widths_are_within_the_bound),
		cmocka_unit_test(no_cell_gives_zeros),
		cmocka_unit_test(one_cell_has_everything),
		cmocka_unit_test(equal_scores_average),
		cmocka_unit_test(zero_and_subnormal_scales),
		cmocka_unit_test(a_cell_counts_each_time_it_is_selected),
		cmocka_unit_test(where_pages_lie_does_not_matter),
		cmocka_unit_test(what_is_not_selected_does_not_matter),
		cmocka_unit_test(the_sequence_of_ids_matters_little),
		cmocka_unit_test(queries_and_entries),
		cmocka_unit_test(what_is_not_finite_has_no_bound),
		cmocka_unit_test(exp_is_exp),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
