/* SPDX-License-Identifier: Apache-2.0 */
#include "report_audit.h"

#include <stdio.h>
#include <string.h>

#include "suite/phrase.h"

static const char *text_of(const cJSON *object, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static bool has(const cJSON *object, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(object, name) != NULL;
}

/* A count of things; an absent one leaves *value alone. */
static bool read_count(const cJSON *object, const char *name, uint32_t *value)
{
	const cJSON *number = cJSON_GetObjectItemCaseSensitive(object, name);

	if (!number)
		return true;
	if (!cJSON_IsNumber(number) || !(number->valuedouble >= 0 && number->valuedouble < 4294967296.0) ||
	    number->valuedouble != (double)(uint32_t)number->valuedouble)
		return false;
	*value = (uint32_t)number->valuedouble;
	return true;
}

bool report_audit_is_line(const cJSON *object)
{
	return (has(object, "kernel") && has(object, "target") && !has(object, "case")) || has(object, "failed") ||
	       has(object, "expectations");
}

static const char *take_kernel(audit_seen *seen, const cJSON *object)
{
	const char *target = text_of(object, "target");
	uint32_t scratch = 0, vgprs = 0, sgprs = 0, i = 0;

	if (!text_of(object, "kernel") || !target || !has(object, "limited_by"))
		return "a kernel of an audit needs \"kernel\", \"target\" and \"limited_by\"; "
		       "a comparison of two builds is no result";
	if (!read_count(object, "scratch", &scratch) || !read_count(object, "vgpr_spills", &vgprs) ||
	    !read_count(object, "sgpr_spills", &sgprs))
		return "\"scratch\", \"vgpr_spills\" or \"sgpr_spills\" is no count";
	seen->kernels++;
	seen->spilling += scratch || vgprs || sgprs;
	while (i < seen->target_count && strcmp(seen->targets[i].name, target) != 0)
		i++;
	if (i == AUDIT_TARGETS)
		return NULL; /* counted, and not named */
	if (i == seen->target_count) {
		if (strlen(target) >= AUDIT_TARGET_NAME)
			return "a target's name of more than 63 characters";
		strcpy(seen->targets[seen->target_count++].name, target);
	}
	seen->targets[i].kernels++;
	return NULL;
}

static const char *take_numbers(audit_seen *seen, run_file *file, const cJSON *object)
{
	uint32_t checked = 0, failed = 0;

	if (!has(object, "failed_expectations") || !read_count(object, "expectations", &checked) ||
	    !read_count(object, "failed_expectations", &failed))
		return "the last line of an audit needs counts \"expectations\" and \"failed_expectations\"";
	if (failed != seen->failed)
		return "\"failed_expectations\" is not the number of \"failed\" lines before it";
	seen->ended = true;
	/* one that fails for a kernel that is not there may not be among the checked: at least so many passed */
	if (checked > failed && !run_file_count(file, "expectations", CH_PASS, checked - failed))
		return "out of memory";
	return NULL;
}

const char *report_audit_take(audit_seen *seen, run_file *file, const cJSON *object)
{
	if (seen->ended)
		return "more follows the numbers of expectations; expected one audit a file";
	if (has(object, "expectations"))
		return take_numbers(seen, file, object);
	if (!has(object, "failed"))
		return report_audit_is_line(object) ? take_kernel(seen, object)
						    : "no line of `checkhip audit --json`, as those before it are";
	const char *text = text_of(object, "failed");

	if (!text)
		return "\"failed\" wants a sentence";
	seen->failed++;
	return run_file_count(file, "expectations", CH_FAIL, 1) && run_file_fail(file, "expectation", "AUDIT", text, "")
		       ? NULL
		       : "out of memory";
}

void report_audit_end(const audit_seen *seen, run_file *file)
{
	char *words = file->description;
	const size_t size = sizeof(file->description);

	snprintf(file->provider, sizeof(file->provider), "audit");
	ch_phrase_set(words, size, "%u kernels", seen->kernels);
	for (uint32_t i = 0; i < seen->target_count; i++)
		ch_phrase_add(words, size, "%s%s %u", i ? ", " : " (", seen->targets[i].name, seen->targets[i].kernels);
	if (seen->target_count)
		ch_phrase_add(words, size, "), %u with scratch or spills", seen->spilling);
	/* without --expect there is no last line that tells a whole audit from a cut one, and nothing was checked */
	file->complete = true;
	if (!seen->ended)
		ch_phrase_add(words, size, "; no numbers of expectations: cut, or an audit without --expect");
}
