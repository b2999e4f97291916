/* SPDX-License-Identifier: Apache-2.0
 *
 * One case: make its inputs, call the provider with its buffers in several places, compare the calls with one another and
 * the first with the contract. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/build_call.h"
#include "suite/judge.h"
#include "suite/run.h"
#include "suite/run_parts.h"

enum { OUTPUTS = 2 };

/* Variant and waves of a case, as they will be asked for. */
typedef struct ch_choice {
	uint32_t index, waves;
	const ch_variant *variant; /* NULL: the provider's default, of which nothing is known */
} ch_choice;

static bool same_order(ch_order a, const ch_order *b)
{
	a.waves = b->waves;
	return memcmp(&a, b, sizeof(a)) == 0;
}

/* An answer in a stated order can be asked of a variant that has that order. */
static bool choose_by_order(const ch_worker_info *info, const ch_case *one, ch_choice *choice)
{
	const ch_order *order = &one->given.order;

	for (uint32_t i = 0; i < info->variant_count; i++) {
		const ch_variant *variant = &info->variants[i].variant;
		bool waves_fit = variant->waves ? order->waves <= 32 && (variant->waves & 1u << (order->waves - 1))
						: variant->order.waves == order->waves;

		if (variant->op != one->op || !(variant->formats & 1u << one->format) || !waves_fit ||
		    one->ncols > (int64_t)variant->max_ncols || !same_order(variant->order, order))
			continue;
		choice->index = i;
		choice->waves = order->waves;
		choice->variant = variant;
		return true;
	}
	return false;
}

static bool choose(const ch_worker_info *info, const ch_case *one, ch_choice *choice, ch_verdict *verdict)
{
	*choice = (ch_choice){.index = one->variant, .waves = one->waves};
	if (one->data == CH_DATA_GIVEN && one->given.order.lanes) {
		if (choose_by_order(info, one, choice))
			return true;
		ch_verdict_set(verdict, CH_SKIP, NULL,
			       "the provider has no variant with this answer's order of summation");
		return false;
	}
	if (one->variant == CH_VARIANT_DEFAULT)
		return true;
	if (one->variant >= info->variant_count) {
		ch_verdict_set(verdict, CH_ERROR, NULL, "the provider has no variant %u", one->variant);
		return false;
	}
	choice->variant = &info->variants[one->variant].variant;
	return true;
}

/* The calls of a case: where the buffers lie in each. */
typedef struct ch_placing {
	ch_place place;
	uint32_t shift;
} ch_placing;

static uint32_t list_placings(const ch_case *one, const ch_run_options *options, ch_placing placings[20])
{
	uint32_t count = 0;

	placings[count++] = (ch_placing){CH_PLACE_END, 0};
	/* pools begin at an unmapped page whatever the shift: what is aligned to 16 does not move */
	if (one->op != CH_OP_QSA)
		placings[count++] = (ch_placing){CH_PLACE_BEGIN, 0};
	if (!options->all_alignments)
		placings[count++] = (ch_placing){CH_PLACE_BEGIN, 1 + (uint32_t)(one->seed % 15)};
	for (uint32_t shift = 1; options->all_alignments && shift < 16; shift++)
		placings[count++] = (ch_placing){CH_PLACE_BEGIN, shift};
	return count;
}

bool ch_call_is_verdict(const ch_case *one, const ch_call_report *report, ch_verdict *verdict)
{
	bool answers_by_status = one->op == CH_OP_VALIDATE && report->status == CH_BAD_SCALE;

	switch (report->end) {
	case CH_CALL_NOT_STARTED:
		ch_verdict_set(verdict, CH_ERROR, NULL, "%s", report->words);
		return true;
	case CH_CALL_TIMED_OUT:
		verdict->timed_out = true;
		ch_verdict_set(verdict, CH_ERROR, NULL, "%s", report->words);
		return true;
	case CH_CALL_EXITED:
		ch_verdict_set(verdict, CH_ERROR, NULL, "%s", report->words);
		return true;
	case CH_CALL_CRASHED:
		ch_verdict_set(verdict, report->clause ? CH_FAIL : CH_ERROR, report->clause, "%s", report->words);
		return true;
	case CH_CALL_RETURNED:
	default:
		break;
	}
	if (report->clause) {
		ch_verdict_set(verdict, CH_FAIL, report->clause, "%s", report->words);
		return true;
	}
	if (one->judge == CH_JUDGE_REFUSAL || answers_by_status || report->status == CH_OK)
		return false;
	const char *message = report->outcome.message[0] ? report->outcome.message : ch_status_words(report->status);

	if (report->status == CH_UNSUPPORTED)
		ch_verdict_set(verdict, CH_SKIP, NULL, "%s", message);
	else if (report->status == CH_FAULT)
		ch_verdict_set(verdict, CH_FAIL, "KERNEL-RULES", "%s", message);
	else
		ch_verdict_set(verdict, CH_ERROR, NULL, "%s: %s", ch_status_words(report->status), message);
	return true;
}

