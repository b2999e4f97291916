/* SPDX-License-Identifier: Apache-2.0 */
#include "suite/build_call.h"

#include <stdlib.h>

/* k as it would have to be: a refused shape still gets buffers, so that what breaks is the refusal and not the suite. */
static int64_t whole_k(int64_t k)
{
	int64_t positive = k < 0 ? -k : k;

	return positive < CH_BLOCK_WEIGHTS ? CH_BLOCK_WEIGHTS
					   : (positive + CH_BLOCK_WEIGHTS - 1) / CH_BLOCK_WEIGHTS * CH_BLOCK_WEIGHTS;
}

ch_case ch_build_sound_case(const ch_case *one)
{
	ch_case sound = *one;

	sound.data = CH_DATA_RANDOM;
	if (one->op != CH_OP_QSA)
		sound.k = whole_k(one->k);
	if (one->op == CH_OP_QUANTIZE_CELLS)
		sound.k = (sound.k + CH_CELL_GROUP - 1) / CH_CELL_GROUP * CH_CELL_GROUP;
	return sound;
}

ch_status ch_build_refused_inputs(const ch_case *one, ch_inputs *inputs)
{
	const ch_case sound = ch_build_sound_case(one);
	ch_status status = ch_data_make(&sound, inputs);

	if (!status && one->op == CH_OP_QSA)
		ch_qsa_refusal_apply(one->qsa.refusal, &inputs->qsa);
	return status;
}

#define FIELD(type, member) offsetof(ch_##type##_args, member)

static void build_decode(const ch_case *one, const ch_inputs *inputs, ch_call *call)
{
	call->args.decode = (ch_decode_args){
		.struct_size = sizeof(ch_decode_args), .format = one->format, .k = one->k, .rows = one->rows};
	ch_call_input(call, "w", FIELD(decode, w), ch_format_get(one->format)->block_align, inputs->w, inputs->w_bytes);
	ch_call_output(call, "y", FIELD(decode, y), 4, (size_t)(whole_k(one->k) * one->rows) * sizeof(float));
}

static void build_validate(const ch_case *one, const ch_inputs *inputs, ch_call *call)
{
	call->args.validate = (ch_validate_args){
		.struct_size = sizeof(ch_validate_args), .format = one->format, .k = one->k, .rows = one->rows};
	ch_call_input(call, "w", FIELD(validate, w), ch_format_get(one->format)->block_align, inputs->w,
		      inputs->w_bytes);
	ch_call_output(call, "bad", FIELD(validate, bad), _Alignof(ch_bad_scale), sizeof(ch_bad_scale));
}

static void build_quantize(const ch_case *one, const ch_inputs *inputs, ch_call *call)
{
	call->args.quantize = (ch_quantize_args){
		.struct_size = sizeof(ch_quantize_args), .format = one->format, .k = one->k, .rows = one->rows};
	ch_call_input(call, "x", FIELD(quantize, x), 4, inputs->x, inputs->x_count * sizeof(float));
	ch_call_input(call, "importance", FIELD(quantize, importance), 4, inputs->importance,
		      inputs->importance ? (size_t)whole_k(one->k) * sizeof(float) : 0);
	ch_call_output(call, "w", FIELD(quantize, w), ch_format_get(one->format)->block_align,
		       (size_t)(whole_k(one->k) / CH_BLOCK_WEIGHTS * one->rows) *
			       ch_format_get(one->format)->block_bytes);
}

static void build_q8_1(const ch_case *one, const ch_inputs *inputs, ch_call *call)
{
	call->args.quantize_q8_1 =
		(ch_quantize_q8_1_args){.struct_size = sizeof(ch_quantize_q8_1_args), .k = one->k, .ncols = one->ncols};
	ch_call_input(call, "x", FIELD(quantize_q8_1, x), 4, inputs->x, inputs->x_count * sizeof(float));
	ch_call_output(call, "x_q8_1", FIELD(quantize_q8_1, x_q8_1), 4,
		       (size_t)(whole_k(one->k) / CH_BLOCK_WEIGHTS * one->ncols) * CH_Q8_1_BYTES);
}

