/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CHECKHIP_GCN_KERNARG_H
#define CHECKHIP_GCN_KERNARG_H

#include "gcn/machine.h"

/* Fills the kernarg segment (the kernel's kernarg_bytes, zeroed); CH_BAD_ARGUMENT where arguments do not fit the metadata. */
ch_status ch_kernarg_fill(const ch_launch *launch, uint8_t *segment, ch_gcn_error *error);
void ch_kernarg_packet(const ch_launch *launch, uint8_t packet[64]);

/* 1, 2 or 3: the highest dimension with more than one work-item. */
uint32_t ch_kernarg_dimensions(const ch_gcn_dispatch *dispatch);

#endif
