/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "golden/http.h"

#include <curl/curl.h>
#include <openssl/crypto.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "golden/json.h"

static pthread_once_t started = PTHREAD_ONCE_INIT;

static void start_curl(void)
{
	curl_global_init(CURL_GLOBAL_DEFAULT);
}

bool ch_client_holds_key(const ch_client *client, const void *data, size_t size)
{
	return client->key && size && memmem(data, size, client->key, strlen(client->key)) != NULL;
}

bool ch_http_trouble(const ch_client *client, ch_trouble *trouble, ch_trouble_kind kind, const char *format, ...)
{
	char text[sizeof(trouble->text)], *found;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	while (client->key && (found = strstr(text, client->key))) {
		size_t length = strlen(client->key);

		memmove(found + 5, found + length, strlen(found + length) + 1); /* a key is longer than "[key]" */
		memcpy(found, "[key]", 5);
	}
	return ch_trouble_set(trouble, kind, "%s", text);
}

static bool check_url(ch_client *client, const char *url, ch_trouble *trouble)
{
	size_t length = strlen(url);
	CURLU *parsed = curl_url();
	char *host = NULL, *user = NULL, *query = NULL, *scheme = NULL;
	bool ok;

	while (length && url[length - 1] == '/')
		length--;
	if (length > 3 && !memcmp(url + length - 3, "/v1", 3))
		length -= 3;
	if (length >= sizeof(client->base)) {
		curl_url_cleanup(parsed);
		return ch_trouble_set(trouble, CH_TROUBLE_USAGE, "the URL is longer than %zu bytes",
				      sizeof(client->base) - 1);
	}
	memcpy(client->base, url, length);
	client->base[length] = '\0';
	ok = parsed && !curl_url_set(parsed, CURLUPART_URL, client->base, 0) &&
	     !curl_url_get(parsed, CURLUPART_SCHEME, &scheme, 0) &&
	     (!strcmp(scheme, "http") || !strcmp(scheme, "https")) && !curl_url_get(parsed, CURLUPART_HOST, &host, 0) &&
	     curl_url_get(parsed, CURLUPART_USER, &user, 0) && curl_url_get(parsed, CURLUPART_QUERY, &query, 0);
	curl_free(scheme);
	curl_free(host);
	curl_free(user);
	curl_free(query);
	curl_url_cleanup(parsed);
	/* the URL is not repeated: a password may stand in it */
	return ok ||
	       ch_trouble_set(trouble, CH_TROUBLE_USAGE,
			      "the URL must be http:// or https://, a host, and no user name, password or query in it");
}

bool ch_client_open(ch_client *client, const char *url, const char *key_variable, ch_trouble *trouble)
{
	const char *key = getenv(key_variable ? key_variable : "CHECKHIP_API_KEY");

	pthread_once(&started, start_curl);
	*client = (ch_client){.time_out = 600, .retry_wait = 30, .retries = 2};
	if (!strncmp(url, "builtin:", 8))
		return ch_trouble_set(
			trouble, CH_TROUBLE_USAGE,
			"builtin: is not there yet: this build carries no model of its own; give a server's URL");
	if (!check_url(client, url, trouble))
		return false;
	if (key_variable && !key)
		return ch_trouble_set(trouble, CH_TROUBLE_USAGE,
				      "the environment variable %s, which should hold the key, is not set",
				      key_variable);
	if (!key || !*key)
		return true;
	/* shorter ones would be found in any text by chance, and a control character would end the header */
	for (const char *c = key; *c; c++)
		if (*c <= 0x20 || *c == 0x7f)
			key = "";
	if (strlen(key) < 8 || strlen(key) > 4096)
		return ch_trouble_set(trouble, CH_TROUBLE_USAGE, "the key must be 8 to 4096 printable characters");
	client->key = strdup(key);
	return client->key || ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
}

void ch_client_close(ch_client *client)
{
	if (client->key)
		OPENSSL_cleanse(client->key, strlen(client->key));
	free(client->key);
	client->key = NULL;
}

bool ch_client_same_server(const ch_client *a, const ch_client *b)
{
	return !strcasecmp(a->base, b->base);
}

