/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip probe: one kernel on one input, its output kept and timed; two outputs compared. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "options.h"
#include "probe.h"

static const char help[] =
	"example: checkhip probe qsa 32 65536 50 off.bin\n"
	"         CHECKHIP_QSA_QUERY_SWIZZLE=1 checkhip probe qsa 32 65536 50 on.bin\n"
	"         checkhip probe compare off.bin on.bin\n"
	"\n"
	"usage: checkhip probe qsa N_Q CONTEXT REPS OUT.bin [OPTIONS]\n"
	"       checkhip probe compare A.bin B.bin [--heads N] [--head-dim N] [--json]\n"
	"qsa runs attention over selected cells on made input, the same on every machine: REPS timed runs (after two\n"
	"untimed ones, if REPS is not 1). It says which form ran and why, and writes the output to OUT.bin as raw "
	"floats\n"
	"[N_Q][heads][256], or not at all. The flag is read from the environment once a process, so compare two "
	"processes.\n"
	"\n"
	"  --provider NAME  what computes (default: the first GPU); gcn:gfx906 executes the AMD code on the CPU\n"
	"  --variant NAME   force a form (qsa-linear, qsa-swizzle) whatever the environment says\n"
	"  --masked         a third of the pages masked, queries of different widths\n"
	"  --seed N         of the input (default 1)\n"
	"  --selected N     cells a query (default 4096, or all there are)\n"
	"  --kv-heads N     KV heads, 12 query heads each (default 2)\n"
	"  --page-size N    cells a page (default 64)\n"
	"  --pool NAME      int8 (default) or fp16\n"
	"  --entry NAME     batch (default) or step, which takes one query\n"
	"  --json           one object a line\n"
	"\n"
	"compare fails where one bit differs, and names the first such query, head and dimension. For dumps of "
	"another\n"
	"shape, --heads (default 24: all heads of a query) and --head-dim (default 256) say it.\n";

enum {
	OPT_PROVIDER = 256,
	OPT_VARIANT,
	OPT_MASKED,
	OPT_SEED,
	OPT_SELECTED,
	OPT_KV_HEADS,
	OPT_PAGE_SIZE,
	OPT_POOL,
	OPT_ENTRY,
	OPT_JSON,
	OPT_HEADS,
	OPT_HEAD_DIM,
	OPT_HELP
};

static const struct option qsa_options[] = {
	{"provider", required_argument, NULL, OPT_PROVIDER},
	{"variant", required_argument, NULL, OPT_VARIANT},
	{"masked", no_argument, NULL, OPT_MASKED},
	{"seed", required_argument, NULL, OPT_SEED},
	{"selected", required_argument, NULL, OPT_SELECTED},
	{"kv-heads", required_argument, NULL, OPT_KV_HEADS},
	{"page-size", required_argument, NULL, OPT_PAGE_SIZE},
	{"pool", required_argument, NULL, OPT_POOL},
	{"entry", required_argument, NULL, OPT_ENTRY},
	{"json", no_argument, NULL, OPT_JSON},
	{"help", no_argument, NULL, OPT_HELP},
	{NULL, 0, NULL, 0},
};

static const struct option compare_options[] = {
	{"heads", required_argument, NULL, OPT_HEADS},
	{"head-dim", required_argument, NULL, OPT_HEAD_DIM},
	{"json", no_argument, NULL, OPT_JSON},
	{"help", no_argument, NULL, OPT_HELP},
	{NULL, 0, NULL, 0},
};

enum { MAX_KV_HEADS = 64, MAX_PAGE_SIZE = 65536, MAX_REPETITIONS = 1000000 };

/* For both commands; whichever has an option uses the field. */
typedef struct probe_arguments {
	ch_probe_run run;
	int32_t heads, head_dim;
} probe_arguments;

static bool take_number(const char *what, const char *text, int64_t high, int32_t *number)
{
	int64_t value;

	if (ch_parse_i64(text, 1, high, &value)) {
		*number = (int32_t)value;
		return true;
	}
	ch_usage_error(&ch_command_probe, "%s wants a number from 1 to %lld, not '%s'", what, (long long)high, text);
	return false;
}

/* One of two names. */
static bool take_name(const char *what, const char *text, const char *first, const char *second, int *index)
{
	*index = strcmp(text, second) == 0;
	if (*index || strcmp(text, first) == 0)
		return true;
	ch_usage_error(&ch_command_probe, "%s is %s or %s, not '%s'", what, first, second, text);
	return false;
}

