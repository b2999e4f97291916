/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison as text, Markdown or JSON: what differs is shown, the rest counted. */
#include "audit_options.h"

#include <stdio.h>
#include <string.h>

#include "audit/compare.h"
#include "command.h"
#include "suite/report.h"

typedef struct ch_diff {
	const ch_audit_options *options;
	uint32_t kernels, identical, addresses, different, left_only, right_only;
} ch_diff;

static const char *text_words(const ch_compared *c)
{
	static const char *const words[] = {
		[CH_TEXT_IDENTICAL] = "identical text",	   [CH_TEXT_ADDRESSES] = "identical but for addresses",
		[CH_TEXT_DIFFERENT] = "different text",	   [CH_TEXT_BYTES] = "different text, not disassembled",
		[CH_TEXT_LEFT_ONLY] = "only in the first", [CH_TEXT_RIGHT_ONLY] = "only in the second",
	};
	return words[c->text];
}

static void figure_print(const ch_audit_kernel *kernel, ch_figure figure)
{
	if (ch_audit_known(kernel, figure))
		printf("%u", kernel->figures[figure]);
	else
		printf("?");
}

static void figures_print(const ch_compared *c, const char *before)
{
	for (unsigned i = 0; i < CH_FIGURE_COUNT; i++) {
		if (!(c->figures >> i & 1))
			continue;
		printf("%s%s ", before, ch_figure_name((ch_figure)i));
		figure_print(c->left, (ch_figure)i);
		printf(" -> ");
		figure_print(c->right, (ch_figure)i);
		before = ", ";
	}
}

static void lines_print(const ch_compared *c)
{
	for (uint32_t i = 0; i < c->line_count; i++)
		printf("    %c %-56s | %s\n", c->lines[i].same ? ' ' : '!', c->lines[i].left, c->lines[i].right);
}

static void text_print(const ch_compared *c, bool markdown)
{
	const ch_audit_kernel *kernel = c->left ? c->left : c->right;
	printf("%s%s ", markdown ? "- " : "", kernel->target);
	if (markdown)
		ch_audit_print_cell(kernel->name);
	else
		ch_audit_print_name(kernel->name);
	printf(": %s", text_words(c));
	if (c->text == CH_TEXT_ADDRESSES)
		printf(" (%u)", c->addresses);
	if (c->data_differ)
		printf(", but other data behind its addresses");
	if (c->text == CH_TEXT_DIFFERENT)
		printf(" from instruction %u on", c->first);
	figures_print(c, "; ");
	putchar('\n');
	if (!c->line_count)
		return;
	printf("%s", markdown ? "\n  ```\n" : "");
	lines_print(c);
	printf("%s", markdown ? "  ```\n\n" : "");
}

static void json_print(const ch_compared *c)
{
	const ch_audit_kernel *kernel = c->left ? c->left : c->right;
	const char *comma = "";
	printf("{\"compared\":");
	ch_json_string(stdout, kernel->name);
	printf(",\"target\":\"%s\",\"text\":\"%s\",\"addresses\":%u,\"data_differ\":%s,\"figures\":{", kernel->target,
	       text_words(c), c->addresses, c->data_differ ? "true" : "false");
	for (unsigned i = 0; i < CH_FIGURE_COUNT; i++)
		if (c->figures >> i & 1) {
			printf("%s\"%s\":[%u,%u]", comma, ch_figure_name((ch_figure)i), c->left->figures[i],
			       c->right->figures[i]);
			comma = ",";
		}
	printf("}");
	if (c->text == CH_TEXT_DIFFERENT)
		printf(",\"first\":%u", c->first);
	for (uint32_t i = 0; i < c->line_count; i++) {
		printf("%s", i ? "," : ",\"lines\":[");
		printf("[");
		ch_json_string(stdout, c->lines[i].left);
		printf(",");
		ch_json_string(stdout, c->lines[i].right);
		printf("]%s", i + 1 == c->line_count ? "]" : "");
	}
	printf("}\n");
}

static void compared_take(void *context, const ch_compared *c)
{
	ch_diff *diff = context;
	diff->kernels++;
	diff->left_only += c->text == CH_TEXT_LEFT_ONLY;
	diff->right_only += c->text == CH_TEXT_RIGHT_ONLY;
	if (ch_compared_same(c)) {
		diff->identical += c->text == CH_TEXT_IDENTICAL;
		diff->addresses += c->text == CH_TEXT_ADDRESSES;
		return;
	}
	diff->different += c->left && c->right;
	if (diff->options->format == CH_AUDIT_JSON)
		json_print(c);
	else
		text_print(c, diff->options->format == CH_AUDIT_MARKDOWN);
}

static void sum_print(const ch_diff *diff)
{
	const char *line = diff->options->format == CH_AUDIT_MARKDOWN ? "\n" : "";
	if (diff->options->format == CH_AUDIT_JSON)
		printf("{\"compared_kernels\":%u,\"identical\":%u,\"identical_but_for_addresses\":%u,\"different\":%u,"
		       "\"only_in_first\":%u,\"only_in_second\":%u}\n",
		       diff->kernels, diff->identical, diff->addresses, diff->different, diff->left_only,
		       diff->right_only);
	else
		printf("%s%u kernels compared: %u identical, %u identical but for addresses, %u different, %u only in "
		       "the "
		       "first, %u only in the second\n%s",
		       line, diff->kernels, diff->identical, diff->addresses, diff->different, diff->left_only,
		       diff->right_only, line);
}

bool ch_audit_diff(const ch_audit_options *options, const ch_audit_file *left, const ch_audit_file *right, int *code)
{
	ch_diff diff = {.options = options};
	ch_gcn_error error = {""};
	if (options->format == CH_AUDIT_MARKDOWN) {
		printf("### ");
		ch_audit_print_cell(left->path);
		printf(" against ");
		ch_audit_print_cell(right->path);
		printf("\n\n");
	}
	if (ch_audit_compare(left, right, compared_take, &diff, &error)) {
		fprintf(stderr, "checkhip: %s\n", error.text);
		*code = CH_EXIT_CANNOT;
		return false;
	}
	sum_print(&diff);
	return diff.kernels && diff.identical + diff.addresses == diff.kernels;
}
