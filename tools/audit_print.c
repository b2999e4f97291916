/* SPDX-License-Identifier: Apache-2.0 */
#include "audit_options.h"

#include <stdio.h>

void ch_audit_print_name(const char *name)
{
	for (; *name; name++)
		putchar((unsigned char)*name < 0x20 || *name == 0x7f ? '?' : *name);
}

void ch_audit_print_cell(const char *name)
{
	for (; *name; name++) {
		if (*name == '|' || *name == '\\' || *name == '`' || *name == '<' || *name == '*' || *name == '_')
			putchar('\\');
		putchar((unsigned char)*name < 0x20 || *name == 0x7f ? '?' : *name);
	}
}
