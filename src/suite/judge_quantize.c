/* SPDX-License-Identifier: Apache-2.0
 *
 * Judges of the three quantizers: weights, activations, cells. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/diagnose.h"
#include "suite/judge.h"

/* A byte of an answer file that the reference does not give. */
static void blame_file(const ch_case *one, const uint8_t *reference, ch_verdict *verdict)
{
	int64_t at = ch_first_difference(reference, one->given.expected, one->given.expected_bytes);

	if (at < 0)
		return;
	size_t unit = one->given.element_bytes ? one->given.element_bytes : 1;

	ch_verdict_set(verdict, CH_FAIL, one->op == CH_OP_QUANTIZE_Q8_1 ? "Q8-SCALE" : "CODE-TABLE",
		       "%s: %s, block %zu, byte %zu (byte %zu of the file): the file says 0x%02x, the contract 0x%02x",
		       one->given.file, one->given.array, (size_t)at / unit, (size_t)at % unit,
		       one->given.file_offset + (size_t)at, ((const uint8_t *)one->given.expected)[at], reference[at]);
	snprintf(verdict->explains, sizeof(verdict->explains),
		 "the answer or its input in the file differs from the contract");
}

void ch_judge_quantize(const ch_evidence *evidence, ch_verdict *verdict)
{
	const ch_case *one = evidence->one;
	const ch_inputs *inputs = evidence->inputs;
	size_t bytes = 0;
	ch_status status = ch_weights_bytes(one->format, one->k, one->rows, &bytes);
	uint8_t *expected = malloc(bytes ? bytes : 1);

	if (!expected || status ||
	    ch_quantize_plain(one->format, one->k, one->rows, inputs->x, inputs->importance, expected)) {
		ch_verdict_set(verdict, CH_ERROR, NULL, "no memory for the expected output");
	} else {
		ch_quantize_failure failure = {
			.format = one->format,
			.k = one->k,
			.rows = one->rows,
			.x = inputs->x,
			.importance = inputs->importance,
			.got = evidence->output,
			.expected = expected,
		};

		if (!ch_diagnose_quantize(&failure, verdict) && one->data == CH_DATA_GIVEN)
			blame_file(one, expected, verdict);
	}
	free(expected);
}

/* s is a float sum in any order, rounded to binary16: 31 roundings of at most u * sum |x| each, then half an ulp of
 * binary16. Overflow to infinity is what the contract has beyond 65504. */
static bool sum_is_right(const float *x, uint16_t got)
{
	double sum = 0, magnitude = 0;

	for (int i = 0; i < CH_BLOCK_WEIGHTS; i++) {
		sum += (double)x[i];
		magnitude += fabs((double)x[i]);
	}
	double slack = ch_dot_bound(magnitude, CH_BLOCK_WEIGHTS - 1);
	double low = (double)ch_half_to_float(ch_float_to_half((float)(sum - slack)));
	double high = (double)ch_half_to_float(ch_float_to_half((float)(sum + slack)));
	double value = (double)ch_half_to_float(got);

	return value >= low && value <= high;
}

