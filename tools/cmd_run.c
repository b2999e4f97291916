/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip run: the main job. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case_sources.h"
#include "command.h"
#include "options.h"
#include "suite/clock.h"
#include "suite/output.h"
#include "suite/report.h"
#include "suite/run.h"

static const char help[] =
	"example: checkhip run --provider reference\n"
	"example: checkhip run --provider plugin:./libmine.so --filter mmvq/fp3 --json\n"
	"example: checkhip run --provider gcn:gfx906 --code-object libggml-hip.so --binding "
	"ggml-mul_mat_vec_q.binding\n"
	"\n"
	"usage: checkhip run [OPTIONS]\n"
	"Runs the cases on a provider and compares what it computes with the contract.\n"
	"\n"
	"  --provider SPEC       what computes: reference, plugin:PATH[:ARGUMENT], ... (default reference);\n"
	"                        `checkhip list --providers` shows them\n"
	"  --code-object FILE    with --provider gcn:ARCH: the kernels of this code object, bundle, executable or "
	"library\n"
	"  --binding FILE        which of them answers for which operation, and how it is called (docs/bindings.md)\n"
	"  --filter WORDS        only cases whose name holds one of the words (separated by commas);\n"
	"                        '*' stands for anything, '?' for one character, =NAME is the whole name\n"
	"  --level LEVEL         quick (default), standard or comprehensive\n"
	"  --seed N              another set of data (default 1)\n"
	"  --repeat N            N further calls of each case, whose bytes must not change\n"
	"  --alignments          every base offset 0..15 that the format allows\n"
	"  --time-limit S        seconds that one call may take (default 60)\n"
	"  --known-answers DIR   known-answer files; 'none' leaves them out (default: the directory named by\n"
	"                        CHECKHIP_KNOWN_ANSWERS, else ../shared/vectors where it exists)\n"
	"  --json | --markdown   one JSON object a line, or a Markdown table, on standard output\n"
	"  --output FILE         write the report to FILE; it appears there only when it is complete\n"
	"  --verbose             a line for passed cases too\n"
	"  --skip-code           exit with 77 where the provider cannot run here (for CTest)\n"
	"\n"
	"Exit codes: 0 all that was checked passed; 1 a check failed, or nothing was checked; 2 wrong use;\n"
	"3 the provider or a file could not be used.\n";

enum {
	OPT_PROVIDER = 256,
	OPT_CODE_OBJECT,
	OPT_BINDING,
	OPT_FILTER,
	OPT_LEVEL,
	OPT_SEED,
	OPT_REPEAT,
	OPT_ALIGNMENTS,
	OPT_TIME_LIMIT,
	OPT_KNOWN,
	OPT_JSON,
	OPT_MARKDOWN,
	OPT_OUTPUT,
	OPT_VERBOSE,
	OPT_SKIP_CODE,
	OPT_HELP
};

static const struct option long_options[] = {
	{"provider", required_argument, NULL, OPT_PROVIDER},
	{"code-object", required_argument, NULL, OPT_CODE_OBJECT},
	{"binding", required_argument, NULL, OPT_BINDING},
	{"filter", required_argument, NULL, OPT_FILTER},
	{"level", required_argument, NULL, OPT_LEVEL},
	{"seed", required_argument, NULL, OPT_SEED},
	{"repeat", required_argument, NULL, OPT_REPEAT},
	{"alignments", no_argument, NULL, OPT_ALIGNMENTS},
	{"time-limit", required_argument, NULL, OPT_TIME_LIMIT},
	{"known-answers", required_argument, NULL, OPT_KNOWN},
	{"json", no_argument, NULL, OPT_JSON},
	{"markdown", no_argument, NULL, OPT_MARKDOWN},
	{"output", required_argument, NULL, OPT_OUTPUT},
	{"verbose", no_argument, NULL, OPT_VERBOSE},
	{"skip-code", no_argument, NULL, OPT_SKIP_CODE},
	{"help", no_argument, NULL, OPT_HELP},
	{NULL, 0, NULL, 0},
};

typedef struct ch_run_arguments {
	const char *provider, *filter, *level_name, *known_dir, *output, *code_object, *binding;
	char bound[6000]; /* the provider, where the two above complete it */
	ch_level level;
	ch_report_style style;
	uint64_t seed;
	double time_limit;
	bool verbose, skip_code;
	ch_run_options run;
} ch_run_arguments;

