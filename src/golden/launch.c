/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "golden/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const struct timespec tenth = {0, 100000000};

/* What any program needs; these are not recorded. */
static const char *const needed[] = {"PATH", "HOME",  "LANG",	    "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH",
				     "USER", "SHELL", "VIRTUAL_ENV"};

static bool add_variable(char **environment, size_t *count, const char *name, const char *value)
{
	return asprintf(&environment[*count], "%s=%s", name, value) >= 0 && ++*count;
}

/* The needed variables and those that are recorded: what is not in the result cannot have acted. */
static char **make_environment(const char *const *extra, size_t extra_count, const ch_client *client,
			       ch_trouble *trouble)
{
	ch_suite recorded;
	char **environment;
	size_t count = 0;
	bool ok;

	ch_suite_init(&recorded);
	if (!ch_environment_take(&recorded, extra, extra_count, client, trouble)) {
		ch_suite_free(&recorded);
		return NULL;
	}
	environment = calloc(recorded.variable_count + sizeof(needed) / sizeof(needed[0]) + 1, sizeof(*environment));
	ok = environment != NULL;
	for (size_t i = 0; ok && i < sizeof(needed) / sizeof(needed[0]); i++)
		ok = !getenv(needed[i]) || add_variable(environment, &count, needed[i], getenv(needed[i]));
	for (size_t i = 0; ok && i < recorded.variable_count; i++)
		ok = add_variable(environment, &count, recorded.variables[i].name, recorded.variables[i].value);
	ch_suite_free(&recorded);
	if (!ok)
		ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	return environment;
}

static void free_environment(char **environment)
{
	for (size_t i = 0; environment && environment[i]; i++)
		free(environment[i]);
	free(environment);
}

/* Any answer but "not yet" counts: what it says is judged later. */
static bool answers(const ch_client *client)
{
	ch_client once = *client;
	ch_trouble ignored;
	ch_reply reply;
	bool there;

	once.retries = 0;
	there = ch_http_send(&once, "/v1/models", NULL, 16 << 20, 2, NULL, NULL, &reply, &ignored) &&
		reply.status != 503 && reply.status != 502;
	ch_reply_free(&reply);
	return there;
}

static void run_child(const char *command, char **environment, int log)
{
	char *const arguments[] = {"sh", "-c", (char *)command, NULL};
	int nothing = open("/dev/null", O_RDONLY);
	sigset_t none;

	/* if we die the server must not stay */
	if (setpgid(0, 0) || prctl(PR_SET_PDEATHSIG, SIGTERM) || dup2(nothing, 0) < 0 || dup2(log, 1) < 0 ||
	    dup2(log, 2) < 0)
		_exit(127);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGINT, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	execve("/bin/sh", arguments, environment);
	_exit(127);
}

static void last_line(const char *log, char *line, size_t size)
{
	ch_launch_witness(log, "", line, size);
}

void ch_launch_witness(const char *log, const char *words, char *line, size_t size)
{
	FILE *file = *log ? fopen(log, "rb") : NULL;
	char *text = NULL;
	size_t capacity = 0;

	line[0] = '\0';
	while (file && getline(&text, &capacity, file) > 0) {
		text[strcspn(text, "\r\n")] = '\0';
		if (*text && strstr(text, words))
			snprintf(line, size, "%s", text);
	}
	free(text);
	if (file)
		(void)fclose(file);
}

bool ch_launch(ch_launched *launched, const char *command, const ch_client *client, double time_out,
	       const char *const *extra, size_t extra_count, ch_trouble *trouble)
{
	char **environment, line[200];
	int log = -1, status;

	if (answers(client))
		return ch_trouble_set(
			trouble, CH_TROUBLE_START,
			"%s: something answers there already; it would be checked in place of what --start starts",
			client->base);
	environment = make_environment(extra, extra_count, client, trouble);
	if (!environment)
		return false;
	if (!*launched->log) {
		snprintf(launched->log, sizeof(launched->log), "%s/checkhip-golden-XXXXXX",
			 getenv("TMPDIR") ? getenv("TMPDIR") : P_tmpdir);
		log = mkostemp(launched->log, O_CLOEXEC | O_APPEND);
	} else {
		log = open(launched->log, O_WRONLY | O_APPEND | O_CLOEXEC);
	}
	if (log >= 0)
		launched->process = fork();
	if (log < 0 || launched->process < 0) {
		launched->process = 0;
		free_environment(environment);
		return ch_trouble_set(trouble, CH_TROUBLE_START, "cannot start the server's command: %s",
				      strerror(errno));
	}
	if (launched->process == 0)
		run_child(command, environment, log);
	close(log);
	free_environment(environment);
	for (int i = 0; i < (int)(time_out * 10); i++) {
		if (client->interrupted && *client->interrupted)
			return ch_trouble_set(trouble, CH_TROUBLE_INTERRUPTED, "interrupted");
		if (waitpid(launched->process, &status, WNOHANG) == launched->process) {
			launched->process = 0;
			last_line(launched->log, line, sizeof(line));
			return ch_http_trouble(client, trouble, CH_TROUBLE_START,
					       "the server's command ended (%s %d) before it answered: %s",
					       WIFEXITED(status) ? "exit" : "signal",
					       WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), line);
		}
		if (answers(client))
			return true;
		nanosleep(&tenth, NULL);
	}
	last_line(launched->log, line, sizeof(line));
	ch_launch_stop(launched);
	return ch_http_trouble(client, trouble, CH_TROUBLE_START,
			       "the server's command did not answer at %s within %g s: %s", client->base, time_out,
			       line);
}

void ch_launch_stop(ch_launched *launched)
{
	if (!launched->process)
		return;
	kill(-launched->process, SIGTERM);
	for (int i = 0; i < 100; i++) {
		if (waitpid(launched->process, NULL, WNOHANG) != 0) {
			/* what the shell left behind in its group */
			kill(-launched->process, SIGKILL);
			launched->process = 0;
			return;
		}
		nanosleep(&tenth, NULL);
	}
	kill(-launched->process, SIGKILL);
	waitpid(launched->process, NULL, 0);
	launched->process = 0;
}

void ch_launch_forget(ch_launched *launched)
{
	ch_launch_stop(launched);
	if (*launched->log)
		unlink(launched->log);
	*launched = (ch_launched){0};
}