typedef struct transfer {
	const ch_client *client;
	CURL *curl;
	ch_http_sink sink;
	void *context;
	size_t limit, taken;
	ch_reply *reply;
	ch_trouble *trouble;
	bool failed; /* trouble is filled */
	long retry_after;
} transfer;

static size_t take_body(char *data, size_t size, size_t count, void *context)
{
	transfer *now = context;
	long status = 0;

	size *= count;
	curl_easy_getinfo(now->curl, CURLINFO_RESPONSE_CODE, &status);
	now->taken += size;
	if (now->taken > now->limit) {
		now->failed = true;
		ch_trouble_set(now->trouble, CH_TROUBLE_TOO_LARGE, "%s: the answer is larger than %zu bytes",
			       now->client->base, now->limit);
		return 0;
	}
	if (status == 200 && now->sink) {
		char *type = NULL;

		curl_easy_getinfo(now->curl, CURLINFO_CONTENT_TYPE, &type);
		if (type && !strncasecmp(type, "text/event-stream", 17)) {
			now->failed = !now->sink(now->context, data, size, now->trouble);
			return now->failed ? 0 : size;
		}
	}
	if (ch_bytes_append(&now->reply->body, data, size))
		return size;
	now->failed = true;
	ch_trouble_set(now->trouble, CH_TROUBLE_MEMORY, "out of memory");
	return 0;
}

static size_t take_header(char *data, size_t size, size_t count, void *context)
{
	static const char name[] = "retry-after:";
	transfer *now = context;

	size *= count;
	if (size > sizeof(name) && !strncasecmp(data, name, sizeof(name) - 1)) {
		char value[32] = "";
		size_t length = size - (sizeof(name) - 1);

		memcpy(value, data + sizeof(name) - 1, length < sizeof(value) ? length : sizeof(value) - 1);
		now->retry_after =
			strtol(value, NULL, 10); /* a date reads as 0 or a day of the month; retries are few */
	}
	return size;
}

static int watch(void *context, curl_off_t down_total, curl_off_t down, curl_off_t up_total, curl_off_t up)
{
	const transfer *now = context;

	(void)down_total;
	(void)down;
	(void)up_total;
	(void)up;
	return now->client->interrupted && *now->client->interrupted ? 1 : 0;
}

typedef struct curl_meaning {
	CURLcode code;
	ch_trouble_kind kind;
	const char *words;
} curl_meaning;

static const curl_meaning meanings[] = {
	{CURLE_OPERATION_TIMEDOUT, CH_TROUBLE_TIME_OUT, "no whole answer in time"},
	{CURLE_ABORTED_BY_CALLBACK, CH_TROUBLE_INTERRUPTED, "interrupted"},
	{CURLE_PARTIAL_FILE, CH_TROUBLE_CUT, "the connection was cut inside the answer"},
	{CURLE_GOT_NOTHING, CH_TROUBLE_CUT, "the connection was closed without an answer"},
	{CURLE_RECV_ERROR, CH_TROUBLE_CUT, "the connection was cut"},
	{CURLE_SEND_ERROR, CH_TROUBLE_CUT, "the connection was cut while asking"},
	{CURLE_WEIRD_SERVER_REPLY, CH_TROUBLE_CUT, "what answers there speaks no HTTP"},
	{CURLE_UNSUPPORTED_PROTOCOL, CH_TROUBLE_CUT, "what answers there speaks no HTTP"},
	{CURLE_BAD_CONTENT_ENCODING, CH_TROUBLE_CUT, "the answer's encoding is broken"},
	{CURLE_HTTP2, CH_TROUBLE_CUT, "the connection was cut"},
	{CURLE_HTTP2_STREAM, CH_TROUBLE_CUT, "the connection was cut"},
};

