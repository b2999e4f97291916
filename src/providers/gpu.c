/* SPDX-License-Identifier: Apache-2.0
 *
 * The provider `gpu`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/launch.h"
#include "providers/gpu.h"
#include "providers/gpu_qsa.h"

enum { MAX_ROWS = 64 };

typedef struct gpu_state {
	int device;
	char name[96], architecture[64];
	uint32_t wave_size;
	int driver, runtime;
	hipStream_t stream;
	hipEvent_t begin, end;
	const ch_kernel_row *rows[MAX_ROWS];
	uint32_t count;
	ch_variant variants[MAX_ROWS + CH_QSA_VARIANTS]; /* those of the rows, then qsa's */
	ch_qsa_guard guard;
} gpu_state;

static const ch_kernel_row *further_rows;
static uint32_t further_count;

void ch_gpu_offer_also(const ch_kernel_row *rows, uint32_t count)
{
	further_rows = rows;
	further_count = count;
}

static ch_status say(ch_outcome *outcome, ch_status status, const char *words)
{
	if (status)
		snprintf(outcome->message, sizeof(outcome->message), "%s", words);
	return status;
}

static void version_text(int version, char *out, size_t size)
{
	/* CUDA: 1000 major + 10 minor. HIP: 10^7 major + 10^5 minor + patch. */
	if (version >= 10000000)
		snprintf(out, size, "%d.%d", version / 10000000, version / 100000 % 100);
	else
		snprintf(out, size, "%d.%d", version / 1000, version % 1000 / 10);
}

static ch_status read_device(gpu_state *state, char words[CH_KERNEL_WORDS])
{
	hipDeviceProp_t properties;
	ch_status status =
		ch_runtime_status(hipGetDeviceProperties(&properties, state->device), "reading the device", words);

	if (status)
		return status;
	snprintf(state->name, sizeof(state->name), "%.95s", properties.name);
	ch_runtime_architecture(&properties, state->architecture, sizeof(state->architecture));
	state->wave_size = (uint32_t)properties.warpSize;
	if (hipDriverGetVersion(&state->driver) != hipSuccess)
		state->driver = 0;
	if (hipRuntimeGetVersion(&state->runtime) != hipSuccess)
		state->runtime = 0;
	return CH_OK;
}

static void describe_device(const gpu_state *state, char *text, size_t size)
{
	char driver[24], runtime[24];

	version_text(state->driver, driver, sizeof(driver));
	version_text(state->runtime, runtime, sizeof(runtime));
	snprintf(text, size, "device %d: %s, %s, waves of %u, " CH_RUNTIME_NAME " driver %s, runtime %s, kernels by %s",
		 state->device, state->name, state->architecture, state->wave_size, driver, runtime,
		 CHECKHIP_GPU_COMPILER);
}

uint32_t ch_gpu_list(char lines[][CH_GPU_LINE], uint32_t room, char words[CH_KERNEL_WORDS])
{
	int count = 0;

	if (ch_runtime_status(hipGetDeviceCount(&count), "counting devices", words))
		return 0;
	if (count == 0)
		snprintf(words, CH_KERNEL_WORDS, "the runtime shows no device");
	for (uint32_t i = 0; i < room && i < (uint32_t)count; i++) {
		gpu_state state = {.device = (int)i};
		char unread[CH_KERNEL_WORDS];

		if (read_device(&state, unread))
			snprintf(lines[i], sizeof(lines[i]), "device %u: %.120s", i, unread);
		else
			describe_device(&state, lines[i], sizeof(lines[i]));
	}
	return (uint32_t)count;
}

/* "" is 0; else a number and nothing after it. */
static bool read_number(const char *text, int *number)
{
	char *end;
	long value = strtol(*text ? text : "0", &end, 10);

	*number = (int)value;
	return *end == 0 && value >= 0 && value < 1024;
}

/* The rows that this wave size can run, with the order as it is there. */
static void offer_rows(gpu_state *state)
{
	uint32_t count;
	const ch_kernel_row *rows = ch_kernel_rows(&count);

	for (uint32_t i = 0; i < count + further_count && state->count < MAX_ROWS; i++) {
		const ch_kernel_row *row = i < count ? &rows[i] : &further_rows[i - count];

		if (!(row->wave_sizes & state->wave_size))
			continue;
		state->rows[state->count] = row;
		state->variants[state->count] = row->variant;
		state->variants[state->count].order = ch_kernel_order(row, state->wave_size, row->variant.order.waves);
		state->count++;
	}
	memcpy(&state->variants[state->count], ch_qsa_variants, sizeof(ch_qsa_variants));
}

