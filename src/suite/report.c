/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "suite/clock.h"
#include "suite/report.h"

/* A row of the summary: cases that share the first two parts of their name. */
typedef struct ch_group {
	char name[64];
	uint32_t counts[CH_RESULT_COUNT];
	uint32_t told;	   /* text: failures printed in full */
	double over_bound; /* worst of those measured; negative: none was */
	char worst[CH_CASE_NAME + 64];
} ch_group;

typedef struct ch_skip_reason {
	char text[200];
	uint32_t count;
} ch_skip_reason;

enum { REASONS = 16, TELL = 4 };

struct ch_report {
	FILE *out;
	ch_report_options options;
	ch_group *groups;
	size_t group_count, group_room;
	uint32_t counts[CH_RESULT_COUNT];
	ch_skip_reason reasons[REASONS];
	uint32_t other_bytes; /* passed, within the bound, but not the bytes of the order that was stated */
	char first_other[CH_CASE_NAME];
	FILE *failures; /* Markdown: failed cases, kept until the table is written */
	char *failures_text;
	size_t failures_size;
	double begin;
};

static const char *const result_words[CH_RESULT_COUNT] = {"pass", "FAIL", "skip", "ERROR"};
static const char *const result_json[CH_RESULT_COUNT] = {"pass", "fail", "skip", "error"};

const char *ch_result_word(ch_result result)
{
	return (unsigned)result < CH_RESULT_COUNT ? result_words[result] : "unknown";
}

const char *ch_result_json_word(ch_result result)
{
	return (unsigned)result < CH_RESULT_COUNT ? result_json[result] : "unknown";
}

ch_report *ch_report_begin(FILE *out, const ch_report_options *options)
{
	ch_report *report = calloc(1, sizeof(*report));

	if (!report)
		return NULL;
	report->out = out;
	report->options = *options;
	report->begin = ch_clock_seconds();
	report->failures = open_memstream(&report->failures_text, &report->failures_size);
	if (!report->failures) {
		free(report);
		return NULL;
	}
	if (options->style == CH_REPORT_TEXT)
		fprintf(out, "provider %s: %s\n", options->provider, options->description);
	return report;
}

/* "mmvq/fp3/fp3-lut/random/k32" -> "mmvq/fp3" */
static ch_group *find_group(ch_report *report, const char *name)
{
	const char *slash = strchr(name, '/');
	const char *second = slash ? strchr(slash + 1, '/') : NULL;
	size_t length = second ? (size_t)(second - name) : strlen(name);

	if (strncmp(name, "known/", 6) == 0 && second) { /* one part more: known/decode/fp3 */
		const char *third = strchr(second + 1, '/');

		length = third ? (size_t)(third - name) : strlen(name);
	}
	if (length >= sizeof(report->groups->name))
		length = sizeof(report->groups->name) - 1;
	for (size_t i = 0; i < report->group_count; i++) {
		if (strncmp(report->groups[i].name, name, length) == 0 && report->groups[i].name[length] == 0)
			return &report->groups[i];
	}
	if (report->group_count == report->group_room) {
		size_t room = report->group_room ? 2 * report->group_room : 32;
		ch_group *groups = realloc(report->groups, room * sizeof(*groups));

		if (!groups)
			return NULL;
		report->groups = groups;
		report->group_room = room;
	}
	ch_group *added = &report->groups[report->group_count++];

	*added = (ch_group){.over_bound = -1};
	memcpy(added->name, name, length);
	return added;
}

static void count(ch_report *report, const char *name, const ch_verdict *verdict)
{
	ch_group *group = find_group(report, name);

	report->counts[verdict->result]++;
	if (verdict->result == CH_PASS && strcmp(verdict->clause, "SAME-BYTES") == 0 && report->other_bytes++ == 0)
		snprintf(report->first_other, sizeof(report->first_other), "%s", name);
	if (group) {
		group->counts[verdict->result]++;
		/* written so that a NaN counts as the worst */
		if (verdict->over_bound >= 0 && !(verdict->over_bound <= group->over_bound)) {
			group->over_bound = verdict->over_bound;
			if (verdict->over_place[0])
				snprintf(group->worst, sizeof(group->worst), "%s %s", name, verdict->over_place);
			else
				snprintf(group->worst, sizeof(group->worst), "%s row %lld col %lld", name,
					 (long long)verdict->over_row, (long long)verdict->over_col);
		}
	}
	for (size_t i = 0; verdict->result == CH_SKIP && i < REASONS; i++) {
		ch_skip_reason *reason = &report->reasons[i];

		if (reason->count && strncmp(reason->text, verdict->text, sizeof(reason->text) - 1) != 0)
			continue;
		snprintf(reason->text, sizeof(reason->text), "%.199s", verdict->text);
		reason->count++;
		break;
	}
}

