/* SPDX-License-Identifier: Apache-2.0
 *
 * Server-sent events: bytes in pieces of any size in, the data of whole events out. Lines end in LF, CR or CRLF; a BOM at the
 * beginning is skipped; a character may be split over two pieces, or over two events, and stays as it is. */
#ifndef CHECKHIP_GOLDEN_SSE_H
#define CHECKHIP_GOLDEN_SSE_H

#include "golden/bytes.h"
#include "golden/trouble.h"

enum { CH_SSE_LINE_BYTES = 8 << 20 };

typedef struct ch_sse {
	ch_bytes line, data;
	bool after_cr, has_data;
	bool begun; /* a BOM can no longer come */
} ch_sse;

/* False after filling the trouble. */
typedef bool (*ch_sse_event)(void *context, const ch_bytes *data, ch_trouble *trouble);

bool ch_sse_feed(ch_sse *sse, const char *data, size_t size, ch_sse_event event, void *context, ch_trouble *trouble);
void ch_sse_free(ch_sse *sse);

#endif
