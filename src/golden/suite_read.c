/* SPDX-License-Identifier: Apache-2.0
 *
 * suite.json as text: docs/golden.md documents each field; the tables below are the same list. */
#include "golden/suite_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const ch_cjson_field suite_fields[] = {
	{"schema", CH_JSON_STRING, true, 0, 0},	     {"name", CH_JSON_STRING, true, 0, 0},
	{"request", CH_JSON_OBJECT, true, 0, 0},     {"near_tie", CH_JSON_OBJECT, false, 0, 0},
	{"acceptance", CH_JSON_OBJECT, false, 0, 0}, {"recorded", CH_JSON_OBJECT, false, 0, 0},
	{"prompts", CH_JSON_ARRAY, true, 0, 0},	     {0},
};

static const ch_cjson_field request_fields[] = {
	{"temperature", CH_JSON_NUMBER, true, 0, 0},
	{"max_tokens", CH_JSON_INTEGER, true, 1, CH_SUITE_MAX_TOKENS},
	{"seed", CH_JSON_INTEGER, false, 0, 4294967295.0},
	{"system", CH_JSON_STRING, false, 0, 0},
	{"cache", CH_JSON_STRING, false, 0, 0},
	{0},
};

static const ch_cjson_field near_tie_fields[] = {
	{"threshold", CH_JSON_NUMBER, true, 0, 100}, {"measured", CH_JSON_BOOL, true, 0, 0}, {0}};

static const ch_cjson_field acceptance_fields[] = {{"tolerance", CH_JSON_NUMBER, true, 0, 1}, {0}};

static const ch_cjson_field recorded_fields[] = {
	{"when", CH_JSON_STRING, true, 0, 0},
	{"model", CH_JSON_OBJECT, false, 0, 0},
	{"server", CH_JSON_OBJECT, false, 0, 0},
	{"start", CH_JSON_STRING, false, 0, 0},
	{"witness", CH_JSON_STRING, false, 0, 0},
	{"environment", CH_JSON_ARRAY, false, 0, 0},
	{0},
};

static const ch_cjson_field model_fields[] = {
	{"sha256", CH_JSON_STRING, true, 0, 0},
	{"size", CH_JSON_INTEGER, true, 0, 9e15},
	{"architecture", CH_JSON_STRING, false, 0, 0},
	{"tensor_types", CH_JSON_STRING, false, 0, 0},
	{0},
};

static const ch_cjson_field server_fields[] = {
	{"kind", CH_JSON_STRING, true, 0, 0},
	{"build", CH_JSON_STRING, false, 0, 0},
	{"model", CH_JSON_STRING, false, 0, 0},
	{"fingerprint", CH_JSON_STRING, false, 0, 0},
	{"quantization", CH_JSON_STRING, false, 0, 0},
	{"template_sha256", CH_JSON_STRING, false, 0, 0},
	{"speculative", CH_JSON_STRING, false, 0, 0},
	{"model_bytes", CH_JSON_INTEGER, false, 0, 9e15},
	{"context", CH_JSON_INTEGER, false, 0, 9e15},
	{"batch", CH_JSON_INTEGER, false, 0, 9e15},
	{"slots", CH_JSON_INTEGER, false, 0, 9e15},
	{"verify_width", CH_JSON_INTEGER, false, 0, 9e15},
	{0},
};

static const ch_cjson_field variable_fields[] = {
	{"name", CH_JSON_STRING, true, 0, 0}, {"value", CH_JSON_STRING, true, 0, 0}, {0}};

static const ch_cjson_field prompt_fields[] = {
	{"id", CH_JSON_STRING, true, 0, 0},	 {"topic", CH_JSON_STRING, true, 0, 0},
	{"class", CH_JSON_STRING, true, 0, 0},	 {"kind", CH_JSON_STRING, false, 0, 0},
	{"text", CH_JSON_STRING, true, 0, 0},	 {"max_tokens", CH_JSON_INTEGER, false, 1, CH_SUITE_MAX_TOKENS},
	{"checks", CH_JSON_ARRAY, false, 0, 0},	 {"answer", CH_JSON_OBJECT, false, 0, 0},
	{"changes", CH_JSON_ARRAY, false, 0, 0}, {0},
};

static const ch_cjson_field change_fields[] = {
	{"when", CH_JSON_STRING, true, 0, 0},
	{"why", CH_JSON_STRING, true, 0, 0},
	{"from", CH_JSON_STRING, true, 0, 0},
	{"to", CH_JSON_STRING, true, 0, 0},
	{0},
};

