/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "golden/answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool out_of_memory(ch_trouble *trouble)
{
	return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
}

static bool add_text(ch_bytes *to, const char *text, ch_trouble *trouble)
{
	if (!text)
		return true;
	if (to->size + strlen(text) > CH_ANSWER_MAX_BYTES)
		return ch_trouble_set(trouble, CH_TROUBLE_TOO_LARGE, "the completion is longer than %d bytes",
				      CH_ANSWER_MAX_BYTES);
	return ch_bytes_text(to, text) || out_of_memory(trouble);
}

static ch_token *add_token(ch_answer_builder *builder, ch_trouble *trouble)
{
	ch_answer *answer = builder->answer;
	void *tokens = answer->tokens;

	if (answer->token_count >= CH_SUITE_MAX_TOKENS) {
		ch_trouble_set(trouble, CH_TROUBLE_TOO_LARGE, "more than %d tokens", CH_SUITE_MAX_TOKENS);
		return NULL;
	}
	if (!ch_array_grow(&tokens, &builder->token_capacity, answer->token_count, sizeof(*answer->tokens))) {
		out_of_memory(trouble);
		return NULL;
	}
	answer->tokens = tokens;
	answer->tokens[answer->token_count] = (ch_token){.id = -1, .margin = -1};
	return &answer->tokens[answer->token_count++];
}

/* Bytes of a token: its "bytes", or its text, which is cut to valid UTF-8 in some servers. Returns the count, at most size. */
static size_t token_bytes(const cJSON *entry, char *bytes, size_t size)
{
	const cJSON *list = ch_cjson_at(entry, "bytes");
	const char *text = ch_cjson_string(entry, "token");
	size_t count = 0;

	if (cJSON_IsArray(list)) {
		for (const cJSON *one = list->child; one && count < size; one = one->next) {
			int64_t byte = ch_cjson_integer(one, "", -1);

			if (byte < 0 || byte > 255)
				break;
			bytes[count++] = (char)(unsigned char)byte;
		}
		return count;
	}
	count = text ? strlen(text) : 0;
	count = count < size ? count : size;
	if (count)
		memcpy(bytes, text, count);
	return count;
}

/* The two best of a list of alternatives, and whether the chosen token is the best. Probability zero is the lowest float, so
 * a margin may be huge; it is held at 1e6. Under speculation llama.cpp
 * says zero, for every token or for those that a draft gave (then without alternatives): not offered. */
static void take_margin(ch_answer_builder *builder, ch_token *token, double chosen, const cJSON *alternatives)
{
	double best = -INFINITY, second = -INFINITY;
	const cJSON *runner_up = NULL, *first = NULL;

	for (const cJSON *one = cJSON_IsArray(alternatives) ? alternatives->child : NULL; one; one = one->next) {
		double value = ch_cjson_number(one, "logprob", NAN);

		if (isnan(value) || value > 1e-3) { /* more than certain, rounding left aside */
			builder->absurd = true;
			return;
		}
		if (value > best) {
			second = best;
			runner_up = first;
			best = value;
			first = one;
		} else if (value > second) {
			second = value;
			runner_up = one;
		}
	}
	if (!runner_up)
		return;
	if (best == 0 && second == 0) {
		builder->absurd = true;
		return;
	}
	token->margin = best - second < 1e6 ? best - second : 1e6;
	token->runner_up_bytes = (uint8_t)token_bytes(runner_up, (char *)token->runner_up, sizeof(token->runner_up));
	if (chosen < best - 1e-4) {
		/* the chosen token is listed below another one */
		builder->not_best = true;
	}
}

static bool take_entry(ch_answer_builder *builder, const cJSON *entry, ch_trouble *trouble)
{
	char bytes[4096];
	size_t count = token_bytes(entry, bytes, sizeof(bytes));
	double chosen = ch_cjson_number(entry, "logprob", NAN);
	ch_token *token = add_token(builder, trouble);

	if (!token)
		return false;
	token->id = ch_cjson_integer(entry, "id", -1);
	token->id = token->id >= 0 && token->id <= UINT32_MAX ? token->id : -1;
	token->bytes = (uint32_t)count;
	if (isnan(chosen) || chosen > 1e-3)
		builder->absurd = true;
	else
		take_margin(builder, token, chosen, ch_cjson_at(entry, "top_logprobs"));
	return ch_bytes_append(&builder->token_text, bytes, count) || out_of_memory(trouble);
}

