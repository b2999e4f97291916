/* SPDX-License-Identifier: Apache-2.0 */
#include "exec_survey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "gcn/launch.h"

enum { MAX_ROWS = 1024 };

/* One instruction by name and what it lacks. */
typedef struct ch_lack {
	char name[64], why[128], text[128];
	uint32_t instructions, kernels;
	uint32_t last; /* kernel that was counted last */
} ch_lack;

typedef struct ch_survey {
	ch_lack rows[MAX_ROWS];
	uint32_t row_count;
	uint32_t kernels, whole, failed;
	uint64_t instructions;
} ch_survey;

static void add_lack(ch_survey *survey, const char *name, const char *why, const char *text)
{
	uint32_t at = 0;
	while (at < survey->row_count &&
	       (strcmp(survey->rows[at].name, name) != 0 || strcmp(survey->rows[at].why, why) != 0))
		at++;
	if (at == MAX_ROWS)
		return;
	ch_lack *row = &survey->rows[at];
	if (at == survey->row_count) {
		survey->row_count++;
		*row = (ch_lack){.last = UINT32_MAX};
		snprintf(row->name, sizeof(row->name), "%s", name);
		snprintf(row->why, sizeof(row->why), "%s", why);
		snprintf(row->text, sizeof(row->text), "%s", text);
	}
	row->instructions++;
	row->kernels += row->last != survey->kernels;
	row->last = survey->kernels;
}

static void count_program(ch_survey *survey, const ch_gcn_code *code, const ch_gcn_program *program)
{
	bool whole = true;
	for (uint32_t i = 0; i < code->count; i++) {
		const char *why = ch_gcn_program_why_not(program, i);
		if (!why)
			continue;
		whole = false;
		add_lack(survey, code->names[code->insns[i].name].name, why, code->insns[i].text);
	}
	survey->instructions += code->count;
	survey->whole += whole;
}

static void survey_kernel(ch_survey *survey, const ch_gcn_object *object, const ch_gcn_kernel *kernel)
{
	ch_gcn_error error = {""};
	ch_gcn_code code;
	ch_gcn_program *program;
	survey->kernels++;
	if (ch_gcn_decode_with_calls(object, kernel, &code, &error)) {
		survey->failed++;
		add_lack(survey, "not decoded", error.text, kernel->name);
		return;
	}
	if (ch_gcn_program_open(object, kernel, &code, &program, &error)) {
		survey->failed++;
		add_lack(survey, "not opened", error.text, kernel->name);
	} else {
		count_program(survey, &code, program);
		ch_gcn_program_close(program);
	}
	ch_gcn_code_close(&code);
}

static int by_count(const void *a, const void *b)
{
	const ch_lack *x = a, *y = b;
	if (x->instructions != y->instructions)
		return x->instructions < y->instructions ? 1 : -1;
	return strcmp(x->name, y->name);
}

static int survey_entry(ch_survey *survey, const ch_gcn_entry *entry)
{
	ch_gcn_object object;
	ch_gcn_error error;
	char target[64];
	ch_gcn_target_format(&entry->target, target, sizeof target);
	if (ch_gcn_object_open(entry->data, entry->size, &object, &error)) {
		fprintf(stderr, "checkhip: %s at 0x%llx: %s\n", target, (unsigned long long)entry->file_offset,
			error.text);
		return CH_EXIT_CANNOT;
	}
	memset(survey, 0, sizeof(*survey));
	for (uint32_t i = 0; i < object.kernel_count; i++)
		survey_kernel(survey, &object, &object.kernels[i]);
	ch_gcn_object_close(&object);
	printf("%s: %u kernels at 0x%llx, %llu instructions, %u kernels have all semantics\n", target, survey->kernels,
	       (unsigned long long)entry->file_offset, (unsigned long long)survey->instructions, survey->whole);
	qsort(survey->rows, survey->row_count, sizeof(survey->rows[0]), by_count);
	for (uint32_t i = 0; i < survey->row_count; i++) {
		const ch_lack *row = &survey->rows[i];
		printf("  %-28s %6u in %u kernels: %s: %s\n", row->name, row->instructions, row->kernels, row->why,
		       row->text);
	}
	return survey->whole == survey->kernels ? CH_EXIT_PASS : CH_EXIT_FAIL;
}

int ch_exec_survey(const char *path, const char *target)
{
	ch_gcn_file file;
	ch_gcn_error error = {""};
	ch_survey *survey = malloc(sizeof(*survey));
	int code = CH_EXIT_CANNOT;
	uint32_t wanted = 0;
	if (!survey || ch_gcn_file_load(path, &file, &error)) {
		fprintf(stderr, "checkhip: %s\n", survey ? error.text : "out of memory");
		free(survey);
		return CH_EXIT_CANNOT;
	}
	ch_gcn_target device;
	const bool named = target && ch_gcn_target_parse(target, &device);
	for (uint32_t i = 0; i < file.count; i++) {
		const ch_gcn_target *of = &file.entries[i].target;
		if (target ? !named || !ch_gcn_target_fits(of, &device) : !ch_gcn_target_executed(of->arch))
			continue;
		const int got = survey_entry(survey, &file.entries[i]);
		code = wanted++ == 0 || got > code ? got : code;
	}
	if (!wanted)
		fprintf(stderr, "checkhip: %s: no code object for %s\n", path,
			target ? target : "an architecture that is executed");
	ch_gcn_file_close(&file);
	free(survey);
	return code;
}
