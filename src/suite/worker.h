/* SPDX-License-Identifier: Apache-2.0
 *
 * A provider in a child process. A crash, a hang or an exit in there is reported as what it is, and the child is started
 * again for the next call. Buffers are shared memory that the child maps between unmapped pages, inputs read-only. */
#ifndef CHECKHIP_SUITE_WORKER_H
#define CHECKHIP_SUITE_WORKER_H

#include "suite/call.h"

/* Where a buffer lies between its unmapped pages. */
typedef enum ch_place {
	CH_PLACE_END,  /* its last byte is the last before the unmapped page */
	CH_PLACE_BEGIN /* its first byte (and `shift` bytes before it) follows the unmapped page */
} ch_place;

typedef enum ch_call_end {
	CH_CALL_RETURNED,
	CH_CALL_CRASHED,
	CH_CALL_EXITED,
	CH_CALL_TIMED_OUT,
	CH_CALL_NOT_STARTED /* the provider could not be opened, or memory or processes are out */
} ch_call_end;

typedef struct ch_call_report {
	ch_call_end end;
	ch_status status;   /* of the call, if it returned; of the opening, if that failed */
	ch_outcome outcome; /* always terminated strings */
	const char *clause; /* NULL, or the clause that a crash or a stray write breaks */
	char words[384];    /* what happened, unless it returned and left its surroundings alone */
	double seconds;
} ch_call_report;

enum { CH_WORKER_VARIANTS = 256 };

typedef struct ch_worker_variant {
	ch_variant variant; /* its strings point to the two below */
	char name[64], same_bytes_as[64];
} ch_worker_variant;

typedef struct ch_worker_info {
	char name[64], description[320];
	uint32_t ops; /* bit 1u << ch_op */
	uint64_t promises;
	uint32_t variant_count;
	ch_worker_variant variants[CH_WORKER_VARIANTS];
} ch_worker_info;

typedef struct ch_worker ch_worker;

/* Nothing is started yet. The specification is copied. NULL when memory is out. */
ch_worker *ch_worker_new(const char *provider_spec, double time_limit_seconds);
void ch_worker_free(ch_worker *worker);

/* Ends the child, after it has closed the provider; 10 seconds at most. False, with *report filled, if the provider's close crashed,
 * exited or did not end. ch_worker_free does the same and says nothing. */
bool ch_worker_close(ch_worker *worker, ch_call_report *report);

/* Starts the child if need be and says what the provider is. NULL, with *report filled, if it cannot be opened. */
const ch_worker_info *ch_worker_open(ch_worker *worker, ch_call_report *report);

/* One call. Outputs are filled with `pattern` first; afterwards ch_worker_result shows what they hold, until the next call.
 * A write outside an output is found and reported as CH_CALL_RETURNED with clause and words set. */
void ch_worker_call(ch_worker *worker, const ch_call *call, ch_place place, uint32_t shift, uint8_t pattern,
		    ch_call_report *report);
const uint8_t *ch_worker_result(const ch_worker *worker, uint32_t buffer);

/* Set by a signal handler: the running call is ended and no other is started. */
void ch_worker_interrupt(void);
bool ch_worker_interrupted(void);

#endif
