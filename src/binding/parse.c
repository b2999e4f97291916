/* SPDX-License-Identifier: Apache-2.0
 *
 * A binding file: its first line, its lines one by one, its kernels' beginning and end. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "binding/keys.h"

static const char first_line[] = "checkhip-binding 1";

const ch_binding_kernel *ch_binding_find(const ch_binding *binding, const char *name)
{
	for (uint32_t i = 0; i < binding->kernel_count; i++)
		if (strcmp(binding->kernels[i].name, name) == 0)
			return &binding->kernels[i];
	return NULL;
}

void ch_binding_close(ch_binding *binding)
{
	free(binding->text);
	free(binding->kernels);
	free(binding->lets);
	free(binding->nodes);
	memset(binding, 0, sizeof(*binding));
}

static bool read_engine(ch_reader *reader, ch_binding_kernel *kernel)
{
	(void)kernel;
	ch_reader_skip(reader);
	if (!*reader->at)
		return ch_reader_refuse(reader, "expected words on the engine behind 'engine'");
	snprintf(reader->binding->engine, sizeof(reader->binding->engine), "%s", reader->at);
	reader->at += strlen(reader->at);
	return true;
}

static bool name_is_plain(const char *name, const char *others)
{
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && !strchr(others, *name))
			return false;
	return true;
}

static bool name_is_taken(ch_reader *reader, const char *name)
{
	for (uint32_t i = 0; i < reader->binding->let_count; i++)
		if (strcmp(reader->binding->lets[i].name, name) == 0)
			return true;
	return ch_expression_knows(name);
}

bool ch_key_let(ch_reader *reader, ch_binding_kernel *kernel)
{
	ch_binding *binding = reader->binding;
	ch_binding_let let = {.in_kernel = kernel != NULL};

	if (!ch_reader_word(reader, "a name", let.name, sizeof(let.name)))
		return false;
	if (!name_is_plain(let.name, "_") || isdigit((unsigned char)let.name[0]))
		return ch_reader_refuse(reader, "a name is letters, digits and '_', not '%s'", let.name);
	if (name_is_taken(reader, let.name))
		return ch_reader_refuse(reader, "the name '%s' is taken", let.name);
	if (binding->let_count == CH_BINDING_MAX_LETS)
		return ch_reader_refuse(reader, "more than %d lets", CH_BINDING_MAX_LETS);
	if (!ch_reader_take(reader, '='))
		return ch_reader_refuse(reader, "expected '=' behind 'let %s'", let.name);
	if (!ch_reader_expression(reader, &let.value))
		return false;
	binding->lets[binding->let_count++] = let;
	return true;
}

static bool read_kernel(ch_reader *reader, ch_binding_kernel *unused)
{
	ch_binding *binding = reader->binding;

	(void)unused;
	if (binding->kernel_count == CH_BINDING_MAX_KERNELS)
		return ch_reader_refuse(reader, "more than %d kernels", CH_BINDING_MAX_KERNELS);
	ch_binding_kernel *grown = realloc(binding->kernels, (binding->kernel_count + 1) * sizeof(*binding->kernels));
	if (!grown)
		return ch_reader_refuse(reader, "out of memory");
	binding->kernels = grown;
	ch_binding_kernel *kernel = &binding->kernels[binding->kernel_count];
	memset(kernel, 0, sizeof(*kernel));
	kernel->line = reader->line;
	kernel->wave_sizes = 32 | 64;
	kernel->op = CH_OP_COUNT;
	if (!ch_reader_word(reader, "the kernel's name", kernel->name, sizeof(kernel->name)))
		return false;
	if (!name_is_plain(kernel->name, "_.-"))
		return ch_reader_refuse(reader, "a kernel's name is letters, digits, '_', '.' and '-', not '%s'",
					kernel->name);
	if (ch_binding_find(binding, kernel->name))
		return ch_reader_refuse(reader, "a second kernel %s", kernel->name);
	binding->kernel_count++;
	return true;
}

static bool read_end(ch_reader *reader, ch_binding_kernel *kernel)
{
	ch_binding *binding = reader->binding;

	for (uint32_t i = 0; i < binding->let_count; i++)
		if (binding->lets[i].in_kernel)
			binding->lets[i].name[0] = 0;
	return ch_binding_complete(reader, kernel);
}

static const ch_key file_keys[] = {
	{"engine", read_engine, false},
	{"let", ch_key_let, true},
	{"kernel", read_kernel, true},
};

/* Every key but "kernel" and "engine" inside a kernel. */
static bool read_line(ch_reader *reader, ch_binding_kernel **open, uint64_t *seen)
{
	char word[CH_BINDING_NAME];
	uint32_t count = sizeof(file_keys) / sizeof(file_keys[0]);
	const ch_key *keys = file_keys;

	if (!ch_reader_word(reader, "a key", word, sizeof(word)))
		return false;
	if (*open)
		keys = ch_kernel_keys(&count);
	if (*open && strcmp(word, "end") == 0) {
		ch_binding_kernel *kernel = *open;

		*open = NULL;
		return read_end(reader, kernel) && ch_reader_end(reader);
	}
	for (uint32_t i = 0; i < count; i++) {
		if (strcmp(word, keys[i].name) != 0)
			continue;
		if (!keys[i].repeats && *seen & UINT64_C(1) << i)
			return ch_reader_refuse(reader, "a second '%s'", word);
		*seen |= UINT64_C(1) << i;
		if (!keys[i].read(reader, *open))
			return false;
		if (!*open && strcmp(word, "kernel") == 0) {
			*open = &reader->binding->kernels[reader->binding->kernel_count - 1];
			*seen &= 0;
		}
		return ch_reader_end(reader);
	}
	char known[200] = "";
	for (uint32_t i = 0; i < count; i++)
		snprintf(known + strlen(known), sizeof(known) - strlen(known), "%s%s", i ? ", " : "", keys[i].name);
	return ch_reader_refuse(reader, "no key '%s'; %s: %s%s", word,
				*open ? "a kernel has" : "expected outside a kernel", known, *open ? ", end" : "");
}

