/* SPDX-License-Identifier: Apache-2.0
 *
 * Running cases on a provider. */
#ifndef CHECKHIP_SUITE_RUN_H
#define CHECKHIP_SUITE_RUN_H

#include "suite/case.h"
#include "suite/worker.h"

typedef struct ch_run_options {
	uint32_t repeats;    /* further calls of a case that passed, whose bytes must stay; 0 is enough for most */
	bool all_alignments; /* every base offset 0..15 that the alignment allows, instead of two */
	void (*sha256_hex)(const void *data, size_t bytes, char hex[65]); /* NULL: no libcrypto */
} ch_run_options;

/* One case to a verdict. Whatever happens to the provider is in the verdict. */
void ch_run_case(ch_worker *worker, const ch_case *one, const ch_run_options *options, ch_verdict *verdict);

#endif
