/* SPDX-License-Identifier: Apache-2.0
 *
 * Debug information: whatever the bytes are, a place in printable words or none. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "gcn/source.h"

enum { MOST_ASKED = 256 }; /* instructions of one kernel */

static void ask(const ch_gcn_object *object, const ch_gcn_kernel *kernel)
{
	char text[96];
	for (uint64_t at = 0; at < kernel->text_size && at < MOST_ASKED * 4; at += 4) {
		const bool found = ch_gcn_source_format(object, kernel->text_address + at, text, sizeof(text));
		if (strlen(text) >= sizeof(text) || found != (text[0] != '\0'))
			abort();
		for (const char *c = text; *c; c++)
			if (*c < ' ' || *c > '~')
				abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ch_gcn_object object;
	ch_gcn_error error;
	if (ch_gcn_object_open(data, size, &object, &error))
		return 0;
	for (uint32_t i = 0; i < object.kernel_count && i < 4; i++)
		ask(&object, &object.kernels[i]);
	ch_gcn_object_close(&object);
	return 0;
}
