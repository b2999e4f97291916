/* SPDX-License-Identifier: Apache-2.0
 *
 * suite.json as text: what is taken, what is refused and with which words, and that printing and reading agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "golden/suite.h"

#define HEAD                                                                                                 \
	"{\"schema\":\"checkhip-golden-1\",\"name\":\"s\",\"request\":{\"temperature\":0,\"max_tokens\":8}," \
	"\"prompts\":["
#define PROMPT(rest) "{\"id\":\"a\",\"topic\":\"code\",\"class\":\"exact\",\"text\":\"x\"" rest "}"
#define ANSWER(rest) ",\"answer\":{\"sha256\":\"" SUM "\",\"bytes\":3,\"finish_reason\":\"stop\"" rest "}"
#define SUM "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static void parse_must_fail(const char *json, size_t size, const char *words)
{
	ch_trouble trouble = {0};
	ch_suite suite;

	if (ch_suite_parse(&suite, json, size, "suite.json", &trouble)) {
		ch_suite_free(&suite);
		fail_msg("taken: %s", json);
	}
	if (!strstr(trouble.text, words))
		fail_msg("\"%s\" is not in: %s", words, trouble.text);
	assert_int_equal(trouble.kind, CH_TROUBLE_SUITE);
}

typedef struct refusal {
	const char *json, *words;
} refusal;

static void refuses_what_the_schema_does_not_have(void **state)
{
	static const refusal refusals[] = {
		{"", "no valid JSON"},
		{"[]", "an object was expected"},
		{"{\"schema\":\"checkhip-golden-2\"}", "is not \"checkhip-golden-1\""},
		{HEAD PROMPT("") "],\"more\":1}", "unknown field \"more\""},
		{HEAD PROMPT("") "],\"name\":\"t\"}", "stands twice"},
		{HEAD "]}", "1 to 1000 prompts"},
		{HEAD PROMPT("") "," PROMPT("") "]}", "id \"a\" stands twice"},
		{HEAD PROMPT(",\"max_tokens\":0") "]}", "from 1 to"},
		{HEAD PROMPT(",\"max_tokens\":1.5") "]}", "a whole number"},
		{HEAD PROMPT(",\"max_tokens\":1e999") "]}", "a whole number"},
		{HEAD PROMPT(",\"checks\":[{}]") "]}", "exactly one of"},
		{HEAD PROMPT(",\"checks\":[{\"contains\":\"a\",\"json\":true}]") "]}", "exactly one of"},
		{HEAD PROMPT(",\"checks\":[{\"matches\":\"(\"}]") "]}", "no regular expression"},
		{HEAD PROMPT(",\"checks\":[{\"json\":false}]") "]}", "must be true"},
		{HEAD PROMPT("") "]} x", "no valid JSON"},
		{HEAD PROMPT("") ",{\"id\":\"b\\u0000c\",\"topic\":\"code\",\"class\":\"exact\",\"text\":\"x\"}]}",
		 "a NUL"},
		{HEAD PROMPT("") ",{\"id\":\"\xff\",\"topic\":\"code\",\"class\":\"exact\",\"text\":\"x\"}]}",
		 "no UTF-8"},
		{HEAD PROMPT("") ",{\"id\":\"b\",\"topic\":\"code\",\"class\":\"tolerant\",\"text\":\"x\"}]}",
		 "needs a check"},
		{HEAD PROMPT("") ",{\"id\":\"b\",\"topic\":\"cod\",\"class\":\"exact\",\"text\":\"x\"}]}",
		 "\"topic\" has an unknown"},
		{HEAD PROMPT(ANSWER(",\"token_bytes\":[1,1]")) "]}", "add up to 2"},
		{HEAD PROMPT(ANSWER(",\"token_bytes\":[3],\"margins\":[-1]")) "]}", "margins[0]"},
		{HEAD PROMPT(ANSWER(",\"token_bytes\":[3],\"margins\":[1,2]")) "]}", "has 2 elements"},
		{HEAD PROMPT(ANSWER(",\"token_bytes\":[3],\"token_ids\":[0.5]")) "]}", "token_ids[0]"},
		{HEAD PROMPT(ANSWER(",\"token_bytes\":[3],\"runner_up\":[\"0\"]")) "]}", "runner_up[0]"},
		{HEAD PROMPT(ANSWER(",\"margins\":[1]")) "]}", "need \"token_bytes\""},
		{HEAD PROMPT(ANSWER(",\"prompt_ids\":[1,\"2\"]")) "]}", "prompt_ids[1]"},
		{HEAD PROMPT(",\"answer\":{\"sha256\":\"00\",\"bytes\":3,\"finish_reason\":\"stop\"}") "]}",
		 "64 lower-case"},
		/* M07: what leaves temperature out, or has another, is no golden request */
		{"{\"schema\":\"checkhip-golden-1\",\"name\":\"s\",\"request\":{\"max_tokens\":8},\"prompts\":[" PROMPT(
			 "") "]}",
		 "\"temperature\" is missing"},
		{"{\"schema\":\"checkhip-golden-1\",\"name\":\"s\",\"request\":{\"temperature\":0.1,\"max_tokens\":8},"
		 "\"prompts\":[" PROMPT("") "]}",
		 "must be 0"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++)
		parse_must_fail(refusals[i].json, strlen(refusals[i].json), refusals[i].words);
	parse_must_fail("{\0}", 3, "a NUL");
}

