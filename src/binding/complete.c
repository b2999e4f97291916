/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be said of a kernel once all its lines are read; and the values of a call. */
#include <string.h>

#include "binding/keys.h"
#include "text/glob.h"

enum {
	ANY_SHAPE = 1u << CH_BIND_K | 1u << CH_BIND_NCOLS | 1u << CH_BIND_BLOCKS | 1u << CH_BIND_WAVE |
		    1u << CH_BIND_WAVES | 1u << CH_BIND_X_BYTES | 1u << CH_BIND_Y_BYTES,
	OF_WEIGHTS = 1u << CH_BIND_ROWS | 1u << CH_BIND_BLOCK_BYTES | 1u << CH_BIND_GGML_ID | 1u << CH_BIND_W_BYTES,
	OF_ORDER = 1u << CH_BIND_WAVE | 1u << CH_BIND_GGML_ID | 1u << CH_BIND_BLOCK_BYTES
};

static bool refuse_at(ch_reader *reader, uint32_t line, const char *words, const char *name)
{
	reader->line = line;
	return ch_reader_refuse(reader, "%s%s", words, name);
}

static bool names_fit(ch_reader *reader, const ch_binding_kernel *kernel, ch_binding_expression expression,
		      uint32_t allowed)
{
	if (!expression.node)
		return true;
	if (!kernel->waves)
		allowed &= ~(1u << CH_BIND_WAVES);
	const uint32_t wrong = reader->binding->nodes[expression.node].uses & ~allowed;
	if (!wrong)
		return true;
	const ch_binding_variable variable = (ch_binding_variable)__builtin_ctz(wrong);
	reader->line = expression.line;
	if (variable == CH_BIND_WAVES && !kernel->waves)
		return ch_reader_refuse(reader, "'waves' means nothing without a line 'waves' of this kernel");
	return ch_reader_refuse(reader, "'%s' means nothing here", ch_binding_variable_name(variable));
}

static bool all_names_fit(ch_reader *reader, const ch_binding_kernel *kernel)
{
	const uint32_t allowed = kernel->op == CH_OP_QUANTIZE_Q8_1 ? ANY_SHAPE : ANY_SHAPE | OF_WEIGHTS;
	bool fit = true;

	for (int i = 0; i < 3 && fit; i++)
		fit = names_fit(reader, kernel, kernel->grid[i], allowed) &&
		      names_fit(reader, kernel, kernel->block[i], allowed);
	for (uint32_t i = 0; i < kernel->piece_count && fit; i++)
		fit = names_fit(reader, kernel, kernel->pieces[i].number, allowed);
	for (uint32_t i = 0; i < kernel->arg_count && fit; i++)
		fit = names_fit(reader, kernel, kernel->args[i].value, allowed);
	for (uint32_t i = 0; i < CH_BIND_BUFFERS && fit; i++)
		fit = names_fit(reader, kernel, kernel->buffer_bytes[i], allowed);
	return fit && names_fit(reader, kernel, kernel->lds, allowed) &&
	       names_fit(reader, kernel, kernel->order.waves, allowed) &&
	       names_fit(reader, kernel, kernel->order.lanes, OF_ORDER);
}

/* bit 1u << ch_binding_buffer: those that the operation has, and must have */
static uint32_t needed_buffers(const ch_binding_kernel *kernel)
{
	if (kernel->op == CH_OP_QUANTIZE_Q8_1)
		return 1u << CH_BIND_X | 1u << CH_BIND_X_Q8_1;
	return 1u << CH_BIND_W | 1u << CH_BIND_Y | 1u << (kernel->float_activations ? CH_BIND_X : CH_BIND_X_Q8_1);
}

static bool buffers_fit(ch_reader *reader, const ch_binding_kernel *kernel)
{
	const uint32_t needed = needed_buffers(kernel), allowed = needed | 1u << CH_BIND_NULL | 1u << CH_BIND_SCRATCH;
	uint32_t given = 0;

	for (uint32_t i = 0; i < kernel->arg_count; i++) {
		const ch_binding_arg *arg = &kernel->args[i];

		if (arg->type != CH_BIND_PTR)
			continue;
		given |= 1u << arg->buffer;
		if (!(allowed & 1u << arg->buffer))
			return refuse_at(reader, arg->line, "the operation has no buffer ",
					 ch_binding_buffer_name(arg->buffer));
		if (arg->buffer == CH_BIND_SCRATCH && !kernel->buffer_bytes[CH_BIND_SCRATCH].node)
			return refuse_at(reader, arg->line, "scratch needs its size: a line 'buffer scratch BYTES'",
					 "");
	}
	for (uint32_t i = 0; i < CH_BIND_BUFFERS; i++) {
		if (needed & ~given & 1u << i)
			return refuse_at(reader, kernel->line, "missing: an argument that points to ",
					 ch_binding_buffer_name((ch_binding_buffer)i));
		if (kernel->buffer_bytes[i].node && !(given & 1u << i))
			return refuse_at(reader, kernel->buffer_bytes[i].line, "no argument points to ",
					 ch_binding_buffer_name((ch_binding_buffer)i));
	}
	return true;
}

