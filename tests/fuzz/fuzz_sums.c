/* SPDX-License-Identifier: Apache-2.0
 *
 * SHA256SUMS: what is accepted must be what its lines say, to the byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "vectors/complain.h"
#include "vectors/sums.h"

static void count_line(void *context, const char *line)
{
	size_t *lines = context;

	*lines += line[0] != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char error[CH_COMPLAINT] = "";
	ch_folder folder = {0};
	size_t at = 0, lines = 0;
	ch_sums sums;

	if (!ch_sums_parse((const char *)data, size, &sums, error, sizeof(error))) {
		if (!error[0] || sums.sums)
			abort();
		return 0;
	}
	for (size_t i = 0; i < sums.count; i++) {
		char line[256];
		size_t length = (size_t)snprintf(line, sizeof(line), "%s  %s\n", sums.sums[i].hex, sums.sums[i].name);

		if (length > size - at || memcmp(data + at, line, length) != 0)
			abort();
		at += length;
	}
	if (at != size || ch_sums_check(&sums, &folder, count_line, &lines) != sums.count || lines != sums.count)
		abort();
	ch_sums_free(&sums);
	return 0;
}
