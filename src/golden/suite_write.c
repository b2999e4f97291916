/* SPDX-License-Identifier: Apache-2.0
 *
 * suite.json from a suite: the same fields, in the same order, as suite_read.c reads. */
#include "golden/json.h"
#include "golden/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* These leave out what is not there, and say false only when memory is out. */
static bool put_text(cJSON *object, const char *name, const char *text)
{
	return !text || !*text || cJSON_AddStringToObject(object, name, text);
}

static bool put_count(cJSON *object, const char *name, int64_t value)
{
	return value < 0 || cJSON_AddNumberToObject(object, name, (double)value);
}

static bool put_element(cJSON *list, cJSON *element)
{
	return element && cJSON_AddItemToArray(list, element);
}

static bool put_hex(cJSON *list, const uint8_t *bytes, size_t size)
{
	char hex[2 * CH_TOKEN_RUNNER_UP + 1] = "";

	for (size_t i = 0; i < size; i++)
		snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
	return put_element(list, size ? cJSON_CreateString(hex) : cJSON_CreateNull());
}

static bool put_tokens(cJSON *object, const ch_answer *answer)
{
	bool has_ids = false, has_margins = false, has_runner_up = false, ok = true;
	cJSON *bytes, *ids, *margins, *runner_up;

	for (size_t i = 0; i < answer->token_count; i++) {
		has_ids |= answer->tokens[i].id >= 0;
		has_margins |= answer->tokens[i].margin >= 0;
		has_runner_up |= answer->tokens[i].runner_up_bytes > 0;
	}
	if (!answer->token_count)
		return true;
	ids = has_ids ? cJSON_AddArrayToObject(object, "token_ids") : NULL;
	bytes = cJSON_AddArrayToObject(object, "token_bytes");
	margins = has_margins ? cJSON_AddArrayToObject(object, "margins") : NULL;
	runner_up = has_runner_up ? cJSON_AddArrayToObject(object, "runner_up") : NULL;
	for (size_t i = 0; ok && i < answer->token_count; i++) {
		const ch_token *token = &answer->tokens[i];

		ok = put_element(bytes, cJSON_CreateNumber(token->bytes)) &&
		     (!ids ||
		      put_element(ids, token->id < 0 ? cJSON_CreateNull() : cJSON_CreateNumber((double)token->id))) &&
		     /* six decimals: far below any threshold, and short enough to read */
		     (!margins ||
		      put_element(margins, token->margin < 0 ? cJSON_CreateNull()
							     : cJSON_CreateNumber(round(token->margin * 1e6) / 1e6))) &&
		     (!runner_up || put_hex(runner_up, token->runner_up, token->runner_up_bytes));
	}
	return ok;
}

static bool put_answer(cJSON *object, const ch_answer *answer)
{
	char sha256[CH_SHA256_HEX], thinking[CH_SHA256_HEX] = "";
	cJSON *ids;

	if (!ch_sha256_hex(answer->text.data ? answer->text.data : "", answer->text.size, sha256) ||
	    (answer->thinking.size && !ch_sha256_hex(answer->thinking.data, answer->thinking.size, thinking)))
		return false;
	if (!put_text(object, "sha256", sha256) || !put_count(object, "bytes", (int64_t)answer->text.size) ||
	    !cJSON_AddStringToObject(object, "finish_reason", answer->finish_reason) ||
	    !put_text(object, "thinking_sha256", answer->thinking.size ? thinking : answer->thinking_sha256) ||
	    !put_count(object, "prompt_tokens", answer->prompt_tokens) ||
	    !put_count(object, "drafted", answer->drafted) || !put_count(object, "accepted", answer->accepted) ||
	    (answer->accept_rate >= 0 && !cJSON_AddNumberToObject(object, "accept_rate", answer->accept_rate)))
		return false;
	ids = answer->prompt_id_count ? cJSON_AddArrayToObject(object, "prompt_ids") : NULL;
	for (size_t i = 0; i < answer->prompt_id_count; i++)
		if (!put_element(ids, cJSON_CreateNumber((double)answer->prompt_ids[i])))
			return false;
	return put_tokens(object, answer);
}

static bool put_check(cJSON *list, const ch_check *check)
{
	cJSON *object = cJSON_CreateObject();

	if (!put_element(list, object))
		return false;
	switch (check->kind) {
	case CH_CHECK_CONTAINS:
		return cJSON_AddStringToObject(object, "contains", check->text);
	case CH_CHECK_MATCHES:
		return cJSON_AddStringToObject(object, "matches", check->text);
	case CH_CHECK_JSON:
		return cJSON_AddTrueToObject(object, "json");
	default:
		return cJSON_AddNumberToObject(object, "number", check->number) &&
		       (check->tolerance == 0 || cJSON_AddNumberToObject(object, "tolerance", check->tolerance));
	}
}

