/* SPDX-License-Identifier: Apache-2.0
 *
 * Expressions: read by recursive descent into an array of nodes, computed in 64 bits. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "binding/keys.h"

typedef enum ch_node_kind {
	NODE_CONSTANT,
	NODE_VARIABLE,
	NODE_LET,
	NODE_NEGATE,
	NODE_NOT,
	NODE_MULTIPLY,
	NODE_DIVIDE,
	NODE_REMAINDER,
	NODE_ADD,
	NODE_SUBTRACT,
	NODE_LESS,
	NODE_AT_MOST,
	NODE_GREATER,
	NODE_AT_LEAST,
	NODE_EQUAL,
	NODE_UNEQUAL,
	NODE_AND,
	NODE_OR,
	NODE_CHOOSE, /* children: condition, then, else */
	NODE_MIN,
	NODE_MAX,
	NODE_CEIL_DIV,
	NODE_ROUND_UP
} ch_node_kind;

static const char *const variable_names[CH_BIND_VARIABLES] = {
	[CH_BIND_K] = "k",
	[CH_BIND_ROWS] = "rows",
	[CH_BIND_NCOLS] = "ncols",
	[CH_BIND_BLOCKS] = "blocks",
	[CH_BIND_WAVE] = "wave",
	[CH_BIND_WAVES] = "waves",
	[CH_BIND_BLOCK_BYTES] = "block_bytes",
	[CH_BIND_GGML_ID] = "ggml_id",
	[CH_BIND_W_BYTES] = "w_bytes",
	[CH_BIND_X_BYTES] = "x_bytes",
	[CH_BIND_Y_BYTES] = "y_bytes",
};

static const struct {
	const char *name;
	ch_node_kind kind;
} functions[] = {
	{"min", NODE_MIN},
	{"max", NODE_MAX},
	{"ceil_div", NODE_CEIL_DIV},
	{"round_up", NODE_ROUND_UP},
};

/* By precedence, loosest first; within a level the longer spelling first. */
enum { LEVELS = 5 };
static const struct {
	const char *text;
	uint8_t level;
	ch_node_kind kind;
} operators[] = {
	{"||", 0, NODE_OR},	  {"&&", 1, NODE_AND},	   {"<=", 2, NODE_AT_MOST}, {">=", 2, NODE_AT_LEAST},
	{"==", 2, NODE_EQUAL},	  {"!=", 2, NODE_UNEQUAL}, {"<", 2, NODE_LESS},	    {">", 2, NODE_GREATER},
	{"+", 3, NODE_ADD},	  {"-", 3, NODE_SUBTRACT}, {"*", 4, NODE_MULTIPLY}, {"/", 4, NODE_DIVIDE},
	{"%", 4, NODE_REMAINDER},
};

const char *ch_binding_variable_name(ch_binding_variable variable)
{
	return (unsigned)variable < CH_BIND_VARIABLES ? variable_names[variable] : "?";
}

bool ch_expression_knows(const char *name)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (strcmp(functions[i].name, name) == 0)
			return true;
	for (uint32_t i = 0; i < CH_BIND_VARIABLES; i++)
		if (strcmp(variable_names[i], name) == 0)
			return true;
	return false;
}

static bool add_node(ch_reader *reader, ch_binding_node node, uint32_t *index)
{
	ch_binding *binding = reader->binding;
	uint32_t depth = 0;

	for (int i = 0; i < 3; i++) {
		const ch_binding_node *child = &binding->nodes[node.children[i]];

		depth = node.children[i] && child->depth > depth ? child->depth : depth;
		node.uses |= node.children[i] ? child->uses : 0;
	}
	if (node.kind == NODE_LET) {
		const ch_binding_node *value = &binding->nodes[binding->lets[node.index].value.node];

		depth = value->depth;
		node.uses = value->uses;
	}
	if (depth >= CH_BINDING_MAX_DEPTH)
		return ch_reader_refuse(reader, "an expression deeper than %d", CH_BINDING_MAX_DEPTH);
	if (binding->node_count == CH_BINDING_MAX_NODES)
		return ch_reader_refuse(reader, "more than %d numbers, names and operators in the file",
					CH_BINDING_MAX_NODES);
	node.depth = (uint8_t)(depth + 1);
	*index = binding->node_count;
	binding->nodes[binding->node_count++] = node;
	return true;
}

static bool read_choice(ch_reader *reader, uint32_t *node);

static bool read_call(ch_reader *reader, ch_node_kind kind, const char *name, uint32_t *node)
{
	ch_binding_node call = {.kind = (uint8_t)kind};

	if (!ch_reader_take(reader, '('))
		return ch_reader_refuse(reader, "expected '(' behind %s", name);
	if (!read_choice(reader, &call.children[0]))
		return false;
	if (!ch_reader_take(reader, ','))
		return ch_reader_refuse(reader, "%s takes two values: expected ','", name);
	if (!read_choice(reader, &call.children[1]))
		return false;
	if (!ch_reader_take(reader, ')'))
		return ch_reader_refuse(reader, "%s takes two values: expected ')'", name);
	return add_node(reader, call, node);
}

