/* SPDX-License-Identifier: Apache-2.0
 *
 * What every run needs: Ctrl-C, progress on a terminal, the chosen prompts, and what is said when the server is another. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "golden.h"

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

static void show_progress(const ch_session *session, const char *words)
{
	(void)session;
	fprintf(stderr, "\r\033[K%s", words);
	fflush(stderr);
}

static bool never(const ch_session *session, size_t prompt)
{
	(void)session;
	(void)prompt;
	return false;
}

void golden_session(ch_session *session, ch_arm *arms, size_t arm_count, const golden_options *options, ch_suite *suite,
		    const bool *selected)
{
	/* once: a second Ctrl-C ends the process at once */
	struct sigaction action = {.sa_handler = on_interrupt};

	action.sa_flags = (int)SA_RESETHAND;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
	for (size_t a = 0; a < arm_count; a++)
		arms[a] = (ch_arm){.url = options->words[a],
				   .key_variable = options->key_env,
				   .forced = options->server,
				   .start = a ? options->start_b : options->start,
				   .log_path = options->log,
				   .log_pattern = options->log_pattern,
				   .witness_words = options->witness};
	*session = (ch_session){.suite = suite,
				.selected = selected,
				.arms = arms,
				.arm_count = arm_count,
				.repeat = (int)options->repeat,
				.concurrency = (int)options->concurrency,
				.restarts = (int)options->restarts,
				.time_out = options->time_out,
				.start_time_out = options->start_time_out,
				.extra_environment = options->environment,
				.extra_count = options->environment_count,
				.interrupted = &interrupted,
				.wants_plain = never,
				.progress = isatty(STDERR_FILENO) && !options->json ? show_progress : NULL,
				.allow_same = options->allow_same};
	if (options->cache >= 0)
		suite->cache = (ch_cache_switch)options->cache;
}

bool golden_select(const golden_options *options, ch_suite *suite, bool *selected, ch_trouble *trouble)
{
	for (size_t i = 0; i < suite->prompt_count; i++)
		selected[i] = options->prompt_count == 0;
	for (size_t i = 0; i < options->prompt_count; i++) {
		const ch_prompt *prompt = ch_suite_find(suite, options->prompts[i]);

		if (!prompt)
			return ch_trouble_set(trouble, CH_TROUBLE_USAGE, "--prompt %.64s: the suite has no such prompt",
					      options->prompts[i]);
		selected[prompt - suite->prompts] = true;
	}
	return true;
}

static void note_text(golden_report *report, const char *what, const char *a, const char *b)
{
	if (*a && *b && strcmp(a, b) != 0)
		golden_report_note(report, "%s: was %.120s, is %.120s", what, a, b);
}

static void note_count(golden_report *report, const char *what, int64_t a, int64_t b)
{
	if (a >= 0 && b >= 0 && a != b)
		golden_report_note(report, "%s: was %lld, is %lld", what, (long long)a, (long long)b);
}

bool golden_note_identity(golden_report *report, const ch_suite *recorded, const ch_identity *now,
			  const ch_model *model)
{
	const ch_identity *was = &recorded->identity;
	bool other = (was->model_bytes >= 0 && now->model_bytes >= 0 && was->model_bytes != now->model_bytes) ||
		     (*was->quantization && *now->quantization && strcmp(was->quantization, now->quantization) != 0) ||
		     (model && *recorded->model.sha256 && *model->sha256 &&
		      strcmp(recorded->model.sha256, model->sha256) != 0);

	note_text(report, "server", was->server, now->server);
	note_text(report, "build", was->build, now->build);
	note_text(report, "model", was->model, now->model);
	note_text(report, "quantization", was->quantization, now->quantization);
	note_text(report, "fingerprint", was->fingerprint, now->fingerprint);
	note_text(report, "chat template (SHA-256)", was->template_sha256, now->template_sha256);
	note_text(report, "speculation", was->speculative, now->speculative);
	note_count(report, "model bytes", was->model_bytes, now->model_bytes);
	note_count(report, "context", was->context, now->context);
	note_count(report, "batch", was->batch, now->batch);
	note_count(report, "slots", was->slots, now->slots);
	note_count(report, "verify width", was->verify_width, now->verify_width);
	if (model)
		note_text(report, "model file (SHA-256)", recorded->model.sha256, model->sha256);
	return other;
}

bool golden_open_beside(ch_suite_dir *dir, const char *suite, const char *ending, ch_trouble *trouble)
{
	char path[600];
	size_t length = strlen(suite);

	while (length > 1 && suite[length - 1] == '/')
		length--;
	snprintf(path, sizeof(path), "%.*s%s", (int)(length < 500 ? length : 500), suite, ending);
	return ch_suite_dir_open(dir, path, trouble);
}

bool golden_now(char *text, size_t size)
{
	time_t now = time(NULL);
	struct tm utc;

	return gmtime_r(&now, &utc) && strftime(text, size, "%Y-%m-%dT%H:%M:%SZ", &utc) > 0;
}
