/* SPDX-License-Identifier: Apache-2.0 */
#include "exec_arg.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "checkhip/formats.h"
#include "suite/output.h"

/* Far more than a kernel's buffer in a test needs; a size that is a typing error is told as one. */
#define MAX_BYTES (UINT64_C(1) << 34)

enum { MAX_VALUE = 4096 };

static bool fail(char *words, size_t size, const char *what, const char *about)
{
	snprintf(words, size, "%s: %.160s", about, what);
	return false;
}

static bool read_file(const char *path, ch_exec_arg *arg, char *words, size_t size)
{
	/* a pipe that nobody writes to must not be waited for */
	const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
	struct stat about;
	arg->unusable = true;
	if (!file) {
		fail(words, size, strerror(errno), path);
		if (descriptor >= 0)
			close(descriptor);
		return false;
	}
	bool ok = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && (uint64_t)about.st_size <= MAX_BYTES;
	if (!ok) {
		fclose(file);
		return fail(words, size, "expected a regular file of at most 16 GiB", path);
	}
	arg->bytes = (uint64_t)about.st_size;
	if (posix_memalign((void **)&arg->data, 4096, arg->bytes + 1) != 0)
		arg->data = NULL;
	ok = arg->data && fread(arg->data, 1, arg->bytes, file) == arg->bytes;
	fclose(file);
	arg->unusable = !ok;
	return ok ? true : fail(words, size, arg->data ? "could not be read whole" : "out of memory", path);
}

/* Before the kernel runs: what it gives must not be lost. */
static bool can_be_written(ch_exec_arg *arg, char *words, size_t size)
{
	arg->unusable = !ch_output_check(arg->path, words, size);
	return !arg->unusable;
}

static bool parse_out(const char *rest, ch_exec_arg *arg, char *words, size_t size)
{
	const char *colon = strrchr(rest, ':');
	char *end;
	if (!colon || colon == rest)
		return fail(words, size, "expected out:FILE:BYTES", rest);
	errno = 0;
	arg->bytes = strtoull(colon + 1, &end, 0);
	if (errno || *end || end == colon + 1 || colon[1] == '-' || arg->bytes == 0 || arg->bytes > MAX_BYTES)
		return fail(words, size, "expected a number of bytes, at most 16 GiB", colon + 1);
	arg->path = strndup(rest, (size_t)(colon - rest));
	if (!arg->path || posix_memalign((void **)&arg->data, 4096, arg->bytes) != 0)
		return fail(words, size, "out of memory", rest);
	memset(arg->data, 0xa5, arg->bytes); /* what the kernel leaves alone shows */
	return true;
}

static int hex_digit(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
				      : -1;
}

static bool parse_hex(const char *rest, ch_exec_arg *arg, char *words, size_t size)
{
	const size_t length = strlen(rest);
	if (length == 0 || length % 2 || length / 2 > MAX_VALUE)
		return fail(words, size, "expected two hexadecimal digits a byte, at most 4096 bytes", rest);
	arg->data = malloc(length / 2);
	if (!arg->data)
		return fail(words, size, "out of memory", rest);
	for (size_t i = 0; i < length / 2; i++) {
		const int high = hex_digit(rest[2 * i]), low = hex_digit(rest[2 * i + 1]);
		if (high < 0 || low < 0)
			return fail(words, size, "not a hexadecimal digit", rest);
		arg->data[i] = (uint8_t)(high << 4 | low);
	}
	arg->bytes = length / 2;
	return true;
}

static bool parse_integer(const char *rest, bool is_signed, uint32_t bytes, uint64_t *bits)
{
	char *end;
	errno = 0;
	if (is_signed) {
		const long long value = strtoll(rest, &end, 0);
		const long long most = bytes == 8 ? INT64_MAX : (1LL << (8 * bytes - 1)) - 1;
		*bits = (uint64_t)value;
		return !errno && end != rest && !*end && value <= most && value >= -most - 1;
	}
	*bits = strtoull(rest, &end, 0);
	return !errno && end != rest && !*end && rest[0] != '-' && (bytes == 8 || *bits >> (8 * bytes) == 0);
}

