/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks on what a completion says, for prompts whose bytes may change. */
#define _GNU_SOURCE
#include "golden/json.h"
#include "golden/suite.h"

#include <math.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *ch_check_bad_pattern(const char *pattern, char *buffer, size_t size)
{
	regex_t compiled;
	int code = regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB);

	if (!code) {
		regfree(&compiled);
		return NULL;
	}
	regerror(code, &compiled, buffer, size);
	return buffer;
}

static bool matches(const char *pattern, const char *text)
{
	regex_t compiled;
	bool found;

	if (regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB))
		return false;
	found = regexec(&compiled, text, 0, NULL, 0) == 0;
	regfree(&compiled);
	return found;
}

/* The text, or what stands in its first fenced code block: models wrap JSON in one. */
static bool parses_as_json(const char *text, size_t size)
{
	static const char fence[] = "```";
	const char *begin = strstr(text, fence), *end;
	size_t offset;
	cJSON *root;
	bool nul;

	root = ch_cjson_parse(text, size, &nul, &offset);
	if (!root && begin && (begin = strchr(begin, '\n')) && (end = strstr(begin, fence)))
		root = ch_cjson_parse(begin, (size_t)(end - begin), &nul, &offset);
	cJSON_Delete(root);
	return root != NULL;
}

/* The last number in the text, grouped thousands ("1,234") read as one; NAN if there is none. */
static double last_number(const char *text)
{
	double found = NAN;

	for (const char *c = text; *c;) {
		char digits[64];
		size_t used = 0;

		if (*c < '0' || *c > '9') {
			c++;
			continue;
		}
		if (c > text && c[-1] == '-')
			digits[used++] = '-';
		while (((*c >= '0' && *c <= '9') || (*c == '.' && c[1] >= '0' && c[1] <= '9') ||
			(*c == ',' && strspn(c + 1, "0123456789") == 3)) &&
		       used + 1 < sizeof(digits)) {
			if (*c != ',')
				digits[used++] = *c;
			c++;
		}
		digits[used] = '\0';
		found = strtod(digits, NULL);
	}
	return found;
}

int ch_check_run(const ch_check *checks, size_t count, const ch_bytes *bytes, char *why, size_t size)
{
	const char *text = bytes->data ? bytes->data : "";

	for (size_t i = 0; i < count; i++) {
		const ch_check *check = &checks[i];

		switch (check->kind) {
		case CH_CHECK_CONTAINS:
			if (strstr(text, check->text))
				continue;
			snprintf(why, size, "does not contain \"%s\"", check->text);
			return (int)i;
		case CH_CHECK_MATCHES:
			if (matches(check->text, text))
				continue;
			snprintf(why, size, "does not match /%s/", check->text);
			return (int)i;
		case CH_CHECK_JSON:
			if (parses_as_json(text, bytes->size))
				continue;
			snprintf(why, size, "does not parse as JSON");
			return (int)i;
		case CH_CHECK_NUMBER: {
			double number = last_number(text);

			if (fabs(number - check->number) <= check->tolerance)
				continue;
			if (isnan(number))
				snprintf(why, size, "holds no number, %.17g was expected", check->number);
			else
				snprintf(why, size, "its last number is %.17g, not %.17g", number, check->number);
			return (int)i;
		}
		case CH_CHECK_COUNT:
			break;
		}
	}
	return -1;
}
