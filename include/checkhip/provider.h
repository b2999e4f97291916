/* SPDX-License-Identifier: Apache-2.0
 *
 * What computes: a table of C functions, so that anything can be judged by the same cases. The suite's own providers and a
 * user's shared library ("plugin:PATH") fill the same table. docs/plugin.md walks through one.
 *
 * Life. The suite loads a provider in a child process, calls open once, then any number of operations, one at a time, from
 * one thread, then close. A crash, a hang or an exit is a verdict of the case that was running; the child is started again
 * for the next one.
 * Memory. Every pointer in the argument structures is host memory. Inputs are mapped read-only; a buffer may end exactly at
 * an unmapped page or begin at one; inputs hold nothing readable around them, and outputs are filled with a pattern before
 * the call: every element must be written and nothing else. A provider that copies to a device keeps each pointer's address
 * modulo 256 there, so that a case about alignment reaches the kernel.
 * Errors. Return a status; put a sentence into outcome->message. Never print to standard output.
 * Compatibility. abi_version must be CH_PROVIDER_ABI. A provider sets struct_size to sizeof(ch_provider); functions beyond it,
 * and NULL ones, count as not offered. Argument structures only grow at the end, and carry their size. */
#ifndef CHECKHIP_PROVIDER_H
#define CHECKHIP_PROVIDER_H

#include "checkhip/formats.h"
#include "checkhip/qsa.h"
#include "checkhip/reference.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CH_PROVIDER_ABI 1u
#define CH_PROVIDER_ENTRY "checkhip_provider" /* symbol of type ch_provider_entry that a plug-in exports */

typedef enum ch_op {
	CH_OP_DECODE,
	CH_OP_VALIDATE,
	CH_OP_QUANTIZE,
	CH_OP_QUANTIZE_Q8_1,
	CH_OP_QUANTIZE_CELLS,
	CH_OP_MMVQ,
	CH_OP_MMQ,
	CH_OP_QSA,
	CH_OP_COUNT
} ch_op;

/* "decode", "mmvq", ...; NULL out of range. */
const char *ch_op_name(ch_op op);

#define CH_ALL_FORMATS 0x3fu

/* One way of computing mmvq, mmq or qsa that a caller can ask for. */
typedef struct ch_variant {
	uint32_t struct_size;
	ch_op op;
	const char *name;	   /* "fp3-lut-swz" */
	const char *same_bytes_as; /* another variant of this table whose bytes it claims to give; or NULL */
	uint32_t formats;	   /* bit 1u << ch_format */
	uint32_t max_ncols;	   /* widest batch */
	uint32_t waves;		   /* bit 1u << (n - 1): may be run with n waves a workgroup; 0: not a choice */
	uint32_t flags;		   /* CH_VARIANT_... */
	ch_order
		order; /* order.lanes 0: not stated, and the bound is that of any order; order.waves is set from the call.
			* qsa: lanes not 0 says that the order is that of ch_qsa_model */
} ch_variant;

/* ch_variant.flags. BYTES_REPORTED: the order is what the source says, not a promise: other bytes within the bound (a compiler's
 * contraction) are told, not failed. FLOAT_ACTIVATIONS: it is given d * q of the columns and quantizes, or does not, by itself;
 * then the judge is NMSE. */
enum { CH_VARIANT_BYTES_REPORTED = 1, CH_VARIANT_FLOAT_ACTIVATIONS = 2 };

/* What a call leaves behind besides its output. The suite clears it before each call. */
typedef struct ch_outcome {
	uint32_t struct_size;
	uint32_t waves;	     /* that ran; 0: not known */
	uint64_t elapsed_ns; /* of the computation, by the device's clock where there is one; 0: not measured */
	char variant[64];    /* what ran: the variant's or kernel's name */
	char message[256];   /* on any status but CH_OK: what went wrong, a sentence without a newline */
	char note[512];	     /* evidence: what is approximate, what was only noted; may be empty */
} ch_outcome;

/* y[rows][k] = decoded w */
typedef struct ch_decode_args {
	uint32_t struct_size;
	ch_format format;
	int64_t k, rows;
	const void *w;
	float *y;
} ch_decode_args;

