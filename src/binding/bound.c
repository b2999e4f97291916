/* SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of a launch. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "binding/bound.h"

/* A grid's x is at most 2^31 - 1 workgroups, y and z 65535; AMD counts work-items in 32 bits. */
enum { MAX_GRID_YZ = 65535, MAX_BLOCK = 1024, MAX_LDS = 1 << 20 };
#define MAX_BUFFER ((int64_t)1 << 40)

ch_status ch_bound_refuse(const ch_bound_launch *launch, uint32_t line, ch_gcn_error *error, const char *format, ...)
{
	const int used = snprintf(error->text, sizeof(error->text), "%s:%u: ", launch->binding->path, line);
	va_list list;

	va_start(list, format);
	vsnprintf(error->text + used, sizeof(error->text) - (size_t)used, format, list);
	va_end(list);
	return CH_BAD_ARGUMENT;
}

/* A number between two others, or why not. */
static ch_status number_within(const ch_bound_launch *launch, ch_binding_scope *scope, ch_binding_expression expression,
			       const char *what, int64_t least, int64_t most, int64_t *value, ch_gcn_error *error)
{
	const ch_status status = ch_binding_evaluate(scope, expression, value, error);

	if (status || (*value >= least && *value <= most))
		return status;
	return ch_bound_refuse(launch, expression.line, error,
			       "%s is %" PRId64 ", expected %" PRId64 " to %" PRId64 ", at k %" PRId64 ", rows %" PRId64
			       ", ncols %" PRId64,
			       what, *value, least, most, scope->values[CH_BIND_K], scope->values[CH_BIND_ROWS],
			       scope->values[CH_BIND_NCOLS]);
}

static ch_status plan_shape(ch_bound_launch *launch, ch_binding_scope *scope, ch_gcn_error *error)
{
	const ch_binding_kernel *kernel = launch->kernel;
	uint64_t threads = 1, items = 1;

	for (int i = 0; i < 3; i++) {
		int64_t grid = 1, block = 1;
		ch_status status = CH_OK;

		if (kernel->grid[i].node)
			status = number_within(launch, scope, kernel->grid[i], "a grid's dimension", 0,
					       i ? MAX_GRID_YZ : INT32_MAX, &grid, error);
		if (!status && kernel->block[i].node)
			status = number_within(launch, scope, kernel->block[i], "a workgroup's dimension", 1, MAX_BLOCK,
					       &block, error);
		if (status)
			return status;
		launch->grid[i] = (uint32_t)grid;
		launch->block[i] = (uint32_t)block;
		threads *= (uint64_t)block;
		items = (uint64_t)grid * (uint64_t)block;
		if (items > UINT32_MAX)
			return ch_bound_refuse(launch, kernel->grid_line, error, "more work-items than a grid holds");
	}
	if (threads > MAX_BLOCK)
		return ch_bound_refuse(launch, kernel->block_line, error,
				       "a workgroup of %" PRIu64 " work-items, expected at most %d", threads,
				       MAX_BLOCK);
	if (kernel->lds.node) {
		int64_t lds;
		const ch_status status =
			number_within(launch, scope, kernel->lds, "the dynamic LDS", 0, MAX_LDS, &lds, error);

		if (status)
			return status;
		launch->lds = (uint32_t)lds;
	}
	return CH_OK;
}

static unsigned hex_value(char c)
{
	return c >= '0' && c <= '9' ? (unsigned)(c - '0') : ((unsigned)c | 0x20u) - 'a' + 10;
}

/* What a number of each type can hold; CH_BIND_PTR: the bytes into its buffer. */
static const struct {
	int64_t least, most;
} ranges[CH_BIND_TYPES] = {
	[CH_BIND_PTR] = {0, MAX_BUFFER},
	[CH_BIND_I32] = {INT32_MIN, INT32_MAX},
	[CH_BIND_U32] = {0, UINT32_MAX},
	[CH_BIND_I64] = {INT64_MIN, INT64_MAX},
	[CH_BIND_U64] = {0, INT64_MAX},
	[CH_BIND_BOOL] = {0, 1},
	/* integers that binary32 has */
	[CH_BIND_F32] = {-(1 << 24), 1 << 24},
};

