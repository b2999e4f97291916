/* SPDX-License-Identifier: Apache-2.0
 *
 * The suite that the tool carries: two prompts for each of the eight topics, one exact and one tolerant where both make
 * sense. Exact ones are short and structured, so that few tokens are open to a near-tie. */
#include "golden/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ready_check {
	ch_check_kind kind;
	const char *text;
	double number;
} ready_check;

typedef struct ready_prompt {
	const char *id;
	ch_topic topic;
	bool tolerant;
	int64_t max_tokens;
	const char *text;
	ready_check checks[3];
	size_t check_count;
} ready_prompt;

#define CONTAINS(words)                     \
	{                                   \
		CH_CHECK_CONTAINS, words, 0 \
	}
#define MATCHES(pattern)                     \
	{                                    \
		CH_CHECK_MATCHES, pattern, 0 \
	}
#define NUMBER(value)                        \
	{                                    \
		CH_CHECK_NUMBER, NULL, value \
	}
#define IS_JSON                        \
	{                              \
		CH_CHECK_JSON, NULL, 0 \
	}

static const ready_prompt ready[] = {
	{"code-add",
	 CH_TOPIC_CODE,
	 false,
	 48,
	 "Write a C function `int add(int a, int b)` that returns the sum. Code only.",
	 {CONTAINS("add")},
	 1},
	{"code-reverse",
	 CH_TOPIC_CODE,
	 true,
	 96,
	 "Write a Python function reverse(s) that returns the string s reversed. Code only.",
	 {CONTAINS("def reverse"), CONTAINS("return")},
	 2},
	{"algorithms-sort",
	 CH_TOPIC_ALGORITHMS,
	 false,
	 32,
	 "Sort ascending, separated by commas, nothing else: 9, 4, 7, 1, 3",
	 {MATCHES("1, *3, *4, *7, *9")},
	 1},
	{"algorithms-search",
	 CH_TOPIC_ALGORITHMS,
	 true,
	 96,
	 "Name the algorithm that finds a value in a sorted array by halving the range, and give its time complexity.",
	 {MATCHES("[Bb]inary"), MATCHES("[Ll]og")},
	 2},
	{"arithmetic-product",
	 CH_TOPIC_ARITHMETIC,
	 true,
	 64,
	 "What is 18 times 35? End with the number alone.",
	 {CONTAINS("630"), NUMBER(630)},
	 2},
	{"arithmetic-spelled",
	 CH_TOPIC_ARITHMETIC,
	 false,
	 32,
	 "Spell the numbers from one to ten in English, separated by commas.",
	 {CONTAINS("seven")},
	 1},
	{"logic-pets",
	 CH_TOPIC_LOGIC,
	 true,
	 96,
	 "Ana, Ben and Cara each have one pet: a dog, a cat or a fish. Ben's pet lives in water. Cara's pet is not the "
	 "dog. Answer with three lines of the form Name=pet.",
	 {CONTAINS("Ana=dog"), CONTAINS("Ben=fish"), CONTAINS("Cara=cat")},
	 3},
	{"logic-yes",
	 CH_TOPIC_LOGIC,
	 false,
	 8,
	 "All bloops are razzies and all razzies are lazzies. Are all bloops lazzies? Answer Yes or No.",
	 {MATCHES("[Yy]es")},
	 1},
	{"long-form-tides",
	 CH_TOPIC_LONG_FORM,
	 true,
	 256,
	 "Explain in about 150 words how the moon causes the tides.",
	 {MATCHES("[Mm]oon"), MATCHES("[Gg]ravit")},
	 2},
	{"json-person",
	 CH_TOPIC_JSON,
	 false,
	 48,
	 "Give a JSON object with the keys \"name\" (\"Ada\") and \"born\" (1815). JSON only.",
	 {IS_JSON, CONTAINS("1815")},
	 2},
	{"json-list",
	 CH_TOPIC_JSON,
	 false,
	 48,
	 "Give a JSON list of the first six even numbers above zero. JSON only.",
	 {IS_JSON, MATCHES("2, *4, *6, *8, *10, *12")},
	 2},
	{"recall-capital",
	 CH_TOPIC_RECALL,
	 false,
	 16,
	 "What is the capital of France? One word.",
	 {CONTAINS("Paris")},
	 1},
	{"recall-planet",
	 CH_TOPIC_RECALL,
	 true,
	 48,
	 "Which planet is the largest in the solar system?",
	 {CONTAINS("Jupiter")},
	 1},
	{"repetition-word",
	 CH_TOPIC_REPETITION,
	 false,
	 48,
	 "Repeat the word \"pebble\" twelve times, separated by single spaces.",
	 {CONTAINS("pebble pebble")},
	 1},
	{"repetition-line",
	 CH_TOPIC_REPETITION,
	 false,
	 64,
	 "Repeat this line four times: The quick brown fox jumps over the lazy dog.",
	 {CONTAINS("quick brown fox")},
	 1},
};

bool ch_suite_ready(ch_suite *suite, ch_trouble *trouble)
{
	ch_suite_init(suite);
	snprintf(suite->name, sizeof(suite->name), "ready");
	for (size_t i = 0; i < sizeof(ready) / sizeof(ready[0]); i++) {
		ch_prompt *prompt = ch_suite_add(suite);
		bool ok = prompt && (prompt->text = strdup(ready[i].text)) &&
			  (prompt->checks = calloc(ready[i].check_count, sizeof(*prompt->checks)));

		for (size_t k = 0; ok && k < ready[i].check_count; k++) {
			prompt->checks[k].kind = ready[i].checks[k].kind;
			prompt->checks[k].number = ready[i].checks[k].number;
			prompt->check_count++;
			if (ready[i].checks[k].text)
				ok = (prompt->checks[k].text = strdup(ready[i].checks[k].text)) != NULL;
		}
		if (!ok) {
			ch_suite_free(suite);
			return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
		}
		snprintf(prompt->id, sizeof(prompt->id), "%s", ready[i].id);
		prompt->topic = ready[i].topic;
		prompt->tolerant = ready[i].tolerant;
		prompt->max_tokens = ready[i].max_tokens;
	}
	return true;
}
