/* SPDX-License-Identifier: Apache-2.0
 *
 * What run_case.c shares with the operation that has calls of its own. Internal. */
#ifndef CHECKHIP_SUITE_RUN_PARTS_H
#define CHECKHIP_SUITE_RUN_PARTS_H

#include "suite/judge.h"
#include "suite/worker.h"

/* What outputs hold before the first call, and before the later ones. */
enum { CH_PATTERN_FIRST = 0xa5, CH_PATTERN_LATER = 0x5a };

/* A call that did not come back, left a stray write, or failed: true if that is the verdict. */
bool ch_call_is_verdict(const ch_case *one, const ch_call_report *report, ch_verdict *verdict);

/* Attention over selected cells. The place of an output in words: "query 3, head 7, dimension 40". */
void ch_qsa_place(const ch_qsa_args *args, int64_t index, char *text, size_t size);

/* A call that had to be refused, and what it left. */
typedef struct ch_refused_call {
	const ch_case *one;
	const ch_call_report *report;
	const ch_call *call;
	uint32_t first_output;
	const uint8_t *outputs[2]; /* copies */
	uint32_t variant, waves;   /* that were asked for */
} ch_refused_call;

/* The worker is for the sound call that tells a provider without the operation from one that gives the wrong status. */
void ch_run_refusal(ch_worker *worker, const ch_refused_call *refused, ch_verdict *verdict);

/* QSA-GUARD: naming a variant forces it, where there is a choice. */
void ch_run_qsa_variant_ran(const ch_case *one, const ch_variant *variant, const char *ran, ch_verdict *verdict);

/* The second call, on changed inputs; `output` is the first one's. `evidence` is that of the first. */
void ch_run_qsa_change(ch_worker *worker, const ch_evidence *evidence, uint32_t variant, const float *output,
		       ch_verdict *verdict);

#endif
