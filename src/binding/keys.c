/* SPDX-License-Identifier: Apache-2.0
 *
 * What the lines of a kernel say, but for its arguments. */
#include <string.h>

#include "binding/keys.h"

typedef struct ch_word_row {
	const char *word;
	uint32_t value;
} ch_word_row;

/* Words of a line, any number of them: values or-ed. */
static bool read_words(ch_reader *reader, const char *what, const ch_word_row *rows, uint32_t *bits)
{
	char word[24];

	do {
		const ch_word_row *row = rows;

		if (!ch_reader_word(reader, what, word, sizeof(word)))
			return false;
		while (row->word && strcmp(row->word, word) != 0)
			row++;
		if (!row->word)
			return ch_reader_refuse(reader, "expected %s, found '%s'", what, word);
		*bits |= row->value;
		ch_reader_skip(reader);
	} while (*reader->at);
	return true;
}

static bool key_op(ch_reader *reader, ch_binding_kernel *kernel)
{
	static const ch_word_row rows[] = {
		{"mmvq", CH_OP_MMVQ}, {"mmq", CH_OP_MMQ}, {"quantize_q8_1", CH_OP_QUANTIZE_Q8_1}, {NULL, 0}};
	char word[24];

	if (!ch_reader_word(reader, "an operation", word, sizeof(word)))
		return false;
	for (const ch_word_row *row = rows; row->word; row++)
		if (strcmp(row->word, word) == 0) {
			kernel->op = (ch_op)row->value;
			return true;
		}
	return ch_reader_refuse(reader, "expected mmvq, mmq or quantize_q8_1, found '%s'", word);
}

static bool key_format(ch_reader *reader, ch_binding_kernel *kernel)
{
	char word[24];

	do {
		ch_format format;

		if (!ch_reader_word(reader, "a format", word, sizeof(word)))
			return false;
		if (!ch_format_find(word, &format))
			return ch_reader_refuse(reader, "no format '%s': fp2, fp3, fp4, fp4-fast, fp6 or fp8", word);
		kernel->formats |= 1u << format;
		ch_reader_skip(reader);
	} while (*reader->at);
	return true;
}

static bool key_wave(ch_reader *reader, ch_binding_kernel *kernel)
{
	static const ch_word_row rows[] = {{"32", 32}, {"64", 64}, {NULL, 0}};

	kernel->wave_sizes = 0;
	return read_words(reader, "32 or 64", rows, &kernel->wave_sizes);
}

/* A word that stays in the text, ended by a NUL. */
static bool keep_word(ch_reader *reader, const char *what, uint32_t *at)
{
	char word[128];

	if (!ch_reader_word(reader, what, word, sizeof(word)))
		return false;
	char *end = reader->binding->text + (reader->at - reader->binding->text);
	*at = (uint32_t)(reader->at - reader->binding->text - (ptrdiff_t)strlen(word));
	if (*end == ' ' || *end == '\t') {
		*end = 0;
		reader->at++;
	}
	ch_reader_skip(reader);
	return true;
}

static bool key_arch(ch_reader *reader, ch_binding_kernel *kernel)
{
	do {
		if (kernel->arch_count == CH_BINDING_MAX_ARCHES)
			return ch_reader_refuse(reader, "more than %d architectures", CH_BINDING_MAX_ARCHES);
		if (!keep_word(reader, "an architecture, as in gfx906 or gfx11*", &kernel->arches[kernel->arch_count]))
			return false;
		if (strncmp(reader->binding->text + kernel->arches[kernel->arch_count++], "gfx", 3) != 0)
			return ch_reader_refuse(reader, "expected an architecture, as in gfx906 or gfx11*");
	} while (*reader->at);
	return true;
}

static bool key_file(ch_reader *reader, ch_binding_kernel *kernel)
{
	return keep_word(reader, "a file's name", &kernel->file);
}

static bool key_symbol(ch_reader *reader, ch_binding_kernel *kernel)
{
	kernel->symbol_line = reader->line;
	ch_reader_skip(reader);
	if (!*reader->at)
		return ch_reader_refuse(reader, "expected a symbol's pattern");
	do {
		if (kernel->piece_count == CH_BINDING_MAX_PIECES)
			return ch_reader_refuse(reader, "more than %d numbers in a symbol", CH_BINDING_MAX_PIECES - 1);
		ch_binding_piece *piece = &kernel->pieces[kernel->piece_count++];

		piece->text = (uint32_t)(reader->at - reader->binding->text);
		piece->length = (uint32_t)strcspn(reader->at, "{ \t");
		reader->at += piece->length;
		if (*reader->at != '{')
			break;
		reader->at++;
		if (!ch_reader_expression(reader, &piece->number))
			return false;
		if (!ch_reader_take(reader, '}'))
			return ch_reader_refuse(reader, "expected '}' behind the number, found '%.40s'", reader->at);
	} while (*reader->at && *reader->at != ' ' && *reader->at != '\t');
	return true;
}

static bool key_ncols(ch_reader *reader, ch_binding_kernel *kernel)
{
	uint64_t least, most;

	if (!ch_reader_number(reader, "the least number of columns", 1024, &least) ||
	    !ch_reader_number(reader, "the largest number of columns", 1024, &most))
		return false;
	if (least == 0 || most < least)
		return ch_reader_refuse(reader, "%llu to %llu columns", (unsigned long long)least,
					(unsigned long long)most);
	kernel->least_ncols = (uint32_t)least;
	kernel->most_ncols = (uint32_t)most;
	return true;
}