/* Element of an output, in the unit that a person counts in. */
static size_t element_bytes(const ch_case *one, uint32_t output)
{
	switch (one->op) {
	case CH_OP_QUANTIZE:
		return ch_format_get(one->format)->block_bytes;
	case CH_OP_QUANTIZE_Q8_1:
		return CH_Q8_1_BYTES;
	case CH_OP_QUANTIZE_CELLS:
		return output == 0 ? 1 : 2;
	case CH_OP_VALIDATE:
		return sizeof(ch_bad_scale);
	default:
		return sizeof(float);
	}
}

/* Where an output element is, in words. */
static void name_place(const ch_case *one, const ch_inputs *inputs, size_t element, char *text, size_t size)
{
	if (one->op == CH_OP_QSA)
		ch_qsa_place(&inputs->qsa.args, (int64_t)element, text, size);
	else if (one->op == CH_OP_MMVQ || one->op == CH_OP_MMQ)
		snprintf(text, size, "row %lld", (long long)((int64_t)element % one->rows));
	else
		snprintf(text, size, "row %lld", (long long)((int64_t)element / one->k));
}

/* Any byte still as it was in both calls, which began with different patterns, was not written. (A byte that a right answer
 * happens to have in common with the pattern differs from it in the other call.) */
static bool unwritten(const ch_case *one, const ch_inputs *inputs, const ch_buffer *buffer, uint32_t output,
		      const uint8_t *first, const uint8_t *second, ch_verdict *verdict)
{
	size_t unit = element_bytes(one, output);
	char place[96];

	for (size_t at = 0; at < buffer->bytes; at++) {
		if (first[at] != CH_PATTERN_FIRST || second[at] != CH_PATTERN_LATER)
			continue;
		size_t elements = 0;

		for (size_t e = 0; e + unit <= buffer->bytes; e += unit)
			elements += first[e] == CH_PATTERN_FIRST && second[e] == CH_PATTERN_LATER;
		name_place(one, inputs, at / unit, place, sizeof(place));
		ch_verdict_set(verdict, CH_FAIL, "OUTPUT-WRITTEN",
			       "element %zu of %s (%s) was never written (%zu of %zu elements were not)", at / unit,
			       buffer->name, place, elements, buffer->bytes / unit);
		return true;
	}
	return false;
}

static bool changed(const ch_case *one, const ch_buffer *buffer, uint32_t output, const uint8_t *first,
		    const uint8_t *later, const ch_placing *placing, ch_verdict *verdict)
{
	int64_t at = ch_first_difference(first, later, buffer->bytes);
	size_t unit = element_bytes(one, output);

	if (at < 0)
		return false;
	ch_verdict_set(verdict, CH_FAIL, "REPEATABLE",
		       "two calls on the same inputs differ: %s, element %zu, byte %zu: 0x%02x, then 0x%02x",
		       buffer->name, (size_t)at / unit, (size_t)at % unit, first[at], later[at]);
	if (placing->place == CH_PLACE_BEGIN)
		snprintf(verdict->explains, sizeof(verdict->explains),
			 "in the second call the buffers began %u byte%s after an unmapped page: the output depends on "
			 "alignment, on what lies "
			 "around a buffer, or on chance",
			 placing->shift, placing->shift == 1 ? "" : "s");
	return true;
}

typedef struct ch_outputs {
	uint8_t *data[OUTPUTS];
	uint32_t count;
} ch_outputs;

static bool keep_outputs(const ch_worker *worker, const ch_call *call, uint32_t first_output, ch_outputs *outputs)
{
	for (uint32_t i = first_output; i < call->buffer_count && outputs->count < OUTPUTS; i++) {
		size_t bytes = call->buffers[i].bytes;
		uint8_t *copy = malloc(bytes ? bytes : 1);

		if (!copy)
			return false;
		memcpy(copy, ch_worker_result(worker, i), bytes);
		outputs->data[outputs->count++] = copy;
	}
	return true;
}

