/* SPDX-License-Identifier: Apache-2.0
 *
 * Each way in which an answer can differ has a verdict of its own: one broken server for each, and the good one for none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "asking.h"

typedef struct expectation {
	fake_kind kind;
	fake_fault recorded, now;
	bool coin_flip;
	ch_golden_verdict verdict;
	const char *words; /* in the line */
} expectation;

static const expectation expectations[] = {
	{FAKE_LLAMA, FAKE_WELL, FAKE_WELL, false, CH_GOLDEN_MATCH, ""},
	{FAKE_VLLM, FAKE_WELL, FAKE_WELL, false, CH_GOLDEN_MATCH, ""},
	{FAKE_LLAMA, FAKE_WELL, FAKE_NEAR_TIE, true, CH_GOLDEN_NEAR_TIE,
	 "token 3 (byte 14): \" capital\", now \" centre\"; margins 0.0300 and 0.0500"},
	{FAKE_LLAMA, FAKE_WELL, FAKE_NEAR_TIE, false, CH_GOLDEN_CHANGED, "margins 2.0000 and 0.0500"},
	{FAKE_LLAMA, FAKE_WELL, FAKE_CHANGED, true, CH_GOLDEN_CHANGED, "margins 0.0300 and 1.5000"},
	{FAKE_LLAMA, FAKE_WELL, FAKE_THIRD, true, CH_GOLDEN_CHANGED, "not the second best"},
	{FAKE_LLAMA, FAKE_WELL, FAKE_NO_MARGINS_CHANGED, true, CH_GOLDEN_UNKNOWN, "not offered"},
	{FAKE_LLAMA, FAKE_NO_LOGPROBS, FAKE_NEAR_TIE, true, CH_GOLDEN_UNKNOWN, "not offered"},
	{FAKE_LLAMA, FAKE_ABSURD_LOGPROBS, FAKE_NEAR_TIE, true, CH_GOLDEN_UNKNOWN, "not offered"},
	{FAKE_LLAMA, FAKE_NAN_LOGPROBS, FAKE_NEAR_TIE, true, CH_GOLDEN_UNKNOWN, "not offered"},
	{FAKE_LLAMA, FAKE_SHIFTED_TOKENS, FAKE_NEAR_TIE, true, CH_GOLDEN_UNKNOWN, "not offered"},
	{FAKE_LUCEBOX, FAKE_WELL, FAKE_CHANGED, false, CH_GOLDEN_UNKNOWN, "not offered"},
	/* M08 */
	{FAKE_LLAMA, FAKE_WELL, FAKE_PROMPT, false, CH_GOLDEN_PROMPT_CHANGED, "a doubled BOS?"},
	{FAKE_LLAMA, FAKE_PROMPT, FAKE_WELL, false, CH_GOLDEN_PROMPT_CHANGED, "6 tokens, now 5"},
	{FAKE_VLLM, FAKE_WELL, FAKE_PROMPT, false, CH_GOLDEN_PROMPT_CHANGED, "a doubled BOS?"},
	{FAKE_LUCEBOX, FAKE_WELL, FAKE_PROMPT, false, CH_GOLDEN_PROMPT_CHANGED, "by the server's count"},
	{FAKE_LLAMA, FAKE_NO_IDS, FAKE_PROMPT, false, CH_GOLDEN_PROMPT_CHANGED, "by the server's count"},
	/* M10 */
	{FAKE_LLAMA, FAKE_WELL, FAKE_CRLF, false, CH_GOLDEN_CHANGED, "line ends"},
	{FAKE_LLAMA, FAKE_WELL, FAKE_BOM, false, CH_GOLDEN_CHANGED, "a BOM"},
	{FAKE_LLAMA, FAKE_WELL, FAKE_NO_LAST_NEWLINE, false, CH_GOLDEN_CHANGED, "the last newline"},
	{FAKE_LLAMA, FAKE_WELL, FAKE_FINISH, false, CH_GOLDEN_CHANGED, "finish_reason was \"stop\" and is \"length\""},
	{FAKE_LLAMA, FAKE_WELL, FAKE_RANDOM, false, CH_GOLDEN_NONDETERMINISTIC, "differ from the first"},
	{FAKE_LLAMA, FAKE_WELL, FAKE_STREAM_DIFFERS, false, CH_GOLDEN_NONDETERMINISTIC,
	 "streamed and not streamed differ"},
	/* M09 */
	{FAKE_LLAMA, FAKE_WELL, FAKE_REPLACEMENT, false, CH_GOLDEN_NONDETERMINISTIC, "U+FFFD"},
	/* M05 */
	{FAKE_LLAMA, FAKE_WELL, FAKE_CACHE, false, CH_GOLDEN_NONDETERMINISTIC, "from the prompt cache"},
	{FAKE_LLAMA, FAKE_WELL, FAKE_NOT_GREEDY, false, CH_GOLDEN_NONDETERMINISTIC, "not answer greedily"},
	/* M04 */
	{FAKE_LLAMA, FAKE_WELL, FAKE_SPECULATION, false, CH_GOLDEN_CHANGED, "under speculation differs"},
	{FAKE_LLAMA, FAKE_DRAFTS, FAKE_DRAFTS, false, CH_GOLDEN_MATCH, ""},
	{FAKE_LLAMA, FAKE_DRAFTS, FAKE_FEW_DRAFTS, false, CH_GOLDEN_ACCEPTANCE_FELL, "from 0.750 to 0.250"},
	{FAKE_LLAMA, FAKE_DRAFTS, FAKE_WELL, false, CH_GOLDEN_ACCEPTANCE_FELL, "is speculation off?"},
	{FAKE_LLAMA, FAKE_FEW_DRAFTS, FAKE_DRAFTS, false, CH_GOLDEN_MATCH, ""},
	{FAKE_LUCEBOX, FAKE_DRAFTS, FAKE_FEW_DRAFTS, false, CH_GOLDEN_ACCEPTANCE_FELL, "from 0.750 to 0.250"},
	{FAKE_STRATA, FAKE_DRAFTS, FAKE_FEW_DRAFTS, false, CH_GOLDEN_ACCEPTANCE_FELL, "from 0.750 to 0.250"},
	{FAKE_STRATA, FAKE_DRAFTS, FAKE_NO_DRAFTS, false, CH_GOLDEN_ACCEPTANCE_FELL, "is speculation off?"},
	{FAKE_VLLM, FAKE_DRAFTS, FAKE_FEW_DRAFTS, false, CH_GOLDEN_ACCEPTANCE_FELL, "from 0.750 to 0.250"},
	{FAKE_LLAMA, FAKE_WELL, FAKE_500, false, CH_GOLDEN_SERVER_ERROR, "status 500"},
};

