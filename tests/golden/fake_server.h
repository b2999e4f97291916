/* SPDX-License-Identifier: Apache-2.0
 *
 * A served model that is none: it says the same few tokens to every prompt, in the words of one of the servers, and breaks one
 * rule when told to. Answers are written from the servers' own documents. */
#ifndef CHECKHIP_TESTS_FAKE_SERVER_H
#define CHECKHIP_TESTS_FAKE_SERVER_H

#include <stdbool.h>
#include <stdint.h>

typedef enum fake_kind { FAKE_LLAMA, FAKE_LUCEBOX, FAKE_STRATA, FAKE_VLLM, FAKE_OPENAI, FAKE_KINDS } fake_kind;

typedef enum fake_fault {
	FAKE_WELL,
	FAKE_CRLF,	      /* a text with CRLF */
	FAKE_BOM,	      /* a text with a BOM */
	FAKE_NO_LAST_NEWLINE, /* a text without its last newline */
	FAKE_CUT,	      /* the connection ends inside an answer */
	FAKE_NO_DONE,	      /* a stream ends before its last event */
	FAKE_HALF_JSON,
	FAKE_LONG_LINE, /* of 10 MB */
	FAKE_ENDLESS,	/* a stream without an end */
	FAKE_401,
	FAKE_429,	/* with Retry-After: 0, as often as `times` says */
	FAKE_429_LATER, /* with a Retry-After of an hour */
	FAKE_500,
	FAKE_REDIRECT,
	FAKE_CONTENT_TYPE,
	FAKE_NUL_RAW,
	FAKE_NUL_ESCAPED,
	FAKE_SLOW,
	FAKE_ERROR_IN_STREAM,
	FAKE_NO_FINISH,
	FAKE_ECHO_KEY,	     /* the key in the completion */
	FAKE_ECHO_KEY_ERROR, /* the key in an error */
	FAKE_NO_LOGPROBS,
	FAKE_ABSURD_LOGPROBS, /* all zero, as under speculation */
	FAKE_NAN_LOGPROBS,    /* not even numbers */
	FAKE_SHIFTED_TOKENS,  /* token texts that are not those of the text */
	FAKE_NO_IDS,
	FAKE_NEAR_TIE,		 /* another token at a small margin */
	FAKE_CHANGED,		 /* another token at a large margin */
	FAKE_THIRD,		 /* another token at a small margin, which was not the second best */
	FAKE_NO_MARGINS_CHANGED, /* another token, no log-probabilities */
	FAKE_PROMPT,		 /* the first prompt token twice */
	FAKE_FINISH,		 /* finish_reason "length" */
	FAKE_RANDOM,		 /* each answer another */
	FAKE_STREAM_DIFFERS,
	FAKE_REPLACEMENT, /* U+FFFD for each half of a split character when streamed */
	FAKE_CACHE,	  /* another answer from the second on, from the cache */
	FAKE_CONCURRENT,  /* another answer while others run */
	FAKE_NOT_GREEDY,
	FAKE_DRAFTS,	    /* 6 of 8 drafts accepted */
	FAKE_FEW_DRAFTS,    /* 2 of 8 */
	FAKE_NO_DRAFTS,	    /* counters, but nothing drafted */
	FAKE_SPECULATION,   /* drafts, and another text than without */
	FAKE_ALWAYS_DRAFTS, /* 6 of 8, and no request can switch it off */
	FAKE_OTHER_MODEL,
	FAKE_FAULTS
} fake_fault;

typedef struct fake_server fake_server;

/* On 127.0.0.1, port 0: any. NULL on failure. */
fake_server *fake_server_open(fake_kind kind, int port);
void fake_server_close(fake_server *server);
int fake_server_port(const fake_server *server);
void fake_server_set(fake_server *server, fake_fault fault, int times);
/* A key that every request must bring; NULL: none. */
void fake_server_need_key(fake_server *server, const char *key);
/* Prints "accept_rate=0.625" to standard error after each answer, as some servers do. */
void fake_server_tell(fake_server *server);
/* Prompts asked; and those without temperature 0 written out (M07). */
int fake_server_asked(const fake_server *server);
int fake_server_not_greedy(const fake_server *server);
/* Requests that came to the place a redirect points to. */
int fake_server_redirected(const fake_server *server);

/* "llama", "near-tie": -1 if there is none. */
int fake_kind_find(const char *name);
int fake_fault_find(const char *name);

#endif
