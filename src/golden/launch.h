/* SPDX-License-Identifier: Apache-2.0
 *
 * Starting and stopping a server by its own command, in a process group of its own, with an environment of known names only.
 * Most engines read their switches once a process, so each arm and each restart is a process. */
#ifndef CHECKHIP_GOLDEN_LAUNCH_H
#define CHECKHIP_GOLDEN_LAUNCH_H

#include <sys/types.h>

#include "golden/http.h"
#include "golden/suite.h"

typedef struct ch_launched {
	pid_t process; /* 0: none */
	char log[256]; /* file that takes what it prints; "" : none */
} ch_launched;

/* Starts it and waits until the URL answers, at most time_out seconds. A server that answers there already is trouble: it
 * would be checked in place of the new one. extra names variables besides the known ones, extra_count of them. */
bool ch_launch(ch_launched *launched, const char *command, const ch_client *client, double time_out,
	       const char *const *extra, size_t extra_count, ch_trouble *trouble);
void ch_launch_stop(ch_launched *launched);
/* Removes the log too. */
void ch_launch_forget(ch_launched *launched);

/* The last line of a log that holds the words, cut to size; "" if there is none. */
void ch_launch_witness(const char *log, const char *words, char *line, size_t size);

/* Which variables of the environment change what an engine computes; those that are set go into the suite and the result. */
bool ch_environment_take(ch_suite *suite, const char *const *extra, size_t extra_count, const ch_client *client,
			 ch_trouble *trouble);
/* NULL, or why a variable of this name is not recorded (it could hold a secret). */
const char *ch_environment_refuses(const char *name);

#endif
