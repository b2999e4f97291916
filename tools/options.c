/* SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

bool ch_parse_u64(const char *text, uint64_t *value)
{
	char *end;

	if (!isdigit((unsigned char)text[0]))
		return false;
	errno = 0;
	*value = strtoull(text, &end, text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10);
	return errno == 0 && *end == 0;
}

bool ch_parse_i64(const char *text, int64_t low, int64_t high, int64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoll(text, &end, 10);
	return errno == 0 && end != text && *end == 0 && !isspace((unsigned char)text[0]) && *value >= low &&
	       *value <= high;
}

bool ch_parse_seconds(const char *text, double *value)
{
	char *end;

	*value = strtod(text, &end);
	return end != text && *end == 0 && isfinite(*value) && *value > 0;
}
