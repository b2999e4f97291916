/* SPDX-License-Identifier: Apache-2.0
 *
 * Asking one or two servers all prompts, as often and in the order that is needed to tell a change from chance: each prompt
 * at least twice in a row (streamed and not), once more after all others, then at once, and all of it again after restarts. */
#ifndef CHECKHIP_GOLDEN_SESSION_H
#define CHECKHIP_GOLDEN_SESSION_H

#include "golden/judge.h"
#include "golden/launch.h"

typedef struct ch_arm {
	const char *name; /* "base", "now" */
	const char *url, *key_variable, *forced, *start;
	const char *log_path, *log_pattern; /* of the accept rate; NULL: none */
	const char *witness_words;	    /* NULL: none */
	bool open;
	ch_server server;
	ch_launched launched;
	char witness[256];
	ch_runs *runs; /* of each prompt */
} ch_arm;

typedef struct ch_session {
	ch_suite *suite;
	const bool *selected; /* of each prompt */
	ch_arm *arms;
	size_t arm_count;
	int repeat, concurrency, restarts;
	double time_out, start_time_out;
	const char *const *extra_environment;
	size_t extra_count;
	const volatile sig_atomic_t *interrupted;
	/* Whether a plain run with log-probabilities is needed, after the first runs of a prompt. */
	bool (*wants_plain)(const struct ch_session *session, size_t prompt);
	void (*progress)(const struct ch_session *session, const char *words); /* NULL: none */
	ch_trouble trouble; /* of the session: it could not begin, or stopped */
	bool allow_same;    /* both arms may be one server */
} ch_session;

/* Runs everything that can be run. What was answered is in the arms' runs also when it returns false. */
bool ch_session_run(ch_session *session);
void ch_session_close(ch_session *session);

#endif
