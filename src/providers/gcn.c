/* SPDX-License-Identifier: Apache-2.0
 *
 * Compiled AMD kernels executed on the CPU: the project's own, or by a binding those of another binary. Both are launched as a
 * binding says; for our own the table of dispatch.c says which. */
#include "providers/gcn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/qsa_plan.h"
#include "providers/gcn_open.h"
#include "providers/gcn_qsa.h"

static ch_status say(ch_outcome *outcome, ch_status status, const char *words)
{
	snprintf(outcome->message, sizeof(outcome->message), "%s", words);
	return status;
}

static ch_status gcn_open(const char *argument, void **out, ch_outcome *outcome)
{
	ch_gcn_state *state = calloc(1, sizeof(*state));
	ch_gcn_error error = {""};
	if (!state)
		return say(outcome, CH_OUT_OF_MEMORY, "out of memory");
	const ch_status status = ch_gcn_state_open(state, argument, &error);
	if (status) {
		free(state);
		return say(outcome, status, error.text);
	}
	*out = state;
	return CH_OK;
}

static void gcn_close(void *opened)
{
	ch_gcn_state_close(opened);
	free(opened);
}

static void gcn_describe(void *opened, char *text, size_t size)
{
	const ch_gcn_state *state = opened;
	char where[80];
	ch_binding_shorten(state->where, where, sizeof(where));
	const char *held = state->foreign || state->where[0] ? NULL : ch_embedded_arch(state->arch);
	if (held && strcmp(held, state->arch) != 0)
		snprintf(text, size,
			 "%s machine code (wave%u), the same instruction set as %s, executed on the CPU, built with "
			 "this tool",
			 held, state->wave_size, state->arch);
	else if (!state->foreign)
		snprintf(text, size, "%s machine code (wave%u) executed on the CPU%s%s", state->arch, state->wave_size,
			 state->where[0] ? ", from " : ", built with this tool", where);
	else
		snprintf(text, size, "%s machine code (wave%u) of %s executed on the CPU, bound by %s%s%s", state->arch,
			 state->wave_size, where, state->binding.path, state->binding.engine[0] ? ": " : "",
			 state->binding.engine);
}

static const ch_variant *gcn_variants(void *opened, uint32_t *count)
{
	ch_gcn_state *state = opened;
	*count = state->variant_count;
	return state->variants;
}

/* Which variant a call without one gets: the guard's choice among ours, the binding's first else. */
static ch_status choose_default(const ch_gcn_state *state, ch_op op, const ch_mmvq_args *args, uint32_t *index,
				ch_outcome *outcome)
{
	ch_kernel_choice choice = {0};
	if (!state->foreign) {
		const ch_status status = ch_kernel_choose(state->arch, op, args->format, NULL, args->k, args->rows,
							  args->ncols, &choice);
		if (status)
			return say(outcome, status, choice.words);
	}
	for (*index = 0; *index < state->variant_count; ++*index) {
		const ch_variant *variant = &state->variants[*index];
		if (state->foreign ? variant->op == op && variant->formats & 1u << args->format &&
					     args->ncols <= (int64_t)variant->max_ncols
				   : state->ours[*index].row == choice.row)
			return CH_OK;
	}
	return say(outcome, CH_UNSUPPORTED, "the binding has no kernel for this operation and format");
}

static ch_status check_shape(const ch_binding_kernel *kernel, int64_t k, int64_t rows, int64_t ncols,
			     ch_outcome *outcome)
{
	ch_status status = CH_UNSUPPORTED;
	if (k <= 0 || k % CH_BLOCK_WEIGHTS || rows < 0 || ncols < 0) {
		status = CH_BAD_SHAPE;
		snprintf(outcome->message, sizeof(outcome->message),
			 "k %lld is no positive multiple of 32, or %lld rows or %lld columns are negative",
			 (long long)k, (long long)rows, (long long)ncols);
	} else if (k > INT32_MAX || rows > INT32_MAX || ncols > INT32_MAX / 128) {
		snprintf(outcome->message, sizeof(outcome->message),
			 "k %lld, %lld rows, %lld columns: more than 32 bits count", (long long)k, (long long)rows,
			 (long long)ncols);
	} else if (ncols < (int64_t)kernel->least_ncols || ncols > (int64_t)kernel->most_ncols) {
		snprintf(outcome->message, sizeof(outcome->message), "%s takes %u to %u columns, not %lld",
			 kernel->name, kernel->least_ncols, kernel->most_ncols, (long long)ncols);
	} else {
		return CH_OK;
	}
	return status;
}

/* Where waves are no choice, those that share a row may be asked for all the same: a known answer names its order. */
static ch_status check_waves(const ch_binding_kernel *kernel, ch_binding_scope *scope, uint32_t asked,
			     ch_outcome *outcome)
{
	ch_gcn_error error = {""};
	int64_t runs = 1;
	if (asked == 0)
		return CH_OK;
	if (!kernel->waves && kernel->order.waves.node) {
		const ch_status status = ch_binding_evaluate(scope, kernel->order.waves, &runs, &error);
		if (status)
			return say(outcome, status, error.text);
	}
	if (kernel->waves ? asked <= 32 && kernel->waves & 1u << (asked - 1) : runs == (int64_t)asked)
		return CH_OK;
	snprintf(outcome->message, sizeof(outcome->message), "%s does not run with %u waves a workgroup", kernel->name,
		 asked);
	return CH_UNSUPPORTED;
}

