/* SPDX-License-Identifier: Apache-2.0
 *
 * The project's kernels as compiled for an AMD architecture, executed on the CPU. */
#include "providers/gcn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/dispatch.h"
#include "kernels/qsa_guard.h"
#include "kernels/qsa_plan.h"
#include "providers/gcn_qsa.h"

enum { MAX_VARIANTS = 64 };

typedef struct ch_gcn_state {
	char arch[32];
	char folder[1024]; /* "": the embedded objects */
	uint32_t wave_size;
	ch_variant variants[MAX_VARIANTS];
	const ch_kernel_row *rows[MAX_VARIANTS]; /* NULL for qsa's, which come last */
	uint32_t variant_count;
	ch_gcn_run *run;
	ch_qsa_guard_device device; /* what the guard is told of it */
	ch_qsa_guard guard;
} ch_gcn_state;

static ch_status say(ch_outcome *outcome, ch_status status, const char *words)
{
	snprintf(outcome->message, sizeof(outcome->message), "%s", words);
	return status;
}

static void fill_variants(ch_gcn_state *state)
{
	uint32_t count;
	const ch_kernel_row *rows = ch_kernel_rows(&count);
	for (uint32_t i = 0; i < count && state->variant_count < MAX_VARIANTS; i++) {
		if (!(rows[i].wave_sizes & state->wave_size))
			continue;
		ch_variant *variant = &state->variants[state->variant_count];
		*variant = rows[i].variant;
		variant->order = ch_kernel_order(&rows[i], state->wave_size, rows[i].waves);
		state->rows[state->variant_count++] = &rows[i];
	}
	for (uint32_t i = 0; i < CH_QSA_VARIANTS && state->variant_count < MAX_VARIANTS; i++)
		state->variants[state->variant_count++] = ch_qsa_variants[i];
}

static ch_status gcn_open(const char *argument, void **out, ch_outcome *outcome)
{
	const size_t length = strcspn(argument, ":");
	ch_gcn_state *state = calloc(1, sizeof(*state));
	if (!state)
		return say(outcome, CH_OUT_OF_MEMORY, "out of memory");
	snprintf(state->arch, sizeof(state->arch), "%.*s", (int)(length > 31 ? 31 : length), argument);
	snprintf(state->folder, sizeof(state->folder), "%s", argument[length] ? argument + length + 1 : "");
	const ch_architecture *architecture = ch_architecture_find(state->arch);
	if (!architecture || strncmp(state->arch, "gfx", 3) != 0) {
		snprintf(outcome->message, sizeof(outcome->message),
			 "gcn:ARCH with an AMD architecture, as in gcn:gfx1151; got '%.60s'", argument);
		free(state);
		return CH_BAD_ARGUMENT;
	}
	if (!state->folder[0] && !ch_embedded_find(state->arch, NULL)) {
		snprintf(outcome->message, sizeof(outcome->message),
			 "this build holds no kernels for %s; configure with CHECKHIP_AMD_OBJECTS, or name a folder: "
			 "gcn:%s:FOLDER",
			 state->arch, state->arch);
		free(state);
		return CH_NO_DEVICE;
	}
	state->run =
		ch_gcn_run_new(state->arch, state->folder[0] ? CH_GCN_FROM_FOLDER : CH_GCN_FROM_BUILD, state->folder);
	if (!state->run) {
		free(state);
		return say(outcome, CH_OUT_OF_MEMORY, "out of memory");
	}
	state->wave_size = architecture->wave_size;
	fill_variants(state);
	snprintf(state->device.arch, sizeof(state->device.arch), "%s", state->arch);
	state->device.wave_size = (int)state->wave_size;
	ch_qsa_guard_init(&state->guard, &ch_qsa_guard_fixed, &state->device, NULL);
	*out = state;
	return CH_OK;
}

static void gcn_close(void *opened)
{
	ch_gcn_state *state = opened;
	ch_gcn_run_free(state->run);
	free(state);
}

static void gcn_describe(void *opened, char *text, size_t size)
{
	const ch_gcn_state *state = opened;
	snprintf(text, size, "%s machine code (wave%u) executed on the CPU%s%s", state->arch, state->wave_size,
		 state->folder[0] ? ", from " : ", built with this tool", state->folder);
}

static const ch_variant *gcn_variants(void *opened, uint32_t *count)
{
	ch_gcn_state *state = opened;
	*count = state->variant_count;
	return state->variants;
}

/* The buffers that a plan's pointer arguments stand for. */
typedef struct ch_operation {
	const void *w, *x;
	void *out;
	uint64_t w_bytes, x_bytes, out_bytes;
} ch_operation;

