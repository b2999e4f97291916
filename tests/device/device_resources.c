/* SPDX-License-Identifier: Apache-2.0
 *
 * Prints CTest's resource specification for the devices of this machine, so that tests share several devices and none is used
 * twice at once: device_resources > gpus.json; ctest --resource-spec-file gpus.json -L gpu. */
#include <stdio.h>

#include "providers/gpu.h"

int main(void)
{
	static char lines[64][CH_GPU_LINE];
	char words[CH_KERNEL_WORDS] = "";
	uint32_t count = ch_gpu_list(lines, 64, words);

	if (count == 0)
		fprintf(stderr, "device_resources: %s\n", words);
	printf("{\"version\": {\"major\": 1, \"minor\": 0}, \"local\": [{\"gpus\": [");
	for (uint32_t i = 0; i < count; i++)
		printf("%s{\"id\": \"%u\", \"slots\": 1}", i ? ", " : "", i);
	printf("]}]}\n");
	return count ? 0 : 77;
}
