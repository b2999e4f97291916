/* SPDX-License-Identifier: Apache-2.0
 *
 * The result of a run: a table and the first differences for people, one JSON object a line for machines, JUnit and Markdown
 * for CI. Text of a server has been made printable before it comes here, and the key blotted out. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "golden.h"

bool golden_report_open(golden_report *report, const char *command, const golden_options *options,
			const ch_session *session)
{
	*report = (golden_report){.command = command, .suite = session->suite, .options = options, .session = session};
	ch_suite_init(&report->environment);
	report->judgements = calloc(session->suite->prompt_count, sizeof(*report->judgements));
	for (size_t i = 0; report->judgements && i < session->suite->prompt_count; i++)
		report->judgements[i] = (ch_judgement){
			.verdict = CH_GOLDEN_NOT_RUN, .token = -1, .byte = -1, .margins = {-1, -1}, .rates = {-1, -1}};
	return report->judgements != NULL;
}

void golden_report_note(golden_report *report, const char *format, ...)
{
	char text[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	ch_utf8_clean(text);
	/* a note that finds no memory is lost; the verdicts are not */
	if (ch_bytes_text(&report->notes, text) && !ch_bytes_text(&report->notes, "\n"))
		report->notes.size = 0;
}

int golden_trouble(const ch_trouble *trouble)
{
	fprintf(stderr, "checkhip golden: %s\n", trouble->text);
	return ch_trouble_get(trouble->kind)->exit_code;
}

static ch_trouble_kind first_trouble(const golden_report *report)
{
	if (report->session->trouble.kind)
		return report->session->trouble.kind;
	for (size_t i = 0; i < report->suite->prompt_count; i++)
		if (report->judgements[i].trouble)
			return report->judgements[i].trouble;
	return CH_TROUBLE_NONE;
}

static void count_verdicts(const golden_report *report, size_t counts[CH_GOLDEN_COUNT], size_t *failed, size_t *judged)
{
	memset(counts, 0, CH_GOLDEN_COUNT * sizeof(*counts));
	*failed = *judged = 0;
	for (size_t i = 0; i < report->suite->prompt_count; i++) {
		const ch_judgement *judgement = &report->judgements[i];

		if (!report->session->selected[i])
			continue;
		counts[judgement->verdict]++;
		*failed += !judgement->pass;
		*judged += judgement->verdict != CH_GOLDEN_NOT_RUN && judgement->verdict != CH_GOLDEN_SERVER_ERROR;
	}
}

/* A run in which nothing was judged is no pass. */
static int exit_code(const golden_report *report)
{
	size_t counts[CH_GOLDEN_COUNT], failed, judged;
	ch_trouble_kind trouble = first_trouble(report);

	count_verdicts(report, counts, &failed, &judged);
	if (trouble)
		return ch_trouble_get(trouble)->exit_code;
	return failed || !judged || report->identity_failed ? CH_EXIT_FAIL : CH_EXIT_PASS;
}

static void print_indented(const char *lines)
{
	for (const char *line = lines; line && *line;) {
		size_t length = strcspn(line, "\n");

		printf("    %.*s\n", (int)length, line);
		line += length + (line[length] == '\n');
	}
}

static const char *rate_words(const ch_judgement *judgement, char words[32])
{
	if (judgement->rates[1] < 0 && judgement->rates[0] < 0)
		return "not offered";
	if (judgement->rates[1] < 0)
		snprintf(words, 32, "%.3f -> none", judgement->rates[0]);
	else if (judgement->rates[0] < 0)
		snprintf(words, 32, "%.3f", judgement->rates[1]);
	else
		snprintf(words, 32, "%.3f -> %.3f", judgement->rates[0], judgement->rates[1]);
	return words;
}

static const char *mark(const ch_judgement *judgement)
{
	return judgement->pass ? "ok" : judgement->verdict == CH_GOLDEN_NOT_RUN ? "-" : "FAIL";
}

