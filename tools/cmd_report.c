/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip report: several runs side by side, and which lines of evidence spoke. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "report_read.h"
#include "suite/report.h"

static const char help[] =
	"example: checkhip run --provider gcn:gfx1151 --json --output gcn.jsonl; checkhip report gcn.jsonl\n"
	"example: checkhip report reference.jsonl gcn.jsonl gpu.jsonl --markdown\n"
	"\n"
	"usage: checkhip report FILE... [--markdown | --json]\n"
	"Puts the results of several runs (`checkhip run --json`, one run a file) side by side: what each computed, "
	"what failed,\n"
	"and which of the independent lines of evidence spoke at all. An audit (`checkhip audit --expect FILE --json`) "
	"is "
	"one of\n"
	"them; its expectations count as its cases.\n"
	"\n"
	"  --markdown   for a CI summary\n"
	"  --json       one object\n"
	"\n"
	"Exit codes: 0 every run is complete and passed; 1 one failed, was interrupted or checked nothing; 2 wrong "
	"use; 3 a file\n"
	"cannot be read, or is no result.\n";

/* The lines of evidence that runs give, and by which provider. A shared library may be any of them: its user knows. */
static const struct {
	const char *provider, *line;
} lines[] = {
	{"reference", "the contract in C"},
	{"gcn", "AMD machine code executed on the CPU"},
	{"gpu", "a GPU"},
	{"audit", "audit of the compiled kernels"},
	{"plugin", "a shared library"},
};

enum { LINES = sizeof(lines) / sizeof(lines[0]) };

typedef struct runs {
	run_file *files;
	size_t count;
	const char **groups; /* of all files, each once, in the order in which they were met */
	size_t group_count;
} runs;

static bool file_passed(const run_file *file)
{
	return file->complete && file->counts[CH_PASS] && !file->counts[CH_FAIL] && !file->counts[CH_ERROR];
}

static const char *outcome_of(const run_file *file)
{
	return !file->complete					 ? "NOT COMPLETE"
	       : file->counts[CH_FAIL] || file->counts[CH_ERROR] ? "FAIL"
	       : file->counts[CH_PASS]				 ? "pass"
								 : "FAIL: nothing was checked";
}

static bool is_line(const run_file *file, const char *provider)
{
	size_t length = strlen(provider);

	return !strncmp(file->provider, provider, length) && (!file->provider[length] || file->provider[length] == ':');
}

static bool collect_groups(runs *all)
{
	size_t most = 0;

	for (size_t f = 0; f < all->count; f++)
		most += all->files[f].group_count;
	all->groups = calloc(most ? most : 1, sizeof(*all->groups));
	for (size_t f = 0; all->groups && f < all->count; f++)
		for (size_t g = 0; g < all->files[f].group_count; g++) {
			const char *name = all->files[f].groups[g].name;
			bool known = false;

			for (size_t i = 0; i < f && !known; i++)
				known = run_file_group(&all->files[i], name) != NULL;
			if (!known)
				all->groups[all->group_count++] = name;
		}
	return all->groups != NULL;
}

static void put_cell(const run_group *group, char *text, size_t size)
{
	if (!group)
		(void)snprintf(text, size, "-");
	else if (group->counts[CH_FAIL] || group->counts[CH_ERROR])
		(void)snprintf(text, size, "%u FAIL of %u", group->counts[CH_FAIL] + group->counts[CH_ERROR],
			       group->counts[CH_FAIL] + group->counts[CH_ERROR] + group->counts[CH_PASS]);
	else if (group->counts[CH_PASS])
		(void)snprintf(text, size, "%u pass", group->counts[CH_PASS]);
	else
		(void)snprintf(text, size, "%u skipped", group->counts[CH_SKIP]);
}

/* A line of evidence and who gave it. */
static void put_evidence(const runs *all, bool markdown)
{
	if (markdown)
		printf("\n| line of evidence | |\n|---|---|\n");
	else
		printf("\nlines of evidence\n");
	for (int i = 0; i < LINES; i++) {
		bool spoke = false;

		for (size_t f = 0; f < all->count; f++) {
			const run_file *file = &all->files[f];

			if (!is_line(file, lines[i].provider))
				continue;
			printf(markdown ? "| %s | %s: %s%s%s |\n" : "  %-38s %s: %s%s%s\n", spoke ? "" : lines[i].line,
			       outcome_of(file), file->description[0] ? file->description : file->provider,
			       file->commit[0] ? ", commit " : "", file->commit);
			spoke = true;
		}
		if (!spoke)
			printf(markdown ? "| %s | silent |\n" : "  %-38s silent\n", lines[i].line);
	}
}

static void put_text(const runs *all)
{
	char cell[64];

	printf("%-44s", "computed");
	for (size_t f = 0; f < all->count; f++)
		printf(" %18.18s", all->files[f].provider);
	for (size_t g = 0; g < all->group_count; g++) {
		printf("\n%-44s", all->groups[g]);
		for (size_t f = 0; f < all->count; f++) {
			put_cell(run_file_group(&all->files[f], all->groups[g]), cell, sizeof(cell));
			printf(" %18s", cell);
		}
	}
	printf("\n%-44s", "in all");
	for (size_t f = 0; f < all->count; f++)
		printf(" %18s", outcome_of(&all->files[f]));
	printf("\n");
	put_evidence(all, false);
	for (size_t f = 0; f < all->count; f++)
		for (size_t i = 0; i < all->files[f].failure_count; i++) {
			const run_failure *one = &all->files[f].failures[i];

			printf("%s%s: %s: %s: %s%s%s\n", i || f ? "" : "\n", all->files[f].provider, one->name,
			       one->clause, one->text, one->looks_like[0] ? "; " : "", one->looks_like);
		}
}

