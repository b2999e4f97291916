/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "fake_server.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "golden/bytes.h"

struct fake_server {
	struct MHD_Daemon *daemon;
	fake_kind kind;
	_Atomic int fault;
	atomic_int times, asked, not_greedy, redirected, running, seed;
	char key[64];
	int port;
	bool tells;
};

static const char *const kind_names[FAKE_KINDS] = {"llama", "lucebox", "strata", "vllm", "openai"};

static const char *const fault_names[FAKE_FAULTS] = {
	"well",
	"crlf",
	"bom",
	"no-last-newline",
	"cut",
	"no-done",
	"half-json",
	"long-line",
	"endless",
	"401",
	"429",
	"429-later",
	"500",
	"redirect",
	"content-type",
	"nul-raw",
	"nul-escaped",
	"slow",
	"error-in-stream",
	"no-finish",
	"echo-key",
	"echo-key-error",
	"no-logprobs",
	"absurd-logprobs",
	"nan-logprobs",
	"shifted-tokens",
	"no-ids",
	"near-tie",
	"changed",
	"third",
	"no-margins-changed",
	"prompt",
	"finish",
	"random",
	"stream-differs",
	"replacement",
	"cache",
	"concurrent",
	"not-greedy",
	"drafts",
	"few-drafts",
	"no-drafts",
	"speculation",
	"other-model",
};

static int find(const char *name, const char *const *names, int count)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(name, names[i]))
			return i;
	return -1;
}

int fake_kind_find(const char *name)
{
	return find(name, kind_names, FAKE_KINDS);
}

int fake_fault_find(const char *name)
{
	return find(name, fault_names, FAKE_FAULTS);
}

/* What it says: text, second best, margin. The globe is split over two tokens, as byte-level vocabularies do (M09). */
typedef struct fake_token {
	const char *text, *runner_up;
	double margin;
	int id;
} fake_token;

enum { TOKENS = 7, FLIP = 3 };

static const fake_token base_tokens[TOKENS] = {
	{"Paris", "London", 4.5, 11},	  {" is", " was", 3.25, 12},	{" the", " a", 2.5, 13},
	{" capital", " centre", 2.0, 14}, {" \xf0\x9f", " (", 6.0, 15}, {"\x8c\x8d", "!", 9.0, 16},
	{".\r\nYes.\n", ".", 5.0, 17},
};

typedef struct request {
	ch_bytes body;
	const char *key; /* that came */
} request;

typedef struct answer {
	fake_token tokens[TOKENS];
	const char *finish;
	bool streamed, margins, chat, plain, native;
} answer;

static bool is_set(const request *asked, const char *words)
{
	return asked->body.data && strstr(asked->body.data, words) != NULL;
}

static void choose_answer(fake_server *server, const request *asked, answer *now)
{
	int fault = server->fault, number = ++server->seed;

	memcpy(now->tokens, base_tokens, sizeof(base_tokens));
	now->finish = fault == FAKE_FINISH ? "length" : "stop";
	now->streamed = is_set(asked, "\"stream\":true");
	now->margins = is_set(asked, "logprobs") || is_set(asked, "n_probs");
	now->plain = is_set(asked, "\"speculative.n_max\":0");
	switch (fault) {
	case FAKE_NEAR_TIE:
		now->tokens[FLIP] = (fake_token){" centre", " capital", 0.05, 24};
		break;
	case FAKE_THIRD:
		now->tokens[FLIP] = (fake_token){" heart", " centre", 0.05, 34};
		break;
	case FAKE_CHANGED:
	case FAKE_NO_MARGINS_CHANGED:
		now->tokens[FLIP] = (fake_token){" centre", " capital", 1.5, 24};
		break;
	case FAKE_CRLF:
		now->tokens[TOKENS - 1].text = ".\nYes.\n";
		break;
	case FAKE_BOM:
		now->tokens[0].text = "\xef\xbb\xbfParis";
		break;
	case FAKE_NO_LAST_NEWLINE:
		now->tokens[TOKENS - 1].text = ".\r\nYes.";
		break;
	case FAKE_RANDOM:
		now->tokens[FLIP].text = number % 2 ? " capital" : " centre";
		break;
	case FAKE_STREAM_DIFFERS:
		now->tokens[FLIP].text = now->streamed ? " centre" : " capital";
		break;
	case FAKE_REPLACEMENT:
		if (now->streamed) {
			now->tokens[4].text = " \xef\xbf\xbd";
			now->tokens[5].text = "\xef\xbf\xbd";
		}
		break;
	case FAKE_CACHE:
		now->tokens[FLIP].text = number > 1 ? " centre" : " capital";
		break;
	case FAKE_CONCURRENT:
		now->tokens[FLIP].text = server->running > 1 ? " centre" : " capital";
		break;
	case FAKE_SPECULATION:
		now->tokens[FLIP].text = now->plain ? " capital" : " centre";
		break;
	default:
		break;
	}
	/* the recording of a near-tie has a small margin too */
	if (is_set(asked, "coin flip") && fault != FAKE_NEAR_TIE && fault != FAKE_THIRD && fault != FAKE_CHANGED)
		now->tokens[FLIP].margin = 0.03;
}