/* The host's idea of the device against what the kernels were compiled for (F24, F25). */
static ch_status check_build(const gpu_state *state, char words[CH_KERNEL_WORDS])
{
	uint32_t wave_size, max_threads;
	ch_status status = ch_launch_probe(&wave_size, &max_threads, state->stream, words);

	if (status)
		return status;
	if (wave_size != state->wave_size) {
		snprintf(words, CH_KERNEL_WORDS, "the kernels were compiled for waves of %u, the device has %u",
			 wave_size, state->wave_size);
		return CH_UNSUPPORTED;
	}
	if (max_threads != CH_KERNEL_MAX_WAVES * wave_size) {
		snprintf(words, CH_KERNEL_WORDS, "the kernels' launch bound is %u, the host's %u", max_threads,
			 CH_KERNEL_MAX_WAVES * wave_size);
		return CH_UNSUPPORTED;
	}
	return CH_OK;
}

static void gpu_close(void *opened)
{
	gpu_state *state = opened;

	if (state->begin)
		(void)hipEventDestroy(state->begin);
	if (state->end)
		(void)hipEventDestroy(state->end);
	if (state->stream)
		(void)hipStreamDestroy(state->stream);
	free(state);
}

static ch_status set_up(gpu_state *state, const char *argument, char words[CH_KERNEL_WORDS])
{
	int count = 0;
	ch_status status = ch_runtime_status(hipGetDeviceCount(&count), "counting devices", words);

	if (status)
		return status;
	if (!read_number(argument, &state->device)) {
		snprintf(words, CH_KERNEL_WORDS, "gpu:N takes the number of a device, not '%.40s'", argument);
		return CH_BAD_ARGUMENT;
	}
	if (state->device >= count) {
		snprintf(words, CH_KERNEL_WORDS, "device %d asked for, the runtime shows %d", state->device, count);
		return CH_NO_DEVICE;
	}
	if ((status = ch_runtime_status(hipSetDevice(state->device), "choosing the device", words)) ||
	    (status = read_device(state, words)) ||
	    (status = ch_runtime_status(hipStreamCreateWithFlags(&state->stream, hipStreamNonBlocking),
					"making a stream", words)) ||
	    (status = ch_runtime_status(hipEventCreate(&state->begin), "making an event", words)) ||
	    (status = ch_runtime_status(hipEventCreate(&state->end), "making an event", words)) ||
	    (status = check_build(state, words)))
		return status;
	offer_rows(state);
	ch_qsa_guard_init(&state->guard, &ch_qsa_guard_hip, NULL, NULL);
	return CH_OK;
}

static ch_status gpu_open(const char *argument, void **opened, ch_outcome *outcome)
{
	gpu_state *state = calloc(1, sizeof(*state));
	char words[CH_KERNEL_WORDS] = "";
	ch_status status;

	if (!state)
		return say(outcome, CH_OUT_OF_MEMORY, "no host memory");
	status = set_up(state, argument, words);
	if (status) {
		gpu_close(state);
		return say(outcome, status, words);
	}
	*opened = state;
	return CH_OK;
}

static void gpu_describe(void *opened, char *text, size_t size)
{
	describe_device(opened, text, size);
}

static const ch_variant *gpu_variants(void *opened, uint32_t *count)
{
	gpu_state *state = opened;

	*count = state->count + CH_QSA_VARIANTS;
	return state->variants;
}

/* Runs one planned launch between two events. x_q8_1 NULL where the plan has none. */
static ch_status run_launch(gpu_state *state, const ch_kernel_launch *launch, const void *in, size_t in_bytes,
			    const void *x_q8_1, size_t x_bytes, void *out, size_t out_bytes, ch_outcome *outcome,
			    char words[CH_KERNEL_WORDS])
{
	ch_gpu_buffer buffers[3] = {{0}};
	float milliseconds = 0;
	ch_status status;

	if ((status = ch_gpu_buffer_make(&buffers[0], in, in_bytes, 0, state->stream, words)) ||
	    (x_q8_1 && (status = ch_gpu_buffer_make(&buffers[1], x_q8_1, x_bytes, 0, state->stream, words))) ||
	    (status = ch_gpu_buffer_make(&buffers[2], out, out_bytes, CH_GPU_CANARY_BYTES, state->stream, words)) ||
	    (status = ch_runtime_status(hipEventRecord(state->begin, state->stream), "recording an event", words)) ||
	    (status = ch_launch(launch, buffers[0].bytes, buffers[1].bytes, buffers[2].bytes, state->stream, words)) ||
	    (status = ch_runtime_status(hipEventRecord(state->end, state->stream), "recording an event", words)) ||
	    (status = ch_gpu_buffer_fetch(&buffers[2], out, state->stream, words)) ||
	    (status = ch_runtime_status(hipEventElapsedTime(&milliseconds, state->begin, state->end),
					"reading the time", words)))
		say(outcome, status, words);
	outcome->elapsed_ns = (uint64_t)((double)milliseconds * 1e6);
	for (int i = 0; i < 3; i++)
		ch_gpu_buffer_free(&buffers[i]);
	return status;
}

