/* SPDX-License-Identifier: Apache-2.0 */
#include "golden/session.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* After these nothing else can be hoped for from the server; the others belong to one prompt. */
static bool ends_session(ch_trouble_kind kind)
{
	switch (kind) {
	case CH_TROUBLE_UNREACHABLE:
	case CH_TROUBLE_UNAUTHORIZED:
	case CH_TROUBLE_RATE_LIMIT:
	case CH_TROUBLE_REDIRECT:
	case CH_TROUBLE_KEY:
	case CH_TROUBLE_MEMORY:
	case CH_TROUBLE_START:
	case CH_TROUBLE_INTERRUPTED:
		return true;
	default:
		return false;
	}
}

static void tell(const ch_session *session, const ch_arm *arm, const char *what, size_t prompt)
{
	char words[200];

	if (!session->progress)
		return;
	snprintf(words, sizeof(words), "[%zu/%zu] %s: %s, %s", prompt + 1, session->suite->prompt_count,
		 session->suite->prompts[prompt].id, arm->name, what);
	session->progress(session, words);
}

/* One run into the prompt's list. False if the session must end. */
static bool run_once(ch_session *session, ch_arm *arm, size_t prompt, ch_run_kind kind, unsigned how, int start)
{
	const ch_prompt *asked = &session->suite->prompts[prompt];
	ch_runs *runs = &arm->runs[prompt];
	ch_trouble trouble = {0};
	ch_run *run;

	if (runs->trouble.kind)
		return true;
	if (session->interrupted && *session->interrupted) {
		ch_trouble_set(&session->trouble, CH_TROUBLE_INTERRUPTED, "interrupted");
		return false;
	}
	run = ch_runs_add(runs);
	if (!run)
		return ch_trouble_set(&session->trouble, CH_TROUBLE_MEMORY, "out of memory");
	*run = (ch_run){.kind = kind, .streamed = (how & CH_ASK_STREAM) != 0, .start = start};
	if (ch_ask(&arm->server, session->suite, asked, how, &run->asked, &trouble) &&
	    (kind != CH_RUN_FIRST ||
	     ch_ask_prompt_ids(&arm->server, session->suite, asked, &run->asked.answer, &trouble)))
		return true;
	/* an interrupted run says nothing of its prompt: what was whole before it stays */
	ch_asked_free(&run->asked);
	runs->count--;
	if (trouble.kind != CH_TROUBLE_INTERRUPTED)
		runs->trouble = trouble;
	if (!ends_session(trouble.kind))
		return true;
	session->trouble = trouble;
	return false;
}

static bool first_runs(ch_session *session, size_t prompt, int start)
{
	for (int i = 0; i < session->repeat; i++)
		for (size_t a = 0; a < session->arm_count; a++) {
			ch_arm *arm = &session->arms[a];
			ch_run_kind kind = i || start ? CH_RUN_REPEATED : CH_RUN_FIRST;

			tell(session, arm, i % 2 ? "streamed" : "not streamed", prompt);
			if (!run_once(session, arm, prompt, kind, CH_ASK_ALONE | (i % 2 ? CH_ASK_STREAM : 0), start))
				return false;
		}
	for (size_t a = 0; !start && a < session->arm_count; a++) {
		ch_arm *arm = &session->arms[a];
		const ch_run *first = ch_runs_first(&arm->runs[prompt], CH_RUN_FIRST);
		/* M04: a server that drafts is compared with itself without */
		bool drafts = first && first->asked.answer.drafted > 0 && arm->server.adapter->plain;

		if (!first || !arm->server.adapter->margins || (!drafts && !session->wants_plain(session, prompt)))
			continue;
		tell(session, arm, "log-probabilities", prompt);
		if (!run_once(session, arm, prompt, CH_RUN_PLAIN, CH_ASK_MARGINS, start))
			return false;
	}
	return true;
}

typedef struct worker {
	pthread_t thread;
	ch_session session; /* its own copy: troubles and interruption */
	ch_arm arm;
	size_t offset;
	bool started, ok;
} worker;

static void *work(void *context)
{
	worker *self = context;
	size_t count = self->session.suite->prompt_count;

	self->ok = true;
	/* from another prompt on in each, so that different prompts share a batch */
	for (size_t i = 0; self->ok && i < count; i++) {
		size_t prompt = (i + self->offset) % count;

		if (self->session.selected[prompt])
			self->ok = run_once(&self->session, &self->arm, prompt, CH_RUN_CONCURRENT, 0, 0);
	}
	return NULL;
}

static bool move_runs(ch_runs *to, ch_runs *from)
{
	for (size_t i = 0; i < from->count; i++) {
		ch_run *run = ch_runs_add(to);

		if (!run)
			return false;
		*run = from->runs[i];
		from->runs[i] = (ch_run){0};
	}
	if (from->trouble.kind && !to->trouble.kind)
		to->trouble = from->trouble;
	return true;
}

