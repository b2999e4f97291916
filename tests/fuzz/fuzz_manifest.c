/* SPDX-License-Identifier: Apache-2.0
 *
 * A manifest's text, for a .bin of 4096 bytes. What is accepted must lie inside. */
#include <stdlib.h>

#include "fuzz.h"
#include "vectors/complain.h"
#include "vectors/manifest.h"

enum { DATA_BYTES = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char error[CH_COMPLAINT] = "";
	ch_manifest manifest;

	if (!ch_manifest_parse((const char *)data, size, "a.json", "a.bin", DATA_BYTES, &manifest, error,
			       sizeof(error))) {
		if (!error[0] || manifest.arrays)
			abort();
		return 0;
	}
	size_t end = 0;

	for (size_t i = 0; i < manifest.count; i++) {
		const ch_array *array = &manifest.arrays[i];

		if (array->offset < end || array->nbytes == 0 || array->nbytes > DATA_BYTES - array->offset ||
		    ch_manifest_find(&manifest, array->name) != array)
			abort();
		end = array->offset + array->nbytes;
	}
	if (ch_manifest_first_gap(&manifest, DATA_BYTES) > DATA_BYTES)
		abort();
	ch_manifest_free(&manifest);
	return 0;
}