/* The older form of /v1/completions: lists of texts and of objects text -> log-probability. */
static bool take_old_entries(ch_answer_builder *builder, const cJSON *logprobs, ch_trouble *trouble)
{
	const cJSON *tokens = ch_cjson_at(logprobs, "tokens"), *tops = ch_cjson_at(logprobs, "top_logprobs");
	const cJSON *values = ch_cjson_at(logprobs, "token_logprobs");
	int i = 0;

	for (const cJSON *text = cJSON_IsArray(tokens) ? tokens->child : NULL; text; text = text->next, i++) {
		const cJSON *top = cJSON_IsArray(tops) ? cJSON_GetArrayItem(tops, i) : NULL;
		cJSON *entry = cJSON_CreateObject(),
		      *list = entry ? cJSON_AddArrayToObject(entry, "top_logprobs") : NULL;
		bool ok =
			list &&
			cJSON_AddStringToObject(entry, "token", cJSON_IsString(text) ? text->valuestring : "") &&
			cJSON_AddNumberToObject(
				entry, "logprob",
				ch_cjson_number(cJSON_IsArray(values) ? cJSON_GetArrayItem(values, i) : NULL, "", NAN));

		for (const cJSON *one = ok && top && cJSON_IsObject(top) ? top->child : NULL; ok && one;
		     one = one->next) {
			cJSON *alternative = cJSON_CreateObject();

			ok = alternative && cJSON_AddItemToArray(list, alternative) &&
			     cJSON_AddStringToObject(alternative, "token", one->string) &&
			     cJSON_AddNumberToObject(alternative, "logprob", ch_cjson_number(one, "", NAN));
		}
		ok = (ok || out_of_memory(trouble)) && take_entry(builder, entry, trouble);
		cJSON_Delete(entry);
		if (!ok)
			return false;
	}
	return true;
}

static bool take_tokens(ch_answer_builder *builder, const cJSON *root, ch_trouble *trouble)
{
	const cJSON *entries = ch_cjson_at(root, "choices[0].logprobs.content");

	if (builder->shape == CH_SHAPE_NATIVE)
		entries = ch_cjson_at(root, "completion_probabilities");
	for (const cJSON *entry = cJSON_IsArray(entries) ? entries->child : NULL; entry; entry = entry->next)
		if (!take_entry(builder, entry, trouble))
			return false;
	if (!entries && builder->shape == CH_SHAPE_COMPLETIONS &&
	    !take_old_entries(builder, ch_cjson_at(root, "choices[0].logprobs"), trouble))
		return false;
	entries = builder->adapter->token_ids ? ch_cjson_at(root, builder->adapter->token_ids) : NULL;
	for (const cJSON *one = entries && cJSON_IsArray(entries) ? entries->child : NULL; one; one = one->next) {
		void *ids = builder->output_ids;

		if (builder->output_id_count >= CH_SUITE_MAX_TOKENS ||
		    !ch_array_grow(&ids, &builder->output_id_capacity, builder->output_id_count,
				   sizeof(*builder->output_ids)))
			return out_of_memory(trouble);
		builder->output_ids = ids;
		builder->output_ids[builder->output_id_count++] = ch_cjson_integer(one, "", -1);
	}
	return true;
}

static bool take_prompt_ids(ch_answer *answer, const cJSON *root, ch_trouble *trouble)
{
	const cJSON *ids = ch_cjson_at(root, "prompt_token_ids");
	size_t count = 0;

	if (!cJSON_IsArray(ids))
		ids = ch_cjson_at(root, "choices[0].prompt_token_ids");
	if (!cJSON_IsArray(ids) || answer->prompt_ids || !ids->child)
		return true;
	answer->prompt_ids = calloc((size_t)cJSON_GetArraySize(ids), sizeof(*answer->prompt_ids));
	if (!answer->prompt_ids)
		return out_of_memory(trouble);
	for (const cJSON *one = ids->child; one; one = one->next) {
		answer->prompt_ids[count] = ch_cjson_integer(one, "", -1);
		if (answer->prompt_ids[count++] < 0)
			return ch_trouble_set(trouble, CH_TROUBLE_BAD_JSON, "prompt_token_ids[%zu] is no token id",
					      count - 1);
	}
	answer->prompt_id_count = count;
	return true;
}

