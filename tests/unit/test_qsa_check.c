/* SPDX-License-Identifier: Apache-2.0
 *
 * QSA-REFUSE: calls of attention over selected cells that must be refused in words, with no output touched, and those just inside. */
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

enum { POSITIONS = 3 * 16 }; /* of make_valid */

static made_qsa make_valid(ch_pool pool)
{
	made_qsa_shape shape = {pool, 0, 2, 2, 16, 3, 70};

	return make_qsa(&shape);
}

/* Refused by the check, the model, the reference and the provider alike; nothing written. */
static void refused(made_qsa *made, ch_status expected, const char *part_of_words)
{
	char words[CH_QSA_WORDS] = "";
	ch_outcome outcome = {.struct_size = sizeof(outcome)};
	float before = 42.0f;
	double value = 43.0, bound = 44.0;

	assert_int_equal(ch_qsa_check(&made->args, words), expected);
	assert_non_null(strstr(words, part_of_words));
	assert_int_equal(ch_qsa_check(&made->args, NULL), expected);
	assert_int_equal(ch_qsa_model(&made->args, &before), expected);
	assert_int_equal(ch_qsa_reference(&made->args, &value, &bound), expected);
	assert_int_equal(ch_provider_reference()->qsa(NULL, &made->args, &outcome), expected);
	assert_string_equal(outcome.message, words);
	assert_true(before == 42.0f && value == 43.0 && bound == 44.0);
	for (size_t i = 0; i < made->outputs; i++)
		assert_true(made->out[i] == 0.0f);
}

/* One field set to what is refused; the rest of a valid call stays. */
typedef struct count_row {
	size_t field;
	int32_t value;
	const char *words;
} count_row;

static void counts_are_refused(void **state)
{
	static const count_row rows[] = {
		{offsetof(ch_qsa_args, n_q), 0, "n_q is 0"},
		{offsetof(ch_qsa_args, n_q), -1, "n_q is -1"},
		{offsetof(ch_qsa_args, n_q), 65536, "n_q is 65536"},
		{offsetof(ch_qsa_args, n_q), INT32_MIN, "n_q is"},
		{offsetof(ch_qsa_args, n_head), 33, "33 heads are no multiple of 2"},
		{offsetof(ch_qsa_args, n_head), 0, "n_head is 0"},
		{offsetof(ch_qsa_args, n_head), -24, "n_head is -24"},
		{offsetof(ch_qsa_args, n_head), 2, "1 heads a KV head"},
		{offsetof(ch_qsa_args, n_head), 8, "head_dim 256 with 4 heads"},
		{offsetof(ch_qsa_args, n_head), INT32_MAX, "no multiple"},
		{offsetof(ch_qsa_args, n_kv_head), 0, "n_kv_head is 0"},
		{offsetof(ch_qsa_args, n_kv_head), -2, "n_kv_head is -2"},
		{offsetof(ch_qsa_args, n_kv_head), 1, "24 heads a KV head"},
		{offsetof(ch_qsa_args, head_dim), 0, "head_dim is 0"},
		{offsetof(ch_qsa_args, head_dim), 128, "head_dim 128"},
		{offsetof(ch_qsa_args, head_dim), 64, "head_dim 64 with 12 heads"},
		{offsetof(ch_qsa_args, head_dim), -256, "head_dim is -256"},
		{offsetof(ch_qsa_args, page_size), 0, "page_size is 0"},
		{offsetof(ch_qsa_args, page_size), -16, "page_size is -16"},
		{offsetof(ch_qsa_args, pages), 0, "pages is 0"},
		{offsetof(ch_qsa_args, pages), -1, "pages is -1"},
		{offsetof(ch_qsa_args, pages), 1, "of a pool of 1"},
		{offsetof(ch_qsa_args, logical_pages), 0, "logical_pages is 0"},
		{offsetof(ch_qsa_args, logical_pages), -1, "logical_pages is -1"},
		{offsetof(ch_qsa_args, logical_pages), 2, "outside the page table"},
		{offsetof(ch_qsa_args, cap), 0, "cap is 0"},
		{offsetof(ch_qsa_args, cap), -1, "cap is -1"},
		{offsetof(ch_qsa_args, cap), 69, "width 70 of query 0"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		made_qsa made = make_valid(CH_POOL_INT8);

		memcpy((char *)&made.args + rows[i].field, &rows[i].value, sizeof(int32_t));
		refused(&made, CH_BAD_SHAPE, rows[i].words);
		free_qsa(&made);
	}
}

static void heads_33_with_2_kv_heads(void **state)
{
	made_qsa made = make_valid(CH_POOL_FP16);

	(void)state;
	made.args.n_head = 33;
	refused(&made, CH_BAD_SHAPE, "33 heads are no multiple of 2 KV heads");
	free_qsa(&made);
}

static void null_and_misaligned_pointers_are_refused(void **state)
{
	static const struct {
		size_t field;
		uintptr_t off;
		const char *null_words, *off_words;
	} rows[] = {
		{offsetof(ch_qsa_args, q), 4, "q is a null pointer", "q is not aligned to 16 bytes"},
		{offsetof(ch_qsa_args, k), 8, "k is a null pointer", "k is not aligned to 16 bytes"},
		{offsetof(ch_qsa_args, v), 1, "v is a null pointer", "v is not aligned to 16 bytes"},
		{offsetof(ch_qsa_args, k_scales), 1, "k_scales is a null", "k_scales is not aligned to 2"},
		{offsetof(ch_qsa_args, v_scales), 1, "v_scales is a null", "v_scales is not aligned to 2"},
		{offsetof(ch_qsa_args, page_table), 2, "page_table is a null", "page_table is not aligned to 4"},
		{offsetof(ch_qsa_args, ids), 1, "ids is a null", "ids is not aligned to 4"},
		{offsetof(ch_qsa_args, width), 3, "width is a null", "width is not aligned to 4"},
		{offsetof(ch_qsa_args, out), 2, "out is a null", "out is not aligned to 4"},
	};
	made_qsa made = make_valid(CH_POOL_INT8);

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ch_qsa_args whole = made.args;
		void *pointer = NULL;

		memcpy((char *)&made.args + rows[i].field, &pointer, sizeof(pointer));
		refused(&made, CH_BAD_ARGUMENT, rows[i].null_words);
		memcpy(&pointer, (char *)&whole + rows[i].field, sizeof(pointer));
		pointer = (char *)pointer + rows[i].off;
		memcpy((char *)&made.args + rows[i].field, &pointer, sizeof(pointer));
		refused(&made, CH_BAD_ARGUMENT, rows[i].off_words);
		made.args = whole;
	}
	free_qsa(&made);

	char words[CH_QSA_WORDS];
	double value[1];
	float out[1];

	assert_int_equal(ch_qsa_check(NULL, words), CH_BAD_ARGUMENT);
	assert_int_equal(ch_qsa_model(NULL, out), CH_BAD_ARGUMENT);
	assert_int_equal(ch_qsa_reference(NULL, value, NULL), CH_BAD_ARGUMENT);
	made = make_valid(CH_POOL_INT8);
	assert_int_equal(ch_qsa_model(&made.args, NULL), CH_BAD_ARGUMENT);
	assert_int_equal(ch_qsa_reference(&made.args, NULL, value), CH_BAD_ARGUMENT);
	free_qsa(&made);
}