/* A JSON string of raw bytes: what is no UTF-8 stays as it is. */
static void put_string(ch_bytes *to, const char *text)
{
	ch_bytes_text(to, "\"");
	for (const char *c = text; *c; c++)
		if (*c == '\n')
			ch_bytes_text(to, "\\n");
		else if (*c == '\r')
			ch_bytes_text(to, "\\r");
		else if (*c == '"' || *c == '\\')
			ch_bytes_format(to, "\\%c", *c);
		else
			ch_bytes_append(to, c, 1);
	ch_bytes_text(to, "\"");
}

static void put_token(ch_bytes *to, const char *text, int id, const char *logprob, bool ids)
{
	ch_bytes_text(to, "{");
	if (ids)
		ch_bytes_format(to, "\"id\":%d,", id);
	/* the text is cut to valid UTF-8, the bytes are not */
	ch_bytes_text(to, "\"token\":");
	put_string(to, ch_utf8_valid(text, strlen(text)) ? text : "\xef\xbf\xbd");
	ch_bytes_text(to, ",\"bytes\":[");
	for (const char *c = text; *c; c++)
		ch_bytes_format(to, "%s%d", c == text ? "" : ",", (int)(unsigned char)*c);
	ch_bytes_format(to, "],\"logprob\":%s", logprob);
}

static void put_entry(ch_bytes *to, const fake_server *server, const fake_token *token)
{
	const char *text = server->fault == FAKE_SHIFTED_TOKENS ? token->runner_up : token->text;
	bool ids = server->kind == FAKE_LLAMA && server->fault != FAKE_NO_IDS;
	char best[32], second[32];

	snprintf(best, sizeof(best), "%.6f", -0.01);
	snprintf(second, sizeof(second), "%.6f", -0.01 - token->margin);
	if (server->fault == FAKE_ABSURD_LOGPROBS)
		snprintf(best, sizeof(best), "0.0"), snprintf(second, sizeof(second), "0.0");
	if (server->fault == FAKE_NAN_LOGPROBS)
		snprintf(best, sizeof(best), "\"NaN\""), snprintf(second, sizeof(second), "null");
	put_token(to, text, token->id, server->fault == FAKE_NOT_GREEDY ? second : best, ids);
	ch_bytes_text(to, ",\"top_logprobs\":[");
	put_token(to, text, token->id, server->fault == FAKE_NOT_GREEDY ? second : best, ids);
	ch_bytes_text(to, "},");
	put_token(to, token->runner_up, token->id + 100, server->fault == FAKE_NOT_GREEDY ? best : second, ids);
	ch_bytes_text(to, "},{\"token\":\"x\",\"bytes\":[120],\"logprob\":-3.4028234663852886e+38}]}");
}

static bool has_logprobs(const fake_server *server, const answer *now)
{
	return now->margins && server->fault != FAKE_NO_LOGPROBS && server->fault != FAKE_NO_MARGINS_CHANGED &&
	       server->kind != FAKE_LUCEBOX && server->kind != FAKE_STRATA;
}

