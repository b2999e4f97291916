/* SPDX-License-Identifier: Apache-2.0
 *
 * A binding file: read, and every kernel of it computed at a few shapes, without a kernel behind it. */
#include <stdlib.h>
#include <string.h>

#include "binding/bound.h"
#include "fuzz.h"
#include "text/glob.h"

static void compute(const ch_binding *binding, const ch_binding_kernel *kernel, ch_bound_launch *launch)
{
	static const int64_t shapes[][3] = {
		{32, 1, 1}, {288, 31, 8}, {14336, 4096, 128}, {INT32_MAX - 31, INT32_MAX, 1}};

	for (size_t s = 0; s < sizeof(shapes) / sizeof(shapes[0]); s++)
		for (uint32_t wave = 32; wave <= 64; wave *= 2) {
			ch_binding_scope scope;
			ch_gcn_error error;

			ch_binding_scope_fill(binding, kernel, CH_FP3, wave, kernel->default_waves, shapes[s][0],
					      shapes[s][1], shapes[s][2], &scope);
			if (ch_bound_plan(kernel, &scope, launch, &error) == CH_OK)
				ch_glob_matches(launch->symbol, "_Z13mul_mat_vec_qIL9ggml_type100ELi1EEvPKvS2_");
			if (kernel->order.lanes.node) {
				int64_t lanes;

				ch_binding_evaluate(&scope, kernel->order.lanes, &lanes, &error);
			}
			ch_binding_kernel_fits(binding, kernel, "gfx1151", wave);
		}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ch_binding binding;
	ch_gcn_error error;
	ch_bound_launch *launch = malloc(sizeof(*launch));

	if (launch && ch_binding_parse("fuzz", (const char *)data, size, &binding, &error) == CH_OK) {
		for (uint32_t i = 0; i < binding.kernel_count; i++)
			compute(&binding, &binding.kernels[i], launch);
		ch_binding_close(&binding);
	}
	free(launch);
	return 0;
}
