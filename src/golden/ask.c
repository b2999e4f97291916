/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "golden/ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/answer.h"
#include "golden/sse.h"

enum {
	BASE_BYTES = 1 << 20,	  /* of an answer, its head and counters */
	BYTES_A_TOKEN = 16 << 10, /* with five alternatives and their bytes, written as JSON */
	ALTERNATIVES = 5,
	METRICS_BYTES = 16 << 20,
	LOG_TAIL = 1 << 20
};

static const char *path_of(const ch_adapter *adapter, const ch_prompt *prompt, ch_shape *shape)
{
	if (!prompt->raw) {
		*shape = CH_SHAPE_CHAT;
		return "/v1/chat/completions";
	}
	*shape = adapter->raw == CH_RAW_NATIVE ? CH_SHAPE_NATIVE : CH_SHAPE_COMPLETIONS;
	return adapter->raw == CH_RAW_NATIVE ? "/completion" : "/v1/completions";
}

/* Adds the fields of a JSON text to an object. */
static bool merge(cJSON *object, const char *text)
{
	cJSON *more = text ? cJSON_Parse(text) : NULL;
	cJSON *field;

	if (!text)
		return true;
	while (more && (field = more->child)) {
		cJSON_DetachItemViaPointer(more, field);
		if (!cJSON_AddItemToObject(object, field->string, field)) {
			cJSON_Delete(more);
			return false;
		}
	}
	cJSON_Delete(more);
	return more != NULL;
}

static bool add_message(cJSON *list, const char *role, const char *text)
{
	cJSON *message = cJSON_CreateObject();

	return message && cJSON_AddItemToArray(list, message) && cJSON_AddStringToObject(message, "role", role) &&
	       cJSON_AddStringToObject(message, "content", text);
}

static bool add_messages(cJSON *root, const ch_suite *suite, const ch_prompt *prompt)
{
	cJSON *list = cJSON_AddArrayToObject(root, "messages");

	return list && (!suite->system || add_message(list, "system", suite->system)) &&
	       add_message(list, "user", prompt->text);
}

static bool add_margins(cJSON *root, ch_shape shape)
{
	if (shape == CH_SHAPE_NATIVE)
		return cJSON_AddNumberToObject(root, "n_probs", ALTERNATIVES);
	if (shape == CH_SHAPE_COMPLETIONS)
		return cJSON_AddNumberToObject(root, "logprobs", ALTERNATIVES);
	return cJSON_AddTrueToObject(root, "logprobs") && cJSON_AddNumberToObject(root, "top_logprobs", ALTERNATIVES);
}

static int64_t max_tokens(const ch_suite *suite, const ch_prompt *prompt)
{
	return prompt->max_tokens ? prompt->max_tokens : suite->max_tokens;
}

static bool fill_request(cJSON *root, const ch_server *server, const ch_suite *suite, const ch_prompt *prompt,
			 unsigned how)
{
	const ch_adapter *adapter = server->adapter;
	ch_shape shape;
	cJSON *options;

	path_of(adapter, prompt, &shape);
	if ((*server->model_id && !cJSON_AddStringToObject(root, "model", server->model_id)) ||
	    !(prompt->raw ? cJSON_AddStringToObject(root, "prompt", prompt->text) != NULL
			  : add_messages(root, suite, prompt)) ||
	    !cJSON_AddNumberToObject(root, "temperature", 0) ||
	    !cJSON_AddNumberToObject(root, shape == CH_SHAPE_NATIVE ? "n_predict" : "max_tokens",
				     (double)max_tokens(suite, prompt)) ||
	    !cJSON_AddNumberToObject(root, "seed", (double)suite->seed) ||
	    !cJSON_AddBoolToObject(root, "stream", (how & CH_ASK_STREAM) != 0))
		return false;
	if ((how & CH_ASK_STREAM) && shape != CH_SHAPE_NATIVE) {
		options = cJSON_AddObjectToObject(root, "stream_options");
		if (!options || !cJSON_AddTrueToObject(options, "include_usage"))
			return false;
	}
	return merge(root, adapter->always) &&
	       merge(root, suite->cache == CH_CACHE_ON	  ? adapter->cache_on
			   : suite->cache == CH_CACHE_OFF ? adapter->cache_off
							  : NULL) &&
	       (!(how & CH_ASK_MARGINS) || (merge(root, adapter->plain) && add_margins(root, shape)));
}

