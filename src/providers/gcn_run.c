/* SPDX-License-Identifier: Apache-2.0 */
#include "providers/gcn_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "providers/gcn.h"

enum { MAX_FILES = 32, MAX_PROGRAMS = 1024, SHOWN_NAME = 120 };

typedef struct ch_loaded_file {
	char *name;
	ch_gcn_file file;
	ch_gcn_object object;
} ch_loaded_file;

typedef struct ch_loaded_program {
	const ch_gcn_kernel *kernel;
	ch_gcn_code code;
	ch_gcn_program *program;
} ch_loaded_program;

struct ch_gcn_run {
	char arch[32]; /* whose code objects are run */
	char note[96]; /* "", or that they are another architecture's than was asked for */
	ch_gcn_from from;
	char *where;
	ch_loaded_file files[MAX_FILES];
	uint32_t file_count;
	ch_loaded_program programs[MAX_PROGRAMS];
	uint32_t program_count;
	bool all_exact; /* the launches of the operation that runs */
};

const ch_embedded_object *ch_embedded_find(const char *arch, const char *file)
{
	for (const ch_embedded_object *object = ch_embedded_objects; object->arch; object++)
		if (strcmp(object->arch, arch) == 0 && (!file || strcmp(object->file, file) == 0))
			return object;
	return NULL;
}

/* Architectures of one instruction set, in the feature lists of LLVM's GCNProcessors.td: they differ in registers, in caches and in
 * what a compiler must work around. Compiled for gfx1200 and gfx1201 the kernels are equal to the byte. */
static const struct {
	const char *arch, *held;
} relatives[] = {
	{"gfx1101", "gfx1100"}, {"gfx1102", "gfx1100"}, {"gfx1103", "gfx1100"},
	{"gfx1150", "gfx1151"}, {"gfx1152", "gfx1151"}, {"gfx1200", "gfx1201"},
};

const char *ch_embedded_arch(const char *arch)
{
	if (ch_embedded_find(arch, NULL))
		return arch;
	for (size_t i = 0; i < sizeof(relatives) / sizeof(relatives[0]); i++)
		if (strcmp(relatives[i].arch, arch) == 0 && ch_embedded_find(relatives[i].held, NULL))
			return relatives[i].held;
	return NULL;
}

ch_gcn_run *ch_gcn_run_new(const char *arch, ch_gcn_from from, const char *where)
{
	ch_gcn_run *run = calloc(1, sizeof(*run));
	if (!run)
		return NULL;
	const char *held = from == CH_GCN_FROM_BUILD ? ch_embedded_arch(arch) : NULL;
	snprintf(run->arch, sizeof(run->arch), "%s", held ? held : arch);
	if (held && strcmp(held, arch) != 0)
		snprintf(run->note, sizeof(run->note), "compiled for %s, not %s", held, arch);
	run->from = from;
	run->where = strdup(where);
	if (run->where)
		return run;
	free(run);
	return NULL;
}

void ch_gcn_run_free(ch_gcn_run *run)
{
	if (!run)
		return;
	for (uint32_t i = 0; i < run->program_count; i++) {
		ch_gcn_program_close(run->programs[i].program);
		ch_gcn_code_close(&run->programs[i].code);
	}
	for (uint32_t i = 0; i < run->file_count; i++) {
		ch_gcn_object_close(&run->files[i].object);
		ch_gcn_file_close(&run->files[i].file);
		free(run->files[i].name);
	}
	free(run->where);
	free(run);
}

static ch_status read_file(const ch_gcn_run *run, const char *name, ch_gcn_file *file, ch_gcn_error *error)
{
	if (run->from == CH_GCN_FROM_FILE)
		return ch_gcn_file_load(name, file, error);
	if (run->from == CH_GCN_FROM_FOLDER) {
		char path[4096];
		snprintf(path, sizeof(path), "%s/%s.co", run->where, name);
		return ch_gcn_file_load(path, file, error);
	}
	const ch_embedded_object *object = ch_embedded_find(run->arch, name);
	if (object)
		return ch_gcn_file_open(object->data, (size_t)(object->end - object->data), file, error);
	snprintf(error->text, sizeof(error->text), "this build has no %.60s for %s", name, run->arch);
	return CH_UNSUPPORTED;
}

static ch_status load_file(ch_gcn_run *run, const char *name, ch_loaded_file **found, ch_gcn_error *error)
{
	for (uint32_t i = 0; i < run->file_count; i++)
		if (strcmp(run->files[i].name, name) == 0) {
			*found = &run->files[i];
			return CH_OK;
		}
	if (run->file_count == MAX_FILES) {
		snprintf(error->text, sizeof(error->text), "more than %d code objects are open", MAX_FILES);
		return CH_FAILED;
	}
	ch_loaded_file *loaded = &run->files[run->file_count];
	ch_status status = read_file(run, name, &loaded->file, error);
	if (status)
		return status;
	const ch_gcn_entry *entry = ch_gcn_file_find(&loaded->file, run->arch);
	if (!entry) {
		snprintf(error->text, sizeof(error->text), "%.160s holds no code for %s", name, run->arch);
		status = CH_BAD_ARGUMENT;
	} else {
		status = ch_gcn_object_open(entry->data, entry->size, &loaded->object, error);
	}
	loaded->name = status ? NULL : strdup(name);
	if (!status && !loaded->name) {
		ch_gcn_object_close(&loaded->object);
		snprintf(error->text, sizeof(error->text), "out of memory");
		status = CH_OUT_OF_MEMORY;
	}
	if (status) {
		ch_gcn_file_close(&loaded->file);
		return status;
	}
	run->file_count++;
	*found = loaded;
	return CH_OK;
}

