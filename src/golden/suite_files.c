/* SPDX-License-Identifier: Apache-2.0
 *
 * A suite's folder: suite.json, a file for each completion, and the sums of all of them, each checked against the others. */
#include "golden/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char suite_file[] = "suite.json", sums_file[] = CH_SUMS_NAME, attributes_file[] = ".gitattributes";
enum { CH_SUITE_ERROR = 500 };

/* no line end may be changed by a checkout */
static const char attributes[] = "* -text\n";

static const char *completion_file(const ch_prompt *prompt, char name[CH_PROMPT_ID + 8])
{
	snprintf(name, CH_PROMPT_ID + 8, "%s.txt", prompt->id);
	return name;
}

static bool sum_is(const ch_sums *sums, const char *file, const char *sha256)
{
	for (size_t i = 0; i < sums->count; i++)
		if (!strcmp(sums->sums[i].name, file))
			return !strcmp(sums->sums[i].hex, sha256);
	return false;
}

static bool hash(const ch_bytes *content, char sha256[CH_SHA256_HEX], ch_trouble *trouble)
{
	return ch_sha256_hex(content->data ? content->data : "", content->size, sha256) ||
	       ch_trouble_set(trouble, CH_TROUBLE_SUITE, "libcrypto gives no SHA-256");
}

/* The completion's file against the sum in suite.json, the length there, and the list. */
static bool read_completion(ch_prompt *prompt, const ch_sums *sums, const ch_suite_dir *folder, ch_trouble *trouble)
{
	char name[CH_PROMPT_ID + 8], sha256[CH_SHA256_HEX], told[CH_SHA256_HEX + 24];
	ch_bytes text = {0};
	bool found;

	completion_file(prompt, name);
	if (!ch_suite_dir_read(folder, name, CH_ANSWER_MAX_BYTES, &text, &found, trouble) ||
	    !hash(&text, sha256, trouble)) {
		ch_bytes_free(&text);
		return false;
	}
	snprintf(told, sizeof(told), "%s %zu", sha256, text.size);
	if (!found || strcmp(told, prompt->answer.text.data) != 0 || !sum_is(sums, name, sha256)) {
		ch_bytes_free(&text);
		return ch_trouble_set(
			trouble, CH_TROUBLE_SUITE, "%s/%s: %s", folder->path, name,
			!found ? "is missing; suite.json has an answer for it"
			       : "is not what suite.json and SHA256SUMS say: it was changed after recording");
	}
	ch_bytes_free(&prompt->answer.text);
	prompt->answer.text = text;
	return true;
}

static bool read_all(ch_suite *suite, const ch_suite_dir *folder, bool edited_allowed, ch_bytes *json, ch_bytes *list,
		     ch_sums *sums, ch_trouble *trouble)
{
	char where[600], error[CH_SUITE_ERROR], sha256[CH_SHA256_HEX];
	bool found, has_sums;

	snprintf(where, sizeof(where), "%s/%s", folder->path, suite_file);
	if (!ch_suite_dir_read(folder, suite_file, CH_SUITE_MAX_BYTES, json, &found, trouble) ||
	    !ch_suite_dir_read(folder, sums_file, CH_SUMS_BYTES, list, &has_sums, trouble))
		return false;
	if (!found)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE,
				      "%s: there is no suite; `checkhip golden new` makes one", where);
	if (has_sums && !ch_sums_parse(list->data, list->size, sums, error, sizeof(error)))
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s/%s", folder->path, error);
	if (!ch_suite_parse(suite, json->data, json->size, where, trouble) || !hash(json, sha256, trouble))
		return false;
	if (has_sums && !edited_allowed && !sum_is(sums, suite_file, sha256))
		return ch_trouble_set(
			trouble, CH_TROUBLE_SUITE,
			"%s: its sum differs from SHA256SUMS: it was edited; `checkhip golden record` seals it", where);
	for (size_t i = 0; i < suite->prompt_count; i++) {
		ch_prompt *prompt = &suite->prompts[i];

		if (prompt->has_answer && !has_sums)
			return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s/%s: is missing; suite.json has answers",
					      folder->path, sums_file);
		if (prompt->has_answer && !read_completion(prompt, sums, folder, trouble))
			return false;
	}
	return true;
}

bool ch_suite_read(ch_suite *suite, const ch_suite_dir *folder, bool edited_allowed, ch_trouble *trouble)
{
	ch_bytes json = {0}, list = {0};
	ch_sums sums = {0};
	bool ok;

	ch_suite_init(suite);
	ok = read_all(suite, folder, edited_allowed, &json, &list, &sums, trouble);
	ch_bytes_free(&json);
	ch_bytes_free(&list);
	ch_sums_free(&sums);
	if (!ok)
		ch_suite_free(suite);
	return ok;
}

/* A file that is not the suite's stays; a completion of a prompt that is no more goes. */
static bool not_ours(const void *context, const char *file)
{
	const ch_suite *suite = context;
	size_t length = strlen(file);

	if (!strcmp(file, suite_file) || !strcmp(file, sums_file) || !strcmp(file, attributes_file))
		return false;
	for (size_t i = 0; i < suite->prompt_count; i++)
		if (length == strlen(suite->prompts[i].id) + 4 && !strncmp(file, suite->prompts[i].id, length - 4) &&
		    !strcmp(file + length - 4, ".txt"))
			return false;
	return true;
}

static bool write_summed(ch_suite_dir *folder, const char *file, const ch_bytes *content, ch_bytes *sums,
			 ch_trouble *trouble)
{
	char sha256[CH_SHA256_HEX];

	if (!hash(content, sha256, trouble))
		return false;
	if (!ch_bytes_format(sums, "%s  %s\n", sha256, file))
		return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	return ch_suite_dir_write(folder, file, content->data, content->size, trouble);
}

bool ch_suite_write(const ch_suite *suite, ch_suite_dir *folder, ch_trouble *trouble)
{
	ch_bytes json = {0}, sums = {0};
	char name[CH_PROMPT_ID + 8];
	bool ok;

	if (!ch_suite_print(suite, &json)) {
		ch_bytes_free(&json);
		return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	}
	ok = ch_suite_dir_stage(folder, trouble) &&
	     ch_suite_dir_write(folder, attributes_file, attributes, sizeof(attributes) - 1, trouble) &&
	     write_summed(folder, suite_file, &json, &sums, trouble);
	for (size_t i = 0; ok && i < suite->prompt_count; i++)
		if (suite->prompts[i].has_answer)
			ok = write_summed(folder, completion_file(&suite->prompts[i], name),
					  &suite->prompts[i].answer.text, &sums, trouble);
	ok = ok && ch_suite_dir_write(folder, sums_file, sums.data, sums.size, trouble) &&
	     ch_suite_dir_commit(folder, not_ours, suite, trouble);
	ch_bytes_free(&json);
	ch_bytes_free(&sums);
	return ok;
}