/* The calls after the first. True: none of them is the verdict. */
static bool call_again(ch_worker *worker, const ch_case *one, const ch_run_options *options, const ch_inputs *inputs,
		       const ch_call *call, uint32_t first_output, const ch_outputs *outputs, ch_verdict *verdict)
{
	ch_placing placings[20];
	uint32_t count = list_placings(one, options, placings);

	for (uint32_t n = 1; n < count + options->repeats; n++) {
		const ch_placing *placing = &placings[n < count ? n : 0];
		ch_call_report report;

		ch_worker_call(worker, call, placing->place, placing->shift, CH_PATTERN_LATER, &report);
		if (ch_call_is_verdict(one, &report, verdict))
			return false;
		for (uint32_t i = 0; i < outputs->count; i++) {
			const ch_buffer *buffer = &call->buffers[first_output + i];
			const uint8_t *later = ch_worker_result(worker, first_output + i);

			if (one->op == CH_OP_VALIDATE)
				continue; /* *bad is only written when there is something to say */
			if (unwritten(one, inputs, buffer, i, outputs->data[i], later, verdict) ||
			    changed(one, buffer, i, outputs->data[i], later, placing, verdict))
				return false;
		}
	}
	return true;
}

static bool has_case(const ch_variant *variant, const ch_case *one)
{
	if (variant->op != one->op || one->op == CH_OP_QSA)
		return variant->op == one->op;
	return variant->formats & 1u << one->format && one->ncols <= (int64_t)variant->max_ncols;
}

/* SAME-BYTES between two variants of one provider, where one claims it. */
static void compare_variants(ch_worker *worker, const ch_worker_info *info, const ch_case *one, const ch_choice *choice,
			     const ch_inputs *inputs, const ch_outputs *outputs, ch_verdict *verdict)
{
	for (uint32_t i = 0; i < info->variant_count; i++) {
		const ch_variant *other = &info->variants[i].variant;
		ch_call_report report;
		uint32_t first_output;
		char place[96];
		ch_call call;

		if (strcmp(other->name, choice->variant->same_bytes_as) != 0 || !has_case(other, one))
			continue;
		ch_build_call(one, inputs, i, other->waves ? choice->waves : 0, &call, &first_output);
		ch_worker_call(worker, &call, CH_PLACE_END, 0, CH_PATTERN_LATER, &report);
		if (ch_call_is_verdict(one, &report, verdict))
			return;
		int64_t at = ch_first_difference(outputs->data[0], ch_worker_result(worker, first_output),
						 call.buffers[first_output].bytes);

		if (at >= 0 && one->op == CH_OP_QSA) {
			ch_qsa_place(&inputs->qsa.args, at / 4, place, sizeof(place));
			ch_verdict_set(verdict, CH_FAIL, "QSA-SWIZZLE", "%s claims the bytes of %s; %s differs",
				       choice->variant->name, other->name, place);
		} else if (at >= 0) {
			ch_verdict_set(verdict, CH_FAIL, "SAME-BYTES",
				       "%s claims the bytes of %s; row %lld, column %lld differs",
				       choice->variant->name, other->name, (long long)(at / 4 % one->rows),
				       (long long)(at / 4 / one->rows));
		}
		return;
	}
}

/* BATCH-INVARIANT (M01): the last column's bytes when it is computed alone. Only where the same variant runs then, as far as the
 * provider says which one ran. */
static void compare_alone(ch_worker *worker, const ch_case *one, const ch_choice *choice, const ch_inputs *inputs,
			  const ch_outputs *outputs, ch_verdict *verdict)
{
	size_t column_bytes = inputs->x_q8_1_bytes / (size_t)one->ncols, y_bytes = (size_t)one->rows * sizeof(float);
	ch_inputs column = *inputs;
	ch_case alone = *one;
	ch_call_report report;
	uint32_t first_output;
	ch_call call;

	alone.ncols = 1;
	column.x_q8_1 = (uint8_t *)inputs->x_q8_1 + column_bytes * (size_t)(one->ncols - 1);
	column.x_q8_1_bytes = column_bytes;
	ch_build_call(&alone, &column, choice->index, choice->waves, &call, &first_output);
	ch_worker_call(worker, &call, CH_PLACE_END, 0, CH_PATTERN_LATER, &report);
	if (ch_call_is_verdict(one, &report, verdict) || strcmp(report.outcome.variant, verdict->variant) != 0)
		return;
	int64_t at = ch_first_difference(outputs->data[0] + y_bytes * (size_t)(one->ncols - 1),
					 ch_worker_result(worker, first_output), y_bytes);

	if (at >= 0)
		ch_verdict_set(verdict, CH_FAIL, "BATCH-INVARIANT",
			       "column %lld has other bytes alone than among %lld: row %lld differs first",
			       (long long)one->ncols - 1, (long long)one->ncols, (long long)(at / 4));
}

