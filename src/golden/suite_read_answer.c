/* SPDX-License-Identifier: Apache-2.0
 *
 * suite.json: a prompt's answer, whose lists have one element for each token. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/suite_read.h"

static bool is_sha256(const char *text)
{
	return strlen(text) == 64 && strspn(text, "0123456789abcdef") == 64;
}

bool ch_suite_text_into(const cJSON *object, const char *name, char *buffer, size_t size, const char *where,
			ch_trouble *trouble)
{
	const char *text = ch_cjson_string(object, name);

	if (text && strlen(text) >= size)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: field \"%s\" is longer than %zu bytes", where,
				      name, size - 1);
	snprintf(buffer, size, "%s", text ? text : "");
	return true;
}

bool ch_suite_sha256_into(const cJSON *object, const char *name, char buffer[CH_SHA256_HEX], const char *where,
			  ch_trouble *trouble)
{
	if (!ch_suite_text_into(object, name, buffer, CH_SHA256_HEX, where, trouble))
		return false;
	return !*buffer || is_sha256(buffer) ||
	       ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: field \"%s\" must be 64 lower-case hexadecimal digits",
			      where, name);
}

bool ch_suite_copy_text(char **to, const char *text, ch_trouble *trouble)
{
	*to = text ? strdup(text) : NULL;
	return !text || *to || ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
}

static const ch_cjson_field answer_fields[] = {
	{"sha256", CH_JSON_STRING, true, 0, 0},
	{"bytes", CH_JSON_INTEGER, true, 0, CH_ANSWER_MAX_BYTES},
	{"finish_reason", CH_JSON_STRING, true, 0, 0},
	{"thinking_sha256", CH_JSON_STRING, false, 0, 0},
	{"prompt_tokens", CH_JSON_INTEGER, false, 0, 1e9},
	{"prompt_ids", CH_JSON_ARRAY, false, 0, 0},
	{"drafted", CH_JSON_INTEGER, false, 0, 1e9},
	{"accepted", CH_JSON_INTEGER, false, 0, 1e9},
	{"accept_rate", CH_JSON_NUMBER, false, 0, 1},
	{"token_ids", CH_JSON_ARRAY, false, 0, 0},
	{"token_bytes", CH_JSON_ARRAY, false, 0, 0},
	{"margins", CH_JSON_ARRAY, false, 0, 0},
	{"runner_up", CH_JSON_ARRAY, false, 0, 0},
	{0},
};

/* A list of numbers (or null, which becomes absent) of exactly count elements. */
static bool numbers_into(const cJSON *list, const char *name, double low, double high, bool whole, size_t count,
			 double *values, double absent, const char *where, ch_trouble *trouble)
{
	size_t i = 0;

	for (const cJSON *one = list->child; one && i < count; one = one->next, i++) {
		values[i] = absent;
		if (cJSON_IsNull(one))
			continue;
		values[i] = ch_cjson_number(one, "", low - 1);
		if (!(values[i] >= low && values[i] <= high) || (whole && values[i] != floor(values[i])))
			return ch_trouble_set(trouble, CH_TROUBLE_SUITE,
					      "%s: %s[%zu] must be a %snumber from %g to %g, or null", where, name, i,
					      whole ? "whole " : "", low, high);
	}
	return i == count && (size_t)cJSON_GetArraySize(list) == count
		       ? true
		       : ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: %s has %d elements, %zu were expected", where,
					name, cJSON_GetArraySize(list), count);
}

static bool hex_into(const char *hex, ch_token *token)
{
	size_t length = strlen(hex);

	if (length % 2 || length / 2 > CH_TOKEN_RUNNER_UP || strspn(hex, "0123456789abcdef") != length)
		return false;
	for (size_t i = 0; i < length / 2; i++) {
		char pair[3] = {hex[2 * i], hex[2 * i + 1], '\0'};

		token->runner_up[i] = (uint8_t)strtoul(pair, NULL, 16);
	}
	token->runner_up_bytes = (uint8_t)(length / 2);
	return true;
}

