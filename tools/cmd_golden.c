/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip golden: what a served model says, greedily, against what it said. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "golden.h"
#include "suite/output.h"

static const char help[] =
	"example: checkhip golden new tests/golden/mine\n"
	"         checkhip golden record http://127.0.0.1:8080 tests/golden/mine\n"
	"         checkhip golden verify http://127.0.0.1:8080 tests/golden/mine\n"
	"\n"
	"usage: checkhip golden new SUITE                      makes a suite of ready prompts\n"
	"       checkhip golden record URL SUITE [OPTIONS]     asks them and keeps the answers\n"
	"       checkhip golden verify URL SUITE [OPTIONS]     asks again and compares\n"
	"       checkhip golden compare URL_A URL_B SUITE      base against candidate, no answers needed\n"
	"       checkhip golden show SUITE                     readable\n"
	"       checkhip golden accept SUITE PROMPT --why TEXT takes what the last verify saw\n"
	"\n"
	"  --key-env NAME      environment variable that holds the key (CHECKHIP_API_KEY if it is set)\n"
	"  --server NAME       llama.cpp, lucebox, strata, vllm or openai, instead of asking\n"
	"  --prompt ID         this prompt only; may be repeated\n"
	"  --accept ID         record: overwrite this golden; may be repeated; needs --why TEXT\n"
	"  --allow-wrong       record also what fails its own checks\n"
	"  --continue          record: go on with SUITE.partial\n"
	"  --repeat N          runs in a row, not streamed and streamed in turn (2)\n"
	"  --concurrency N     then N requests at once (1: none)\n"
	"  --cache on|off      the server's prompt cache, where it knows the switch (the suite's)\n"
	"  --start COMMAND     start the server by this, and stop it; --start-b for URL_B\n"
	"  --restarts N        start it N times more and run everything again\n"
	"  --env NAME          give this variable to --start and record it; may be repeated\n"
	"  --log FILE          the server's log; --log-pattern TEXT: an accept rate stands after it\n"
	"  --witness TEXT      keep the last log line that holds it as the witness of the route\n"
	"  --model FILE        record or compare the identity of this model file\n"
	"  --measure           compare: measure the near-tie threshold and store it in the suite\n"
	"  --allow-same        compare: one server against itself is meant\n"
	"  --timeout SECONDS   of one request (600); --start-timeout SECONDS (300)\n"
	"  --no-seen           verify: keep nothing in SUITE.seen\n"
	"  --json              one object a line; --junit FILE, --markdown FILE besides\n"
	"\n"
	"Exit codes: 0 match; 1 a difference; 2 wrong use; 3 not reachable; 4 file; 5 bad suite; 6 busy; 7 memory;\n"
	"10 unauthorized; 11 rate limit; 12 server failed; 13 time-out; 14 cut; 15 bad JSON; 16 content type;\n"
	"17 redirect; 18 too large; 19 refused; 20 NUL; 21 key in the answer; 22 --start; 130 interrupted.\n";

typedef struct golden_row {
	const char *name;
	int words; /* besides options */
	int (*run)(const golden_options *options);
	const char *usage;
} golden_row;

static const golden_row golden_rows[] = {
	{"record", 2, golden_record, "URL SUITE"},	     {"verify", 2, golden_verify, "URL SUITE"},
	{"compare", 3, golden_compare, "URL_A URL_B SUITE"}, {"show", 1, golden_show, "SUITE"},
	{"accept", 2, golden_accept, "SUITE PROMPT"},	     {"new", 1, golden_new, "SUITE"},
};

enum { EXIT_FILE = 4 };

/* Before anything is asked: an answer that cannot be reported took its time for nothing. */
static bool can_report(const golden_options *options)
{
	const char *const paths[] = {options->junit, options->markdown};
	char words[320];

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		if (!paths[i] || ch_output_check(paths[i], words, sizeof(words)))
			continue;
		fprintf(stderr, "checkhip golden: %s\n", words);
		return false;
	}
	return true;
}

static int run_golden(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	golden_options options;

	for (size_t i = 0; i < sizeof(golden_rows) / sizeof(golden_rows[0]); i++) {
		const golden_row *row = &golden_rows[i];

		if (strcmp(name, row->name) != 0)
			continue;
		if (!golden_options_parse(argc - 1, argv + 1, &options))
			return CH_EXIT_USAGE;
		if (options.word_count != row->words)
			return ch_usage_error(&ch_command_golden, "%s takes %s", row->name, row->usage);
		return can_report(&options) ? row->run(&options) : EXIT_FILE;
	}
	return ch_usage_error(&ch_command_golden, "'%s' is none of record, verify, compare, show, accept, new", name);
}

const ch_command ch_command_golden = {
	.name = "golden",
	.summary = "compare what a served model says, greedily, with what it said",
	.help = help,
	.run = run_golden,
};
