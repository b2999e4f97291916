/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "gcn/elf.h"
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

const uint8_t *gcn_input_text(const char *name, uint64_t *size)
{
	static uint8_t object[1 << 21];
	char path[1024];
	snprintf(path, sizeof(path), CHECKHIP_GCN_INPUTS "/%s.o", name);
	FILE *file = fopen(path, "rb");
	if (!file)
		return NULL;
	const size_t got = fread(object, 1, sizeof(object), file);
	fclose(file);
	ch_gcn_elf elf;
	ch_gcn_error error;
	Elf64_Shdr section;
	bool found = false;
	assert_int_equal(ch_gcn_elf_open(object, got, &elf, &error), CH_OK);
	assert_int_equal(ch_gcn_elf_find(&elf, ".text", &section, &found, &error), CH_OK);
	assert_true(found);
	*size = section.sh_size;
	return object + section.sh_offset;
}
