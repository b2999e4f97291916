/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip golden record. The old suite stays as it is until every answer is there; what was answered before a trouble is kept
 * beside it. No golden is overwritten unless --accept names it, and the reason is stored. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "golden.h"

static bool always(const ch_session *session, size_t prompt)
{
	(void)session;
	(void)prompt;
	return true;
}

static bool named(const char *const *names, size_t count, const char *id)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(names[i], id))
			return true;
	return false;
}

/* Which prompts are to be asked: those without a golden, and those that --accept names. */
static bool choose(const golden_options *options, ch_suite *suite, bool *selected, ch_trouble *trouble)
{
	size_t chosen = 0;

	if (!golden_select(options, suite, selected, trouble))
		return false;
	for (size_t i = 0; i < options->accept_count; i++) {
		const ch_prompt *prompt = ch_suite_find(suite, options->accepts[i]);

		if (!prompt || !prompt->has_answer)
			return ch_trouble_set(trouble, CH_TROUBLE_USAGE,
					      "--accept %.64s: the suite has no golden of that name",
					      options->accepts[i]);
		selected[prompt - suite->prompts] = true;
	}
	for (size_t i = 0; i < suite->prompt_count; i++) {
		const ch_prompt *prompt = &suite->prompts[i];

		if (prompt->has_answer && !named(options->accepts, options->accept_count, prompt->id)) {
			if (named(options->prompts, options->prompt_count, prompt->id))
				return ch_trouble_set(
					trouble, CH_TROUBLE_USAGE,
					"%s has a golden; to overwrite it: --accept %s --why 'the reason'", prompt->id,
					prompt->id);
			selected[i] = false;
		}
		chosen += selected[i];
	}
	return chosen ||
	       ch_trouble_set(trouble, CH_TROUBLE_USAGE,
			      "every prompt has a golden; to overwrite one: --accept PROMPT --why 'the reason'");
}

/* --continue: answers of an earlier recording that did not end. */
static bool take_partial(const golden_options *options, ch_suite *suite, bool *selected, ch_trouble *trouble)
{
	ch_suite partial;
	ch_suite_dir dir;
	bool ok = true;

	if (!options->go_on)
		return true;
	if (!golden_open_beside(&dir, options->words[1], ".partial", trouble))
		return false;
	if (!ch_suite_read(&partial, &dir, false, trouble)) {
		ch_suite_dir_close(&dir);
		return false;
	}
	for (size_t i = 0; ok && i < suite->prompt_count; i++) {
		ch_prompt *prompt = &suite->prompts[i];
		const ch_prompt *found = ch_suite_find(&partial, prompt->id);

		if (prompt->has_answer || !found || !found->has_answer || strcmp(found->text, prompt->text) != 0 ||
		    found->raw != prompt->raw || found->max_tokens != prompt->max_tokens)
			continue;
		ok = ch_answer_copy(&prompt->answer, &found->answer) ||
		     ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
		prompt->has_answer = ok;
		selected[i] = false;
	}
	if (ok) {
		memcpy(suite->recorded, partial.recorded, sizeof(suite->recorded));
		suite->identity = partial.identity;
	}
	ch_suite_free(&partial);
	ch_suite_dir_close(&dir);
	return ok;
}

/* A suite is of one model: answers of two are not mixed in it. */
static bool same_model(const ch_suite *suite, const bool *selected, const ch_identity *now, ch_trouble *trouble)
{
	for (size_t i = 0; i < suite->prompt_count; i++)
		if (suite->prompts[i].has_answer && !selected[i] && *suite->identity.server &&
		    (strcmp(suite->identity.model, now->model) != 0 ||
		     suite->identity.model_bytes != now->model_bytes ||
		     strcmp(suite->identity.quantization, now->quantization) != 0))
			return ch_trouble_set(trouble, CH_TROUBLE_USAGE,
					      "the suite's other goldens are of the model %.80s (%.40s), this is %.80s "
					      "(%.40s): record "
					      "into a new suite, or --accept each of them",
					      suite->identity.model, suite->identity.quantization, now->model,
					      now->quantization);
	return true;
}

static bool store(const golden_options *options, ch_prompt *prompt, const ch_side *side, ch_trouble *trouble)
{
	ch_answer answer;
	char when[32];
	bool ok;

	ch_answer_init(&answer);
	ok = ch_side_answer(side, &answer) || ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	ok = ok && golden_now(when, sizeof(when)) &&
	     ch_prompt_replace(prompt, &answer, prompt->has_answer ? options->why : NULL, when, trouble);
	ch_answer_free(&answer);
	return ok;
}

static bool describe(const golden_options *options, ch_suite *suite, const ch_arm *arm, ch_trouble *trouble)
{
	suite->identity = arm->server.identity;
	for (size_t i = 0; !*suite->identity.fingerprint && i < suite->prompt_count; i++)
		if (ch_runs_first(&arm->runs[i], CH_RUN_FIRST))
			memcpy(suite->identity.fingerprint,
			       ch_runs_first(&arm->runs[i], CH_RUN_FIRST)->asked.fingerprint,
			       sizeof(suite->identity.fingerprint));
	memcpy(suite->witness, arm->witness, sizeof(suite->witness));
	ch_utf8_clean(suite->witness);
	free(suite->start);
	suite->start = options->start ? strdup(options->start) : NULL;
	if (!golden_now(suite->recorded, sizeof(suite->recorded)))
		return ch_trouble_set(trouble, CH_TROUBLE_FILE, "the clock cannot be read");
	if (suite->start && (ch_client_holds_key(&arm->server.client, suite->start, strlen(suite->start)) ||
			     !ch_utf8_valid(suite->start, strlen(suite->start))))
		return ch_trouble_set(trouble, CH_TROUBLE_KEY,
				      "--start holds the key, or is no UTF-8; it would be stored in the suite");
	return !ch_client_holds_key(&arm->server.client, suite->witness, strlen(suite->witness)) ||
	       ch_trouble_set(trouble, CH_TROUBLE_KEY, "the witness holds the key");
}

