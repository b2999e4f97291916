/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip list: what there is to run, and what to run it on. */
#include <getopt.h>
#include <stdio.h>

#include "case_sources.h"
#include "command.h"
#include "options.h"
#include "providers/providers.h"
#include "suite/run.h"

static const char help[] = "example: checkhip list --filter mmvq/fp3\n"
			   "\n"
			   "usage: checkhip list [--cases] [--provider SPEC] [--filter WORDS] [--level LEVEL]\n"
			   "       checkhip list --providers | --formats | --variants [--provider SPEC]\n"
			   "Prints case names as `checkhip run` knows them, the providers of this build, the formats,\n"
			   "or a provider's variants with their order of summation.\n"
			   "\n"
			   "  --time-limit S         seconds that opening the provider may take (default 60)\n"
			   "  --known-answers DIR    as for `checkhip run`\n";

enum {
	OPT_CASES = 256,
	OPT_PROVIDERS,
	OPT_FORMATS,
	OPT_VARIANTS,
	OPT_PROVIDER,
	OPT_FILTER,
	OPT_LEVEL,
	OPT_KNOWN,
	OPT_TIME_LIMIT
};

static const struct option long_options[] = {
	{"cases", no_argument, NULL, OPT_CASES},
	{"providers", no_argument, NULL, OPT_PROVIDERS},
	{"formats", no_argument, NULL, OPT_FORMATS},
	{"variants", no_argument, NULL, OPT_VARIANTS},
	{"provider", required_argument, NULL, OPT_PROVIDER},
	{"filter", required_argument, NULL, OPT_FILTER},
	{"level", required_argument, NULL, OPT_LEVEL},
	{"known-answers", required_argument, NULL, OPT_KNOWN},
	{"time-limit", required_argument, NULL, OPT_TIME_LIMIT},
	{NULL, 0, NULL, 0},
};

static void list_formats(void)
{
	printf("%-10s %-20s %5s %6s %12s %7s %6s\n", "name", "ggml type", "id", "bytes", "bits/weight", "scales",
	       "align");
	for (unsigned i = 0; i < CH_FORMAT_COUNT; i++) {
		const ch_format_info *info = ch_format_get((ch_format)i);

		printf("%-10s %-20s %5u %6u %12.2f %7u %6u\n", info->name, info->ggml_name, info->ggml_id,
		       info->block_bytes, 8.0 * info->block_bytes / (double)CH_BLOCK_WEIGHTS, info->scale_count,
		       info->block_align);
	}
}

static void list_providers(void)
{
	for (uint32_t i = 0; ch_provider_at(i); i++) {
		const ch_provider *provider = ch_provider_at(i);

		printf("%-16s", provider->name);
		for (unsigned op = 0; op < CH_OP_COUNT; op++) {
			if (ch_provider_has(provider, (ch_op)op))
				printf(" %s", ch_op_name((ch_op)op));
		}
		putchar('\n');
	}
	printf("%-16s a shared library of yours that exports %s\n", "plugin:PATH", CH_PROVIDER_ENTRY);
}

static void list_variants(const ch_worker_info *info)
{
	printf("%-20s %-5s %-28s %5s %5s %5s %5s  %s\n", "variant", "op", "formats", "ncols", "lanes", "QI", "VDR",
	       "same bytes as");
	for (uint32_t i = 0; i < info->variant_count; i++) {
		const ch_variant *variant = &info->variants[i].variant;
		const char *op = ch_op_name(variant->op);
		char formats[64] = "";
		int length = 0;

		for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
			if (variant->formats & 1u << f)
				length += snprintf(formats + length, sizeof(formats) - (size_t)length, "%s%s",
						   length ? "," : "", ch_format_get((ch_format)f)->name);
		}
		printf("%-20s %-5s %-28s %5u %5u %5u %5u  %s\n", variant->name, op ? op : "?", formats,
		       variant->max_ncols, variant->order.lanes, variant->order.qi, variant->order.vdr,
		       variant->same_bytes_as ? variant->same_bytes_as : "");
	}
}

static int list_cases(const ch_worker_info *info, ch_level level, const char *filter, const char *known_dir)
{
	char error[512] = "";
	ch_case_list list = {0};
	ch_case_sources *sources = ch_case_sources_open(info, level, 1, known_dir, &list, error, sizeof(error));
	int code = CH_EXIT_PASS;

	if (!sources) {
		fprintf(stderr, "checkhip list: %s\n", error);
		code = CH_EXIT_CANNOT;
	}
	size_t shown = 0;

	for (size_t i = 0; sources && i < list.count; i++) {
		if (!ch_filter_matches(filter, list.cases[i].name))
			continue;
		puts(list.cases[i].name);
		shown++;
	}
	if (sources && !shown)
		fprintf(stderr, "checkhip list: no case of this provider and level has such a name\n");
	ch_case_sources_close(sources);
	ch_case_free(&list);
	return code;
}

typedef struct ch_listing {
	const char *provider, *filter, *known_dir;
	ch_level level;
	double time_limit;
	int what;
} ch_listing;

static int with_provider(const ch_listing *listing)
{
	ch_call_report report;
	ch_worker *worker = ch_worker_new(listing->provider, listing->time_limit);
	const ch_worker_info *info = worker ? ch_worker_open(worker, &report) : NULL;
	int code = CH_EXIT_PASS;

	if (!info) {
		fprintf(stderr, "checkhip list: provider %s: %s\n", listing->provider,
			worker ? report.words : "no memory");
		code = CH_EXIT_CANNOT;
	} else if (listing->what == OPT_VARIANTS) {
		list_variants(info);
	} else {
		code = list_cases(info, listing->level, listing->filter, listing->known_dir);
	}
	if (worker && !ch_worker_close(worker, &report))
		fprintf(stderr, "checkhip list: provider %s: %s\n", listing->provider, report.words);
	ch_worker_free(worker);
	return code;
}

/* CH_EXIT_PASS or CH_EXIT_USAGE. */
static int parse(int argc, char **argv, ch_listing *listing)
{
	int option;

	*listing = (ch_listing){.provider = "reference", .time_limit = 60, .what = OPT_CASES};
	optind = 1;
	opterr = 0;
	while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		switch (option) {
		case OPT_PROVIDER:
			listing->provider = optarg;
			break;
		case OPT_FILTER:
			listing->filter = optarg;
			break;
		case OPT_KNOWN:
			listing->known_dir = optarg;
			break;
		case OPT_LEVEL:
			if (!ch_level_find(optarg, &listing->level))
				return ch_usage_error(&ch_command_list,
						      "--level is quick, standard or comprehensive, not '%s'", optarg);
			break;
		case OPT_TIME_LIMIT:
			if (!ch_parse_seconds(optarg, &listing->time_limit))
				return ch_usage_error(&ch_command_list, "--time-limit wants seconds, not '%s'", optarg);
			break;
		case '?':
			return ch_usage_error(&ch_command_list, "wrong option or missing value: '%s'",
					      argv[optind - 1]);
		default:
			listing->what = option;
			break;
		}
	}
	if (optind < argc)
		return ch_usage_error(&ch_command_list, "unexpected '%s'", argv[optind]);
	return CH_EXIT_PASS;
}

static int run(int argc, char **argv)
{
	ch_listing listing;
	int code = parse(argc, argv, &listing);

	if (code)
		return code;
	if (listing.what == OPT_FORMATS)
		list_formats();
	else if (listing.what == OPT_PROVIDERS)
		list_providers();
	else
		code = with_provider(&listing);
	return code;
}

const ch_command ch_command_list = {"list", "list cases, providers, formats, variants", help, run};
