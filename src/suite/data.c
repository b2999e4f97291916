/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "suite/data.h"

static bool needs_weights(ch_op op)
{
	return op == CH_OP_DECODE || op == CH_OP_VALIDATE || op == CH_OP_MMVQ || op == CH_OP_MMQ;
}

static bool needs_floats(ch_op op)
{
	return op == CH_OP_QUANTIZE || op == CH_OP_QUANTIZE_Q8_1 || op == CH_OP_QUANTIZE_CELLS;
}

static void *duplicate(const void *data, size_t bytes)
{
	void *copy = data ? malloc(bytes ? bytes : 1) : NULL;

	if (copy)
		memcpy(copy, data, bytes);
	return copy;
}

static ch_status allocate(const ch_case *one, ch_inputs *inputs)
{
	/* a quantizer's rows, or columns of activations */
	int64_t float_rows = one->op == CH_OP_QUANTIZE ? one->rows : one->ncols;
	size_t count, bytes;
	ch_status status = ch_weights_bytes(one->format, one->k, one->rows, &bytes);

	if (status)
		return status;
	if (one->ncols < 0 || __builtin_mul_overflow(one->k, needs_floats(one->op) ? float_rows : one->ncols, &count) ||
	    count > PTRDIFF_MAX / sizeof(float))
		return CH_BAD_SHAPE;
	if (needs_weights(one->op)) {
		inputs->w_bytes = bytes;
		inputs->w = malloc(bytes ? bytes : 1);
		if (!inputs->w)
			return CH_OUT_OF_MEMORY;
	}
	if (one->op == CH_OP_MMVQ || one->op == CH_OP_MMQ) {
		inputs->x_q8_1_bytes = count / CH_BLOCK_WEIGHTS * CH_Q8_1_BYTES;
		inputs->x_q8_1 = malloc(inputs->x_q8_1_bytes ? inputs->x_q8_1_bytes : 1);
		if (!inputs->x_q8_1)
			return CH_OUT_OF_MEMORY;
	}
	if (needs_floats(one->op)) {
		inputs->x_count = count;
		inputs->x = malloc((count ? count : 1) * sizeof(float));
		if (!inputs->x)
			return CH_OUT_OF_MEMORY;
	}
	return CH_OK;
}

static ch_status copy_given(const ch_case *one, ch_inputs *inputs)
{
	const ch_given *given = &one->given;

	if (inputs->w && given->w)
		memcpy(inputs->w, given->w, inputs->w_bytes);
	if (inputs->x && given->x)
		memcpy(inputs->x, given->x, inputs->x_count * sizeof(float));
	if (inputs->x_q8_1 && given->x_q8_1)
		memcpy(inputs->x_q8_1, given->x_q8_1, inputs->x_q8_1_bytes);
	inputs->importance = duplicate(given->importance, (size_t)one->k * sizeof(float));
	return given->importance && !inputs->importance ? CH_OUT_OF_MEMORY : CH_OK;
}

static ch_status make(const ch_case *one, ch_inputs *inputs)
{
	if (inputs->w)
		ch_data_weights(one->format, one->data, one->k, one->rows, one->seed, inputs->w);
	if (inputs->x_q8_1)
		ch_data_activations(one->format, one->data, one->k, one->ncols, one->seed, inputs->x_q8_1);
	if (inputs->x)
		ch_data_floats(one->format, one->data, one->k, one->op == CH_OP_QUANTIZE ? one->rows : one->ncols,
			       one->seed, inputs->x);
	if (one->op == CH_OP_QUANTIZE && one->importance != CH_IMPORTANCE_NONE) {
		inputs->importance = malloc((size_t)one->k * sizeof(float));
		if (!inputs->importance)
			return CH_OUT_OF_MEMORY;
		ch_data_importance(one->importance, one->k, one->seed, inputs->importance);
	}
	return CH_OK;
}

ch_status ch_data_make(const ch_case *one, ch_inputs *inputs)
{
	*inputs = (ch_inputs){0};
	if (one->op == CH_OP_QSA)
		return ch_data_make_qsa(one, false, &inputs->qsa);
	ch_status status = allocate(one, inputs);

	if (!status)
		status = one->data == CH_DATA_GIVEN || one->data == CH_DATA_DIGEST ? copy_given(one, inputs)
										   : make(one, inputs);
	if (status)
		ch_data_free(inputs);
	return status;
}

void ch_data_free(ch_inputs *inputs)
{
	free(inputs->w);
	free(inputs->x);
	free(inputs->importance);
	free(inputs->x_q8_1);
	ch_data_free_qsa(&inputs->qsa);
	*inputs = (ch_inputs){0};
}
