/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/diagnose.h"
#include "vectors/known_set.h"
#include "vectors/verify.h"

/* Inputs lie unaligned in a file; the reference takes floats where floats may lie. */
static float *copy_floats(const void *bytes, size_t count)
{
	float *copy = bytes ? malloc((count ? count : 1) * sizeof(*copy)) : NULL;

	if (copy)
		memcpy(copy, bytes, count * sizeof(*copy));
	return copy;
}

static ch_status quantize_case(const ch_case *one, void *answer)
{
	float *x = copy_floats(one->given.x,
			       (size_t)one->k * (size_t)(one->op == CH_OP_QUANTIZE ? one->rows : one->ncols));
	float *importance = copy_floats(one->given.importance, (size_t)one->k);
	ch_status status = CH_OUT_OF_MEMORY;

	if (x && (importance || !one->given.importance)) {
		if (one->op == CH_OP_QUANTIZE)
			status = ch_quantize(one->format, one->k, one->rows, x, importance, answer);
		else
			status = ch_quantize_q8_1(one->k, one->ncols, x, answer);
	}
	free(x);
	free(importance);
	return status;
}

static ch_status product_case(const ch_case *one, void *answer)
{
	const ch_given *given = &one->given;
	if (one->judge == CH_JUDGE_BYTES)
		return ch_mmvq_model(one->format, &given->order, one->k, one->rows, one->ncols, given->w, given->x_q8_1,
				     answer);
	double *exact = answer;
	ch_status status =
		ch_mmvq_reference(one->format, one->k, one->rows, one->ncols, given->w, given->x_q8_1, exact);

	if (status || one->judge != CH_JUDGE_BOUND)
		return status;
	return ch_mmvq_bound(one->format, &given->order, one->k, one->rows, one->ncols, given->w, given->x_q8_1,
			     exact + one->rows * one->ncols);
}

void *ch_verify_reference(const ch_case *one)
{
	size_t bytes = one->given.expected_bytes * (one->judge == CH_JUDGE_BOUND ? 4 : 1);
	void *answer = calloc(1, bytes);
	ch_status status = CH_OUT_OF_MEMORY;

	if (!answer)
		return NULL;
	if (one->op == CH_OP_DECODE)
		status = ch_decode_plain(one->format, one->k, one->rows, one->given.w, answer);
	else if (one->op == CH_OP_QUANTIZE || one->op == CH_OP_QUANTIZE_Q8_1)
		status = quantize_case(one, answer);
	else
		status = product_case(one, answer);
	if (status == CH_OK)
		return answer;
	free(answer);
	return NULL;
}

/* Which row and position an element of the answer is. */
static void say_place(const ch_case *one, size_t element, char *text, size_t size)
{
	size_t k = (size_t)one->k, rows = (size_t)one->rows, blocks = k / CH_BLOCK_WEIGHTS;

	if (one->op == CH_OP_DECODE)
		(void)snprintf(text, size, "block %zu, weight %zu", element / CH_BLOCK_WEIGHTS,
			       element % CH_BLOCK_WEIGHTS);
	else if (one->op == CH_OP_QUANTIZE || one->op == CH_OP_QUANTIZE_Q8_1)
		(void)snprintf(text, size, "%s %zu, block %zu", one->op == CH_OP_QUANTIZE ? "row" : "column",
			       element / blocks, element % blocks);
	else
		(void)snprintf(text, size, "column %zu, row %zu", element / rows, element % rows);
}

/* An element as it is best read: numbers as hexadecimal floats, which hide no bit; blocks by the byte that differs. */
static void say_element(const ch_case *one, const uint8_t *at, size_t first_byte, char *text, size_t size)
{
	float single;
	double twice;

	if (one->op == CH_OP_QUANTIZE || one->op == CH_OP_QUANTIZE_Q8_1) {
		(void)snprintf(text, size, "0x%02x", at[first_byte]);
	} else if (one->given.element_bytes == sizeof(double)) {
		memcpy(&twice, at, sizeof(twice));
		(void)snprintf(text, size, "%a", twice);
	} else {
		memcpy(&single, at, sizeof(single));
		(void)snprintf(text, size, "%a (%.9g)", (double)single, (double)single);
	}
}

static const char *clause_of(const ch_case *one)
{
	switch (one->op) {
	case CH_OP_DECODE:
		return "WEIGHT";
	case CH_OP_QUANTIZE:
		return "QUANTIZER";
	case CH_OP_QUANTIZE_Q8_1:
		return "Q8-SCALE";
	default:
		return one->judge == CH_JUDGE_BYTES ? "SAME-BYTES" : "DOT-BOUND";
	}
}

