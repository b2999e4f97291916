/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/expect.h"
#include "text/glob.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct ch_checker {
	const ch_expect *expect;
	const ch_expect_scope *scope;
	ch_expect_tell tell;
	void *context;
	ch_expect_result *result;
} ch_checker;

__attribute__((format(printf, 4, 5))) static void fail(const ch_checker *c, uint32_t line,
						       const ch_audit_kernel *kernel, const char *format, ...)
{
	char *text = NULL, *what = NULL;
	va_list arguments;
	c->result->failed++;
	va_start(arguments, format);
	if (vasprintf(&what, format, arguments) < 0)
		what = NULL;
	va_end(arguments);
	const int length = kernel ? asprintf(&text, "%s:%u: %s (%s): %s", c->expect->name, line, kernel->name,
					     kernel->target, what ? what : "")
				  : asprintf(&text, "%s:%u: %s", c->expect->name, line, what ? what : "");
	/* names come from the binary: no control character reaches the terminal */
	for (char *at = length < 0 ? NULL : text; at && *at; at++)
		if ((unsigned char)*at < 0x20 || *at == 0x7f)
			*at = '?';
	c->tell(c->context, length < 0 ? "no memory for a failure" : text);
	free(length < 0 ? NULL : text);
	free(what);
}

static bool arch_matches(const char *pattern, const ch_audit_kernel *kernel)
{
	return ch_glob_matches(pattern, kernel->arch) || ch_glob_matches(pattern, kernel->target);
}

static void number_check(const ch_checker *c, const ch_expect_rule *rule, const ch_audit_kernel *kernel,
			 ch_figure figure)
{
	if (!ch_audit_known(kernel, figure))
		fail(c, rule->line, kernel, "expected %s, found %s", rule->text, ch_figure_missing(figure));
	else if (!ch_expect_holds(kernel->figures[figure], rule->order, rule->number))
		fail(c, rule->line, kernel, "expected %s, found %u", rule->text, kernel->figures[figure]);
}

static void launch_check(const ch_checker *c, const ch_expect_rule *rule, const ch_audit_kernel *kernel)
{
	if (!ch_audit_known(kernel, CH_FIGURE_BOUND))
		fail(c, rule->line, kernel, "expected %s, found %s", rule->text, ch_figure_missing(CH_FIGURE_BOUND));
	else if (rule->number > kernel->figures[CH_FIGURE_BOUND])
		fail(c, rule->line, kernel, "expected %s, found a launch bound of %u", rule->text,
		     kernel->figures[CH_FIGURE_BOUND]);
}

static void instructions_check(const ch_checker *c, const ch_expect_rule *rule, const ch_audit_kernel *kernel)
{
	const ch_audit_mnemonic *first;
	if (!kernel->disassembled) {
		fail(c, rule->line, kernel, "expected %s, found %s", rule->text,
		     ch_figure_missing(CH_FIGURE_INSTRUCTIONS));
		return;
	}
	const bool by_class = rule->kind == CH_EXPECT_CLASS;
	const uint32_t phase = rule->kind == CH_EXPECT_COUNT ? rule->phase : CH_AUDIT_ALL_PHASES;
	const uint32_t found = ch_audit_matching(kernel, by_class ? "" : rule->pattern, phase, &first);
	switch (rule->kind) {
	case CH_EXPECT_CLASS:
		if (!ch_expect_holds(kernel->classes[rule->class], rule->order, rule->number))
			fail(c, rule->line, kernel, "expected %s, found %u", rule->text, kernel->classes[rule->class]);
		break;
	case CH_EXPECT_COUNT:
		if (!ch_expect_holds(found, rule->order, rule->number))
			fail(c, rule->line, kernel, "expected %s, found %u", rule->text, found);
		break;
	case CH_EXPECT_REQUIRE:
		if (!found)
			fail(c, rule->line, kernel, "expected %s, found none", rule->text);
		break;
	default:
		if (found)
			fail(c, rule->line, kernel, "expected %s, found %u, %s the first", rule->text, found,
			     first->name);
		break;
	}
}

