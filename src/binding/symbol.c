/* SPDX-License-Identifier: Apache-2.0
 *
 * Symbol patterns. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "binding/binding.h"

ch_status ch_binding_render(const ch_binding_kernel *kernel, ch_binding_scope *scope, char *pattern, size_t size,
			    ch_gcn_error *error)
{
	size_t used = 0;

	for (uint32_t i = 0; i < kernel->piece_count; i++) {
		const ch_binding_piece *piece = &kernel->pieces[i];
		char number[24] = "";
		int64_t value;

		if (piece->number.node) {
			const ch_status status = ch_binding_evaluate(scope, piece->number, &value, error);

			if (status)
				return status;
			/* as C++ compilers write a negative template argument */
			snprintf(number, sizeof(number), "%s%" PRIu64, value < 0 ? "n" : "",
				 value < 0 ? -(uint64_t)value : (uint64_t)value);
		}
		if (used + piece->length + strlen(number) >= size) {
			snprintf(error->text, sizeof(error->text), "%s:%u: a symbol of more than %zu characters",
				 scope->binding->path, kernel->symbol_line, size - 1);
			return CH_BAD_ARGUMENT;
		}
		memcpy(pattern + used, scope->binding->text + piece->text, piece->length);
		used += piece->length;
		memcpy(pattern + used, number, strlen(number));
		used += strlen(number);
	}
	pattern[used] = 0;
	return CH_OK;
}

void ch_binding_shorten(const char *name, char *text, size_t size)
{
	const size_t length = strlen(name);

	if (length < size) {
		memcpy(text, name, length + 1);
	} else {
		const size_t tail = (size - 4) / 2, head = size - 4 - tail;

		memcpy(text, name, head);
		memcpy(text + head, "...", 3);
		memcpy(text + head + 3, name + length - tail, tail + 1);
	}
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			*text = '?';
}
