/* SPDX-License-Identifier: Apache-2.0
 *
 * The launches of an attention over selected cells, without launching them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "kernels/qsa_plan.h"
#include "reference/random.h"

/* Enough for a plan: nothing is read through the pointers. */
static ch_qsa_args call_of(ch_pool pool, ch_qsa_entry entry, int32_t page_size)
{
	return (ch_qsa_args){.struct_size = sizeof(ch_qsa_args),
			     .pool = pool,
			     .entry = entry,
			     .n_q = entry == CH_QSA_STEP ? 1 : 33,
			     .n_head = 24,
			     .n_kv_head = 2,
			     .head_dim = 256,
			     .page_size = page_size,
			     .pages = 3,
			     .logical_pages = 5,
			     .cap = 129};
}

static uint32_t page_of(uint32_t id, uint32_t factor, uint32_t shift)
{
	return (uint32_t)((uint64_t)id * factor >> 31 >> shift); /* as the kernel has it */
}

/* Whether the quotient is right at the borders of pages, at both ends of the ids and at random ones. */
static bool divides(uint32_t page_size, uint32_t factor, uint32_t shift, ch_random *random)
{
	const uint32_t last = INT32_MAX, whole = last / page_size * page_size;
	const uint32_t ids[] = {0, 1, page_size - 1, page_size, last, last - 1, whole, whole - 1};

	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		if (ids[i] <= last && page_of(ids[i], factor, shift) != ids[i] / page_size)
			return false;
	for (int i = 0; i < 200; i++) {
		const uint32_t id = (uint32_t)(ch_random_next(random) >> 33);
		if (page_of(id, factor, shift) != id / page_size)
			return false;
	}
	return true;
}

static void pages_are_found_without_a_division(void **state)
{
	static const int32_t sizes[] = {
		1, 2, 3, 5, 7, 16, 24, 63, 64, 65, 256, 641, 65535, 65537, 6700417, 1 << 30, (1 << 30) + 1, INT32_MAX};
	ch_random random = {.state = 1};
	char words[CH_QSA_WORDS];

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]) + 300; i++) {
		const int32_t size = i < sizeof(sizes) / sizeof(sizes[0])
					     ? sizes[i]
					     : 1 + (int32_t)(ch_random_next(&random) >> 33 >> i % 31);
		ch_qsa_args args = call_of(CH_POOL_INT8, CH_QSA_BATCH, size);
		ch_qsa_plan plan;
		assert_int_equal(ch_qsa_plan_make(&args, false, &plan, words), CH_OK);
		assert_int_equal(plan.shape.page_size, size);
		if (!divides((uint32_t)size, plan.shape.page_factor, plan.shape.page_shift, &random))
			fail_msg("an id divided by %d", size);
		/* two less is too little at the border of a page, whatever the size: the test can fail */
		assert_false(divides((uint32_t)size, plan.shape.page_factor - 2, plan.shape.page_shift, &random));
	}
}

static void only_the_int8_batch_has_a_swizzled_form(void **state)
{
	char words[CH_QSA_WORDS];

	(void)state;
	for (int pool = 0; pool < CH_POOL_COUNT; pool++)
		for (int entry = 0; entry < CH_QSA_ENTRY_COUNT; entry++)
			for (int asked = 0; asked < 2; asked++) {
				ch_qsa_args args = call_of((ch_pool)pool, (ch_qsa_entry)entry, 64);
				ch_qsa_plan plan;
				assert_int_equal(ch_qsa_plan_make(&args, asked, &plan, words), CH_OK);
				assert_int_equal(plan.swizzled, asked && pool == CH_POOL_INT8 && entry == CH_QSA_BATCH);
			}
}

static void launches_and_bytes_are_those_of_the_call(void **state)
{
	ch_qsa_args args = call_of(CH_POOL_INT8, CH_QSA_BATCH, 16);
	char words[CH_QSA_WORDS];
	ch_qsa_plan plan;

	(void)state;
	assert_int_equal(ch_qsa_plan_make(&args, true, &plan, words), CH_OK);
	const ch_qsa_launch *chunk = &plan.launches[CH_QSA_CHUNK_LAUNCH], *merge = &plan.launches[CH_QSA_MERGE_LAUNCH];
	assert_string_equal(chunk->symbol, "ch_qsa_batch_int8_d256_h12_swizzle");
	assert_string_equal(merge->symbol, "ch_qsa_merge_d256");
	assert_int_equal(chunk->grid[0], 3); /* 129 cells */
	assert_int_equal(chunk->grid[1], 33);
	assert_int_equal(chunk->grid[2], 2);
	assert_int_equal(merge->grid[0], 33 * 24);
	assert_int_equal(plan.bytes[CH_QSA_K], 3 * 2 * 16 * 256);
	assert_int_equal(plan.bytes[CH_QSA_V_SCALES], 3 * 2 * 16 * 4 * 2);
	assert_int_equal(plan.bytes[CH_QSA_PARTS], 33 * 24 * 3 * 256 * 4);
	args.pool = CH_POOL_FP16;
	assert_int_equal(ch_qsa_plan_make(&args, false, &plan, words), CH_OK);
	assert_int_equal(plan.bytes[CH_QSA_K], 3 * 2 * 16 * 256 * 2);
	assert_int_equal(plan.bytes[CH_QSA_V_SCALES], 0);
}

/* F39: what 32 bits cannot number is refused, and what they can is not. */
static void what_cannot_be_numbered_is_refused(void **state)
{
	ch_qsa_args args = call_of(CH_POOL_INT8, CH_QSA_BATCH, 64);
	char words[CH_QSA_WORDS] = "";
	ch_qsa_plan plan;

	(void)state;
	args.n_q = 65535;
	args.cap = 64 * 2730; /* 24 * 65535 * 2730 is just below 2^32 */
	assert_int_equal(ch_qsa_plan_make(&args, false, &plan, words), CH_OK);
	args.cap++;
	assert_int_equal(ch_qsa_plan_make(&args, false, &plan, words), CH_UNSUPPORTED);
	assert_true(words[0]);
	args = call_of(CH_POOL_INT8, CH_QSA_BATCH, 64);
	args.n_kv_head = 65536;
	args.n_head = 65536 * 12;
	assert_int_equal(ch_qsa_plan_make(&args, false, &plan, words), CH_UNSUPPORTED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pages_are_found_without_a_division),
		cmocka_unit_test(only_the_int8_batch_has_a_swizzled_form),
		cmocka_unit_test(launches_and_bytes_are_those_of_the_call),
		cmocka_unit_test(what_cannot_be_numbered_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
