/* SPDX-License-Identifier: Apache-2.0 */
#include "asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool always(const ch_session *session, size_t prompt)
{
	(void)session;
	(void)prompt;
	return true;
}

static bool never(const ch_session *session, size_t prompt)
{
	(void)session;
	(void)prompt;
	return false;
}

void asking_open(asking *now, bool coin_flip, bool raw)
{
	ch_prompt *prompt;

	*now = (asking){.selected = {true}};
	ch_suite_init(&now->suite);
	snprintf(now->suite.name, sizeof(now->suite.name), "made");
	prompt = ch_suite_add(&now->suite);
	snprintf(prompt->id, sizeof(prompt->id), "a");
	prompt->text = strdup(coin_flip ? "a coin flip" : "a question");
	prompt->raw = raw;
	now->session = (ch_session){.suite = &now->suite,
				    .selected = now->selected,
				    .arms = now->arms,
				    .repeat = 2,
				    .concurrency = 1,
				    .time_out = 20};
}

void asking_close(asking *now)
{
	ch_session_close(&now->session);
	ch_suite_free(&now->suite);
}

bool asking_run(asking *now, const fake_server *first, const fake_server *second, bool margins)
{
	ch_session_close(&now->session);
	now->session.trouble = (ch_trouble){0};
	now->session.arm_count = second ? 2 : 1;
	now->session.wants_plain = margins ? always : never;
	for (size_t a = 0; a < now->session.arm_count; a++) {
		snprintf(now->urls[a], sizeof(now->urls[a]), "http://127.0.0.1:%d/v1/",
			 fake_server_port(a ? second : first));
		now->arms[a] = (ch_arm){.name = a ? "now" : "base", .url = now->urls[a]};
	}
	return ch_session_run(&now->session);
}

void asking_record(asking *now, const fake_server *server)
{
	const ch_side side = {.name = "base", .runs = NULL};
	ch_side with = side;

	if (!asking_run(now, server, NULL, true)) {
		fprintf(stderr, "%s\n", now->session.trouble.text);
		abort();
	}
	with.runs = &now->arms[0].runs[0];
	if (with.runs->trouble.kind || !ch_side_answer(&with, &now->suite.prompts[0].answer)) {
		fprintf(stderr, "%s\n", with.runs->trouble.text);
		abort();
	}
	now->suite.prompts[0].has_answer = true;
}

void asking_verify(asking *now, const fake_server *server, ch_judgement *judgement)
{
	const ch_side base = {.name = "recorded", .recorded = &now->suite.prompts[0].answer};
	ch_side side = {.name = "now"};

	asking_run(now, server, NULL, true);
	side.runs = &now->arms[0].runs[0];
	ch_judge(&now->suite, &now->suite.prompts[0], &base, &side, judgement);
}