char *ch_ask_request(const ch_server *server, const ch_suite *suite, const ch_prompt *prompt, unsigned how)
{
	cJSON *root = cJSON_CreateObject();
	char *text = root && fill_request(root, server, suite, prompt, how) ? cJSON_PrintUnformatted(root) : NULL;

	cJSON_Delete(root);
	return text;
}

typedef struct stream {
	ch_sse sse;
	ch_answer_builder *builder;
} stream;

static bool take_event(void *context, const ch_bytes *data, ch_trouble *trouble)
{
	return ch_answer_take(context, data, trouble);
}

static bool take_piece(void *context, const char *data, size_t size, ch_trouble *trouble)
{
	stream *now = context;

	return ch_sse_feed(&now->sse, data, size, take_event, now->builder, trouble);
}

/* The sum of a Prometheus counter over its labels; "_total" may follow the name. -1: not there. */
static double counter_sum(const char *text, const char *name)
{
	size_t length = strlen(name);
	double sum = -1;

	for (const char *line = text; line; line = strchr(line, '\n')) {
		const char *rest;

		line += *line == '\n';
		if (strncmp(line, name, length) != 0)
			continue;
		rest = line + length;
		rest += strncmp(rest, "_total", 6) ? 0 : 6;
		if (*rest == '{')
			rest = strchr(rest, '}') ? strchr(rest, '}') + 1 : "";
		if (*rest == ' ')
			sum = (sum < 0 ? 0 : sum) + strtod(rest, NULL);
	}
	return sum;
}

typedef struct counters {
	double drafted, accepted;
} counters;

/* /metrics, JSON or Prometheus, as the adapter has it; -1 where it says nothing. A failure here is none of the answer. */
static counters read_counters(const ch_server *server)
{
	const ch_adapter *adapter = server->adapter;
	counters found = {-1, -1};
	ch_trouble ignored;
	ch_reply reply;
	size_t offset;
	cJSON *root;
	bool nul;

	if (ch_http_send(&server->client, "/metrics", NULL, METRICS_BYTES, 10, NULL, NULL, &reply, &ignored) &&
	    reply.status == 200) {
		if (adapter->metrics_drafted) {
			root = ch_cjson_parse(reply.body.data, reply.body.size, &nul, &offset);
			found.drafted = ch_cjson_number(root, adapter->metrics_drafted, -1);
			found.accepted = ch_cjson_number(root, adapter->metrics_accepted, -1);
			cJSON_Delete(root);
		} else {
			found.drafted = counter_sum(reply.body.data, adapter->counter_drafted);
			found.accepted = counter_sum(reply.body.data, adapter->counter_accepted);
		}
	}
	ch_reply_free(&reply);
	return found;
}

static long log_size(const ch_server *server)
{
	FILE *file = server->log_set ? fopen(server->log_path, "rb") : NULL;
	long size = -1;

	if (file && !fseek(file, 0, SEEK_END))
		size = ftell(file);
	if (file && fclose(file))
		size = -1;
	return size;
}

/* The last number after the pattern that was written since the log had the given size; -1 if none was. */
static double log_rate(const ch_server *server, long before)
{
	FILE *file = before >= 0 ? fopen(server->log_path, "rb") : NULL;
	char *text = file ? malloc(LOG_TAIL + 1) : NULL, *found;
	double rate = -1;
	size_t size;

	if (text && !fseek(file, before, SEEK_SET)) {
		size = fread(text, 1, LOG_TAIL, file);
		text[size] = '\0';
		for (size_t i = 0; i < size; i++)
			text[i] = text[i] ? text[i] : ' ';
		for (found = strstr(text, server->log_pattern); found; found = strstr(found, server->log_pattern)) {
			char *end;
			double value;

			found += strlen(server->log_pattern);
			value = strtod(found, &end);
			if (end != found && value >= 0 && value <= 1)
				rate = value;
		}
	}
	free(text);
	if (file && fclose(file))
		rate = -1;
	return rate;
}

