/* SPDX-License-Identifier: Apache-2.0
 *
 * What can go wrong in the golden part, each kind with a word for reports and an exit code of its own. A function that can
 * fail returns false after filling a ch_trouble: one line, no newline, fit to be printed. */
#ifndef CHECKHIP_GOLDEN_TROUBLE_H
#define CHECKHIP_GOLDEN_TROUBLE_H

#include <stdbool.h>

typedef enum ch_trouble_kind {
	CH_TROUBLE_NONE,
	CH_TROUBLE_USAGE,	 /* what was asked makes no sense */
	CH_TROUBLE_FILE,	 /* a file or folder could not be read or written */
	CH_TROUBLE_SUITE,	 /* a suite that is not what docs/golden.md says */
	CH_TROUBLE_BUSY,	 /* another recorder holds the suite */
	CH_TROUBLE_MEMORY,	 /* host memory is out */
	CH_TROUBLE_UNREACHABLE,	 /* no connection: name, address, port, TLS */
	CH_TROUBLE_UNAUTHORIZED, /* 401, 403 */
	CH_TROUBLE_RATE_LIMIT,	 /* 429 */
	CH_TROUBLE_SERVER,	 /* 5xx */
	CH_TROUBLE_TIME_OUT,
	CH_TROUBLE_CUT,		 /* the answer ended before its end */
	CH_TROUBLE_BAD_JSON,	 /* not JSON, or not the fields that were promised */
	CH_TROUBLE_CONTENT_TYPE, /* an answer of another kind */
	CH_TROUBLE_REDIRECT,	 /* never followed: the key would go along */
	CH_TROUBLE_TOO_LARGE,	 /* a line or an answer over its limit, an endless stream */
	CH_TROUBLE_REFUSED,	 /* another 4xx */
	CH_TROUBLE_NUL,		 /* a NUL character, in which texts would be cut silently */
	CH_TROUBLE_KEY,		 /* the answer holds the key; nothing of it is kept */
	CH_TROUBLE_START,	 /* the server's own command did not start, or ended */
	CH_TROUBLE_INTERRUPTED,	 /* Ctrl-C */
	CH_TROUBLE_COUNT
} ch_trouble_kind;

typedef struct ch_trouble {
	ch_trouble_kind kind;
	char text[640];
} ch_trouble;

typedef struct ch_trouble_info {
	const char *name; /* "rate-limit" */
	int exit_code;	  /* docs/golden.md lists them */
} ch_trouble_info;

/* Never NULL, also for a kind out of range. */
const ch_trouble_info *ch_trouble_get(ch_trouble_kind kind);

/* Fills it and returns false, so that a failing function can return it. Control characters and bytes that are no UTF-8 become \xNN: part of the text may
 * come from a server. */
bool ch_trouble_set(ch_trouble *trouble, ch_trouble_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
