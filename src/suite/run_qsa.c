/* SPDX-License-Identifier: Apache-2.0
 *
 * The call of attention over selected cells beside those that every case has: a second one on inputs that must not change the
 * answer. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "suite/build_call.h"
#include "suite/phrase.h"
#include "suite/run_parts.h"

void ch_qsa_place(const ch_qsa_args *args, int64_t index, char *text, size_t size)
{
	int64_t row = index / args->head_dim;

	snprintf(text, size, "query %" PRId64 ", head %" PRId64 ", dimension %" PRId64, row / args->n_head,
		 row % args->n_head, index % args->head_dim);
}

void ch_run_qsa_variant_ran(const ch_case *one, const ch_variant *variant, const char *ran, ch_verdict *verdict)
{
	bool choice = one->qsa.pool == CH_POOL_INT8 && one->qsa.entry == CH_QSA_BATCH;

	if (!variant || !choice || !ran[0] || strncmp(ran, variant->name, strlen(variant->name)) == 0)
		return;
	ch_verdict_set(verdict, CH_FAIL, "QSA-GUARD", "%s was asked for by name, and %s ran", variant->name, ran);
}

/* What a change is about, in words for a failure; and whether it must leave the bytes alone. */
static const struct {
	const char *words, *clause;
	bool same_bytes;
} changes[CH_QSA_CHANGE_COUNT] = {
	[CH_QSA_NO_CHANGE] = {"nothing", "REPEATABLE", true},
	[CH_QSA_PERMUTE_PAGES] = {"the order of the physical pages", "QSA-VALUE", true},
	[CH_QSA_OTHER_POISON] = {"what is not selected", "QSA-SELECT", true},
	[CH_QSA_SHARE_PAGE] = {"two equal pages to one", "QSA-VALUE", true},
	[CH_QSA_MIX_IN_CHUNK] = {"the order of the ids within each chunk", "QSA-VALUE", false},
	[CH_QSA_MIX_CHUNKS] = {"the order of the ids across chunks", "QSA-VALUE", false},
};

static void compare(const ch_evidence *evidence, const float *first, const float *later, ch_verdict *verdict)
{
	const ch_qsa_inputs *in = &evidence->inputs->qsa;
	ch_qsa_change change = evidence->one->qsa.change;
	int64_t at = ch_first_difference(first, later, in->out_bytes);
	char place[96];

	if (at < 0 || !changes[change].same_bytes)
		return;
	int64_t index = at / (int64_t)sizeof(float);

	ch_qsa_place(&in->args, index, place, sizeof(place));
	ch_verdict_set(verdict, CH_FAIL, changes[change].clause,
		       "changing %s changed the output, first: %s: %.9g, then %.9g", changes[change].words, place,
		       (double)first[index], (double)later[index]);
}

void ch_run_qsa_change(ch_worker *worker, const ch_evidence *evidence, uint32_t variant, const float *output,
		       ch_verdict *verdict)
{
	const ch_case *one = evidence->one;
	ch_inputs inputs = {0};
	ch_evidence later = *evidence;
	ch_call_report report;
	uint32_t first_output;
	char text[sizeof(verdict->text)];
	ch_call call;
	ch_status status = ch_data_make_qsa(one, true, &inputs.qsa);

	if (status) {
		ch_verdict_set(verdict, CH_ERROR, NULL, "cannot make the changed inputs: %s", ch_status_words(status));
		return;
	}
	ch_build_call(one, &inputs, variant, 0, &call, &first_output);
	ch_worker_call(worker, &call, CH_PLACE_END, 0, CH_PATTERN_LATER, &report);
	if (!ch_call_is_verdict(one, &report, verdict)) {
		later.inputs = &inputs;
		later.output = ch_worker_result(worker, first_output);
		later.prefill = CH_PATTERN_LATER * 0x01010101u;
		ch_judge_output(&later, verdict);
		if (verdict->result == CH_FAIL) {
			ch_phrase_set(text, sizeof(text), "after changing %s: ", changes[one->qsa.change].words);
			ch_phrase_add(text, sizeof(text), "%s", verdict->text);
			memcpy(verdict->text, text, sizeof(text));
		} else {
			compare(evidence, output, later.output, verdict);
		}
	}
	ch_data_free(&inputs);
}
