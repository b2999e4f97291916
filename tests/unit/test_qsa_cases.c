/* SPDX-License-Identifier: Apache-2.0
 *
 * The cases of attention over selected cells: inputs that can be computed, changes that change something and no answer, calls that
 * the reference refuses, and faults that can be told from what is right. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "suite/cases.h"
#include "suite/data_qsa.h"
#include "suite/qsa_fault.h"

typedef struct made_case {
	ch_qsa_inputs inputs;
	float *out;
	size_t count;
} made_case;

static made_case make(const ch_case *one, bool changed)
{
	made_case made;

	assert_int_equal(ch_data_make_qsa(one, changed, &made.inputs), CH_OK);
	made.count = made.inputs.out_bytes / sizeof(float);
	made.out = malloc(made.inputs.out_bytes);
	assert_non_null(made.out);
	made.inputs.args.out = made.out;
	return made;
}

static void end(made_case *made)
{
	ch_data_free_qsa(&made->inputs);
	free(made->out);
}

/* The quick cases of one name; without a provider's variants each row is there once. */
static ch_case_list list_cases(void)
{
	ch_case_list list = {0};

	assert_true(ch_cases_add_qsa(NULL, CH_LEVEL_QUICK, 1, &list));
	assert_true(list.count > 60);
	return list;
}

static const ch_case *find(const ch_case_list *list, const char *filter)
{
	for (size_t i = 0; i < list->count; i++) {
		if (ch_filter_matches(filter, list->cases[i].name))
			return &list->cases[i];
	}
	fail_msg("no case matches %s", filter);
	return NULL;
}

static void every_case_can_be_computed(void **state)
{
	ch_case_list list = list_cases();
	char words[CH_QSA_WORDS];

	(void)state;
	for (size_t i = 0; i < list.count; i++) {
		const ch_case *one = &list.cases[i];

		if (one->judge == CH_JUDGE_REFUSAL)
			continue;
		made_case made = make(one, false);

		assert_int_equal(ch_qsa_check(&made.inputs.args, words), CH_OK);
		assert_int_equal(ch_qsa_model(&made.inputs.args, made.out), CH_OK);
		for (size_t n = 0; n < made.count; n++)
			assert_true(isfinite(made.out[n]));
		end(&made);
	}
	ch_case_free(&list);
}

static void exact_data_has_exact_answers(void **state)
{
	static const char *const filters[] = {"int8/equal", "fp16/equal", "int8/one-cell", "fp16/one-cell", "int8/low"};
	ch_case_list list = list_cases();

	(void)state;
	for (size_t i = 0; i < sizeof(filters) / sizeof(filters[0]); i++) {
		made_case made = make(find(&list, filters[i]), false);
		double *value = malloc(made.count * sizeof(double));

		assert_non_null(value);
		assert_int_equal(ch_qsa_reference(&made.inputs.args, value, NULL), CH_OK);
		assert_int_equal(ch_qsa_model(&made.inputs.args, made.out), CH_OK);
		for (size_t n = 0; n < made.count; n++)
			assert_true((double)made.out[n] == (double)(float)value[n]);
		free(value);
		end(&made);
	}
	ch_case_free(&list);
}

/* Something else lies in the pools or the table, and the answer's bytes are the same; or other ids, and the answer is near. */
static void changes_change_inputs_and_no_answer(void **state)
{
	ch_case_list list = list_cases();
	unsigned seen[CH_QSA_CHANGE_COUNT] = {0};

	(void)state;
	for (size_t i = 0; i < list.count; i++) {
		const ch_case *one = &list.cases[i];
		ch_qsa_change change = one->qsa.change;

		if (change == CH_QSA_NO_CHANGE)
			continue;
		made_case first = make(one, false), later = make(one, true);
		bool mixed = change == CH_QSA_MIX_IN_CHUNK || change == CH_QSA_MIX_CHUNKS;

		seen[change]++;
		if (mixed)
			assert_memory_not_equal(first.inputs.ids, later.inputs.ids, first.inputs.ids_bytes);
		else
			assert_memory_not_equal(first.inputs.k, later.inputs.k, first.inputs.pool_bytes);
		assert_int_equal(ch_qsa_model(&first.inputs.args, first.out), CH_OK);
		assert_int_equal(ch_qsa_model(&later.inputs.args, later.out), CH_OK);
		if (!mixed)
			assert_memory_equal(first.out, later.out, first.inputs.out_bytes);
		for (size_t n = 0; n < first.count; n++)
			assert_true(fabsf(first.out[n] - later.out[n]) < 1e-4f);
		end(&first);
		end(&later);
	}
	for (int change = CH_QSA_NO_CHANGE + 1; change < CH_QSA_CHANGE_COUNT; change++)
		assert_true(seen[change] > 0);
	ch_case_free(&list);
}