static bool parse_float(const char *rest, uint32_t bytes, uint64_t *bits)
{
	char *end;
	const double value = strtod(rest, &end);
	const float narrow = (float)value;
	uint32_t single;
	memcpy(&single, &narrow, sizeof(single));
	memcpy(bits, &value, sizeof(*bits));
	if (bytes == 4)
		*bits = single;
	if (bytes == 2)
		*bits = ch_float_to_half(narrow);
	return end != rest && !*end;
}

static bool parse_number(const char *text, const char *colon, ch_exec_arg *arg, char *words, size_t size)
{
	static const struct {
		const char *name;
		uint8_t bytes, kind; /* 0 signed, 1 unsigned, 2 float */
	} types[] = {{"i8", 1, 0},  {"i16", 2, 0}, {"i32", 4, 0}, {"i64", 8, 0}, {"u8", 1, 1}, {"u16", 2, 1},
		     {"u32", 4, 1}, {"u64", 8, 1}, {"f16", 2, 2}, {"f32", 4, 2}, {"f64", 8, 2}};
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		const size_t length = (size_t)(colon - text);
		uint64_t bits = 0;
		if (strlen(types[i].name) != length || strncmp(types[i].name, text, length) != 0)
			continue;
		if (types[i].kind == 2 ? !parse_float(colon + 1, types[i].bytes, &bits)
				       : !parse_integer(colon + 1, types[i].kind == 0, types[i].bytes, &bits))
			return fail(words, size, "no number of this type", text);
		arg->bytes = types[i].bytes;
		arg->data = malloc(8);
		if (!arg->data)
			return fail(words, size, "out of memory", text);
		for (uint32_t b = 0; b < 8; b++)
			arg->data[b] = (uint8_t)(bits >> (8 * b));
		return true;
	}
	return fail(words, size, "expected in:, out:, inout:, null, hex:, or a number such as i32:7 or f32:0.5", text);
}

bool ch_exec_arg_parse(const char *text, ch_exec_arg *arg, char *words, size_t size)
{
	memset(arg, 0, sizeof(*arg));
	if (strcmp(text, "null") == 0) {
		arg->bytes = 8;
		arg->data = calloc(1, 8);
		return arg->data ? true : fail(words, size, "out of memory", text);
	}
	const char *colon = strchr(text, ':');
	if (!colon)
		return fail(words, size, "expected KIND:VALUE, as in in:FILE or i32:7", text);
	const char *rest = colon + 1;
	if (strncmp(text, "in:", 3) == 0) {
		arg->kind = CH_EXEC_IN;
		return read_file(rest, arg, words, size);
	}
	if (strncmp(text, "inout:", 6) == 0) {
		arg->kind = CH_EXEC_INOUT;
		arg->path = strdup(rest);
		if (!arg->path)
			return fail(words, size, "out of memory", text);
		return read_file(rest, arg, words, size) && can_be_written(arg, words, size);
	}
	if (strncmp(text, "out:", 4) == 0) {
		arg->kind = CH_EXEC_OUT;
		return parse_out(rest, arg, words, size) && can_be_written(arg, words, size);
	}
	if (strncmp(text, "hex:", 4) == 0)
		return parse_hex(rest, arg, words, size);
	return parse_number(text, colon, arg, words, size);
}

void ch_exec_arg_close(ch_exec_arg *arg)
{
	free(arg->path);
	free(arg->data);
}

bool ch_exec_write_file(const char *path, const uint8_t *data, uint64_t bytes, char *words, size_t size)
{
	char temporary[4096];
	if (snprintf(temporary, sizeof(temporary), "%s.partial.%ld", path, (long)getpid()) >= (int)sizeof(temporary))
		return fail(words, size, "the name is too long", path);
	FILE *file = fopen(temporary, "wb");
	if (!file)
		return fail(words, size, strerror(errno), path);
	bool ok = fwrite(data, 1, bytes, file) == bytes && fflush(file) == 0 && fsync(fileno(file)) == 0;
	int error = ok ? 0 : errno;
	if (fclose(file) && ok)
		error = errno ? errno : EIO;
	if (!error && rename(temporary, path))
		error = errno;
	if (error) {
		unlink(temporary);
		return fail(words, size, strerror(error), path);
	}
	return true;
}