static void pools_and_entries(void **state)
{
	made_qsa made = make_valid(CH_POOL_FP16);

	(void)state;
	assert_null(made.args.k_scales);
	assert_int_equal(ch_qsa_check(&made.args, NULL), CH_OK);
	made.args.pool = CH_POOL_INT8; /* without scales */
	refused(&made, CH_BAD_ARGUMENT, "k_scales is a null pointer");
	made.args.pool = CH_POOL_COUNT;
	refused(&made, CH_BAD_ARGUMENT, "unknown pool 2");
	made.args.pool = CH_POOL_FP16;
	made.args.entry = CH_QSA_ENTRY_COUNT;
	refused(&made, CH_BAD_ARGUMENT, "unknown entry 2");
	made.args.entry = CH_QSA_STEP;
	refused(&made, CH_BAD_SHAPE, "one query, not 2");
	made.args.n_q = 1;
	assert_int_equal(ch_qsa_check(&made.args, NULL), CH_OK);
	free_qsa(&made);
}

static void cells_are_refused(void **state)
{
	made_qsa made = make_valid(CH_POOL_INT8);
	int32_t *last = made.ids + 2 * 70 - 1;

	(void)state;
	*last = POSITIONS - 1;
	assert_int_equal(ch_qsa_check(&made.args, NULL), CH_OK);
	*last = POSITIONS;
	refused(&made, CH_BAD_SHAPE, "id 48 (place 69 of query 1) lies outside the page table");
	*last = -1; /* -1 / 16 is 0: the sign has to be asked */
	refused(&made, CH_BAD_SHAPE, "id -1 (place 69 of query 1)");
	*last = INT32_MIN;
	refused(&made, CH_BAD_SHAPE, "outside the page table");
	*last = INT32_MAX;
	refused(&made, CH_BAD_SHAPE, "outside the page table");
	/* past the width anything may stand */
	made.width[1] = 69;
	assert_int_equal(ch_qsa_check(&made.args, NULL), CH_OK);
	made.width[1] = 71;
	refused(&made, CH_BAD_SHAPE, "width 71 of query 1 is not from 0 to the cap, 70");
	made.width[1] = -1;
	refused(&made, CH_BAD_SHAPE, "width -1 of query 1");
	made.width[1] = 0;

	int32_t page = made.page_table[2];

	made.page_table[2] = made.args.pages;
	refused(&made, CH_BAD_SHAPE, "names page 5 of a pool of 5");
	made.page_table[2] = -1;
	refused(&made, CH_BAD_SHAPE, "names page -1");
	made.page_table[2] = INT32_MIN;
	refused(&made, CH_BAD_SHAPE, "names page");
	/* a page that no selected id names */
	made.width[0] = 32;
	assert_int_equal(ch_qsa_check(&made.args, NULL), CH_OK);
	made.width[0] = 33;
	refused(&made, CH_BAD_SHAPE, "id 32 (place 32 of query 0)");
	made.page_table[2] = page;
	assert_int_equal(ch_qsa_check(&made.args, NULL), CH_OK);
	free_qsa(&made);
}

