/* SPDX-License-Identifier: Apache-2.0
 *
 * The lines 'arg' and 'buffer' of a kernel. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "binding/keys.h"

enum { MAX_KERNARG = 4096 };

static const struct {
	const char *name;
	uint32_t bytes; /* 0: the line says */
} types[CH_BIND_TYPES] = {
	[CH_BIND_PTR] = {"ptr", 8},   [CH_BIND_I32] = {"i32", 4},     [CH_BIND_U32] = {"u32", 4},
	[CH_BIND_I64] = {"i64", 8},   [CH_BIND_U64] = {"u64", 8},     [CH_BIND_F32] = {"f32", 4},
	[CH_BIND_BOOL] = {"bool", 1}, [CH_BIND_BYTES] = {"bytes", 0}, [CH_BIND_ZERO] = {"zero", 0},
};

static const char *const buffers[CH_BIND_BUFFERS] = {
	[CH_BIND_NULL] = "null", [CH_BIND_W] = "w", [CH_BIND_X_Q8_1] = "x_q8_1",
	[CH_BIND_X] = "x",	 [CH_BIND_Y] = "y", [CH_BIND_SCRATCH] = "scratch",
};

const char *ch_binding_type_name(ch_binding_type type)
{
	return (unsigned)type < CH_BIND_TYPES ? types[type].name : "?";
}

const char *ch_binding_buffer_name(ch_binding_buffer buffer)
{
	return (unsigned)buffer < CH_BIND_BUFFERS ? buffers[buffer] : "?";
}

static bool read_buffer(ch_reader *reader, ch_binding_buffer *buffer)
{
	char word[24];

	if (!ch_reader_word(reader, "a buffer: w, x_q8_1, x, y, scratch or null", word, sizeof(word)))
		return false;
	for (unsigned i = 0; i < CH_BIND_BUFFERS; i++)
		if (strcmp(buffers[i], word) == 0) {
			*buffer = (ch_binding_buffer)i;
			return true;
		}
	return ch_reader_refuse(reader, "no buffer '%s': w, x_q8_1, x, y, scratch or null", word);
}

static bool read_pointer(ch_reader *reader, ch_binding_arg *arg)
{
	if (!read_buffer(reader, &arg->buffer))
		return false;
	if (!ch_reader_take(reader, '+'))
		return true;
	if (arg->buffer == CH_BIND_NULL)
		return ch_reader_refuse(reader, "null has no bytes to go on by");
	return ch_reader_expression(reader, &arg->value);
}

/* 0.5 and 1e-3 are literals, anything that is no number to its end is an expression. */
static bool read_float(ch_reader *reader, ch_binding_arg *arg)
{
	char *end;

	ch_reader_skip(reader);
	if (reader->at[strspn(reader->at, "0123456789+-.eE")])
		return ch_reader_expression(reader, &arg->value);
	const float value = strtof(reader->at, &end);
	if (end == reader->at || *end)
		return ch_reader_refuse(reader, "expected a number, found '%.40s'", reader->at);
	memcpy(&arg->literal, &value, sizeof(value));
	reader->at = end;
	return true;
}

static bool read_bytes(ch_reader *reader, ch_binding_arg *arg)
{
	ch_reader_skip(reader);
	arg->digits = (uint32_t)(reader->at - reader->binding->text);
	uint32_t count = 0;

	while (isxdigit((unsigned char)reader->at[count]))
		count++;
	reader->at += count;
	if (count == 0 || count % 2 || count / 2 > MAX_KERNARG)
		return ch_reader_refuse(reader, "expected two hexadecimal digits a byte, found %u digits%s%.40s", count,
					*reader->at ? " and then " : "", reader->at);
	arg->bytes = count / 2;
	return true;
}

static bool read_zero(ch_reader *reader, ch_binding_arg *arg)
{
	uint64_t bytes;

	if (!ch_reader_number(reader, "a number of bytes", MAX_KERNARG, &bytes))
		return false;
	arg->bytes = (uint32_t)bytes;
	return bytes != 0 || ch_reader_refuse(reader, "zero of no bytes");
}

static bool read_value(ch_reader *reader, ch_binding_arg *arg)
{
	switch (arg->type) {
	case CH_BIND_PTR:
		return read_pointer(reader, arg);
	case CH_BIND_F32:
		return read_float(reader, arg);
	case CH_BIND_BYTES:
		return read_bytes(reader, arg);
	case CH_BIND_ZERO:
		return read_zero(reader, arg);
	default:
		return ch_reader_expression(reader, &arg->value);
	}
}

static bool read_type(ch_reader *reader, ch_binding_arg *arg)
{
	char word[24];

	if (!ch_reader_word(reader, "a type", word, sizeof(word)))
		return false;
	for (unsigned i = 0; i < CH_BIND_TYPES; i++)
		if (strcmp(types[i].name, word) == 0) {
			arg->type = (ch_binding_type)i;
			arg->bytes = types[i].bytes;
			return true;
		}
	return ch_reader_refuse(reader, "no type '%s': ptr, i32, u32, i64, u64, f32, bool, bytes or zero", word);
}

bool ch_key_arg(ch_reader *reader, ch_binding_kernel *kernel)
{
	ch_binding_arg arg = {.line = reader->line};
	uint64_t offset;

	if (kernel->arg_count == CH_BINDING_MAX_ARGS)
		return ch_reader_refuse(reader, "more than %d arguments", CH_BINDING_MAX_ARGS);
	if (!ch_reader_number(reader, "an offset", MAX_KERNARG, &offset) || !read_type(reader, &arg) ||
	    !read_value(reader, &arg))
		return false;
	arg.offset = (uint32_t)offset;
	if (arg.type < CH_BIND_BYTES && arg.offset % arg.bytes)
		return ch_reader_refuse(reader, "offset %u is no multiple of the %u bytes of %s", arg.offset, arg.bytes,
					types[arg.type].name);
	if (kernel->arg_count) {
		const ch_binding_arg *before = &kernel->args[kernel->arg_count - 1];

		if (arg.offset < before->offset + before->bytes)
			return ch_reader_refuse(reader, "offset %u: the argument of line %u goes on to %u", arg.offset,
						before->line, before->offset + before->bytes);
	}
	kernel->args[kernel->arg_count++] = arg;
	return true;
}

bool ch_key_buffer(ch_reader *reader, ch_binding_kernel *kernel)
{
	ch_binding_buffer buffer = CH_BIND_NULL;

	if (!read_buffer(reader, &buffer))
		return false;
	if (buffer == CH_BIND_NULL)
		return ch_reader_refuse(reader, "null has no bytes");
	if (kernel->buffer_bytes[buffer].node)
		return ch_reader_refuse(reader, "a second size of %s", buffers[buffer]);
	return ch_reader_expression(reader, &kernel->buffer_bytes[buffer]);
}
