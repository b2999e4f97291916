/* SPDX-License-Identifier: Apache-2.0
 *
 * Judge of attention over selected cells: the derived bound for each output, then the bytes where they are fixed, by exact
 * inputs or by the model of a stated order. */
#include <stdlib.h>
#include <string.h>

#include "suite/diagnose.h"
#include "suite/judge.h"
#include "suite/qsa_fault.h"
#include "suite/run_parts.h"

/* Above this many products the bound's power is not looked for: it visits every cell of every head. */
enum { POWER_LIMIT = 1 << 23 };

typedef struct ch_qsa_judging {
	const ch_evidence *evidence;
	const ch_qsa_args *args;
	size_t count; /* outputs */
	double *exact, *bound;
	float *expected;
} ch_qsa_judging;

static bool prepare(ch_qsa_judging *judging, const ch_evidence *evidence, ch_verdict *verdict)
{
	const ch_qsa_args *args = &evidence->inputs->qsa.args;

	judging->evidence = evidence;
	judging->args = args;
	judging->count = (size_t)args->n_q * (size_t)args->n_head * (size_t)args->head_dim;
	judging->exact = malloc(judging->count * sizeof(double));
	judging->bound = malloc(judging->count * sizeof(double));
	judging->expected = malloc(judging->count * sizeof(float));
	if (!judging->exact || !judging->bound || !judging->expected) {
		ch_verdict_set(verdict, CH_ERROR, NULL, "no memory for the expected output");
		return false;
	}
	ch_qsa_args whole = *args;

	whole.out = judging->expected; /* the check wants a place for the output */
	ch_status status = ch_qsa_reference(&whole, judging->exact, judging->bound);

	if (status)
		ch_verdict_set(verdict, CH_ERROR, NULL, "the reference refuses this case: %s", ch_status_words(status));
	return status == CH_OK;
}

static int64_t products(const ch_qsa_args *args)
{
	int64_t cells = 0;

	for (int32_t i = 0; i < args->n_q; i++)
		cells += args->width[i];
	return cells * args->n_head * args->head_dim;
}

static void measure(const ch_qsa_judging *judging, ch_verdict *verdict)
{
	const ch_qsa_args *args = judging->args;
	ch_over_bound over = ch_measure_over_bound(judging->evidence->output, judging->exact, judging->bound,
						   (int64_t)judging->count);

	verdict->over_bound = over.worst;
	verdict->over_row = over.index / args->head_dim / args->n_head;
	verdict->over_col = over.index % ((int64_t)args->n_head * args->head_dim);
	ch_qsa_place(args, over.index, verdict->over_place, sizeof(verdict->over_place));
	if (products(args) <= POWER_LIMIT)
		verdict->power = ch_qsa_power(args, judging->bound);
}

/* The bytes that the output must have; NULL where only the bound is asked for. */
static const float *expected_bytes(const ch_qsa_judging *judging, const char **clause, ch_verdict *verdict)
{
	const ch_evidence *evidence = judging->evidence;
	ch_qsa_args whole = *judging->args;

	if (evidence->one->judge == CH_JUDGE_BYTES) {
		for (size_t i = 0; i < judging->count; i++)
			judging->expected[i] = (float)judging->exact[i];
		*clause = "EXACT-INPUTS";
		return judging->expected;
	}
	if (evidence->one->judge != CH_JUDGE_MODEL || !evidence->variant || !evidence->variant->order.lanes)
		return NULL;
	whole.out = judging->expected;
	*clause = "SAME-BYTES";
	ch_status status = ch_qsa_model(&whole, judging->expected);

	if (status)
		ch_verdict_set(verdict, CH_ERROR, NULL, "the model refuses this case: %s", ch_status_words(status));
	return status ? NULL : judging->expected;
}

void ch_judge_qsa(const ch_evidence *evidence, ch_verdict *verdict)
{
	ch_qsa_judging judging = {0};

	if (prepare(&judging, evidence, verdict)) {
		ch_qsa_failure failure = {
			.args = judging.args,
			.got = evidence->output,
			.exact = judging.exact,
			.bound = judging.bound,
			.prefill = &evidence->prefill,
			/* exact data leaves the sign of a zero open: 0 * -1 may or may not be added to 0 */
			.zero_signs = evidence->one->judge != CH_JUDGE_BYTES,
		};

		measure(&judging, verdict);
		failure.expected = expected_bytes(&judging, &failure.clause, verdict);
		if (verdict->result == CH_PASS)
			ch_diagnose_qsa(&failure, verdict);
	}
	free(judging.exact);
	free(judging.bound);
	free(judging.expected);
}
