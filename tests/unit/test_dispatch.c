/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/dispatch.h"

static void every_row_is_a_variant(void **state)
{
	uint32_t count;
	const ch_kernel_row *rows = ch_kernel_rows(&count);

	(void)state;
	assert_true(count > 0);
	for (uint32_t i = 0; i < count; i++) {
		const ch_variant *variant = &rows[i].variant;

		assert_int_equal(variant->struct_size, sizeof(*variant));
		assert_ptr_equal(ch_kernel_find(variant->name), &rows[i]);
		assert_true(variant->formats != 0 && (variant->formats & ~CH_ALL_FORMATS) == 0);
		assert_true(rows[i].wave_sizes == 32 || rows[i].wave_sizes == 96);
		assert_true((rows[i].wave_sizes & 64) || rows[i].on_wave64);
		for (uint32_t wave = 32; wave <= 64; wave *= 2) {
			for (uint32_t waves = 1; waves <= CH_KERNEL_MAX_WAVES; waves++) {
				ch_order order = ch_kernel_order(&rows[i], wave, waves);
				const char *why = "";

				if (!ch_order_valid(&order, &why))
					fail_msg("%s: %s", variant->name, why);
			}
		}
	}
}

/* SAME-BYTES: a claim names a row of the table with the same order. */
static void claims_of_same_bytes_hold_on_paper(void **state)
{
	uint32_t count;
	const ch_kernel_row *rows = ch_kernel_rows(&count);

	(void)state;
	for (uint32_t i = 0; i < count; i++) {
		if (!rows[i].variant.same_bytes_as)
			continue;
		const ch_kernel_row *other = ch_kernel_find(rows[i].variant.same_bytes_as);

		assert_non_null(other);
		assert_memory_equal(&rows[i].variant.order, &other->variant.order, sizeof(ch_order));
		assert_true(rows[i].variant.formats & other->variant.formats);
	}
}

/* What stands in on wave64 exists and runs there; within the ladder it has the same order. */
static void wave64_stand_ins_exist(void **state)
{
	uint32_t count;
	const ch_kernel_row *rows = ch_kernel_rows(&count);

	(void)state;
	for (uint32_t i = 0; i < count; i++) {
		if (!rows[i].on_wave64)
			continue;
		const ch_kernel_row *other = ch_kernel_find(rows[i].on_wave64);

		assert_non_null(other);
		assert_true(other->wave_sizes & 64);
		assert_int_equal(other->variant.formats, rows[i].variant.formats);
		if (rows[i].family == CH_KERNEL_LADDER)
			assert_memory_equal(&other->variant.order, &rows[i].variant.order, sizeof(ch_order));
	}
}

/* The ladder's orders are the contract's. */
static void base_variants_have_the_base_order(void **state)
{
	static const struct {
		const char *name;
		ch_format format;
	} base[] = {{"fp3-scalar", CH_FP3},    {"fp2-base", CH_FP2}, {"fp4", CH_FP4},
		    {"fp4-fast", CH_FP4_FAST}, {"fp6", CH_FP6},	     {"fp8", CH_FP8}};

	(void)state;
	for (size_t i = 0; i < sizeof(base) / sizeof(base[0]); i++) {
		for (uint32_t waves = 1; waves <= 8; waves *= 2) {
			ch_order want = ch_order_base(base[i].format, 64, waves);
			ch_order have = ch_kernel_order(ch_kernel_find(base[i].name), 64, waves);

			assert_memory_equal(&want, &have, sizeof(want));
		}
	}
}

static ch_status plan(const char *name, uint32_t wave, uint32_t waves, int64_t k, int64_t rows, int64_t ncols,
		      ch_kernel_launch *launch, char *words)
{
	words[0] = 0;
	return ch_kernel_plan(ch_kernel_find(name), wave, waves, k, rows, ncols, launch, words);
}