static size_t store_all(const golden_options *options, ch_suite *suite, const bool *selected, golden_report *report,
			ch_trouble *trouble)
{
	size_t stored = 0;

	for (size_t i = 0; i < suite->prompt_count; i++) {
		const ch_side side = {.name = "recorded now", .runs = &report->session->arms[0].runs[i]};
		ch_judgement *judgement = &report->judgements[i];

		if (!selected[i])
			continue;
		ch_judge_alone(suite, &suite->prompts[i], &side, judgement);
		if (judgement->verdict == CH_GOLDEN_WRONG_CONTENT && options->allow_wrong)
			judgement->pass = true;
		if (judgement->pass && store(options, &suite->prompts[i], &side, trouble))
			stored++;
	}
	return stored;
}

static bool any_trouble(const golden_report *report)
{
	for (size_t i = 0; i < report->suite->prompt_count; i++)
		if (report->judgements[i].trouble)
			return true;
	return report->session->trouble.kind != CH_TROUBLE_NONE;
}

static bool save(const golden_options *options, const ch_suite *suite, ch_suite_dir *dir, golden_report *report,
		 size_t stored, ch_trouble *trouble)
{
	ch_suite_dir beside;
	bool ok;

	if (!any_trouble(report)) {
		if (!ch_suite_write(suite, dir, trouble))
			return false;
		golden_report_note(report, "%zu recorded in %.300s", stored, dir->path);
		if (options->go_on && golden_open_beside(&beside, options->words[1], ".partial", trouble)) {
			ok = ch_suite_dir_lock(&beside, trouble) && ch_suite_dir_remove(&beside, trouble);
			ch_suite_dir_close(&beside);
			return ok;
		}
		return true;
	}
	if (!stored) {
		golden_report_note(report, "nothing was answered; the suite is as it was");
		return true;
	}
	if (!golden_open_beside(&beside, options->words[1], ".partial", trouble))
		return false;
	ok = ch_suite_dir_lock(&beside, trouble) && ch_suite_write(suite, &beside, trouble);
	if (ok)
		golden_report_note(report,
				   "the suite is as it was; what was answered (%zu) is kept in %.200s, and --continue "
				   "goes on with it",
				   stored, beside.path);
	ch_suite_dir_close(&beside);
	return ok;
}

static int record_into(const golden_options *options, ch_suite_dir *dir, ch_suite *suite)
{
	bool *selected = calloc(suite->prompt_count, sizeof(*selected));
	ch_trouble trouble = {0};
	golden_report report;
	ch_session session;
	size_t stored = 0;
	ch_arm arm;
	int code;

	if (!selected || !choose(options, suite, selected, &trouble) ||
	    !take_partial(options, suite, selected, &trouble) ||
	    (options->model && !ch_model_file_read(&suite->model, options->model, &trouble))) {
		free(selected);
		return golden_trouble(&trouble);
	}
	golden_session(&session, &arm, 1, options, suite, selected);
	arm.name = "now";
	session.wants_plain = always;
	if (!golden_report_open(&report, "record", options, &session)) {
		free(selected);
		return ch_trouble_get(CH_TROUBLE_MEMORY)->exit_code;
	}
	if (!ch_session_run(&session) && (!arm.runs || !arm.server.adapter))
		trouble = session.trouble;
	else if (same_model(suite, selected, &arm.server.identity, &trouble) &&
		 ch_environment_take(suite, options->environment, options->environment_count, &arm.server.client,
				     &trouble) &&
		 describe(options, suite, &arm, &trouble)) {
		stored = store_all(options, suite, selected, &report, &trouble);
		if (!trouble.kind)
			save(options, suite, dir, &report, stored, &trouble);
	}
	if (session.progress)
		fputs("\r\033[K", stderr);
	code = golden_report_close(&report);
	if (session.trouble.kind && !trouble.kind)
		golden_trouble(&session.trouble);
	if (trouble.kind)
		code = golden_trouble(&trouble);
	ch_session_close(&session);
	free(selected);
	return code;
}

int golden_record(const golden_options *options)
{
	ch_trouble trouble = {0};
	ch_suite_dir dir;
	ch_suite suite;
	int code;

	if (!ch_suite_dir_open(&dir, options->words[1], &trouble))
		return golden_trouble(&trouble);
	if (!ch_suite_dir_lock(&dir, &trouble) || !ch_suite_read(&suite, &dir, true, &trouble)) {
		code = golden_trouble(&trouble);
	} else {
		code = record_into(options, &dir, &suite);
		ch_suite_free(&suite);
	}
	ch_suite_dir_close(&dir);
	return code;
}
