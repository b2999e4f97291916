/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests to one server by libcurl. The key goes into one header and nowhere else: every sentence that holds text of the
 * server passes ch_http_trouble, which blots it out, and an answer that holds it is refused. Redirects are not followed. */
#ifndef CHECKHIP_GOLDEN_HTTP_H
#define CHECKHIP_GOLDEN_HTTP_H

#include <signal.h>

#include "golden/bytes.h"
#include "golden/trouble.h"

typedef struct ch_client {
	char base[512];	   /* "http://127.0.0.1:8080", no slash at the end and no "/v1" */
	char *key;	   /* NULL: none */
	double time_out;   /* seconds, of one request */
	double retry_wait; /* seconds at most that a Retry-After may ask for; longer ones are trouble at once */
	int retries;	   /* of 429 and 503 only: the server says that it did nothing yet */
	const volatile sig_atomic_t *interrupted; /* NULL, or non-zero after Ctrl-C */
} ch_client;

typedef struct ch_reply {
	long status;
	char content_type[128];
	char peer[80]; /* address and port that answered */
	ch_bytes body; /* "" where the sink took it */
} ch_reply;

/* Called with the body of a 200 as it comes. False after filling the trouble: the request ends. */
typedef bool (*ch_http_sink)(void *context, const char *data, size_t size, ch_trouble *trouble);

/* Checks the URL (http or https, a host, no user name, no query) and the key. key_variable names an environment variable
 * that must be set; NULL: CHECKHIP_API_KEY, if it is set. */
bool ch_client_open(ch_client *client, const char *url, const char *key_variable, ch_trouble *trouble);
void ch_client_close(ch_client *client);
bool ch_client_same_server(const ch_client *a, const ch_client *b);

/* GET (json NULL) or POST. True when the server answered with any status; the caller judges it by ch_http_accept. limit: of
 * the body; time_out 0: the client's. */
bool ch_http_send(const ch_client *client, const char *path, const char *json, size_t limit, double time_out,
		  ch_http_sink sink, void *context, ch_reply *reply, ch_trouble *trouble);
void ch_reply_free(ch_reply *reply);

/* False, with one line, unless the status is 200 and the body of the wanted type ("application/json"). */
bool ch_http_accept(const ch_client *client, const ch_reply *reply, const char *path, const char *wanted,
		    ch_trouble *trouble);

/* As ch_trouble_set, with the key blotted out. */
bool ch_http_trouble(const ch_client *client, ch_trouble *trouble, ch_trouble_kind kind, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
bool ch_client_holds_key(const ch_client *client, const void *data, size_t size);

#endif