static void a_plan_says_everything_about_a_launch(void **state)
{
	ch_kernel_launch launch;
	char words[CH_KERNEL_WORDS];

	(void)state;
	assert_int_equal(plan("fp3-lut", 64, 2, 4096, 257, 3, &launch, words), CH_OK);
	assert_string_equal(launch.symbol, "ch_mmvq_fp3_lut_c3");
	assert_string_equal(launch.file, "mmvq_fp3");
	assert_int_equal(launch.grid[0], 257);
	assert_int_equal(launch.threads, 128);
	assert_int_equal(launch.argument_count, 5);
	assert_int_equal(launch.arguments[0].kind, CH_ARGUMENT_W);
	assert_int_equal(launch.arguments[3].value, 128);
	assert_int_equal(launch.arguments[4].value, 257);
	assert_int_equal(plan("fp3-wide", 32, 0, 4096, 1 << 20, 1, &launch, words), CH_OK);
	assert_string_equal(launch.symbol, "ch_mmvq_fp3_wide_c1");
	assert_int_equal(launch.grid[0], (1 << 20) / 128);
	assert_int_equal(launch.threads, 128);
	assert_int_equal(launch.shared_bytes, 4 * 2 * 4 * 896 + 2 * 64 * 68);
	assert_int_equal(launch.arguments[5].value, 8);
	assert_int_equal(launch.arguments[6].value, 2);
	assert_int_equal(plan("fp3-mmq", 64, 0, 4096, 65, 33, &launch, words), CH_OK);
	assert_string_equal(launch.symbol, "ch_mmq_fp3_n128");
	assert_int_equal(launch.grid[0], 2);
	assert_int_equal(launch.waves, 4);
	assert_int_equal(ch_kernel_plan_quantize_q8_1(32, 4096, 3, &launch, words), CH_OK);
	assert_string_equal(launch.symbol, "ch_quantize_q8_1_kernel");
	assert_int_equal(launch.grid[0], 48);
}

/* Whatever the shape, a wide launch stays within what a workgroup may have, and its window holds a chunk at least. */
static void wide_launches_fit_a_workgroup(void **state)
{
	static const char *const names[] = {"fp3-wide", "fp2-wide"};

	(void)state;
	for (int i = 0; i < 2; i++) {
		for (int64_t ncols = 1; ncols <= 8; ncols++) {
			for (int64_t k = 32; k <= 65536; k += 480) {
				ch_kernel_launch launch;
				char words[CH_KERNEL_WORDS];

				k -= k % 32;
				assert_int_equal(plan(names[i], 32, 0, k, 300, ncols, &launch, words), CH_OK);
				assert_true(launch.shared_bytes <= 65536);
				assert_true(launch.arguments[6].value >= 1);
			}
		}
	}
}

static void shapes_without_a_kernel_are_refused_in_words(void **state)
{
	static const struct {
		const char *name;
		uint32_t wave, waves;
		int64_t k, rows, ncols;
		ch_status status;
	} bad[] = {
		{"fp3-lut", 32, 1, 33, 1, 1, CH_BAD_SHAPE},	     {"fp3-lut", 32, 1, 0, 1, 1, CH_BAD_SHAPE},
		{"fp3-lut", 32, 1, -32, 1, 1, CH_BAD_SHAPE},	     {"fp3-lut", 32, 1, 32, -1, 1, CH_BAD_SHAPE},
		{"fp3-lut", 32, 1, 32, 1, 9, CH_UNSUPPORTED},	     {"fp3-lut", 32, 1, 32, 1, 0, CH_UNSUPPORTED},
		{"fp3-lut", 32, 3, 32, 1, 1, CH_UNSUPPORTED},	     {"fp3-lut", 32, 16, 32, 1, 1, CH_UNSUPPORTED},
		{"fp3-wide", 64, 0, 32, 1, 1, CH_UNSUPPORTED},	     {"fp3-wide", 32, 4, 32, 1, 1, CH_UNSUPPORTED},
		{"fp3-mmq", 32, 0, 32, 1, 129, CH_UNSUPPORTED},	     {"fp3-lut", 16, 1, 32, 1, 1, CH_UNSUPPORTED},
		{"fp3-lut-swz", 64, 1, 32, 1, 1, CH_UNSUPPORTED},    {"fp3-lut", 32, 8, 32, 1 << 30, 1, CH_UNSUPPORTED},
		{"fp3-lut", 32, 1, 1ll << 40, 1, 1, CH_UNSUPPORTED},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		ch_kernel_launch launch;
		char words[CH_KERNEL_WORDS];

		assert_int_equal(plan(bad[i].name, bad[i].wave, bad[i].waves, bad[i].k, bad[i].rows, bad[i].ncols,
				      &launch, words),
				 bad[i].status);
		assert_true(strlen(words) > 10);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_a_variant),
		cmocka_unit_test(claims_of_same_bytes_hold_on_paper),
		cmocka_unit_test(wave64_stand_ins_exist),
		cmocka_unit_test(base_variants_have_the_base_order),
		cmocka_unit_test(a_plan_says_everything_about_a_launch),
		cmocka_unit_test(wide_launches_fit_a_workgroup),
		cmocka_unit_test(shapes_without_a_kernel_are_refused_in_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