static void refuses_ids_that_are_no_plain_names(void **state)
{
	static const char *const ids[] = {"../a", "/etc/passwd", "a/b", "..",	 ".",	    ".hidden", "-r",
					  "",	  "suite",	 "a b", "a\\nb", "\xc3\xa4"};

	(void)state;
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		char json[512];

		snprintf(json, sizeof(json),
			 HEAD "{\"id\":\"%s\",\"topic\":\"code\",\"class\":\"exact\",\"text\":\"x\"}]}", ids[i]);
		parse_must_fail(json, strlen(json), "id \"");
	}
}

/* Every prefix of a good suite, and every byte of it changed: refused or taken, never a crash. */
static void survives_every_cut_and_flip(void **state)
{
	static const char good[] = HEAD PROMPT(",\"checks\":[{\"number\":1,\"tolerance\":0.5}]" ANSWER(
		",\"token_bytes\":[1,2],\"token_ids\":[7,null],\"margins\":[0.25,null],\"runner_up\":[\"61\",null],"
		"\"prompt_ids\":[2]")) "]}";
	ch_trouble trouble;
	ch_suite suite;

	(void)state;
	assert_true(ch_suite_parse(&suite, good, sizeof(good) - 1, "suite.json", &trouble));
	ch_suite_free(&suite);
	for (size_t i = 0; i < sizeof(good) - 1; i++) {
		static const char changes[] = {'"', '0', '{', ']', '\\', '\x80', 0};

		assert_false(ch_suite_parse(&suite, good, i, "suite.json", &trouble));
		for (size_t k = 0; k < sizeof(changes); k++) {
			char broken[sizeof(good)];

			memcpy(broken, good, sizeof(good));
			broken[i] = changes[k];
			if (ch_suite_parse(&suite, broken, sizeof(good) - 1, "suite.json", &trouble))
				ch_suite_free(&suite);
		}
	}
}

static void prints_what_it_reads(void **state)
{
	ch_bytes first = {0}, second = {0};
	ch_trouble trouble;
	ch_suite suite, again;

	(void)state;
	assert_true(ch_suite_ready(&suite, &trouble));
	assert_true(ch_suite_print(&suite, &first));
	if (!ch_suite_parse(&again, first.data, first.size, "suite.json", &trouble))
		fail_msg("%s", trouble.text);
	assert_true(ch_suite_print(&again, &second));
	assert_true(ch_bytes_equal(&first, &second));
	for (int topic = 0; topic < CH_TOPIC_OTHER; topic++) {
		size_t count = 0;

		for (size_t i = 0; i < again.prompt_count; i++)
			count += again.prompts[i].topic == (ch_topic)topic;
		assert_true(count > 0);
	}
	ch_bytes_free(&first);
	ch_bytes_free(&second);
	ch_suite_free(&suite);
	ch_suite_free(&again);
}