static bool key_waves(ch_reader *reader, ch_binding_kernel *kernel)
{
	uint64_t number;

	do {
		if (!ch_reader_number(reader, "a number of waves", 32, &number))
			return false;
		if (number == 0)
			return ch_reader_refuse(reader, "a workgroup of no waves");
		if (kernel->waves == 0)
			kernel->default_waves = (uint32_t)number;
		kernel->waves |= 1u << (number - 1);
		ch_reader_skip(reader);
	} while (*reader->at);
	return true;
}

static bool key_activations(ch_reader *reader, ch_binding_kernel *kernel)
{
	char word[24];

	if (!ch_reader_word(reader, "q8_1 or float", word, sizeof(word)))
		return false;
	kernel->float_activations = strcmp(word, "float") == 0;
	return kernel->float_activations || strcmp(word, "q8_1") == 0 ||
	       ch_reader_refuse(reader, "expected q8_1 or float, found '%s'", word);
}

static bool read_three(ch_reader *reader, ch_binding_expression *expressions)
{
	for (int i = 0; i < 3; i++) {
		if (!ch_reader_expression(reader, &expressions[i]))
			return false;
		if (!ch_reader_take(reader, ','))
			break;
		if (i == 2)
			return ch_reader_refuse(reader, "more than three of them");
	}
	return true;
}

static bool key_grid(ch_reader *reader, ch_binding_kernel *kernel)
{
	kernel->grid_line = reader->line;
	return read_three(reader, kernel->grid);
}

static bool key_block(ch_reader *reader, ch_binding_kernel *kernel)
{
	kernel->block_line = reader->line;
	return read_three(reader, kernel->block);
}

static bool key_lds(ch_reader *reader, ch_binding_kernel *kernel)
{
	return ch_reader_expression(reader, &kernel->lds);
}

static bool read_order_part(ch_reader *reader, ch_binding_order *order)
{
	char word[24];
	uint32_t term = 0;
	struct {
		const char *name;
		uint32_t *value;
	} const parts[] = {
		{"qi", &order->order.qi},
		{"vdr", &order->order.vdr},
		{"run", &order->order.run},
		{"accumulators", &order->order.accumulators},
	};
	static const ch_word_row terms[] = {
		{"two-scales", CH_TERM_TWO_SCALES}, {"one-scale", CH_TERM_ONE_SCALE}, {NULL, 0}};

	if (!ch_reader_word(reader, "a part of the order", word, sizeof(word)))
		return false;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		uint64_t number;

		if (strcmp(word, parts[i].name) != 0)
			continue;
		if (!ch_reader_number(reader, "a number", 1024, &number))
			return false;
		*parts[i].value = (uint32_t)number;
		return true;
	}
	if (strcmp(word, "lanes") == 0)
		return ch_reader_expression(reader, &order->lanes);
	if (strcmp(word, "term") != 0)
		return ch_reader_refuse(reader, "no part '%s' of an order: qi, vdr, lanes, run, accumulators, term",
					word);
	if (!ch_reader_word(reader, "two-scales or one-scale", word, sizeof(word)))
		return false;
	for (const ch_word_row *row = terms;; row++) {
		if (!row->word)
			return ch_reader_refuse(reader, "expected two-scales or one-scale, found '%s'", word);
		if (strcmp(row->word, word) != 0)
			continue;
		term = row->value;
		break;
	}
	order->order.term = (ch_term)term;
	return true;
}

static bool key_order(ch_reader *reader, ch_binding_kernel *kernel)
{
	ch_binding_order *order = &kernel->order;

	order->line = reader->line;
	ch_reader_skip(reader);
	if (strcmp(reader->at, "contract") == 0) {
		order->contract = true;
		reader->at += strlen("contract");
		return true;
	}
	order->order = (ch_order){.run = 1, .accumulators = 1};
	do {
		if (!read_order_part(reader, order))
			return false;
	} while (ch_reader_take(reader, ','));
	if (!order->order.qi || !order->order.vdr || !order->lanes.node)
		return ch_reader_refuse(reader, "expected 'order contract', or at least qi, vdr, lanes and term");
	return true;
}

static bool key_order_waves(ch_reader *reader, ch_binding_kernel *kernel)
{
	return ch_reader_expression(reader, &kernel->order.waves);
}

static bool key_same_bytes(ch_reader *reader, ch_binding_kernel *kernel)
{
	char word[24];

	if (!ch_reader_word(reader, "required or reported", word, sizeof(word)))
		return false;
	kernel->order.reported = strcmp(word, "reported") == 0;
	return kernel->order.reported || strcmp(word, "required") == 0 ||
	       ch_reader_refuse(reader, "expected required or reported, found '%s'", word);
}

static const ch_key kernel_keys[] = {
	{"op", key_op, false},
	{"format", key_format, false},
	{"arch", key_arch, false},
	{"wave", key_wave, false},
	{"file", key_file, false},
	{"symbol", key_symbol, false},
	{"ncols", key_ncols, false},
	{"waves", key_waves, false},
	{"activations", key_activations, false},
	{"let", ch_key_let, true},
	{"grid", key_grid, false},
	{"block", key_block, false},
	{"lds", key_lds, false},
	{"arg", ch_key_arg, true},
	{"buffer", ch_key_buffer, true},
	{"order", key_order, false},
	{"order-waves", key_order_waves, false},
	{"same-bytes", key_same_bytes, false},
};

const ch_key *ch_kernel_keys(uint32_t *count)
{
	*count = sizeof(kernel_keys) / sizeof(kernel_keys[0]);
	return kernel_keys;
}
