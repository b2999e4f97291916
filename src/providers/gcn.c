/* SPDX-License-Identifier: Apache-2.0
 *
 * The project's kernels as compiled for an AMD architecture, executed on the CPU. */
#include "providers/gcn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcn/launch.h"
#include "kernels/dispatch.h"

enum { MAX_FILES = 32, MAX_PROGRAMS = 1024, MAX_VARIANTS = 64 };

typedef struct ch_loaded_file {
	const char *name;
	ch_gcn_file file;
	ch_gcn_object object;
} ch_loaded_file;

typedef struct ch_loaded_program {
	char symbol[CH_KERNEL_SYMBOL];
	ch_gcn_code code;
	ch_gcn_program *program;
} ch_loaded_program;

typedef struct ch_gcn_state {
	char arch[32];
	char folder[1024]; /* "": the embedded objects */
	uint32_t wave_size;
	ch_variant variants[MAX_VARIANTS];
	const ch_kernel_row *rows[MAX_VARIANTS];
	uint32_t variant_count;
	ch_loaded_file files[MAX_FILES];
	uint32_t file_count;
	ch_loaded_program programs[MAX_PROGRAMS];
	uint32_t program_count;
} ch_gcn_state;

static ch_status say(ch_outcome *outcome, ch_status status, const char *words)
{
	snprintf(outcome->message, sizeof(outcome->message), "%s", words);
	return status;
}

const ch_embedded_object *ch_embedded_find(const char *arch, const char *file)
{
	for (const ch_embedded_object *object = ch_embedded_objects; object->arch; object++)
		if (strcmp(object->arch, arch) == 0 && (!file || strcmp(object->file, file) == 0))
			return object;
	return NULL;
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
	state->wave_size = architecture->wave_size;
	fill_variants(state);
	*out = state;
	return CH_OK;
}

static void gcn_close(void *opened)
{
	ch_gcn_state *state = opened;
	for (uint32_t i = 0; i < state->program_count; i++) {
		ch_gcn_program_close(state->programs[i].program);
		ch_gcn_code_close(&state->programs[i].code);
	}
	for (uint32_t i = 0; i < state->file_count; i++) {
		ch_gcn_object_close(&state->files[i].object);
		ch_gcn_file_close(&state->files[i].file);
	}
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

static ch_status load_file(ch_gcn_state *state, const char *name, ch_loaded_file **found, ch_gcn_error *error)
{
	for (uint32_t i = 0; i < state->file_count; i++)
		if (strcmp(state->files[i].name, name) == 0) {
			*found = &state->files[i];
			return CH_OK;
		}
	if (state->file_count == MAX_FILES)
		return CH_FAILED;
	ch_loaded_file *loaded = &state->files[state->file_count];
	ch_status status;
	if (state->folder[0]) {
		char path[1200];
		snprintf(path, sizeof(path), "%s/%s.co", state->folder, name);
		status = ch_gcn_file_load(path, &loaded->file, error);
	} else {
		const ch_embedded_object *object = ch_embedded_find(state->arch, name);
		if (!object) {
			snprintf(error->text, sizeof(error->text), "this build has no %s for %s", name, state->arch);
			return CH_UNSUPPORTED;
		}
		status = ch_gcn_file_open(object->data, (size_t)(object->end - object->data), &loaded->file, error);
	}
	if (status)
		return status;
	const ch_gcn_entry *entry = ch_gcn_file_find(&loaded->file, state->arch);
	if (!entry) {
		snprintf(error->text, sizeof(error->text), "%s holds no code for %s", name, state->arch);
		ch_gcn_file_close(&loaded->file);
		return CH_BAD_ARGUMENT;
	}
	status = ch_gcn_object_open(entry->data, entry->size, &loaded->object, error);
	if (status) {
		ch_gcn_file_close(&loaded->file);
		return status;
	}
	loaded->name = name;
	state->file_count++;
	*found = loaded;
	return CH_OK;
}

static ch_status load_program(ch_gcn_state *state, const ch_kernel_launch *plan, const ch_gcn_program **program,
			      ch_gcn_error *error)
{
	for (uint32_t i = 0; i < state->program_count; i++)
		if (strcmp(state->programs[i].symbol, plan->symbol) == 0) {
			*program = state->programs[i].program;
			return CH_OK;
		}
	ch_loaded_file *file;
	ch_status status = load_file(state, plan->file, &file, error);
	if (status)
		return status;
	const ch_gcn_kernel *kernel = ch_gcn_object_find(&file->object, plan->symbol);
	if (!kernel || state->program_count == MAX_PROGRAMS) {
		snprintf(error->text, sizeof(error->text), "%s has no kernel %s", plan->file, plan->symbol);
		return CH_UNSUPPORTED;
	}
	ch_loaded_program *loaded = &state->programs[state->program_count];
	status = ch_gcn_decode_kernel(&file->object, kernel, &loaded->code, error);
	if (status)
		return status;
	status = ch_gcn_program_open(&file->object, kernel, &loaded->code, &loaded->program, error);
	if (status) {
		ch_gcn_code_close(&loaded->code);
		return status;
	}
	memcpy(loaded->symbol, plan->symbol, sizeof(loaded->symbol));
	state->program_count++;
	*program = loaded->program;
	return CH_OK;
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
	ch_gcn_error error = {""};
	const ch_gcn_program *program;
	if (plan->grid[0] == 0 || plan->grid[1] == 0 || plan->grid[2] == 0)
		return CH_OK;
	ch_status status = load_program(state, plan, &program, &error);
	if (status)
		return say(outcome, status, error.text);
	ch_gcn_dispatch dispatch = {
		.blocks = {plan->grid[0], plan->grid[1], plan->grid[2]},
		.threads = {plan->threads, 1, 1},
		.dynamic_lds = plan->shared_bytes,
		.buffers = buffers,
		.arguments = arguments,
		.argument_count = plan->argument_count,
		.max_faults = 1,
	};
	dispatch.buffer_count = bind(op, plan, buffers, arguments);
	ch_gcn_result result;
	status = ch_gcn_launch(program, &dispatch, &result, &error);
	if (status)
		say(outcome, status, error.text);
	outcome->elapsed_ns = result.elapsed_ns;
	char note[400] = "";
	if (!status)
		ch_gcn_fidelity_format(program, &result, note, sizeof(note));
	if (result.misaligned)
		snprintf(outcome->note, sizeof(outcome->note), "%s; %llu misaligned accesses", note,
			 (unsigned long long)result.misaligned);
	else
		snprintf(outcome->note, sizeof(outcome->note), "%s", note);
	ch_gcn_result_close(&result);
	return status;
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
};

const ch_provider *ch_provider_gcn(void)
{
	return &gcn;
}
