/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip golden: what its subcommands share. */
#ifndef CHECKHIP_TOOLS_GOLDEN_H
#define CHECKHIP_TOOLS_GOLDEN_H

#include <stdint.h>

#include "golden/model_file.h"
#include "golden/session.h"

enum { GOLDEN_WORDS = 3, GOLDEN_NAMES = 256 };

typedef struct golden_options {
	const char *words[GOLDEN_WORDS]; /* URLs, suite, prompt: what is no option */
	int word_count;
	const char *key_env, *server, *start, *start_b, *log, *log_pattern, *witness, *model, *why, *junit, *markdown;
	const char *accepts[GOLDEN_NAMES], *prompts[GOLDEN_NAMES], *environment[GOLDEN_NAMES];
	size_t accept_count, prompt_count, environment_count;
	int64_t repeat, concurrency, restarts;
	double time_out, start_time_out;
	int cache; /* ch_cache_switch; -1: the suite's */
	bool json, allow_same, allow_wrong, measure, go_on, no_seen;
} golden_options;

/* True, or false after one line on standard error. */
bool golden_options_parse(int argc, char **argv, golden_options *options);

/* What came of a run. */
typedef struct golden_report {
	const char *command; /* "verify" */
	const ch_suite *suite;
	const golden_options *options;
	const ch_session *session;
	ch_judgement *judgements; /* of each prompt */
	ch_bytes notes;		  /* lines: what else is to be known */
	bool identity_failed;	  /* another model: no pass */
	ch_suite environment;	  /* its variables alone: those that are set now */
} golden_report;

bool golden_report_open(golden_report *report, const char *command, const golden_options *options,
			const ch_session *session);
void golden_report_note(golden_report *report, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints, writes the files that were asked for, and gives the exit code. */
int golden_report_close(golden_report *report);

/* One line on standard error; the trouble's exit code. */
int golden_trouble(const ch_trouble *trouble);

/* Fills in the session for a suite and one or two URLs; selected has a flag for each prompt. */
void golden_session(ch_session *session, ch_arm *arms, size_t arm_count, const golden_options *options, ch_suite *suite,
		    const bool *selected);
/* False, after one line, if --prompt names one that the suite has not. */
bool golden_select(const golden_options *options, ch_suite *suite, bool *selected, ch_trouble *trouble);

/* Where the identities of two recordings differ, a note each. True if the model itself is another. */
bool golden_note_identity(golden_report *report, const ch_suite *recorded, const ch_identity *now,
			  const ch_model *model);

/* Opens a folder beside the suite ("SUITE.partial"). */
bool golden_open_beside(ch_suite_dir *dir, const char *suite, const char *ending, ch_trouble *trouble);
bool golden_now(char *text, size_t size);

int golden_record(const golden_options *options);
int golden_verify(const golden_options *options);
int golden_compare(const golden_options *options);
int golden_show(const golden_options *options);
int golden_accept(const golden_options *options);
int golden_new(const golden_options *options);

#endif
