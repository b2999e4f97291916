/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels on a device: "gpu" for device 0, "gpu:N" for device N. Built by -DCHECKHIP_GPU=hip or cuda. */
#ifndef CHECKHIP_PROVIDERS_GPU_H
#define CHECKHIP_PROVIDERS_GPU_H

#include "checkhip/provider.h"
#include "kernels/dispatch.h"

enum { CH_GPU_LINE = 320 };

const ch_provider *ch_provider_gpu(void);

/* One line a device: number, name, architecture, wave size, driver. Returns how many there are; 0 with a sentence in words if there is
 * none. */
uint32_t ch_gpu_list(char lines[][CH_GPU_LINE], uint32_t room, char words[CH_KERNEL_WORDS]);

/* Rows offered beside the table's by every gpu provider opened from now on, for kernels broken on purpose; count 0 takes them away. */
void ch_gpu_offer_also(const ch_kernel_row *rows, uint32_t count);

#endif
