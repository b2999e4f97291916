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

enum { CASES = 2000, LARGE_EVERY = 16 };

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

static int descending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x < y) - (x > y);
}

#define U 0x1p-24

/* The sum of non-negative terms, the largest first, with every addition rounded as far up (direction 1) or down (-1) as can be. */
static double worst_sum(double *terms, int32_t count, double direction)
{
	double sum;

	qsort(terms, (size_t)count, sizeof(*terms), descending);
	sum = terms[0];
	for (int32_t i = 1; i < count; i++)
		sum = (sum + terms[i]) * (1.0 + direction * U);
	return sum;
}

/* A kernel that QSA-BOUND has to allow, and whose every rounding pushes output d of head 0 upwards. Data of one sign. */
static double worst_kernel(const made_qsa *made, int32_t d)
{
	enum { MOST = 64 };
	const ch_qsa_args *args = &made->args;
	int32_t width = args->width[0];
	double score[MOST], v[MOST], direction[MOST], weights[MOST], values[MOST], most = 0.0;
	double rescales = fmin(width - 1, 16 + width / 16);

	assert_true(width <= MOST);
	for (int32_t c = 0; c < width; c++) {
		double terms[CH_QSA_MAX_HEAD_DIM];
		ch_qsa_cell k, value;

		ch_qsa_load_cell(args, args->k, args->k_scales, 0, args->ids[c], &k);
		ch_qsa_load_cell(args, args->v, args->v_scales, 0, args->ids[c], &value);
		v[c] = (double)value.x[d] * (double)value.scale[d / CH_QSA_SCALE_VALUES];
		direction[c] = v[c] > made->value[d] ? 1.0 : -1.0;
		/* product, scale, and two for the factor */
		for (int32_t i = 0; i < args->head_dim; i++)
			terms[i] = (double)args->q[i] * (double)k.x[i] * (double)k.scale[i / CH_QSA_SCALE_VALUES] *
				   (1.0 + 4.0 * direction[c] * U);
		score[c] = worst_sum(terms, args->head_dim, direction[c]) * (double)ch_qsa_score_scale(args->head_dim);
		most = fmax(most, score[c]);
	}
	for (int32_t c = 0; c < width; c++) {
		double x = most - score[c];
		double error = U * (8.0 * (rescales + 1.0) + 4.0 * x);

		/* p of l and p of the values from two calls of exp */
		weights[c] = exp(-x) * (1.0 - error) * (1.0 - rescales * U);
		values[c] = exp(-x) * (1.0 + error) * (1.0 + (2.0 + rescales) * U) * v[c];
	}
	return worst_sum(values, width, 1.0) / worst_sum(weights, width, -1.0) * (1.0 + 5.0 * U);
}

static void the_worst_kernel_is_just_within_the_bound(void **state)
{
	static const int32_t widths[] = {1, 2, 5, 16, 33, 64};
	double least = 1.0;

	(void)state;
	for (uint64_t seed = 0; seed < 200; seed++) {
		for (size_t w = 0; w < sizeof(widths) / sizeof(widths[0]); w++) {
			made_qsa_shape shape = {CH_POOL_INT8, seed % 8 != 0, 1, 1, 64, 4, widths[w]};
			made_qsa made = make_qsa(&shape);
			int32_t d = (int32_t)seed % made.args.head_dim;

			fill_class(&made, DATA_ONE_SIGN, seed);
			assert_int_equal(ch_qsa_reference(&made.args, made.value, made.bound), CH_OK);
			double off = fabs(worst_kernel(&made, d) - made.value[d]);
			double over = off > 0.0 ? off / made.bound[d] : 0.0;

			assert_true(over <= 1.0);
			if (widths[w] > 1 && over < least)
				least = over;
			free_qsa(&made);
		}
	}
	print_message("the worst kernel has at least %.2f of the bound\n", least);
	assert_true(least > 0.66); /* with n - 1 roundings for each of n terms it was 0.66 */
}

