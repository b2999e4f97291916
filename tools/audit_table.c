/* SPDX-License-Identifier: Apache-2.0 */
#include "audit_options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "suite/report.h"

/* Columns of the tables: figures, then the patterns of --count. */
static const struct {
	ch_figure figure;
	uint8_t width;
	const char *head;
} columns[] = {
	{CH_FIGURE_LDS, 6, "LDS"},
	{CH_FIGURE_VGPR, 5, "VGPR"},
	{CH_FIGURE_AGPR, 5, "AGPR"},
	{CH_FIGURE_SGPR, 5, "SGPR"},
	{CH_FIGURE_SCRATCH, 8, "scratch"},
	{CH_FIGURE_VGPR_SPILLS, 7, "spill V"},
	{CH_FIGURE_SGPR_SPILLS, 7, "spill S"},
	{CH_FIGURE_WAVE, 5, "wave"},
	{CH_FIGURE_WAVES_PER_SIMD, 6, "waves"},
	{CH_FIGURE_BOUND, 6, "bound"},
	{CH_FIGURE_KERNARG, 5, "args"},
	{CH_FIGURE_TEXT, 7, "text"},
	{CH_FIGURE_INSTRUCTIONS, 7, "instr"},
};
enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static bool with_limiter(size_t column)
{
	return columns[column].figure == CH_FIGURE_WAVES_PER_SIMD;
}

static uint32_t matching(const ch_audit_kernel *kernel, const char *pattern)
{
	const ch_audit_mnemonic *first;
	return ch_audit_matching(kernel, pattern, CH_AUDIT_ALL_PHASES, &first);
}

static void text_head(const ch_audit_options *options)
{
	putchar(' ');
	for (size_t i = 0; i < COLUMNS; i++) {
		printf(" %*s", columns[i].width, columns[i].head);
		if (with_limiter(i))
			printf(" %-12s", "limited by");
	}
	for (uint32_t i = 0; i < options->column_count; i++)
		printf(" %8s", options->columns[i]);
	printf("  kernel\n");
}

static void text_counts(const ch_audit_kernel *kernel)
{
	printf("        by class:");
	for (unsigned i = 0; i < CH_CLASS_COUNT; i++)
		if (kernel->classes[i])
			printf(" %s %u", ch_audit_class_name((ch_audit_class)i), kernel->classes[i]);
	printf("\n        by mnemonic:");
	for (uint32_t i = 0; i < kernel->count_count; i++)
		printf(" %s %u", kernel->counts[i].mnemonic->name, kernel->counts[i].count);
	putchar('\n');
}

static void text_row(const ch_audit_options *options, const ch_audit_kernel *kernel)
{
	putchar(' ');
	for (size_t i = 0; i < COLUMNS; i++) {
		if (ch_audit_known(kernel, columns[i].figure))
			printf(" %*u", columns[i].width, kernel->figures[columns[i].figure]);
		else
			printf(" %*s", columns[i].width, "-");
		if (with_limiter(i))
			printf(" %-12s", ch_audit_limiter_name(kernel->limiter));
	}
	for (uint32_t i = 0; i < options->column_count; i++)
		printf(" %8u", matching(kernel, options->columns[i]));
	printf("  ");
	ch_audit_print_name(kernel->name);
	putchar('\n');
	if (options->histogram && kernel->disassembled)
		text_counts(kernel);
}

static void markdown_head(const ch_audit_options *options)
{
	printf("| kernel |");
	for (size_t i = 0; i < COLUMNS; i++)
		printf(" %s |%s", columns[i].head, with_limiter(i) ? " limited by |" : "");
	for (uint32_t i = 0; i < options->column_count; i++) {
		putchar(' ');
		ch_audit_print_cell(options->columns[i]);
		printf(" |");
	}
	printf("\n|---|");
	for (size_t i = 0; i < COLUMNS; i++)
		printf("---:|%s", with_limiter(i) ? "---|" : "");
	for (uint32_t i = 0; i < options->column_count; i++)
		printf("---:|");
	putchar('\n');
}