static void checks_say_what_is_missing(void **state)
{
	static const struct {
		ch_check check;
		const char *text;
		bool passes;
	} rows[] = {
		{{CH_CHECK_CONTAINS, "630", 0, 0}, "it is 630.", true},
		{{CH_CHECK_CONTAINS, "630", 0, 0}, "it is 63 0", false},
		{{CH_CHECK_MATCHES, "^a.*z$", 0, 0}, "abcz", true},
		{{CH_CHECK_MATCHES, "^a.*z$", 0, 0}, "abc", false},
		{{CH_CHECK_JSON, NULL, 0, 0}, "{\"a\":[1]}\n", true},
		{{CH_CHECK_JSON, NULL, 0, 0}, "Here:\n```json\n[1, 2]\n```\n", true},
		{{CH_CHECK_JSON, NULL, 0, 0}, "{\"a\":[1]", false},
		{{CH_CHECK_JSON, NULL, 0, 0}, "```", false},
		{{CH_CHECK_JSON, NULL, 0, 0}, "", false},
		{{CH_CHECK_NUMBER, NULL, 630, 0}, "18 times 35 is 630.", true},
		{{CH_CHECK_NUMBER, NULL, 630, 0}, "630 is 18 times 35", false},
		{{CH_CHECK_NUMBER, NULL, 1234, 0}, "about 1,234", true},
		{{CH_CHECK_NUMBER, NULL, -2.5, 0.01}, "x = -2.505", true},
		{{CH_CHECK_NUMBER, NULL, 0, 1e300}, "none", false},
	};
	char why[200];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ch_bytes text = {0};

		assert_true(ch_bytes_text(&text, rows[i].text));
		if ((ch_check_run(&rows[i].check, 1, &text, why, sizeof(why)) < 0) != rows[i].passes)
			fail_msg("row %zu", i);
		ch_bytes_free(&text);
	}
}

static void escapes_are_one_line_and_printable(void **state)
{
	static const char raw[] = "a\r\n\x1b[31m\xef\xbb\xbf\xc2\x9b\xff\"\\\xf0\x9f\x8c\x8d";
	ch_trouble trouble;
	ch_bytes text = {0};

	(void)state;
	assert_true(ch_bytes_escaped(&text, raw, sizeof(raw) - 1));
	assert_string_equal(text.data, "a\\r\\n\\x1b[31m\\ufeff\\u009b\\xff\\\"\\\\\xf0\x9f\x8c\x8d");
	ch_bytes_free(&text);
	assert_false(ch_trouble_set(&trouble, CH_TROUBLE_FILE, "a\nb\x1b"));
	assert_string_equal(trouble.text, "a\\x0ab\\x1b");
}

static void every_trouble_has_its_exit_code(void **state)
{
	(void)state;
	for (int a = CH_TROUBLE_USAGE; a < CH_TROUBLE_COUNT; a++) {
		assert_non_null(ch_trouble_get((ch_trouble_kind)a)->name);
		assert_true(ch_trouble_get((ch_trouble_kind)a)->exit_code > 1);
		assert_int_not_equal(ch_trouble_get((ch_trouble_kind)a)->exit_code, 77);
		for (int b = a + 1; b < CH_TROUBLE_COUNT; b++)
			assert_int_not_equal(ch_trouble_get((ch_trouble_kind)a)->exit_code,
					     ch_trouble_get((ch_trouble_kind)b)->exit_code);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refuses_what_the_schema_does_not_have),
		cmocka_unit_test(refuses_ids_that_are_no_plain_names),
		cmocka_unit_test(survives_every_cut_and_flip),
		cmocka_unit_test(prints_what_it_reads),
		cmocka_unit_test(checks_say_what_is_missing),
		cmocka_unit_test(escapes_are_one_line_and_printable),
		cmocka_unit_test(every_trouble_has_its_exit_code),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
