/* SPDX-License-Identifier: Apache-2.0 */
#include "report_audit.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/report.h"

typedef struct run_reader {
	run_file *file;
	size_t line;
	char *words;
	size_t size;
	bool ended;	 /* the summary has been read */
	bool run, audit; /* which of the two it is; neither before the first line that tells */
	audit_seen seen;
} run_reader;

static bool refuse(run_reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool refuse(run_reader *reader, const char *format, ...)
{
	/* no line yet: the file itself */
	int length = reader->line
			     ? snprintf(reader->words, reader->size, "%.300s:%zu: ", reader->file->path, reader->line)
			     : snprintf(reader->words, reader->size, "%.300s: ", reader->file->path);
	va_list list;

	va_start(list, format);
	if (length > 0 && (size_t)length < reader->size)
		(void)vsnprintf(reader->words + length, reader->size - (size_t)length, format, list);
	va_end(list);
	return false;
}

static const char *text_of(const cJSON *object, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static void *more(void *array, size_t count, size_t *capacity, size_t element)
{
	size_t next = *capacity ? *capacity * 2 : 32;

	if (count < *capacity)
		return array;
	array = realloc(array, next * element);
	if (array)
		*capacity = next;
	return array;
}

/* The op, the format where the name has one ("OP/FORMAT/..." of four parts or more, or three where the third is a shape), and
 * the variant that ran. */
static void name_group(const char *name, const char *variant, char group[RUN_GROUP_NAME])
{
	const char *first = strchr(name, '/'), *second = first ? strchr(first + 1, '/') : NULL;
	const char *third = second ? strchr(second + 1, '/') : NULL;
	size_t length = third ? (size_t)(second - name) : first ? (size_t)(first - name) : strlen(name);
	bool tells = variant && (length != strlen(variant) || strncmp(name, variant, length) != 0);

	(void)snprintf(group, RUN_GROUP_NAME, "%.*s%s%.63s", (int)(length < 60 ? length : 60), name, tells ? " " : "",
		       tells ? variant : "");
}

bool run_file_count(run_file *file, const char *name, ch_result result, uint32_t times)
{
	run_group *group = NULL;

	for (size_t i = file->group_count; i-- && !group;)
		if (!strcmp(file->groups[i].name, name))
			group = &file->groups[i];
	if (!group) {
		run_group *groups = more(file->groups, file->group_count, &file->group_capacity, sizeof(*groups));

		if (!groups)
			return false;
		file->groups = groups;
		group = &groups[file->group_count++];
		*group = (run_group){.name = ""};
		(void)snprintf(group->name, sizeof(group->name), "%s", name);
	}
	group->counts[result] += times;
	file->counts[result] += times;
	return true;
}

bool run_file_fail(run_file *file, const char *name, const char *clause, const char *text, const char *looks_like)
{
	run_failure *failures = more(file->failures, file->failure_count, &file->failure_capacity, sizeof(*failures));

	if (!failures)
		return false;
	file->failures = failures;
	failures += file->failure_count++;
	*failures = (run_failure){strdup(name), strdup(clause), strdup(text), strdup(looks_like)};
	return failures->name && failures->clause && failures->text && failures->looks_like;
}

static const char *text_or_none(const cJSON *object, const char *name)
{
	const char *text = text_of(object, name);

	return text ? text : "";
}

static bool add_failure(run_reader *reader, const cJSON *object)
{
	return run_file_fail(reader->file, text_or_none(object, "case"), text_or_none(object, "clause"),
			     text_or_none(object, "text"), text_or_none(object, "looks_like")) ||
	       refuse(reader, "out of memory");
}

static bool take_case(run_reader *reader, const cJSON *object)
{
	const char *name = text_of(object, "case"), *word = text_of(object, "result");
	const char *provider = text_of(object, "provider"), *variant = text_of(object, "variant");
	run_file *file = reader->file;
	char group[RUN_GROUP_NAME];
	int result = 0;

	while (result < CH_RESULT_COUNT && (!word || strcmp(word, ch_result_json_word((ch_result)result)) != 0))
		result++;
	if (!name || !provider || result == CH_RESULT_COUNT)
		return refuse(reader,
			      "a case needs \"case\", \"provider\" and a \"result\" of pass, fail, skip or error");
	if (!file->provider[0])
		(void)snprintf(file->provider, sizeof(file->provider), "%s", provider);
	name_group(name, variant, group);
	if (!run_file_count(file, group, (ch_result)result, 1))
		return refuse(reader, "out of memory");
	return (result == CH_PASS || result == CH_SKIP || add_failure(reader, object));
}

static bool take_summary(run_reader *reader, const cJSON *object)
{
	const char *provider = text_of(object, "provider"), *description = text_of(object, "description");
	const char *outcome = text_of(object, "outcome");
	run_file *file = reader->file;

	if (!provider || !outcome)
		return refuse(reader, "a summary needs \"provider\" and \"outcome\"");
	(void)snprintf(file->provider, sizeof(file->provider), "%s", provider);
	(void)snprintf(file->description, sizeof(file->description), "%s", description ? description : "");
	for (int i = 0; i < CH_RESULT_COUNT; i++) {
		const cJSON *number = cJSON_GetObjectItemCaseSensitive(object, ch_result_json_word((ch_result)i));

		if (!cJSON_IsNumber(number) || number->valuedouble != (double)file->counts[i])
			return refuse(reader, "the summary's \"%s\" is not the %u of the lines before it",
				      ch_result_json_word((ch_result)i), file->counts[i]);
	}
	file->complete = strcmp(outcome, "INTERRUPTED") != 0;
	reader->ended = true;
	return true;
}

static bool take_of_audit(run_reader *reader, const cJSON *object)
{
	const char *trouble = report_audit_take(&reader->seen, reader->file, object);

	reader->audit = true;
	return !trouble || refuse(reader, "%s", trouble);
}

static bool take_line(run_reader *reader, const char *text, size_t length)
{
	cJSON *object = memchr(text, 0, length) ? NULL : cJSON_ParseWithLength(text, length);
	const char *commit = text_of(object, "commit");
	bool ok;

	if (!cJSON_IsObject(object)) {
		cJSON_Delete(object);
		return refuse(reader, "no JSON object; expected a line of `checkhip run --json` or `audit --json`");
	}
	if (reader->audit || (!reader->run && report_audit_is_line(object)))
		ok = take_of_audit(reader, object);
	else if (reader->ended)
		ok = refuse(reader, "more follows the summary; expected one run a file");
	else if (cJSON_GetObjectItemCaseSensitive(object, "case"))
		ok = take_case(reader, object);
	else if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, "summary")))
		ok = take_summary(reader, object);
	else
		ok = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, "run")) ||
		     refuse(reader, "neither a case nor a summary; expected a line of `checkhip run --json`");
	/* a kept result begins with a line on where it comes from: docs/results */
	if (ok && commit)
		(void)snprintf(reader->file->commit, sizeof(reader->file->commit), "%s", commit);
	reader->run = reader->run || (!reader->audit && !cJSON_GetObjectItemCaseSensitive(object, "run"));
	cJSON_Delete(object);
	return ok;
}

