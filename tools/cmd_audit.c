/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip audit: the resource table of compiled kernels, held against expectations and against another build. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/expect.h"
#include "audit_options.h"
#include "command.h"
#include "options.h"
#include "suite/output.h"
#include "suite/report.h"

static const char help[] =
	"example: checkhip audit libkernels.so --arch gfx906\n"
	"example: checkhip audit build/kernels/gfx906/*.co --expect audit/gfx906.expect\n"
	"example: checkhip audit new.co --compare old.co --markdown >> \"$GITHUB_STEP_SUMMARY\"\n"
	"\n"
	"usage: checkhip audit FILE... [OPTIONS]\n"
	"Figures of compiled AMD kernels: LDS, registers, scratch, spills, waves a SIMD and what limits them, launch "
	"bound,\n"
	"instructions. FILE is a code object, a bundle, or an executable or library that holds them; all are read.\n"
	"\n"
	"  --arch ARCH           only code objects for this target (may be repeated)\n"
	"  --kernel GLOB         only kernels whose name matches\n"
	"  --count GLOB          a column with the number of instructions that match, under the name of any "
	"generation:\n"
	"                        ds_read_b128 counts ds_load_b128 too (may be repeated)\n"
	"  --histogram           instructions by class and by mnemonic below each kernel (JSON always has them)\n"
	"  --expect FILE         hold the kernels against an expectation file (docs/audit.md; may be repeated)\n"
	"  --write-expect FILE   write expectations that these kernels meet\n"
	"  --compare OTHER       kernel by kernel against another file; needs exactly one FILE\n"
	"  --quiet               no table\n"
	"  --markdown, --json    for a CI summary; one object a line\n"
	"  --cores N             threads (default: all)\n"
	"\n"
	"Exit codes: 0 all expectations met, files alike; 1 not; 2 wrong use; 3 a file could not be read.\n";

enum {
	OPT_ARCH = 256,
	OPT_KERNEL,
	OPT_COUNT,
	OPT_HISTOGRAM,
	OPT_EXPECT,
	OPT_WRITE,
	OPT_COMPARE,
	OPT_QUIET,
	OPT_MARKDOWN,
	OPT_JSON,
	OPT_CORES
};

static const struct option long_options[] = {
	{"arch", required_argument, NULL, OPT_ARCH},	   {"kernel", required_argument, NULL, OPT_KERNEL},
	{"count", required_argument, NULL, OPT_COUNT},	   {"histogram", no_argument, NULL, OPT_HISTOGRAM},
	{"expect", required_argument, NULL, OPT_EXPECT},   {"write-expect", required_argument, NULL, OPT_WRITE},
	{"compare", required_argument, NULL, OPT_COMPARE}, {"quiet", no_argument, NULL, OPT_QUIET},
	{"markdown", no_argument, NULL, OPT_MARKDOWN},	   {"json", no_argument, NULL, OPT_JSON},
	{"cores", required_argument, NULL, OPT_CORES},	   {NULL, 0, NULL, 0},
};

/* The files of one run. */
typedef struct ch_audit_run {
	const ch_audit_options *options;
	ch_audit_mnemonics *mnemonics;
	ch_audit_file *files;
	uint32_t file_count;
	const ch_audit_kernel **kernels;
	size_t kernel_count;
} ch_audit_run;

static int cannot(const ch_gcn_error *error)
{
	fprintf(stderr, "checkhip: %s\n", error->text);
	return CH_EXIT_CANNOT;
}

static void entry_seen(void *context, const ch_audit_file *file, const ch_audit_entry *entry)
{
	ch_audit_table_print(context, file, entry);
}

static int file_read(ch_audit_run *run, const char *path, bool show)
{
	const ch_audit_options *o = run->options;
	union {
		const ch_audit_options *in;
		void *out;
	} context = {o};
	const ch_audit_wish wish = {
		.choice = {o->kernels, o->cores, run->mnemonics, o->compare && !o->expect_count && !o->write_expect},
		.archs = o->archs,
		.arch_count = o->arch_count,
		.keep_objects = o->compare != NULL,
		.seen = show ? entry_seen : NULL,
		.context = context.out};
	ch_gcn_error error = {""};
	if (ch_audit_file_open(path, &wish, &run->files[run->file_count], &error))
		return cannot(&error);
	run->file_count++;
	return CH_EXIT_PASS;
}