/* One check is an object with one of these, and for a number its tolerance. */
static const ch_cjson_field check_fields[] = {
	{"contains", CH_JSON_STRING, false, 0, 0},
	{"matches", CH_JSON_STRING, false, 0, 0},
	{"json", CH_JSON_BOOL, false, 0, 0},
	{"number", CH_JSON_NUMBER, false, 0, 0},
	{"tolerance", CH_JSON_NUMBER, false, 0, 1e300},
	{0},
};

static bool read_variables(ch_suite *suite, const cJSON *list, const char *where, ch_trouble *trouble)
{
	int count = cJSON_GetArraySize(list);

	if (!count)
		return true;
	suite->variables = calloc((size_t)count, sizeof(*suite->variables));
	if (!suite->variables)
		return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	for (const cJSON *one = list->child; one; one = one->next) {
		ch_variable *variable = &suite->variables[suite->variable_count];

		if (!ch_cjson_check(one, variable_fields, where, trouble) ||
		    !ch_suite_copy_text(&variable->name, ch_cjson_string(one, "name"), trouble))
			return false;
		suite->variable_count++;
		if (!ch_suite_copy_text(&variable->value, ch_cjson_string(one, "value"), trouble))
			return false;
	}
	return true;
}

static bool read_recorded(ch_suite *suite, const cJSON *recorded, const char *file, ch_trouble *trouble)
{
	const cJSON *model = ch_cjson_at(recorded, "model"), *server = ch_cjson_at(recorded, "server");
	const cJSON *variables = ch_cjson_at(recorded, "environment");
	ch_identity *identity = &suite->identity;
	char where[256];

	snprintf(where, sizeof(where), "%.200s: recorded", file);
	if (!ch_cjson_check(recorded, recorded_fields, where, trouble) ||
	    !ch_suite_text_into(recorded, "when", suite->recorded, sizeof(suite->recorded), where, trouble) ||
	    !ch_suite_text_into(recorded, "witness", suite->witness, sizeof(suite->witness), where, trouble) ||
	    !ch_suite_copy_text(&suite->start, ch_cjson_string(recorded, "start"), trouble) ||
	    (variables && !read_variables(suite, variables, where, trouble)))
		return false;
	if (model) {
		if (!ch_cjson_check(model, model_fields, where, trouble) ||
		    !ch_suite_sha256_into(model, "sha256", suite->model.sha256, where, trouble) ||
		    !ch_suite_text_into(model, "architecture", suite->model.architecture,
					sizeof(suite->model.architecture), where, trouble) ||
		    !ch_suite_copy_text(&suite->model.tensor_types, ch_cjson_string(model, "tensor_types"), trouble))
			return false;
		suite->model.size = ch_cjson_integer(model, "size", -1);
	}
	if (!server)
		return true;
	identity->model_bytes = ch_cjson_integer(server, "model_bytes", -1);
	identity->context = ch_cjson_integer(server, "context", -1);
	identity->batch = ch_cjson_integer(server, "batch", -1);
	identity->slots = ch_cjson_integer(server, "slots", -1);
	identity->verify_width = ch_cjson_integer(server, "verify_width", -1);
	return ch_cjson_check(server, server_fields, where, trouble) &&
	       ch_suite_text_into(server, "kind", identity->server, sizeof(identity->server), where, trouble) &&
	       ch_suite_text_into(server, "build", identity->build, sizeof(identity->build), where, trouble) &&
	       ch_suite_text_into(server, "model", identity->model, sizeof(identity->model), where, trouble) &&
	       ch_suite_text_into(server, "fingerprint", identity->fingerprint, sizeof(identity->fingerprint), where,
				  trouble) &&
	       ch_suite_text_into(server, "quantization", identity->quantization, sizeof(identity->quantization), where,
				  trouble) &&
	       ch_suite_text_into(server, "speculative", identity->speculative, sizeof(identity->speculative), where,
				  trouble) &&
	       ch_suite_sha256_into(server, "template_sha256", identity->template_sha256, where, trouble);
}

