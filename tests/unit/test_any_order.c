/* SPDX-License-Identifier: Apache-2.0
 *
 * The bound of a sum in any order: no tree of additions goes beyond it, and one reaches it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "reference/qsa.h"
#include "reference/random.h"

enum { LEAVES = 8, MOST = 1000 };

#define U 0x1p-24

static double any_order(const float *x, int count)
{
	double sum = 0.0, squares = 0.0;

	for (int i = 0; i < count; i++) {
		sum += fabs((double)x[i]);
		squares += (double)x[i] * (double)x[i];
	}
	return ch_qsa_any_order(count, sum, squares);
}

/* The largest sum of depth * |x| over every binary tree, by every way to part every set of leaves. */
static double deepest_tree(const float *x, int count)
{
	double best[1 << LEAVES] = {0};

	for (unsigned set = 1; set < 1u << count; set++) {
		double sum = 0.0, most = 0.0;

		for (int i = 0; i < count; i++)
			sum += set >> i & 1u ? fabs((double)x[i]) : 0.0;
		for (unsigned part = (set - 1) & set; part; part = (part - 1) & set)
			most = fmax(most, best[part] + best[set & ~part]);
		best[set] = set & (set - 1) ? sum + most : 0.0;
	}
	return best[(1u << count) - 1u];
}

static void every_tree_is_below_it_and_some_are_close(void **state)
{
	ch_random random = {71};
	double least = 1.0;

	(void)state;
	for (int i = 0; i < 400; i++) {
		int count = 1 + (int)ch_random_below(&random, LEAVES);
		int spread = (int)ch_random_below(&random, 12); /* from all alike to one that has everything */
		float x[LEAVES];

		for (int n = 0; n < count; n++)
			x[n] = spread ? ldexpf(ch_random_normal(&random),
					       -(int)ch_random_below(&random, (uint32_t)spread * 2))
				      : 0.75f;
		double deepest = deepest_tree(x, count), bound = any_order(x, count);

		assert_true(deepest <= bound * (1.0 + 0x1p-40));
		if (count > 1)
			least = fmin(least, deepest / bound);
	}
	print_message("the deepest tree has at least %.2f of the bound\n", least);
	assert_true(least > 0.75);
}

/* One large term first, and then terms that are a little over half a unit in its last place: each addition rounds up. */
static void a_chain_of_binary32_reaches_it(void **state)
{
	float x[MOST] = {1.0f}, sum = 1.0f;
	double exact = 1.0;

	(void)state;
	for (int i = 1; i < MOST; i++) {
		x[i] = 0x1.0002p-24f;
		sum += x[i];
		exact += (double)x[i];
	}
	double off = fabs((double)sum - exact), bound = U * any_order(x, MOST);

	print_message("a chain has %.4f of the bound\n", off / bound);
	assert_true(off <= bound && off > 0.999 * bound);
}

static int falling(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;

	return (x < y) - (x > y);
}

/* Random trees and chains of terms alike in size and not: two neighbours at a time from a random place are added until one is left. */
static void no_sum_of_binary32_goes_beyond_it(void **state)
{
	ch_random random = {72};
	double worst = 0.0;

	(void)state;
	for (int i = 0; i < 2000; i++) {
		int count = 2 + (int)ch_random_below(&random, 60), left = count;
		uint32_t kind = ch_random_below(&random, 3);
		float x[64];
		double exact = 0.0;

		for (int n = 0; n < count; n++) {
			x[n] = kind ? fabsf(ch_random_normal(&random)) : 1.0f + ch_random_unit(&random);
			exact += (double)x[n];
		}
		if (kind == 1) /* the worst chain: the largest first */
			qsort(x, (size_t)count, sizeof(*x), falling);
		double nu = (count - 1) * U, bound = U / (1.0 - nu) * any_order(x, count);

		while (left > 1) {
			int at = kind == 1 ? 0 : (int)ch_random_below(&random, (uint32_t)left - 1u);

			x[at] += x[at + 1];
			left--;
			for (int n = at + 1; n < left; n++)
				x[n] = x[n + 1];
		}
		worst = fmax(worst, fabs((double)x[0] - exact) / bound);
	}
	print_message("random sums have at most %.2f of the bound\n", worst);
	assert_true(worst <= 1.0 && worst > 0.0);
}

static void edges(void **state)
{
	(void)state;
	assert_true(ch_qsa_any_order(0, 0, 0) == 0.0 && ch_qsa_any_order(1, 5, 25) == 0.0);
	assert_true(ch_qsa_any_order(2, 2, 2) == 2.0); /* one addition: each term once */
	assert_true(isnan(ch_qsa_any_order(3, (double)NAN, (double)NAN)));
	/* squares that overflow say nothing: the sum does */
	assert_true(ch_qsa_any_order(3, 1e300, (double)INFINITY) == 2e300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_tree_is_below_it_and_some_are_close),
		cmocka_unit_test(a_chain_of_binary32_reaches_it),
		cmocka_unit_test(no_sum_of_binary32_goes_beyond_it),
		cmocka_unit_test(edges),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