/* A bar would end a cell. */
static void put_markdown_words(const char *text)
{
	for (; *text; text++)
		if (*text == '|')
			fputs("\\|", stdout);
		else
			putchar(*text == '\n' ? ' ' : *text);
}

static void put_markdown(const runs *all)
{
	char cell[64];

	printf("### checkhip\n\n| computed |");
	for (size_t f = 0; f < all->count; f++) {
		printf(" ");
		put_markdown_words(all->files[f].provider);
		printf(" |");
	}
	printf("\n|---|");
	for (size_t f = 0; f < all->count; f++)
		printf("---|");
	for (size_t g = 0; g < all->group_count; g++) {
		printf("\n| ");
		put_markdown_words(all->groups[g]);
		printf(" |");
		for (size_t f = 0; f < all->count; f++) {
			put_cell(run_file_group(&all->files[f], all->groups[g]), cell, sizeof(cell));
			printf(" %s |", cell);
		}
	}
	printf("\n| **in all** |");
	for (size_t f = 0; f < all->count; f++)
		printf(" **%s** |", outcome_of(&all->files[f]));
	printf("\n");
	put_evidence(all, true);
	for (size_t f = 0; f < all->count; f++)
		for (size_t i = 0; i < all->files[f].failure_count; i++) {
			const run_failure *one = &all->files[f].failures[i];

			printf(i || f ? "- " : "\n- ");
			put_markdown_words(all->files[f].provider);
			printf(": `%s` **%s** ", one->name, one->clause);
			put_markdown_words(one->text);
			printf("%s", one->looks_like[0] ? "; " : "");
			put_markdown_words(one->looks_like);
			printf("\n");
		}
}

static void put_json_counts(const uint32_t counts[CH_RESULT_COUNT])
{
	for (int i = 0; i < CH_RESULT_COUNT; i++)
		printf(",\"%s\":%u", ch_result_json_word((ch_result)i), counts[i]);
}

static void put_json(const runs *all, bool passed)
{
	printf("{\"report\":true,\"outcome\":\"%s\",\"runs\":[", passed ? "pass" : "FAIL");
	for (size_t f = 0; f < all->count; f++) {
		const run_file *file = &all->files[f];

		printf("%s{\"file\":", f ? "," : "");
		ch_json_string(stdout, file->path);
		printf(",\"provider\":");
		ch_json_string(stdout, file->provider);
		printf(",\"description\":");
		ch_json_string(stdout, file->description);
		printf(",\"outcome\":\"%s\"", outcome_of(file));
		put_json_counts(file->counts);
		printf(",\"computed\":[");
		for (size_t g = 0; g < file->group_count; g++) {
			printf("%s{\"name\":", g ? "," : "");
			ch_json_string(stdout, file->groups[g].name);
			put_json_counts(file->groups[g].counts);
			printf("}");
		}
		printf("]}");
	}
	printf("],\"silent\":[");
	for (int i = 0, silent = 0; i < LINES; i++) {
		bool spoke = false;

		for (size_t f = 0; f < all->count; f++)
			spoke = spoke || is_line(&all->files[f], lines[i].provider);
		if (!spoke)
			printf("%s\"%s\"", silent++ ? "," : "", lines[i].line);
	}
	printf("]}\n");
}

static int report(char **paths, size_t count, int style)
{
	runs all = {calloc(count, sizeof(run_file)), 0, NULL, 0};
	char words[512] = "out of memory";
	bool ok = all.files != NULL, passed = true;

	for (; ok && all.count < count; all.count++) {
		ok = run_file_read(paths[all.count], &all.files[all.count], words, sizeof(words));
		passed = passed && file_passed(&all.files[all.count]);
	}
	ok = ok && collect_groups(&all);
	if (!ok)
		fprintf(stderr, "checkhip report: %s\n", words);
	else if (style == 'j')
		put_json(&all, passed);
	else if (style == 'm')
		put_markdown(&all);
	else
		put_text(&all);
	for (size_t i = 0; all.files && i < all.count; i++)
		run_file_free(&all.files[i]);
	free(all.files);
	free(all.groups);
	return !ok ? CH_EXIT_CANNOT : passed ? CH_EXIT_PASS : CH_EXIT_FAIL;
}

static int run(int argc, char **argv)
{
	static const struct option options[] = {
		{"markdown", no_argument, NULL, 'm'},
		{"json", no_argument, NULL, 'j'},
		{NULL, 0, NULL, 0},
	};
	int one, style = 0;

	opterr = 0;
	while ((one = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (one == '?')
			return ch_usage_error(&ch_command_report, "%s is no option", argv[optind - 1]);
		if (style && style != one)
			return ch_usage_error(&ch_command_report, "--markdown or --json, not both");
		style = one;
	}
	if (optind >= argc)
		return ch_usage_error(&ch_command_report,
				      "no FILE: the results of `checkhip run --json` or `audit --json`");
	return report(argv + optind, (size_t)(argc - optind), style);
}

const ch_command ch_command_report = {"report", "several runs side by side, and which lines of evidence spoke", help,
				      run};