static bool put_prompt(cJSON *list, const ch_prompt *prompt)
{
	cJSON *object = cJSON_CreateObject(), *checks, *changes, *answer;

	if (!put_element(list, object) || !put_text(object, "id", prompt->id) ||
	    !put_text(object, "topic", ch_topic_names[prompt->topic]) ||
	    !put_text(object, "class", prompt->tolerant ? "tolerant" : "exact") ||
	    !put_text(object, "kind", prompt->raw ? "raw" : "chat") || !put_text(object, "text", prompt->text) ||
	    (prompt->max_tokens && !put_count(object, "max_tokens", prompt->max_tokens)))
		return false;
	checks = prompt->check_count ? cJSON_AddArrayToObject(object, "checks") : NULL;
	for (size_t i = 0; i < prompt->check_count; i++)
		if (!put_check(checks, &prompt->checks[i]))
			return false;
	answer = prompt->has_answer ? cJSON_AddObjectToObject(object, "answer") : NULL;
	if (prompt->has_answer && (!answer || !put_answer(answer, &prompt->answer)))
		return false;
	changes = prompt->acceptance_count ? cJSON_AddArrayToObject(object, "changes") : NULL;
	for (size_t i = 0; i < prompt->acceptance_count; i++) {
		const ch_acceptance *change = &prompt->acceptances[i];
		cJSON *one = cJSON_CreateObject();

		if (!put_element(changes, one) || !cJSON_AddStringToObject(one, "when", change->when) ||
		    !cJSON_AddStringToObject(one, "why", change->why) ||
		    !cJSON_AddStringToObject(one, "from", change->old_sha256) ||
		    !cJSON_AddStringToObject(one, "to", change->new_sha256))
			return false;
	}
	return true;
}

static bool put_recorded(cJSON *root, const ch_suite *suite)
{
	const ch_identity *identity = &suite->identity;
	cJSON *recorded, *model, *server, *variables;

	if (!*suite->recorded)
		return true;
	recorded = cJSON_AddObjectToObject(root, "recorded");
	if (!recorded || !put_text(recorded, "when", suite->recorded) ||
	    !put_text(recorded, "witness", suite->witness) || !put_text(recorded, "start", suite->start))
		return false;
	if (*suite->model.sha256) {
		model = cJSON_AddObjectToObject(recorded, "model");
		if (!model || !put_text(model, "sha256", suite->model.sha256) ||
		    !put_count(model, "size", suite->model.size) ||
		    !put_text(model, "architecture", suite->model.architecture) ||
		    !put_text(model, "tensor_types", suite->model.tensor_types))
			return false;
	}
	if (*identity->server) {
		server = cJSON_AddObjectToObject(recorded, "server");
		if (!server || !put_text(server, "kind", identity->server) ||
		    !put_text(server, "build", identity->build) || !put_text(server, "model", identity->model) ||
		    !put_text(server, "fingerprint", identity->fingerprint) ||
		    !put_text(server, "quantization", identity->quantization) ||
		    !put_text(server, "template_sha256", identity->template_sha256) ||
		    !put_text(server, "speculative", identity->speculative) ||
		    !put_count(server, "model_bytes", identity->model_bytes) ||
		    !put_count(server, "context", identity->context) || !put_count(server, "batch", identity->batch) ||
		    !put_count(server, "slots", identity->slots) ||
		    !put_count(server, "verify_width", identity->verify_width))
			return false;
	}
	variables = suite->variable_count ? cJSON_AddArrayToObject(recorded, "environment") : NULL;
	for (size_t i = 0; i < suite->variable_count; i++) {
		cJSON *one = cJSON_CreateObject();

		if (!put_element(variables, one) || !cJSON_AddStringToObject(one, "name", suite->variables[i].name) ||
		    !cJSON_AddStringToObject(one, "value", suite->variables[i].value))
			return false;
	}
	return true;
}

static bool put_suite(cJSON *root, const ch_suite *suite)
{
	static const char *const switches[] = {"default", "on", "off"};
	cJSON *request, *near_tie, *acceptance, *prompts;

	if (!put_text(root, "schema", CH_SUITE_SCHEMA) || !cJSON_AddStringToObject(root, "name", suite->name))
		return false;
	request = cJSON_AddObjectToObject(root, "request");
	near_tie = cJSON_AddObjectToObject(root, "near_tie");
	acceptance = cJSON_AddObjectToObject(root, "acceptance");
	if (!request || !near_tie || !acceptance || !put_count(request, "temperature", 0) ||
	    !put_count(request, "max_tokens", suite->max_tokens) || !put_count(request, "seed", suite->seed) ||
	    !put_text(request, "system", suite->system) || !put_text(request, "cache", switches[suite->cache]) ||
	    !cJSON_AddNumberToObject(near_tie, "threshold", suite->near_tie) ||
	    !cJSON_AddBoolToObject(near_tie, "measured", suite->near_tie_measured) ||
	    !cJSON_AddNumberToObject(acceptance, "tolerance", suite->acceptance_tolerance) ||
	    !put_recorded(root, suite))
		return false;
	prompts = cJSON_AddArrayToObject(root, "prompts");
	for (size_t i = 0; i < suite->prompt_count; i++)
		if (!prompts || !put_prompt(prompts, &suite->prompts[i]))
			return false;
	return true;
}

bool ch_suite_print(const ch_suite *suite, ch_bytes *json)
{
	cJSON *root = cJSON_CreateObject();
	char *text = root && put_suite(root, suite) ? cJSON_Print(root) : NULL;
	bool ok = text && ch_bytes_text(json, text) && ch_bytes_text(json, "\n");

	cJSON_free(text);
	cJSON_Delete(root);
	return ok;
}
