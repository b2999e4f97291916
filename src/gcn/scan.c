/* SPDX-License-Identifier: Apache-2.0
 *
 * A walk over a MessagePack document before msgpack-c sees it. An array header of five bytes can claim 2^32 elements, which a
 * parser would allocate for; here each element claimed must have a byte left to stand in, and nesting is capped, so that
 * what msgpack-c then builds is bounded by the size of the note. */
#include "gcn/parts.h"

enum { MAX_DEPTH = 16 }; /* amdhsa.kernels needs 6 */

#define MAX_DOCUMENT ((size_t)64 << 20)

typedef struct ch_scan {
	const uint8_t *data;
	size_t size, at;
	uint64_t offset;	  /* of data in the file */
	uint64_t left[MAX_DEPTH]; /* elements still to come, by nesting */
	unsigned depth;
} ch_scan;

typedef enum ch_shape { BODY, ARRAY, MAP } ch_shape;

/* What follows the first byte of an element: `length_bytes` of big-endian length, then length (+ fixed) bytes or elements. */
typedef struct ch_form {
	uint8_t first, last;
	uint8_t length_bytes, fixed;
	ch_shape shape;
} ch_form;

/* The format table of the MessagePack specification. */
static const ch_form forms[] = {
	{0x00, 0x7f, 0, 0, BODY}, {0x80, 0x8f, 0, 0, MAP},  {0x90, 0x9f, 0, 0, ARRAY}, {0xa0, 0xbf, 0, 0, BODY},
	{0xc0, 0xc0, 0, 0, BODY}, {0xc2, 0xc3, 0, 0, BODY}, {0xc4, 0xc4, 1, 0, BODY},  {0xc5, 0xc5, 2, 0, BODY},
	{0xc6, 0xc6, 4, 0, BODY}, {0xc7, 0xc7, 1, 1, BODY}, {0xc8, 0xc8, 2, 1, BODY},  {0xc9, 0xc9, 4, 1, BODY},
	{0xca, 0xca, 0, 4, BODY}, {0xcb, 0xcb, 0, 8, BODY}, {0xcc, 0xcc, 0, 1, BODY},  {0xcd, 0xcd, 0, 2, BODY},
	{0xce, 0xce, 0, 4, BODY}, {0xcf, 0xcf, 0, 8, BODY}, {0xd0, 0xd0, 0, 1, BODY},  {0xd1, 0xd1, 0, 2, BODY},
	{0xd2, 0xd2, 0, 4, BODY}, {0xd3, 0xd3, 0, 8, BODY}, {0xd4, 0xd4, 0, 2, BODY},  {0xd5, 0xd5, 0, 3, BODY},
	{0xd6, 0xd6, 0, 5, BODY}, {0xd7, 0xd7, 0, 9, BODY}, {0xd8, 0xd8, 0, 17, BODY}, {0xd9, 0xd9, 1, 0, BODY},
	{0xda, 0xda, 2, 0, BODY}, {0xdb, 0xdb, 4, 0, BODY}, {0xdc, 0xdc, 2, 0, ARRAY}, {0xdd, 0xdd, 4, 0, ARRAY},
	{0xde, 0xde, 2, 0, MAP},  {0xdf, 0xdf, 4, 0, MAP},  {0xe0, 0xff, 0, 0, BODY},
};

static const ch_form *form_of(uint8_t byte)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (byte >= forms[i].first && byte <= forms[i].last)
			return &forms[i];
	return NULL;
}

/* The length in the first byte itself: short strings, arrays and maps. */
static uint64_t short_length(uint8_t byte)
{
	if (byte >= 0xa0 && byte <= 0xbf)
		return byte & 0x1f;
	return byte >= 0x80 && byte <= 0x9f ? byte & 0x0f : 0;
}

static ch_status element_scan(ch_scan *s, ch_gcn_error *error)
{
	unsigned long long where = s->offset + s->at;
	uint8_t byte = s->data[s->at++];
	const ch_form *form = form_of(byte);
	if (!form)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "metadata: offset 0x%llx: expected a MessagePack element, found byte 0x%02x", where,
				   byte);
	if (form->length_bytes > s->size - s->at)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "metadata: offset 0x%llx: expected a length of %u bytes, found the end", where,
				   form->length_bytes);
	uint64_t length = short_length(byte);
	for (unsigned i = 0; i < form->length_bytes; i++)
		length = length << 8 | s->data[s->at++];
	uint64_t need = form->shape == MAP ? 2 * length : length + form->fixed;
	if (need > s->size - s->at)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "metadata: offset 0x%llx: expected %llu more bytes or elements, found %zu bytes",
				   where, (unsigned long long)need, s->size - s->at);
	if (form->shape == BODY) {
		s->at += (size_t)need;
		return CH_OK;
	}
	if (need == 0)
		return CH_OK;
	if (s->depth == MAX_DEPTH)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "metadata: offset 0x%llx: expected at most %d levels of nesting", where, MAX_DEPTH);
	s->left[s->depth++] = need;
	return CH_OK;
}

ch_status ch_gcn_msgpack_scan(const uint8_t *data, size_t size, uint64_t offset, ch_gcn_error *error)
{
	ch_scan s = {.data = data, .size = size, .offset = offset, .left = {1}, .depth = 1};
	if (size > MAX_DOCUMENT)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "metadata: offset 0x%llx: expected at most %zu bytes, found %zu",
				   (unsigned long long)offset, MAX_DOCUMENT, size);
	while (s.depth) {
		if (s.left[s.depth - 1] == 0) {
			s.depth--;
			continue;
		}
		s.left[s.depth - 1]--;
		if (s.at == size)
			return ch_gcn_fail(error, CH_BAD_ARGUMENT,
					   "metadata: offset 0x%llx: expected another element, found the end",
					   (unsigned long long)(offset + s.at));
		ch_status status = element_scan(&s, error);
		if (status)
			return status;
	}
	if (s.at != size)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT,
				   "metadata: offset 0x%llx: expected the end, found %zu more bytes",
				   (unsigned long long)(offset + s.at), size - s.at);
	return CH_OK;
}
