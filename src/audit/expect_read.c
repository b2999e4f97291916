/* SPDX-License-Identifier: Apache-2.0
 *
 * The text of an expectation file. Strict: what is not understood is refused, with its line. */
#include "audit/expect.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct ch_reader {
	ch_expect *expect;
	ch_gcn_error *error;
	uint32_t line;
	char *words[CH_EXPECT_MAX_WORDS]; /* of the line */
	uint32_t word_count;
	char *archs[CH_EXPECT_MAX_WORDS]; /* that the lines after `arch` are for */
	uint32_t arch_count;
	uint32_t open;		       /* sections that rules are added to, the last ones */
	uint32_t rules;		       /* of each of them */
	uint8_t seen[CH_FIGURE_COUNT]; /* orders, a bit each */
	char *pattern;		       /* of the open kernel; NULL: none is open */
	uint32_t pattern_line;
} ch_reader;

__attribute__((format(printf, 2, 3))) static ch_status refuse(const ch_reader *r, const char *format, ...)
{
	char text[180];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	const char *name = r->expect->name;
	const size_t length = strlen(name);
	snprintf(r->error->text, sizeof r->error->text, "%s:%u: %s", length > 60 ? name + length - 60 : name, r->line,
		 text);
	return CH_BAD_ARGUMENT;
}

static ch_status no_memory(const ch_reader *r)
{
	(void)refuse(r, "no memory");
	return CH_OUT_OF_MEMORY;
}

/* Decimal, 0 to 2^32 - 1, no sign. */
static bool number_read(const char *word, int64_t *number)
{
	*number = 0;
	if (!*word)
		return false;
	for (; *word; word++) {
		if (*word < '0' || *word > '9')
			return false;
		*number = *number * 10 + (*word - '0');
		if (*number > (int64_t)UINT32_MAX)
			return false;
	}
	return true;
}

static bool order_read(const char *word, ch_expect_order *order)
{
	for (unsigned i = 0; i < CH_ORDER_COUNT; i++)
		if (strcmp(word, ch_expect_order_text((ch_expect_order)i)) == 0) {
			*order = (ch_expect_order)i;
			return true;
		}
	return false;
}

/* "vgpr(PATTERN)": cut into its parts in place. */
static bool call_read(char *word, ch_figure *figure, char **pattern)
{
	char *bracket = strchr(word, '(');
	const size_t length = strlen(word);
	if (!bracket || word[length - 1] != ')' || bracket + 2 > word + length - 1)
		return false;
	*bracket = 0;
	const bool found = ch_figure_find(word, figure);
	*bracket = '(';
	if (!found)
		return false;
	*bracket = 0;
	word[length - 1] = 0;
	*pattern = bracket + 1;
	return true;
}

static void *grown(void *rows, uint32_t count, size_t size)
{
	/* doubles at each power of two from 16 on */
	if (count && (count < 16 || (count & (count - 1))))
		return rows;
	return realloc(rows, (count ? (size_t)count * 2 : 16) * size);
}

/* The line with single blanks, as messages show it. */
static char *line_text(const ch_reader *r)
{
	size_t length = 1;
	for (uint32_t i = 0; i < r->word_count; i++)
		length += strlen(r->words[i]) + 1;
	char *text = malloc(length), *to = text;
	for (uint32_t i = 0; text && i < r->word_count; i++) {
		const size_t n = strlen(r->words[i]);
		if (i)
			*to++ = ' ';
		memcpy(to, r->words[i], n);
		to += n;
	}
	if (text)
		*to = 0;
	return text;
}

static ch_status rule_add(ch_reader *r, ch_expect_rule rule, const char *text)
{
	ch_expect *e = r->expect;
	if (e->rule_count == CH_EXPECT_MAX_RULES)
		return refuse(r, "expected at most %d expectations", CH_EXPECT_MAX_RULES);
	ch_expect_rule *rules = grown(e->rules, e->rule_count, sizeof *rules);
	if (!rules)
		return no_memory(r);
	e->rules = rules;
	rule.line = r->line;
	rule.text = strdup(text);
	if (!rule.text)
		return no_memory(r);
	rules[e->rule_count++] = rule;
	return CH_OK;
}

/* Sections for each architecture, with no rules yet. */
static ch_status sections_add(ch_reader *r, const char *pattern)
{
	ch_expect *e = r->expect;
	for (uint32_t i = 0; i < r->arch_count; i++) {
		ch_expect_section *sections = grown(e->sections, e->section_count, sizeof *sections);
		if (!sections)
			return no_memory(r);
		e->sections = sections;
		sections[e->section_count++] = (ch_expect_section){r->archs[i], pattern, r->line, e->rule_count, 0};
	}
	r->open = r->arch_count;
	return CH_OK;
}

static ch_status section_close(ch_reader *r)
{
	const bool empty = r->pattern && !r->rules;
	r->line = empty ? r->pattern_line : r->line;
	if (empty)
		return refuse(r, "expected something of '%.60s', found no line", r->pattern);
	r->pattern = NULL;
	r->rules = 0;
	memset(r->seen, 0, sizeof r->seen);
	return CH_OK;
}

