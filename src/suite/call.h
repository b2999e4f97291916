/* SPDX-License-Identifier: Apache-2.0
 *
 * One call of one operation, with its buffers described, so that a worker can place them. */
#ifndef CHECKHIP_SUITE_CALL_H
#define CHECKHIP_SUITE_CALL_H

#include "checkhip/provider.h"

enum { CH_CALL_BUFFERS = 12 };

typedef union ch_args {
	ch_decode_args decode;
	ch_validate_args validate;
	ch_quantize_args quantize;
	ch_quantize_q8_1_args quantize_q8_1;
	ch_quantize_cells_args quantize_cells;
	ch_mmvq_args mmvq;
	ch_qsa_args qsa;
} ch_args;

typedef struct ch_buffer {
	const char *name;      /* "w": for messages */
	size_t pointer_offset; /* of its pointer within the arguments */
	bool output;
	uint32_t align;	   /* what the contract lets a kernel assume */
	size_t bytes;	   /* 0: the pointer stays NULL */
	const void *input; /* what an input holds */
} ch_buffer;

typedef struct ch_call {
	ch_op op;
	ch_args args; /* pointers are set by the worker */
	ch_buffer buffers[CH_CALL_BUFFERS];
	uint32_t buffer_count;
} ch_call;

/* Appends a buffer; the arguments' pointer lies at pointer_offset. */
void ch_call_input(ch_call *call, const char *name, size_t pointer_offset, uint32_t align, const void *data,
		   size_t bytes);
void ch_call_output(ch_call *call, const char *name, size_t pointer_offset, uint32_t align, size_t bytes);

/* Calls the provider's function for the operation; CH_UNSUPPORTED where the table lacks it. */
ch_status ch_call_provider(const ch_provider *provider, void *state, const ch_call *call, ch_outcome *outcome);

#endif