static void put_logprobs(ch_bytes *to, const fake_server *server, const answer *now, int from, int until)
{
	if (!has_logprobs(server, now))
		return;
	ch_bytes_text(to, now->native ? ",\"completion_probabilities\":[" : ",\"logprobs\":{\"content\":[");
	for (int i = from; i < until; i++) {
		put_entry(to, server, &now->tokens[i]);
		if (i + 1 < until)
			ch_bytes_text(to, ",");
	}
	ch_bytes_text(to, now->native ? "]" : "]}");
}

static int drafts(const fake_server *server, int *accepted)
{
	*accepted = server->fault == FAKE_FEW_DRAFTS ? 2 : server->fault == FAKE_NO_DRAFTS ? 0 : 6;
	return server->fault == FAKE_DRAFTS || server->fault == FAKE_FEW_DRAFTS || server->fault == FAKE_SPECULATION
		       ? 8
		       : 0;
}

/* What follows the choices: counters and times, each server in its own words. */
static void put_tail(ch_bytes *to, const fake_server *server, const answer *now)
{
	int accepted, drafted = drafts(server, &accepted), prompt = server->fault == FAKE_PROMPT ? 6 : 5;

	if (now->plain)
		drafted = 0;
	if (now->native)
		ch_bytes_format(to, ",\"tokens_evaluated\":%d", prompt);
	else
		ch_bytes_format(
			to, ",\"system_fingerprint\":\"fp-1\",\"usage\":{\"prompt_tokens\":%d,\"completion_tokens\":%d",
			prompt, TOKENS);
	switch (server->kind) {
	case FAKE_LLAMA:
		ch_bytes_format(to,
				"%s,\"timings\":{\"cache_n\":%d,\"prompt_n\":5,\"prompt_ms\":1.5,\"predicted_n\":7,"
				"\"predicted_ms\":3.5",
				now->native ? "" : "}", server->fault == FAKE_CACHE && server->seed > 1 ? 4 : 0);
		if (drafted)
			ch_bytes_format(to, ",\"draft_n\":%d,\"draft_n_accepted\":%d", drafted, accepted);
		ch_bytes_text(to, "}");
		break;
	case FAKE_LUCEBOX:
		if (drafted && !now->streamed)
			ch_bytes_format(to, ",\"accept_rate\":%.3f", accepted / (double)drafted);
		ch_bytes_text(to,
			      ",\"timings\":{\"prefill_ms\":1.5,\"decode_ms\":3.5,\"decode_tokens_per_sec\":2000}}");
		break;
	case FAKE_VLLM:
		ch_bytes_text(to, "}");
		if (drafted)
			ch_bytes_format(
				to,
				",\"metrics\":{\"time_to_first_token_ms\":1.5,\"generation_time_ms\":3.5,\"speculative_"
				"decoding\":{\"num_draft_tokens\":%d,\"num_accepted_draft_tokens\":%d}}",
				drafted, accepted);
		break;
	default:
		ch_bytes_text(to, "}");
	}
	if (server->kind == FAKE_VLLM && server->fault != FAKE_NO_IDS)
		ch_bytes_text(to, server->fault == FAKE_PROMPT ? ",\"prompt_token_ids\":[2,2,7,8,9,10]"
							       : ",\"prompt_token_ids\":[2,7,8,9,10]");
}

static void put_vllm_ids(ch_bytes *to, const fake_server *server, const answer *now, int from, int until)
{
	if (server->kind != FAKE_VLLM || server->fault == FAKE_NO_IDS)
		return;
	ch_bytes_text(to, ",\"token_ids\":[");
	for (int i = from; i < until; i++)
		ch_bytes_format(to, "%s%d", i > from ? "," : "", now->tokens[i].id);
	ch_bytes_text(to, "]");
}

