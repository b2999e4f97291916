/* SPDX-License-Identifier: Apache-2.0 */
#include "device_provider.h"
#include "providers/gpu.h"
#include "providers/providers.h"

void ch_device_register(void)
{
	(void)ch_provider_register(ch_provider_gpu());
}
