/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip golden new, show and accept: what needs no server. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "golden.h"

int golden_new(const golden_options *options)
{
	ch_trouble trouble = {0};
	ch_suite_dir dir;
	ch_suite suite;
	bool ok;

	if (!ch_suite_ready(&suite, &trouble))
		return golden_trouble(&trouble);
	ok = ch_suite_dir_open(&dir, options->words[0], &trouble);
	if (ok && dir.view >= 0)
		ok = ch_trouble_set(&trouble, CH_TROUBLE_USAGE, "%s: is there already", dir.path);
	if (ok)
		snprintf(suite.name, sizeof(suite.name), "%.64s", dir.name);
	ok = ok && ch_suite_dir_lock(&dir, &trouble) && ch_suite_write(&suite, &dir, &trouble);
	if (ok)
		printf("%s: a suite of %zu prompts without goldens; edit suite.json, then `checkhip golden record URL "
		       "%s`\n",
		       dir.path, suite.prompt_count, dir.path);
	ch_suite_dir_close(&dir);
	ch_suite_free(&suite);
	return ok ? CH_EXIT_PASS : golden_trouble(&trouble);
}

static void show_line(const char *what, const char *text)
{
	if (text && *text)
		printf("  %-16s %s\n", what, text);
}

static void show_count(const char *what, int64_t count)
{
	if (count >= 0)
		printf("  %-16s %lld\n", what, (long long)count);
}

static void show_escaped(const char *what, const ch_bytes *text)
{
	ch_bytes escaped = {0};

	if (ch_bytes_escaped(&escaped, text->data, text->size))
		printf("    %-10s \"%s\"\n", what, escaped.data ? escaped.data : "");
	ch_bytes_free(&escaped);
}

static void show_prompt(const ch_prompt *prompt)
{
	const ch_bytes text = {prompt->text, strlen(prompt->text), 0};
	const ch_answer *answer = &prompt->answer;
	double smallest = -1;
	size_t where = 0;

	printf("%s (%s, %s%s)\n", prompt->id, ch_topic_names[prompt->topic], prompt->tolerant ? "tolerant" : "exact",
	       prompt->raw ? ", raw" : "");
	show_escaped("prompt", &text);
	for (size_t i = 0; i < prompt->check_count; i++) {
		static const char *const words[] = {"contains", "matches", "json", "number"};
		const ch_check *check = &prompt->checks[i];

		if (check->text)
			printf("    check      %s \"%s\"\n", words[check->kind], check->text);
		else if (check->kind == CH_CHECK_NUMBER)
			printf("    check      number %.17g\n", check->number);
		else
			printf("    check      json\n");
	}
	if (!prompt->has_answer) {
		printf("    golden     none\n");
		return;
	}
	show_escaped("golden", &answer->text);
	for (size_t i = 0; i < answer->token_count; i++)
		if (answer->tokens[i].margin >= 0 && (smallest < 0 || answer->tokens[i].margin < smallest)) {
			smallest = answer->tokens[i].margin;
			where = i;
		}
	printf("    ended      %s, %zu bytes", answer->finish_reason, answer->text.size);
	if (answer->token_count)
		printf(", %zu tokens", answer->token_count);
	if (smallest >= 0)
		printf(", smallest margin %.4f at token %zu", smallest, where);
	printf("\n");
	if (answer->accept_rate >= 0)
		printf("    accepted   %.3f of the drafts\n", answer->accept_rate);
	for (size_t i = 0; i < prompt->acceptance_count; i++) {
		const ch_bytes why = {prompt->acceptances[i].why, strlen(prompt->acceptances[i].why), 0};

		printf("    changed    %s, %.12s -> %.12s\n", prompt->acceptances[i].when,
		       prompt->acceptances[i].old_sha256, prompt->acceptances[i].new_sha256);
		show_escaped("why", &why);
	}
}

