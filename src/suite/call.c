/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "providers/providers.h"
#include "suite/call.h"

static void add_buffer(ch_call *call, ch_buffer buffer)
{
	if (call->buffer_count < CH_CALL_BUFFERS)
		call->buffers[call->buffer_count++] = buffer;
}

void ch_call_input(ch_call *call, const char *name, size_t pointer_offset, uint32_t align, const void *data,
		   size_t bytes)
{
	add_buffer(call, (ch_buffer){name, pointer_offset, false, align, bytes, data});
}

void ch_call_output(ch_call *call, const char *name, size_t pointer_offset, uint32_t align, size_t bytes)
{
	add_buffer(call, (ch_buffer){name, pointer_offset, true, align, bytes, NULL});
}

ch_status ch_call_provider(const ch_provider *provider, void *state, const ch_call *call, ch_outcome *outcome)
{
	if (!ch_provider_has(provider, call->op)) {
		snprintf(outcome->message, sizeof(outcome->message), "the provider has no %s", ch_op_name(call->op));
		return CH_UNSUPPORTED;
	}
	switch (call->op) {
	case CH_OP_DECODE:
		return provider->decode(state, &call->args.decode, outcome);
	case CH_OP_VALIDATE:
		return provider->validate(state, &call->args.validate, outcome);
	case CH_OP_QUANTIZE:
		return provider->quantize(state, &call->args.quantize, outcome);
	case CH_OP_QUANTIZE_Q8_1:
		return provider->quantize_q8_1(state, &call->args.quantize_q8_1, outcome);
	case CH_OP_QUANTIZE_CELLS:
		return provider->quantize_cells(state, &call->args.quantize_cells, outcome);
	case CH_OP_MMVQ:
		return provider->mmvq(state, &call->args.mmvq, outcome);
	case CH_OP_MMQ:
		return provider->mmq(state, &call->args.mmvq, outcome);
	case CH_OP_QSA:
		return provider->qsa(state, &call->args.qsa, outcome);
	default:
		return CH_UNSUPPORTED;
	}
}