static void take_numbers(ch_answer_builder *builder, const cJSON *root)
{
	const ch_adapter *adapter = builder->adapter;
	ch_answer *answer = builder->answer;
	const char *fingerprint = ch_cjson_string(root, "system_fingerprint");
	struct {
		const char *path;
		int64_t *to;
	} counts[] = {{adapter->drafted, &answer->drafted},
		      {adapter->accepted, &answer->accepted},
		      {adapter->cached, &answer->cached},
		      {"usage.prompt_tokens", &answer->prompt_tokens},
		      {builder->shape == CH_SHAPE_NATIVE ? "tokens_evaluated" : NULL, &answer->prompt_tokens}};
	struct {
		const char *path;
		double *to;
	} numbers[] = {{adapter->accept_rate, &answer->accept_rate},
		       {adapter->prompt_ms, &answer->prompt_ms},
		       {adapter->decode_ms, &answer->decode_ms}};

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		if (counts[i].path)
			*counts[i].to = ch_cjson_integer(root, counts[i].path, *counts[i].to);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (numbers[i].path)
			*numbers[i].to = ch_cjson_number(root, numbers[i].path, *numbers[i].to);
	if (fingerprint)
		snprintf(builder->fingerprint, sizeof(builder->fingerprint), "%s", fingerprint);
	ch_utf8_clean(builder->fingerprint);
}

typedef struct stop_word {
	const char *native, *word;
} stop_word;

/* llama.cpp's own endpoint has other words than OpenAI's finish_reason */
static const stop_word stop_words[] = {{"eos", "stop"}, {"word", "stop"}, {"limit", "length"}};

static void take_finish(ch_answer_builder *builder, const cJSON *root)
{
	const char *reason =
		ch_cjson_string(root, builder->shape == CH_SHAPE_NATIVE ? "stop_type" : "choices[0].finish_reason");

	for (size_t i = 0;
	     builder->shape == CH_SHAPE_NATIVE && reason && i < sizeof(stop_words) / sizeof(stop_words[0]); i++)
		if (!strcmp(reason, stop_words[i].native))
			reason = stop_words[i].word;
	if (reason && *reason && strcmp(reason, "none") != 0)
		snprintf(builder->answer->finish_reason, sizeof(builder->answer->finish_reason), "%s", reason);
	ch_utf8_clean(builder->answer->finish_reason);
	if (builder->shape == CH_SHAPE_NATIVE && cJSON_IsTrue(ch_cjson_at(root, "stop")))
		builder->done = true;
}

static bool take_object(ch_answer_builder *builder, const cJSON *root, ch_trouble *trouble)
{
	const char *container = builder->streamed ? "choices[0].delta" : "choices[0].message", *error;
	ch_answer *answer = builder->answer;
	const cJSON *message;

	error = ch_cjson_string(root, "error.message");
	error = error ? error : ch_cjson_string(root, "error");
	if (error || cJSON_IsObject(ch_cjson_at(root, "error")))
		return ch_trouble_set(trouble, CH_TROUBLE_SERVER, "the server failed inside its answer: %.160s",
				      error ? error : "");
	message = builder->shape == CH_SHAPE_CHAT ? ch_cjson_at(root, container) : NULL;
	/* a last event with the counters alone has no choice in it */
	builder->has_choice |= builder->shape == CH_SHAPE_CHAT ? cJSON_IsObject(message)
			       : builder->shape == CH_SHAPE_COMPLETIONS
				       ? ch_cjson_string(root, "choices[0].text") != NULL
				       : ch_cjson_string(root, "content") != NULL;
	take_finish(builder, root);
	take_numbers(builder, root);
	return add_text(&answer->text,
			builder->shape == CH_SHAPE_CHAT		 ? ch_cjson_string(message, "content")
			: builder->shape == CH_SHAPE_COMPLETIONS ? ch_cjson_string(root, "choices[0].text")
								 : ch_cjson_string(root, "content"),
			trouble) &&
	       (!builder->adapter->thinking ||
		add_text(&answer->thinking, ch_cjson_string(message, builder->adapter->thinking), trouble)) &&
	       take_tokens(builder, root, trouble) &&
	       (builder->adapter->prompt_ids != CH_IDS_IN_ANSWER || take_prompt_ids(answer, root, trouble));
}

