/* SPDX-License-Identifier: Apache-2.0
 *
 * Judges of mmvq and mmq: bytes on exact inputs, bytes of the order's model, the derived bound. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/diagnose.h"
#include "suite/judge.h"

/* Above this many products the bound's power is not looked for: it visits every position. */
enum { POWER_LIMIT = 1 << 20 };

/* What engines' own tests allow where activations are quantized on the way (docs/contract/kernels.md). */
#define NMSE_LIMIT 5e-4

/* What the judges below need. */
typedef struct ch_product {
	const ch_evidence *evidence;
	size_t count; /* outputs */
	double *exact, *bound;
	float *model; /* of the order, or what the bytes must be; NULL if there is none */
	ch_mmvq_failure failure;
} ch_product;

static ch_order order_of(const ch_evidence *evidence)
{
	return evidence->one->given.order.lanes ? evidence->one->given.order : ch_judge_order(evidence);
}

static int64_t roundings(const ch_order *order, int64_t k)
{
	return order->lanes ? ch_order_roundings(order, k) : ch_any_order_roundings(k);
}

static bool prepare(ch_product *product, const ch_evidence *evidence)
{
	const ch_case *one = evidence->one;
	const ch_inputs *inputs = evidence->inputs;
	ch_order order = order_of(evidence);

	product->evidence = evidence;
	product->count = (size_t)(one->rows * one->ncols);
	product->exact = malloc((product->count + 1) * sizeof(double));
	product->bound = malloc((product->count + 1) * sizeof(double));
	product->model = malloc((product->count + 1) * sizeof(float));
	if (!product->exact || !product->bound || !product->model)
		return false;
	product->failure = (ch_mmvq_failure){
		.format = one->format,
		.k = one->k,
		.rows = one->rows,
		.ncols = one->ncols,
		.w = inputs->w,
		.x_q8_1 = inputs->x_q8_1,
		.got = evidence->output,
		.exact = product->exact,
		.bound = product->bound,
		.roundings = roundings(&order, one->k),
		.order = order,
		.prefill = &evidence->prefill,
	};
	if (ch_mmvq_bound(one->format, &order, one->k, one->rows, one->ncols, inputs->w, inputs->x_q8_1,
			  product->bound))
		return false;
	return ch_mmvq_reference(one->format, one->k, one->rows, one->ncols, inputs->w, inputs->x_q8_1,
				 product->exact) == CH_OK;
}

static void judge_bound(ch_product *product, ch_verdict *verdict)
{
	const ch_case *one = product->evidence->one;
	ch_over_bound over = ch_measure_over_bound(product->evidence->output, product->exact, product->bound,
						   (int64_t)product->count);

	verdict->over_bound = over.worst;
	verdict->over_row = over.index % one->rows;
	verdict->over_col = over.index / one->rows;
	if (one->rows * one->ncols * one->k <= POWER_LIMIT)
		verdict->power =
			ch_power_of_bound(one->format, one->k, one->rows, one->ncols, product->evidence->inputs->w,
					  product->evidence->inputs->x_q8_1, product->bound)
				.least;
	if (over.worst <= 1.0)
		return;
	if (!ch_diagnose_mmvq(&product->failure, verdict))
		ch_verdict_set(verdict, CH_FAIL, "DOT-BOUND", "row %lld, column %lld is %g times over the bound",
			       (long long)verdict->over_row, (long long)verdict->over_col, over.worst);
}

static uint32_t flags_of(const ch_evidence *evidence)
{
	return evidence->variant ? evidence->variant->flags : 0;
}

static void judge_model(ch_product *product, ch_verdict *verdict)
{
	const ch_evidence *evidence = product->evidence;
	const ch_case *one = evidence->one;
	judge_bound(product, verdict);
	if (verdict->result != CH_PASS || !product->failure.order.lanes)
		return;
	if (ch_mmvq_model(one->format, &product->failure.order, one->k, one->rows, one->ncols, evidence->inputs->w,
			  evidence->inputs->x_q8_1, product->model)) {
		ch_verdict_set(verdict, CH_ERROR, "SAME-BYTES", "the model refuses this shape");
		return;
	}
	if (ch_diagnose_same_bytes(&product->failure, product->model, verdict) &&
	    strcmp(verdict->clause, "SAME-BYTES") == 0 && flags_of(evidence) & CH_VARIANT_BYTES_REPORTED) {
		char text[sizeof(verdict->text)];

		snprintf(text, sizeof(text), "within the bound, other bytes: %.900s", verdict->text);
		snprintf(verdict->text, sizeof(verdict->text), "%s", text);
		verdict->result = CH_PASS;
	}
}