static void on_interrupt(int number)
{
	(void)number;
	ch_worker_interrupt();
}

/* The provider's own argument carries the paths, so that a worker's process, and the line that repeats a case, have them. */
static int complete_provider(ch_run_arguments *arguments)
{
	if (!arguments->code_object && !arguments->binding)
		return CH_EXIT_PASS;
	if (!arguments->code_object || !arguments->binding)
		return ch_usage_error(&ch_command_run, "--code-object and --binding are given together");
	if (strncmp(arguments->provider, "gcn:", 4) != 0 || strpbrk(arguments->provider + 4, ":,"))
		return ch_usage_error(&ch_command_run,
				      "--code-object wants --provider gcn:ARCH, as in gcn:gfx906, not '%.60s'",
				      arguments->provider);
	const int length = snprintf(arguments->bound, sizeof(arguments->bound), "%s,code-object=%s,binding=%s",
				    arguments->provider, arguments->code_object, arguments->binding);
	if (length < 0 || (size_t)length >= sizeof(arguments->bound))
		return ch_usage_error(&ch_command_run, "the paths are too long");
	arguments->provider = arguments->bound;
	return CH_EXIT_PASS;
}

/* CH_EXIT_PASS if the run may begin, CH_EXIT_USAGE, or -1: help was asked for. */
static int parse(int argc, char **argv, ch_run_arguments *arguments)
{
	int64_t number;
	int option;

	*arguments = (ch_run_arguments){.provider = "reference", .level_name = "quick", .seed = 1, .time_limit = 60};
	arguments->run.sha256_hex = ch_case_sources_sha256();
	optind = 1;
	opterr = 0;
	while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		switch (option) {
		case OPT_PROVIDER:
			arguments->provider = optarg;
			break;
		case OPT_CODE_OBJECT:
			arguments->code_object = optarg;
			break;
		case OPT_BINDING:
			arguments->binding = optarg;
			break;
		case OPT_FILTER:
			arguments->filter = optarg;
			break;
		case OPT_LEVEL:
			arguments->level_name = optarg;
			if (!ch_level_find(optarg, &arguments->level))
				return ch_usage_error(&ch_command_run,
						      "--level is quick, standard or comprehensive, not '%s'", optarg);
			break;
		case OPT_SEED:
			if (!ch_parse_u64(optarg, &arguments->seed))
				return ch_usage_error(&ch_command_run, "--seed wants a number, not '%s'", optarg);
			break;
		case OPT_REPEAT:
			if (!ch_parse_i64(optarg, 0, 1000000, &number))
				return ch_usage_error(&ch_command_run,
						      "--repeat wants a number from 0 to 1000000, not '%s'", optarg);
			arguments->run.repeats = (uint32_t)number;
			break;
		case OPT_ALIGNMENTS:
			arguments->run.all_alignments = true;
			break;
		case OPT_TIME_LIMIT:
			if (!ch_parse_seconds(optarg, &arguments->time_limit))
				return ch_usage_error(&ch_command_run, "--time-limit wants seconds, not '%s'", optarg);
			break;
		case OPT_KNOWN:
			arguments->known_dir = optarg;
			break;
		case OPT_JSON:
			if (arguments->style == CH_REPORT_MARKDOWN)
				return ch_usage_error(&ch_command_run, "--json or --markdown, not both");
			arguments->style = CH_REPORT_JSON;
			break;
		case OPT_MARKDOWN:
			if (arguments->style == CH_REPORT_JSON)
				return ch_usage_error(&ch_command_run, "--json or --markdown, not both");
			arguments->style = CH_REPORT_MARKDOWN;
			break;
		case OPT_OUTPUT:
			arguments->output = optarg;
			break;
		case OPT_VERBOSE:
			arguments->verbose = true;
			break;
		case OPT_SKIP_CODE:
			arguments->skip_code = true;
			break;
		case OPT_HELP:
			return -1;
		default:
			return ch_usage_error(&ch_command_run, "wrong option or missing value: '%s'", argv[optind - 1]);
		}
	}
	if (optind < argc)
		return ch_usage_error(&ch_command_run, "unexpected '%s'", argv[optind]);
	return complete_provider(arguments);
}