/* A line without its newline into text[RUN_MAX_LINE + 1]; its length, -1 at the end, RUN_MAX_LINE + 1 if it is longer. */
static long next_line(FILE *in, char *text)
{
	long length = 0;
	int one;

	while ((one = getc_unlocked(in)) != EOF && one != '\n') {
		if (length == RUN_MAX_LINE)
			return length + 1;
		text[length++] = (char)one;
	}
	return one == EOF && !length ? -1 : length;
}

static bool read_lines(run_reader *reader, FILE *in)
{
	char *text = malloc(RUN_MAX_LINE + 1);
	long length = 0;
	bool ok = text || refuse(reader, "out of memory");

	while (ok && (length = next_line(in, text)) >= 0) {
		reader->line++;
		if (length > RUN_MAX_LINE)
			ok = refuse(reader, "a line of more than %d bytes", RUN_MAX_LINE);
		else if (length)
			ok = take_line(reader, text, (size_t)length);
	}
	free(text);
	if (ok && ferror(in))
		ok = refuse(reader, "cannot be read: %s", strerror(errno));
	if (ok && reader->audit)
		report_audit_end(&reader->seen, reader->file);
	else if (ok && !reader->file->provider[0])
		ok = refuse(reader, "holds no run; expected the lines of `checkhip run --json` or `audit --json`");
	return ok;
}

bool run_file_read(const char *path, run_file *file, char *words, size_t size)
{
	run_reader reader = {.file = file, .words = words, .size = size};
	FILE *in = fopen(path, "rb");
	bool ok;

	file->path = path;
	if (!in)
		return refuse(&reader, "cannot be opened: %s", strerror(errno));
	ok = read_lines(&reader, in);
	(void)fclose(in);
	return ok;
}

void run_file_free(run_file *file)
{
	for (size_t i = 0; i < file->failure_count; i++) {
		free(file->failures[i].name);
		free(file->failures[i].clause);
		free(file->failures[i].text);
		free(file->failures[i].looks_like);
	}
	free(file->failures);
	free(file->groups);
	*file = (run_file){.path = file->path};
}

const run_group *run_file_group(const run_file *file, const char *name)
{
	for (size_t i = 0; i < file->group_count; i++)
		if (!strcmp(file->groups[i].name, name))
			return &file->groups[i];
	return NULL;
}
