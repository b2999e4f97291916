/* SPDX-License-Identifier: Apache-2.0
 *
 * One program, run once a provider: test_device PROVIDER LEVEL. Its environment: CTEST_RESOURCE_GROUP_0_GPUS, as CTest sets it, says which
 * device; CHECKHIP_REQUIRE_GPU=1 makes a missing device an error instead of a skip (77). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "device_provider.h"
#include "providers/providers.h"
#include "suite/cases.h"
#include "suite/data.h"
#include "suite/run.h"

static struct {
	char spec[128];
	ch_level level;
	const ch_provider *provider;
	void *opened;
	ch_worker *worker;
	const ch_worker_info *info;
} device;

static void run_cases(const ch_case_list *list, const char *word, const ch_run_options *options)
{
	uint32_t passed = 0, failed = 0;

	for (size_t i = 0; i < list->count; i++) {
		ch_verdict verdict;

		if (word && !ch_filter_matches(word, list->cases[i].name))
			continue;
		memset(&verdict, 0, sizeof(verdict));
		ch_run_case(device.worker, &list->cases[i], options, &verdict);
		passed += verdict.result == CH_PASS;
		if (verdict.result == CH_FAIL || verdict.result == CH_ERROR) {
			failed++;
			print_error("%s: %s %s (seed 0x%llx)\n", list->cases[i].name, verdict.clause, verdict.text,
				    (unsigned long long)list->cases[i].seed);
		}
	}
	print_message("%u passed, %u failed\n", passed, failed);
	assert_int_equal(failed, 0);
	assert_true(passed > 0); /* a run in which nothing was checked fails */
}

static void every_case_of_the_level(void **state)
{
	ch_case_list list = {0};
	const ch_run_options options = {0};

	(void)state;
	assert_true(ch_cases_make(device.info, device.level, 1, &list));
	run_cases(&list, NULL, &options);
	ch_case_free(&list);
}

static void every_alignment(void **state)
{
	ch_case_list list = {0};
	const ch_run_options options = {.all_alignments = true};

	(void)state;
	assert_true(ch_cases_make(device.info, CH_LEVEL_QUICK, 2, &list));
	run_cases(&list, "/random/k288-r3-,/random/k96-r3-", &options);
	ch_case_free(&list);
}

/* The same bytes a thousand times over (F36): the widest workgroups, several rounds of the loop. */
static void repeated_calls_give_the_same_bytes(void **state)
{
	ch_case_list list = {0};
	const ch_run_options options = {.repeats = device.level == CH_LEVEL_QUICK ? 50 : 1000};

	(void)state;
	assert_true(ch_cases_make(device.info, CH_LEVEL_QUICK, 3, &list));
	run_cases(&list, "/random/k2048-r3-*-w8,wide/random/k2048-r3-,/mmq*/random/k2048-r3-", &options);
	ch_case_free(&list);
}

typedef struct product {
	ch_format format;
	int64_t k, rows, ncols;
	uint8_t *w, *x;
	float *y;
	size_t w_bytes;
} product;

static size_t column_bytes(int64_t k)
{
	return (size_t)(k / CH_BLOCK_WEIGHTS) * CH_Q8_1_BYTES;
}

static product make_product(ch_format format, int64_t k, int64_t rows, int64_t ncols)
{
	product made = {.format = format, .k = k, .rows = rows, .ncols = ncols};

	assert_int_equal(ch_weights_bytes(format, k, rows, &made.w_bytes), CH_OK);
	made.w = malloc(made.w_bytes);
	made.x = malloc(column_bytes(k) * (size_t)ncols);
	made.y = malloc((size_t)(rows * ncols) * sizeof(float));
	assert_true(made.w && made.x && made.y);
	ch_data_activations(format, CH_DATA_RANDOM, k, ncols, 11, made.x);
	return made;
}

static void free_product(product *made)
{
	free(made->w);
	free(made->x);
	free(made->y);
}

static ch_status compute(const product *made, uint32_t variant, ch_op op, int64_t first, int64_t ncols, float *y)
{
	ch_outcome outcome = {.struct_size = sizeof(outcome)};
	const ch_mmvq_args args = {.struct_size = sizeof(args),
				   .format = made->format,
				   .variant = variant,
				   .k = made->k,
				   .rows = made->rows,
				   .ncols = ncols,
				   .w = made->w,
				   .x_q8_1 = made->x + (size_t)first * column_bytes(made->k),
				   .y = y};
	ch_status status = op == CH_OP_MMQ ? device.provider->mmq(device.opened, &args, &outcome)
					   : device.provider->mmvq(device.opened, &args, &outcome);

	if (status)
		print_error("%s\n", outcome.message);
	return status;
}

/* CH_FORMAT_COUNT: none; attention has pools in their place. */
static ch_format first_format(const ch_variant *variant)
{
	unsigned format = 0;

	while (format < CH_FORMAT_COUNT && !(variant->formats >> format & 1u))
		format++;
	return (ch_format)format;
}