static void put_text(ch_bytes *to, const fake_server *server, const answer *now, int from, int until)
{
	ch_bytes text = {0};

	for (int i = from; i < until; i++)
		ch_bytes_text(&text, now->tokens[i].text);
	if (server->fault == FAKE_ECHO_KEY && !from)
		ch_bytes_text(&text, server->key);
	if (server->fault == FAKE_NUL_RAW && !from)
		ch_bytes_append(to, "\"a\0b\"", 5);
	else if (server->fault == FAKE_NUL_ESCAPED && !from)
		ch_bytes_text(to, "\"a\\u0000b\"");
	else
		put_string(to, text.data ? text.data : "");
	ch_bytes_free(&text);
}

static void make_whole(ch_bytes *to, const fake_server *server, const answer *now)
{
	if (now->native) {
		ch_bytes_text(to, "{\"content\":");
		put_text(to, server, now, 0, TOKENS);
		ch_bytes_format(to, ",\"tokens\":[11,12,13,14,15,16,17],\"stop\":true,\"stop_type\":\"%s\"",
				now->finish[0] == 's' ? "eos" : "limit");
		put_logprobs(to, server, now, 0, TOKENS);
	} else {
		ch_bytes_text(to, now->chat ? "{\"id\":\"1\",\"choices\":[{\"index\":0,\"message\":{\"role\":"
					      "\"assistant\",\"content\":"
					    : "{\"id\":\"1\",\"choices\":[{\"index\":0,\"text\":");
		put_text(to, server, now, 0, TOKENS);
		if (now->chat && server->kind == FAKE_STRATA)
			ch_bytes_text(to, ",\"reasoning_content\":\"thought\"");
		if (now->chat)
			ch_bytes_text(to, "}");
		if (server->fault != FAKE_NO_FINISH)
			ch_bytes_format(to, ",\"finish_reason\":\"%s\"", now->finish);
		put_logprobs(to, server, now, 0, TOKENS);
		put_vllm_ids(to, server, now, 0, TOKENS);
		ch_bytes_text(to, "}]");
	}
	put_tail(to, server, now);
	ch_bytes_text(to, "}");
}

static void make_stream(ch_bytes *to, const fake_server *server, const answer *now)
{
	/* a comment, a BOM and CRLF are allowed in a stream */
	ch_bytes_text(to, "\xef\xbb\xbf: hello\r\n\r\n");
	for (int i = 0; i < TOKENS; i++) {
		ch_bytes_text(to, now->native ? "data: {\"content\":"
				  : now->chat ? "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":"
					      : "data: {\"choices\":[{\"index\":0,\"text\":");
		put_text(to, server, now, i, i + 1);
		if (now->chat)
			ch_bytes_text(to, "}");
		put_logprobs(to, server, now, i, i + 1);
		if (now->native) {
			ch_bytes_text(to, ",\"stop\":false}\r\n\r\n");
			continue;
		}
		put_vllm_ids(to, server, now, i, i + 1);
		ch_bytes_text(to, ",\"finish_reason\":null}]}\r\n\r\n");
	}
	if (server->fault == FAKE_ERROR_IN_STREAM)
		ch_bytes_text(to, "data: {\"error\":{\"message\":\"lost the device\"}}\n\n");
	if (now->native) {
		ch_bytes_format(to, "data: {\"content\":\"\",\"stop\":true,\"stop_type\":\"%s\"",
				now->finish[0] == 's' ? "eos" : "limit");
		put_tail(to, server, now);
		ch_bytes_text(to, "}\n\n");
		return;
	}
	ch_bytes_format(
		to,
		"data: {\"choices\":[{\"index\":0,\"delta\":{},\"text\":\"\",\"finish_reason\":\"%s\"}]}\n\ndata: "
		"{\"choices\":[]",
		now->finish);
	put_tail(to, server, now);
	ch_bytes_text(to, "}\n\n");
	if (server->fault != FAKE_NO_DONE)
		ch_bytes_text(to, "data: [DONE]\n\n");
}

/* A body in small pieces, so that every place is a seam once. */
typedef struct pieces {
	ch_bytes body;
	bool cut, endless;
} pieces;