static bool judge_q8_1_block(const float *x, const uint8_t *got, const uint8_t *expected, const char *where,
			     ch_verdict *verdict)
{
	uint16_t d, expected_d, s;

	memcpy(&d, got, 2);
	memcpy(&expected_d, expected, 2);
	memcpy(&s, got + 2, 2);
	if (d != expected_d) {
		ch_verdict_set(verdict, CH_FAIL, "Q8-SCALE", "%s: d is 0x%04x (%.6g), expected 0x%04x (%.6g)", where, d,
			       (double)ch_half_to_float(d), expected_d, (double)ch_half_to_float(expected_d));
		return false;
	}
	for (int i = 0; i < CH_BLOCK_WEIGHTS; i++) {
		int8_t code = (int8_t)got[CH_Q8_1_QS + i], expected_code = (int8_t)expected[CH_Q8_1_QS + i];

		if (code == expected_code)
			continue;
		ch_verdict_set(verdict, CH_FAIL, "Q8-SCALE", "%s, value %d (%.9g): code %d, expected %d", where, i,
			       (double)x[i], code, expected_code);
		float ratio = x[i] / ch_half_to_float(d);

		if (code == (int)roundf(ratio))
			snprintf(verdict->explains, sizeof(verdict->explains),
				 "this is what you get with the codes made from the rounded d instead of the unrounded "
				 "one");
		return false;
	}
	if (!sum_is_right(x, s)) {
		ch_verdict_set(verdict, CH_FAIL, "Q8-SCALE",
			       "%s: s is 0x%04x (%.6g), not the sum of the 32 values in any order", where, s,
			       (double)ch_half_to_float(s));
		return false;
	}
	return true;
}

void ch_judge_q8_1(const ch_evidence *evidence, ch_verdict *verdict)
{
	const ch_case *one = evidence->one;
	int64_t row_blocks = one->k / CH_BLOCK_WEIGHTS, blocks = row_blocks * one->ncols;
	size_t bytes = (size_t)blocks * CH_Q8_1_BYTES;
	uint8_t *expected = malloc(bytes ? bytes : 1);

	if (!expected || ch_quantize_q8_1(one->k, one->ncols, evidence->inputs->x, expected)) {
		ch_verdict_set(verdict, CH_ERROR, NULL, "no memory for the expected output");
		free(expected);
		return;
	}
	bool right = true;

	for (int64_t b = 0; right && b < blocks; b++) {
		char where[64];

		snprintf(where, sizeof(where), "column %lld, block %lld", (long long)(b / row_blocks),
			 (long long)(b % row_blocks));
		right = judge_q8_1_block(evidence->inputs->x + b * CH_BLOCK_WEIGHTS,
					 (const uint8_t *)evidence->output + b * CH_Q8_1_BYTES,
					 expected + b * CH_Q8_1_BYTES, where, verdict);
	}
	if (right && one->data == CH_DATA_GIVEN)
		blame_file(one, expected, verdict);
	free(expected);
}

void ch_judge_cells(const ch_evidence *evidence, ch_verdict *verdict)
{
	const ch_case *one = evidence->one;
	size_t count = (size_t)(one->k * one->ncols), groups = count / CH_CELL_GROUP;
	int8_t *codes = malloc(count ? count : 1);
	uint16_t *scales = malloc((groups ? groups : 1) * sizeof(*scales));
	const int8_t *got = evidence->output;

	if (!codes || !scales || ch_quantize_cells(one->k, one->ncols, evidence->inputs->x, codes, scales)) {
		ch_verdict_set(verdict, CH_ERROR, NULL, "no memory for the expected output");
	} else {
		const size_t cell_groups = (size_t)one->k / CH_CELL_GROUP;
		size_t wrong = 0;

		while (wrong < groups && memcmp(&((const uint16_t *)evidence->output2)[wrong], &scales[wrong], 2) == 0)
			wrong++;
		if (wrong < groups)
			ch_verdict_set(verdict, CH_FAIL, "QSA-VALUE",
				       "cell %zu, group %zu: scale 0x%04x, expected 0x%04x", wrong / cell_groups,
				       wrong % cell_groups, ((const uint16_t *)evidence->output2)[wrong],
				       scales[wrong]);
		for (size_t i = 0; wrong == groups && i < count; i++) {
			if (got[i] == codes[i])
				continue;
			ch_verdict_set(verdict, CH_FAIL, "QSA-VALUE",
				       "cell %zu, value %zu (%.9g): code %d, expected %d", i / (size_t)one->k,
				       i % (size_t)one->k, (double)evidence->inputs->x[i], got[i], codes[i]);
			break;
		}
	}
	free(codes);
	free(scales);
}
