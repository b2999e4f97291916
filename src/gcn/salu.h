/* SPDX-License-Identifier: Apache-2.0
 *
 * Scalar instructions: one row each, a pure function of sources and SCC. */
#ifndef CHECKHIP_GCN_SALU_H
#define CHECKHIP_GCN_SALU_H

#include "gcn/machine.h"

typedef struct ch_scalar {
	uint64_t a, b, c; /* sources, zero-extended from their width; with CH_S_OLD, c is the destination before */
	uint64_t exec;
	uint32_t scc; /* in and out */
	uint32_t lanes;
	const ch_float_mode *mode;
} ch_scalar;

typedef uint64_t (*ch_scalar_function)(ch_scalar *x);

enum {
	CH_S_READS_SCC = 1,
	CH_S_WRITES_SCC = 2,
	CH_S_OLD = 4,	     /* the destination is a source as well */
	CH_S_NO_RESULT = 8,  /* comparisons */
	CH_S_EXEC = 16,	     /* saveexec: the result is the new EXEC, the destination gets the old one */
	CH_S_IMMEDIATE = 32, /* SOPK: the last source is the 16-bit field */
	CH_S_COPY = 64	     /* with CH_S_EXEC: the destination gets the new EXEC, too */
};

typedef struct ch_salu_row {
	const char *name;
	uint8_t on;
	uint8_t flags;
	uint8_t result, a, b, c; /* words: 0, 1 or 2 */
	ch_scalar_function function;
} ch_salu_row;

extern const ch_salu_row ch_salu_rows[], ch_salu_float_rows[];

/* The row of an instruction on an architecture; NULL: it is in no table. */
const ch_salu_row *ch_salu_row_find(const char *name, uint32_t on);

#endif