/* What the answer itself does not say about drafts. */
static void take_counters(const ch_server *server, ch_answer *answer, counters before, long log_before)
{
	const ch_adapter *adapter = server->adapter;
	counters after;

	if (answer->drafted < 0 && (adapter->metrics_drafted || adapter->counter_drafted)) {
		after = read_counters(server);
		if (adapter->counter_drafted) {
			after.drafted = before.drafted < 0 ? -1 : after.drafted - before.drafted;
			after.accepted = before.accepted < 0 ? -1 : after.accepted - before.accepted;
		}
		if (after.drafted >= 0 && after.accepted >= 0 && after.accepted <= after.drafted &&
		    after.drafted < 1e9) {
			answer->drafted = (int64_t)after.drafted;
			answer->accepted = (int64_t)after.accepted;
			if (after.drafted > 0)
				answer->accept_rate = after.accepted / after.drafted;
		}
	}
	if (answer->accept_rate < 0)
		answer->accept_rate = log_rate(server, log_before);
}

static bool receive(const ch_server *server, const ch_suite *suite, const ch_prompt *prompt, unsigned how,
		    const char *json, ch_answer_builder *builder, ch_trouble *trouble)
{
	stream now = {.builder = builder};
	bool streamed = (how & CH_ASK_STREAM) != 0;
	size_t limit = BASE_BYTES + (size_t)max_tokens(suite, prompt) * BYTES_A_TOKEN;
	const char *path = path_of(server->adapter, prompt, &builder->shape);
	ch_reply reply;
	bool ok;

	ok = ch_http_send(&server->client, path, json, limit, 0, streamed ? take_piece : NULL, &now, &reply, trouble) &&
	     ch_http_accept(&server->client, &reply, path, streamed ? "text/event-stream" : "application/json",
			    trouble) &&
	     (streamed || ch_answer_take(builder, &reply.body, trouble)) && ch_answer_finish(builder, trouble);
	ch_sse_free(&now.sse);
	ch_reply_free(&reply);
	return ok;
}

bool ch_ask(const ch_server *server, const ch_suite *suite, const ch_prompt *prompt, unsigned how, ch_asked *asked,
	    ch_trouble *trouble)
{
	const ch_adapter *adapter = server->adapter;
	ch_answer_builder builder = {
		.adapter = adapter, .streamed = (how & CH_ASK_STREAM) != 0, .answer = &asked->answer};
	bool alone = (how & CH_ASK_ALONE) && !(how & CH_ASK_MARGINS);
	counters before = {-1, -1};
	long log_before = alone ? log_size(server) : -1;
	char *json = ch_ask_request(server, suite, prompt, how);
	ch_trouble inner = {0};
	bool ok;

	*asked = (ch_asked){0};
	ch_answer_init(&asked->answer);
	if (prompt->raw && adapter->raw == CH_RAW_NONE) {
		cJSON_free(json);
		return ch_trouble_set(trouble, CH_TROUBLE_USAGE, "%s: a raw prompt, which %s does not offer",
				      prompt->id, adapter->name);
	}
	if (!json)
		return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	if (alone && adapter->counter_drafted)
		before = read_counters(server);
	ok = receive(server, suite, prompt, how, json, &builder, &inner);
	cJSON_free(json);
	if (ok &&
	    (ch_client_holds_key(&server->client, asked->answer.text.data, asked->answer.text.size) ||
	     ch_client_holds_key(&server->client, asked->answer.thinking.data, asked->answer.thinking.size) ||
	     ch_client_holds_key(&server->client, asked->answer.finish_reason, strlen(asked->answer.finish_reason)) ||
	     ch_client_holds_key(&server->client, builder.fingerprint, strlen(builder.fingerprint))))
		ok = ch_trouble_set(&inner, CH_TROUBLE_KEY, "the answer holds the key; nothing of it is kept");
	if (ok && alone)
		take_counters(server, &asked->answer, before, log_before);
	asked->not_best = builder.not_best;
	asked->absurd = builder.absurd;
	memcpy(asked->fingerprint, builder.fingerprint, sizeof(asked->fingerprint));
	ch_answer_builder_free(&builder);
	if (ok)
		return true;
	ch_asked_free(asked);
	return ch_http_trouble(&server->client, trouble, inner.kind, "%s: %s", prompt->id, inner.text);
}

