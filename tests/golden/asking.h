/* SPDX-License-Identifier: Apache-2.0
 *
 * A small suite put to a fake server, as the command does it. */
#ifndef CHECKHIP_TESTS_ASKING_H
#define CHECKHIP_TESTS_ASKING_H

#include "fake_server.h"
#include "golden/session.h"

typedef struct asking {
	ch_suite suite;
	ch_session session;
	ch_arm arms[2];
	bool selected[4];
	char urls[2][64];
} asking;

/* One exact prompt; with coin_flip its fourth token is a near-tie. */
void asking_open(asking *now, bool coin_flip, bool raw);
void asking_close(asking *now);
/* Runs it against one or two servers; what was asked before is forgotten. */
bool asking_run(asking *now, const fake_server *first, const fake_server *second, bool margins);
/* Records what one server says, for asking_verify. */
void asking_record(asking *now, const fake_server *server);
void asking_verify(asking *now, const fake_server *server, ch_judgement *judgement);

#endif