bool ch_answer_take(ch_answer_builder *builder, const ch_bytes *json, ch_trouble *trouble)
{
	size_t offset;
	cJSON *root;
	bool nul, ok;

	if (builder->streamed && json->size == 6 && !memcmp(json->data, "[DONE]", 6)) {
		builder->done = true;
		return true;
	}
	root = ch_cjson_parse(json->data, json->size, &nul, &offset);
	if (!root && nul)
		return ch_trouble_set(trouble, CH_TROUBLE_NUL, "the answer holds a NUL character (at byte %zu of %zu)",
				      offset, json->size);
	if (!cJSON_IsObject(root)) {
		cJSON_Delete(root);
		return ch_trouble_set(trouble, CH_TROUBLE_BAD_JSON,
				      "the answer is no JSON object (it breaks at byte %zu of %zu)", offset,
				      json->size);
	}
	ok = take_object(builder, root, trouble);
	cJSON_Delete(root);
	return ok;
}

/* Lays the tokens over the text: those before it (thinking) and after it (an end mark) go. Where the bytes do not meet, all
 * go: margins at a wrong place are worse than none. */
static void align_tokens(ch_answer_builder *builder)
{
	ch_answer *answer = builder->answer;
	const char *all = builder->token_text.data, *found = NULL;
	size_t before = 0, from = 0, to, covered = 0;

	if (!answer->token_count)
		return;
	if (answer->text.size && builder->token_text.size >= answer->text.size) {
		if (!memcmp(all, answer->text.data, answer->text.size))
			found = all;
		for (const char *next = found ? NULL : all; next;) {
			next = memmem(next, builder->token_text.size - (size_t)(next - all), answer->text.data,
				      answer->text.size);
			found = next ? next : found;
			next = next ? next + 1 : NULL;
		}
	}
	while (found && from < answer->token_count && before < (size_t)(found - all))
		before += answer->tokens[from++].bytes;
	for (to = from; found && to < answer->token_count && covered < answer->text.size; to++)
		covered += answer->tokens[to].bytes;
	if (!found || before != (size_t)(found - all) || covered != answer->text.size) {
		answer->token_count = 0;
		return;
	}
	if (builder->output_id_count >= to)
		for (size_t i = from; i < to; i++)
			answer->tokens[i].id =
				answer->tokens[i].id >= 0 ? answer->tokens[i].id : builder->output_ids[i];
	memmove(answer->tokens, answer->tokens + from, (to - from) * sizeof(*answer->tokens));
	answer->token_count = to - from;
}

bool ch_answer_finish(ch_answer_builder *builder, ch_trouble *trouble)
{
	ch_answer *answer = builder->answer;

	if (builder->streamed && !builder->done)
		return ch_trouble_set(trouble, CH_TROUBLE_CUT,
				      "the stream ended before its last event, after %zu bytes of text",
				      answer->text.size);
	if (!builder->has_choice)
		return ch_trouble_set(trouble, CH_TROUBLE_BAD_JSON,
				      "the answer has no completion where one was promised");
	if (!*answer->finish_reason)
		return ch_trouble_set(trouble, CH_TROUBLE_BAD_JSON,
				      "the answer does not say why it ended (finish_reason)");
	align_tokens(builder);
	if (builder->absurd)
		for (size_t i = 0; i < answer->token_count; i++) {
			answer->tokens[i].margin = -1;
			answer->tokens[i].runner_up_bytes = 0;
		}
	/* counters that cannot be are not counted */
	if (answer->drafted < 0 || answer->accepted < 0 || answer->accepted > answer->drafted)
		answer->drafted = answer->accepted = -1;
	if (answer->accept_rate < 0 || answer->accept_rate > 1)
		answer->accept_rate = -1;
	if (answer->drafted > 0)
		answer->accept_rate = (double)answer->accepted / (double)answer->drafted;
	return true;
}

void ch_answer_builder_free(ch_answer_builder *builder)
{
	ch_bytes_free(&builder->token_text);
	free(builder->output_ids);
	builder->output_ids = NULL;
}
