/* SPDX-License-Identifier: Apache-2.0
 *
 * One prompt put to one server, once. Every request says temperature 0 (M07). */
#ifndef CHECKHIP_GOLDEN_ASK_H
#define CHECKHIP_GOLDEN_ASK_H

#include "golden/adapter.h"

enum {
	CH_ASK_STREAM = 1,
	CH_ASK_MARGINS = 2, /* log-probabilities, without speculation; only where the adapter offers them */
	CH_ASK_ALONE = 4    /* nothing else runs: counters in /metrics and logs belong to this request */
};

typedef struct ch_asked {
	ch_answer answer;
	bool not_best, absurd; /* as in ch_answer_builder */
	char fingerprint[128];
} ch_asked;

/* On failure asked is empty, and trouble's line begins with the prompt's id. */
bool ch_ask(const ch_server *server, const ch_suite *suite, const ch_prompt *prompt, unsigned how, ch_asked *asked,
	    ch_trouble *trouble);
void ch_asked_free(ch_asked *asked);

/* The token ids of a prompt as the server would see it, where it tells them apart from an answer. None is no trouble. */
bool ch_ask_prompt_ids(const ch_server *server, const ch_suite *suite, const ch_prompt *prompt, ch_answer *answer,
		       ch_trouble *trouble);

/* The request as it is sent, for the tests; NULL when memory is out. */
char *ch_ask_request(const ch_server *server, const ch_suite *suite, const ch_prompt *prompt, unsigned how);

#endif
