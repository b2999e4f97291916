/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/expect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is written of each kernel: a later build may use less, never more; where nothing is used it stays so. */
static const struct {
	ch_figure figure;
	ch_expect_order order;
} rows[] = {
	{CH_FIGURE_LDS, CH_IS},
	{CH_FIGURE_VGPR, CH_AT_MOST},
	{CH_FIGURE_SGPR, CH_AT_MOST},
	{CH_FIGURE_SCRATCH, CH_AT_MOST},
	{CH_FIGURE_SPILLS, CH_AT_MOST},
	{CH_FIGURE_DYNAMIC_STACK, CH_IS},
	{CH_FIGURE_WAVES_PER_SIMD, CH_AT_LEAST},
	{CH_FIGURE_BOUND, CH_IS},
	{CH_FIGURE_UNDECODED, CH_IS},
};

/* A name as a pattern for just itself. False: it cannot stand in the file. */
static bool name_write(FILE *out, const char *name)
{
	if (name[0] == '#' || !name[0])
		return false;
	for (const char *at = name; *at; at++)
		if ((unsigned char)*at <= 0x20 || *at == 0x7f)
			return false;
	for (const char *at = name; *at; at++) {
		if (*at == '*' || *at == '?' || *at == '\\')
			fputc('\\', out);
		fputc(*at, out);
	}
	return true;
}

static bool kernel_write(FILE *out, const ch_audit_kernel *kernel)
{
	fputs("kernel ", out);
	if (!name_write(out, kernel->name))
		return false;
	fputc('\n', out);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (ch_audit_known(kernel, rows[i].figure))
			fprintf(out, "  %s %s %u\n", ch_figure_name(rows[i].figure),
				ch_expect_order_text(kernel->figures[rows[i].figure] || rows[i].order != CH_AT_MOST
							     ? rows[i].order
							     : CH_IS),
				kernel->figures[rows[i].figure]);
	return true;
}

static bool scope_write(FILE *out, const ch_expect_scope *scope, ch_gcn_error *error)
{
	const char *target = "";
	fputs("checkhip-audit 1\n", out);
	for (size_t i = 0; i < scope->kernel_count; i++) {
		const ch_audit_kernel *kernel = scope->kernels[i];
		if (strcmp(target, kernel->target) != 0)
			fprintf(out, "\narch %s\n", kernel->target);
		target = kernel->target;
		if (!kernel_write(out, kernel)) {
			snprintf(error->text, sizeof error->text,
				 "kernel %.80s: its name cannot stand in an expectation file", kernel->name);
			return false;
		}
	}
	return true;
}

static bool said(ch_gcn_error *error, const char *path)
{
	snprintf(error->text, sizeof error->text, "%.180s: %s", path, strerror(errno));
	return false;
}

static bool stream_finish(FILE *out, const char *temporary, const char *path, ch_gcn_error *error)
{
	const bool sound = fflush(out) == 0 && !ferror(out) && fsync(fileno(out)) == 0;
	if (!sound)
		said(error, path);
	if (fclose(out) != 0 && sound)
		return said(error, path);
	return sound && (rename(temporary, path) == 0 || said(error, path));
}

bool ch_expect_write(const char *path, const ch_expect_scope *scope, ch_gcn_error *error)
{
	char *temporary = NULL;
	if (asprintf(&temporary, "%s.XXXXXX", path) < 0)
		return said(error, path);
	const int descriptor = mkstemp(temporary);
	/* mkstemp makes a file for its owner alone */
	FILE *out = descriptor < 0 || fchmod(descriptor, 0644) ? NULL : fdopen(descriptor, "w");
	bool written = false;
	if (!out) {
		said(error, path);
	} else if (!scope_write(out, scope, error)) {
		fclose(out);
	} else {
		written = stream_finish(out, temporary, path, error);
	}
	if (descriptor >= 0 && !written)
		unlink(temporary);
	free(temporary);
	return written;
}
