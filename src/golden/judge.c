/* SPDX-License-Identifier: Apache-2.0 */
#include "golden/judge.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdict_names[CH_GOLDEN_COUNT] = {
	[CH_GOLDEN_MATCH] = "match",
	[CH_GOLDEN_NEAR_TIE] = "near-tie",
	[CH_GOLDEN_CHANGED] = "changed",
	[CH_GOLDEN_UNKNOWN] = "unknown",
	[CH_GOLDEN_PROMPT_CHANGED] = "prompt-changed",
	[CH_GOLDEN_NONDETERMINISTIC] = "nondeterministic",
	[CH_GOLDEN_WRONG_CONTENT] = "wrong-content",
	[CH_GOLDEN_ACCEPTANCE_FELL] = "acceptance-fell",
	[CH_GOLDEN_SERVER_ERROR] = "server-error",
	[CH_GOLDEN_NOT_RUN] = "not-run",
};

const char *ch_golden_verdict_name(ch_golden_verdict verdict)
{
	return (unsigned)verdict < CH_GOLDEN_COUNT ? verdict_names[verdict] : "?";
}

ch_run *ch_runs_add(ch_runs *runs)
{
	void *array = runs->runs;

	if (!ch_array_grow(&array, &runs->capacity, runs->count, sizeof(*runs->runs)))
		return NULL;
	runs->runs = array;
	runs->runs[runs->count] = (ch_run){0};
	return &runs->runs[runs->count++];
}

void ch_runs_free(ch_runs *runs)
{
	for (size_t i = 0; i < runs->count; i++)
		ch_asked_free(&runs->runs[i].asked);
	free(runs->runs);
	*runs = (ch_runs){0};
}

const ch_run *ch_runs_first(const ch_runs *runs, ch_run_kind kind)
{
	for (size_t i = 0; runs && i < runs->count; i++)
		if (runs->runs[i].kind == kind)
			return &runs->runs[i];
	return NULL;
}

void ch_judgement_free(ch_judgement *judgement)
{
	ch_bytes_free(&judgement->diff);
}

