/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls that must be refused: with the status of the contract, nothing written, and in attention with a sentence. */
#include <stdio.h>

#include "suite/build_call.h"
#include "suite/run_parts.h"

/* What is wrong with the call, for a failure. */
static void name_wrong(const ch_case *one, char *text, size_t size)
{
	if (one->op == CH_OP_QSA)
		snprintf(text, size, "%s", ch_qsa_refusal_words(one->qsa.refusal));
	else
		snprintf(text, size, "k = %lld is no positive multiple of %d", (long long)one->k,
			 one->op == CH_OP_QUANTIZE_CELLS ? CH_CELL_GROUP : CH_BLOCK_WEIGHTS);
}

/* The place of the first byte that is not as it was before the call. */
static bool find_written(const ch_refused_call *refused, size_t *at, const char **buffer)
{
	for (uint32_t i = refused->first_output; i < refused->call->buffer_count; i++) {
		const uint8_t *output = refused->outputs[i - refused->first_output];

		*buffer = refused->call->buffers[i].name;
		for (*at = 0; *at < refused->call->buffers[i].bytes; ++*at)
			if (output[*at] != CH_PATTERN_FIRST)
				return true;
	}
	return false;
}

/* "Unsupported" is right where the provider cannot compute the call with nothing wrong in it either; then *words has why. */
static bool lacks_operation(ch_worker *worker, const ch_refused_call *refused, char *words, size_t size)
{
	const ch_case sound = ch_build_sound_case(refused->one);
	ch_inputs inputs;
	ch_call_report report;
	uint32_t first_output;
	ch_call call;

	if (ch_data_make(&sound, &inputs))
		return false;
	ch_build_call(&sound, &inputs, refused->variant, refused->waves, &call, &first_output);
	ch_worker_call(worker, &call, CH_PLACE_END, 0, CH_PATTERN_LATER, &report);
	ch_data_free(&inputs);
	snprintf(words, size, "%s",
		 report.outcome.message[0] ? report.outcome.message : ch_status_words(CH_UNSUPPORTED));
	return report.end == CH_CALL_RETURNED && report.status == CH_UNSUPPORTED;
}

void ch_run_refusal(ch_worker *worker, const ch_refused_call *refused, ch_verdict *verdict)
{
	const ch_case *one = refused->one;
	const bool attention = one->op == CH_OP_QSA;
	const char *clause = attention ? "QSA-REFUSE" : "ROW-WHOLE-BLOCKS", *buffer;
	const ch_status status = refused->report->status,
			demanded = attention ? ch_qsa_refusal_status(one->qsa.refusal) : CH_BAD_SHAPE;
	char wrong[96], words[256];
	size_t at;

	name_wrong(one, wrong, sizeof(wrong));
	if (status == CH_OK)
		ch_verdict_set(verdict, CH_FAIL, clause, "%s, and the call reported success", wrong);
	else if (find_written(refused, &at, &buffer))
		ch_verdict_set(verdict, CH_FAIL, clause, "%s: refused, but byte %zu of %s was written", wrong, at,
			       buffer);
	else if (status == CH_UNSUPPORTED && lacks_operation(worker, refused, words, sizeof(words)))
		ch_verdict_set(verdict, CH_SKIP, NULL, "%s", words);
	else if (status != demanded)
		ch_verdict_set(verdict, CH_FAIL, clause, "%s: the call ended with '%s', and must with '%s'", wrong,
			       ch_status_words(status), ch_status_words(demanded));
	else if (attention && !refused->report->outcome.message[0])
		ch_verdict_set(verdict, CH_FAIL, clause, "%s: refused without a word of why", wrong);
}