static void write_repeat(FILE *out, const ch_report *report, const char *name)
{
	fprintf(out, "%s --filter '=%s'", report->options.repeat, name);
}

/* A fault often fails a hundred cases of a group alike: the first few tell it. */
static bool told_enough(ch_report *report, const char *name)
{
	ch_group *group = find_group(report, name);

	if (!group || report->options.verbose)
		return false;
	group->told++;
	if (group->told <= TELL)
		return false;
	if (group->told == TELL + 1)
		fprintf(report->out, "...   more of %s fail; --verbose shows them all\n", group->name);
	return true;
}

static void write_text(ch_report *report, const char *name, const ch_verdict *verdict)
{
	FILE *out = report->out;
	bool bad = verdict->result == CH_FAIL || verdict->result == CH_ERROR;

	if (bad ? told_enough(report, name) : !report->options.verbose)
		return;
	fprintf(out, "%-5s %s", result_words[verdict->result], name);
	if (verdict->variant[0])
		fprintf(out, " [%s]", verdict->variant);
	if (verdict->over_bound >= 0)
		fprintf(out, "  %.3g of the bound", verdict->over_bound);
	if (verdict->power >= 0)
		fprintf(out, "  (a one-code fault is at least %.3g)", verdict->power);
	fputc('\n', out);
	if (verdict->text[0])
		fprintf(out, "      %s%s%s\n", verdict->clause, verdict->clause[0] ? ": " : "", verdict->text);
	if (verdict->explains[0])
		fprintf(out, "      looks like: %s\n", verdict->explains);
	if (verdict->note[0])
		fprintf(out, "      note: %s\n", verdict->note);
	if (bad) {
		fputs("      again: ", out);
		write_repeat(out, report, name);
		fputc('\n', out);
	}
}

static void json_field(FILE *out, const char *name, const char *text)
{
	if (!text[0])
		return;
	fprintf(out, ",\"%s\":", name);
	ch_json_string(out, text);
}

static void json_number(FILE *out, const char *name, double value)
{
	if (value < 0)
		return;
	if (isfinite(value))
		fprintf(out, ",\"%s\":%.9g", name, value);
	else /* JSON has no infinity */
		fprintf(out, ",\"%s\":\"%s\"", name, isnan(value) ? "nan" : "inf");
}

static void write_json(const ch_report *report, const char *name, const ch_verdict *verdict)
{
	FILE *out = report->out;

	fputs("{\"case\":", out);
	ch_json_string(out, name);
	fputs(",\"provider\":", out);
	ch_json_string(out, report->options.provider);
	fprintf(out, ",\"result\":\"%s\"", result_json[verdict->result]);
	json_field(out, "clause", verdict->clause);
	json_field(out, "text", verdict->text);
	json_field(out, "looks_like", verdict->explains);
	json_field(out, "variant", verdict->variant);
	json_field(out, "note", verdict->note);
	json_number(out, "over_bound", verdict->over_bound);
	if (verdict->over_bound >= 0 && verdict->over_place[0])
		json_field(out, "place", verdict->over_place);
	else if (verdict->over_bound >= 0)
		fprintf(out, ",\"row\":%lld,\"col\":%lld", (long long)verdict->over_row, (long long)verdict->over_col);
	json_number(out, "power", verdict->power);
	fprintf(out, ",\"seconds\":%.6f", verdict->seconds);
	if (verdict->result == CH_FAIL || verdict->result == CH_ERROR) {
		char *line = NULL;
		size_t size = 0;
		FILE *memory = open_memstream(&line, &size);

		if (memory) {
			write_repeat(memory, report, name);
			fclose(memory);
			json_field(out, "again", line);
			free(line);
		}
	}
	fputs("}\n", out);
}

static void keep_failure(ch_report *report, const char *name, const ch_verdict *verdict)
{
	if (verdict->result != CH_FAIL && verdict->result != CH_ERROR)
		return;
	fprintf(report->failures, "- **%s** `%s`: %s %s%s%s  \n  `", result_words[verdict->result], name,
		verdict->clause, verdict->text, verdict->explains[0] ? "; looks like: " : "", verdict->explains);
	write_repeat(report->failures, report, name);
	fputs("`\n", report->failures);
}