/* Sets the verdict and one line; every verdict but a match is no pass unless the caller says so. */
static void decide(ch_judgement *judgement, ch_golden_verdict verdict, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static void decide(ch_judgement *judgement, ch_golden_verdict verdict, const char *format, ...)
{
	va_list arguments;

	judgement->verdict = verdict;
	judgement->pass = verdict == CH_GOLDEN_MATCH;
	va_start(arguments, format);
	vsnprintf(judgement->text, sizeof(judgement->text), format, arguments);
	va_end(arguments);
}

/* Adds to the line. */
static void also(ch_judgement *judgement, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void also(ch_judgement *judgement, const char *format, ...)
{
	size_t used = strlen(judgement->text);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(judgement->text + used, sizeof(judgement->text) - used, format, arguments);
	va_end(arguments);
}

static const ch_answer *answer_of(const ch_side *side)
{
	const ch_run *run = side->recorded ? NULL : ch_runs_first(side->runs, CH_RUN_FIRST);

	return run ? &run->asked.answer : side->recorded;
}

/* The answer that carries tokens and margins for the same text: a recorded one does itself. */
static const ch_answer *margins_of(const ch_side *side)
{
	const ch_run *plain = ch_runs_first(side->runs, CH_RUN_PLAIN);
	const ch_answer *answer = answer_of(side);

	if (plain && ch_bytes_equal(&plain->asked.answer.text, &answer->text))
		return &plain->asked.answer;
	return answer;
}

static const ch_answer *with_prompt_ids(const ch_side *side)
{
	const ch_answer *answer = answer_of(side);

	for (size_t i = 0; side->runs && !answer->prompt_id_count && i < side->runs->count; i++)
		if (side->runs->runs[i].asked.answer.prompt_id_count)
			return &side->runs->runs[i].asked.answer;
	return answer;
}

/* M08. Token ids where both sides have them, else the counts. */
static bool prompt_changed(const ch_side *base, const ch_side *now, ch_judgement *judgement)
{
	const ch_answer *a = with_prompt_ids(base), *b = with_prompt_ids(now);
	size_t i = 0, shorter = a->prompt_id_count < b->prompt_id_count ? a->prompt_id_count : b->prompt_id_count;

	if (!shorter) {
		if (a->prompt_tokens < 0 || b->prompt_tokens < 0 || a->prompt_tokens == b->prompt_tokens)
			return false;
		decide(judgement, CH_GOLDEN_PROMPT_CHANGED,
		       "the prompt had %lld tokens and has %lld (by the server's count)", (long long)a->prompt_tokens,
		       (long long)b->prompt_tokens);
		return true;
	}
	while (i < shorter && a->prompt_ids[i] == b->prompt_ids[i])
		i++;
	if (i == shorter && a->prompt_id_count == b->prompt_id_count)
		return false;
	decide(judgement, CH_GOLDEN_PROMPT_CHANGED,
	       "the prompt's tokens differ from number %zu on (%zu tokens, now %zu", i, a->prompt_id_count,
	       b->prompt_id_count);
	if (i < shorter)
		also(judgement, "; id %lld, now %lld", (long long)a->prompt_ids[i], (long long)b->prompt_ids[i]);
	also(judgement, ")");
	/* the commonest cause has a shape of its own: the first token twice, or not at all */
	if (i == 1 && b->prompt_id_count == a->prompt_id_count + 1 && b->prompt_ids[1] == b->prompt_ids[0] &&
	    (a->prompt_id_count == 1 || a->prompt_ids[1] == b->prompt_ids[2]))
		also(judgement, ": the first token stands twice (a doubled BOS?)");
	else if (i == 0 && a->prompt_id_count == b->prompt_id_count + 1 && a->prompt_ids[1] == b->prompt_ids[0])
		also(judgement, ": the first token is missing (BOS?)");
	return true;
}

/* Runs of one side that differ from its first; the first such run, and how many of each kind. */
static bool runs_differ(const ch_side *side, ch_judgement *judgement)
{
	const ch_run *first = ch_runs_first(side->runs, CH_RUN_FIRST), *other = NULL;
	size_t concurrent = 0, sequential = 0, concurrent_all = 0, sequential_all = 0;
	bool replaced;

	for (size_t i = 0; first && i < side->runs->count; i++) {
		const ch_run *run = &side->runs->runs[i];
		bool differs = !ch_bytes_equal(&run->asked.answer.text, &first->asked.answer.text);

		/* under speculation a plain run that differs is another finding */
		if (run == first || (run->kind == CH_RUN_PLAIN && first->asked.answer.drafted > 0))
			continue;
		concurrent_all += run->kind == CH_RUN_CONCURRENT;
		sequential_all += run->kind != CH_RUN_CONCURRENT;
		concurrent += differs && run->kind == CH_RUN_CONCURRENT;
		sequential += differs && run->kind != CH_RUN_CONCURRENT;
		if (differs && (!other || (other->kind == CH_RUN_CONCURRENT && run->kind != CH_RUN_CONCURRENT)))
			other = run;
	}
	if (!other)
		return false;
	decide(judgement, CH_GOLDEN_NONDETERMINISTIC, "%s: ", side->name);
	if (!sequential)
		also(judgement,
		     "under concurrency only: the %zu sequential runs agree, %zu of %zu concurrent ones differ",
		     sequential_all + 1, concurrent, concurrent_all);
	else {
		also(judgement, "%zu of %zu further runs differ from the first", sequential, sequential_all);
		if (other->start != first->start)
			also(judgement, ", from start %d of the server on", other->start + 1);
		else if (other->streamed != first->streamed && sequential < sequential_all)
			also(judgement, ": streamed and not streamed differ");
		else if (other->asked.answer.cached > 0 && first->asked.answer.cached <= 0)
			also(judgement, ": the answer from the prompt cache (%lld tokens of it) differs",
			     (long long)other->asked.answer.cached);
		else if (other->kind == CH_RUN_AFTER_OTHERS)
			also(judgement, ": the one after the other prompts");
		else if (other->kind == CH_RUN_PLAIN)
			also(judgement, ": the one that asked for log-probabilities");
		if (concurrent_all)
			also(judgement, "; %zu of %zu concurrent ones too", concurrent, concurrent_all);
	}
	/* U+FFFD where a character was split over two events */
	replaced = other->streamed && other->asked.answer.text.data &&
		   strstr(other->asked.answer.text.data, "\xef\xbf\xbd") != NULL;
	if (replaced && !(first->asked.answer.text.data && strstr(first->asked.answer.text.data, "\xef\xbf\xbd")))
		also(judgement, "; the stream has U+FFFD in place of a character");
	judgement->byte = ch_text_first_difference(&first->asked.answer.text, &other->asked.answer.text);
	if (!ch_text_unified_diff("first run", &first->asked.answer, "other run", &other->asked.answer,
				  &judgement->diff))
		judgement->diff.size = 0;
	return true;
}

/* M04. A server that speculates, against itself without. */
static bool speculation_changes(const ch_side *side, ch_judgement *judgement)
{
	const ch_run *first = ch_runs_first(side->runs, CH_RUN_FIRST), *plain = ch_runs_first(side->runs, CH_RUN_PLAIN);

	if (!first || !plain || first->asked.answer.drafted <= 0 || plain->asked.answer.drafted > 0 ||
	    ch_bytes_equal(&first->asked.answer.text, &plain->asked.answer.text))
		return false;
	decide(judgement, CH_GOLDEN_CHANGED, "%s: the text under speculation differs from plain greedy", side->name);
	judgement->byte = ch_text_first_difference(&plain->asked.answer.text, &first->asked.answer.text);
	if (!ch_text_unified_diff("plain", &plain->asked.answer, "speculative", &first->asked.answer, &judgement->diff))
		judgement->diff.size = 0;
	return true;
}

static bool not_greedy(const ch_side *side, ch_judgement *judgement)
{
	for (size_t i = 0; side->runs && i < side->runs->count; i++)
		if (side->runs->runs[i].asked.not_best) {
			decide(judgement, CH_GOLDEN_NONDETERMINISTIC,
			       "%s: a token was taken that is not the best of its own list: the server does not answer "
			       "greedily, "
			       "though temperature 0 was sent",
			       side->name);
			return true;
		}
	return false;
}

static bool runner_up_is(const ch_answer *answer, const ch_answer *other, size_t token)
{
	const ch_token *one = token < answer->token_count ? &answer->tokens[token] : NULL;
	size_t size;
	const char *text = ch_token_text(other, token, &size);

	/* where one side ends, or a token is longer than what is kept, nothing can be said against it */
	if (!one || !one->runner_up_bytes || !size || size > CH_TOKEN_RUNNER_UP)
		return true;
	return one->runner_up_bytes == size && !memcmp(one->runner_up, text, size);
}

static void name_tokens(const ch_answer *a, const ch_answer *b, size_t token, ch_judgement *judgement)
{
	const ch_answer *answers[2] = {a, b};

	for (int i = 0; i < 2; i++) {
		ch_bytes text = {0};
		size_t size;
		const char *raw = ch_token_text(answers[i], token, &size);

		if (ch_bytes_escaped(&text, raw, size < 24 ? size : 24) && text.data)
			also(judgement, "%s\"%s\"", i ? ", now " : ": ", text.data);
		else
			also(judgement, "%sthe end", i ? ", now " : ": ");
		ch_bytes_free(&text);
	}
}

static void judge_difference(const ch_suite *suite, const ch_prompt *prompt, const ch_side *base, const ch_side *now,
			     ch_judgement *judgement)
{
	const ch_answer *a = margins_of(base), *b = margins_of(now);
	const char *only = ch_text_only_differs_in(&a->text, &b->text);
	const char *measured = suite->near_tie_measured ? "" : ", a start value";
	double larger;
	size_t token;

	judgement->byte = ch_text_first_difference(&a->text, &b->text);
	if (!ch_text_unified_diff(base->name, a, now->name, b, &judgement->diff))
		judgement->diff.size = 0;
	if (only) {
		decide(judgement, CH_GOLDEN_CHANGED, "%s", only);
		return;
	}
	judgement->token = ch_token_first_difference(a, b);
	if (judgement->token < 0) {
		decide(judgement, CH_GOLDEN_UNKNOWN, "differs from byte %lld on; log-probabilities: not offered",
		       (long long)judgement->byte);
		judgement->pass = prompt->tolerant;
		return;
	}
	token = (size_t)judgement->token;
	judgement->margins[0] = token < a->token_count ? a->tokens[token].margin : -1;
	judgement->margins[1] = token < b->token_count ? b->tokens[token].margin : -1;
	larger = judgement->margins[0] > judgement->margins[1] ? judgement->margins[0] : judgement->margins[1];
	/* an end has no margin of its own: then the other side's counts */
	if (larger < 0 || (judgement->margins[0] < 0 && token < a->token_count) ||
	    (judgement->margins[1] < 0 && token < b->token_count)) {
		decide(judgement, CH_GOLDEN_UNKNOWN, "differs from token %zu (byte %lld) on", token,
		       (long long)judgement->byte);
		name_tokens(a, b, token, judgement);
		/* one margin alone decides nothing, but a reader can see a coin flip by it */
		if (judgement->margins[0] >= 0)
			also(judgement, "; margins %.4f, not offered now", judgement->margins[0]);
		else if (judgement->margins[1] >= 0)
			also(judgement, "; margins not offered by the recording, %.4f now", judgement->margins[1]);
		else
			also(judgement, "; margins: not offered");
		judgement->pass = prompt->tolerant;
		return;
	}
	if (larger >= suite->near_tie || !runner_up_is(a, b, token) || !runner_up_is(b, a, token))
		decide(judgement, CH_GOLDEN_CHANGED, "token %zu (byte %lld)", token, (long long)judgement->byte);
	else
		decide(judgement, CH_GOLDEN_NEAR_TIE, "token %zu (byte %lld)", token, (long long)judgement->byte);
	name_tokens(a, b, token, judgement);
	for (int i = 0; i < 2; i++)
		if (judgement->margins[i] >= 0)
			also(judgement, "%s%.4f", i ? " and " : "; margins ", judgement->margins[i]);
		else
			also(judgement, "%snone (it ends)", i ? " and " : "; margins ");
	also(judgement, ", threshold %g%s", suite->near_tie, measured);
	if (judgement->verdict == CH_GOLDEN_CHANGED && larger < suite->near_tie)
		also(judgement, "; the new token was not the second best");
	judgement->pass = judgement->verdict == CH_GOLDEN_NEAR_TIE && prompt->tolerant;
}

/* The rate of the first run that has one: streamed answers have none in some servers. */
static double rate_of(const ch_side *side)
{
	double rate = side->recorded ? side->recorded->accept_rate : -1;

	for (size_t i = 0; side->runs && rate < 0 && i < side->runs->count; i++)
		if (side->runs->runs[i].kind != CH_RUN_PLAIN && side->runs->runs[i].kind != CH_RUN_CONCURRENT)
			rate = side->runs->runs[i].asked.answer.accept_rate;
	return rate;
}

static void judge_content(const ch_prompt *prompt, const ch_answer *answer, ch_judgement *judgement)
{
	char why[300];

	if (ch_check_run(prompt->checks, prompt->check_count, &answer->text, why, sizeof(why)) < 0)
		return;
	if (judgement->verdict == CH_GOLDEN_MATCH)
		decide(judgement, CH_GOLDEN_WRONG_CONTENT, "the completion %s", why);
	else if (judgement->pass) {
		char before[200];

		snprintf(before, sizeof(before), "%.199s", judgement->text);
		decide(judgement, CH_GOLDEN_WRONG_CONTENT, "the completion %s; it was %s (%s)", why,
		       ch_golden_verdict_name(judgement->verdict), before);
	} else
		also(judgement, "; and it %s", why);
}

static bool side_failed(const ch_side *side, ch_judgement *judgement)
{
	if (side->recorded)
		return false;
	if (side->runs->trouble.kind) {
		decide(judgement, CH_GOLDEN_SERVER_ERROR, "%s", side->runs->trouble.text);
		judgement->trouble = side->runs->trouble.kind;
		return true;
	}
	if (!ch_runs_first(side->runs, CH_RUN_FIRST)) {
		decide(judgement, CH_GOLDEN_NOT_RUN, "not reached");
		return true;
	}
	return false;
}

static void clear(ch_judgement *judgement)
{
	*judgement = (ch_judgement){.verdict = CH_GOLDEN_MATCH,
				    .pass = true,
				    .token = -1,
				    .byte = -1,
				    .margins = {-1, -1},
				    .rates = {-1, -1}};
}

void ch_judge_alone(const ch_suite *suite, const ch_prompt *prompt, const ch_side *side, ch_judgement *judgement)
{
	(void)suite;
	clear(judgement);
	if (side_failed(side, judgement))
		return;
	judgement->rates[1] = rate_of(side);
	if (runs_differ(side, judgement) || not_greedy(side, judgement) || speculation_changes(side, judgement))
		return;
	judge_content(prompt, answer_of(side), judgement);
}

void ch_judge(const ch_suite *suite, const ch_prompt *prompt, const ch_side *base, const ch_side *now,
	      ch_judgement *judgement)
{
	const ch_answer *a, *b;

	clear(judgement);
	if (side_failed(base, judgement) || side_failed(now, judgement))
		return;
	a = answer_of(base);
	b = answer_of(now);
	if (!a || !b) {
		decide(judgement, CH_GOLDEN_NOT_RUN, "not reached");
		return;
	}
	judgement->rates[0] = rate_of(base);
	judgement->rates[1] = rate_of(now);
	if (prompt_changed(base, now, judgement) || runs_differ(base, judgement) || runs_differ(now, judgement) ||
	    not_greedy(base, judgement) || not_greedy(now, judgement) || speculation_changes(base, judgement) ||
	    speculation_changes(now, judgement))
		return;
	if (!ch_bytes_equal(&a->text, &b->text))
		judge_difference(suite, prompt, base, now, judgement);
	else if (strcmp(a->finish_reason, b->finish_reason) != 0)
		decide(judgement, CH_GOLDEN_CHANGED, "the same bytes, but finish_reason was \"%s\" and is \"%s\"",
		       a->finish_reason, b->finish_reason);
	else if (judgement->rates[0] >= 0 && judgement->rates[1] < 0)
		decide(judgement, CH_GOLDEN_ACCEPTANCE_FELL,
		       "the same bytes, but no draft was counted; %.3f were accepted (is speculation off?)",
		       judgement->rates[0]);
	else if (judgement->rates[0] >= 0 && judgement->rates[1] < judgement->rates[0] - suite->acceptance_tolerance)
		decide(judgement, CH_GOLDEN_ACCEPTANCE_FELL,
		       "the same bytes, but the acceptance fell from %.3f to %.3f (tolerance %g%s)",
		       judgement->rates[0], judgement->rates[1], suite->acceptance_tolerance,
		       judgement->rates[1] == 0 ? "; is speculation off?" : "");
	judge_content(prompt, b, judgement);
}

double ch_judge_noise(const ch_answer *a, const ch_answer *b)
{
	int64_t token = ch_token_first_difference(a, b);
	size_t shared = a->token_count < b->token_count ? a->token_count : b->token_count;
	double largest = -1;

	if (token >= 0)
		shared = (size_t)token;
	for (size_t i = 0; i < shared; i++) {
		double difference = fabs(a->tokens[i].margin - b->tokens[i].margin);

		if (a->tokens[i].margin >= 0 && b->tokens[i].margin >= 0 && difference > largest)
			largest = difference;
	}
	return largest;
}

bool ch_side_answer(const ch_side *side, ch_answer *answer)
{
	const ch_answer *with_margins = margins_of(side), *with_ids = with_prompt_ids(side);
	ch_answer tokens, ids;
	bool ok;

	ch_answer_init(&tokens);
	ch_answer_init(&ids);
	ok = ch_answer_copy(answer, answer_of(side)) && ch_answer_copy(&tokens, with_margins) &&
	     ch_answer_copy(&ids, with_ids);
	if (ok && !answer->prompt_id_count) {
		answer->prompt_ids = ids.prompt_ids;
		answer->prompt_id_count = ids.prompt_id_count;
		ids.prompt_ids = NULL;
	}
	if (ok && tokens.token_count) {
		free(answer->tokens);
		answer->tokens = tokens.tokens;
		answer->token_count = tokens.token_count;
		tokens.tokens = NULL;
	}
	answer->accept_rate = rate_of(side);
	ch_answer_free(&tokens);
	ch_answer_free(&ids);
	return ok;
}