static ssize_t give_piece(void *context, uint64_t position, char *buffer, size_t size)
{
	pieces *now = context;
	size_t left;

	if (now->endless) {
		size_t length = now->body.size - (size_t)(position % now->body.size);

		length = length < size ? length : size;
		memcpy(buffer, now->body.data + position % now->body.size, length);
		return (ssize_t)length;
	}
	if (position >= now->body.size || (now->cut && position >= now->body.size / 2))
		return now->cut ? MHD_CONTENT_READER_END_WITH_ERROR : MHD_CONTENT_READER_END_OF_STREAM;
	left = now->body.size - (size_t)position;
	if (now->body.size < 100000)
		left = left < 7 ? left : 7;
	left = left < size ? left : size;
	memcpy(buffer, now->body.data + position, left);
	return (ssize_t)left;
}

static void free_pieces(void *context)
{
	pieces *now = context;

	ch_bytes_free(&now->body);
	free(now);
}

static enum MHD_Result reply(struct MHD_Connection *connection, unsigned status, const char *type, const char *text,
			     const char *header, const char *value)
{
	struct MHD_Response *response =
		MHD_create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_MUST_COPY);
	enum MHD_Result result;

	MHD_add_response_header(response, "Content-Type", type);
	if (header)
		MHD_add_response_header(response, header, value);
	result = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result reply_pieces(struct MHD_Connection *connection, const char *type, pieces *body)
{
	struct MHD_Response *response =
		MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 65536, give_piece, body, free_pieces);
	enum MHD_Result result;

	MHD_add_response_header(response, "Content-Type", type);
	result = MHD_queue_response(connection, 200, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result reply_prompt(fake_server *server, struct MHD_Connection *connection, const char *url,
				    const request *asked)
{
	static const char failed[] = "{\"error\":{\"message\":\"as told\"}}";
	const struct timespec slow = {1, 500000000};
	struct timespec moment = {0, 20000000};
	enum MHD_Result result;
	char words[200];
	pieces *body;
	answer now = {0};

	server->asked++;
	if (!is_set(asked, "\"temperature\":0,"))
		server->not_greedy++;
	server->running++;
	if (server->fault == FAKE_CONCURRENT)
		nanosleep(&moment, NULL);
	now.chat = strstr(url, "chat") != NULL;
	now.native = !strcmp(url, "/completion");
	choose_answer(server, asked, &now);
	if (server->fault == FAKE_CONCURRENT)
		nanosleep(&moment, NULL);
	server->running--;
	if (server->tells)
		fprintf(stderr, "done: accept_rate=0.625 ms=1\n");
	switch ((int)server->fault) {
	case FAKE_429:
		if (server->times-- > 0)
			return reply(connection, 429, "application/json", failed, "Retry-After", "0");
		break;
	case FAKE_429_LATER:
		return reply(connection, 429, "application/json", failed, "Retry-After", "3600");
	case FAKE_500:
		return reply(connection, 500, "application/json", failed, NULL, NULL);
	case FAKE_ECHO_KEY_ERROR:
		snprintf(words, sizeof(words), "{\"error\":{\"message\":\"bad key %s\"}}",
			 asked->key ? asked->key : "");
		return reply(connection, 400, "application/json", words, NULL, NULL);
	case FAKE_REDIRECT:
		snprintf(words, sizeof(words), "http://127.0.0.1:%d/elsewhere", server->port);
		return reply(connection, 307, "application/json", failed, "Location", words);
	case FAKE_CONTENT_TYPE:
		return reply(connection, 200, "text/html", "<html>a proxy's page</html>", NULL, NULL);
	case FAKE_SLOW:
		nanosleep(&slow, NULL);
		break;
	default:
		break;
	}
	body = calloc(1, sizeof(*body));
	if (!body)
		return MHD_NO;
	if (now.streamed)
		make_stream(&body->body, server, &now);
	else
		make_whole(&body->body, server, &now);
	body->cut = server->fault == FAKE_CUT;
	body->endless = server->fault == FAKE_ENDLESS && now.streamed;
	if (body->endless) {
		body->body.size = 0;
		ch_bytes_text(&body->body, "data: {\"choices\":[{\"delta\":{\"content\":\"and on \"}}]}\n\n");
	}
	if (server->fault == FAKE_HALF_JSON) {
		body->body.size = 0;
		ch_bytes_text(&body->body, now.streamed ? "data: {\"choices\":[{\"del\n\n" : "{\"choices\":[{\"mess");
	}
	if (server->fault == FAKE_LONG_LINE && now.streamed) {
		body->body.size = 0;
		ch_bytes_text(&body->body, "data: {\"choices\":[{\"delta\":{\"content\":\"");
		for (int i = 0; i < 10 * 1024; i++)
			for (int k = 0; k < 16; k++)
				ch_bytes_text(&body->body,
					      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
		ch_bytes_text(&body->body, "\"}}]}\n\n");
	}
	result = reply_pieces(connection, now.streamed ? "text/event-stream" : "application/json; charset=utf-8", body);
	return result;
}

static enum MHD_Result reply_get(fake_server *server, struct MHD_Connection *connection, const char *url)
{
	char words[1024];
	int accepted, drafted = drafts(server, &accepted);
	int64_t bytes = server->fault == FAKE_OTHER_MODEL ? 777 : 1000;

	if (!strcmp(url, "/v1/models")) {
		static const char *const owners[FAKE_KINDS] = {"llamacpp", "lucebox", "strata", "vllm", "someone"};

		snprintf(words, sizeof(words),
			 "{\"object\":\"list\",\"data\":[{\"id\":\"fake\",\"owned_by\":\"%s\",\"max_model_len\":4096,"
			 "\"meta\":{\"size\":%lld}}]}",
			 owners[server->kind], (long long)bytes);
		return reply(connection, 200, "application/json", words, NULL, NULL);
	}
	if (!strcmp(url, "/props") && server->kind == FAKE_LLAMA)
		return reply(
			connection, 200, "application/json",
			"{\"default_generation_settings\":{\"n_ctx\":2048,\"params\":{\"speculative.types\":\"none\"}},"
			"\"total_slots\":1,"
			"\"model_path\":\"/somewhere/"
			"fake.gguf\",\"model_ftype\":\"Q4_K\",\"build_info\":\"b1-fake\",\"chat_template\":\"{{x}}\"}",
			NULL, NULL);
	if (!strcmp(url, "/props") && server->kind == FAKE_LUCEBOX)
		return reply(connection, 200, "application/json",
			     "{\"build_info\":\"luce-dflash v1 "
			     "props_schema=2\",\"server\":{\"name\":\"luce\",\"version\":\"1\",\"props_schema\":2},"
			     "\"default_generation_settings\":{\"n_ctx\":4096},\"model_path\":\"/m/"
			     "fake.gguf\",\"model_alias\":\"dflash\","
			     "\"speculative_mode\":\"dflash\",\"speculative\":{\"enabled\":true,\"ddtree_budget\":22},"
			     "\"runtime\":{\"chunk\":512}}",
			     NULL, NULL);
	if (!strcmp(url, "/props") && server->kind == FAKE_STRATA)
		return reply(connection, 200, "application/json",
			     "{\"default_generation_settings\":{\"n_ctx\":8192},\"model_path\":\"/m/fake.gguf\"}", NULL,
			     NULL);
	if (!strcmp(url, "/version") && server->kind == FAKE_VLLM)
		return reply(connection, 200, "application/json", "{\"version\":\"0.99\"}", NULL, NULL);
	if (!strcmp(url, "/metrics") && server->kind == FAKE_STRATA) {
		snprintf(words, sizeof(words),
			 "{\"requests\":[{\"drafts_offered\":%d,\"drafts_accepted\":%d,\"prompt_ms\":1,\"decode_ms\":2}"
			 "]}",
			 drafted, drafted ? accepted : 0);
		return reply(connection, 200, "application/json", words, NULL, NULL);
	}
	if (!strcmp(url, "/metrics") && server->kind == FAKE_VLLM) {
		snprintf(words, sizeof(words),
			 "# HELP x\nvllm:spec_decode_num_draft_tokens_total{model=\"fake\"} "
			 "%d\nvllm:spec_decode_num_accepted_tokens_total{model=\"fake\"} %d\n",
			 server->asked * 8, server->asked * 6);
		return reply(connection, 200, "text/plain", words, NULL, NULL);
	}
	if (!strcmp(url, "/elsewhere"))
		server->redirected++;
	return reply(connection, 404, "application/json", "{\"error\":{\"message\":\"File Not Found\"}}", NULL, NULL);
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
			      const char *version, const char *upload, size_t *upload_size, void **state)
{
	fake_server *server = context;
	request *asked = *state;

	(void)version;
	if (!asked) {
		*state = asked = calloc(1, sizeof(*asked));
		return asked ? MHD_YES : MHD_NO;
	}
	if (*upload_size) {
		ch_bytes_append(&asked->body, upload, *upload_size);
		*upload_size = 0;
		return MHD_YES;
	}
	asked->key = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Authorization");
	if (server->fault == FAKE_401 ||
	    (*server->key && (!asked->key || strlen(asked->key) < 8 || strcmp(asked->key + 7, server->key) != 0)))
		return reply(connection, 401, "application/json", "{\"error\":{\"message\":\"no such key\"}}", NULL,
			     NULL);
	if (!strcmp(method, "GET"))
		return reply_get(server, connection, url);
	if (!strcmp(url, "/apply-template") && server->kind == FAKE_LLAMA)
		return reply(connection, 200, "application/json", "{\"prompt\":\"<s>x\"}", NULL, NULL);
	if (!strcmp(url, "/tokenize") && server->kind == FAKE_LLAMA)
		return reply(connection, 200, "application/json",
			     server->fault == FAKE_NO_IDS   ? "{\"count\":5}"
			     : server->fault == FAKE_PROMPT ? "{\"tokens\":[2,2,7,8,9,10]}"
							    : "{\"tokens\":[2,7,8,9,10]}",
			     NULL, NULL);
	if (strstr(url, "completion"))
		return reply_prompt(server, connection, url, asked);
	if (!strcmp(url, "/elsewhere"))
		server->redirected++;
	return reply(connection, 404, "application/json", "{\"error\":{\"message\":\"File Not Found\"}}", NULL, NULL);
}

static void end_request(void *context, struct MHD_Connection *connection, void **state,
			enum MHD_RequestTerminationCode code)
{
	request *asked = *state;

	(void)context;
	(void)connection;
	(void)code;
	if (asked)
		ch_bytes_free(&asked->body);
	free(asked);
	*state = NULL;
}

fake_server *fake_server_open(fake_kind kind, int port)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
	fake_server *server = calloc(1, sizeof(*server));
	const union MHD_DaemonInfo *info;

	if (!server)
		return NULL;
	server->kind = kind;
	server->daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION, 0, NULL,
					  NULL, handle, server, MHD_OPTION_SOCK_ADDR, &address,
					  MHD_OPTION_NOTIFY_COMPLETED, end_request, NULL, MHD_OPTION_END);
	info = server->daemon ? MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;
	if (!info) {
		free(server);
		return NULL;
	}
	server->port = info->port;
	return server;
}

void fake_server_close(fake_server *server)
{
	MHD_stop_daemon(server->daemon);
	free(server);
}

int fake_server_port(const fake_server *server)
{
	return server->port;
}

void fake_server_set(fake_server *server, fake_fault fault, int times)
{
	server->fault = fault;
	server->times = times;
	server->seed = 0;
}

void fake_server_need_key(fake_server *server, const char *key)
{
	snprintf(server->key, sizeof(server->key), "%s", key ? key : "");
}

void fake_server_tell(fake_server *server)
{
	server->tells = true;
}

int fake_server_asked(const fake_server *server)
{
	return server->asked;
}

int fake_server_not_greedy(const fake_server *server)
{
	return server->not_greedy;
}

int fake_server_redirected(const fake_server *server)
{
	return server->redirected;
}