/* CH_OK, or CH_BAD_SCALE with *bad set */
typedef struct ch_validate_args {
	uint32_t struct_size;
	ch_format format;
	int64_t k, rows;
	const void *w;
	ch_bad_scale *bad;
} ch_validate_args;

/* w[rows] = quantized x[rows][k]; importance[k] or NULL */
typedef struct ch_quantize_args {
	uint32_t struct_size;
	ch_format format;
	int64_t k, rows;
	const float *x;
	const float *importance;
	void *w;
} ch_quantize_args;

/* x_q8_1[ncols][k / 32] = x[ncols][k]; both are 4-byte aligned */
typedef struct ch_quantize_q8_1_args {
	uint32_t struct_size;
	uint32_t reserved;
	int64_t k, ncols;
	const float *x;
	void *x_q8_1;
} ch_quantize_q8_1_args;

/* codes[count][head_dim], scales[count][head_dim / 64] = x[count][head_dim] */
typedef struct ch_quantize_cells_args {
	uint32_t struct_size;
	uint32_t reserved;
	int64_t head_dim, count;
	const float *x;
	int8_t *codes;
	uint16_t *scales;
} ch_quantize_cells_args;

#define CH_VARIANT_DEFAULT UINT32_MAX /* the provider's choice */

/* y[col][row], for mmvq (ncols 1..8) and mmq (1..128) alike. w is aligned as the format's block_align, x_q8_1 and y to 4. */
typedef struct ch_mmvq_args {
	uint32_t struct_size;
	ch_format format;
	uint32_t variant; /* index into the provider's variants, or CH_VARIANT_DEFAULT */
	uint32_t waves;	  /* of a workgroup; 0: the variant's default */
	int64_t k, rows, ncols;
	const void *w;
	const void *x_q8_1;
	float *y;
} ch_mmvq_args;

typedef struct ch_provider {
	uint32_t abi_version; /* CH_PROVIDER_ABI */
	uint32_t struct_size; /* sizeof(ch_provider) */
	const char *name;     /* "reference" */

	/* argument: what followed the name in --provider ("0" of "gpu:0"); "" if nothing did. On failure *state is untouched. */
	ch_status (*open)(const char *argument, void **state, ch_outcome *outcome);
	void (*close)(void *state);
	/* One line on what computes: device, driver, compiler. Truncated to size, always terminated. */
	void (*describe)(void *state, char *text, size_t size);
	/* The variants of this opened provider, valid until close. May be NULL. */
	const ch_variant *(*variants)(void *state, uint32_t *count);

	ch_status (*decode)(void *state, const ch_decode_args *args, ch_outcome *outcome);
	ch_status (*validate)(void *state, const ch_validate_args *args, ch_outcome *outcome);
	ch_status (*quantize)(void *state, const ch_quantize_args *args, ch_outcome *outcome);
	ch_status (*quantize_q8_1)(void *state, const ch_quantize_q8_1_args *args, ch_outcome *outcome);
	ch_status (*quantize_cells)(void *state, const ch_quantize_cells_args *args, ch_outcome *outcome);
	ch_status (*mmvq)(void *state, const ch_mmvq_args *args, ch_outcome *outcome);
	ch_status (*mmq)(void *state, const ch_mmvq_args *args, ch_outcome *outcome);
	ch_status (*qsa)(void *state, const ch_qsa_args *args, ch_outcome *outcome);

	/* Since 1, optional: CH_DEFINED_* bits, what this provider promises beyond the contract. */
	uint64_t promises;
} ch_provider;

/* promises: an invalid scale byte decodes as 0 for its half-block, as the reference decoder has it */
#define CH_PROMISE_INVALID_SCALE_IS_ZERO 1u

/* What a plug-in exports under CH_PROVIDER_ENTRY. suite_abi is the suite's CH_PROVIDER_ABI; return NULL if it does not suit. */
typedef const ch_provider *(*ch_provider_entry)(uint32_t suite_abi);

#ifdef __cplusplus
}
#endif
#endif