static bool take_option(int option, const char *text, probe_arguments *arguments)
{
	ch_probe_run *run = &arguments->run;
	int index = 0;
	bool good = true;

	switch (option) {
	case OPT_PROVIDER:
		run->provider = text;
		break;
	case OPT_VARIANT:
		run->variant = text;
		break;
	case OPT_MASKED:
		run->shape.masked = true;
		break;
	case OPT_JSON:
		run->json = true;
		break;
	case OPT_SEED:
		good = ch_parse_u64(text, &run->shape.seed);
		if (!good)
			ch_usage_error(&ch_command_probe, "--seed wants a number, not '%s'", text);
		break;
	case OPT_SELECTED:
		return take_number("--selected", text, CH_PROBE_MAX_CONTEXT, &run->shape.selected);
	case OPT_KV_HEADS:
		return take_number("--kv-heads", text, MAX_KV_HEADS, &run->shape.kv_heads);
	case OPT_PAGE_SIZE:
		return take_number("--page-size", text, MAX_PAGE_SIZE, &run->shape.page_size);
	case OPT_HEADS:
		return take_number("--heads", text, MAX_KV_HEADS * CH_PROBE_HEADS, &arguments->heads);
	case OPT_HEAD_DIM:
		return take_number("--head-dim", text, 65536, &arguments->head_dim);
	case OPT_POOL:
		good = take_name("--pool", text, "int8", "fp16", &index);
		run->shape.pool = index ? CH_POOL_FP16 : CH_POOL_INT8;
		break;
	case OPT_ENTRY:
		good = take_name("--entry", text, "batch", "step", &index);
		run->shape.entry = index ? CH_QSA_STEP : CH_QSA_BATCH;
		break;
	default:
		good = false;
		break;
	}
	return good;
}

/* The index of the first operand in *first; CH_EXIT_PASS, or what to end with, -1 for --help. */
static int take_options(int argc, char **argv, const struct option *options, probe_arguments *arguments, int *first)
{
	int option;

	optind = 1;
	opterr = 0;
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == OPT_HELP)
			return -1;
		if (option == '?')
			return ch_usage_error(&ch_command_probe, "wrong option or missing value: '%s'",
					      argv[optind - 1]);
		if (!take_option(option, optarg, arguments))
			return CH_EXIT_USAGE;
	}
	*first = optind;
	return CH_EXIT_PASS;
}

static int run_qsa(int argc, char **argv, probe_arguments *arguments)
{
	ch_probe_run *run = &arguments->run;
	int first, code = take_options(argc, argv, qsa_options, arguments, &first);

	if (code)
		return code;
	if (argc - first != 4)
		return ch_usage_error(&ch_command_probe, "expected qsa N_Q CONTEXT REPS OUT.bin");
	if (!take_number("N_Q", argv[first], CH_QSA_MAX_QUERIES, &run->shape.n_q) ||
	    !take_number("CONTEXT", argv[first + 1], CH_PROBE_MAX_CONTEXT, &run->shape.context) ||
	    !take_number("REPS", argv[first + 2], MAX_REPETITIONS, &run->repetitions))
		return CH_EXIT_USAGE;
	run->out = argv[first + 3];
	return ch_probe_qsa(run);
}

static int run_compare(int argc, char **argv, probe_arguments *arguments)
{
	int first, code = take_options(argc, argv, compare_options, arguments, &first);

	if (code)
		return code;
	if (argc - first != 2)
		return ch_usage_error(&ch_command_probe, "expected compare A.bin B.bin");
	return ch_probe_compare(argv[first], argv[first + 1], arguments->heads, arguments->head_dim,
				arguments->run.json);
}

static int run(int argc, char **argv)
{
	probe_arguments arguments = {
		.run = {.shape = {.kv_heads = CH_PROBE_KV_HEADS, .page_size = CH_PROBE_PAGE_SIZE, .seed = 1}},
		.heads = CH_PROBE_HEADS * CH_PROBE_KV_HEADS,
		.head_dim = CH_PROBE_HEAD_DIM,
	};
	const char *what = argc > 1 ? argv[1] : "";
	int code;

	if (strcmp(what, "qsa") == 0)
		code = run_qsa(argc - 1, argv + 1, &arguments);
	else if (strcmp(what, "compare") == 0)
		code = run_compare(argc - 1, argv + 1, &arguments);
	else
		return ch_usage_error(&ch_command_probe, "expected qsa or compare%s%s", *what ? ", not " : "", what);
	if (code == -1)
		fputs(help, stdout);
	return code == -1 ? CH_EXIT_PASS : code;
}

const ch_command ch_command_probe = {"probe", "run attention once, keep its bytes, compare two such outputs", help,
				     run};