static bool concurrent_runs(ch_session *session, ch_arm *arm, int start)
{
	size_t prompts = session->suite->prompt_count;
	worker *workers = calloc((size_t)session->concurrency, sizeof(*workers));
	bool ok = workers != NULL;

	for (int i = 0; ok && i < session->concurrency; i++) {
		workers[i].session = *session;
		workers[i].session.progress = NULL;
		workers[i].arm = *arm;
		workers[i].offset = (size_t)i * prompts / (size_t)session->concurrency;
		workers[i].arm.runs = calloc(prompts, sizeof(*arm->runs));
		ok = workers[i].arm.runs && !pthread_create(&workers[i].thread, NULL, work, &workers[i]);
		workers[i].started = ok;
	}
	if (!ok)
		ch_trouble_set(&session->trouble, CH_TROUBLE_MEMORY, "no memory or threads for concurrent requests");
	for (int i = 0; workers && i < session->concurrency; i++) {
		if (workers[i].started)
			pthread_join(workers[i].thread, NULL);
		if (workers[i].started && !workers[i].ok) {
			session->trouble = workers[i].session.trouble;
			ok = false;
		}
		for (size_t p = 0; workers[i].arm.runs && p < prompts; p++) {
			for (size_t r = 0; r < workers[i].arm.runs[p].count; r++)
				workers[i].arm.runs[p].runs[r].start = start;
			ok = move_runs(&arm->runs[p], &workers[i].arm.runs[p]) && ok;
			ch_runs_free(&workers[i].arm.runs[p]);
		}
		free(workers[i].arm.runs);
	}
	free(workers);
	return ok;
}

static bool all_runs(ch_session *session, int start)
{
	size_t count = session->suite->prompt_count;

	for (size_t p = 0; p < count; p++)
		if (session->selected[p] && !first_runs(session, p, start))
			return false;
	for (size_t p = 0; p < count; p++)
		for (size_t a = 0; session->selected[p] && a < session->arm_count; a++) {
			tell(session, &session->arms[a], "after the others", p);
			if (!run_once(session, &session->arms[a], p, CH_RUN_AFTER_OTHERS, CH_ASK_ALONE, start))
				return false;
		}
	for (size_t a = 0; session->concurrency > 1 && a < session->arm_count; a++) {
		if (session->progress)
			session->progress(session, "concurrent requests");
		if (!concurrent_runs(session, &session->arms[a], start))
			return false;
	}
	return true;
}

static bool open_arm(ch_session *session, ch_arm *arm)
{
	ch_server *server = &arm->server;

	if (!arm->open) {
		if (!ch_client_open(&server->client, arm->url, arm->key_variable, &session->trouble))
			return false;
		arm->open = true;
		server->client.time_out = session->time_out;
		server->client.interrupted = session->interrupted;
	}
	if (arm->start && session->progress)
		session->progress(session, "starting the server");
	if (arm->start && !ch_launch(&arm->launched, arm->start, &server->client, session->start_time_out,
				     session->extra_environment, session->extra_count, &session->trouble))
		return false;
	server->log_set = arm->log_pattern && (arm->log_path || *arm->launched.log);
	if (server->log_set) {
		snprintf(server->log_path, sizeof(server->log_path), "%s",
			 arm->log_path ? arm->log_path : arm->launched.log);
		snprintf(server->log_pattern, sizeof(server->log_pattern), "%s", arm->log_pattern);
	}
	return ch_server_probe(server, arm->forced, &session->trouble);
}

/* A golden compared with itself proves nothing. */
static bool same_server(const ch_session *session)
{
	const ch_server *a = &session->arms[0].server, *b = &session->arms[1].server;

	return ch_client_same_server(&a->client, &b->client) || (*a->peer && !strcmp(a->peer, b->peer));
}

static bool run_start(ch_session *session, int start)
{
	for (size_t a = 0; a < session->arm_count; a++)
		if (!open_arm(session, &session->arms[a]))
			return false;
	if (session->arm_count == 2 && !session->allow_same && same_server(session))
		return ch_trouble_set(
			&session->trouble, CH_TROUBLE_USAGE,
			"%s and %s are one server: it would be compared with itself; --allow-same if that is meant",
			session->arms[0].server.client.base, session->arms[1].server.client.base);
	return all_runs(session, start);
}

bool ch_session_run(ch_session *session)
{
	bool ok = true;

	for (size_t a = 0; a < session->arm_count; a++) {
		session->arms[a].runs = calloc(session->suite->prompt_count, sizeof(ch_runs));
		if (!session->arms[a].runs)
			return ch_trouble_set(&session->trouble, CH_TROUBLE_MEMORY, "out of memory");
	}
	for (int start = 0; ok && start <= session->restarts; start++) {
		ok = run_start(session, start);
		for (size_t a = 0; a < session->arm_count; a++) {
			ch_arm *arm = &session->arms[a];

			if (arm->witness_words && (arm->log_path || *arm->launched.log))
				ch_launch_witness(arm->log_path ? arm->log_path : arm->launched.log, arm->witness_words,
						  arm->witness, sizeof(arm->witness));
			ch_launch_stop(&arm->launched);
		}
	}
	return ok;
}

void ch_session_close(ch_session *session)
{
	for (size_t a = 0; a < session->arm_count; a++) {
		ch_arm *arm = &session->arms[a];

		ch_launch_forget(&arm->launched);
		if (arm->open)
			ch_server_close(&arm->server);
		for (size_t p = 0; arm->runs && p < session->suite->prompt_count; p++)
			ch_runs_free(&arm->runs[p]);
		free(arm->runs);
		arm->runs = NULL;
		arm->open = false;
	}
}
