/* SPDX-License-Identifier: Apache-2.0
 *
 * A server that breaks one rule: one clear line, the kind of trouble that is its own, nothing kept that should not be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "asking.h"
#include "golden/sse.h"

typedef struct breakage {
	fake_fault fault;
	ch_trouble_kind kind;
	const char *words;
} breakage;

static const breakage breakages[] = {
	{FAKE_CUT, CH_TROUBLE_CUT, "cut"},
	{FAKE_NO_DONE, CH_TROUBLE_CUT, "before its last event"},
	{FAKE_HALF_JSON, CH_TROUBLE_BAD_JSON, "no JSON object"},
	{FAKE_LONG_LINE, CH_TROUBLE_TOO_LARGE, "larger than"},
	{FAKE_ENDLESS, CH_TROUBLE_TOO_LARGE, "larger than"},
	{FAKE_401, CH_TROUBLE_UNAUTHORIZED, "status 401"},
	{FAKE_429_LATER, CH_TROUBLE_RATE_LIMIT, "status 429"},
	{FAKE_500, CH_TROUBLE_SERVER, "status 500, the server failed: as told"},
	{FAKE_REDIRECT, CH_TROUBLE_REDIRECT, "not followed"},
	{FAKE_CONTENT_TYPE, CH_TROUBLE_CONTENT_TYPE, "text/html"},
	{FAKE_NUL_RAW, CH_TROUBLE_NUL, "NUL"},
	{FAKE_NUL_ESCAPED, CH_TROUBLE_NUL, "NUL"},
	{FAKE_SLOW, CH_TROUBLE_TIME_OUT, "in time"},
	{FAKE_ERROR_IN_STREAM, CH_TROUBLE_SERVER, "lost the device"},
	{FAKE_NO_FINISH, CH_TROUBLE_BAD_JSON, "finish_reason"},
};

static void each_breakage_has_its_own_kind(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(breakages) / sizeof(breakages[0]); i++) {
		fake_server *server = fake_server_open(FAKE_LLAMA, 0);
		const ch_trouble *trouble;
		ch_judgement judgement;
		asking now;

		asking_open(&now, false, false);
		/* a 10 MB line meets the limit of a line only where the limit of an answer is larger */
		now.suite.max_tokens = breakages[i].fault == FAKE_LONG_LINE ? 64 : 8;
		asking_record(&now, server);
		now.session.time_out = breakages[i].fault == FAKE_SLOW ? 1 : 10;
		fake_server_set(server, breakages[i].fault, 0);
		asking_verify(&now, server, &judgement);
		trouble = now.session.trouble.kind ? &now.session.trouble : &now.arms[0].runs[0].trouble;
		if (trouble->kind != breakages[i].kind || !strstr(trouble->text, breakages[i].words))
			fail_msg("fault %d: %s: %s", (int)breakages[i].fault, ch_trouble_get(trouble->kind)->name,
				 trouble->text);
		assert_null(strchr(trouble->text, '\n'));
		assert_false(judgement.pass);
		assert_int_equal(fake_server_redirected(server), 0);
		ch_judgement_free(&judgement);
		asking_close(&now);
		fake_server_close(server);
	}
}

static void a_long_line_alone_is_refused(void **state)
{
	fake_server *server = fake_server_open(FAKE_LLAMA, 0);
	asking now;

	(void)state;
	asking_open(&now, false, false);
	now.suite.max_tokens = 2048;
	fake_server_set(server, FAKE_LONG_LINE, 0);
	asking_run(&now, server, NULL, false);
	assert_int_equal(now.arms[0].runs[0].trouble.kind, CH_TROUBLE_TOO_LARGE);
	assert_non_null(strstr(now.arms[0].runs[0].trouble.text, "a line of the stream"));
	/* what was answered before it is there */
	assert_int_equal(now.arms[0].runs[0].count, 1);
	asking_close(&now);
	fake_server_close(server);
}

static void too_many_requests_is_asked_again(void **state)
{
	fake_server *server = fake_server_open(FAKE_LLAMA, 0);
	struct timespec before, after;
	asking now;

	(void)state;
	asking_open(&now, false, false);
	fake_server_set(server, FAKE_429, 1);
	clock_gettime(CLOCK_MONOTONIC, &before);
	assert_true(asking_run(&now, server, NULL, false));
	clock_gettime(CLOCK_MONOTONIC, &after);
	assert_int_equal(now.arms[0].runs[0].trouble.kind, CH_TROUBLE_NONE);
	assert_true(after.tv_sec - before.tv_sec < 10);
	asking_close(&now);
	fake_server_close(server);
}