static bool kernels_list(ch_audit_run *run)
{
	size_t count = 0;
	for (uint32_t f = 0; f < run->file_count; f++)
		for (uint32_t e = 0; e < run->files[f].count; e++)
			count += run->files[f].entries[e].audit.count;
	run->kernels = calloc(count + 1, sizeof *run->kernels); /* pointers: NOLINT(bugprone-sizeof-expression) */
	if (!run->kernels)
		return false;
	for (uint32_t f = 0; f < run->file_count; f++)
		for (uint32_t e = 0; e < run->files[f].count; e++)
			for (uint32_t k = 0; k < run->files[f].entries[e].audit.count; k++)
				run->kernels[run->kernel_count++] = &run->files[f].entries[e].audit.kernels[k];
	return true;
}

static void failure_print(void *context, const char *line)
{
	const ch_audit_options *o = context;
	if (o->format == CH_AUDIT_JSON) {
		printf("{\"failed\":");
		ch_json_string(stdout, line);
		printf("}\n");
	} else if (o->format == CH_AUDIT_MARKDOWN) {
		printf("- ");
		ch_audit_print_cell(line);
		putchar('\n');
	} else {
		printf("%s\n", line);
	}
}

static int expects_check(const ch_audit_run *run, const ch_expect_scope *scope)
{
	ch_expect_result result = {0, 0};
	union {
		const ch_audit_options *in;
		void *out;
	} context = {run->options};
	for (uint32_t i = 0; i < run->options->expect_count; i++) {
		ch_expect expect;
		ch_gcn_error error = {""};
		const ch_status status = ch_expect_load(run->options->expects[i], &expect, &error);
		if (status)
			return cannot(&error);
		ch_expect_check(&expect, scope, failure_print, context.out, &result);
		ch_expect_close(&expect);
	}
	if (!result.checked && !result.failed) {
		result.failed = 1;
		failure_print(context.out, "nothing was checked: no expectation is for these kernels");
	}
	if (run->options->format == CH_AUDIT_JSON)
		printf("{\"expectations\":%" PRIu64 ",\"failed_expectations\":%" PRIu64 "}\n", result.checked,
		       result.failed);
	else
		printf("%s%" PRIu64 " expectations checked, %" PRIu64 " failed\n",
		       run->options->format == CH_AUDIT_MARKDOWN ? "\n" : "", result.checked, result.failed);
	return result.failed ? CH_EXIT_FAIL : CH_EXIT_PASS;
}

static int compare_with(ch_audit_run *run)
{
	int code = file_read(run, run->options->compare, false);
	if (code)
		return code;
	code = CH_EXIT_FAIL;
	return ch_audit_diff(run->options, &run->files[0], &run->files[1], &code) ? CH_EXIT_PASS : code;
}

static int files_audit(ch_audit_run *run)
{
	const ch_audit_options *o = run->options;
	int code = CH_EXIT_PASS;
	for (uint32_t i = 0; i < o->path_count && !code; i++)
		code = file_read(run, o->paths[i], !o->compare);
	if (code)
		return code;
	if (!kernels_list(run))
		return cannot(&(ch_gcn_error){"audit: no memory for a list of kernels"});
	if (!run->kernel_count) {
		fprintf(stderr, "checkhip: no kernel %s\n", o->kernels ? "with such a name" : "in any file");
		return CH_EXIT_CANNOT;
	}
	const ch_expect_scope scope = {run->kernels, run->kernel_count, o->archs, o->arch_count, o->kernels != NULL};
	ch_gcn_error error = {""};
	if (o->write_expect && !ch_expect_write(o->write_expect, &scope, &error))
		return cannot(&error);
	if (o->expect_count)
		code = expects_check(run, &scope);
	if (!o->compare || code == CH_EXIT_CANNOT)
		return code;
	const int compared = compare_with(run);
	return compared == CH_EXIT_CANNOT || !code ? compared : code;
}

