/* SPDX-License-Identifier: Apache-2.0 */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "golden.h"
#include "options.h"

enum { OPTION_BASE = 256 };

typedef enum option_kind { TEXT, LIST, NUMBER, SECONDS, FLAG, CACHE } option_kind;

typedef struct option_row {
	const char *name;
	option_kind kind;
	size_t offset, count_offset; /* into golden_options */
	int64_t low, high;
} option_row;

#define AT(field) offsetof(golden_options, field)

static const option_row rows[] = {
	{"key-env", TEXT, AT(key_env), 0, 0, 0},
	{"server", TEXT, AT(server), 0, 0, 0},
	{"start", TEXT, AT(start), 0, 0, 0},
	{"start-b", TEXT, AT(start_b), 0, 0, 0},
	{"log", TEXT, AT(log), 0, 0, 0},
	{"log-pattern", TEXT, AT(log_pattern), 0, 0, 0},
	{"witness", TEXT, AT(witness), 0, 0, 0},
	{"model", TEXT, AT(model), 0, 0, 0},
	{"why", TEXT, AT(why), 0, 0, 0},
	{"junit", TEXT, AT(junit), 0, 0, 0},
	{"markdown", TEXT, AT(markdown), 0, 0, 0},
	{"accept", LIST, AT(accepts), AT(accept_count), 0, 0},
	{"prompt", LIST, AT(prompts), AT(prompt_count), 0, 0},
	{"env", LIST, AT(environment), AT(environment_count), 0, 0},
	{"repeat", NUMBER, AT(repeat), 0, 2, 1000},
	{"concurrency", NUMBER, AT(concurrency), 0, 1, 256},
	{"restarts", NUMBER, AT(restarts), 0, 0, 1000},
	{"timeout", SECONDS, AT(time_out), 0, 0, 0},
	{"start-timeout", SECONDS, AT(start_time_out), 0, 0, 0},
	{"cache", CACHE, AT(cache), 0, 0, 0},
	{"json", FLAG, AT(json), 0, 0, 0},
	{"allow-same", FLAG, AT(allow_same), 0, 0, 0},
	{"allow-wrong", FLAG, AT(allow_wrong), 0, 0, 0},
	{"measure", FLAG, AT(measure), 0, 0, 0},
	{"continue", FLAG, AT(go_on), 0, 0, 0},
	{"no-seen", FLAG, AT(no_seen), 0, 0, 0},
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

static bool complain(const char *name, const char *what)
{
	fprintf(stderr, "checkhip golden: --%s %s; `checkhip golden --help` shows how\n", name, what);
	return false;
}

static bool take(const option_row *row, const char *text, golden_options *options)
{
	char *base = (char *)options, what[96];
	size_t *count = (size_t *)(void *)(base + row->count_offset);
	const char **list = (const char **)(void *)(base + row->offset);

	switch (row->kind) {
	case TEXT:
		*list = text;
		return true;
	case LIST:
		if (*count == GOLDEN_NAMES)
			return complain(row->name, "stands too often");
		list[(*count)++] = text;
		return true;
	case NUMBER:
		if (ch_parse_i64(text, row->low, row->high, (int64_t *)(void *)(base + row->offset)))
			return true;
		snprintf(what, sizeof(what), "takes a whole number from %lld to %lld", (long long)row->low,
			 (long long)row->high);
		return complain(row->name, what);
	case SECONDS:
		return (ch_parse_seconds(text, (double *)(void *)(base + row->offset)) &&
			*(double *)(void *)(base + row->offset) < 1e6) ||
		       complain(row->name, "takes seconds, a positive number");
	case CACHE:
		options->cache = !strcmp(text, "on") ? CH_CACHE_ON : !strcmp(text, "off") ? CH_CACHE_OFF : -1;
		return options->cache >= 0 || complain(row->name, "takes on or off");
	case FLAG:
		break;
	}
	*(bool *)(void *)(base + row->offset) = true;
	return true;
}

static bool check(const golden_options *options)
{
	for (size_t i = 0; i < options->environment_count; i++)
		if (ch_environment_refuses(options->environment[i])) {
			fprintf(stderr, "checkhip golden: --env %s: it %s\n", options->environment[i],
				ch_environment_refuses(options->environment[i]));
			return false;
		}
	if (options->restarts && !options->start)
		return complain("restarts", "needs --start: only a server that was started here can be started again");
	if (options->log && !options->log_pattern && !options->witness)
		return complain("log", "needs --log-pattern or --witness, which say what to look for in it");
	if (options->log_pattern && !options->log && !options->start)
		return complain("log-pattern", "needs --log, or --start whose output is the log");
	if (options->accept_count && (!options->why || !*options->why))
		return complain("accept", "needs --why: the reason is stored in the suite");
	return true;
}

bool golden_options_parse(int argc, char **argv, golden_options *options)
{
	struct option table[ROWS + 1] = {0};
	int chosen;

	*options = (golden_options){.repeat = 2, .concurrency = 1, .time_out = 600, .start_time_out = 300, .cache = -1};
	for (int i = 0; i < ROWS; i++)
		table[i] = (struct option){rows[i].name, rows[i].kind == FLAG ? no_argument : required_argument, NULL,
					   OPTION_BASE + i};
	optind = 1;
	opterr = 0;
	while ((chosen = getopt_long(argc, argv, "", table, NULL)) != -1) {
		if (chosen == '?') {
			fprintf(stderr,
				"checkhip golden: %s: no such option, or its value is missing; `checkhip golden "
				"--help` shows how\n",
				argv[optind - 1]);
			return false;
		}
		if (!take(&rows[chosen - OPTION_BASE], optarg, options))
			return false;
	}
	for (; optind < argc; optind++) {
		if (options->word_count == GOLDEN_WORDS) {
			fprintf(stderr, "checkhip golden: %s: one word too many; `checkhip golden --help` shows how\n",
				argv[optind]);
			return false;
		}
		options->words[options->word_count++] = argv[optind];
	}
	return check(options);
}
