/* SPDX-License-Identifier: Apache-2.0
 *
 * From an operation's output to a verdict. */
#ifndef CHECKHIP_SUITE_JUDGE_H
#define CHECKHIP_SUITE_JUDGE_H

#include "suite/case.h"
#include "suite/data.h"

/* What there is to judge. Outputs are aligned copies. */
typedef struct ch_evidence {
	const ch_case *one;
	const ch_inputs *inputs;
	const ch_variant *variant;    /* that was asked for; NULL if the provider names none */
	uint32_t waves;		      /* of the order: as asked for, or as the provider said that it ran */
	uint64_t promises;	      /* of the provider */
	ch_status status;	      /* of the call */
	const void *output, *output2; /* as the operation's buffers are declared; output2 for cells' scales */
	uint32_t prefill;	      /* four times the pattern that outputs held before */
	void (*sha256_hex)(const void *data, size_t bytes, char hex[65]); /* NULL where there is no libcrypto */
} ch_evidence;

/* Fills result, clause, text, explains, over_bound, power; the caller has cleared the verdict. */
void ch_judge_output(const ch_evidence *evidence, ch_verdict *verdict);

/* The summation order that the call should have had; lanes 0 if it is not stated. */
ch_order ch_judge_order(const ch_evidence *evidence);

/* Writes a verdict's result, clause (may be NULL) and text. */
void ch_verdict_set(ch_verdict *verdict, ch_result result, const char *clause, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* The parts, by operation. */
void ch_judge_decode(const ch_evidence *evidence, ch_verdict *verdict);
void ch_judge_validate(const ch_evidence *evidence, ch_verdict *verdict);
void ch_judge_quantize(const ch_evidence *evidence, ch_verdict *verdict);
void ch_judge_q8_1(const ch_evidence *evidence, ch_verdict *verdict);
void ch_judge_cells(const ch_evidence *evidence, ch_verdict *verdict);
void ch_judge_product(const ch_evidence *evidence, ch_verdict *verdict);
void ch_judge_qsa(const ch_evidence *evidence, ch_verdict *verdict);

#endif
