/* SPDX-License-Identifier: Apache-2.0 */
#include "golden/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const ch_topic_names[CH_TOPIC_COUNT] = {
	[CH_TOPIC_CODE] = "code",     [CH_TOPIC_ALGORITHMS] = "algorithms", [CH_TOPIC_ARITHMETIC] = "arithmetic",
	[CH_TOPIC_LOGIC] = "logic",   [CH_TOPIC_LONG_FORM] = "long-form",   [CH_TOPIC_JSON] = "json",
	[CH_TOPIC_RECALL] = "recall", [CH_TOPIC_REPETITION] = "repetition", [CH_TOPIC_OTHER] = "other",
};

void ch_suite_init(ch_suite *suite)
{
	*suite = (ch_suite){.max_tokens = 64,
			    .seed = 1,
			    .cache = CH_CACHE_OFF,
			    .near_tie = CH_NEAR_TIE_START,
			    .acceptance_tolerance = CH_ACCEPTANCE_TOLERANCE_START};
	suite->model.size = -1;
	suite->identity.model_bytes = suite->identity.context = suite->identity.batch = -1;
	suite->identity.slots = suite->identity.verify_width = -1;
}

void ch_answer_init(ch_answer *answer)
{
	*answer = (ch_answer){.prompt_tokens = -1,
			      .drafted = -1,
			      .accepted = -1,
			      .accept_rate = -1,
			      .cached = -1,
			      .prompt_ms = -1,
			      .decode_ms = -1};
}

void ch_answer_free(ch_answer *answer)
{
	ch_bytes_free(&answer->text);
	ch_bytes_free(&answer->thinking);
	free(answer->tokens);
	free(answer->prompt_ids);
	ch_answer_init(answer);
}

static bool copy_array(void **to, const void *from, size_t count, size_t element)
{
	*to = NULL;
	if (!count)
		return true;
	*to = malloc(count * element);
	if (*to)
		memcpy(*to, from, count * element);
	return *to != NULL;
}

bool ch_answer_copy(ch_answer *to, const ch_answer *from)
{
	ch_answer copy = *from;
	void *tokens, *ids = NULL;
	bool ok;

	copy.text = copy.thinking = (ch_bytes){0};
	ok = copy_array(&tokens, from->tokens, from->token_count, sizeof(*from->tokens)) &&
	     copy_array(&ids, from->prompt_ids, from->prompt_id_count, sizeof(*from->prompt_ids)) &&
	     ch_bytes_append(&copy.text, from->text.data, from->text.size) &&
	     ch_bytes_append(&copy.thinking, from->thinking.data, from->thinking.size);
	copy.tokens = tokens;
	copy.prompt_ids = ids;
	if (!ok) {
		ch_answer_free(&copy);
		return false;
	}
	ch_answer_free(to);
	*to = copy;
	return true;
}

static void free_prompt(ch_prompt *prompt)
{
	free(prompt->text);
	for (size_t i = 0; i < prompt->check_count; i++)
		free(prompt->checks[i].text);
	free(prompt->checks);
	for (size_t i = 0; i < prompt->acceptance_count; i++)
		free(prompt->acceptances[i].why);
	free(prompt->acceptances);
	ch_answer_free(&prompt->answer);
}

void ch_suite_free(ch_suite *suite)
{
	for (size_t i = 0; i < suite->prompt_count; i++)
		free_prompt(&suite->prompts[i]);
	free(suite->prompts);
	for (size_t i = 0; i < suite->variable_count; i++) {
		free(suite->variables[i].name);
		free(suite->variables[i].value);
	}
	free(suite->variables);
	free(suite->system);
	free(suite->start);
	free(suite->model.tensor_types);
	ch_suite_init(suite);
}

ch_prompt *ch_suite_find(ch_suite *suite, const char *id)
{
	for (size_t i = 0; i < suite->prompt_count; i++)
		if (!strcmp(suite->prompts[i].id, id))
			return &suite->prompts[i];
	return NULL;
}

ch_prompt *ch_suite_add(ch_suite *suite)
{
	void *prompts = suite->prompts;
	ch_prompt *added;

	if (!ch_array_grow(&prompts, &suite->prompt_capacity, suite->prompt_count, sizeof(*suite->prompts)))
		return NULL;
	suite->prompts = prompts;
	added = &suite->prompts[suite->prompt_count++];
	*added = (ch_prompt){.topic = CH_TOPIC_OTHER};
	ch_answer_init(&added->answer);
	return added;
}

static bool add_acceptance(ch_prompt *prompt, const ch_answer *answer, const char *why, const char *when)
{
	ch_acceptance *grown = realloc(prompt->acceptances, (prompt->acceptance_count + 1) * sizeof(*grown)), *change;
	const ch_bytes *was = &prompt->answer.text, *is = &answer->text;

	if (!grown)
		return false;
	prompt->acceptances = grown;
	change = &grown[prompt->acceptance_count];
	*change = (ch_acceptance){.why = strdup(why)};
	snprintf(change->when, sizeof(change->when), "%s", when);
	if (!change->why || !ch_sha256_hex(was->data ? was->data : "", was->size, change->old_sha256) ||
	    !ch_sha256_hex(is->data ? is->data : "", is->size, change->new_sha256)) {
		free(change->why);
		return false;
	}
	prompt->acceptance_count++;
	return true;
}

bool ch_prompt_replace(ch_prompt *prompt, const ch_answer *answer, const char *why, const char *when,
		       ch_trouble *trouble)
{
	if ((why && !add_acceptance(prompt, answer, why, when)) || !ch_answer_copy(&prompt->answer, answer))
		return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	prompt->has_answer = true;
	return true;
}
