/* SPDX-License-Identifier: Apache-2.0
 *
 * Where two completions part, and how that looks to a reader. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/judge.h"

enum { CONTEXT_TOKENS = 4, CONTEXT_BYTES = 32 };

int64_t ch_text_first_difference(const ch_bytes *a, const ch_bytes *b)
{
	size_t shorter = a->size < b->size ? a->size : b->size;

	for (size_t i = 0; i < shorter; i++)
		if (a->data[i] != b->data[i])
			return (int64_t)i;
	return a->size == b->size ? -1 : (int64_t)shorter;
}

typedef struct view {
	const char *data;
	size_t size;
} view;

static view without_bom(view text)
{
	return text.size >= 3 && !memcmp(text.data, "\xef\xbb\xbf", 3) ? (view){text.data + 3, text.size - 3} : text;
}

static view without_last_newlines(view text)
{
	while (text.size && (text.data[text.size - 1] == '\n' || text.data[text.size - 1] == '\r'))
		text.size--;
	return text;
}

static bool same(view a, view b)
{
	return a.size == b.size && (!a.size || !memcmp(a.data, b.data, a.size));
}

/* The same but for CR before LF. */
static bool same_but_line_ends(view a, view b)
{
	size_t i = 0, k = 0;

	while (i < a.size || k < b.size) {
		bool a_ends = i + 1 < a.size && a.data[i] == '\r' && a.data[i + 1] == '\n';
		bool b_ends = k + 1 < b.size && b.data[k] == '\r' && b.data[k + 1] == '\n';

		i += a_ends && !(k + 1 < b.size && b_ends);
		k += b_ends && !a_ends;
		if (i >= a.size || k >= b.size || a.data[i] != b.data[k])
			return false;
		i++;
		k++;
	}
	return true;
}

const char *ch_text_only_differs_in(const ch_bytes *first, const ch_bytes *second)
{
	const view a = {first->data, first->size}, b = {second->data, second->size};

	if (same(without_bom(a), without_bom(b)))
		return "a BOM at the beginning is all that differs";
	if (same(without_last_newlines(a), without_last_newlines(b)))
		return "the last newline is all that differs";
	if (same_but_line_ends(a, b))
		return "line ends (CRLF against LF) are all that differs";
	if (same_but_line_ends(without_last_newlines(without_bom(a)), without_last_newlines(without_bom(b))))
		return "line ends, a BOM and the last newline are all that differs";
	return NULL;
}

const char *ch_token_text(const ch_answer *answer, size_t token, size_t *size)
{
	size_t at = 0;

	*size = 0;
	for (size_t i = 0; i < token && i < answer->token_count; i++)
		at += answer->tokens[i].bytes;
	if (token < answer->token_count)
		*size = answer->tokens[token].bytes;
	return answer->text.data ? answer->text.data + at : "";
}

int64_t ch_token_first_difference(const ch_answer *a, const ch_answer *b)
{
	size_t at = 0, i = 0;

	if (!a->token_count || !b->token_count)
		return -1;
	for (; i < a->token_count && i < b->token_count; i++) {
		const ch_token *one = &a->tokens[i], *other = &b->tokens[i];

		/* two ids may have one text */
		if (one->bytes != other->bytes ||
		    (one->bytes && memcmp(a->text.data + at, b->text.data + at, one->bytes) != 0) ||
		    (one->id >= 0 && other->id >= 0 && one->id != other->id))
			return (int64_t)i;
		at += one->bytes;
	}
	return a->token_count == b->token_count ? -1 : (int64_t)i;
}

static bool put_tokens(ch_bytes *to, char sign, const ch_answer *answer, size_t from, size_t until)
{
	bool ok = ch_bytes_format(to, "%c", sign);

	if (from >= until || from >= answer->token_count)
		ok = ok && ch_bytes_text(to, " (ends here)");
	for (size_t i = from; ok && i < until && i < answer->token_count; i++) {
		size_t size;
		const char *text = ch_token_text(answer, i, &size);

		ok = ch_bytes_text(to, i == from ? " \"" : "|") && ch_bytes_escaped(to, text, size) &&
		     (i + 1 < until && i + 1 < answer->token_count ? true : ch_bytes_text(to, "\""));
	}
	return ok && ch_bytes_text(to, "\n");
}

static bool put_piece(ch_bytes *to, char sign, const ch_bytes *text, size_t from, size_t until)
{
	if (from >= text->size && sign != ' ')
		return ch_bytes_format(to, "%c (ends here)\n", sign);
	until = until < text->size ? until : text->size;
	return ch_bytes_format(to, "%c \"", sign) && ch_bytes_escaped(to, text->data + from, until - from) &&
	       ch_bytes_text(to, "\"\n");
}

/* Not in the middle of a character. */
static size_t character_start(const ch_bytes *text, size_t at)
{
	while (at > 0 && at < text->size && ((unsigned char)text->data[at] & 0xc0) == 0x80)
		at--;
	return at;
}

bool ch_text_unified_diff(const char *name_a, const ch_answer *a, const char *name_b, const ch_answer *b,
			  ch_bytes *diff)
{
	int64_t token = ch_token_first_difference(a, b), byte = ch_text_first_difference(&a->text, &b->text);
	size_t at, from;

	if (byte < 0)
		return true;
	if (!ch_bytes_format(diff, "--- %s\n+++ %s\n", name_a, name_b))
		return false;
	if (token >= 0) {
		at = (size_t)token;
		from = at > CONTEXT_TOKENS ? at - CONTEXT_TOKENS : 0;
		return ch_bytes_format(diff, "@@ token %lld, byte %lld @@\n", (long long)token, (long long)byte) &&
		       (!at || put_tokens(diff, ' ', a, from, at)) &&
		       put_tokens(diff, '-', a, at, at + CONTEXT_TOKENS) &&
		       put_tokens(diff, '+', b, at, at + CONTEXT_TOKENS);
	}
	at = character_start(&a->text, (size_t)byte);
	from = character_start(&a->text, at > CONTEXT_BYTES ? at - CONTEXT_BYTES : 0);
	return ch_bytes_format(diff, "@@ byte %lld @@\n", (long long)byte) &&
	       (!at || put_piece(diff, ' ', &a->text, from, at)) &&
	       put_piece(diff, '-', &a->text, at, at + CONTEXT_BYTES) &&
	       put_piece(diff, '+', &b->text, at, at + CONTEXT_BYTES);
}
