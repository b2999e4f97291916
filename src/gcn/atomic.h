/* SPDX-License-Identifier: Apache-2.0
 *
 * Atomics: one row an operation and width, a pure function of what memory holds and what the lane brings. */
#ifndef CHECKHIP_GCN_ATOMIC_H
#define CHECKHIP_GCN_ATOMIC_H

#include "gcn/machine.h"

typedef struct ch_atomic {
	uint64_t old, data, compare;
	bool flushes; /* subnormal numbers are zeros */
} ch_atomic;

typedef uint64_t (*ch_atomic_function)(const ch_atomic *x);

enum {
	CH_ATOMIC_COMPARES = 1, /* has two data: what to store, and what must be there */
	CH_ATOMIC_FLOAT = 2,	/* the order of several matters */
	CH_ATOMIC_REPLACES = 4, /* what is stored does not depend on what was there */
	CH_ATOMIC_BITWISE = 8,	/* a bit depends on no other */
};

typedef struct ch_atomic_row {
	const char *name; /* without "global_atomic_", "flat_atomic_", "ds_" and "rtn_" */
	uint8_t on;
	uint8_t words; /* 1 or 2 */
	uint8_t flags;
	ch_atomic_function function;
} ch_atomic_row;

/* Ended by a NULL name. */
extern const ch_atomic_row ch_atomic_global_rows[], ch_atomic_lds_rows[];

/* The row of "global_atomic_add" or "ds_add_rtn_u32" on an architecture; NULL: no semantics. *returns: the name says so. */
const ch_atomic_row *ch_atomic_row_find(const char *name, uint32_t on, bool *lds, bool *returns);

#endif
