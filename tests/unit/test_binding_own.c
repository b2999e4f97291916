/* SPDX-License-Identifier: Apache-2.0
 *
 * The binding of our own kernels and the dispatch table say the same of every launch: the device goes by the one, the executor
 * by the other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "binding/bound.h"
#include "kernels/dispatch.h"
#include "providers/gcn_bound.h"

static ch_binding binding;

static int open_own(void **state)
{
	ch_gcn_error error;

	(void)state;
	if (ch_binding_parse("checkhip.binding", (const char *)ch_own_binding,
			     (size_t)(ch_own_binding_end - ch_own_binding), &binding, &error) == CH_OK)
		return 0;
	print_error("%s\n", error.text);
	return -1;
}

static int close_own(void **state)
{
	(void)state;
	ch_binding_close(&binding);
	return 0;
}

static uint32_t word_at(const ch_bound_launch *launch, uint32_t offset)
{
	uint32_t word;

	memcpy(&word, launch->segment + offset, sizeof(word));
	return word;
}

static void same_arguments(const ch_bound_launch *launch, const ch_kernel_launch *plan)
{
	static const ch_binding_buffer buffers[] = {[CH_ARGUMENT_W] = CH_BIND_W,
						    [CH_ARGUMENT_X_Q8_1] = CH_BIND_X_Q8_1,
						    [CH_ARGUMENT_X] = CH_BIND_X,
						    [CH_ARGUMENT_OUT] = CH_BIND_Y};
	const ch_binding_kernel *kernel = launch->kernel;
	uint32_t offset = 0;

	assert_int_equal(kernel->arg_count, plan->argument_count);
	for (uint32_t i = 0; i < plan->argument_count; i++) {
		const ch_binding_arg *arg = &kernel->args[i];
		const bool number = plan->arguments[i].kind == CH_ARGUMENT_UINT32;

		assert_int_equal(arg->offset, offset);
		assert_int_equal(arg->type, number ? CH_BIND_U32 : CH_BIND_PTR);
		if (number)
			assert_int_equal(word_at(launch, offset), plan->arguments[i].value);
		else if (plan->arguments[i].kind == CH_ARGUMENT_OUT && kernel->op == CH_OP_QUANTIZE_Q8_1)
			assert_int_equal(arg->buffer, CH_BIND_X_Q8_1);
		else
			assert_int_equal(arg->buffer, buffers[plan->arguments[i].kind]);
		offset += arg->bytes;
	}
}

static void same_launch(const ch_binding_kernel *kernel, ch_binding_scope *scope, const ch_kernel_launch *plan)
{
	static ch_bound_launch launch;
	ch_gcn_error error = {""};

	assert_int_equal(ch_bound_plan(kernel, scope, &launch, &error), CH_OK);
	assert_string_equal(launch.symbol, plan->symbol);
	assert_string_equal(binding.text + kernel->file, plan->file);
	for (int i = 0; i < 3; i++)
		assert_int_equal(launch.grid[i], plan->grid[i]);
	assert_int_equal(launch.block[0], plan->threads);
	assert_int_equal(launch.block[1], 1);
	assert_int_equal(launch.block[2], 1);
	assert_int_equal(launch.lds, plan->shared_bytes);
	same_arguments(&launch, plan);
}

static void same_order(const ch_binding_kernel *kernel, const ch_kernel_row *row, uint32_t wave, uint32_t waves)
{
	const ch_order want = ch_kernel_order(row, wave, waves);
	ch_binding_scope scope;
	ch_gcn_error error;
	int64_t lanes;

	ch_binding_scope_fill(&binding, kernel, CH_FP2, wave, waves, 32, 1, 1, &scope);
	assert_int_equal(ch_binding_evaluate(&scope, kernel->order.lanes, &lanes, &error), CH_OK);
	assert_int_equal(lanes, want.lanes);
	assert_int_equal(kernel->order.order.qi, want.qi);
	assert_int_equal(kernel->order.order.vdr, want.vdr);
	assert_int_equal(kernel->order.order.run, want.run);
	assert_int_equal(kernel->order.order.accumulators, want.accumulators);
	assert_int_equal(kernel->order.order.term, want.term);
}

static ch_format format_of(const ch_kernel_row *row)
{
	return (ch_format)__builtin_ctz(row->variant.formats);
}

static void same_shapes(const ch_binding_kernel *kernel, const ch_kernel_row *row, uint32_t wave, uint32_t waves)
{
	static const int64_t ks[] = {32, 64, 288, 4096, 14336, 131072};
	static const int64_t rows[] = {0, 1, 3, 31, 63, 64, 65, 4096, 16383, 16384, 32768, 131072, 262144};

	for (size_t k = 0; k < sizeof(ks) / sizeof(ks[0]); k++)
		for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++)
			for (int64_t ncols = 1; ncols <= (int64_t)row->variant.max_ncols; ncols++) {
				char words[CH_KERNEL_WORDS];
				ch_kernel_launch plan;
				ch_binding_scope scope;

				assert_int_equal(ch_kernel_plan(row, wave, waves, ks[k], rows[r], ncols, &plan, words),
						 CH_OK);
				ch_binding_scope_fill(&binding, kernel, format_of(row), wave, plan.waves, ks[k],
						      rows[r], ncols, &scope);
				same_launch(kernel, &scope, &plan);
			}
}

static void every_row_is_bound_alike(void **state)
{
	static const uint32_t sizes[] = {32, 64};
	uint32_t count;
	const ch_kernel_row *rows = ch_kernel_rows(&count);

	(void)state;
	for (uint32_t i = 0; i < count; i++) {
		const ch_kernel_row *row = &rows[i];
		const ch_binding_kernel *kernel = ch_binding_find(&binding, row->variant.name);

		assert_non_null(kernel);
		assert_int_equal(kernel->op, row->variant.op);
		assert_int_equal(kernel->formats, row->variant.formats);
		assert_int_equal(kernel->least_ncols, 1);
		assert_int_equal(kernel->most_ncols, row->variant.max_ncols);
		assert_int_equal(kernel->waves, row->variant.waves);
		assert_int_equal(kernel->wave_sizes, row->wave_sizes);
		if (row->variant.waves)
			assert_int_equal(kernel->default_waves, row->waves);
		for (uint32_t s = 0; s < 2; s++) {
			if (!(row->wave_sizes & sizes[s]))
				continue;
			for (uint32_t waves = 1; waves <= 8; waves *= 2) {
				if (row->variant.waves ? !(row->variant.waves & 1u << (waves - 1)) : waves > 1)
					continue;
				same_order(kernel, row, sizes[s], waves);
				same_shapes(kernel, row, sizes[s], row->variant.waves ? waves : 0);
			}
		}
	}
	assert_int_equal(binding.kernel_count, count + 1); /* and the quantizer */
}

static void the_quantizer_is_bound_alike(void **state)
{
	const ch_binding_kernel *kernel = ch_binding_find(&binding, "quantize_q8_1");

	(void)state;
	assert_non_null(kernel);
	for (uint32_t wave = 32; wave <= 64; wave *= 2)
		for (int64_t k = 32; k <= 14336; k += 224)
			for (int64_t ncols = 1; ncols <= 128; ncols += 7) {
				char words[CH_KERNEL_WORDS];
				ch_kernel_launch plan;
				ch_binding_scope scope;

				assert_int_equal(ch_kernel_plan_quantize_q8_1(wave, k, ncols, &plan, words), CH_OK);
				ch_binding_scope_fill(&binding, kernel, CH_FP2, wave, 0, k, 0, ncols, &scope);
				same_launch(kernel, &scope, &plan);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row_is_bound_alike),
		cmocka_unit_test(the_quantizer_is_bound_alike),
	};

	return cmocka_run_group_tests(tests, open_own, close_own);
}
