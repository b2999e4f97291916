/* SPDX-License-Identifier: Apache-2.0
 *
 * What the suite's process and the provider's process share: one structure, and a memory file that holds the buffers. */
#ifndef CHECKHIP_SUITE_WORKER_SHARED_H
#define CHECKHIP_SUITE_WORKER_SHARED_H

#include "suite/worker.h"

typedef enum ch_request { CH_REQUEST_OPEN, CH_REQUEST_CALL, CH_REQUEST_CLOSE } ch_request;

/* Which of the provider's functions runs: for the words on one that does not return. */
typedef enum ch_step {
	CH_STEP_NONE,
	CH_STEP_LOAD,
	CH_STEP_OPEN,
	CH_STEP_DESCRIBE,
	CH_STEP_VARIANTS,
	CH_STEP_CLOSE
} ch_step;

/* A buffer's place: `pages` bytes of the memory file from `offset`, the data from `begin` within them. */
typedef struct ch_mapping {
	size_t offset, pages, begin;
	unsigned char *child_base; /* where the child has it, for naming a faulting address */
} ch_mapping;

typedef struct ch_shared {
	ch_request request;
	uint32_t number;	    /* of the request */
	volatile uint32_t answered; /* the number of the last one: a byte that the provider itself wrote is no answer */
	volatile ch_step step;
	ch_call call;
	ch_mapping mappings[CH_CALL_BUFFERS];

	ch_status status;
	ch_outcome outcome;
	ch_worker_info info;

	/* written by the child's signal handler */
	volatile int signal;
	volatile int access; /* of a fault: 'r', 'w', or 0 where the machine does not tell */
	void *volatile address;
} ch_shared;

/* The child's life; never returns. `channel` carries one byte each way for each request. */
_Noreturn void ch_worker_child(ch_shared *shared, int memory_file, int channel, const char *spec);

size_t ch_page_size(void);

#endif