/* A kernel that is given floats and rounds them as it likes: nothing tighter is derived for it. */
static void judge_nmse(ch_product *product, ch_verdict *verdict)
{
	const double nmse = ch_nmse(product->evidence->output, product->exact, (int64_t)product->count);

	verdict->over_bound = nmse / NMSE_LIMIT;
	if (!(nmse <= NMSE_LIMIT))
		ch_verdict_set(verdict, CH_FAIL, "NMSE", "%g against the float product, at most %g is usual", nmse,
			       NMSE_LIMIT);
}

/* EXACT-INPUTS: the exact value is a float, and every order gives it. A sum that is zero is +0. */
static void judge_bytes(ch_product *product, ch_verdict *verdict)
{
	judge_bound(product, verdict);
	if (verdict->result != CH_PASS)
		return;
	for (size_t i = 0; i < product->count; i++)
		product->model[i] = (float)product->exact[i] + 0.0f;
	if (ch_diagnose_same_bytes(&product->failure, product->model, verdict))
		snprintf(verdict->clause, sizeof(verdict->clause), "EXACT-INPUTS");
}

static double ulp_of(double value)
{
	return nextafter(fabs(value), INFINITY) - fabs(value);
}

static void locate(const ch_product *product, size_t index, char *text, size_t size)
{
	const ch_given *given = &product->evidence->one->given;
	int64_t rows = product->evidence->one->rows;

	snprintf(text, size, "%s: %s, row %lld, column %lld (byte %zu of the file)", given->file, given->array,
		 (long long)((int64_t)index % rows), (long long)((int64_t)index / rows),
		 given->file_offset + index * given->element_bytes);
}

/* An answer in double: it and the reference are both rounded once from the same sum, or nearly so. */
static void judge_doubles(ch_product *product, ch_verdict *verdict)
{
	char where[200];

	judge_bound(product, verdict);
	for (size_t i = 0; verdict->result == CH_PASS && i < product->count; i++) {
		double given;

		memcpy(&given, (const char *)product->evidence->one->given.expected + i * sizeof(given), sizeof(given));
		if (fabs(given - product->exact[i]) <= ulp_of(product->exact[i]))
			continue;
		locate(product, i, where, sizeof(where));
		ch_verdict_set(verdict, CH_FAIL, "DOT-INT", "%s: the file says %.17g, the contract %.17g", where, given,
			       product->exact[i]);
	}
}

/* An answer in the order that the file names. */
static void judge_given(ch_product *product, ch_verdict *verdict)
{
	const ch_evidence *evidence = product->evidence;
	const ch_case *one = evidence->one;
	char where[200];

	judge_model(product, verdict);
	for (size_t i = 0; verdict->result == CH_PASS && i < product->count; i++) {
		float given;

		memcpy(&given, (const char *)one->given.expected + i * sizeof(given), sizeof(given));
		if (memcmp(&given, &product->model[i], sizeof(given)) == 0)
			continue;
		locate(product, i, where, sizeof(where));
		ch_verdict_set(verdict, CH_FAIL, "SAME-BYTES",
			       "%s: the file says %.9g, the model of its order %.9g (%u ulp)", where, (double)given,
			       (double)product->model[i], ch_ulp_distance(given, product->model[i]));
	}
}

static bool order_is_possible(const ch_evidence *evidence, ch_verdict *verdict)
{
	ch_order order = order_of(evidence);
	const char *why = NULL;

	if (!order.lanes || ch_order_valid(&order, &why))
		return true;
	ch_verdict_set(verdict, CH_ERROR, "SAME-BYTES", "the provider states an impossible order of summation: %s",
		       why);
	return false;
}

void ch_judge_product(const ch_evidence *evidence, ch_verdict *verdict)
{
	ch_product product = {0};

	if (!order_is_possible(evidence, verdict))
		return;
	if (!prepare(&product, evidence))
		ch_verdict_set(verdict, CH_ERROR, NULL, "no memory for the expected output");
	else if (flags_of(evidence) & CH_VARIANT_FLOAT_ACTIVATIONS)
		judge_nmse(&product, verdict);
	else if (evidence->one->judge == CH_JUDGE_ULP64)
		judge_doubles(&product, verdict);
	else if (evidence->one->data == CH_DATA_GIVEN)
		judge_given(&product, verdict);
	else if (evidence->one->judge == CH_JUDGE_BYTES)
		judge_bytes(&product, verdict);
	else if (evidence->one->judge == CH_JUDGE_MODEL)
		judge_model(&product, verdict);
	else
		judge_bound(&product, verdict);
	free(product.exact);
	free(product.bound);
	free(product.model);
}