/* A '#' begins a comment at the line's start and after a blank; blanks at the end go. */
static void strip_comment(char *line)
{
	for (char *c = line; *c; c++)
		if (*c == '#' && (c == line || c[-1] == ' ' || c[-1] == '\t')) {
			*c = 0;
			break;
		}
	for (size_t length = strlen(line); length && strchr(" \t\r", line[length - 1]); length--)
		line[length - 1] = 0;
}

static bool read_lines(ch_reader *reader, size_t size)
{
	char *text = reader->binding->text;
	ch_binding_kernel *open = NULL;
	uint64_t seen = 0, seen_outside = 0;

	for (size_t at = 0, next; at < size; at = next) {
		const char *newline = memchr(text + at, '\n', size - at);

		next = newline ? (size_t)(newline - text) + 1 : size;
		reader->line++;
		if (next - at > CH_BINDING_MAX_LINE)
			return ch_reader_refuse(reader, "a line of more than %d characters", CH_BINDING_MAX_LINE);
		if (newline)
			text[next - 1] = 0;
		if (strlen(text + at) != next - at - (newline != NULL))
			return ch_reader_refuse(reader, "a NUL byte: this is no text");
		strip_comment(text + at);
		reader->at = text + at;
		if (reader->line == 1) {
			if (strcmp(reader->at, first_line) != 0)
				return ch_reader_refuse(reader, "expected the first line '%s', found '%.40s'",
							first_line, reader->at);
			continue;
		}
		ch_reader_skip(reader);
		const bool inside = open != NULL;
		if (*reader->at && !read_line(reader, &open, inside ? &seen : &seen_outside))
			return false;
		if (open && !inside)
			seen = 0;
	}
	if (reader->line == 0)
		return ch_reader_refuse(reader, "expected the first line '%s', the file is empty", first_line);
	if (open)
		return ch_reader_refuse(reader, "the file ends inside kernel %s (line %u): expected 'end'", open->name,
					open->line);
	return reader->binding->kernel_count || ch_reader_refuse(reader, "the file binds no kernel");
}

ch_status ch_binding_parse(const char *path, const char *text, size_t size, ch_binding *binding, ch_gcn_error *error)
{
	ch_reader reader = {.binding = binding, .error = error};

	memset(binding, 0, sizeof(*binding));
	ch_binding_shorten(path, binding->path, sizeof(binding->path));
	if (size > CH_BINDING_MAX_BYTES) {
		ch_reader_refuse(&reader, "%zu bytes: a binding has at most %d", size, CH_BINDING_MAX_BYTES);
		return CH_BAD_ARGUMENT;
	}
	binding->text = malloc(size + 2);
	binding->lets = calloc(CH_BINDING_MAX_LETS, sizeof(*binding->lets));
	binding->nodes = malloc(CH_BINDING_MAX_NODES * sizeof(*binding->nodes));
	if (!binding->text || !binding->lets || !binding->nodes) {
		ch_reader_refuse(&reader, "out of memory");
		ch_binding_close(binding);
		return CH_OUT_OF_MEMORY;
	}
	memcpy(binding->text, text, size);
	memset(binding->text + size, 0, 2);
	binding->nodes[0] = (ch_binding_node){0}; /* node 0 stands for none */
	binding->node_count = 1;
	if (read_lines(&reader, size))
		return CH_OK;
	ch_binding_close(binding);
	return CH_BAD_ARGUMENT;
}

ch_status ch_binding_load(const char *path, ch_binding *binding, ch_gcn_error *error)
{
	char shown[112];
	FILE *file = fopen(path, "rb");
	char *text = file ? malloc(CH_BINDING_MAX_BYTES + 1) : NULL;
	const size_t size = text ? fread(text, 1, CH_BINDING_MAX_BYTES + 1, file) : 0;

	memset(binding, 0, sizeof(*binding));
	ch_binding_shorten(path, shown, sizeof(shown));
	if (!text || ferror(file)) {
		snprintf(error->text, sizeof(error->text), "%s: %s", shown, strerror(errno));
		if (file)
			fclose(file);
		free(text);
		return CH_FAILED;
	}
	fclose(file);
	const ch_status status = ch_binding_parse(path, text, size, binding, error);
	free(text);
	return status;
}