/* The columns as a kernel that takes floats gets them: d * q, which binary32 has exactly. */
static float *column_values(const ch_mmvq_args *args)
{
	const int64_t blocks = args->k / CH_BLOCK_WEIGHTS * args->ncols;
	float *values = aligned_alloc(4096, ((size_t)blocks * CH_BLOCK_WEIGHTS * sizeof(float) + 4096) / 4096 * 4096);
	for (int64_t b = 0; values && b < blocks; b++) {
		const uint8_t *block = (const uint8_t *)args->x_q8_1 + b * CH_Q8_1_BYTES;
		uint16_t d;
		memcpy(&d, block, sizeof(d));
		for (int i = 0; i < CH_BLOCK_WEIGHTS; i++)
			values[b * CH_BLOCK_WEIGHTS + i] = ch_half_to_float(d) * (float)(int8_t)block[CH_Q8_1_QS + i];
	}
	return values;
}

static ch_status multiply(ch_gcn_state *state, ch_op op, const ch_mmvq_args *args, ch_outcome *outcome)
{
	uint32_t index = args->variant;
	ch_status status = CH_OK;
	if (args->variant == CH_VARIANT_DEFAULT)
		status = choose_default(state, op, args, &index, outcome);
	if (status)
		return status;
	const ch_variant *variant = &state->variants[index < state->variant_count ? index : 0];
	if (index >= state->variant_count || variant->op != op || !(variant->formats & 1u << args->format))
		return say(outcome, CH_UNSUPPORTED, "no such variant for this operation and format");
	const ch_binding_kernel *kernel = state->ours[index].kernel;
	snprintf(outcome->variant, sizeof(outcome->variant), "%s", variant->name);
	status = check_shape(kernel, args->k, args->rows, args->ncols, outcome);
	if (status)
		return status;
	ch_binding_scope scope;
	ch_binding_scope_fill(&state->binding, kernel, args->format, state->wave_size,
			      args->waves ? args->waves : kernel->default_waves, args->k, args->rows, args->ncols,
			      &scope);
	status = check_waves(kernel, &scope, args->waves, outcome);
	if (status)
		return status;
	float *values = kernel->float_activations ? column_values(args) : NULL;
	if (kernel->float_activations && !values)
		return say(outcome, CH_OUT_OF_MEMORY, "out of memory");
	void *const data[CH_BIND_BUFFERS] = {
		[CH_BIND_W] = (void *)args->w,
		[CH_BIND_X_Q8_1] = (void *)args->x_q8_1,
		[CH_BIND_X] = values,
		[CH_BIND_Y] = args->y,
	};
	status = ch_gcn_bound_launch(state->run, kernel, &scope, data, outcome);
	free(values);
	return status;
}

static ch_status gcn_mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	return multiply(state, CH_OP_MMVQ, args, outcome);
}

static ch_status gcn_mmq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	return multiply(state, CH_OP_MMQ, args, outcome);
}

static ch_status gcn_quantize_q8_1(void *opened, const ch_quantize_q8_1_args *args, ch_outcome *outcome)
{
	ch_gcn_state *state = opened;
	const ch_binding_kernel *kernel = NULL;
	for (uint32_t i = 0; i < state->binding.kernel_count && !kernel; i++)
		if (state->binding.kernels[i].op == CH_OP_QUANTIZE_Q8_1 &&
		    ch_binding_kernel_fits(&state->binding, &state->binding.kernels[i], state->arch, state->wave_size))
			kernel = &state->binding.kernels[i];
	if (!kernel)
		return say(outcome, CH_UNSUPPORTED, "the binding has no kernel for this operation and format");
	snprintf(outcome->variant, sizeof(outcome->variant), "%s", state->foreign ? kernel->name : "");
	const ch_status status = check_shape(kernel, args->k, 0, args->ncols, outcome);
	if (status)
		return status;
	if (args->ncols == 0)
		return CH_OK;
	ch_binding_scope scope;
	ch_binding_scope_fill(&state->binding, kernel, CH_FP2, state->wave_size, 0, args->k, 0, args->ncols, &scope);
	void *const data[CH_BIND_BUFFERS] = {[CH_BIND_X] = (void *)args->x, [CH_BIND_X_Q8_1] = args->x_q8_1};
	return ch_gcn_bound_launch(state->run, kernel, &scope, data, outcome);
}

static ch_status gcn_qsa(void *opened, const ch_qsa_args *args, ch_outcome *outcome)
{
	ch_gcn_state *state = opened;
	bool swizzled;
	if (state->foreign)
		return say(outcome, CH_UNSUPPORTED, "the binding has no kernel for this operation and format");
	if (args->variant == CH_VARIANT_DEFAULT) {
		const ch_qsa_guard_answer answer = ch_qsa_guard_ask(&state->guard, args->pool, args->entry);
		swizzled = answer.swizzle;
		snprintf(outcome->note, sizeof(outcome->note), "%s", answer.words);
	} else {
		if (args->variant >= state->variant_count || state->variants[args->variant].op != CH_OP_QSA)
			return say(outcome, CH_UNSUPPORTED, "no such variant for this operation");
		swizzled = strcmp(state->variants[args->variant].name, ch_qsa_variants[CH_QSA_SWIZZLED].name) == 0;
	}
	return ch_gcn_qsa(state->run, args, swizzled, outcome);
}

static const ch_provider gcn = {
	.abi_version = CH_PROVIDER_ABI,
	.struct_size = sizeof(ch_provider),
	.name = "gcn",
	.open = gcn_open,
	.close = gcn_close,
	.describe = gcn_describe,
	.variants = gcn_variants,
	.quantize_q8_1 = gcn_quantize_q8_1,
	.mmvq = gcn_mmvq,
	.mmq = gcn_mmq,
	.qsa = gcn_qsa,
};

const ch_provider *ch_provider_gcn(void)
{
	return &gcn;
}