/* Sections of one `kernel` line share their rules. */
static ch_status section_rule_add(ch_reader *r, ch_expect_rule rule, const char *text)
{
	const ch_status status = rule_add(r, rule, text);
	for (uint32_t i = 0; !status && i < r->open; i++)
		r->expect->sections[r->expect->section_count - 1 - i].rule_count++;
	r->rules += status == CH_OK;
	return status;
}

static ch_status arch_line(ch_reader *r)
{
	const ch_status status = section_close(r);
	if (status)
		return status;
	if (r->word_count < 2)
		return refuse(r, "expected `arch NAME...`");
	r->arch_count = r->word_count - 1;
	memcpy(r->archs, r->words + 1, r->arch_count * sizeof *r->archs);
	return CH_OK;
}

static ch_status kernel_line(ch_reader *r)
{
	const ch_status status = section_close(r);
	if (status)
		return status;
	if (r->word_count != 2)
		return refuse(r, "expected `kernel PATTERN`");
	if (!r->arch_count)
		return refuse(r, "expected a line `arch NAME...` before it");
	r->pattern = r->words[1];
	r->pattern_line = r->line;
	return sections_add(r, r->pattern);
}

static ch_status names_line(ch_reader *r, const char *text)
{
	if (r->word_count != 2)
		return refuse(r, "expected `%s PATTERN`", r->words[0]);
	const ch_expect_rule rule = {.kind = r->words[0][0] == 'r' ? CH_EXPECT_REQUIRE : CH_EXPECT_FORBID,
				     .pattern = r->words[1]};
	return section_rule_add(r, rule, text);
}

/* "launch 256 <= bound" */
static ch_status launch_line(ch_reader *r, const char *text)
{
	ch_expect_rule rule = {.kind = CH_EXPECT_LAUNCH};
	if (r->word_count != 4 || !number_read(r->words[1], &rule.number) || strcmp(r->words[2], "<=") != 0 ||
	    strcmp(r->words[3], "bound") != 0)
		return refuse(r, "expected `launch NUMBER <= bound`");
	return section_rule_add(r, rule, text);
}

/* "class trans <= 4" */
static ch_status class_line(ch_reader *r, const char *text)
{
	ch_expect_rule rule = {.kind = CH_EXPECT_CLASS};
	if (r->word_count != 4 || !order_read(r->words[2], &rule.order) || !number_read(r->words[3], &rule.number))
		return refuse(r, "expected `class NAME ORDER NUMBER`, as in `class trans <= 4`");
	if (!ch_audit_class_find(r->words[1], &rule.class))
		return refuse(r, "expected a class of instructions, found '%.40s'", r->words[1]);
	return section_rule_add(r, rule, text);
}

/* "count ds_read_b128 = 25", "count ds_read_b128 phase 1 = 24" */
static ch_status count_line(ch_reader *r, const char *text)
{
	ch_expect_rule rule = {.kind = CH_EXPECT_COUNT, .phase = CH_AUDIT_ALL_PHASES};
	const bool phased = r->word_count == 6 && strcmp(r->words[2], "phase") == 0;
	const uint32_t order = phased ? 4 : 2;
	int64_t phase = CH_AUDIT_ALL_PHASES;
	if (r->word_count != order + 2 || (phased && (!number_read(r->words[3], &phase) || phase >= CH_AUDIT_PHASES)) ||
	    !order_read(r->words[order], &rule.order) || !number_read(r->words[order + 1], &rule.number))
		return refuse(r, "expected `count PATTERN [phase 0..%d] ORDER NUMBER`, as in `count ds_read_b128 = 25`",
			      CH_AUDIT_PHASES - 1);
	rule.pattern = r->words[1];
	rule.phase = (uint32_t)phase;
	return section_rule_add(r, rule, text);
}

static ch_status figure_line(ch_reader *r, const char *text)
{
	ch_expect_rule rule = {.kind = CH_EXPECT_FIGURE};
	if (!ch_figure_find(r->words[0], &rule.figure))
		return refuse(r, "expected a figure or count, class, require, forbid, launch, found '%.40s'",
			      r->words[0]);
	if (r->word_count != 3 || !order_read(r->words[1], &rule.order) || !number_read(r->words[2], &rule.number))
		return refuse(r, "expected `%s ORDER NUMBER`, as in `lds = 15872`", r->words[0]);
	const uint8_t bit = (uint8_t)(1u << rule.order);
	if (r->seen[rule.figure] & bit)
		return refuse(r, "expected `%s %s` once, found it again", r->words[0], r->words[1]);
	r->seen[rule.figure] |= bit;
	return section_rule_add(r, rule, text);
}