static void print_text(const golden_report *report)
{
	size_t counts[CH_GOLDEN_COUNT], failed, judged;

	for (size_t i = 0; i < report->suite->prompt_count; i++) {
		const ch_judgement *judgement = &report->judgements[i];

		if (!report->session->selected[i] || !judgement->diff.size)
			continue;
		printf("%s: %s: %s\n", report->suite->prompts[i].id, ch_golden_verdict_name(judgement->verdict),
		       judgement->text);
		print_indented(judgement->diff.data);
	}
	printf("%-4s %-24s %-11s %-8s %-16s %-16s %s\n", "", "prompt", "topic", "class", "verdict", "acceptance", "");
	for (size_t i = 0; i < report->suite->prompt_count; i++) {
		const ch_judgement *judgement = &report->judgements[i];
		const ch_prompt *prompt = &report->suite->prompts[i];
		char words[32];

		if (report->session->selected[i])
			printf("%-4s %-24s %-11s %-8s %-16s %-16s %s\n", mark(judgement), prompt->id,
			       ch_topic_names[prompt->topic], prompt->tolerant ? "tolerant" : "exact",
			       ch_golden_verdict_name(judgement->verdict), rate_words(judgement, words),
			       judgement->text);
	}
	if (report->notes.size)
		printf("notes:\n");
	print_indented(report->notes.data);
	count_verdicts(report, counts, &failed, &judged);
	printf("%s %s:", report->command, report->suite->name);
	for (int verdict = 0; verdict < CH_GOLDEN_COUNT; verdict++)
		if (counts[verdict])
			printf(" %zu %s", counts[verdict], ch_golden_verdict_name((ch_golden_verdict)verdict));
	printf("; %s\n", exit_code(report) == CH_EXIT_PASS ? "pass" : "FAIL");
}

static void print_object(cJSON *object)
{
	char *text = cJSON_PrintUnformatted(object);

	if (text)
		printf("%s\n", text);
	cJSON_free(text);
	cJSON_Delete(object);
}

static void add_pair(cJSON *object, const char *name, const double pair[2])
{
	cJSON *list = cJSON_AddArrayToObject(object, name);

	for (int i = 0; list && i < 2; i++)
		cJSON_AddItemToArray(list, pair[i] < 0 ? cJSON_CreateNull() : cJSON_CreateNumber(pair[i]));
}

static void print_json_prompt(const golden_report *report, size_t i)
{
	const ch_judgement *judgement = &report->judgements[i];
	const ch_prompt *prompt = &report->suite->prompts[i];
	const ch_runs *runs = report->session->arms[report->session->arm_count - 1].runs;
	const ch_run *first = runs ? ch_runs_first(&runs[i], CH_RUN_FIRST) : NULL;
	cJSON *object = cJSON_CreateObject();

	cJSON_AddStringToObject(object, "prompt", prompt->id);
	cJSON_AddStringToObject(object, "topic", ch_topic_names[prompt->topic]);
	cJSON_AddStringToObject(object, "class", prompt->tolerant ? "tolerant" : "exact");
	cJSON_AddStringToObject(object, "verdict", ch_golden_verdict_name(judgement->verdict));
	cJSON_AddBoolToObject(object, "pass", judgement->pass);
	cJSON_AddStringToObject(object, "text", judgement->text);
	if (judgement->diff.size)
		cJSON_AddStringToObject(object, "diff", judgement->diff.data);
	if (judgement->token >= 0)
		cJSON_AddNumberToObject(object, "token", (double)judgement->token);
	if (judgement->byte >= 0)
		cJSON_AddNumberToObject(object, "byte", (double)judgement->byte);
	add_pair(object, "margins", judgement->margins);
	add_pair(object, "acceptance", judgement->rates);
	cJSON_AddNumberToObject(object, "runs", runs ? (double)runs[i].count : 0);
	if (judgement->trouble)
		cJSON_AddStringToObject(object, "trouble", ch_trouble_get(judgement->trouble)->name);
	if (first && first->asked.answer.prompt_ms >= 0)
		cJSON_AddNumberToObject(object, "prompt_ms", first->asked.answer.prompt_ms);
	if (first && first->asked.answer.decode_ms >= 0)
		cJSON_AddNumberToObject(object, "decode_ms", first->asked.answer.decode_ms);
	print_object(object);
}

