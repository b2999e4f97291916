/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "gcn_input.h"

uint8_t *gcn_input_read(const char *name, size_t *size)
{
	char path[1024];
	snprintf(path, sizeof path, CHECKHIP_GCN_INPUTS "/%s", name);
	FILE *file = fopen(path, "rb");
	*size = 0;
	if (!file) {
		print_message("skipped: no assembled %s\n", name);
		skip();
		return NULL;
	}
	uint8_t *data = malloc(1 << 20);
	assert_non_null(data);
	*size = fread(data, 1, 1 << 20, file);
	fclose(file);
	assert_in_range(*size, 1, (1 << 20) - 1);
	return data;
}