static bool curl_trouble(const ch_client *client, CURLcode code, const char *detail, ch_trouble *trouble)
{
	for (size_t i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (meanings[i].code == code)
			return ch_http_trouble(client, trouble, meanings[i].kind, "%s: %s (%s)", client->base,
					       meanings[i].words, *detail ? detail : curl_easy_strerror(code));
	return ch_http_trouble(client, trouble, CH_TROUBLE_UNREACHABLE, "%s: could not reach it (%s)", client->base,
			       *detail ? detail : curl_easy_strerror(code));
}

static bool is_loopback(const char *base)
{
	const char *host = strstr(base, "://");

	return host &&
	       (!strncmp(host + 3, "127.", 4) || !strncmp(host + 3, "localhost", 9) || !strncmp(host + 3, "[::1]", 5));
}

static bool set_up(transfer *now, const char *url, const char *json, double time_out, struct curl_slist *headers,
		   char *detail)
{
	CURL *curl = now->curl;
	long milliseconds = (long)(time_out * 1000);
	bool ok = !curl_easy_setopt(curl, CURLOPT_URL, url) && !curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L) &&
		  !curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https") &&
		  !curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L) &&
		  !curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, detail) &&
		  !curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers) &&
		  !curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body) &&
		  !curl_easy_setopt(curl, CURLOPT_WRITEDATA, now) &&
		  !curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header) &&
		  !curl_easy_setopt(curl, CURLOPT_HEADERDATA, now) && !curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L) &&
		  !curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, watch) &&
		  !curl_easy_setopt(curl, CURLOPT_XFERINFODATA, now) &&
		  !curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, milliseconds) &&
		  !curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, milliseconds < 10000 ? milliseconds : 10000L) &&
		  !curl_easy_setopt(curl, CURLOPT_USERAGENT, "checkhip");

	/* a proxy of the environment is for other machines than this one */
	if (ok && is_loopback(url))
		ok = !curl_easy_setopt(curl, CURLOPT_PROXY, "");
	if (ok && json)
		ok = !curl_easy_setopt(curl, CURLOPT_POSTFIELDS, json);
	return ok;
}

static bool add_header(struct curl_slist **headers, const char *text)
{
	struct curl_slist *more = curl_slist_append(*headers, text);

	if (more)
		*headers = more;
	return more != NULL;
}

static bool make_headers(const ch_client *client, const char *json, struct curl_slist **headers)
{
	char *line = NULL;
	bool ok = add_header(headers, "Accept: application/json, text/event-stream") &&
		  add_header(headers, "Expect:") && (!json || add_header(headers, "Content-Type: application/json"));

	if (!ok || !client->key)
		return ok;
	if (asprintf(&line, "Authorization: Bearer %s", client->key) < 0)
		return false;
	ok = add_header(headers, line);
	OPENSSL_cleanse(line, strlen(line));
	free(line);
	return ok;
}

static bool send_once(transfer *now, const char *url, const char *json, double time_out)
{
	char detail[CURL_ERROR_SIZE] = "", *text = NULL;
	struct curl_slist *headers = NULL;
	ch_reply *reply = now->reply;
	CURLcode code = CURLE_OUT_OF_MEMORY;
	long port = 0;
	bool ok = false;

	now->curl = curl_easy_init();
	if (now->curl && make_headers(now->client, json, &headers) && set_up(now, url, json, time_out, headers, detail))
		code = curl_easy_perform(now->curl);
	if (!now->failed && code == CURLE_OK) {
		curl_easy_getinfo(now->curl, CURLINFO_RESPONSE_CODE, &reply->status);
		if (!curl_easy_getinfo(now->curl, CURLINFO_CONTENT_TYPE, &text))
			snprintf(reply->content_type, sizeof(reply->content_type), "%s", text ? text : "");
		curl_easy_getinfo(now->curl, CURLINFO_PRIMARY_PORT, &port);
		if (!curl_easy_getinfo(now->curl, CURLINFO_PRIMARY_IP, &text))
			snprintf(reply->peer, sizeof(reply->peer), "%s %ld", text ? text : "", port);
		if (!reply->body.data)
			ok = ch_bytes_append(&reply->body, "", 0);
		else
			ok = true;
	} else if (!now->failed) {
		curl_trouble(now->client, code, detail, now->trouble);
	}
	for (struct curl_slist *one = headers; one; one = one->next)
		OPENSSL_cleanse(one->data, strlen(one->data));
	curl_slist_free_all(headers);
	curl_easy_cleanup(now->curl);
	return ok;
}