static bool read_check(ch_check *check, const cJSON *one, const char *where, ch_trouble *trouble)
{
	static const char *const names[CH_CHECK_COUNT] = {"contains", "matches", "json", "number"};
	const cJSON *found = NULL;
	char why[128];
	int kinds = 0;

	if (!ch_cjson_check(one, check_fields, where, trouble))
		return false;
	for (int kind = 0; kind < CH_CHECK_COUNT; kind++)
		if (cJSON_GetObjectItemCaseSensitive(one, names[kind])) {
			found = cJSON_GetObjectItemCaseSensitive(one, names[kind]);
			check->kind = (ch_check_kind)kind;
			kinds++;
		}
	if (kinds != 1)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE,
				      "%s: a check has exactly one of \"contains\", \"matches\", \"json\", \"number\"",
				      where);
	if (check->kind == CH_CHECK_JSON && !cJSON_IsTrue(found))
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: \"json\" must be true; leave it out otherwise",
				      where);
	if (check->kind != CH_CHECK_NUMBER && ch_cjson_at(one, "tolerance"))
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: \"tolerance\" belongs to \"number\"", where);
	check->number = ch_cjson_number(one, "number", 0);
	check->tolerance = ch_cjson_number(one, "tolerance", 0);
	if (!ch_suite_copy_text(&check->text, found->valuestring, trouble))
		return false;
	if (check->text && (!*check->text || strlen(check->text) > 1024))
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: a check's text has 1 to 1024 bytes", where);
	if (check->kind == CH_CHECK_MATCHES && ch_check_bad_pattern(check->text, why, sizeof(why)))
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: \"matches\" is no regular expression: %s", where,
				      why);
	return true;
}

static bool read_changes(ch_prompt *prompt, const cJSON *list, const char *where, ch_trouble *trouble)
{
	size_t count = (size_t)cJSON_GetArraySize(list);

	prompt->acceptances = count ? calloc(count, sizeof(*prompt->acceptances)) : NULL;
	if (count && !prompt->acceptances)
		return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	for (const cJSON *one = count ? list->child : NULL; one; one = one->next) {
		ch_acceptance *change = &prompt->acceptances[prompt->acceptance_count];

		if (!ch_cjson_check(one, change_fields, where, trouble) ||
		    !ch_suite_text_into(one, "when", change->when, sizeof(change->when), where, trouble) ||
		    !ch_suite_sha256_into(one, "from", change->old_sha256, where, trouble) ||
		    !ch_suite_sha256_into(one, "to", change->new_sha256, where, trouble) ||
		    !ch_suite_copy_text(&change->why, ch_cjson_string(one, "why"), trouble))
			return false;
		prompt->acceptance_count++;
	}
	return true;
}

/* Which of the words it is; -1 if none. */
static int word_index(const char *text, const char *const *words, int count)
{
	for (int i = 0; text && i < count; i++)
		if (!strcmp(text, words[i]))
			return i;
	return -1;
}

static bool read_prompt(ch_suite *suite, const cJSON *from, const char *file, size_t number, ch_trouble *trouble)
{
	static const char *const classes[] = {"exact", "tolerant"}, *const kinds[] = {"chat", "raw"};
	const cJSON *checks = ch_cjson_at(from, "checks"), *answer = ch_cjson_at(from, "answer");
	const char *id, *kind = ch_cjson_string(from, "kind");
	int class, raw, topic;
	char where[256];
	ch_prompt *prompt;

	snprintf(where, sizeof(where), "%.180s: prompts[%zu]", file, number);
	if (!ch_cjson_check(from, prompt_fields, where, trouble))
		return false;
	id = ch_cjson_string(from, "id");
	/* the id names a file: nothing that leaves the folder, hides, or meets the suite's own files */
	if (!ch_suite_dir_plain_name(id) || !strcmp(id, "suite"))
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE,
				      "%s: id \"%.80s\" must be letters, digits, '.', '_' and '-', "
				      "1 to 64 of them, not beginning with '.' or '-', and not \"suite\"",
				      where, id);
	if (ch_suite_find(suite, id))
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: id \"%s\" stands twice", where, id);
	snprintf(where, sizeof(where), "%.150s: prompt \"%s\"", file, id);
	topic = word_index(ch_cjson_string(from, "topic"), ch_topic_names, CH_TOPIC_COUNT);
	class = word_index(ch_cjson_string(from, "class"), classes, 2);
	raw = kind ? word_index(kind, kinds, 2) : 0;
	if (topic < 0 || class < 0 || raw < 0)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: field \"%s\" has an unknown word", where,
				      topic < 0	  ? "topic"
				      : class < 0 ? "class"
						  : "kind");
	prompt = ch_suite_add(suite);
	if (!prompt || !ch_suite_copy_text(&prompt->text, ch_cjson_string(from, "text"), trouble))
		return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
	snprintf(prompt->id, sizeof(prompt->id), "%s", id);
	prompt->topic = (ch_topic)topic;
	prompt->tolerant = class == 1;
	prompt->raw = raw == 1;
	prompt->max_tokens = ch_cjson_integer(from, "max_tokens", 0);
	if (!*prompt->text)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: an empty prompt", where);
	if (checks && cJSON_GetArraySize(checks)) {
		prompt->checks = calloc((size_t)cJSON_GetArraySize(checks), sizeof(*prompt->checks));
		if (!prompt->checks)
			return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
		for (const cJSON *one = checks->child; one; one = one->next)
			if (!read_check(&prompt->checks[prompt->check_count++], one, where, trouble))
				return false;
	}
	if (prompt->tolerant && !prompt->check_count)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: a tolerant prompt needs a check of its content",
				      where);
	return (!answer || ch_suite_read_answer(prompt, answer, where, trouble)) &&
	       read_changes(prompt, ch_cjson_at(from, "changes"), where, trouble);
}