static void say_difference(const ch_case *one, const uint8_t *expected, size_t element, size_t wrong,
			   ch_verdict *verdict)
{
	const ch_given *given = &one->given;
	const uint8_t *got = (const uint8_t *)given->expected + element * given->element_bytes;
	const uint8_t *right = expected + element * given->element_bytes;
	char place[64], is[64], should[64];
	size_t first = 0;

	while (first + 1 < given->element_bytes && got[first] == right[first])
		first++;
	say_place(one, element, place, sizeof(place));
	say_element(one, got, first, is, sizeof(is));
	say_element(one, right, first, should, sizeof(should));
	verdict->result = CH_FAIL;
	(void)snprintf(verdict->clause, sizeof(verdict->clause), "%s", clause_of(one));
	(void)ch_complain(verdict->text, sizeof(verdict->text),
			  "%s: %s: %s (byte %zu): %s, expected %s; %zu of %zu elements differ", given->file,
			  given->array, place, given->file_offset + element * given->element_bytes + first, is, should,
			  wrong, given->expected_bytes / given->element_bytes);
}

/* Doubles that may differ by one ulp: the two sums are each rounded once. */
static bool doubles_agree(const uint8_t *got, const uint8_t *expected)
{
	double a, b;

	memcpy(&a, got, sizeof(a));
	memcpy(&b, expected, sizeof(b));
	return a == b || nextafter(b, INFINITY) == a || nextafter(b, -INFINITY) == a;
}

static bool elements_agree(const ch_case *one, const uint8_t *got, const uint8_t *expected)
{
	return one->judge == CH_JUDGE_ULP64 ? doubles_agree(got, expected)
					    : memcmp(got, expected, one->given.element_bytes) == 0;
}

/* DOT-BOUND: each output within its bound; a NaN is within none. */
static void judge_bound(const ch_case *one, const double *exact, ch_verdict *verdict)
{
	size_t count = one->given.expected_bytes / sizeof(float), wrong = 0, first = 0;
	const double *bound = exact + count;
	double worst = 0.0;
	float value = 0.0f;
	char place[64];

	for (size_t i = 0; i < count; i++) {
		memcpy(&value, (const uint8_t *)one->given.expected + i * sizeof(value), sizeof(value));
		double off = fabs((double)value - exact[i]);

		if (off <= bound[i]) {
			worst = bound[i] > 0.0 ? fmax(worst, off / bound[i]) : worst;
			continue;
		}
		first = wrong++ ? first : i;
	}
	verdict->over_bound = worst;
	if (!wrong)
		return;
	memcpy(&value, (const uint8_t *)one->given.expected + first * sizeof(value), sizeof(value));
	say_place(one, first, place, sizeof(place));
	verdict->result = CH_FAIL;
	verdict->over_bound = -1.0;
	(void)snprintf(verdict->clause, sizeof(verdict->clause), "DOT-BOUND");
	(void)ch_complain(verdict->text, sizeof(verdict->text),
			  "%s: %s: %s (byte %zu): %.9g, expected %.17g within %.3g; %zu of %zu elements are outside",
			  one->given.file, one->given.array, place, one->given.file_offset + first * sizeof(value),
			  (double)value, exact[first], bound[first], wrong, count);
}

/* What the suite's diagnosis makes of it: the clause, and what it looks like. Where it has nothing to say, or memory is out,
 * the verdict stays as it is. */
static void explain(const ch_case *one, const void *expected, ch_verdict *verdict)
{
	size_t outputs = one->given.expected_bytes / sizeof(float);
	float *got = copy_floats(one->given.expected, outputs), *x = NULL, *importance = NULL;
	double *exact = NULL;
	ch_verdict found = {.result = CH_PASS, .over_bound = -1.0};

	if (got && one->op == CH_OP_DECODE) {
		ch_decode_failure failure = {one->format, one->k, one->rows, one->given.w, got, expected, NULL, false};

		(void)ch_diagnose_decode(&failure, &found);
	} else if (one->op == CH_OP_QUANTIZE) {
		x = copy_floats(one->given.x, (size_t)(one->k * one->rows));
		importance = copy_floats(one->given.importance, (size_t)one->k);
		ch_quantize_failure failure = {one->format,	    one->k,  one->rows, x, importance,
					       one->given.expected, expected};

		if (x && (importance || !one->given.importance))
			(void)ch_diagnose_quantize(&failure, &found);
	} else if (got && (one->op == CH_OP_MMVQ || one->op == CH_OP_MMQ) && one->judge != CH_JUDGE_ULP64) {
		bool by_bytes = one->judge == CH_JUDGE_BYTES;
		int64_t n = by_bytes ? ch_order_roundings(&one->given.order, one->k) : ch_any_order_roundings(one->k);

		exact = calloc(2 * outputs, sizeof(*exact));
		ch_mmvq_failure failure = {one->format,
					   one->k,
					   one->rows,
					   one->ncols,
					   one->given.w,
					   one->given.x_q8_1,
					   got,
					   exact,
					   exact ? exact + outputs : NULL,
					   n,
					   one->given.order,
					   NULL};

		if (exact &&
		    !ch_mmvq_reference(one->format, one->k, one->rows, one->ncols, one->given.w, one->given.x_q8_1,
				       exact) &&
		    !ch_mmvq_bound(one->format, &one->given.order, one->k, one->rows, one->ncols, one->given.w,
				   one->given.x_q8_1, exact + outputs))
			(void)(by_bytes ? ch_diagnose_same_bytes(&failure, expected, &found)
					: ch_diagnose_mmvq(&failure, &found));
	}
	if (found.clause[0])
		memcpy(verdict->clause, found.clause, sizeof(verdict->clause));
	(void)snprintf(verdict->explains, sizeof(verdict->explains), "%.250s%s%.250s", found.text,
		       found.explains[0] ? "; " : "", found.explains);
	free(got);
	free(x);
	free(importance);
	free(exact);
}

