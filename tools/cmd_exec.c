/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip exec: any kernel of any AMD binary on the CPU. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "exec_list.h"
#include "exec_run.h"
#include "exec_survey.h"
#include "options.h"

static const char help[] =
	"example: checkhip exec --code-object libkernels.so --target gfx1151 --list\n"
	"example: checkhip exec --code-object add.co --kernel add --grid 4,1,1 --block 256,1,1 --arg in:a.bin --arg "
	"out:c.bin:4096 "
	"--arg i32:1024\n"
	"\n"
	"usage: checkhip exec --code-object FILE [--target ARCH] (--list [--args KERNEL] | --survey |\n"
	"                     --kernel NAME RUN-OPTIONS)\n"
	"Runs a compiled AMD kernel (gfx906, gfx11, gfx12) on the CPU and watches it: reads and stores out of "
	"bounds, stores "
	"to inputs,\n"
	"undefined values, races, missing waits, barriers that not all reach. FILE is a code object, a bundle, or an "
	"executable or\n"
	"library that holds them.\n"
	"\n"
	"  --list             what the file holds\n"
	"  --args KERNEL      with --list: a command line that would run the kernel\n"
	"  --survey           which kernels can be run, and which instructions have no semantics\n"
	"  --grid X,Y,Z       workgroups\n"
	"  --block X,Y,Z      work-items of a workgroup\n"
	"  --lds BYTES        dynamic shared memory\n"
	"  --arg ARGUMENT     in the kernel's order, one each: in:FILE, out:FILE:BYTES, inout:FILE (a buffer each), "
	"null,\n"
	"                     i8..i64:N, u8..u64:N, f16:X, f32:X, f64:X, hex:00ff... (a struct by value)\n"
	"  --step-limit N     instructions of one wave before it counts as endless (default 2^32)\n"
	"  --cores N          threads of the host (default: all)\n"
	"  --json             one object a line\n"
	"\n"
	"Files are written only if no rule was broken. Exit codes: 0 clean, 1 a rule was broken, 2 wrong use, 3 could "
	"not run.\n";

enum {
	OPT_OBJECT = 256,
	OPT_TARGET,
	OPT_KERNEL,
	OPT_LIST,
	OPT_ARGS,
	OPT_SURVEY,
	OPT_GRID,
	OPT_BLOCK,
	OPT_LDS,
	OPT_ARG,
	OPT_LIMIT,
	OPT_CORES,
	OPT_JSON
};

static const struct option long_options[] = {
	{"code-object", required_argument, NULL, OPT_OBJECT},
	{"target", required_argument, NULL, OPT_TARGET},
	{"kernel", required_argument, NULL, OPT_KERNEL},
	{"list", no_argument, NULL, OPT_LIST},
	{"args", required_argument, NULL, OPT_ARGS},
	{"survey", no_argument, NULL, OPT_SURVEY},
	{"grid", required_argument, NULL, OPT_GRID},
	{"block", required_argument, NULL, OPT_BLOCK},
	{"lds", required_argument, NULL, OPT_LDS},
	{"arg", required_argument, NULL, OPT_ARG},
	{"step-limit", required_argument, NULL, OPT_LIMIT},
	{"cores", required_argument, NULL, OPT_CORES},
	{"json", no_argument, NULL, OPT_JSON},
	{NULL, 0, NULL, 0},
};

/* "4", "4,2" or "4,2,1". */
static bool parse_shape(const char *text, uint32_t shape[3])
{
	for (uint32_t i = 0; i < 3; i++)
		shape[i] = 1;
	for (uint32_t i = 0; i < 3; i++) {
		char part[16];
		uint64_t value;
		const size_t length = strcspn(text, ",");
		if (length == 0 || length >= sizeof(part))
			return false;
		memcpy(part, text, length);
		part[length] = '\0';
		if (!ch_parse_u64(part, &value) || value == 0 || value > INT32_MAX)
			return false;
		shape[i] = (uint32_t)value;
		text += length;
		if (!*text)
			return true;
		text++;
	}
	return false;
}

static int run_exec(int argc, char **argv)
{
	ch_exec_options options = {.grid = {0}, .block = {0}};
	const char *template_of = NULL;
	bool list = false, survey = false;
	uint64_t number;
	optind = 1;
	opterr = 0;
	for (int option; (option = getopt_long(argc, argv, "", long_options, NULL)) != -1;) {
		switch (option) {
		case OPT_OBJECT:
			options.path = optarg;
			break;
		case OPT_TARGET:
			options.target = optarg;
			break;
		case OPT_KERNEL:
			options.kernel = optarg;
			break;
		case OPT_LIST:
			list = true;
			break;
		case OPT_SURVEY:
			survey = true;
			break;
		case OPT_ARGS:
			template_of = optarg;
			break;
		case OPT_GRID:
		case OPT_BLOCK:
			if (!parse_shape(optarg, option == OPT_GRID ? options.grid : options.block))
				return ch_usage_error(&ch_command_exec,
						      "expected up to three positive numbers, as in 4,1,1; got '%.40s'",
						      optarg);
			break;
		case OPT_LDS:
		case OPT_LIMIT:
		case OPT_CORES:
			if (!ch_parse_u64(optarg, &number) || (option != OPT_LIMIT && number > 65536))
				return ch_usage_error(&ch_command_exec, "--%s wants a number%s, not '%.40s'",
						      long_options[option - OPT_OBJECT].name,
						      option == OPT_LIMIT ? "" : " up to 65536", optarg);
			if (option == OPT_LDS)
				options.lds = (uint32_t)number;
			else if (option == OPT_CORES)
				options.cores = (uint32_t)number;
			else
				options.step_limit = number;
			break;
		case OPT_ARG:
			if (options.arg_count == CH_EXEC_MAX_ARGS)
				return ch_usage_error(&ch_command_exec, "more than %d arguments", CH_EXEC_MAX_ARGS);
			options.args[options.arg_count++] = optarg;
			break;
		case OPT_JSON:
			options.json = true;
			break;
		default:
			return ch_usage_error(&ch_command_exec, "wrong option or missing value: '%s'",
					      argv[optind - 1]);
		}
	}
	if (optind != argc || !options.path)
		return ch_usage_error(&ch_command_exec,
				      optind != argc ? "an argument too many: '%.60s'" : "--code-object is missing",
				      optind != argc ? argv[optind] : "");
	if (survey)
		return ch_exec_survey(options.path, options.target);
	if (list || template_of)
		return template_of ? ch_exec_list_args(options.path, options.target, template_of)
				   : ch_exec_list(options.path, options.target);
	if (!options.kernel || !options.grid[0] || !options.block[0])
		return ch_usage_error(&ch_command_exec, "--kernel, --grid and --block are needed to run one");
	return ch_exec_run(&options);
}

const ch_command ch_command_exec = {"exec", "run a compiled AMD kernel on the CPU, with all checkers", help, run_exec};
