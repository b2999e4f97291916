/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "suite/cases.h"
#include "text/glob.h"

bool ch_filter_matches(const char *filter, const char *name)
{
	if (!filter || !*filter)
		return true;
	while (*filter) {
		size_t length = strcspn(filter, ",");

		bool whole = filter[0] == '=';

		if (length && ch_glob_matches_part(filter + whole, length - whole, name, whole))
			return true;
		filter += length;
		filter += *filter == ',';
	}
	return false;
}
