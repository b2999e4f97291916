/* SPDX-License-Identifier: Apache-2.0 */
#include "golden/sse.h"

#include <string.h>

static bool out_of_memory(ch_trouble *trouble)
{
	return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
}

/* An empty line ends an event; "data" is taken, every other field (event, id, retry, a comment) is not ours. */
static bool end_line(ch_sse *sse, ch_sse_event event, void *context, ch_trouble *trouble)
{
	const char *line = sse->line.data ? sse->line.data : "";
	size_t size = sse->line.size;
	bool ok = true;

	if (!sse->begun && size >= 3 && !memcmp(line, "\xef\xbb\xbf", 3)) {
		line += 3;
		size -= 3;
	}
	sse->begun = true;
	if (!size && sse->has_data) {
		ok = event(context, &sse->data, trouble);
		sse->data.size = 0;
		sse->has_data = false;
	} else if (size >= 5 && !memcmp(line, "data:", 5)) {
		line += 5;
		size -= 5;
		if (size && *line == ' ') {
			line++;
			size--;
		}
		ok = ((!sse->has_data || ch_bytes_append(&sse->data, "\n", 1)) &&
		      ch_bytes_append(&sse->data, line, size)) ||
		     out_of_memory(trouble);
		sse->has_data = true;
		if (ok && sse->data.size > CH_SSE_LINE_BYTES)
			ok = ch_trouble_set(trouble, CH_TROUBLE_TOO_LARGE,
					    "an event of the stream is longer than %d bytes", CH_SSE_LINE_BYTES);
	}
	sse->line.size = 0;
	return ok;
}

bool ch_sse_feed(ch_sse *sse, const char *data, size_t size, ch_sse_event event, void *context, ch_trouble *trouble)
{
	for (size_t i = 0; i < size;) {
		size_t run = i;

		if (sse->after_cr && data[i] == '\n') {
			sse->after_cr = false;
			i++;
			continue;
		}
		sse->after_cr = false;
		while (run < size && data[run] != '\n' && data[run] != '\r')
			run++;
		if (sse->line.size + (run - i) > CH_SSE_LINE_BYTES)
			return ch_trouble_set(trouble, CH_TROUBLE_TOO_LARGE,
					      "a line of the stream is longer than %d bytes", CH_SSE_LINE_BYTES);
		if (!ch_bytes_append(&sse->line, data + i, run - i))
			return out_of_memory(trouble);
		i = run;
		if (i == size)
			break;
		sse->after_cr = data[i] == '\r';
		i++;
		if (!end_line(sse, event, context, trouble))
			return false;
	}
	return true;
}

void ch_sse_free(ch_sse *sse)
{
	ch_bytes_free(&sse->line);
	ch_bytes_free(&sse->data);
	*sse = (ch_sse){0};
}
