/* SPDX-License-Identifier: Apache-2.0
 *
 * Each server of the table, as its own documents have its answers: known by its own fields, the same bytes streamed and not,
 * and every fact where it stands, or "not offered". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "asking.h"
#include "golden/adapter.h"

static const char text[] = "Paris is the capital \xf0\x9f\x8c\x8d.\r\nYes.\n";

typedef struct expectation {
	fake_kind kind;
	const char *name;
	bool margins, prompt_ids, token_ids, drafts, rate;
	int64_t context;
} expectation;

static const expectation expectations[] = {
	{FAKE_LLAMA, "llama.cpp", true, true, true, true, true, 2048},
	{FAKE_LUCEBOX, "lucebox", false, false, false, false, true, 4096},
	{FAKE_STRATA, "strata", false, false, false, true, true, 8192},
	{FAKE_VLLM, "vllm", true, true, true, true, true, 4096},
	{FAKE_OPENAI, "openai", true, false, false, false, false, -1},
};

static void every_server_is_known_and_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
		const expectation *row = &expectations[i];
		fake_server *server = fake_server_open(row->kind, 0);
		const ch_run *first, *plain;
		const ch_runs *runs;
		ch_answer kept;
		asking now;

		assert_non_null(server);
		fake_server_set(server, FAKE_DRAFTS, 0);
		asking_open(&now, false, false);
		if (!asking_run(&now, server, NULL, true))
			fail_msg("%s: %s", row->name, now.session.trouble.text);
		runs = &now.arms[0].runs[0];
		if (runs->trouble.kind)
			fail_msg("%s: %s", row->name, runs->trouble.text);
		assert_string_equal(now.arms[0].server.adapter->name, row->name);
		assert_int_equal(now.arms[0].server.identity.context, row->context);
		assert_int_equal(runs->count, row->margins ? 4 : 3);
		for (size_t r = 0; r < runs->count; r++) {
			const ch_answer *answer = &runs->runs[r].asked.answer;

			/* M09, and CRLF and the last newline kept */
			assert_int_equal(answer->text.size, sizeof(text) - 1);
			assert_memory_equal(answer->text.data, text, sizeof(text) - 1);
			assert_string_equal(answer->finish_reason, "stop");
			assert_int_equal(answer->prompt_tokens, 5);
		}
		first = ch_runs_first(runs, CH_RUN_FIRST);
		plain = ch_runs_first(runs, CH_RUN_PLAIN);
		assert_int_equal(first->asked.answer.drafted, row->drafts ? 8 : -1);
		assert_int_equal(first->asked.answer.accepted, row->drafts ? 6 : -1);
		assert_true(first->asked.answer.accept_rate == (row->rate ? 0.75 : -1));
		ch_answer_init(&kept);
		assert_true(ch_side_answer(&(ch_side){.name = "now", .runs = runs}, &kept));
		assert_int_equal(kept.token_count, row->margins ? 7 : 0);
		if (row->margins) {
			assert_non_null(plain);
			assert_true(kept.tokens[3].margin > 1.99 && kept.tokens[3].margin < 2.01);
			assert_int_equal(kept.tokens[3].runner_up_bytes, 7);
			assert_memory_equal(kept.tokens[3].runner_up, " centre", 7);
			assert_int_equal(kept.tokens[4].bytes, 3);
		}
		assert_int_equal(kept.prompt_id_count, row->prompt_ids ? 5 : 0);
		if (row->token_ids)
			assert_int_equal(kept.tokens[6].id, 17);
		ch_answer_free(&kept);
		assert_int_equal(fake_server_not_greedy(server), 0);
		asking_close(&now);
		fake_server_close(server);
	}
}

static void raw_prompts_go_to_their_own_endpoint(void **state)
{
	static const fake_kind kinds[] = {FAKE_LLAMA, FAKE_VLLM};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		fake_server *server = fake_server_open(kinds[i], 0);
		ch_answer kept;
		asking now;

		asking_open(&now, false, true);
		if (!asking_run(&now, server, NULL, true) || now.arms[0].runs[0].trouble.kind)
			fail_msg("%s%s", now.session.trouble.text, now.arms[0].runs[0].trouble.text);
		ch_answer_init(&kept);
		assert_true(ch_side_answer(&(ch_side){.name = "now", .runs = &now.arms[0].runs[0]}, &kept));
		assert_int_equal(kept.token_count, 7);
		assert_int_equal(kept.prompt_id_count, 5);
		assert_int_equal(kept.tokens[6].id, 17);
		assert_string_equal(kept.text.data, text);
		ch_answer_free(&kept);
		asking_close(&now);
		fake_server_close(server);
	}
}

static void a_raw_prompt_that_is_not_offered_is_named(void **state)
{
	fake_server *server = fake_server_open(FAKE_STRATA, 0);
	asking now;

	(void)state;
	asking_open(&now, false, true);
	asking_run(&now, server, NULL, true);
	assert_int_equal(now.arms[0].runs[0].trouble.kind, CH_TROUBLE_USAGE);
	assert_non_null(strstr(now.arms[0].runs[0].trouble.text, "does not offer"));
	asking_close(&now);
	fake_server_close(server);
}

/* M07: the request itself, with every switch */
static void every_request_says_temperature_0(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < ch_adapter_count(); i++)
		for (unsigned how = 0; how < 8; how++)
			for (int raw = 0; raw < 2; raw++) {
				ch_server server = {.adapter = ch_adapter_get(i)};
				asking now;
				char *json;

				asking_open(&now, false, raw);
				json = ch_ask_request(&server, &now.suite, &now.suite.prompts[0], how);
				assert_non_null(json);
				assert_non_null(strstr(json, "\"temperature\":0,"));
				assert_non_null(strstr(json, "\"seed\":1"));
				if (!strcmp(server.adapter->name, "llama.cpp"))
					assert_non_null(strstr(json, "\"cache_prompt\":false"));
				free(json);
				asking_close(&now);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_server_is_known_and_read),
		cmocka_unit_test(raw_prompts_go_to_their_own_endpoint),
		cmocka_unit_test(a_raw_prompt_that_is_not_offered_is_named),
		cmocka_unit_test(every_request_says_temperature_0),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