static void show_suite(const ch_suite *suite)
{
	printf("suite %s: %zu prompts, max_tokens %lld, seed %lld, near-tie threshold %g (%s), acceptance tolerance "
	       "%g\n",
	       suite->name, suite->prompt_count, (long long)suite->max_tokens, (long long)suite->seed, suite->near_tie,
	       suite->near_tie_measured ? "measured" : "a start value, not measured", suite->acceptance_tolerance);
	show_line("recorded", suite->recorded);
	show_line("server", suite->identity.server);
	show_line("build", suite->identity.build);
	show_line("model", suite->identity.model);
	show_line("quantization", suite->identity.quantization);
	show_line("template", suite->identity.template_sha256);
	show_line("speculation", suite->identity.speculative);
	show_count("model bytes", suite->identity.model_bytes);
	show_count("context", suite->identity.context);
	show_count("batch", suite->identity.batch);
	show_count("slots", suite->identity.slots);
	show_count("verify width", suite->identity.verify_width);
	show_line("model file", suite->model.sha256);
	show_line("architecture", suite->model.architecture);
	show_line("tensor types", suite->model.tensor_types);
	show_line("witness", suite->witness);
	for (size_t i = 0; i < suite->variable_count; i++)
		printf("  %-16s %s=%s\n", "environment", suite->variables[i].name, suite->variables[i].value);
	for (size_t i = 0; i < suite->prompt_count; i++)
		show_prompt(&suite->prompts[i]);
}

int golden_show(const golden_options *options)
{
	ch_trouble trouble = {0};
	ch_suite_dir dir;
	ch_suite suite;

	if (!ch_suite_dir_open(&dir, options->words[0], &trouble))
		return golden_trouble(&trouble);
	if (!ch_suite_read(&suite, &dir, false, &trouble)) {
		ch_suite_dir_close(&dir);
		return golden_trouble(&trouble);
	}
	show_suite(&suite);
	ch_suite_free(&suite);
	ch_suite_dir_close(&dir);
	return CH_EXIT_PASS;
}

/* Takes one answer over from what the last verify saw. */
static bool accept_one(ch_suite *suite, ch_suite *seen, const golden_options *options, ch_trouble *trouble)
{
	ch_prompt *prompt = ch_suite_find(suite, options->words[1]);
	const ch_prompt *found = ch_suite_find(seen, options->words[1]);
	char when[32];

	if (!prompt || !prompt->has_answer)
		return ch_trouble_set(trouble, CH_TROUBLE_USAGE, "%.64s: the suite has no golden of that name",
				      options->words[1]);
	if (!found || !found->has_answer || strcmp(found->text, prompt->text) != 0 || found->raw != prompt->raw)
		return ch_trouble_set(trouble, CH_TROUBLE_USAGE,
				      "%.64s: the last verify saw no other answer to this prompt", options->words[1]);
	return golden_now(when, sizeof(when)) && ch_prompt_replace(prompt, &found->answer, options->why, when, trouble);
}

/* Without it the words of a missing suite would say that `new` makes one. */
static bool something_was_seen(const ch_suite_dir *beside, ch_trouble *trouble)
{
	return beside->view >= 0 ||
	       ch_trouble_set(trouble, CH_TROUBLE_USAGE,
			      "nothing has been seen yet; `checkhip golden verify` keeps what it saw beside the suite");
}

int golden_accept(const golden_options *options)
{
	ch_suite_dir dir, beside;
	ch_trouble trouble = {0};
	ch_suite suite, seen;
	bool ok;

	ch_suite_init(&suite);
	ch_suite_init(&seen);
	if (!options->why || !*options->why || !ch_utf8_valid(options->why, strlen(options->why))) {
		fprintf(stderr, "checkhip golden accept: --why is missing: the reason is stored in the suite\n");
		return CH_EXIT_USAGE;
	}
	if (!ch_suite_dir_open(&dir, options->words[0], &trouble))
		return golden_trouble(&trouble);
	if (!golden_open_beside(&beside, options->words[0], ".seen", &trouble)) {
		ch_suite_dir_close(&dir);
		return golden_trouble(&trouble);
	}
	ok = something_was_seen(&beside, &trouble) && ch_suite_dir_lock(&dir, &trouble) &&
	     ch_suite_read(&suite, &dir, true, &trouble) && ch_suite_read(&seen, &beside, false, &trouble) &&
	     accept_one(&suite, &seen, options, &trouble) && ch_suite_write(&suite, &dir, &trouble);
	if (ok)
		printf("%s: the golden of %s is now what the last verify saw\n", dir.path, options->words[1]);
	ch_suite_free(&suite);
	ch_suite_free(&seen);
	ch_suite_dir_close(&dir);
	ch_suite_dir_close(&beside);
	return ok ? CH_EXIT_PASS : golden_trouble(&trouble);
}
