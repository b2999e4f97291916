/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of a kernel, run: the first byte picks the target, the second the shape of the kernel's descriptor and dispatch.
 * Whatever the instructions are, a run ends, by the step limit at the latest, and touches nothing but its own buffers. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "gcn/launch.h"

enum { HEADER = 2, BUFFER_BYTES = 256, STEP_LIMIT = 300, LDS_BYTES = 512, SCRATCH_BYTES = 16, MAX_TEXT = 2048 };

#define TEXT_ADDRESS 0x1000

static const struct {
	const char *target;
	uint32_t wave_size;
} targets[] = {{"gfx906", 64}, {"gfx1100", 32}, {"gfx1151", 32}};

/* Of the second byte. */
enum { FEW_VGPRS = 1, THREE_IDS = 2, SCRATCH = 4, UNCHECKED = 8, ALL_FAULTS = 16, HALF_WAVE = 32 };

static ch_gcn_kernel made_kernel(uint8_t shape, uint64_t text_size)
{
	ch_gcn_kernel kernel = {.text_address = TEXT_ADDRESS, .text_size = text_size, .kernarg_bytes = 16};
	ch_gcn_descriptor *d = &kernel.descriptor;
	d->vgprs = shape & FEW_VGPRS ? 16 : 64;
	d->denorm32 = d->denorm16_64 = 3;
	d->ieee_mode = d->dx10_clamp = true;
	d->lds_bytes = LDS_BYTES;
	d->kernarg_ptr = d->workgroup_id_x = true;
	d->user_sgprs = 2;
	if (shape & THREE_IDS) {
		d->workgroup_id_y = d->workgroup_id_z = true;
		d->workitem_id = 2;
	}
	if (shape & SCRATCH) {
		d->private_bytes = SCRATCH_BYTES;
		d->private_segment_buffer = d->flat_scratch_init = d->private_segment_wave_offset = true;
		d->user_sgprs = 8;
	}
	return kernel;
}

static void run_code(const ch_gcn_code *code, uint8_t shape, uint64_t text_size)
{
	static ch_gcn_arg args[2] = {{.kind = CH_GCN_ARG_GLOBAL_BUFFER, .offset = 0, .size = 8},
				     {.kind = CH_GCN_ARG_GLOBAL_BUFFER, .offset = 8, .size = 8}};
	ch_gcn_kernel kernel = made_kernel(shape, text_size);
	kernel.args = args;
	kernel.arg_count = 2;
	ch_gcn_error error = {""};
	ch_gcn_program *program;
	if (ch_gcn_program_open(NULL, &kernel, code, &program, &error))
		return;
	uint8_t *input = malloc(BUFFER_BYTES),
		*output = calloc(1, BUFFER_BYTES); /* so that a sanitizer sees their ends */
	for (uint32_t i = 0; input && i < BUFFER_BYTES; i++)
		input[i] = (uint8_t)(7 * i);
	const ch_gcn_buffer buffers[2] = {{"input", input, BUFFER_BYTES, CH_GCN_IN},
					  {"output", output, BUFFER_BYTES, CH_GCN_OUT}};
	const ch_gcn_argument arguments[2] = {{.buffer = 0}, {.buffer = 1}};
	ch_gcn_dispatch dispatch = {.blocks = {1, 1, 1},
				    .threads = {64, 1, 1},
				    .buffers = buffers,
				    .buffer_count = 2,
				    .arguments = arguments,
				    .argument_count = 2,
				    .step_limit = STEP_LIMIT,
				    .cores = 1,
				    .max_faults = shape & ALL_FAULTS ? CH_GCN_MAX_FAULTS : 1,
				    .unchecked = (shape & UNCHECKED) != 0};
	if (shape & THREE_IDS)
		dispatch.threads[0] = dispatch.threads[1] = dispatch.threads[2] = 4;
	if (shape & HALF_WAVE)
		dispatch.threads[0] /= 4;
	if (input && output) {
		ch_gcn_result result;
		char text[640];
		ch_gcn_launch(program, &dispatch, &result, &error);
		for (uint32_t i = 0; i < result.fault_count; i++)
			ch_gcn_fault_format(program, &result.faults[i], text, sizeof(text));
		ch_gcn_fidelity_format(program, &result, text, sizeof(text));
		for (uint32_t i = 0; i < BUFFER_BYTES; i++)
			if (input[i] != (uint8_t)(7 * i))
				abort(); /* an input is never stored to */
		ch_gcn_result_close(&result);
	}
	free(input);
	free(output);
	ch_gcn_program_close(program);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < HEADER + 4 || size > HEADER + MAX_TEXT)
		return 0;
	const size_t row = data[0] % (sizeof(targets) / sizeof(targets[0])), text = (size - HEADER) / 4 * 4;
	ch_gcn_code code;
	ch_gcn_error error;
	uint8_t *copy = malloc(text);
	if (!copy)
		return 0;
	memcpy(copy, data + HEADER, text);
	if (ch_gcn_decode_bytes(targets[row].target, targets[row].wave_size, copy, text, TEXT_ADDRESS, &code, &error) ==
	    CH_OK) {
		run_code(&code, data[1], text);
		ch_gcn_code_close(&code);
	}
	free(copy);
	return 0;
}
