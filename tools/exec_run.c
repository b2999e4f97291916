/* SPDX-License-Identifier: Apache-2.0 */
#include "exec_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "exec_arg.h"
#include "gcn/launch.h"

static int cannot(const char *words)
{
	fprintf(stderr, "checkhip exec: %s\n", words);
	return CH_EXIT_CANNOT;
}

static int wrong(const char *words)
{
	fprintf(stderr, "checkhip exec: %s\n", words);
	return CH_EXIT_USAGE;
}

/* One architecture: named, or the only one there is. */
static bool one_target(const ch_gcn_file *file, ch_gcn_error *error)
{
	for (uint32_t i = 1; i < file->count; i++) {
		if (strcmp(file->entries[i].target.arch, file->entries[0].target.arch) == 0)
			continue;
		snprintf(error->text, sizeof(error->text),
			 "the file holds code for %.32s, %.32s and maybe others: choose one with --target",
			 file->entries[0].target.arch, file->entries[i].target.arch);
		return false;
	}
	return true;
}

/* Text from the file or the kernel, as a JSON string. */
static void print_json_text(const char *text)
{
	putchar('"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			putchar('\\');
		if ((unsigned char)*text >= 0x20)
			putchar(*text);
		else
			printf("\\u%04x", (unsigned)(unsigned char)*text);
	}
	putchar('"');
}

static const char *const unit_names[CH_UNIT_COUNT] = {"VALU", "SALU", "LDS", "VMEM", "SMEM", "wait", "branch"};

static void print_text(const ch_gcn_program *program, const ch_gcn_result *result, ch_status status)
{
	char text[640];
	for (uint32_t i = 0; i < result->fault_count; i++) {
		ch_gcn_fault_format(program, &result->faults[i], text, sizeof(text));
		printf("FAULT  %s", text);
		if (result->faults[i].times > 1)
			printf(" (%" PRIu64 " times)", result->faults[i].times);
		putchar('\n');
		if (ch_gcn_fault_source(program, &result->faults[i], text, sizeof(text)))
			printf("       source %s\n", text);
	}
	if (result->misaligned)
		printf("note   %" PRIu64 " misaligned accesses, first at %s\n", result->misaligned,
		       ch_gcn_program_text(program, result->misaligned_insn));
	uint64_t total = 0;
	for (uint32_t u = 0; u < CH_UNIT_COUNT; u++)
		total += result->units[u];
	printf("ran    %" PRIu64 " waves, %" PRIu64 " wave-instructions in %.3f s:", result->waves, total,
	       (double)result->elapsed_ns / 1e9);
	for (uint32_t u = 0; u < CH_UNIT_COUNT; u++)
		printf(" %s %" PRIu64, unit_names[u], result->units[u]);
	ch_gcn_fidelity_format(program, result, text, sizeof(text));
	printf("\n%s  %s\n", status ? "failed:" : "bytes: ", text);
}

static void print_json(const ch_gcn_program *program, const ch_gcn_result *result, ch_status status)
{
	char text[640];
	for (uint32_t i = 0; i < result->fault_count; i++) {
		const ch_gcn_fault *fault = &result->faults[i];
		printf("{\"type\":\"fault\",\"kind\":");
		print_json_text(ch_gcn_fault_kind_name(fault->kind));
		printf(",\"offset\":%" PRIu64 ",\"instruction\":", fault->offset);
		print_json_text(ch_gcn_program_text(program, fault->insn));
		printf(",\"workgroup\":[%u,%u,%u],\"wave\":%u", fault->workgroup[0], fault->workgroup[1],
		       fault->workgroup[2], fault->wave);
		if (fault->lane != CH_GCN_NO_LANE)
			printf(",\"lane\":%u", fault->lane);
		printf(",\"times\":%" PRIu64 ",\"text\":", fault->times);
		print_json_text(fault->text);
		if (ch_gcn_fault_source(program, fault, text, sizeof(text))) {
			printf(",\"source\":");
			print_json_text(text);
		}
		printf("}\n");
	}
	ch_gcn_fidelity_format(program, result, text, sizeof(text));
	printf("{\"type\":\"run\",\"status\":");
	print_json_text(ch_status_words(status));
	printf(",\"waves\":%" PRIu64 ",\"elapsed_ns\":%" PRIu64 ",\"misaligned\":%" PRIu64, result->waves,
	       result->elapsed_ns, result->misaligned);
	for (uint32_t u = 0; u < CH_UNIT_COUNT; u++)
		printf(",\"%s\":%" PRIu64, unit_names[u], result->units[u]);
	printf(",\"fidelity\":");
	print_json_text(text);
	printf("}\n");
}

static int write_results(const ch_exec_arg *args, uint32_t count)
{
	char words[256];
	for (uint32_t i = 0; i < count; i++)
		if ((args[i].kind == CH_EXEC_OUT || args[i].kind == CH_EXEC_INOUT) &&
		    !ch_exec_write_file(args[i].path, args[i].data, args[i].bytes, words, sizeof(words)))
			return cannot(words);
	return CH_EXIT_PASS;
}

