/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of a kernel, run. Four bytes come first: the target, the kernel's descriptor, the grid, the float mode. Whatever the
 * instructions are, a run ends, by the step limit at the latest, touches nothing but its own buffers, and gives the same with
 * each copy of the lane functions. Words that are no instruction become s_nop, so that most inputs reach the executor. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "fuzz_execute.h"
#include "gcn/launch.h"

enum { BUFFER_BYTES = 256, LDS_BYTES = 512, SCRATCH_BYTES = 16, MAX_TEXT = 2048, MAX_REPAIRS = 6 };
/* All waves together, so that a run is short whatever the grid is; one of four waves still gets round a small loop. */
enum { ALL_STEPS = 1024, MOST_STEPS = 300 };

#define TEXT_ADDRESS 0x100 /* of the image; constants lie before it */
#define S_NOP UINT32_C(0xbf800000)

static const struct {
	const char *target;
	uint32_t wave_size;
} targets[] = {{"gfx906", 64}, {"gfx1100", 32}, {"gfx1151", 32}};

/* Of the second byte. */
enum {
	FEW_VGPRS = 1,
	THREE_IDS = 2,
	SCRATCH = 4,
	UNCHECKED = 8,
	ALL_FAULTS = 16,
	HALF_WAVE = 32,
	IMAGE = 64,
	DISPATCH_PTR = 128
};
/* Of the third: workgroups - 1 in bits 1..0, work-items by 64 << bits 3..2. */
enum { GROUPS_IN_Z = 16, DYNAMIC_LDS = 32, TWO_LEVELS = 64, NO_LDS = 128 };

/* What one run leaves behind. */
typedef struct ch_outcome {
	uint8_t output[BUFFER_BYTES], inout[BUFFER_BYTES];
	ch_status status;
	uint32_t fault_count;
	char text[640];
} ch_outcome;

static ch_gcn_kernel made_kernel(const uint8_t header[EXECUTE_HEADER], uint64_t text_size)
{
	const uint8_t shape = header[1], mode = header[3];
	ch_gcn_kernel kernel = {.text_address = TEXT_ADDRESS, .text_size = text_size, .kernarg_bytes = 32};
	ch_gcn_descriptor *d = &kernel.descriptor;
	d->vgprs = shape & FEW_VGPRS ? 16 : 64;
	d->round32 = mode & 3;
	d->round16_64 = mode >> 2 & 3;
	d->denorm32 = ~mode >> 4 & 3; /* a zero byte is the mode that compilers ask for */
	d->denorm16_64 = ~mode >> 6 & 3;
	d->ieee_mode = d->dx10_clamp = true;
	d->lds_bytes = header[2] & NO_LDS ? 0 : LDS_BYTES;
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
	if (shape & DISPATCH_PTR) {
		d->dispatch_ptr = true;
		d->user_sgprs += 2;
	}
	return kernel;
}

static ch_gcn_dispatch made_dispatch(const uint8_t header[EXECUTE_HEADER], uint32_t wave_size)
{
	const uint8_t shape = header[1], grid = header[2];
	const uint32_t groups = 1 + (grid & 3u), threads = UINT32_C(64) << (grid >> 2 & 3);
	ch_gcn_dispatch dispatch = {.blocks = {1, 1, 1}, .threads = {threads, 1, 1}, .cores = 1};
	if (shape & HALF_WAVE)
		dispatch.threads[0] /= 4;
	if (shape & THREE_IDS) {
		dispatch.threads[0] /= 16;
		dispatch.threads[1] = dispatch.threads[2] = 4;
	}
	dispatch.blocks[grid & GROUPS_IN_Z ? 2 : 0] = groups;
	dispatch.dynamic_lds = grid & DYNAMIC_LDS ? 64 : 0;
	dispatch.max_faults = shape & ALL_FAULTS ? CH_GCN_MAX_FAULTS : 1;
	dispatch.unchecked = (shape & UNCHECKED) != 0;
	const uint32_t waves = groups * ((threads + wave_size - 1) / wave_size), each = ALL_STEPS / waves;
	dispatch.step_limit = each > MOST_STEPS ? MOST_STEPS : each;
	return dispatch;
}

/* The image that the text lies in: 256 bytes of constants, the last word of which is an address. */
static bool made_object(const uint8_t *text, uint64_t text_size, ch_gcn_object *object)
{
	static uint64_t base_words[] = {TEXT_ADDRESS - 8};
	object->image_size = TEXT_ADDRESS + text_size;
	object->image = malloc(object->image_size);
	if (!object->image)
		return false;
	for (uint32_t i = 0; i < TEXT_ADDRESS; i++)
		object->image[i] = (uint8_t)(5 * i);
	memset(object->image + base_words[0], 0, 8);
	memcpy(object->image + TEXT_ADDRESS, text, text_size);
	object->base_words = base_words;
	object->base_word_count = 1;
	return true;
}

/* A run is short: the sanitizer's upkeep between runs would be a third of the time. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_stack_use_after_return=0:malloc_context_size=4:quarantine_size_mb=8:thread_local_quarantine_"
	       "size_kb=256";
}

static bool input_is_whole(const uint8_t *input)
{
	for (uint32_t i = 0; i < BUFFER_BYTES; i++)
		if (input[i] != (uint8_t)(7 * i))
			return false;
	return true;
}

/* An allocation of its own, so that a sanitizer sees its ends; at a page, since the kernel sees the host address's low bits and
 * two runs of an input must be alike. */
static uint8_t *made_buffer(void)
{
	void *buffer;
	if (posix_memalign(&buffer, 4096, BUFFER_BYTES))
		exit(1);
	return buffer;
}

