/* SPDX-License-Identifier: Apache-2.0
 *
 * The reference as a provider: so that the suite can judge itself, and known answers can be checked, by the same road as
 * anybody's kernels. Its variants of mmvq and qsa are the exact value rounded once, and the C models of the contract's
 * orders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "providers/providers.h"

#ifdef __clang__
#define COMPILER "" /* its version string begins with its name */
#else
#define COMPILER "gcc "
#endif

/* waves of 1, 2, 4 and 8 a workgroup */
enum { WAVES_1_2_4_8 = 1u << 0 | 1u << 1 | 1u << 3 | 1u << 7 };

typedef struct ch_model_row {
	const char *name;
	ch_format format;
	uint32_t wave_size;
} ch_model_row;

static const ch_model_row models[] = {
	{"fp2-w32", CH_FP2, 32},	   {"fp2-w64", CH_FP2, 64},	      {"fp3-w32", CH_FP3, 32},
	{"fp3-w64", CH_FP3, 64},	   {"fp4-w32", CH_FP4, 32},	      {"fp4-w64", CH_FP4, 64},
	{"fp4-fast-w32", CH_FP4_FAST, 32}, {"fp4-fast-w64", CH_FP4_FAST, 64}, {"fp6-w32", CH_FP6, 32},
	{"fp6-w64", CH_FP6, 64},	   {"fp8-w32", CH_FP8, 32},	      {"fp8-w64", CH_FP8, 64},
};

enum {
	MODEL_COUNT = sizeof(models) / sizeof(models[0]),
	EXACT_MMVQ = MODEL_COUNT,
	EXACT_MMQ,
	EXACT_QSA,
	MODEL_QSA,
	VARIANT_COUNT
};

static ch_variant variants[VARIANT_COUNT];

static ch_status reference_open(const char *argument, void **state, ch_outcome *outcome)
{
	if (argument[0]) {
		snprintf(outcome->message, sizeof(outcome->message), "the reference takes no argument, got '%.60s'",
			 argument);
		return CH_BAD_ARGUMENT;
	}
	for (uint32_t i = 0; i < MODEL_COUNT; i++)
		variants[i] = (ch_variant){
			.struct_size = sizeof(ch_variant),
			.op = CH_OP_MMVQ,
			.name = models[i].name,
			.formats = 1u << models[i].format,
			.max_ncols = 8,
			.waves = WAVES_1_2_4_8,
			.order = ch_order_base(models[i].format, models[i].wave_size, 1),
		};
	variants[EXACT_MMVQ] = (ch_variant){.struct_size = sizeof(ch_variant),
					    .op = CH_OP_MMVQ,
					    .name = "exact",
					    .formats = CH_ALL_FORMATS,
					    .max_ncols = 8};
	variants[EXACT_MMQ] = (ch_variant){.struct_size = sizeof(ch_variant),
					   .op = CH_OP_MMQ,
					   .name = "exact-mmq",
					   .formats = CH_ALL_FORMATS,
					   .max_ncols = 128};
	variants[EXACT_QSA] = (ch_variant){.struct_size = sizeof(ch_variant), .op = CH_OP_QSA, .name = "exact-qsa"};
	/* order.lanes: the order is stated, and is that of ch_qsa_model */
	variants[MODEL_QSA] = (ch_variant){
		.struct_size = sizeof(ch_variant), .op = CH_OP_QSA, .name = "qsa-model", .order = {.lanes = 32}};
	*state = variants;
	return CH_OK;
}

static void reference_close(void *state)
{
	(void)state;
}

static void reference_describe(void *state, char *text, size_t size)
{
	(void)state;
	snprintf(text, size, "the contract in plain C, compiled by " COMPILER __VERSION__);
}

static const ch_variant *reference_variants(void *state, uint32_t *count)
{
	*count = VARIANT_COUNT;
	return state;
}

static ch_status reference_decode(void *state, const ch_decode_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return ch_decode(args->format, args->k, args->rows, args->w, args->y);
}

static ch_status reference_validate(void *state, const ch_validate_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return ch_validate(args->format, args->k, args->rows, args->w, args->bad);
}

static ch_status reference_quantize(void *state, const ch_quantize_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return ch_quantize(args->format, args->k, args->rows, args->x, args->importance, args->w);
}