static bool read_suite(ch_suite *suite, const cJSON *root, const char *file, ch_trouble *trouble)
{
	static const char *const switches[] = {"default", "on", "off"};
	const cJSON *request = ch_cjson_at(root, "request"), *near_tie = ch_cjson_at(root, "near_tie");
	const cJSON *acceptance = ch_cjson_at(root, "acceptance"), *recorded = ch_cjson_at(root, "recorded");
	const cJSON *prompts = ch_cjson_at(root, "prompts");
	const char *schema = ch_cjson_string(root, "schema"), *cache = ch_cjson_string(request, "cache");
	int cache_switch = cache ? word_index(cache, switches, 3) : CH_CACHE_OFF;
	size_t number = 0;

	if (schema && strcmp(schema, CH_SUITE_SCHEMA) != 0)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: schema \"%.64s\" is not \"" CH_SUITE_SCHEMA "\"",
				      file, schema);
	if (!ch_cjson_check(root, suite_fields, file, trouble) ||
	    !ch_cjson_check(request, request_fields, file, trouble) ||
	    (near_tie && !ch_cjson_check(near_tie, near_tie_fields, file, trouble)) ||
	    (acceptance && !ch_cjson_check(acceptance, acceptance_fields, file, trouble)) ||
	    !ch_suite_text_into(root, "name", suite->name, sizeof(suite->name), file, trouble) ||
	    !ch_suite_copy_text(&suite->system, ch_cjson_string(request, "system"), trouble))
		return false;
	/* M07: a golden is greedy, and says so */
	if (ch_cjson_number(request, "temperature", -1) != 0)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE,
				      "%s: field \"temperature\" must be 0: a golden is greedy", file);
	if (cache_switch < 0)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: field \"cache\" has an unknown word", file);
	suite->cache = (ch_cache_switch)cache_switch;
	suite->max_tokens = ch_cjson_integer(request, "max_tokens", 0);
	suite->seed = ch_cjson_integer(request, "seed", 1);
	suite->near_tie = ch_cjson_number(near_tie, "threshold", CH_NEAR_TIE_START);
	suite->near_tie_measured = cJSON_IsTrue(ch_cjson_at(near_tie, "measured"));
	suite->acceptance_tolerance = ch_cjson_number(acceptance, "tolerance", CH_ACCEPTANCE_TOLERANCE_START);
	if (recorded && !read_recorded(suite, recorded, file, trouble))
		return false;
	if (!prompts->child || cJSON_GetArraySize(prompts) > CH_SUITE_MAX_PROMPTS)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: a suite has 1 to %d prompts", file,
				      CH_SUITE_MAX_PROMPTS);
	for (const cJSON *one = prompts->child; one; one = one->next)
		if (!read_prompt(suite, one, file, number++, trouble))
			return false;
	return true;
}

bool ch_suite_parse(ch_suite *suite, const char *json, size_t size, const char *where, ch_trouble *trouble)
{
	size_t offset;
	cJSON *root;
	bool nul, ok;

	ch_suite_init(suite);
	if (!ch_utf8_valid(json, size))
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: is no UTF-8", where);
	root = ch_cjson_parse(json, size, &nul, &offset);
	if (!root)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s: at byte %zu: %s", where, offset,
				      nul ? "a NUL character" : "no valid JSON");
	ok = read_suite(suite, root, where, trouble);
	cJSON_Delete(root);
	if (!ok)
		ch_suite_free(suite);
	return ok;
}