/* False when Ctrl-C came meanwhile. */
static bool wait_seconds(const ch_client *client, long seconds)
{
	const struct timespec tenth = {0, 100000000};

	for (long i = 0; i < seconds * 10; i++) {
		if (client->interrupted && *client->interrupted)
			return false;
		nanosleep(&tenth, NULL);
	}
	return true;
}

bool ch_http_send(const ch_client *client, const char *path, const char *json, size_t limit, double time_out,
		  ch_http_sink sink, void *context, ch_reply *reply, ch_trouble *trouble)
{
	char url[640];

	snprintf(url, sizeof(url), "%s%s", client->base, path);
	*reply = (ch_reply){0};
	for (int attempt = 0;; attempt++) {
		transfer now = {.client = client,
				.sink = sink,
				.context = context,
				.limit = limit,
				.reply = reply,
				.trouble = trouble};

		if (!send_once(&now, url, json, time_out > 0 ? time_out : client->time_out))
			return false;
		/* nothing was done yet: these two alone are asked again */
		if ((reply->status != 429 && reply->status != 503) || attempt >= client->retries ||
		    now.retry_after < 0 || (double)now.retry_after > client->retry_wait)
			return true;
		if (!wait_seconds(client, now.retry_after > 0 ? now.retry_after : 1))
			return ch_trouble_set(trouble, CH_TROUBLE_INTERRUPTED, "interrupted");
		ch_reply_free(reply);
	}
}

void ch_reply_free(ch_reply *reply)
{
	ch_bytes_free(&reply->body);
	*reply = (ch_reply){0};
}

typedef struct status_meaning {
	long low, high;
	ch_trouble_kind kind;
	const char *words;
} status_meaning;

static const status_meaning statuses[] = {
	{401, 401, CH_TROUBLE_UNAUTHORIZED, "the key is missing or wrong"},
	{403, 403, CH_TROUBLE_UNAUTHORIZED, "the key does not allow it"},
	{429, 429, CH_TROUBLE_RATE_LIMIT, "too many requests, also after waiting"},
	{300, 399, CH_TROUBLE_REDIRECT, "a redirect, which is not followed because the key would go along"},
	{400, 499, CH_TROUBLE_REFUSED, "the request was refused"},
	{500, 599, CH_TROUBLE_SERVER, "the server failed"},
	{0, 999, CH_TROUBLE_SERVER, "an unexpected status"},
};

/* What the server itself says: error.message, as OpenAI's and the others have it; "" if it says nothing. */
static void server_words(const ch_reply *reply, char *words, size_t size)
{
	size_t offset;
	bool nul;
	cJSON *root = ch_cjson_parse(reply->body.data ? reply->body.data : "", reply->body.size, &nul, &offset);
	const char *message = ch_cjson_string(root, "error.message");

	if (!message)
		message = ch_cjson_string(root, "error");
	if (!message)
		message = ch_cjson_string(root, "message");
	snprintf(words, size, "%s%.160s", message ? ": " : "", message ? message : "");
	cJSON_Delete(root);
}

bool ch_http_accept(const ch_client *client, const ch_reply *reply, const char *path, const char *wanted,
		    ch_trouble *trouble)
{
	const status_meaning *meaning = statuses;
	char words[200];

	if (reply->status != 200) {
		while (reply->status < meaning->low || reply->status > meaning->high)
			meaning++;
		server_words(reply, words, sizeof(words));
		return ch_http_trouble(client, trouble, meaning->kind, "%s%s: status %ld, %s%s", client->base, path,
				       reply->status, meaning->words, words);
	}
	if (strncasecmp(reply->content_type, wanted, strlen(wanted)) != 0) {
		server_words(reply, words, sizeof(words));
		return ch_http_trouble(client, trouble, CH_TROUBLE_CONTENT_TYPE,
				       "%s%s: content type \"%.60s\", %s was expected%s", client->base, path,
				       reply->content_type, wanted, words);
	}
	if (ch_client_holds_key(client, reply->body.data, reply->body.size))
		return ch_trouble_set(trouble, CH_TROUBLE_KEY, "%s%s: the answer holds the key; nothing of it is kept",
				      client->base, path);
	return true;
}
