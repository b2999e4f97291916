/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "fake_answer.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

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
	"always-drafts",
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
				    const fake_request *asked)
{
	static const char failed[] = "{\"error\":{\"message\":\"as told\"}}";
	const struct timespec slow = {1, 500000000};
	struct timespec moment = {0, 20000000};
	enum MHD_Result result;
	char words[200];
	pieces *body;
	fake_answer now = {0};

	server->asked++;
	if (!fake_request_has(asked, "\"temperature\":0,"))
		server->not_greedy++;
	server->running++;
	if (server->fault == FAKE_CONCURRENT)
		nanosleep(&moment, NULL);
	now.chat = strstr(url, "chat") != NULL;
	now.native = !strcmp(url, "/completion");
	fake_answer_choose(server, asked, &now);
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
		fake_answer_stream(&body->body, server, &now);
	else
		fake_answer_whole(&body->body, server, &now);
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
	int accepted, drafted = fake_answer_drafts(server, &accepted);
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
	fake_request *asked = *state;

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
	fake_request *asked = *state;

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
