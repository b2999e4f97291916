/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/bytes.h"

#include <stdarg.h>
#include <stdio.h>

ch_status ch_gcn_fail(ch_gcn_error *error, ch_status status, const char *format, ...)
{
	if (!error)
		return status;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(error->text, sizeof error->text, format, arguments);
	va_end(arguments);
	for (char *c = error->text; *c; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f)
			*c = '?';
	return status;
}