static ch_status product(gpu_state *state, ch_op op, const ch_mmvq_args *args, ch_outcome *outcome)
{
	const ch_format_info *info = ch_format_get(args->format);
	char words[CH_KERNEL_WORDS] = "";
	ch_kernel_choice choice = {0};
	ch_kernel_launch launch;
	size_t w_bytes, x_bytes, y_bytes;
	ch_status status;

	if (!info)
		return say(outcome, CH_BAD_ARGUMENT, "no such format");
	if ((uintptr_t)args->w % info->block_align || (uintptr_t)args->x_q8_1 % 4 || (uintptr_t)args->y % 4)
		return say(outcome, CH_BAD_ARGUMENT, "a pointer is less aligned than BLOCK-ALIGN has it");
	if (args->variant == CH_VARIANT_DEFAULT) {
		status = ch_kernel_choose(state->architecture, op, args->format, NULL, args->k, args->rows, args->ncols,
					  &choice);
		if (status)
			return say(outcome, status, choice.words);
		snprintf(outcome->note, sizeof(outcome->note), "%s", choice.words);
	} else {
		if (args->variant >= state->count)
			return say(outcome, CH_UNSUPPORTED, "no such variant");
		choice.row = state->rows[args->variant];
		if (choice.row->variant.op != op || !(choice.row->variant.formats & 1u << args->format))
			return say(outcome, CH_UNSUPPORTED, "the variant is for another operation or format");
	}
	status = ch_kernel_plan(choice.row, state->wave_size, args->waves, args->k, args->rows, args->ncols, &launch,
				words);
	if (!status)
		status = ch_weights_bytes(args->format, args->k, args->rows, &w_bytes);
	if (status)
		return say(outcome, status, words[0] ? words : "the weights' size does not fit");
	snprintf(outcome->variant, sizeof(outcome->variant), "%s", choice.row->variant.name);
	outcome->waves = choice.row->variant.waves ? launch.waves : 0;
	/* both are within 2^62: the plan bounds k, rows and ncols by 31 bits and 128 */
	x_bytes = (size_t)(args->k / CH_BLOCK_WEIGHTS * args->ncols) * CH_Q8_1_BYTES;
	y_bytes = (size_t)(args->rows * args->ncols) * sizeof(float);
	return run_launch(state, &launch, args->w, w_bytes, args->x_q8_1, x_bytes, args->y, y_bytes, outcome, words);
}

static ch_status gpu_mmvq(void *opened, const ch_mmvq_args *args, ch_outcome *outcome)
{
	return product(opened, CH_OP_MMVQ, args, outcome);
}

static ch_status gpu_mmq(void *opened, const ch_mmvq_args *args, ch_outcome *outcome)
{
	return product(opened, CH_OP_MMQ, args, outcome);
}

static ch_status gpu_quantize_q8_1(void *opened, const ch_quantize_q8_1_args *args, ch_outcome *outcome)
{
	gpu_state *state = opened;
	char words[CH_KERNEL_WORDS] = "";
	ch_kernel_launch launch;
	ch_status status = ch_kernel_plan_quantize_q8_1(state->wave_size, args->k, args->ncols, &launch, words);

	if (status)
		return say(outcome, status, words);
	size_t count = (size_t)(args->k * args->ncols);

	snprintf(outcome->variant, sizeof(outcome->variant), "quantize_q8_1");
	return run_launch(state, &launch, args->x, count * sizeof(float), NULL, 0, args->x_q8_1,
			  count / CH_BLOCK_WEIGHTS * CH_Q8_1_BYTES, outcome, words);
}

static ch_status gpu_qsa(void *opened, const ch_qsa_args *args, ch_outcome *outcome)
{
	gpu_state *state = opened;
	bool swizzled;

	if (args->variant == CH_VARIANT_DEFAULT) {
		const ch_qsa_guard_answer answer = ch_qsa_guard_ask(&state->guard, args->pool, args->entry);
		swizzled = answer.swizzle;
		snprintf(outcome->note, sizeof(outcome->note), "%s", answer.words);
	} else {
		if (args->variant < state->count || args->variant >= state->count + CH_QSA_VARIANTS)
			return say(outcome, CH_UNSUPPORTED, "no such variant for this operation");
		swizzled = args->variant - state->count == CH_QSA_SWIZZLED;
	}
	return ch_gpu_qsa(args, swizzled, state->stream, state->begin, state->end, outcome);
}

const ch_provider *ch_provider_gpu(void)
{
	static const ch_provider provider = {
		.abi_version = CH_PROVIDER_ABI,
		.struct_size = sizeof(ch_provider),
		.name = "gpu",
		.open = gpu_open,
		.close = gpu_close,
		.describe = gpu_describe,
		.variants = gpu_variants,
		.quantize_q8_1 = gpu_quantize_q8_1,
		.mmvq = gpu_mmvq,
		.mmq = gpu_mmq,
		.qsa = gpu_qsa,
	};

	return &provider;
}