/* The command that runs a case again, less its filter. */
static void write_repeat_command(const ch_run_arguments *arguments, const char *known_dir, char *text, size_t size)
{
	int length = snprintf(text, size, "checkhip run --provider '%s' --seed 0x%llx", arguments->provider,
			      (unsigned long long)arguments->seed);

	if (arguments->level != CH_LEVEL_QUICK)
		length += snprintf(text + length, size - (size_t)length, " --level %s", arguments->level_name);
	if (arguments->run.all_alignments)
		length += snprintf(text + length, size - (size_t)length, " --alignments");
	if (arguments->run.repeats)
		length += snprintf(text + length, size - (size_t)length, " --repeat %u", arguments->run.repeats);
	if (known_dir && (size_t)length < size)
		snprintf(text + length, size - (size_t)length, " --known-answers '%s'", known_dir);
}

/* Which of the lines of evidence spoke (DESIGN: every result says so). */
static const char *evidence_of(const char *provider)
{
	static const struct {
		const char *prefix, *words;
	} rows[] = {
		{"reference", "the contract in plain C only; no compiled kernel and no GPU took part"},
		{"gcn", "compiled AMD machine code, executed on the CPU; no GPU took part"},
		{"gpu", "kernels run on the device named above"},
		{"ggml", "an engine's kernels, called through its shared libraries"},
		{"plugin", "whatever the plug-in computes with; the suite does not see it"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (strncmp(provider, rows[i].prefix, strlen(rows[i].prefix)) == 0)
			return rows[i].words;
	}
	return "not known for this provider";
}

typedef struct ch_running {
	ch_worker *worker;
	ch_report *report;
	const ch_run_arguments *arguments;
	const ch_case_list *list;
	size_t selected, done;
	bool progress;
	unsigned timed_out[CH_OP_COUNT]; /* calls in a row that did not end */
} ch_running;

/* An operation that hangs would hang in each of its cases, a time limit each. */
enum { HANGS_ENOUGH = 3 };

static void run_one(ch_running *running, const ch_case *one, ch_verdict *verdict)
{
	unsigned *timed_out = &running->timed_out[one->op];

	if (*timed_out >= HANGS_ENOUGH) {
		*verdict = (ch_verdict){.result = CH_ERROR, .over_bound = -1, .power = -1};
		snprintf(verdict->text, sizeof(verdict->text),
			 "not run: the last %d calls of %s did not end within the time limit", HANGS_ENOUGH,
			 ch_op_name(one->op));
		return;
	}
	ch_run_case(running->worker, one, &running->arguments->run, verdict);
	*timed_out = verdict->timed_out ? *timed_out + 1 : 0;
}

static void show_progress(const ch_running *running, const char *name)
{
	if (running->progress)
		fprintf(stderr, "\r\033[K%zu/%zu %.100s", running->done, running->selected, name);
}

static void clear_progress(const ch_running *running)
{
	if (running->progress)
		fputs("\r\033[K", stderr);
}

static void report_file(void *context, const char *name, const ch_verdict *verdict)
{
	ch_running *running = context;

	clear_progress(running);
	ch_report_verdict(running->report, name, verdict);
}

static void run_all(ch_running *running, const ch_case_sources *sources)
{
	const ch_run_arguments *arguments = running->arguments;

	for (size_t i = 0; i < running->list->count && !ch_worker_interrupted(); i++) {
		const ch_case *one = &running->list->cases[i];
		double begin = ch_clock_seconds();
		ch_verdict verdict;

		if (!ch_filter_matches(arguments->filter, one->name))
			continue;
		show_progress(running, one->name);
		run_one(running, one, &verdict);
		running->done++;
		if (ch_worker_interrupted())
			break;
		verdict.seconds = ch_clock_seconds() - begin;
		clear_progress(running);
		ch_report_verdict(running->report, one->name, &verdict);
	}
	if (!ch_worker_interrupted())
		ch_case_sources_check_files(sources, arguments->filter, report_file, running);

	const char *name, *reason;

	for (unsigned i = 0; ch_case_sources_missing(sources, i, &name, &reason); i++) {
		ch_verdict verdict = {.result = CH_SKIP, .over_bound = -1, .power = -1};

		snprintf(verdict.text, sizeof(verdict.text), "%s", reason);
		if (ch_filter_matches(arguments->filter, name))
			ch_report_verdict(running->report, name, &verdict);
	}
}

static int report_run(const ch_run_arguments *arguments, ch_worker *worker, const ch_worker_info *info, FILE *out)
{
	char error[512] = "", repeat[8192];
	ch_case_list list = {0};
	ch_case_sources *sources = ch_case_sources_open(info, arguments->level, arguments->seed, arguments->known_dir,
							&list, error, sizeof(error));

	if (!sources) {
		fprintf(stderr, "checkhip run: %s\n", error);
		ch_case_free(&list);
		return CH_EXIT_CANNOT;
	}
	write_repeat_command(arguments, ch_case_sources_known(sources), repeat, sizeof(repeat));
	const ch_report_options options = {
		.style = arguments->style,
		.verbose = arguments->verbose,
		.provider = arguments->provider,
		.description = info->description,
		.repeat = repeat,
		.cover = evidence_of(arguments->provider),
	};
	ch_running running = {
		.worker = worker,
		.report = ch_report_begin(out, &options),
		.arguments = arguments,
		.list = &list,
		.progress = isatty(STDERR_FILENO) != 0,
	};
	int code = CH_EXIT_CANNOT;

	for (size_t i = 0; i < list.count; i++)
		running.selected += ch_filter_matches(arguments->filter, list.cases[i].name);
	if (running.report) {
		run_all(&running, sources);
		clear_progress(&running);
		code = ch_report_end(running.report, ch_worker_interrupted()) == CH_PASS ? CH_EXIT_PASS : CH_EXIT_FAIL;
	} else {
		fprintf(stderr, "checkhip run: no memory for the report\n");
	}
	ch_report_free(running.report);
	ch_case_sources_close(sources);
	ch_case_free(&list);
	return code;
}

/* A report in a file is written beside it under another name, and renamed when it is whole. */
static int run_to_file(const ch_run_arguments *arguments, ch_worker *worker, const ch_worker_info *info)
{
	char temporary[4096], words[320];

	if (!ch_output_check(arguments->output, words, sizeof(words))) {
		fprintf(stderr, "checkhip run: %s\n", words);
		return CH_EXIT_CANNOT;
	}
	int length = snprintf(temporary, sizeof(temporary), "%s.part", arguments->output);
	FILE *out = length > 0 && (size_t)length < sizeof(temporary) ? fopen(temporary, "w") : NULL;

	if (!out) {
		fprintf(stderr, "checkhip run: %s.part cannot be written: ", arguments->output);
		perror(NULL);
		return CH_EXIT_CANNOT;
	}
	int code = report_run(arguments, worker, info, out);
	bool written = !ferror(out);

	written = fclose(out) == 0 && written;
	if (written && code != CH_EXIT_CANNOT && rename(temporary, arguments->output) == 0)
		return code;
	if (code != CH_EXIT_CANNOT) {
		fprintf(stderr, "checkhip run: %s could not be written: ", arguments->output);
		perror(NULL);
	}
	unlink(temporary);
	return code == CH_EXIT_PASS ? CH_EXIT_CANNOT : code;
}

static int run(int argc, char **argv)
{
	struct sigaction interrupt = {.sa_handler = on_interrupt};
	ch_run_arguments arguments;
	ch_call_report opening;
	int code = parse(argc, argv, &arguments);

	if (code == -1)
		fputs(help, stdout);
	if (code)
		return code == -1 ? CH_EXIT_PASS : code;

	ch_worker *worker = ch_worker_new(arguments.provider, arguments.time_limit);

	if (!worker) {
		fprintf(stderr, "checkhip run: no memory for a provider's process\n");
		return CH_EXIT_CANNOT;
	}
	sigaction(SIGINT, &interrupt, NULL);
	sigaction(SIGTERM, &interrupt, NULL);
	const ch_worker_info *info = ch_worker_open(worker, &opening);

	if (!info) {
		fprintf(stderr, "checkhip run: provider %s: %s\n", arguments.provider, opening.words);
		code = arguments.skip_code && opening.status == CH_NO_DEVICE ? CH_EXIT_SKIP : CH_EXIT_CANNOT;
	} else {
		code = arguments.output ? run_to_file(&arguments, worker, info)
					: report_run(&arguments, worker, info, stdout);
	}
	/* the cases are judged: what its close does is told, and changes nothing */
	if (!ch_worker_close(worker, &opening))
		fprintf(stderr, "checkhip run: provider %s: %s\n", arguments.provider, opening.words);
	ch_worker_free(worker);
	return code;
}

const ch_command ch_command_run = {"run", "run the cases on a provider and judge them", help, run};
