/* SPDX-License-Identifier: Apache-2.0 */
#include "text/glob.h"

#include <stdint.h>
#include <string.h>

/* One pattern character that is no star against one of the text: what it takes of the pattern, 0 if they differ. */
static size_t take_one(const char *pattern, size_t length, char c)
{
	if (pattern[0] == '?')
		return 1;
	if (pattern[0] == '\\' && length > 1)
		return pattern[1] == c ? 2 : 0;
	return pattern[0] == c ? 1 : 0;
}

/* After a mismatch the last star takes one character more; earlier ones never need to be taken back. A pattern for a part begins
 * as if behind a star, and is done where it ends. */
bool ch_glob_matches_part(const char *pattern, size_t length, const char *text, bool whole)
{
	size_t at = 0, behind_star = whole ? SIZE_MAX : 0;
	const char *retry = text;

	while (*text) {
		size_t taken;

		if (at == length && !whole)
			return true;
		if (at < length && pattern[at] == '*') {
			behind_star = ++at;
			retry = text;
		} else if (at < length && (taken = take_one(pattern + at, length - at, *text)) > 0) {
			at += taken;
			text++;
		} else if (behind_star != SIZE_MAX) {
			at = behind_star;
			text = ++retry;
		} else {
			return false;
		}
	}
	while (at < length && pattern[at] == '*')
		at++;
	return at == length;
}

bool ch_glob_matches(const char *pattern, const char *text)
{
	return ch_glob_matches_part(pattern, strlen(pattern), text, true);
}