static bool read_tokens(ch_answer *answer, const cJSON *from, int64_t text_bytes, const char *where,
			ch_trouble *trouble)
{
	const cJSON *ids = ch_cjson_at(from, "token_ids"), *bytes = ch_cjson_at(from, "token_bytes");
	const cJSON *margins = ch_cjson_at(from, "margins"), *runner_up = ch_cjson_at(from, "runner_up");
	size_t count = (size_t)cJSON_GetArraySize(bytes);
	double *values, sum = 0;
	bool ok;

	if (!bytes)
		return !ids && !margins && !runner_up
			       ? true
			       : ch_trouble_set(trouble, CH_TROUBLE_SUITE,
						"%s: \"token_ids\", \"margins\" and \"runner_up\" need \"token_bytes\"",
						where);
	if (count > CH_SUITE_MAX_TOKENS)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: more than %d tokens", where, CH_SUITE_MAX_TOKENS);
	if (!count)
		return true;
	answer->tokens = calloc(count, sizeof(*answer->tokens));
	values = calloc(count, sizeof(*values));
	if (!answer->tokens || !values) {
		free(values);
		return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	}
	answer->token_count = count;
	ok = numbers_into(bytes, "token_bytes", 0, CH_ANSWER_MAX_BYTES, true, count, values, 0, where, trouble);
	for (size_t i = 0; i < count; i++) {
		answer->tokens[i] = (ch_token){.id = -1, .margin = -1};
		if (ok)
			answer->tokens[i].bytes = (uint32_t)values[i];
		sum += values[i];
	}
	ok = ok && (sum == (double)text_bytes ||
		    ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: token_bytes add up to %.0f, the completion has %lld",
				   where, sum, (long long)text_bytes));
	ok = ok && (!ids || numbers_into(ids, "token_ids", 0, 4294967295.0, true, count, values, -1, where, trouble));
	for (size_t i = 0; ok && ids && i < count; i++)
		answer->tokens[i].id = (int64_t)values[i];
	ok = ok && (!margins || numbers_into(margins, "margins", 0, 1e6, false, count, values, -1, where, trouble));
	for (size_t i = 0; ok && margins && i < count; i++)
		answer->tokens[i].margin = values[i];
	free(values);
	if (!ok || !runner_up)
		return ok;
	if ((size_t)cJSON_GetArraySize(runner_up) != count)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: runner_up has %d elements, %zu were expected",
				      where, cJSON_GetArraySize(runner_up), count);
	count = 0;
	for (const cJSON *one = runner_up->child; one; one = one->next, count++)
		if (!cJSON_IsNull(one) && !(cJSON_IsString(one) && hex_into(one->valuestring, &answer->tokens[count])))
			return ch_trouble_set(trouble, CH_TROUBLE_SUITE,
					      "%s: runner_up[%zu] must be null or at most %d bytes "
					      "in lower-case hexadecimal",
					      where, count, CH_TOKEN_RUNNER_UP);
	return true;
}

bool ch_suite_read_answer(ch_prompt *prompt, const cJSON *from, const char *where, ch_trouble *trouble)
{
	const cJSON *ids = ch_cjson_at(from, "prompt_ids");
	ch_answer *answer = &prompt->answer;
	char sha256[CH_SHA256_HEX];
	size_t count = (size_t)cJSON_GetArraySize(ids);
	int64_t bytes;

	if (!ch_cjson_check(from, answer_fields, where, trouble) ||
	    !ch_suite_sha256_into(from, "sha256", sha256, where, trouble) ||
	    !ch_suite_sha256_into(from, "thinking_sha256", answer->thinking_sha256, where, trouble) ||
	    !ch_suite_text_into(from, "finish_reason", answer->finish_reason, sizeof(answer->finish_reason), where,
				trouble))
		return false;
	bytes = ch_cjson_integer(from, "bytes", -1);
	answer->prompt_tokens = ch_cjson_integer(from, "prompt_tokens", -1);
	answer->drafted = ch_cjson_integer(from, "drafted", -1);
	answer->accepted = ch_cjson_integer(from, "accepted", -1);
	answer->accept_rate = ch_cjson_number(from, "accept_rate", -1);
	if (count > CH_SUITE_MAX_TOKENS)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: more than %d prompt_ids", where,
				      CH_SUITE_MAX_TOKENS);
	if (count) {
		answer->prompt_ids = calloc(count, sizeof(*answer->prompt_ids));
		if (!answer->prompt_ids)
			return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
		for (const cJSON *one = ids->child; one; one = one->next) {
			int64_t id = ch_cjson_integer(one, "", -1);

			if (id < 0)
				return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: prompt_ids[%zu] is no token id",
						      where, answer->prompt_id_count);
			answer->prompt_ids[answer->prompt_id_count++] = id;
		}
	}
	/* until the text's file is read these stand for it */
	prompt->has_answer = true;
	if (!ch_bytes_format(&answer->text, "%s %lld", sha256, (long long)bytes))
		return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	return read_tokens(answer, from, bytes, where, trouble);
}