static void build_cells(const ch_case *one, const ch_inputs *inputs, ch_call *call)
{
	size_t values = (size_t)(whole_k(one->k) * one->ncols);

	call->args.quantize_cells = (ch_quantize_cells_args){
		.struct_size = sizeof(ch_quantize_cells_args), .head_dim = one->k, .count = one->ncols};
	ch_call_input(call, "x", FIELD(quantize_cells, x), 4, inputs->x, inputs->x_count * sizeof(float));
	ch_call_output(call, "codes", FIELD(quantize_cells, codes), 1, values);
	ch_call_output(call, "scales", FIELD(quantize_cells, scales), 2,
		       (values + CH_CELL_GROUP - 1) / CH_CELL_GROUP * sizeof(uint16_t));
}

static void build_product(const ch_case *one, const ch_inputs *inputs, uint32_t variant, uint32_t waves, ch_call *call)
{
	call->args.mmvq = (ch_mmvq_args){
		.struct_size = sizeof(ch_mmvq_args),
		.format = one->format,
		.variant = variant,
		.waves = waves,
		.k = one->k,
		.rows = one->rows,
		.ncols = one->ncols,
	};
	ch_call_input(call, "w", FIELD(mmvq, w), ch_format_get(one->format)->block_align, inputs->w, inputs->w_bytes);
	ch_call_input(call, "x_q8_1", FIELD(mmvq, x_q8_1), 4, inputs->x_q8_1, inputs->x_q8_1_bytes);
	ch_call_output(call, "y", FIELD(mmvq, y), 4, (size_t)(one->rows * one->ncols) * sizeof(float));
}

/* Each input where the arguments have a pointer: a call that must be refused may lack one. */
static void build_qsa(const ch_qsa_inputs *in, uint32_t variant, ch_call *call)
{
	const ch_qsa_args *args = &in->args;

	call->args.qsa = *args;
	call->args.qsa.variant = variant;
	ch_call_input(call, "q", FIELD(qsa, q), 16, in->q, args->q ? in->q_bytes : 0);
	ch_call_input(call, "k", FIELD(qsa, k), 16, in->k, args->k ? in->pool_bytes : 0);
	ch_call_input(call, "v", FIELD(qsa, v), 16, in->v, args->v ? in->pool_bytes : 0);
	ch_call_input(call, "k_scales", FIELD(qsa, k_scales), 2, in->k_scales, args->k_scales ? in->scale_bytes : 0);
	ch_call_input(call, "v_scales", FIELD(qsa, v_scales), 2, in->v_scales, args->v_scales ? in->scale_bytes : 0);
	ch_call_input(call, "page_table", FIELD(qsa, page_table), 4, in->page_table,
		      args->page_table ? in->table_bytes : 0);
	ch_call_input(call, "ids", FIELD(qsa, ids), 4, in->ids, args->ids ? in->ids_bytes : 0);
	ch_call_input(call, "width", FIELD(qsa, width), 4, in->width, args->width ? in->width_bytes : 0);
	ch_call_output(call, "out", FIELD(qsa, out), 4, in->out_bytes);
}

void ch_build_call(const ch_case *one, const ch_inputs *inputs, uint32_t variant, uint32_t waves, ch_call *call,
		   uint32_t *first_output)
{
	*call = (ch_call){.op = one->op};
	switch (one->op) {
	case CH_OP_DECODE:
		build_decode(one, inputs, call);
		break;
	case CH_OP_VALIDATE:
		build_validate(one, inputs, call);
		break;
	case CH_OP_QUANTIZE:
		build_quantize(one, inputs, call);
		break;
	case CH_OP_QUANTIZE_Q8_1:
		build_q8_1(one, inputs, call);
		break;
	case CH_OP_QUANTIZE_CELLS:
		build_cells(one, inputs, call);
		break;
	case CH_OP_MMVQ:
	case CH_OP_MMQ:
		build_product(one, inputs, variant, waves, call);
		break;
	case CH_OP_QSA:
		build_qsa(&inputs->qsa, variant, call);
		break;
	default:
		break;
	}
	*first_output = 0;
	while (*first_output < call->buffer_count && !call->buffers[*first_output].output)
		++*first_output;
}