/* The faults of a kernel, made by giving the model other inputs. */
typedef enum fault {
	FAULT_NONE,
	FAULT_V_CODE,	  /* one code of V, by 1 */
	FAULT_K_CODE,	  /* one code of K, by 1 */
	FAULT_K_SIGN,	  /* one code of K, its sign */
	FAULT_OTHER_CELL, /* one id */
	FAULT_CELL_LEFT_OUT,
	FAULT_V_SCALE_GROUP, /* the scale of the next group */
	FAULT_K_SCALE_GROUP,
	FAULT_KV_HEAD, /* the other one */
	FAULT_COUNT
} fault;

static const char *const fault_names[FAULT_COUNT] = {
	"none",		 "a code of V by 1", "a code of K by 1", "sign of a code of K", "another cell",
	"cell left out", "scale group of V", "scale group of K", "other KV head"};

static void turn_scales(const made_qsa *made, uint16_t *scales)
{
	for (size_t i = 0; i < made->pool_scales; i += 4) {
		uint16_t first = scales[i];

		memmove(scales + i, scales + i + 1, 3 * sizeof(*scales));
		scales[i + 3] = first;
	}
}

static void swap_halves(float *x, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		float first = x[i];

		x[i] = x[count / 2 + i];
		x[count / 2 + i] = first;
	}
}

/* How far over the bound the model is with the fault; spread: of the queries. */
static double fault_over_bound(fault which, int32_t width, float spread)
{
	made_qsa_shape shape = {CH_POOL_INT8, 0, 1, 2, 16, (2 * width + 15) / 16, width};
	made_qsa made = make_qsa(&shape);

	fill_qsa(&made, 5, spread);
	for (int32_t j = 0; j < width; j++)
		made.ids[j] = 2 * j;
	assert_int_equal(ch_qsa_reference(&made.args, made.value, made.bound), CH_OK);
	size_t at = made_qsa_row(&made.args, 0, made.ids[3]) * 256 + 7;
	int8_t *k = made.k, *v = made.v;

	switch (which) {
	case FAULT_V_CODE:
		v[at]++;
		break;
	case FAULT_K_CODE:
		k[at]++;
		break;
	case FAULT_K_SIGN:
		k[at] = (int8_t)-k[at];
		break;
	case FAULT_OTHER_CELL:
		made.ids[3]++;
		break;
	case FAULT_CELL_LEFT_OUT:
		made.width[0]--;
		break;
	case FAULT_V_SCALE_GROUP:
		turn_scales(&made, made.v_scales);
		break;
	case FAULT_K_SCALE_GROUP:
		turn_scales(&made, made.k_scales);
		break;
	case FAULT_KV_HEAD:
		swap_halves(made.q, made.outputs);
		break;
	default:
		break;
	}
	assert_int_equal(ch_qsa_model(&made.args, made.out), CH_OK);
	if (which == FAULT_KV_HEAD)
		swap_halves(made.out, made.outputs);
	double worst = ch_measure_over_bound(made.out, made.value, made.bound, (int64_t)made.outputs).worst;

	free_qsa(&made);
	return worst;
}

static void small_faults_are_over_the_bound(void **state)
{
	/* at least so many times; 0: not seen, which is said in the contract */
	static const struct {
		int32_t width;
		double least[FAULT_COUNT];
	} rows[] = {
		{16, {0, 10, 2, 100, 1000, 1000, 1000, 1000, 10000}},
		{64, {0, 4, 0, 20, 1000, 500, 500, 500, 1000}},
		{4096, {0, 0, 0, 0, 4, 4, 20, 20, 100}},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		for (int which = 0; which < FAULT_COUNT; which++) {
			double over = fault_over_bound((fault)which, rows[i].width, 1.0f);

			print_message("width %d, %s: %.3g times the bound\n", rows[i].width, fault_names[which], over);
			assert_true(which == FAULT_NONE ? over <= 1.0 : over > rows[i].least[which]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(other_kernels_are_within_the_bound),
		cmocka_unit_test(the_worst_kernel_is_just_within_the_bound),
		cmocka_unit_test(small_faults_are_over_the_bound),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