/* The only kernel of the same target that matches; NULL after a failure was told. */
static const ch_audit_kernel *partner_find(const ch_checker *c, const ch_expect_rule *rule, const char *pattern,
					   const ch_audit_kernel *kernel)
{
	const ch_audit_kernel *found = NULL;
	uint32_t count = 0;
	for (size_t i = 0; i < c->scope->kernel_count; i++) {
		const ch_audit_kernel *k = c->scope->kernels[i];
		if (strcmp(k->target, kernel->target) != 0 || !ch_glob_matches(pattern, k->name))
			continue;
		found = k;
		count++;
	}
	if (count == 1)
		return found;
	fail(c, rule->line, kernel, "expected %s with one kernel '%s', found %u", rule->text, pattern, count);
	return NULL;
}

static void pair_check(const ch_checker *c, const ch_expect_rule *rule, const char *left, const ch_audit_kernel *kernel)
{
	const ch_audit_kernel *other = partner_find(c, rule, rule->pattern, kernel);
	if (!other || !partner_find(c, rule, left, kernel))
		return;
	if (!ch_audit_known(kernel, rule->figure) || !ch_audit_known(other, rule->right)) {
		fail(c, rule->line, kernel, "expected %s, found %s", rule->text, ch_figure_missing(rule->figure));
		return;
	}
	const int64_t found = kernel->figures[rule->figure], against = other->figures[rule->right];
	if (!ch_expect_holds(found, rule->order, against + rule->number))
		fail(c, rule->line, kernel, "expected %s, found %" PRId64 " and %" PRId64, rule->text, found, against);
}

static void rule_check(const ch_checker *c, const ch_expect_section *section, const ch_expect_rule *rule,
		       const ch_audit_kernel *kernel)
{
	c->result->checked++;
	switch (rule->kind) {
	case CH_EXPECT_FIGURE:
		number_check(c, rule, kernel, rule->figure);
		break;
	case CH_EXPECT_LAUNCH:
		launch_check(c, rule, kernel);
		break;
	case CH_EXPECT_PAIR:
		pair_check(c, rule, section->kernel, kernel);
		break;
	case CH_EXPECT_COUNT:
	case CH_EXPECT_CLASS:
	case CH_EXPECT_REQUIRE:
	case CH_EXPECT_FORBID:
		instructions_check(c, rule, kernel);
		break;
	}
}

static bool left_out(const ch_expect_scope *scope, const char *pattern)
{
	for (size_t i = 0; i < scope->arch_count; i++)
		if (ch_glob_matches(pattern, scope->archs[i]))
			return false;
	return scope->arch_count != 0;
}

static void section_check(const ch_checker *c, const ch_expect_section *section)
{
	uint32_t found = 0;
	const size_t literal = strcspn(section->kernel, "*?\\"); /* thousands of sections meet thousands of names */
	if (left_out(c->scope, section->arch))
		return;
	for (size_t i = 0; i < c->scope->kernel_count; i++) {
		const ch_audit_kernel *kernel = c->scope->kernels[i];
		if (strncmp(kernel->name, section->kernel, literal) != 0 ||
		    !ch_glob_matches(section->kernel, kernel->name) || !arch_matches(section->arch, kernel))
			continue;
		found++;
		for (uint32_t r = 0; r < section->rule_count; r++)
			rule_check(c, section, &c->expect->rules[section->first_rule + r], kernel);
	}
	if (!found && !c->scope->partial)
		fail(c, section->line, NULL, "expected a kernel '%s' for %s, found none", section->kernel,
		     section->arch);
}

void ch_expect_check(const ch_expect *expect, const ch_expect_scope *scope, ch_expect_tell tell, void *context,
		     ch_expect_result *result)
{
	const ch_checker checker = {expect, scope, tell, context, result};
	for (uint32_t i = 0; i < expect->section_count; i++)
		section_check(&checker, &expect->sections[i]);
}