static uint32_t bind(const ch_operation *op, const ch_kernel_launch *plan, ch_gcn_buffer *buffers,
		     ch_gcn_argument *arguments)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < plan->argument_count; i++) {
		arguments[i] = (ch_gcn_argument){.buffer = (int32_t)count};
		switch (plan->arguments[i].kind) {
		case CH_ARGUMENT_W:
			buffers[count++] = (ch_gcn_buffer){"w", (void *)op->w, op->w_bytes, CH_GCN_IN};
			break;
		case CH_ARGUMENT_X:
		case CH_ARGUMENT_X_Q8_1:
			buffers[count++] = (ch_gcn_buffer){"x", (void *)op->x, op->x_bytes, CH_GCN_IN};
			break;
		case CH_ARGUMENT_OUT:
			buffers[count++] = (ch_gcn_buffer){"the output", op->out, op->out_bytes, CH_GCN_OUT};
			break;
		default:
			arguments[i] = (ch_gcn_argument){.buffer = -1, .value = &plan->arguments[i].value, .bytes = 4};
			break;
		}
	}
	return count;
}

static ch_status run_plan(ch_gcn_state *state, const ch_kernel_launch *plan, const ch_operation *op,
			  ch_outcome *outcome)
{
	ch_gcn_buffer buffers[CH_KERNEL_MAX_ARGUMENTS];
	ch_gcn_argument arguments[CH_KERNEL_MAX_ARGUMENTS];
	ch_gcn_dispatch dispatch = {
		.blocks = {plan->grid[0], plan->grid[1], plan->grid[2]},
		.threads = {plan->threads, 1, 1},
		.dynamic_lds = plan->shared_bytes,
		.buffers = buffers,
		.arguments = arguments,
		.argument_count = plan->argument_count,
	};
	dispatch.buffer_count = bind(op, plan, buffers, arguments);
	return ch_gcn_run_launch(state->run, plan->file, plan->symbol, &dispatch, outcome);
}

static ch_status multiply(ch_gcn_state *state, ch_op op, const ch_mmvq_args *args, ch_outcome *outcome)
{
	const ch_kernel_row *row = NULL;
	char words[CH_KERNEL_WORDS] = "";
	if (args->variant == CH_VARIANT_DEFAULT) {
		ch_kernel_choice choice;
		const ch_status status = ch_kernel_choose(state->arch, op, args->format, NULL, args->k, args->rows,
							  args->ncols, &choice);
		if (status)
			return say(outcome, status, choice.words);
		row = choice.row;
	} else if (args->variant < state->variant_count && state->variants[args->variant].op == op) {
		row = state->rows[args->variant];
	}
	if (!row || !(row->variant.formats & 1u << args->format))
		return say(outcome, CH_UNSUPPORTED, "no such variant for this operation and format");
	snprintf(outcome->variant, sizeof(outcome->variant), "%s", row->variant.name);
	ch_kernel_launch plan;
	const ch_status status =
		ch_kernel_plan(row, state->wave_size, args->waves, args->k, args->rows, args->ncols, &plan, words);
	if (status)
		return say(outcome, status, words);
	size_t w_bytes;
	if (ch_weights_bytes(args->format, args->k, args->rows, &w_bytes))
		return say(outcome, CH_BAD_SHAPE, "a shape that is no whole number of blocks");
	const ch_operation operation = {
		.w = args->w,
		.x = args->x_q8_1,
		.out = args->y,
		.w_bytes = w_bytes,
		.x_bytes = (uint64_t)(args->k / CH_BLOCK_WEIGHTS) * (uint64_t)args->ncols * CH_Q8_1_BYTES,
		.out_bytes = (uint64_t)args->rows * (uint64_t)args->ncols * sizeof(float),
	};
	/* The waves that share a row, where that is the caller's choice. */
	outcome->waves = row->variant.waves ? plan.waves : row->variant.order.waves;
	return run_plan(state, &plan, &operation, outcome);
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
	ch_kernel_launch plan;
	char words[CH_KERNEL_WORDS] = "";
	const ch_status status = ch_kernel_plan_quantize_q8_1(state->wave_size, args->k, args->ncols, &plan, words);
	if (status)
		return say(outcome, status, words);
	const uint64_t values = (uint64_t)args->k * (uint64_t)args->ncols;
	const ch_operation operation = {
		.x = args->x,
		.out = args->x_q8_1,
		.x_bytes = values * sizeof(float),
		.out_bytes = values / CH_BLOCK_WEIGHTS * CH_Q8_1_BYTES,
	};
	return run_plan(state, &plan, &operation, outcome);
}

static ch_status gcn_qsa(void *opened, const ch_qsa_args *args, ch_outcome *outcome)
{
	ch_gcn_state *state = opened;
	bool swizzled;
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