static ch_status reference_quantize_q8_1(void *state, const ch_quantize_q8_1_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return ch_quantize_q8_1(args->k, args->ncols, args->x, args->x_q8_1);
}

static ch_status reference_quantize_cells(void *state, const ch_quantize_cells_args *args, ch_outcome *outcome)
{
	(void)state;
	(void)outcome;
	return ch_quantize_cells(args->head_dim, args->count, args->x, args->codes, args->scales);
}

/* The exact values, each rounded once. */
static ch_status exact(const ch_mmvq_args *args)
{
	size_t count;

	if (args->rows < 0 || args->ncols < 0 || __builtin_mul_overflow(args->rows, args->ncols, &count) ||
	    count > SIZE_MAX / sizeof(double))
		return CH_BAD_SHAPE;
	double *values = malloc(count ? count * sizeof(double) : 1);

	if (!values)
		return CH_OUT_OF_MEMORY;
	ch_status status =
		ch_mmvq_reference(args->format, args->k, args->rows, args->ncols, args->w, args->x_q8_1, values);

	for (size_t i = 0; !status && i < count; i++)
		args->y[i] = (float)values[i];
	free(values);
	return status;
}

static ch_status reference_mmvq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	uint32_t variant = args->variant == CH_VARIANT_DEFAULT ? EXACT_MMVQ : args->variant;

	(void)state;
	if (variant >= VARIANT_COUNT || !(variants[variant].formats & 1u << args->format))
		return CH_BAD_ARGUMENT;
	snprintf(outcome->variant, sizeof(outcome->variant), "%s", variants[variant].name);
	if (!variants[variant].order.lanes)
		return exact(args);
	ch_order order = variants[variant].order;

	order.waves = outcome->waves = args->waves ? args->waves : 1;
	return ch_mmvq_model(args->format, &order, args->k, args->rows, args->ncols, args->w, args->x_q8_1, args->y);
}

static ch_status reference_mmq(void *state, const ch_mmvq_args *args, ch_outcome *outcome)
{
	(void)state;
	snprintf(outcome->variant, sizeof(outcome->variant), "%s", variants[EXACT_MMQ].name);
	return exact(args);
}

static ch_status exact_qsa(const ch_qsa_args *args)
{
	size_t count = (size_t)args->n_q * (size_t)args->n_head * (size_t)args->head_dim;
	double *values = malloc(count * sizeof(double)); /* the size has been checked */

	if (!values)
		return CH_OUT_OF_MEMORY;
	ch_status status = ch_qsa_reference(args, values, NULL);

	for (size_t i = 0; !status && i < count; i++)
		args->out[i] = (float)values[i];
	free(values);
	return status;
}

static ch_status reference_qsa(void *state, const ch_qsa_args *args, ch_outcome *outcome)
{
	uint32_t variant = args->variant == CH_VARIANT_DEFAULT ? EXACT_QSA : args->variant;
	char words[CH_QSA_WORDS];
	ch_status status = ch_qsa_check(args, words);

	(void)state;
	if (status) {
		snprintf(outcome->message, sizeof(outcome->message), "%s", words);
		return status;
	}
	if (variant >= VARIANT_COUNT || variants[variant].op != CH_OP_QSA) {
		snprintf(outcome->message, sizeof(outcome->message), "variant %u is none of qsa", variant);
		return CH_BAD_ARGUMENT;
	}
	snprintf(outcome->variant, sizeof(outcome->variant), "%s", variants[variant].name);
	return variant == MODEL_QSA ? ch_qsa_model(args, args->out) : exact_qsa(args);
}

const ch_provider *ch_provider_reference(void)
{
	static const ch_provider provider = {
		.abi_version = CH_PROVIDER_ABI,
		.struct_size = sizeof(ch_provider),
		.name = "reference",
		.open = reference_open,
		.close = reference_close,
		.describe = reference_describe,
		.variants = reference_variants,
		.decode = reference_decode,
		.validate = reference_validate,
		.quantize = reference_quantize,
		.quantize_q8_1 = reference_quantize_q8_1,
		.quantize_cells = reference_quantize_cells,
		.mmvq = reference_mmvq,
		.mmq = reference_mmq,
		.qsa = reference_qsa,
		.promises = CH_PROMISE_INVALID_SCALE_IS_ZERO,
	};
	return &provider;
}
