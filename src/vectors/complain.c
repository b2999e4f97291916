/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>

#include "vectors/complain.h"

bool ch_complain(char *error, size_t size, const char *format, ...)
{
	va_list list;

	if (!error || size == 0)
		return false;
	va_start(list, format);
	(void)vsnprintf(error, size, format, list);
	va_end(list);
	for (char *c = error; *c; c++) {
		if ((unsigned char)*c < 0x20 || *c == 0x7f)
			*c = '?';
	}
	return false;
}
