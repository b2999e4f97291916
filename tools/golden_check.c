/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip golden verify and compare. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "golden.h"

static const ch_answer *first_answer(const ch_session *session, size_t arm, size_t prompt)
{
	const ch_run *run = ch_runs_first(&session->arms[arm].runs[prompt], CH_RUN_FIRST);

	return run ? &run->asked.answer : NULL;
}

static bool differs_from_recorded(const ch_session *session, size_t prompt)
{
	const ch_answer *now = first_answer(session, 0, prompt);

	return now && !ch_bytes_equal(&now->text, &session->suite->prompts[prompt].answer.text);
}

static bool arms_differ(const ch_session *session, size_t prompt)
{
	const ch_answer *base = first_answer(session, 0, prompt), *now = first_answer(session, 1, prompt);

	return base && now && !ch_bytes_equal(&base->text, &now->text);
}

static bool always(const ch_session *session, size_t prompt)
{
	(void)session;
	(void)prompt;
	return true;
}

/* Keeps what this run saw of the prompts that did not match, for `golden accept`. */
static void keep_seen(const golden_options *options, const ch_suite *suite, golden_report *report)
{
	const ch_session *session = report->session;
	ch_trouble trouble = {0};
	ch_suite_dir dir;
	ch_suite seen;
	size_t kept = 0;
	bool ok = true;

	ch_suite_init(&seen);
	snprintf(seen.name, sizeof(seen.name), "%s", suite->name);
	seen.identity = session->arms[0].server.identity;
	seen.max_tokens = suite->max_tokens;
	seen.seed = suite->seed;
	if (!golden_now(seen.recorded, sizeof(seen.recorded)))
		ok = false;
	for (size_t i = 0; ok && i < suite->prompt_count; i++) {
		const ch_side side = {.name = "now", .runs = &session->arms[0].runs[i]};
		ch_golden_verdict verdict = report->judgements[i].verdict;
		ch_prompt *prompt;

		if (!session->selected[i] || verdict == CH_GOLDEN_MATCH || verdict == CH_GOLDEN_NONDETERMINISTIC ||
		    !first_answer(session, 0, i) || report->judgements[i].trouble)
			continue;
		prompt = ch_suite_add(&seen);
		ok = prompt && (prompt->text = strdup(suite->prompts[i].text)) &&
		     ch_side_answer(&side, &prompt->answer);
		if (ok) {
			memcpy(prompt->id, suite->prompts[i].id, sizeof(prompt->id));
			prompt->topic = suite->prompts[i].topic;
			prompt->raw = suite->prompts[i].raw;
			prompt->has_answer = true;
			kept++;
		}
	}
	if (ok && kept && golden_open_beside(&dir, options->words[1], ".seen", &trouble)) {
		if (ch_suite_dir_lock(&dir, &trouble) && ch_suite_write(&seen, &dir, &trouble))
			golden_report_note(
				report, "what was seen (%zu) is kept in %.200s; `checkhip golden accept` takes from it",
				kept, dir.path);
		ch_suite_dir_close(&dir);
	}
	if (trouble.kind)
		golden_report_note(report, "what was seen is not kept: %.300s", trouble.text);
	ch_suite_free(&seen);
}

/* The same server, build and model: what matches shows that it repeats itself, no more. */
static void note_same(golden_report *report, const ch_suite *suite, const ch_identity *now)
{
	const ch_identity *was = &suite->identity;

	if (*was->build && !strcmp(was->build, now->build) && !strcmp(was->server, now->server) &&
	    !strcmp(was->model, now->model) && was->model_bytes == now->model_bytes)
		golden_report_note(
			report,
			"server, build and model are those of the recording: a match says that it repeats itself, not "
			"that another build agrees");
}

static void note_environment(golden_report *report, const ch_suite *recorded, const ch_suite *now)
{
	for (size_t i = 0; i < recorded->variable_count; i++) {
		const ch_variable *was = &recorded->variables[i];
		const char *value = NULL;

		for (size_t k = 0; k < now->variable_count; k++)
			if (!strcmp(now->variables[k].name, was->name))
				value = now->variables[k].value;
		if (!value || strcmp(value, was->value) != 0)
			golden_report_note(report, "environment %.60s: was \"%.60s\", is %.60s", was->name, was->value,
					   value ? value : "not set");
	}
}

static void verify_prompts(const golden_options *options, ch_suite *suite, golden_report *report)
{
	const ch_session *session = report->session;
	const ch_identity *now = &session->arms[0].server.identity;
	ch_suite environment;
	ch_trouble ignored;
	ch_model model = {.size = -1};
	ch_trouble trouble = {0};

	for (size_t i = 0; i < suite->prompt_count; i++) {
		const ch_side base = {.name = "recorded", .recorded = &suite->prompts[i].answer};
		const ch_side side = {.name = "now", .runs = &session->arms[0].runs[i]};

		if (session->selected[i])
			ch_judge(suite, &suite->prompts[i], &base, &side, &report->judgements[i]);
	}
	if (options->model && !ch_model_file_read(&model, options->model, &trouble))
		golden_report_note(report, "%.300s", trouble.text);
	if (golden_note_identity(report, suite, now, options->model ? &model : NULL)) {
		report->identity_failed = true;
		golden_report_note(report, "the model is another than the recorded one: no pass");
	}
	free(model.tensor_types);
	note_same(report, suite, now);
	ch_suite_init(&environment);
	if (ch_environment_take(&environment, options->environment, options->environment_count,
				&session->arms[0].server.client, &ignored))
		note_environment(report, suite, &environment);
	ch_suite_free(&environment);
	if (!options->no_seen)
		keep_seen(options, suite, report);
}