/* "vgpr(a) <= vgpr(b) + 1" */
static ch_status pair_line(ch_reader *r, const char *text)
{
	ch_expect_rule rule = {.kind = CH_EXPECT_PAIR};
	char *left = NULL, *right = NULL;
	const bool more = r->word_count == 5;
	ch_status status = section_close(r);
	if (status)
		return status;
	if (!r->arch_count)
		return refuse(r, "expected a line `arch NAME...` before it");
	if ((r->word_count != 3 && !more) || !call_read(r->words[0], &rule.figure, &left) ||
	    !order_read(r->words[1], &rule.order) || !call_read(r->words[2], &rule.right, &right) ||
	    (more && strcmp(r->words[3], "+") != 0 && strcmp(r->words[3], "-") != 0) ||
	    (more && !number_read(r->words[4], &rule.number)))
		return refuse(r, "expected `FIGURE(KERNEL) ORDER FIGURE(KERNEL)` and perhaps `+ NUMBER`");
	if (more && r->words[3][0] == '-')
		rule.number = -rule.number;
	rule.pattern = right;
	status = sections_add(r, left);
	if (!status)
		status = section_rule_add(r, rule, text);
	r->rules = r->open = 0;
	return status;
}

static ch_status rule_line(ch_reader *r, const char *text)
{
	if (strchr(r->words[0], '('))
		return pair_line(r, text);
	if (!r->pattern)
		return refuse(r, "expected a line `kernel PATTERN` before it");
	if (strcmp(r->words[0], "require") == 0 || strcmp(r->words[0], "forbid") == 0)
		return names_line(r, text);
	if (strcmp(r->words[0], "launch") == 0)
		return launch_line(r, text);
	if (strcmp(r->words[0], "count") == 0)
		return count_line(r, text);
	if (strcmp(r->words[0], "class") == 0)
		return class_line(r, text);
	return figure_line(r, text);
}

/* Words between blanks, in place; `#` begins a comment where a word could begin. */
static ch_status words_split(ch_reader *r, char *line)
{
	r->word_count = 0;
	for (char *at = line; *at;) {
		while (*at == ' ' || *at == '\t')
			at++;
		if (!*at || *at == '#')
			break;
		if (r->word_count == CH_EXPECT_MAX_WORDS)
			return refuse(r, "expected at most %d words", CH_EXPECT_MAX_WORDS);
		r->words[r->word_count++] = at;
		while (*at && *at != ' ' && *at != '\t')
			at++;
		if (*at)
			*at++ = 0;
	}
	return CH_OK;
}

static ch_status line_read(ch_reader *r, char *line, bool *versioned)
{
	ch_status status = words_split(r, line);
	if (status)
		return status;
	if (!*versioned) {
		*versioned = true;
		if (r->word_count != 2 || strcmp(r->words[0], "checkhip-audit") != 0 || strcmp(r->words[1], "1") != 0)
			return refuse(r, "expected `checkhip-audit 1` in the first line");
		return CH_OK;
	}
	if (!r->word_count)
		return CH_OK;
	if (strcmp(r->words[0], "arch") == 0)
		return arch_line(r);
	if (strcmp(r->words[0], "kernel") == 0)
		return kernel_line(r);
	char *text = line_text(r);
	status = text ? rule_line(r, text) : no_memory(r);
	free(text);
	return status;
}

/* Bytes that have no place in the file: its lines are shown on a terminal. */
static ch_status text_check(ch_reader *r, const char *text, size_t size)
{
	r->line = 1;
	for (size_t i = 0; i < size; i++) {
		const unsigned char c = (unsigned char)text[i];
		if (c == 0x7f || (c < 0x20 && c != '\t' && c != '\n'))
			return refuse(r, "expected text, found the byte 0x%02x", c);
		r->line += c == '\n';
	}
	return CH_OK;
}

static ch_status lines_read(ch_reader *r, char *text)
{
	bool versioned = false;
	r->line = 0;
	for (char *next, *line = text; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = 0;
		r->line++;
		const ch_status status = line_read(r, line, &versioned);
		if (status)
			return status;
	}
	const ch_status status = section_close(r);
	if (!status && !r->expect->rule_count)
		return refuse(r, "expected something of some kernel, found no line");
	return status;
}

ch_status ch_expect_parse(const char *name, const char *text, size_t size, ch_expect *expect, ch_gcn_error *error)
{
	*expect = (ch_expect){.name = strdup(name)};
	ch_reader reader = {.expect = expect, .error = error};
	expect->text = malloc((size <= CH_EXPECT_MAX_BYTES ? size : 0) + 1);
	if (!expect->name || !expect->text) {
		ch_expect_close(expect);
		snprintf(error->text, sizeof error->text, "%.180s: no memory", name);
		return CH_OUT_OF_MEMORY;
	}
	ch_status status = CH_OK;
	if (size > CH_EXPECT_MAX_BYTES)
		status = refuse(&reader, "expected at most %d bytes", CH_EXPECT_MAX_BYTES);
	if (!status)
		status = text_check(&reader, text, size);
	if (!status) {
		memcpy(expect->text, text, size);
		expect->text[size] = 0;
		status = lines_read(&reader, expect->text);
	}
	if (status)
		ch_expect_close(expect);
	return status;
}
