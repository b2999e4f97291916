/* SPDX-License-Identifier: Apache-2.0 */
#include "device_provider.h"

void ch_device_register(void)
{
}
