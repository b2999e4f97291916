/* SPDX-License-Identifier: Apache-2.0
 *
 * Text in chunks that never move. */
#include "gcn/line.h"

#include <stdlib.h>

enum { CHUNK = 16 * 1024 };

struct ch_gcn_strings {
	struct ch_gcn_strings *next;
	size_t used;
	char text[CHUNK];
};

const char *ch_gcn_strings_keep(struct ch_gcn_strings **strings, const char *text, size_t length)
{
	if (length >= CHUNK)
		return NULL;
	if (!*strings || CHUNK - (*strings)->used <= length) {
		struct ch_gcn_strings *chunk = malloc(sizeof *chunk);
		if (!chunk)
			return NULL;
		chunk->next = *strings;
		chunk->used = 0;
		*strings = chunk;
	}
	char *kept = (*strings)->text + (*strings)->used;
	memcpy(kept, text, length);
	kept[length] = 0;
	(*strings)->used += length + 1;
	return kept;
}

void ch_gcn_strings_close(struct ch_gcn_strings *strings)
{
	while (strings) {
		struct ch_gcn_strings *next = strings->next;
		free(strings);
		strings = next;
	}
}