static bool read_name(ch_reader *reader, uint32_t *node)
{
	char name[CH_BINDING_NAME];
	const char *start = reader->at;

	while (isalnum((unsigned char)*reader->at) || *reader->at == '_')
		reader->at++;
	if ((size_t)(reader->at - start) >= sizeof(name))
		return ch_reader_refuse(reader, "no name '%.40s...'", start);
	memcpy(name, start, (size_t)(reader->at - start));
	name[reader->at - start] = 0;
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (strcmp(functions[i].name, name) == 0)
			return read_call(reader, functions[i].kind, name, node);
	for (uint16_t i = 0; i < CH_BIND_VARIABLES; i++)
		if (strcmp(variable_names[i], name) == 0)
			return add_node(reader, (ch_binding_node){.kind = NODE_VARIABLE, .index = i, .uses = 1u << i},
					node);
	for (uint32_t i = reader->binding->let_count; i > 0; i--)
		if (strcmp(reader->binding->lets[i - 1].name, name) == 0)
			return add_node(reader, (ch_binding_node){.kind = NODE_LET, .index = (uint16_t)(i - 1)}, node);
	return ch_reader_refuse(reader,
				"'%s' is no name: k, rows, ncols, blocks, wave, waves, block_bytes, ggml_id, w_bytes, "
				"x_bytes, y_bytes, or a let above",
				name);
}

static bool read_operand(ch_reader *reader, uint32_t *node)
{
	uint64_t number;

	ch_reader_skip(reader);
	if (isdigit((unsigned char)*reader->at))
		return ch_reader_number(reader, "a number", INT64_MAX, &number) &&
		       add_node(reader, (ch_binding_node){.kind = NODE_CONSTANT, .value = (int64_t)number}, node);
	if (isalpha((unsigned char)*reader->at) || *reader->at == '_')
		return read_name(reader, node);
	if (ch_reader_take(reader, '(')) {
		if (!read_choice(reader, node))
			return false;
		return ch_reader_take(reader, ')') ||
		       ch_reader_refuse(reader, "expected ')', found '%.40s'", reader->at);
	}
	if (*reader->at == '-' || *reader->at == '!') {
		ch_binding_node sign = {.kind = *reader->at == '-' ? NODE_NEGATE : NODE_NOT};

		if (reader->depth == CH_BINDING_MAX_DEPTH)
			return ch_reader_refuse(reader, "an expression deeper than %d", CH_BINDING_MAX_DEPTH);
		reader->at++;
		reader->depth++;
		const bool read = read_operand(reader, &sign.children[0]);
		reader->depth--;
		return read && add_node(reader, sign, node);
	}
	return ch_reader_refuse(reader, "expected a number, a name or '('%s%.40s%s", *reader->at ? ", found '" : "",
				reader->at, *reader->at ? "'" : "");
}

static bool take_operator(ch_reader *reader, uint8_t level, ch_node_kind *kind)
{
	ch_reader_skip(reader);
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		const size_t length = strlen(operators[i].text);

		if (operators[i].level != level || strncmp(reader->at, operators[i].text, length) != 0)
			continue;
		reader->at += length;
		*kind = operators[i].kind;
		return true;
	}
	return false;
}

static bool read_level(ch_reader *reader, uint8_t level, uint32_t *node)
{
	ch_node_kind kind;

	if (level == LEVELS)
		return read_operand(reader, node);
	if (!read_level(reader, (uint8_t)(level + 1), node))
		return false;
	while (take_operator(reader, level, &kind)) {
		ch_binding_node both = {.kind = (uint8_t)kind, .children = {*node}};

		if (!read_level(reader, (uint8_t)(level + 1), &both.children[1]) || !add_node(reader, both, node))
			return false;
		/* a < b < c means something else in mathematics than in C: neither is taken */
		if (level == 2 && take_operator(reader, level, &kind))
			return ch_reader_refuse(reader, "two comparisons in a row: put one in parentheses");
	}
	return true;
}

static bool read_choice_within(ch_reader *reader, uint32_t *node)
{
	ch_binding_node choose = {.kind = NODE_CHOOSE};

	if (!read_level(reader, 0, node))
		return false;
	if (!ch_reader_take(reader, '?'))
		return true;
	choose.children[0] = *node;
	if (!read_choice(reader, &choose.children[1]))
		return false;
	if (!ch_reader_take(reader, ':'))
		return ch_reader_refuse(reader, "expected ':' of a condition, found '%.40s'", reader->at);
	return read_choice(reader, &choose.children[2]) && add_node(reader, choose, node);
}

static bool read_choice(ch_reader *reader, uint32_t *node)
{
	if (reader->depth == CH_BINDING_MAX_DEPTH)
		return ch_reader_refuse(reader, "an expression deeper than %d", CH_BINDING_MAX_DEPTH);
	reader->depth++;
	const bool read = read_choice_within(reader, node);
	reader->depth--;
	return read;
}

bool ch_reader_expression(ch_reader *reader, ch_binding_expression *expression)
{
	expression->line = reader->line;
	return read_choice(reader, &expression->node);
}

/* ---- computing ---- */