void ch_asked_free(ch_asked *asked)
{
	ch_answer_free(&asked->answer);
}

/* POST that gives a JSON object; *root NULL (and no trouble) where the server has no such path. */
static bool post(const ch_server *server, const char *path, cJSON *request, cJSON **root, ch_trouble *trouble)
{
	char *json = request ? cJSON_PrintUnformatted(request) : NULL;
	ch_reply reply = {0};
	size_t offset;
	bool nul, ok;

	cJSON_Delete(request);
	*root = NULL;
	if (!json)
		return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	ok = ch_http_send(&server->client, path, json, METRICS_BYTES, 0, NULL, NULL, &reply, trouble);
	cJSON_free(json);
	if (ok && reply.status != 404 && reply.status != 501) {
		ok = ch_http_accept(&server->client, &reply, path, "application/json", trouble);
		*root = ok ? ch_cjson_parse(reply.body.data, reply.body.size, &nul, &offset) : NULL;
		if (ok && !*root)
			ok = ch_http_trouble(&server->client, trouble, nul ? CH_TROUBLE_NUL : CH_TROUBLE_BAD_JSON,
					     "%s%s: the answer is no JSON", server->client.base, path);
	}
	ch_reply_free(&reply);
	return ok;
}

static cJSON *tokenize_request(const char *text)
{
	cJSON *request = cJSON_CreateObject();

	if (request && cJSON_AddStringToObject(request, "content", text) &&
	    cJSON_AddTrueToObject(request, "add_special") && cJSON_AddTrueToObject(request, "parse_special"))
		return request;
	cJSON_Delete(request);
	return NULL;
}

static cJSON *template_request(const ch_suite *suite, const ch_prompt *prompt)
{
	cJSON *request = cJSON_CreateObject();

	if (request && add_messages(request, suite, prompt))
		return request;
	cJSON_Delete(request);
	return NULL;
}

bool ch_ask_prompt_ids(const ch_server *server, const ch_suite *suite, const ch_prompt *prompt, ch_answer *answer,
		       ch_trouble *trouble)
{
	cJSON *templated = NULL, *tokens = NULL;
	const char *text = prompt->text;
	const cJSON *list;
	bool ok = true;

	if (server->adapter->prompt_ids != CH_IDS_TEMPLATE_TOKENIZE || answer->prompt_id_count)
		return true;
	if (!prompt->raw) {
		ok = post(server, "/apply-template", template_request(suite, prompt), &templated, trouble);
		text = ch_cjson_string(templated, "prompt");
	}
	ok = ok && (!text || post(server, "/tokenize", tokenize_request(text), &tokens, trouble));
	list = ch_cjson_at(tokens, "tokens");
	if (ok && cJSON_IsArray(list) && list->child && cJSON_GetArraySize(list) <= CH_SUITE_MAX_TOKENS) {
		answer->prompt_ids = calloc((size_t)cJSON_GetArraySize(list), sizeof(*answer->prompt_ids));
		for (const cJSON *one = list->child; answer->prompt_ids && one; one = one->next) {
			int64_t id = ch_cjson_integer(one, "", -1);

			ok = ok && id >= 0;
			answer->prompt_ids[answer->prompt_id_count++] = id;
		}
		if (!ok)
			ch_http_trouble(&server->client, trouble, CH_TROUBLE_BAD_JSON,
					"%s/tokenize: \"tokens\" holds no token ids", server->client.base);
	}
	cJSON_Delete(templated);
	cJSON_Delete(tokens);
	return ok;
}