static void print_json_summary(const golden_report *report)
{
	size_t counts[CH_GOLDEN_COUNT], failed, judged;
	cJSON *object = cJSON_CreateObject(), *totals, *variables, *arms, *notes;

	count_verdicts(report, counts, &failed, &judged);
	cJSON_AddStringToObject(object, "command", report->command);
	cJSON_AddStringToObject(object, "suite", report->suite->name);
	cJSON_AddNumberToObject(object, "exit_code", exit_code(report));
	if (report->session->trouble.kind) {
		cJSON_AddStringToObject(object, "trouble", ch_trouble_get(report->session->trouble.kind)->name);
		cJSON_AddStringToObject(object, "trouble_text", report->session->trouble.text);
	}
	totals = cJSON_AddObjectToObject(object, "counts");
	for (int verdict = 0; verdict < CH_GOLDEN_COUNT; verdict++)
		if (counts[verdict])
			cJSON_AddNumberToObject(totals, ch_golden_verdict_name((ch_golden_verdict)verdict),
						(double)counts[verdict]);
	arms = cJSON_AddArrayToObject(object, "servers");
	for (size_t a = 0; a < report->session->arm_count; a++) {
		const ch_arm *arm = &report->session->arms[a];
		cJSON *one = cJSON_CreateObject();

		cJSON_AddItemToArray(arms, one);
		cJSON_AddStringToObject(one, "arm", arm->name);
		cJSON_AddStringToObject(one, "kind", arm->server.identity.server);
		cJSON_AddStringToObject(one, "build", arm->server.identity.build);
		cJSON_AddStringToObject(one, "model", arm->server.identity.model);
		cJSON_AddStringToObject(one, "witness", *arm->witness ? arm->witness : "none");
	}
	variables = cJSON_AddObjectToObject(object, "environment");
	for (size_t i = 0; i < report->environment.variable_count; i++)
		cJSON_AddStringToObject(variables, report->environment.variables[i].name,
					report->environment.variables[i].value);
	notes = cJSON_AddArrayToObject(object, "notes");
	for (const char *line = report->notes.data; line && *line;) {
		char text[512];
		size_t length = strcspn(line, "\n");

		snprintf(text, sizeof(text), "%.*s", (int)length, line);
		cJSON_AddItemToArray(notes, cJSON_CreateString(text));
		line += length + (line[length] == '\n');
	}
	print_object(object);
}

/* XML 1.0 has no control characters at all, also not as numbers. */
static void put_xml(FILE *file, const char *text)
{
	for (const char *c = text; *c; c++) {
		const char *entity = *c == '&'	 ? "&amp;"
				     : *c == '<' ? "&lt;"
				     : *c == '>' ? "&gt;"
				     : *c == '"' ? "&quot;"
						 : NULL;

		if (entity)
			fputs(entity, file);
		else
			fputc((unsigned char)*c < 0x20 && *c != '\n' ? '?' : *c, file);
	}
}

static void put_junit(FILE *file, const golden_report *report)
{
	size_t counts[CH_GOLDEN_COUNT], failed, judged;

	count_verdicts(report, counts, &failed, &judged);
	fprintf(file,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"golden %s %s\" tests=\"%zu\" "
		"failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n",
		report->command, report->suite->name,
		judged + counts[CH_GOLDEN_NOT_RUN] + counts[CH_GOLDEN_SERVER_ERROR],
		failed - counts[CH_GOLDEN_SERVER_ERROR] - counts[CH_GOLDEN_NOT_RUN], counts[CH_GOLDEN_SERVER_ERROR],
		counts[CH_GOLDEN_NOT_RUN]);
	for (size_t i = 0; i < report->suite->prompt_count; i++) {
		const ch_judgement *judgement = &report->judgements[i];
		const char *element = judgement->verdict == CH_GOLDEN_SERVER_ERROR ? "error"
				      : judgement->verdict == CH_GOLDEN_NOT_RUN	   ? "skipped"
										   : "failure";

		if (!report->session->selected[i])
			continue;
		fprintf(file, "  <testcase classname=\"golden.%s\" name=\"%s\">",
			ch_topic_names[report->suite->prompts[i].topic], report->suite->prompts[i].id);
		if (!judgement->pass) {
			fprintf(file, "<%s message=\"%s: ", element, ch_golden_verdict_name(judgement->verdict));
			put_xml(file, judgement->text);
			fputs("\">", file);
			put_xml(file, judgement->diff.data ? judgement->diff.data : "");
			fprintf(file, "</%s>", element);
		} else if (*judgement->text) {
			fputs("<system-out>", file);
			put_xml(file, judgement->text);
			fputs("</system-out>", file);
		}
		fputs("</testcase>\n", file);
	}
	fputs("</testsuite>\n", file);
}