void ch_report_verdict(ch_report *report, const char *name, const ch_verdict *verdict)
{
	count(report, name, verdict);
	switch (report->options.style) {
	case CH_REPORT_JSON:
		write_json(report, name, verdict);
		break;
	case CH_REPORT_MARKDOWN:
		keep_failure(report, name, verdict);
		break;
	case CH_REPORT_TEXT:
	default:
		write_text(report, name, verdict);
		break;
	}
	fflush(report->out);
}

static void end_text(const ch_report *report, const char *outcome)
{
	FILE *out = report->out;

	fprintf(out, "\n%-28s %6s %6s %6s %6s  %s\n", "cases", "pass", "FAIL", "skip", "ERROR",
		"largest error / bound");
	for (size_t i = 0; i < report->group_count; i++) {
		const ch_group *group = &report->groups[i];

		fprintf(out, "%-28s %6u %6u %6u %6u", group->name, group->counts[CH_PASS], group->counts[CH_FAIL],
			group->counts[CH_SKIP], group->counts[CH_ERROR]);
		if (group->over_bound >= 0)
			fprintf(out, "  %.3g in %s", group->over_bound, group->worst);
		fputc('\n', out);
	}
	for (size_t i = 0; i < REASONS && report->reasons[i].count; i++)
		fprintf(out, "skipped %u: %s\n", report->reasons[i].count, report->reasons[i].text);
	if (report->other_bytes)
		fprintf(out, "within the bound, other bytes than those of the stated order: %u cases, first %s\n",
			report->other_bytes, report->first_other);
	fprintf(out, "evidence: %s\n", report->options.cover);
	fprintf(out, "%u passed, %u failed, %u in error, %u skipped in %.1f s: %s\n", report->counts[CH_PASS],
		report->counts[CH_FAIL], report->counts[CH_ERROR], report->counts[CH_SKIP],
		ch_clock_seconds() - report->begin, outcome);
}

static void end_json(const ch_report *report, const char *outcome)
{
	FILE *out = report->out;

	fputs("{\"summary\":true,\"provider\":", out);
	ch_json_string(out, report->options.provider);
	json_field(out, "description", report->options.description);
	json_field(out, "evidence", report->options.cover);
	fprintf(out, ",\"pass\":%u,\"fail\":%u,\"skip\":%u,\"error\":%u,\"outcome\":", report->counts[CH_PASS],
		report->counts[CH_FAIL], report->counts[CH_SKIP], report->counts[CH_ERROR]);
	ch_json_string(out, outcome);
	if (report->other_bytes)
		fprintf(out, ",\"other_bytes\":%u", report->other_bytes);
	fputs("}\n", out);
}

static void end_markdown(ch_report *report, const char *outcome)
{
	FILE *out = report->out;

	fprintf(out, "### checkhip: %s\n\nProvider `%s`: %s\n\n", outcome, report->options.provider,
		report->options.description);
	fputs("| cases | pass | fail | skip | error | largest error / bound |\n|---|---:|---:|---:|---:|---|\n", out);
	for (size_t i = 0; i < report->group_count; i++) {
		const ch_group *group = &report->groups[i];

		fprintf(out, "| %s | %u | %u | %u | %u |", group->name, group->counts[CH_PASS], group->counts[CH_FAIL],
			group->counts[CH_SKIP], group->counts[CH_ERROR]);
		if (group->over_bound >= 0)
			fprintf(out, " %.3g in `%s`", group->over_bound, group->worst);
		fputs(" |\n", out);
	}
	if (report->other_bytes)
		fprintf(out, "\nWithin the bound, other bytes than those of the stated order: %u cases, first `%s`\n",
			report->other_bytes, report->first_other);
	fprintf(out, "\nEvidence: %s\n", report->options.cover);
	fflush(report->failures);
	if (report->failures_size)
		fprintf(out, "\n%s", report->failures_text);
}

ch_result ch_report_end(ch_report *report, bool interrupted)
{
	const uint32_t *counts = report->counts;
	bool bad = counts[CH_FAIL] || counts[CH_ERROR];
	const char *outcome = interrupted	? "INTERRUPTED"
			      : bad		? "FAIL"
			      : counts[CH_PASS] ? "pass"
						: "FAIL: nothing was checked";

	if (report->options.style == CH_REPORT_TEXT)
		end_text(report, outcome);
	else if (report->options.style == CH_REPORT_JSON)
		end_json(report, outcome);
	else
		end_markdown(report, outcome);
	fflush(report->out);
	return !interrupted && !bad && counts[CH_PASS] ? CH_PASS : CH_FAIL;
}

void ch_report_free(ch_report *report)
{
	if (!report)
		return;
	fclose(report->failures);
	free(report->failures_text);
	free(report->groups);
	free(report);
}