static void compare_prompts(ch_suite *suite, golden_report *report)
{
	const ch_session *session = report->session;

	for (size_t i = 0; i < suite->prompt_count; i++) {
		const ch_side base = {.name = "base", .runs = &session->arms[0].runs[i]};
		const ch_side side = {.name = "now", .runs = &session->arms[1].runs[i]};

		if (session->selected[i])
			ch_judge(suite, &suite->prompts[i], &base, &side, &report->judgements[i]);
	}
}

/* The near-tie threshold from the arms' own margins over what both say alike. */
static bool measure(const golden_options *options, golden_report *report, ch_trouble *trouble)
{
	const ch_session *session = report->session;
	double noise = -1;
	ch_suite_dir dir;
	ch_suite suite;
	bool ok;

	for (size_t i = 0; i < session->suite->prompt_count; i++) {
		const ch_run *base = ch_runs_first(&session->arms[0].runs[i], CH_RUN_PLAIN);
		const ch_run *now = ch_runs_first(&session->arms[1].runs[i], CH_RUN_PLAIN);
		double one = base && now ? ch_judge_noise(&base->asked.answer, &now->asked.answer) : -1;

		noise = one > noise ? one : noise;
	}
	if (noise < 0) {
		golden_report_note(
			report, "the near-tie threshold was not measured: log-probabilities are not offered by both");
		return true;
	}
	if (!ch_suite_dir_open(&dir, options->words[2], trouble))
		return false;
	ok = ch_suite_dir_lock(&dir, trouble) && ch_suite_read(&suite, &dir, true, trouble);
	if (ok) {
		suite.near_tie = noise;
		suite.near_tie_measured = true;
		ok = ch_suite_write(&suite, &dir, trouble);
		ch_suite_free(&suite);
	}
	ch_suite_dir_close(&dir);
	if (ok)
		golden_report_note(
			report,
			"near-tie threshold measured and stored: %.6g (largest difference of one margin in the two)",
			noise);
	return ok;
}

static int finish(const golden_options *options, ch_suite *suite, golden_report *report, ch_session *session,
		  bool verify)
{
	ch_trouble trouble = {0};
	int code;

	if (session->arms[session->arm_count - 1].runs && session->arms[session->arm_count - 1].server.adapter) {
		if (verify) {
			verify_prompts(options, suite, report);
		} else {
			compare_prompts(suite, report);
			golden_note_identity(report, &(ch_suite){.identity = session->arms[0].server.identity},
					     &session->arms[1].server.identity, NULL);
			if (options->start && options->start_b && !strcmp(options->start, options->start_b))
				golden_report_note(report, "both arms were started by the same command");
			if (options->measure)
				measure(options, report, &trouble);
		}
	}
	if (session->progress)
		fputs("\r\033[K", stderr);
	code = golden_report_close(report);
	if (session->trouble.kind)
		golden_trouble(&session->trouble);
	if (trouble.kind)
		code = golden_trouble(&trouble);
	ch_session_close(session);
	return code;
}

/* The goldens that there are. */
static bool only_recorded(const ch_suite *suite, bool *selected, size_t *missing, ch_trouble *trouble)
{
	size_t left = 0;

	*missing = 0;
	for (size_t i = 0; i < suite->prompt_count; i++) {
		if (selected[i] && !suite->prompts[i].has_answer) {
			selected[i] = false;
			++*missing;
		}
		left += selected[i];
	}
	return left || ch_trouble_set(trouble, CH_TROUBLE_SUITE,
				      "the suite has no golden to compare with; `checkhip golden record` makes them");
}

static int check(const golden_options *options, ch_suite *suite, bool verify)
{
	bool *selected = calloc(suite->prompt_count, sizeof(*selected));
	ch_trouble trouble = {0};
	golden_report report;
	ch_session session;
	size_t missing = 0;
	ch_arm arms[2];
	int code;

	if (!selected || !golden_select(options, suite, selected, &trouble) ||
	    (verify && !only_recorded(suite, selected, &missing, &trouble))) {
		free(selected);
		return golden_trouble(&trouble);
	}
	golden_session(&session, arms, verify ? 1 : 2, options, suite, selected);
	arms[0].name = verify ? "now" : "base";
	arms[1].name = "now";
	session.wants_plain = verify ? differs_from_recorded : options->measure ? always : arms_differ;
	if (!golden_report_open(&report, verify ? "verify" : "compare", options, &session)) {
		free(selected);
		return ch_trouble_get(CH_TROUBLE_MEMORY)->exit_code;
	}
	if (missing)
		golden_report_note(&report, "%zu prompts have no golden and were not asked", missing);
	(void)ch_session_run(&session); /* what was answered is judged also when it stopped */
	code = finish(options, suite, &report, &session, verify);
	free(selected);
	return code;
}

static int read_and_check(const golden_options *options, const char *path, bool verify)
{
	ch_trouble trouble = {0};
	ch_suite_dir dir;
	ch_suite suite;
	int code;

	if (!ch_suite_dir_open(&dir, path, &trouble))
		return golden_trouble(&trouble);
	if (ch_suite_read(&suite, &dir, !verify, &trouble)) {
		ch_suite_dir_close(&dir);
		code = check(options, &suite, verify);
		ch_suite_free(&suite);
		return code;
	}
	ch_suite_dir_close(&dir);
	return golden_trouble(&trouble);
}

int golden_verify(const golden_options *options)
{
	return read_and_check(options, options->words[1], true);
}

int golden_compare(const golden_options *options)
{
	return read_and_check(options, options->words[2], false);
}
