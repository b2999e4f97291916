/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "suite/cases.h"

/* `pattern` of `length` bytes against all of `text`; '*' stands for any run of bytes. Backtracks only to the last star, so it
 * takes at most length * strlen(text) steps. */
static bool glob(const char *pattern, size_t length, const char *text)
{
	size_t at = 0, star = SIZE_MAX;
	const char *retry = NULL;

	while (*text) {
		if (at < length && pattern[at] == '*') {
			star = at++;
			retry = text;
		} else if (at < length && pattern[at] == *text) {
			at++;
			text++;
		} else if (star != SIZE_MAX) {
			at = star + 1;
			text = ++retry;
		} else {
			return false;
		}
	}
	while (at < length && pattern[at] == '*')
		at++;
	return at == length;
}

/* A word without '=' may begin and end anywhere: as if it stood between two stars. */
static bool word_matches(const char *word, size_t length, const char *name)
{
	char wide[2 * CH_CASE_NAME];

	if (word[0] == '=')
		return glob(word + 1, length - 1, name);
	if (length + 2 > sizeof(wide))
		return false; /* longer than any name */
	wide[0] = wide[length + 1] = '*';
	memcpy(wide + 1, word, length);
	return glob(wide, length + 2, name);
}

bool ch_filter_matches(const char *filter, const char *name)
{
	if (!filter || !*filter)
		return true;
	while (*filter) {
		size_t length = strcspn(filter, ",");

		if (length && word_matches(filter, length, name))
			return true;
		filter += length;
		filter += *filter == ',';
	}
	return false;
}