/* BATCH-INVARIANT: a column alone, and in batches of 2..8, 32 and as many as the variant takes. */
static void columns_do_not_depend_on_their_batch(void **state)
{
	static const int64_t batches[] = {2, 3, 4, 5, 6, 7, 8, 32, 127, 128};

	(void)state;
	for (uint32_t v = 0; v < device.info->variant_count; v++) {
		const ch_variant *variant = &device.info->variants[v].variant;
		int64_t widest = variant->max_ncols < 128 ? variant->max_ncols : 128;

		if (first_format(variant) == CH_FORMAT_COUNT)
			continue;
		product made = make_product(first_format(variant), 416, 67, widest);
		size_t bytes = (size_t)made.rows * sizeof(float);
		float *alone = malloc(bytes * (size_t)widest);

		assert_non_null(alone);
		ch_data_weights(made.format, CH_DATA_RANDOM, made.k, made.rows, v, made.w);
		for (int64_t c = 0; c < widest; c++)
			assert_int_equal(compute(&made, v, variant->op, c, 1, alone + c * made.rows), CH_OK);
		for (size_t i = 0; i < sizeof(batches) / sizeof(batches[0]) && batches[i] <= widest; i++) {
			assert_int_equal(compute(&made, v, variant->op, 0, batches[i], made.y), CH_OK);
			if (memcmp(alone, made.y, bytes * (size_t)batches[i]) != 0)
				fail_msg("BATCH-INVARIANT: %s, a batch of %d differs from its columns alone",
					 variant->name, (int)batches[i]);
		}
		free(alone);
		free_product(&made);
	}
}

/* A stack of 256 experts of 2048 x 4096 (F39): 2^31 weights, in fp8 over 2^31 bytes. Rows at both ends and around the places where
 * 32 bits would wrap are compared with the model. */
static void rows_of_an_expert_stack(void **state)
{
	static const int64_t rows = 256 * 2048, k = 4096;
	enum { NEAR = 3 };

	(void)state;
	if (device.level != CH_LEVEL_COMPREHENSIVE)
		skip();
	for (uint32_t v = 0; v < device.info->variant_count; v++) {
		const ch_variant *variant = &device.info->variants[v].variant;
		ch_order order = variant->order;

		if (variant->op != CH_OP_MMVQ && strcmp(variant->name, "fp4-fast-mmq") != 0)
			continue;
		product made = make_product(first_format(variant), k, rows, 1);
		size_t row_bytes = made.w_bytes / (size_t)rows;
		int64_t places[] = {NEAR,
				    (int64_t)((1ull << 31) / row_bytes),
				    (int64_t)((1ull << 30) / row_bytes),
				    1 << 16,
				    1 << 19,
				    rows - NEAR};

		ch_data_weights(made.format, CH_DATA_RANDOM, k, 4096, v, made.w);
		for (int64_t row = 4096; row < rows;
		     row++) /* another beginning for each row, so that none is like its neighbour */
			memcpy(made.w + (size_t)row * row_bytes, made.w + (size_t)(row * 2654435761 % 4096) * row_bytes,
			       row_bytes);
		assert_int_equal(compute(&made, v, variant->op, 0, 1, made.y), CH_OK);
		if (variant->waves)
			order.waves = 4; /* what the plan takes when it is not told */
		for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
			for (int64_t row = places[i] - NEAR; row < places[i] + NEAR && row < rows; row++) {
				float expected;

				assert_int_equal(ch_mmvq_model(made.format, &order, k, 1, 1,
							       made.w + (size_t)row * row_bytes, made.x, &expected),
						 CH_OK);
				if (memcmp(&expected, &made.y[row], sizeof(expected)) != 0)
					fail_msg("SAME-BYTES: %s, row %lld of the stack: %.9g, not %.9g", variant->name,
						 (long long)row, (double)made.y[row], (double)expected);
			}
		}
		free_product(&made);
	}
}

static int without_device(const char *words)
{
	const char *require = getenv("CHECKHIP_REQUIRE_GPU");

	fprintf(stderr, "test_device: %s: %s\n", device.spec, words);
	return require && strcmp(require, "1") == 0 ? 1 : 77;
}

/* "id:3,slots:1" names the device that CTest gave to this test. */
static void take_granted_device(void)
{
	const char *granted = getenv("CTEST_RESOURCE_GROUP_0_GPUS");
	char *end;

	if (!granted || strcmp(device.spec, "gpu") != 0 || strncmp(granted, "id:", 3) != 0)
		return;
	unsigned long number = strtoul(granted + 3, &end, 10);

	if (end != granted + 3 && *end == ',')
		snprintf(device.spec, sizeof(device.spec), "gpu:%lu", number);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_case_of_the_level),
		cmocka_unit_test(every_alignment),
		cmocka_unit_test(repeated_calls_give_the_same_bytes),
		cmocka_unit_test(columns_do_not_depend_on_their_batch),
		cmocka_unit_test(rows_of_an_expert_stack),
	};
	char message[256] = "";
	const char *argument;
	ch_call_report report = {0};
	ch_outcome outcome = {.struct_size = sizeof(outcome)};

	if (argc < 2 || (argc > 2 && !ch_level_find(argv[2], &device.level))) {
		fprintf(stderr, "usage: test_device PROVIDER [quick | standard | comprehensive]\n");
		return 2;
	}
	snprintf(device.spec, sizeof(device.spec), "%s", argv[1]);
	take_granted_device();
	ch_device_register();
	device.worker = ch_worker_new(device.spec, 300);
	device.info = device.worker ? ch_worker_open(device.worker, &report) : NULL;
	if (!device.info)
		return without_device(device.worker ? report.words : "no memory");
	device.provider = ch_provider_find(device.spec, &argument, message, sizeof(message));
	if (!device.provider || device.provider->open(argument, &device.opened, &outcome))
		return without_device(device.provider ? outcome.message : message);
	print_message("%s\n", device.info->description);
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	device.provider->close(device.opened);
	ch_worker_free(device.worker);
	return failed ? 1 : 0;
}