static int audit(const ch_audit_options *options)
{
	ch_audit_run run = {.options = options, .mnemonics = ch_audit_mnemonics_open()};
	int code = CH_EXIT_CANNOT;
	run.files = calloc((size_t)options->path_count + 1, sizeof *run.files);
	if (run.mnemonics && run.files)
		code = files_audit(&run);
	else
		fprintf(stderr, "checkhip: audit: no memory\n");
	for (uint32_t i = 0; i < run.file_count; i++)
		ch_audit_file_close(&run.files[i]);
	free(run.files);
	free(run.kernels);
	ch_audit_mnemonics_close(run.mnemonics);
	return code;
}

static int option_take(int option, ch_audit_options *o)
{
	uint64_t number;
	ch_gcn_target target;
	switch (option) {
	case OPT_ARCH:
		if (!ch_gcn_target_parse(optarg, &target))
			return ch_usage_error(&ch_command_audit, "expected a target like gfx906, got '%.60s'", optarg);
		o->archs[o->arch_count++] = optarg;
		break;
	case OPT_KERNEL:
		o->kernels = optarg;
		break;
	case OPT_COUNT:
		if (o->column_count == CH_AUDIT_MAX_COLUMNS)
			return ch_usage_error(&ch_command_audit, "more than %d columns", CH_AUDIT_MAX_COLUMNS);
		o->columns[o->column_count++] = optarg;
		break;
	case OPT_HISTOGRAM:
		o->histogram = true;
		break;
	case OPT_EXPECT:
		o->expects[o->expect_count++] = optarg;
		break;
	case OPT_WRITE:
		o->write_expect = optarg;
		break;
	case OPT_COMPARE:
		o->compare = optarg;
		break;
	case OPT_QUIET:
		o->quiet = true;
		break;
	case OPT_MARKDOWN:
	case OPT_JSON:
		if (o->format != CH_AUDIT_TEXT && (o->format == CH_AUDIT_JSON) != (option == OPT_JSON))
			return ch_usage_error(&ch_command_audit, "--json or --markdown, not both");
		o->format = option == OPT_JSON ? CH_AUDIT_JSON : CH_AUDIT_MARKDOWN;
		break;
	case OPT_CORES:
		if (!ch_parse_u64(optarg, &number) || number > 1024)
			return ch_usage_error(&ch_command_audit, "--cores wants a number up to 1024, not '%.40s'",
					      optarg);
		o->cores = (uint32_t)number;
		break;
	default:
		return CH_EXIT_USAGE; /* options_read names it */
	}
	return CH_EXIT_PASS;
}

static int options_read(int argc, char **argv, ch_audit_options *o)
{
	optind = 1;
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, "", long_options, NULL)) != -1;) {
		if (option == '?')
			return ch_usage_error(&ch_command_audit, "wrong option or missing value: '%s'",
					      argv[optind - 1]);
		const int code = option_take(option, o);
		if (code)
			return code;
	}
	o->paths = argv + optind;
	o->path_count = (uint32_t)(argc - optind);
	if (!o->path_count)
		return ch_usage_error(&ch_command_audit, "no file");
	if (o->compare && o->path_count != 1)
		return ch_usage_error(&ch_command_audit, "--compare takes one file on each side");
	char words[320];
	if (o->write_expect && !ch_output_check(o->write_expect, words, sizeof(words))) {
		fprintf(stderr, "checkhip audit: %s\n", words);
		return CH_EXIT_CANNOT;
	}
	return audit(o);
}

static int run_audit(int argc, char **argv)
{
	/* no option can come more often than there are words */
	const char **words = calloc(2 * (size_t)argc, sizeof *words);
	if (!words)
		return CH_EXIT_CANNOT;
	ch_audit_options options = {.expects = words, .archs = words + argc};
	const int code = options_read(argc, argv, &options);
	free(words);
	return code;
}

const ch_command ch_command_audit = {
	"audit", "figures of compiled AMD kernels, held against expectations or another build", help, run_audit};