static void each_difference_has_its_verdict(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
		const expectation *row = &expectations[i];
		fake_server *server = fake_server_open(row->kind, 0);
		ch_judgement judgement;
		asking now;

		assert_non_null(server);
		fake_server_set(server, row->recorded, 0);
		asking_open(&now, row->coin_flip, false);
		asking_record(&now, server);
		fake_server_set(server, row->now, 0);
		asking_verify(&now, server, &judgement);
		if (judgement.verdict != row->verdict || !strstr(judgement.text, row->words))
			fail_msg("row %zu: %s: %s", i, ch_golden_verdict_name(judgement.verdict), judgement.text);
		assert_int_equal(judgement.pass, row->verdict == CH_GOLDEN_MATCH);
		ch_judgement_free(&judgement);
		asking_close(&now);
		fake_server_close(server);
	}
}

static void tolerant_prompts_pass_a_near_tie_while_their_checks_hold(void **state)
{
	static const struct {
		fake_fault fault;
		const char *contains;
		ch_golden_verdict verdict;
		bool pass;
	} rows[] = {
		{FAKE_NEAR_TIE, "Paris", CH_GOLDEN_NEAR_TIE, true},
		{FAKE_NEAR_TIE, "capital", CH_GOLDEN_WRONG_CONTENT, false},
		{FAKE_NO_MARGINS_CHANGED, "Paris", CH_GOLDEN_UNKNOWN, true},
		{FAKE_CHANGED, "Paris", CH_GOLDEN_CHANGED, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		fake_server *server = fake_server_open(FAKE_LLAMA, 0);
		ch_judgement judgement;
		asking now;

		asking_open(&now, true, false);
		now.suite.prompts[0].tolerant = true;
		now.suite.prompts[0].checks = calloc(1, sizeof(ch_check));
		now.suite.prompts[0].checks[0] =
			(ch_check){.kind = CH_CHECK_CONTAINS, .text = strdup(rows[i].contains)};
		now.suite.prompts[0].check_count = 1;
		asking_record(&now, server);
		fake_server_set(server, rows[i].fault, 0);
		asking_verify(&now, server, &judgement);
		if (judgement.verdict != rows[i].verdict || judgement.pass != rows[i].pass)
			fail_msg("row %zu: %s: %s", i, ch_golden_verdict_name(judgement.verdict), judgement.text);
		ch_judgement_free(&judgement);
		asking_close(&now);
		fake_server_close(server);
	}
}

static void concurrent_divergence_is_told_apart(void **state)
{
	fake_server *server = fake_server_open(FAKE_LLAMA, 0);
	ch_judgement judgement;
	asking now;

	(void)state;
	asking_open(&now, false, false);
	asking_record(&now, server);
	fake_server_set(server, FAKE_CONCURRENT, 0);
	now.session.concurrency = 4;
	asking_verify(&now, server, &judgement);
	if (judgement.verdict != CH_GOLDEN_NONDETERMINISTIC || !strstr(judgement.text, "under concurrency only"))
		fail_msg("%s: %s", ch_golden_verdict_name(judgement.verdict), judgement.text);
	ch_judgement_free(&judgement);
	fake_server_set(server, FAKE_WELL, 0);
	asking_verify(&now, server, &judgement);
	assert_int_equal(judgement.verdict, CH_GOLDEN_MATCH);
	ch_judgement_free(&judgement);
	asking_close(&now);
	fake_server_close(server);
}

static void two_servers_are_compared_and_one_is_not_compared_with_itself(void **state)
{
	fake_server *base = fake_server_open(FAKE_LLAMA, 0), *other = fake_server_open(FAKE_VLLM, 0);
	ch_judgement judgement;
	ch_side a = {.name = "base"}, b = {.name = "now"};
	asking now;

	(void)state;
	asking_open(&now, true, false);
	fake_server_set(other, FAKE_NEAR_TIE, 0);
	assert_true(asking_run(&now, base, other, true));
	a.runs = &now.arms[0].runs[0];
	b.runs = &now.arms[1].runs[0];
	ch_judge(&now.suite, &now.suite.prompts[0], &a, &b, &judgement);
	if (judgement.verdict != CH_GOLDEN_NEAR_TIE)
		fail_msg("%s", judgement.text);
	ch_judgement_free(&judgement);
	/* up to the flip the margins agree, so that noise is none */
	assert_true(ch_judge_noise(&ch_runs_first(a.runs, CH_RUN_PLAIN)->asked.answer,
				   &ch_runs_first(b.runs, CH_RUN_PLAIN)->asked.answer) == 0);
	assert_false(asking_run(&now, base, base, true));
	assert_int_equal(now.session.trouble.kind, CH_TROUBLE_USAGE);
	assert_non_null(strstr(now.session.trouble.text, "compared with itself"));
	asking_close(&now);
	fake_server_close(base);
	fake_server_close(other);
}

static void the_diff_shows_tokens_around_the_first_difference(void **state)
{
	fake_server *server = fake_server_open(FAKE_LLAMA, 0);
	ch_judgement judgement;
	asking now;

	(void)state;
	asking_open(&now, false, false);
	asking_record(&now, server);
	fake_server_set(server, FAKE_CHANGED, 0);
	asking_verify(&now, server, &judgement);
	assert_string_equal(judgement.diff.data, "--- recorded\n+++ now\n@@ token 3, byte 14 @@\n  \"Paris| is| the\"\n"
						 "- \" capital| \\xf0\\x9f|\\x8c\\x8d|.\\r\\nYes.\\n\"\n"
						 "+ \" centre| \\xf0\\x9f|\\x8c\\x8d|.\\r\\nYes.\\n\"\n");
	ch_judgement_free(&judgement);
	asking_close(&now);
	fake_server_close(server);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_difference_has_its_verdict),
		cmocka_unit_test(tolerant_prompts_pass_a_near_tie_while_their_checks_hold),
		cmocka_unit_test(concurrent_divergence_is_told_apart),
		cmocka_unit_test(two_servers_are_compared_and_one_is_not_compared_with_itself),
		cmocka_unit_test(the_diff_shows_tokens_around_the_first_difference),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