static void run_calls(ch_worker *worker, const ch_worker_info *info, const ch_case *one, const ch_run_options *options,
		      const ch_choice *choice, const ch_inputs *inputs, ch_verdict *verdict)
{
	ch_call_report report;
	uint32_t first_output;
	ch_outputs outputs = {0};
	ch_call call;

	ch_build_call(one, inputs, choice->index, choice->waves, &call, &first_output);
	ch_worker_call(worker, &call, CH_PLACE_END, 0, CH_PATTERN_FIRST, &report);
	snprintf(verdict->variant, sizeof(verdict->variant), "%s", report.outcome.variant);
	snprintf(verdict->note, sizeof(verdict->note), "%s", report.outcome.note);
	if (ch_call_is_verdict(one, &report, verdict))
		return;
	if (!keep_outputs(worker, &call, first_output, &outputs)) {
		ch_verdict_set(verdict, CH_ERROR, NULL, "no memory to keep the output");
	} else if (one->judge == CH_JUDGE_REFUSAL) {
		const ch_refused_call refused = {
			one,	       &report,	     &call, first_output, {outputs.data[0], outputs.data[1]},
			choice->index, choice->waves};

		ch_run_refusal(worker, &refused, verdict);
	} else {
		const ch_evidence evidence = {
			.one = one,
			.inputs = inputs,
			.variant = choice->variant,
			.waves = choice->waves ? choice->waves : report.outcome.waves,
			.promises = info->promises,
			.status = report.status,
			.output = outputs.data[0],
			.output2 = outputs.data[1],
			.prefill = CH_PATTERN_FIRST * 0x01010101u,
			.sha256_hex = options->sha256_hex,
		};

		if (call_again(worker, one, options, inputs, &call, first_output, &outputs, verdict))
			ch_judge_output(&evidence, verdict);
		if (verdict->result == CH_PASS && one->op == CH_OP_QSA) {
			ch_run_qsa_variant_ran(one, choice->variant, report.outcome.variant, verdict);
			if (verdict->result == CH_PASS && one->qsa.change != CH_QSA_NO_CHANGE)
				ch_run_qsa_change(worker, &evidence, choice->index, evidence.output, verdict);
		}
		if (verdict->result == CH_PASS && choice->variant && choice->variant->same_bytes_as)
			compare_variants(worker, info, one, choice, inputs, &outputs, verdict);
		if (verdict->result == CH_PASS && one->op == CH_OP_MMQ && one->ncols > 1)
			compare_alone(worker, one, choice, inputs, &outputs, verdict);
	}
	for (uint32_t i = 0; i < outputs.count; i++)
		free(outputs.data[i]);
}

void ch_run_case(ch_worker *worker, const ch_case *one, const ch_run_options *options, ch_verdict *verdict)
{
	ch_call_report report;
	ch_inputs inputs;
	ch_choice choice;

	*verdict = (ch_verdict){.result = CH_PASS, .over_bound = -1, .power = -1};
	const ch_worker_info *info = ch_worker_open(worker, &report);

	if (!info) {
		ch_verdict_set(verdict, CH_ERROR, NULL, "%s", report.words);
		return;
	}
	if (!(info->ops & 1u << one->op)) {
		ch_verdict_set(verdict, CH_SKIP, NULL, "the provider has no %s", ch_op_name(one->op));
		return;
	}
	if (!choose(info, one, &choice, verdict))
		return;
	ch_status status =
		one->judge == CH_JUDGE_REFUSAL ? ch_build_refused_inputs(one, &inputs) : ch_data_make(one, &inputs);

	if (status) {
		ch_verdict_set(verdict, CH_ERROR, NULL, "cannot make the inputs: %s", ch_status_words(status));
		return;
	}
	run_calls(worker, info, one, options, &choice, &inputs, verdict);
	ch_data_free(&inputs);
}
