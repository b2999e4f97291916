/* SPDX-License-Identifier: Apache-2.0
 *
 * The MessagePack of a code object's note, joined to an object that has two kernels. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "gcn/parts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ch_gcn_object object = {.kernel_count = 2};
	ch_gcn_error error;
	object.kernels = calloc(2, sizeof *object.kernels);
	if (!object.kernels)
		return 0;
	for (uint32_t i = 0; i < 2; i++) {
		object.kernels[i].symbol = strdup(i ? "b.kd" : "a.kd");
		object.kernels[i].name = strdup(i ? "b" : "a");
	}
	if (ch_gcn_metadata_parse(data, size, 0x100, &object, &error) == CH_OK)
		for (uint32_t i = 0; i < 2; i++)
			for (uint32_t a = 0; a < object.kernels[i].arg_count; a++)
				if ((uint64_t)object.kernels[i].args[a].offset + object.kernels[i].args[a].size >
				    object.kernels[i].kernarg_bytes)
					abort();
	ch_gcn_object_close(&object);
	return 0;
}