void ch_verify_case(const ch_case *one, ch_verdict *verdict)
{
	uint8_t *expected = ch_verify_reference(one);
	size_t size = one->given.element_bytes, wrong = 0, first = 0;

	*verdict = (ch_verdict){.result = CH_PASS, .over_bound = -1.0};
	if (!expected) {
		verdict->result = CH_ERROR;
		(void)ch_complain(verdict->text, sizeof(verdict->text),
				  "%s: %s: the reference gives no answer (memory)", one->given.file, one->given.array);
		return;
	}
	if (one->judge == CH_JUDGE_BOUND) {
		judge_bound(one, (const double *)(const void *)expected, verdict);
	} else {
		for (size_t i = 0; i < one->given.expected_bytes / size; i++) {
			if (!elements_agree(one, (const uint8_t *)one->given.expected + i * size, expected + i * size))
				first = wrong++ ? first : i;
		}
		if (wrong)
			say_difference(one, expected, first, wrong, verdict);
	}
	if (verdict->result == CH_FAIL)
		explain(one, expected, verdict);
	free(expected);
}

/* An answer that should be there and is not. */
static void say_missing(const ch_known_file *file, const ch_known_shape *shape, const char *array,
			ch_known_report report, void *context)
{
	ch_verdict verdict = {.result = CH_FAIL, .over_bound = -1.0};
	char name[CH_CASE_NAME];

	(void)snprintf(name, sizeof(name), "known/missing/%.31s/%.39s%s%.40s", file->stem, shape ? shape->name : "",
		       shape ? "/" : "", array);
	(void)ch_complain(verdict.text, sizeof(verdict.text), "%s: array %s%s%s is missing", file->data_name,
			  shape ? shape->name : "", shape ? "." : "", array);
	report(context, name, &verdict);
}

static void find_missing(const ch_known_file *file, ch_known_report report, void *context)
{
	static const char *const decodes[] = {"y_valid", "y_allscale", NULL};
	static const char *const quants[] = {"q_plain", "q_imatrix_clean", "q_imatrix_dirty", NULL};
	static const char *const products[] = {"y", "y_mmvq_rdna", "y_mmvq_nv", "y_mmvq_wave64", "y_q8_64", NULL};
	const char *const *needed = file->family == CH_FAMILY_DECODE ? decodes : quants;
	ch_known_shape shapes[CH_KNOWN_SHAPES];

	if (file->family == CH_FAMILY_DECODE || file->family == CH_FAMILY_QUANT) {
		for (; *needed; needed++) {
			if (!ch_known_array(file, NULL, *needed))
				say_missing(file, NULL, *needed, report, context);
		}
	}
	if (file->family != CH_FAMILY_MULMAT)
		return;
	/* the shapes of the inputs; one answer in some order is enough */
	size_t count = ch_known_shapes(file->inputs, shapes, NULL, 0);

	for (size_t i = 0; i < count; i++) {
		const char *const *one = products;

		while (*one && !ch_known_array(file, &shapes[i], *one))
			one++;
		if (!*one)
			say_missing(file, &shapes[i], "y", report, context);
	}
}

bool ch_verify_answers(const ch_known *inputs, const ch_known *answers, ch_known_report report, void *context)
{
	ch_case_list list = {0};
	bool good = ch_known_cases(answers, &list);

	if (inputs != answers)
		ch_known_check_files(inputs, report, context);
	ch_known_check_files(answers, report, context);
	for (size_t i = 0; i < answers->count; i++) {
		if (answers->files[i].usable)
			find_missing(&answers->files[i], report, context);
	}
	for (size_t i = 0; i < list.count && good; i++) {
		ch_verdict verdict;

		ch_verify_case(&list.cases[i], &verdict);
		report(context, list.cases[i].name, &verdict);
	}
	ch_case_free(&list);
	return good;
}