static const char *missing_key(const ch_binding_kernel *kernel)
{
	const bool product = kernel->op != CH_OP_QUANTIZE_Q8_1;

	return kernel->op == CH_OP_COUNT			 ? "op"
	       : !kernel->piece_count				 ? "symbol"
	       : product && !kernel->formats			 ? "format"
	       : product && !kernel->least_ncols		 ? "ncols"
	       : !kernel->grid[0].node				 ? "grid"
	       : !kernel->block[0].node				 ? "block"
	       : !kernel->arg_count				 ? "arg"
	       : kernel->order.waves.node && !kernel->order.line ? "order (order-waves is there)"
	       : kernel->order.reported && !kernel->order.line	 ? "order (same-bytes is there)"
								 : NULL;
}

bool ch_binding_complete(ch_reader *reader, ch_binding_kernel *kernel)
{
	const char *missing = missing_key(kernel);

	if (missing)
		return refuse_at(reader, kernel->line, "missing in this kernel: ", missing);
	if (kernel->op == CH_OP_QUANTIZE_Q8_1) {
		if (kernel->formats || kernel->least_ncols || kernel->order.line || kernel->waves ||
		    kernel->float_activations)
			return refuse_at(reader, kernel->line,
					 "quantize_q8_1 has no format, ncols, waves, order or activations", "");
		kernel->least_ncols = 1;
		kernel->most_ncols = UINT32_MAX;
	}
	if (kernel->float_activations && kernel->order.line)
		return refuse_at(reader, kernel->order.line,
				 "an order of summation is compared for q8_1 activations only", "");
	if (kernel->op == CH_OP_MMVQ && kernel->most_ncols > 8)
		return refuse_at(reader, kernel->line, "mmvq has up to 8 columns; mmq has more", "");
	return buffers_fit(reader, kernel) && all_names_fit(reader, kernel);
}

bool ch_binding_kernel_fits(const ch_binding *binding, const ch_binding_kernel *kernel, const char *arch,
			    uint32_t wave_size)
{
	bool named = kernel->arch_count == 0;

	for (uint32_t i = 0; i < kernel->arch_count; i++)
		named = named || ch_glob_matches(binding->text + kernel->arches[i], arch);
	return named && kernel->wave_sizes & wave_size;
}

void ch_binding_scope_fill(const ch_binding *binding, const ch_binding_kernel *kernel, ch_format format,
			   uint32_t wave_size, uint32_t waves, int64_t k, int64_t rows, int64_t ncols,
			   ch_binding_scope *scope)
{
	const int64_t blocks = k / CH_BLOCK_WEIGHTS;
	int64_t *v = scope->values;

	scope->binding = binding;
	memset(scope->let_known, 0, sizeof(scope->let_known));
	memset(v, 0, sizeof(scope->values));
	v[CH_BIND_K] = k;
	v[CH_BIND_NCOLS] = ncols;
	v[CH_BIND_BLOCKS] = blocks;
	v[CH_BIND_WAVE] = wave_size;
	v[CH_BIND_WAVES] = waves;
	/* the caller has checked that the buffers exist, so none of these overflows; nor does anything of a shape that it refuses */
	v[CH_BIND_X_BYTES] = (int64_t)((uint64_t)blocks * (uint64_t)ncols * CH_Q8_1_BYTES);
	if (kernel->op == CH_OP_QUANTIZE_Q8_1) {
		v[CH_BIND_Y_BYTES] = v[CH_BIND_X_BYTES];
		v[CH_BIND_X_BYTES] = (int64_t)((uint64_t)k * (uint64_t)ncols * sizeof(float));
		return;
	}
	const ch_format_info *info = ch_format_get(format);
	v[CH_BIND_ROWS] = rows;
	v[CH_BIND_BLOCK_BYTES] = info->block_bytes;
	v[CH_BIND_GGML_ID] = info->ggml_id;
	v[CH_BIND_W_BYTES] = (int64_t)((uint64_t)blocks * (uint64_t)rows * info->block_bytes);
	if (kernel->float_activations)
		v[CH_BIND_X_BYTES] = (int64_t)((uint64_t)k * (uint64_t)ncols * sizeof(float));
	v[CH_BIND_Y_BYTES] = (int64_t)((uint64_t)rows * (uint64_t)ncols * sizeof(float));
}
