/* SPDX-License-Identifier: Apache-2.0
 *
 * What the fake server says: its few tokens, changed by the fault, in the words of each kind of server. */
#ifndef CHECKHIP_TESTS_FAKE_ANSWER_H
#define CHECKHIP_TESTS_FAKE_ANSWER_H

#include <stdatomic.h>

#include "fake_server.h"
#include "golden/bytes.h"

struct MHD_Daemon;

struct fake_server {
	struct MHD_Daemon *daemon;
	fake_kind kind;
	_Atomic int fault;
	atomic_int times, asked, not_greedy, redirected, running, seed;
	char key[64];
	int port;
	bool tells;
};

/* What it says: text, second best, margin. The globe is split over two tokens, as byte-level vocabularies do (M09). */
typedef struct fake_token {
	const char *text, *runner_up;
	double margin;
	int id;
} fake_token;

enum { TOKENS = 7, FLIP = 3 };

typedef struct fake_request {
	ch_bytes body;
	const char *key; /* that came */
} fake_request;

typedef struct fake_answer {
	fake_token tokens[TOKENS];
	const char *finish;
	bool streamed, margins, chat, plain, native;
} fake_answer;

/* Whether the request's body has these words. */
bool fake_request_has(const fake_request *asked, const char *words);

/* What is answered to a request, by the server's fault. */
void fake_answer_choose(fake_server *server, const fake_request *asked, fake_answer *now);

/* Drafted tokens of one answer, and how many were accepted. */
int fake_answer_drafts(const fake_server *server, int *accepted);

/* The body of a whole answer, and of a stream of events. */
void fake_answer_whole(ch_bytes *to, const fake_server *server, const fake_answer *now);
void fake_answer_stream(ch_bytes *to, const fake_server *server, const fake_answer *now);

#endif