/* Every count is legal by itself. Nothing may be read before the sizes are known to fit: the arrays are short. */
static void sizes_that_overflow_are_refused(void **state)
{
	made_qsa made = make_valid(CH_POOL_FP16);

	(void)state;
	made.args.pages = INT32_MAX;
	made.args.page_size = INT32_MAX;
	refused(&made, CH_BAD_SHAPE, "the size of the pool overflows");
	made.args.page_size = INT32_MAX / 2;
	refused(&made, CH_BAD_SHAPE, "the size of the pool overflows");
	made.args.pages = 1 << 30;
	made.args.page_size = 1 << 30;
	made.args.n_kv_head = 1 << 20;
	made.args.n_head = 12 << 20; /* the product is a multiple of 2^64 */
	refused(&made, CH_BAD_SHAPE, "the size of the pool overflows");
	free_qsa(&made);

	made = make_valid(CH_POOL_INT8);
	made.args.n_q = CH_QSA_MAX_QUERIES;
	made.args.cap = INT32_MAX;
	made.args.n_kv_head = INT32_MAX / 12;
	made.args.n_head = INT32_MAX / 12 * 12;
	refused(&made, CH_BAD_SHAPE, "the size of the sums of the chunks overflows");
	free_qsa(&made);
}

static void geometries_are_two(void **state)
{
	uint32_t count = 0;
	const ch_qsa_geometry *geometries = ch_qsa_geometries(&count);

	(void)state;
	assert_int_equal(count, 2);
	assert_true(geometries[0].head_dim == 256 && geometries[0].heads == 12);
	assert_true(geometries[1].head_dim == 64 && geometries[1].heads == 4);
}

static void the_provider_names_what_ran(void **state)
{
	const ch_provider *provider = ch_provider_reference();
	ch_outcome outcome = {.struct_size = sizeof(outcome)};
	made_qsa made = make_valid(CH_POOL_INT8);
	void *opened = NULL;
	uint32_t count = 0, seen = 0;

	(void)state;
	fill_qsa(&made, 3, 1.0f);
	assert_int_equal(provider->open("", &opened, &outcome), CH_OK);
	const ch_variant *variants = provider->variants(opened, &count);

	assert_int_equal(provider->qsa(opened, &made.args, &outcome), CH_OK);
	assert_string_equal(outcome.variant, "exact-qsa");
	assert_int_equal(ch_qsa_reference(&made.args, made.value, NULL), CH_OK);
	for (size_t i = 0; i < made.outputs; i++)
		assert_true(made.out[i] == (float)made.value[i]);
	for (uint32_t i = 0; i <= count; i++) {
		made.args.variant = i;
		if (i < count && variants[i].op == CH_OP_QSA) {
			assert_int_equal(provider->qsa(opened, &made.args, &outcome), CH_OK);
			assert_string_equal(outcome.variant, variants[i].name);
			seen++;
		} else {
			assert_int_equal(provider->qsa(opened, &made.args, &outcome), CH_BAD_ARGUMENT);
		}
		if (i < count && variants[i].op == CH_OP_QSA && variants[i].order.lanes) {
			float *model = made_bytes(made.outputs * sizeof(float));

			assert_int_equal(ch_qsa_model(&made.args, model), CH_OK);
			assert_memory_equal(model, made.out, made.outputs * sizeof(float));
			free(model);
		}
	}
	assert_int_equal(seen, 2);
	provider->close(opened);
	free_qsa(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_are_refused),
		cmocka_unit_test(heads_33_with_2_kv_heads),
		cmocka_unit_test(null_and_misaligned_pointers_are_refused),
		cmocka_unit_test(pools_and_entries),
		cmocka_unit_test(cells_are_refused),
		cmocka_unit_test(sizes_that_overflow_are_refused),
		cmocka_unit_test(geometries_are_two),
		cmocka_unit_test(the_provider_names_what_ran),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