typedef struct ch_computing {
	ch_binding_scope *scope;
	uint32_t line; /* of the expression that is computed: a let's own, while it is */
	ch_gcn_error *error;
} ch_computing;

static bool cannot(const ch_computing *computing, const char *what)
{
	const int64_t *v = computing->scope->values;

	snprintf(computing->error->text, sizeof(computing->error->text),
		 "%s:%u: %s, at k %" PRId64 ", rows %" PRId64 ", ncols %" PRId64 ", waves %" PRId64,
		 computing->scope->binding->path, computing->line, what, v[CH_BIND_K], v[CH_BIND_ROWS],
		 v[CH_BIND_NCOLS], v[CH_BIND_WAVES]);
	return false;
}

static bool divide(const ch_computing *computing, int64_t a, int64_t b, int64_t *quotient, int64_t *remainder)
{
	if (b == 0)
		return cannot(computing, "a division by zero");
	if (a == INT64_MIN && b == -1)
		return cannot(computing, "an overflow of 64 bits");
	*quotient = a / b;
	*remainder = a % b;
	return true;
}

static bool compute_two(const ch_computing *computing, ch_node_kind kind, int64_t a, int64_t b, int64_t *value)
{
	int64_t quotient, remainder;

	switch (kind) {
	case NODE_ADD:
		return !__builtin_add_overflow(a, b, value) || cannot(computing, "an overflow of 64 bits");
	case NODE_SUBTRACT:
		return !__builtin_sub_overflow(a, b, value) || cannot(computing, "an overflow of 64 bits");
	case NODE_MULTIPLY:
		return !__builtin_mul_overflow(a, b, value) || cannot(computing, "an overflow of 64 bits");
	case NODE_DIVIDE:
		return divide(computing, a, b, value, &remainder);
	case NODE_REMAINDER:
		return divide(computing, a, b, &quotient, value);
	case NODE_CEIL_DIV:
	case NODE_ROUND_UP:
		if (!divide(computing, a, b, &quotient, &remainder))
			return false;
		if (a < 0 || b < 0)
			return cannot(computing, "ceil_div or round_up of a negative number");
		*value = quotient + (remainder != 0);
		return kind == NODE_CEIL_DIV || !__builtin_mul_overflow(*value, b, value) ||
		       cannot(computing, "an overflow of 64 bits");
	case NODE_MIN:
		*value = a < b ? a : b;
		return true;
	case NODE_MAX:
		*value = a > b ? a : b;
		return true;
	case NODE_LESS:
		*value = a < b;
		return true;
	case NODE_AT_MOST:
		*value = a <= b;
		return true;
	case NODE_GREATER:
		*value = a > b;
		return true;
	case NODE_AT_LEAST:
		*value = a >= b;
		return true;
	case NODE_EQUAL:
		*value = a == b;
		return true;
	default:
		*value = a != b;
		return true;
	}
}

static bool compute(ch_computing *computing, uint32_t index, int64_t *value);

static bool compute_let(ch_computing *computing, uint16_t index, int64_t *value)
{
	ch_binding_scope *scope = computing->scope;
	const ch_binding_expression *let = &scope->binding->lets[index].value;
	const uint32_t line = computing->line;

	if (!scope->let_known[index]) {
		computing->line = let->line;
		if (!compute(computing, let->node, &scope->let_values[index]))
			return false;
		computing->line = line;
		scope->let_known[index] = true;
	}
	*value = scope->let_values[index];
	return true;
}

static bool compute(ch_computing *computing, uint32_t index, int64_t *value)
{
	const ch_binding_node *node = &computing->scope->binding->nodes[index];
	int64_t a, b;

	switch ((ch_node_kind)node->kind) {
	case NODE_CONSTANT:
		*value = node->value;
		return true;
	case NODE_VARIABLE:
		*value = computing->scope->values[node->index];
		return true;
	case NODE_LET:
		return compute_let(computing, node->index, value);
	default:
		break;
	}
	if (!compute(computing, node->children[0], &a))
		return false;
	switch ((ch_node_kind)node->kind) {
	case NODE_NEGATE:
		return !__builtin_sub_overflow((int64_t)0, a, value) || cannot(computing, "an overflow of 64 bits");
	case NODE_NOT:
		*value = !a;
		return true;
	case NODE_CHOOSE:
		return compute(computing, node->children[a ? 1 : 2], value);
	case NODE_AND:
	case NODE_OR:
		if ((a != 0) != (node->kind == NODE_AND)) {
			*value = node->kind == NODE_OR;
			return true;
		}
		if (!compute(computing, node->children[1], &b))
			return false;
		*value = b != 0;
		return true;
	default:
		return compute(computing, node->children[1], &b) &&
		       compute_two(computing, (ch_node_kind)node->kind, a, b, value);
	}
}

ch_status ch_binding_evaluate(ch_binding_scope *scope, ch_binding_expression expression, int64_t *value,
			      ch_gcn_error *error)
{
	ch_computing computing = {scope, expression.line, error};

	return compute(&computing, expression.node, value) ? CH_OK : CH_BAD_ARGUMENT;
}
