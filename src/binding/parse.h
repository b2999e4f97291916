/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the parts that read a binding. */
#ifndef CHECKHIP_BINDING_PARSE_H
#define CHECKHIP_BINDING_PARSE_H

#include "binding/binding.h"

/* A place in a line. */
typedef struct ch_reader {
	ch_binding *binding;
	const char *at;
	uint32_t line;
	uint32_t depth; /* of the recursion */
	ch_gcn_error *error;
} ch_reader;

/* Always false: "PATH:LINE: ..." */
bool ch_reader_refuse(const ch_reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

void ch_reader_skip(ch_reader *reader); /* blanks */
bool ch_reader_end(ch_reader *reader);	/* nothing but blanks is left; else refused */
bool ch_reader_take(ch_reader *reader, char c);
/* A word up to a blank, copied; false (refused) if there is none or it is too long. what: "a name". */
bool ch_reader_word(ch_reader *reader, const char *what, char *word, size_t size);
/* Decimal, or hexadecimal with 0x; at most `most`. */
bool ch_reader_number(ch_reader *reader, const char *what, uint64_t most, uint64_t *number);
bool ch_reader_expression(ch_reader *reader, ch_binding_expression *expression);

const char *ch_binding_variable_name(ch_binding_variable variable);

#endif
