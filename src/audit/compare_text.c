/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of two kernels. An address is not part of what a kernel does: code that is moved differs in the distances from its
 * s_getpc_b64 to what it reaches, and nowhere else (branches are relative to themselves). */
#include "audit/compare_text.h"
#include "audit/walk.h"
#include "gcn/bytes.h"

#include <stdio.h>
#include <stdlib.h>

/* NOLINTBEGIN(cert-err34-c): what is scanned has at most three digits, so that no conversion can overflow */

static bool line_keep(void *context, const ch_audit_line *line)
{
	ch_text *text = context;
	if (text->count < 16 ? text->count == 0 : (text->count & (text->count - 1)) == 0) {
		const size_t room = text->count ? (size_t)text->count * 2 : 16;
		ch_text_line *lines = realloc(text->lines, room * sizeof *lines);
		text->out_of_memory = !lines;
		if (!lines)
			return false;
		text->lines = lines;
	}
	ch_text_line *kept = &text->lines[text->count];
	*kept = (ch_text_line){line->at, line->size, {0}, strdup(line->text)};
	memcpy(kept->bytes, line->bytes, line->size < sizeof kept->bytes ? line->size : sizeof kept->bytes);
	text->out_of_memory = !kept->text;
	text->count += kept->text != NULL;
	return kept->text != NULL;
}

static void text_close(ch_text *text)
{
	for (uint32_t i = 0; i < text->count; i++)
		free(text->lines[i].text);
	free(text->lines);
}

static const ch_text_line *line_at(const ch_text *text, uint32_t index)
{
	return index < text->count ? &text->lines[index] : NULL;
}

static bool lines_same(const ch_text_line *a, const ch_text_line *b)
{
	return a && b && a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* "s_add_u32 s4, s4, 0x1234" and its kin: the number of the register that the literal is added to, or -1. */
int ch_text_addition(const ch_text_line *line)
{
	static const char *const names[] = {"s_add_u32 ", "s_addc_u32 ", "s_add_co_u32 ", "s_add_co_ci_u32 "};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const size_t length = strlen(names[i]);
		unsigned to, from;
		int end = 0;
		if (line->size == 8 && strncmp(line->text, names[i], length) == 0 &&
		    sscanf(line->text + length, "s%3u, s%3u, 0x%n", &to, &from, &end) == 2 && end && to == from)
			return (int)to;
	}
	return -1;
}

/* The line whose result the addition at `index` goes to, within reach; NULL if it is no such addition. */
static const ch_text_line *getpc_before(const ch_text *text, uint32_t index)
{
	const int to = ch_text_addition(&text->lines[index]);
	for (uint32_t back = 1; to >= 0 && back <= CH_COMPARE_REACH && back <= index; back++) {
		const ch_text_line *line = &text->lines[index - back];
		unsigned low, high;
		if (sscanf(line->text, "s_getpc_b64 s[%3u:%3u]", &low, &high) == 2 &&
		    ((unsigned)to == low || (unsigned)to == high))
			return line;
	}
	return NULL;
}

static bool only_an_address(const ch_text texts[2], uint32_t index)
{
	const ch_text_line *a = line_at(&texts[0], index), *b = line_at(&texts[1], index);
	return a && b && a->size == b->size && memcmp(a->bytes, b->bytes, 4) == 0 && getpc_before(&texts[0], index) &&
	       getpc_before(&texts[1], index);
}

/* A branch's distance changes with what lies between: it says nothing until nothing else does. */
static bool only_a_distance(const ch_text texts[2], uint32_t index)
{
	const ch_text_line *a = line_at(&texts[0], index), *b = line_at(&texts[1], index);
	return a && b && a->size == 4 && b->size == 4 && memcmp(a->bytes + 2, b->bytes + 2, 2) == 0 &&
	       (strncmp(a->text, "s_cbranch_", 10) == 0 || strncmp(a->text, "s_branch ", 9) == 0);
}

static void line_show(const ch_text_line *line, char *text, size_t size)
{
	if (line)
		snprintf(text, size, "%06llx %s", (unsigned long long)line->at, line->text);
	else
		text[0] = 0;
}

static void lines_show(const ch_text texts[2], uint32_t first, ch_compared *compared)
{
	const uint32_t from = first > CH_COMPARE_BEFORE ? first - CH_COMPARE_BEFORE : 0;
	for (uint32_t i = from; i <= first + CH_COMPARE_AFTER; i++) {
		const ch_text_line *a = line_at(&texts[0], i), *b = line_at(&texts[1], i);
		if (!a && !b)
			break;
		ch_compare_line *line = &compared->lines[compared->line_count++];
		line_show(a, line->left, sizeof line->left);
		line_show(b, line->right, sizeof line->right);
		line->same = lines_same(a, b);
	}
}

static void texts_compare(const ch_text texts[2], ch_compared *compared)
{
	const uint32_t count = texts[0].count > texts[1].count ? texts[0].count : texts[1].count;
	uint32_t first = UINT32_MAX; /* of the branches with another distance */
	for (uint32_t i = 0; i < count; i++) {
		if (lines_same(line_at(&texts[0], i), line_at(&texts[1], i)))
			continue;
		if (only_an_address(texts, i)) {
			compared->addresses++;
			continue;
		}
		first = first == UINT32_MAX || !only_a_distance(texts, i) ? i : first;
		if (!only_a_distance(texts, i))
			break;
	}
	compared->text = first == UINT32_MAX ? CH_TEXT_ADDRESSES : CH_TEXT_DIFFERENT;
	if (first == UINT32_MAX)
		return;
	compared->first = first;
	lines_show(texts, first, compared);
}

ch_status ch_audit_compare_text(const ch_compare_side sides[2], ch_compared *compared, ch_gcn_error *error)
{
	ch_text texts[2] = {{.count = 0}, {.count = 0}};
	ch_status status = CH_OK;
	const ch_gcn_kernel *a = sides[0].kernel, *b = sides[1].kernel;
	compared->text = CH_TEXT_IDENTICAL;
	const bool same = a->text_size == b->text_size && a->descriptor.wave32 == b->descriptor.wave32 &&
			  memcmp(sides[0].entry->object.image + a->text_address,
				 sides[1].entry->object.image + b->text_address, (size_t)a->text_size) == 0;
	/* most kernels are the same and reach nothing: they need no disassembly */
	if (same && !ch_text_may_reach(&sides[0]))
		return CH_OK;
	for (uint32_t i = 0; i < 2 && !status; i++) {
		const ch_audit_visitor visitor = {line_keep, NULL, &texts[i]};
		status = ch_audit_walk(&sides[i].entry->object, sides[i].kernel, &visitor, error);
		if (!status && texts[i].out_of_memory) {
			snprintf(error->text, sizeof error->text, "compare: no memory for a kernel's text");
			status = CH_OUT_OF_MEMORY;
		}
	}
	if (!status && !same)
		texts_compare(texts, compared);
	if (!status && compared->text != CH_TEXT_DIFFERENT)
		compared->data_differ = !ch_text_reaches_same(sides, texts);
	if (status == CH_UNSUPPORTED) {
		compared->text = same ? CH_TEXT_IDENTICAL : CH_TEXT_BYTES;
		status = CH_OK;
	}
	text_close(&texts[0]);
	text_close(&texts[1]);
	return status;
}
/* NOLINTEND(cert-err34-c) */