ch_status ch_gcn_run_find(ch_gcn_run *run, const char *file, const char *symbol, const ch_gcn_object **object,
			  const ch_gcn_kernel **kernel, ch_gcn_error *error)
{
	const char *name = run->from == CH_GCN_FROM_FILE ? run->where : file;
	ch_loaded_file *loaded;
	const ch_status status = load_file(run, name, &loaded, error);
	if (status)
		return status;
	*object = &loaded->object;
	if (!kernel)
		return CH_OK;
	*kernel = ch_gcn_object_find(&loaded->object, symbol);
	if (*kernel)
		return CH_OK;
	snprintf(error->text, sizeof(error->text), "%.100s has no kernel %.*s%s", name, SHOWN_NAME, symbol,
		 strlen(symbol) > SHOWN_NAME ? "..." : "");
	return CH_UNSUPPORTED;
}

static ch_status load_program(ch_gcn_run *run, const ch_gcn_object *object, const ch_gcn_kernel *kernel,
			      const ch_gcn_program **program, ch_gcn_error *error)
{
	for (uint32_t i = 0; i < run->program_count; i++)
		if (run->programs[i].kernel == kernel) {
			*program = run->programs[i].program;
			return CH_OK;
		}
	if (run->program_count == MAX_PROGRAMS) {
		snprintf(error->text, sizeof(error->text), "more than %d kernels are decoded", MAX_PROGRAMS);
		return CH_FAILED;
	}
	ch_loaded_program *loaded = &run->programs[run->program_count];
	ch_status status = ch_gcn_decode_with_calls(object, kernel, &loaded->code, error);
	if (status)
		return status;
	status = ch_gcn_program_open(object, kernel, &loaded->code, &loaded->program, error);
	if (status) {
		ch_gcn_code_close(&loaded->code);
		return status;
	}
	loaded->kernel = kernel;
	run->program_count++;
	*program = loaded->program;
	return CH_OK;
}

/* Appends once: launches of one operation mostly say the same. */
static void add_note(ch_outcome *outcome, const char *words)
{
	const size_t used = strlen(outcome->note);
	if (words[0] && !strstr(outcome->note, words))
		snprintf(outcome->note + used, sizeof(outcome->note) - used, "%s%s", used ? "; " : "", words);
}

static void remove_note(ch_outcome *outcome, char *from)
{
	const char *next = strstr(from, "; ");

	if (next) {
		memmove(from, next + 2, strlen(next + 2) + 1);
		return;
	}
	*from = 0;
	if (from - outcome->note >= 2)
		from[-2] = 0; /* the "; " before it */
}

void ch_gcn_run_note_fidelity(ch_outcome *outcome, const char *words, bool exact, bool all_exact)
{
	static const char claim[] = "every instruction exact";
	char *said = strstr(outcome->note, claim);

	/* of two claims the longer one: it says more of how */
	if (said && (!exact || strlen(words) > strcspn(said, ";"))) {
		remove_note(outcome, said);
		said = NULL;
	}
	if (!exact || (all_exact && !said))
		add_note(outcome, words);
}

ch_status ch_gcn_run_launch(ch_gcn_run *run, const char *file, const char *symbol, const ch_gcn_dispatch *dispatch,
			    ch_outcome *outcome)
{
	const ch_gcn_object *object;
	const ch_gcn_kernel *kernel;
	const ch_gcn_program *program;
	ch_gcn_error error = {""};
	if (dispatch->blocks[0] == 0 || dispatch->blocks[1] == 0 || dispatch->blocks[2] == 0)
		return CH_OK;
	ch_status status = ch_gcn_run_find(run, file, symbol, &object, &kernel, &error);
	if (!status)
		status = load_program(run, object, kernel, &program, &error);
	if (status) {
		snprintf(outcome->message, sizeof(outcome->message), "%s", error.text);
		return status;
	}
	ch_gcn_dispatch launch = *dispatch;
	ch_gcn_result result;
	char words[400];
	launch.max_faults = launch.max_faults ? launch.max_faults : 1;
	const bool first = outcome->elapsed_ns == 0; /* of the operation */
	status = ch_gcn_launch(program, &launch, &result, &error);
	outcome->elapsed_ns += result.elapsed_ns;
	if (status) {
		snprintf(outcome->message, sizeof(outcome->message), "%s", error.text);
		if (result.fault_count && ch_gcn_fault_source(program, &result.faults[0], words, sizeof(words)))
			add_note(outcome, words);
	} else {
		const bool exact = ch_gcn_fidelity_format(program, &result, words, sizeof(words)) == 0;

		run->all_exact = (first || run->all_exact) && exact;
		ch_gcn_run_note_fidelity(outcome, words, exact, run->all_exact);
		add_note(outcome, run->note);
	}
	if (result.misaligned) {
		snprintf(words, sizeof(words), "%llu misaligned accesses", (unsigned long long)result.misaligned);
		add_note(outcome, words);
	}
	ch_gcn_result_close(&result);
	return status;
}

uint32_t ch_gcn_run_decoded(const ch_gcn_run *run)
{
	return run->program_count;
}
