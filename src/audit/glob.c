/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/glob.h"

#include <stddef.h>

/* One pattern character that is no star against one of the text; *length is what it takes of the pattern. */
static bool one_matches(const char *pattern, char c, size_t *length)
{
	*length = pattern[0] == '\\' && pattern[1] ? 2 : 1;
	return c && (pattern[0] == '?' || pattern[*length - 1] == c);
}

bool ch_audit_glob(const char *pattern, const char *text)
{
	const char *star = NULL, *resume = NULL; /* the last star, and where the text that it takes ends */
	while (*text) {
		size_t length;
		if (*pattern == '*') {
			star = ++pattern;
			resume = text;
		} else if (*pattern && one_matches(pattern, *text, &length)) {
			pattern += length;
			text++;
		} else if (star) {
			pattern = star;
			text = ++resume;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}