static void markdown_row(const ch_audit_options *options, const ch_audit_kernel *kernel)
{
	printf("| ");
	ch_audit_print_cell(kernel->name);
	printf(" |");
	for (size_t i = 0; i < COLUMNS; i++) {
		if (ch_audit_known(kernel, columns[i].figure))
			printf(" %u |", kernel->figures[columns[i].figure]);
		else
			printf(" |");
		if (with_limiter(i))
			printf(" %s |", ch_audit_limiter_name(kernel->limiter));
	}
	for (uint32_t i = 0; i < options->column_count; i++)
		printf(" %u |", matching(kernel, options->columns[i]));
	putchar('\n');
}

static void json_row(const ch_audit_options *options, const ch_audit_file *file, const ch_audit_kernel *kernel)
{
	printf("{\"kernel\":");
	ch_json_string(stdout, kernel->name);
	printf(",\"file\":");
	ch_json_string(stdout, file->path);
	printf(",\"target\":\"%s\"", kernel->target);
	for (unsigned i = 0; i < CH_FIGURE_COUNT; i++)
		if (ch_audit_known(kernel, (ch_figure)i))
			printf(",\"%s\":%u", ch_figure_name((ch_figure)i), kernel->figures[i]);
	printf(",\"limited_by\":\"%s\"", ch_audit_limiter_name(kernel->limiter));
	for (uint32_t i = 0; i < options->column_count; i++) {
		printf("%s", i ? "," : ",\"counts\":{");
		ch_json_string(stdout, options->columns[i]);
		printf(":%u%s", matching(kernel, options->columns[i]), i + 1 == options->column_count ? "}" : "");
	}
	if (kernel->disassembled) {
		const char *comma = "";
		printf(",\"classes\":{");
		for (unsigned i = 0; i < CH_CLASS_COUNT; i++)
			if (kernel->classes[i]) {
				printf("%s\"%s\":%u", comma, ch_audit_class_name((ch_audit_class)i),
				       kernel->classes[i]);
				comma = ",";
			}
		printf("},\"mnemonics\":{");
		for (uint32_t i = 0; i < kernel->count_count; i++) {
			printf("%s", i ? "," : "");
			ch_json_string(stdout, kernel->counts[i].mnemonic->name);
			printf(":%u", kernel->counts[i].count);
		}
		putchar('}');
	}
	printf("}\n");
}

static void head_print(const ch_audit_options *options, const ch_audit_file *file, const ch_audit_entry *entry)
{
	if (options->format == CH_AUDIT_MARKDOWN) {
		printf("### %s: %u kernels in ", entry->target, entry->audit.count);
		ch_audit_print_cell(file->path);
		printf("\n\n");
		if (entry->audit.trouble[0])
			printf("Not disassembled: %s\n\n", entry->audit.trouble);
		markdown_head(options);
		return;
	}
	printf("%s: %u kernels in ", entry->target, entry->audit.count);
	ch_audit_print_name(file->path);
	printf("%s%s\n", entry->audit.trouble[0] ? ", not disassembled: " : "", entry->audit.trouble);
	text_head(options);
}

void ch_audit_table_print(const ch_audit_options *options, const ch_audit_file *file, const ch_audit_entry *entry)
{
	/* with --kernel most code objects of a large binary have nothing to show */
	if (options->quiet || (options->kernels && !entry->audit.count))
		return;
	if (options->format != CH_AUDIT_JSON)
		head_print(options, file, entry);
	for (uint32_t i = 0; i < entry->audit.count; i++) {
		if (options->format == CH_AUDIT_JSON)
			json_row(options, file, &entry->audit.kernels[i]);
		else if (options->format == CH_AUDIT_MARKDOWN)
			markdown_row(options, &entry->audit.kernels[i]);
		else
			text_row(options, &entry->audit.kernels[i]);
	}
	if (options->format == CH_AUDIT_MARKDOWN)
		putchar('\n');
}