static ch_status plan_argument(ch_bound_launch *launch, uint32_t index, ch_binding_scope *scope, ch_gcn_error *error)
{
	const ch_binding_arg *arg = &launch->kernel->args[index];
	uint8_t *to = launch->segment + arg->offset;
	int64_t value = 0;

	if (arg->type == CH_BIND_BYTES) {
		const char *digits = launch->binding->text + arg->digits;

		for (uint32_t i = 0; i < arg->bytes; i++)
			to[i] = (uint8_t)(hex_value(digits[2 * i]) << 4 | hex_value(digits[2 * i + 1]));
		return CH_OK;
	}
	if (arg->value.node) {
		const ch_status status = number_within(launch, scope, arg->value, ch_binding_type_name(arg->type),
						       ranges[arg->type].least, ranges[arg->type].most, &value, error);

		if (status)
			return status;
	}
	if (arg->type == CH_BIND_PTR) {
		launch->pointer_offsets[index] = (uint64_t)value;
		return CH_OK;
	}
	if (arg->type == CH_BIND_F32) {
		const float number = (float)value;
		uint32_t bits = arg->literal;

		if (arg->value.node)
			memcpy(&bits, &number, sizeof(bits));
		value = (int64_t)bits;
	}
	for (uint32_t i = 0; arg->type != CH_BIND_ZERO && i < arg->bytes; i++)
		to[i] = (uint8_t)((uint64_t)value >> (8 * i));
	return CH_OK;
}

static ch_status plan_buffers(ch_bound_launch *launch, ch_binding_scope *scope, ch_gcn_error *error)
{
	const ch_binding_kernel *kernel = launch->kernel;
	const int64_t *v = scope->values;
	const bool quantizes = kernel->op == CH_OP_QUANTIZE_Q8_1;
	const int64_t given[CH_BIND_BUFFERS] = {
		[CH_BIND_W] = v[CH_BIND_W_BYTES],
		[CH_BIND_X] = v[CH_BIND_X_BYTES],
		[CH_BIND_X_Q8_1] = quantizes ? v[CH_BIND_Y_BYTES] : v[CH_BIND_X_BYTES],
		[CH_BIND_Y] = v[CH_BIND_Y_BYTES],
	};

	for (uint32_t i = 0; i < CH_BIND_BUFFERS; i++) {
		int64_t bytes = given[i];

		if (kernel->buffer_bytes[i].node) {
			const ch_status status = number_within(launch, scope, kernel->buffer_bytes[i],
							       "a buffer's size", given[i], MAX_BUFFER, &bytes, error);

			if (status)
				return status;
		}
		launch->buffer_bytes[i] = (uint64_t)bytes;
	}
	for (uint32_t i = 0; i < kernel->arg_count; i++)
		if (kernel->args[i].type == CH_BIND_PTR &&
		    launch->pointer_offsets[i] > launch->buffer_bytes[kernel->args[i].buffer])
			return ch_bound_refuse(
				launch, kernel->args[i].line, error, "%" PRIu64 " bytes into %s, which has %" PRIu64,
				launch->pointer_offsets[i], ch_binding_buffer_name(kernel->args[i].buffer),
				launch->buffer_bytes[kernel->args[i].buffer]);
	return CH_OK;
}

ch_status ch_bound_plan(const ch_binding_kernel *kernel, ch_binding_scope *scope, ch_bound_launch *launch,
			ch_gcn_error *error)
{
	memset(launch, 0, sizeof(*launch));
	launch->binding = scope->binding;
	launch->kernel = kernel;
	launch->row_waves = kernel->waves ? (uint32_t)scope->values[CH_BIND_WAVES] : 1;
	ch_status status = ch_binding_render(kernel, scope, launch->symbol, sizeof(launch->symbol), error);
	if (!status)
		status = plan_shape(launch, scope, error);
	for (uint32_t i = 0; i < kernel->arg_count && !status; i++)
		status = plan_argument(launch, i, scope, error);
	if (!status)
		status = plan_buffers(launch, scope, error);
	if (!status && kernel->order.waves.node) {
		int64_t waves;

		status = number_within(launch, scope, kernel->order.waves, "the waves that share a row", 1, 32, &waves,
				       error);
		launch->row_waves = status ? 0 : (uint32_t)waves;
	}
	return status;
}