static int launch(const ch_exec_options *options, const ch_gcn_program *program, const ch_exec_arg *args)
{
	ch_gcn_buffer buffers[CH_EXEC_MAX_ARGS];
	ch_gcn_argument arguments[CH_EXEC_MAX_ARGS];
	uint32_t buffer_count = 0;
	static const ch_gcn_access access[] = {
		[CH_EXEC_IN] = CH_GCN_IN, [CH_EXEC_OUT] = CH_GCN_OUT, [CH_EXEC_INOUT] = CH_GCN_INOUT};
	for (uint32_t i = 0; i < options->arg_count; i++) {
		if (args[i].kind == CH_EXEC_VALUE) {
			arguments[i] = (ch_gcn_argument){
				.buffer = -1, .value = args[i].data, .bytes = (uint32_t)args[i].bytes};
			continue;
		}
		arguments[i] = (ch_gcn_argument){.buffer = (int32_t)buffer_count};
		buffers[buffer_count++] =
			(ch_gcn_buffer){options->args[i], args[i].data, args[i].bytes, access[args[i].kind]};
	}
	ch_gcn_dispatch dispatch = {
		.blocks = {options->grid[0], options->grid[1], options->grid[2]},
		.threads = {options->block[0], options->block[1], options->block[2]},
		.dynamic_lds = options->lds,
		.buffers = buffers,
		.buffer_count = buffer_count,
		.arguments = arguments,
		.argument_count = options->arg_count,
		.step_limit = options->step_limit,
		.cores = options->cores,
		.max_faults = CH_GCN_MAX_FAULTS,
	};
	ch_gcn_result result;
	ch_gcn_error error = {""};
	const ch_status status = ch_gcn_launch(program, &dispatch, &result, &error);
	int code = CH_EXIT_PASS;
	if (status == CH_OK || result.fault_count) {
		if (options->json)
			print_json(program, &result, status);
		else
			print_text(program, &result, status);
		code = status == CH_FAULT ? CH_EXIT_FAIL
		       : status		  ? CH_EXIT_CANNOT
					  : write_results(args, options->arg_count);
	} else {
		code = status == CH_BAD_ARGUMENT || status == CH_BAD_SHAPE ? wrong(error.text) : cannot(error.text);
	}
	ch_gcn_result_close(&result);
	return code;
}

static int run_kernel(const ch_exec_options *options, const ch_gcn_object *object, const ch_gcn_kernel *kernel,
		      const ch_exec_arg *args)
{
	ch_gcn_error error = {""};
	char words[256];
	ch_gcn_code code;
	if (ch_gcn_decode_with_calls(object, kernel, &code, &error))
		return cannot(error.text);
	ch_gcn_program *program;
	int result = CH_EXIT_CANNOT;
	if (ch_gcn_program_open(object, kernel, &code, &program, &error)) {
		cannot(error.text);
	} else {
		const uint32_t unsupported = ch_gcn_program_unsupported(program, words, sizeof(words));
		if (unsupported)
			fprintf(stderr, "checkhip exec: %u instructions without semantics: %s\n", unsupported, words);
		result = launch(options, program, args);
		ch_gcn_program_close(program);
	}
	ch_gcn_code_close(&code);
	return result;
}

/* The first object that has the kernel: a library of several sources has one of each for every target. */
static int run_file(const ch_exec_options *options, const ch_exec_arg *args, const ch_gcn_file *file)
{
	ch_gcn_error error = {""};
	char words[256];
	const ch_gcn_entry *entry = NULL;
	if (options->target)
		entry = ch_gcn_file_find(file, options->target);
	else if (one_target(file, &error))
		entry = &file->entries[0];
	else
		return wrong(error.text);
	if (!entry) {
		snprintf(words, sizeof(words), "no code object for %.60s in the file", options->target);
		return wrong(words);
	}
	const char *target = options->target ? options->target : entry->target.arch;
	for (; entry; entry = ch_gcn_file_next(file, entry, target)) {
		ch_gcn_object object;
		if (ch_gcn_object_open(entry->data, entry->size, &object, &error))
			return cannot(error.text);
		const ch_gcn_kernel *kernel = ch_gcn_object_find(&object, options->kernel);
		const int code = kernel ? run_kernel(options, &object, kernel, args) : CH_EXIT_PASS;
		ch_gcn_object_close(&object);
		if (kernel)
			return code;
	}
	snprintf(words, sizeof(words), "no kernel '%.160s'; --list shows what there is", options->kernel);
	return wrong(words);
}

static int open_and_run(const ch_exec_options *options, const ch_exec_arg *args)
{
	ch_gcn_error error = {""};
	ch_gcn_file file;
	if (ch_gcn_file_load(options->path, &file, &error))
		return cannot(error.text);
	const int code = run_file(options, args, &file);
	ch_gcn_file_close(&file);
	return code;
}

int ch_exec_run(const ch_exec_options *options)
{
	ch_exec_arg args[CH_EXEC_MAX_ARGS];
	char words[320];
	uint32_t read = 0;
	int code = CH_EXIT_PASS;
	for (; read < options->arg_count && code == CH_EXIT_PASS; read++)
		if (!ch_exec_arg_parse(options->args[read], &args[read], words, sizeof(words)))
			code = args[read].unusable ? cannot(words) : wrong(words);
	if (code == CH_EXIT_PASS)
		code = open_and_run(options, args);
	for (uint32_t i = 0; i < read; i++)
		ch_exec_arg_close(&args[i]);
	return code;
}