static void launch(const ch_gcn_program *program, const uint8_t header[EXECUTE_HEADER], uint32_t wave_size,
		   ch_outcome *outcome)
{
	uint8_t *input = made_buffer(), *output = made_buffer(), *inout = made_buffer();
	for (uint32_t i = 0; i < BUFFER_BYTES; i++) {
		input[i] = (uint8_t)(7 * i);
		inout[i] = (uint8_t)(i * i);
		output[i] = 0;
	}
	const uint32_t number = 3;
	const ch_gcn_buffer buffers[] = {{"input", input, BUFFER_BYTES, CH_GCN_IN},
					 {"output", output, BUFFER_BYTES, CH_GCN_OUT},
					 {"inout", inout, BUFFER_BYTES, CH_GCN_INOUT}};
	const ch_gcn_argument arguments[] = {
		{.buffer = 0}, {.buffer = 1}, {.buffer = 2}, {.buffer = -1, .value = &number, .bytes = sizeof(number)}};
	ch_gcn_dispatch dispatch = made_dispatch(header, wave_size);
	dispatch.buffers = buffers;
	dispatch.buffer_count = sizeof(buffers) / sizeof(buffers[0]);
	dispatch.arguments = arguments;
	dispatch.argument_count = sizeof(arguments) / sizeof(arguments[0]);
	ch_gcn_result result;
	ch_gcn_error error = {""};
	outcome->status = ch_gcn_launch(program, &dispatch, &result, &error);
	outcome->fault_count = result.fault_count;
	ch_gcn_fidelity_format(program, &result, outcome->text, sizeof(outcome->text));
	for (uint32_t i = 0; i < result.fault_count; i++)
		ch_gcn_fault_format(program, &result.faults[i], outcome->text, sizeof(outcome->text));
	ch_gcn_result_close(&result);
	memcpy(outcome->output, output, BUFFER_BYTES);
	memcpy(outcome->inout, inout, BUFFER_BYTES);
	if (!input_is_whole(input))
		abort(); /* an input is never stored to */
	free(input);
	free(output);
	free(inout);
}

/* level: which copy of the lane functions at most. */
static bool run_code(const ch_gcn_code *code, const uint8_t header[EXECUTE_HEADER], const uint8_t *text,
		     uint64_t text_size, const char *level, ch_outcome *outcome)
{
	static ch_gcn_arg args[] = {{.kind = CH_GCN_ARG_GLOBAL_BUFFER, .offset = 0, .size = 8},
				    {.kind = CH_GCN_ARG_GLOBAL_BUFFER, .offset = 8, .size = 8},
				    {.kind = CH_GCN_ARG_GLOBAL_BUFFER, .offset = 16, .size = 8},
				    {.kind = CH_GCN_ARG_BY_VALUE, .offset = 24, .size = 4}};
	ch_gcn_kernel kernel = made_kernel(header, text_size);
	kernel.args = args;
	kernel.arg_count = sizeof(args) / sizeof(args[0]);
	ch_gcn_object object = {.image = NULL};
	ch_gcn_error error = {""};
	ch_gcn_program *program;
	if ((header[1] & IMAGE) && !made_object(text, text_size, &object))
		return false;
	(void)setenv("CHECKHIP_GCN_LEVEL", level, 1);
	const bool opened =
		ch_gcn_program_open(object.image ? &object : NULL, &kernel, code, &program, &error) == CH_OK;
	if (opened) {
		launch(program, header, code->wave_size, outcome);
		ch_gcn_program_close(program);
	}
	free(object.image);
	return opened;
}

/* Puts an s_nop where the decoder found no instruction; after some of those the text ends there. */
static bool decode(size_t row, uint8_t *text, uint64_t *size, ch_gcn_code *code)
{
	ch_gcn_error error = {""};
	for (uint32_t i = 0; *size; i++) {
		if (ch_gcn_decode_bytes(targets[row].target, targets[row].wave_size, text, *size, TEXT_ADDRESS, code,
					&error) == CH_OK)
			return true;
		const char *found = strstr(error.text, "address 0x");
		const uint64_t at = found ? strtoull(found + strlen("address "), NULL, 16) - TEXT_ADDRESS : *size;
		if (at >= *size || i > MAX_REPAIRS + 1)
			return false;
		const uint32_t nop = S_NOP;
		if (i < MAX_REPAIRS)
			memcpy(text + at, &nop, sizeof(nop));
		else
			*size = at;
	}
	return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < EXECUTE_HEADER + 4 || size > EXECUTE_HEADER + MAX_TEXT)
		return 0;
	const size_t row = data[0] % (sizeof(targets) / sizeof(targets[0]));
	uint64_t text_size = (size - EXECUTE_HEADER) / 4 * 4;
	uint8_t *text = malloc(text_size);
	ch_gcn_code code;
	if (!text)
		return 0;
	memcpy(text, data + EXECUTE_HEADER, text_size);
	if (decode(row, text, &text_size, &code)) {
		static ch_outcome widest, narrow;
		const bool ran = run_code(&code, data, text, text_size, "4", &widest);
		if (ran && (data[2] & TWO_LEVELS) && run_code(&code, data, text, text_size, "1", &narrow) &&
		    (widest.status != narrow.status || widest.fault_count != narrow.fault_count ||
		     memcmp(widest.output, narrow.output, BUFFER_BYTES) != 0 ||
		     memcmp(widest.inout, narrow.inout, BUFFER_BYTES) != 0 || strcmp(widest.text, narrow.text) != 0)) {
			(void)fprintf(stderr, "the levels differ: '%s', '%s'\n", widest.text, narrow.text);
			abort();
		}
		ch_gcn_code_close(&code);
	}
	free(text);
	return 0;
}