static void put_cell(FILE *file, const char *text)
{
	for (const char *c = text; *c; c++)
		if (*c == '|')
			fputs("\\|", file);
		else if (*c == '<')
			fputs("&lt;", file);
		else
			fputc(*c, file);
}

static void put_markdown(FILE *file, const golden_report *report)
{
	fprintf(file, "| prompt | topic | class | verdict | acceptance | |\n|---|---|---|---|---|---|\n");
	for (size_t i = 0; i < report->suite->prompt_count; i++) {
		const ch_judgement *judgement = &report->judgements[i];
		const ch_prompt *prompt = &report->suite->prompts[i];
		char words[32];

		if (!report->session->selected[i])
			continue;
		fprintf(file, "| %s | %s | %s | %s%s%s | %s | ", prompt->id, ch_topic_names[prompt->topic],
			prompt->tolerant ? "tolerant" : "exact", judgement->pass ? "" : "**",
			ch_golden_verdict_name(judgement->verdict), judgement->pass ? "" : "**",
			rate_words(judgement, words));
		put_cell(file, judgement->text);
		fputs(" |\n", file);
	}
}

/* Beside it under another name first: a reader never sees half of it. */
static bool write_file(const char *path, const golden_report *report, void (*put)(FILE *, const golden_report *))
{
	char temporary[4200];
	FILE *file;
	bool ok;

	snprintf(temporary, sizeof(temporary), "%.4100s.new", path);
	file = fopen(temporary, "wb");
	ok = file != NULL;
	if (file) {
		put(file, report);
		ok = !ferror(file);
		ok = fclose(file) == 0 && ok && rename(temporary, path) == 0;
	}
	if (!ok) {
		fprintf(stderr, "checkhip golden: %s: cannot write it: %s\n", path, strerror(errno));
		(void)remove(temporary);
	}
	return ok;
}

/* Switches that act without being seen are named in every result. */
static void note_environment(golden_report *report)
{
	const golden_options *options = report->options;
	const ch_arm *arm = &report->session->arms[0];
	ch_trouble trouble;

	if (!ch_environment_take(&report->environment, options->environment, options->environment_count,
				 arm->open ? &arm->server.client : NULL, &trouble)) {
		ch_suite_free(&report->environment);
		golden_report_note(report, "the environment is not recorded: %.300s", trouble.text);
	}
	for (size_t i = 0; i < report->environment.variable_count; i++)
		golden_report_note(report, "environment: %.60s=%.60s", report->environment.variables[i].name,
				   report->environment.variables[i].value);
}

/* Some builds of llama.cpp take the switch without a word and go on: then margins and M04 rest on nothing. */
static void note_speculation(golden_report *report, const ch_arm *arm)
{
	size_t kept = 0;

	for (size_t i = 0; arm->runs && i < report->suite->prompt_count; i++) {
		const ch_run *plain = ch_runs_first(&arm->runs[i], CH_RUN_PLAIN);

		kept += plain && plain->asked.answer.drafted > 0;
	}
	if (kept)
		golden_report_note(
			report,
			"%s: drafts in %zu answers that were to be plain: the server does not switch speculation off "
			"for a request. Compare it with one started without (golden compare)",
			arm->name, kept);
}

int golden_report_close(golden_report *report)
{
	int code = exit_code(report);
	bool written = true;

	note_environment(report);
	for (size_t a = 0; a < report->session->arm_count; a++)
		note_speculation(report, &report->session->arms[a]);
	for (size_t a = 0; a < report->session->arm_count; a++)
		if (report->options->witness)
			golden_report_note(report, "%s: witness of the route: %s", report->session->arms[a].name,
					   *report->session->arms[a].witness ? report->session->arms[a].witness
									     : "none");
	if (!report->options->json)
		print_text(report);
	for (size_t i = 0; report->options->json && i < report->suite->prompt_count; i++)
		if (report->session->selected[i])
			print_json_prompt(report, i);
	if (report->options->json)
		print_json_summary(report);
	if (report->options->junit)
		written = write_file(report->options->junit, report, put_junit);
	if (report->options->markdown)
		written = write_file(report->options->markdown, report, put_markdown) && written;
	for (size_t i = 0; i < report->suite->prompt_count; i++)
		ch_judgement_free(&report->judgements[i]);
	free(report->judgements);
	ch_bytes_free(&report->notes);
	ch_suite_free(&report->environment);
	return written || code ? code : ch_trouble_get(CH_TROUBLE_FILE)->exit_code;
}