static void nothing_listens(void **state)
{
	fake_server *server = fake_server_open(FAKE_LLAMA, 0);
	ch_trouble trouble = {0};
	ch_server client = {0};
	char url[64];

	(void)state;
	snprintf(url, sizeof(url), "http://127.0.0.1:%d", fake_server_port(server));
	fake_server_close(server);
	assert_true(ch_client_open(&client.client, url, NULL, &trouble));
	assert_false(ch_server_probe(&client, NULL, &trouble));
	assert_int_equal(trouble.kind, CH_TROUBLE_UNREACHABLE);
	ch_server_close(&client);
}

static void urls_that_are_refused(void **state)
{
	static const char *const urls[] = {
		"builtin:", "ftp://a/", "file:///etc/passwd",	  "http://user:secret@host/", "http://",
		"",	    "host",	"http://host/?key=secret"};

	(void)state;
	for (size_t i = 0; i < sizeof(urls) / sizeof(urls[0]); i++) {
		ch_trouble trouble = {0};
		ch_client client;

		if (ch_client_open(&client, urls[i], NULL, &trouble))
			fail_msg("taken: %s", urls[i]);
		assert_int_equal(trouble.kind, CH_TROUBLE_USAGE);
		assert_null(strstr(trouble.text, "secret"));
		ch_client_close(&client);
	}
}

static void a_key_that_is_needed_is_sent_and_never_told(void **state)
{
	static const char key[] = "sk-very-secret-0123";
	static const fake_fault faults[] = {FAKE_ECHO_KEY, FAKE_ECHO_KEY_ERROR};
	fake_server *server = fake_server_open(FAKE_LLAMA, 0);
	asking now;

	(void)state;
	fake_server_need_key(server, key);
	asking_open(&now, false, false);
	assert_false(asking_run(&now, server, NULL, false));
	assert_int_equal(now.session.trouble.kind, CH_TROUBLE_UNAUTHORIZED);
	assert_int_equal(setenv("CHECKHIP_API_KEY", key, 1), 0);
	assert_true(asking_run(&now, server, NULL, false));
	assert_int_equal(now.arms[0].runs[0].trouble.kind, CH_TROUBLE_NONE);
	for (size_t i = 0; i < 2; i++) {
		const ch_trouble *trouble;

		fake_server_set(server, faults[i], 0);
		asking_run(&now, server, NULL, false);
		trouble = &now.arms[0].runs[0].trouble;
		assert_int_equal(trouble->kind, faults[i] == FAKE_ECHO_KEY ? CH_TROUBLE_KEY : CH_TROUBLE_REFUSED);
		assert_null(strstr(trouble->text, key));
		assert_null(strstr(now.session.trouble.text, key));
		assert_int_equal(now.arms[0].runs[0].count, 0);
	}
	assert_non_null(strstr(now.arms[0].runs[0].trouble.text, "[key]"));
	assert_int_equal(unsetenv("CHECKHIP_API_KEY"), 0);
	asking_close(&now);
	fake_server_close(server);
}

static bool collect(void *context, const ch_bytes *data, ch_trouble *trouble)
{
	(void)trouble;
	return ch_bytes_format(context, "[%s]", data->data ? data->data : "");
}

/* The same stream cut at every place into two pieces gives the same events. */
static void events_do_not_depend_on_pieces(void **state)
{
	static const char stream[] =
		"\xef\xbb\xbf"
		"data: a\r\n\r\ndata:b\ndata: c\n\n: x\nevent: y\n\ndata: \xf0\x9f\r\rdata: \x8c\x8d\n\ndata: cut";
	static const char expected[] = "[a][b\nc][\xf0\x9f][\x8c\x8d]";

	(void)state;
	for (size_t cut = 0; cut < sizeof(stream); cut++) {
		ch_trouble trouble;
		ch_bytes events = {0};
		ch_sse sse = {0};

		assert_true(ch_sse_feed(&sse, stream, cut, collect, &events, &trouble));
		assert_true(ch_sse_feed(&sse, stream + cut,
					sizeof(stream) - 1 - (cut < sizeof(stream) - 1 ? cut : sizeof(stream) - 1),
					collect, &events, &trouble));
		assert_string_equal(events.data, expected);
		ch_sse_free(&sse);
		ch_bytes_free(&events);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_breakage_has_its_own_kind),
		cmocka_unit_test(a_long_line_alone_is_refused),
		cmocka_unit_test(too_many_requests_is_asked_again),
		cmocka_unit_test(nothing_listens),
		cmocka_unit_test(urls_that_are_refused),
		cmocka_unit_test(a_key_that_is_needed_is_sent_and_never_told),
		cmocka_unit_test(events_do_not_depend_on_pieces),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