static void the_reference_refuses_what_must_be_refused(void **state)
{
	ch_case_list list = list_cases();
	uint32_t seen = 0;

	(void)state;
	for (size_t i = 0; i < list.count; i++) {
		ch_case one = list.cases[i];
		char words[CH_QSA_WORDS] = "";

		if (one.judge != CH_JUDGE_REFUSAL)
			continue;
		one.data = CH_DATA_RANDOM;
		made_case made = make(&one, false);

		assert_int_equal(ch_qsa_check(&made.inputs.args, words), CH_OK);
		ch_qsa_refusal_apply(one.qsa.refusal, &made.inputs);
		assert_int_not_equal(ch_qsa_check(&made.inputs.args, words), CH_OK);
		assert_true(words[0]);
		end(&made);
		seen++;
	}
	assert_int_equal(seen, ch_qsa_refusal_count());
	ch_case_free(&list);
}

static bool same(const double *a, const double *b, const double *magnitude, int32_t dim)
{
	for (int32_t d = 0; d < dim; d++) {
		if (!(fabs(a[d] - b[d]) <= 1e-9 * magnitude[d]))
			return false;
	}
	return true;
}

/* Each fault gives something else than the right answer in some case that it makes sense for, or it could never be told. */
static void faults_differ_from_what_is_right(void **state)
{
	static const char *const filters[] = {"int8/random/q8-n24", "int8/random/q8-n8-", "int8/subnormal",
					      "int8/large-logits"};
	bool told[CH_QSA_FAULT_COUNT] = {false};
	ch_case_list list = list_cases();

	(void)state;
	for (size_t i = 0; i < sizeof(filters) / sizeof(filters[0]); i++) {
		made_case made = make(find(&list, filters[i]), false);
		const ch_qsa_args *args = &made.inputs.args;
		double *value = malloc(made.count * sizeof(double)), right[256], got[256], magnitude[256], ignored[256];

		assert_non_null(value);
		assert_int_equal(ch_qsa_reference(args, value, NULL), CH_OK);
		for (int32_t vector = 0; vector < args->n_q * args->n_head; vector++) {
			int32_t query = vector / args->n_head, head = vector % args->n_head;

			assert_true(ch_qsa_fault_head(args, CH_QSA_RIGHT, query, head, right, magnitude));
			assert_true(same(right, value + (ptrdiff_t)vector * args->head_dim, magnitude, args->head_dim));
			for (int fault = CH_QSA_RIGHT + 1; fault < CH_QSA_FAULT_COUNT; fault++) {
				if (!told[fault] &&
				    ch_qsa_fault_head(args, (ch_qsa_fault)fault, query, head, got, ignored))
					told[fault] = !same(got, right, magnitude, args->head_dim);
			}
		}
		free(value);
		end(&made);
	}
	for (int fault = CH_QSA_RIGHT + 1; fault < CH_QSA_FAULT_COUNT; fault++) {
		assert_true(told[fault]);
		assert_non_null(ch_qsa_fault_words((ch_qsa_fault)fault));
		assert_non_null(ch_qsa_fault_clause((ch_qsa_fault)fault));
	}
	ch_case_free(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_case_can_be_computed),
		cmocka_unit_test(exact_data_has_exact_answers),
		cmocka_unit_test(changes_change_inputs_and_no_answer),
		cmocka_unit_test(the_reference_refuses_what_must_be_refused),
		cmocka_unit_test(faults_differ_from_what_is_right),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
