/* SPDX-License-Identifier: Apache-2.0
 *
 * Two workgroups that store to the same byte. Workgroups run on several cores in any order, so the report is made not to
 * depend on it: of all conflicts the one at the lowest byte of the first buffer is kept, with the two lowest workgroups. */
#ifndef CHECKHIP_GCN_CONFLICT_H
#define CHECKHIP_GCN_CONFLICT_H

#include <pthread.h>

#include "gcn/machine.h"

typedef struct ch_conflicts {
	pthread_mutex_t lock;
	const ch_window *window;
	uint64_t offset;
	uint64_t first, second; /* records, ascending */
	uint64_t count;
} ch_conflicts;

/* Who stored: workgroup + 1, wave, lane, instruction. Records of lower workgroups compare lower. */
static inline uint64_t ch_writer_record(uint32_t group, uint32_t step, uint32_t wave, uint32_t lane)
{
	return ((uint64_t)group + 1) << 33 | (uint64_t)(step & 0x3fffff) << 11 | (uint64_t)(wave & 31) << 6 |
	       (lane & 63);
}

static inline uint64_t ch_writer_group(uint64_t record)
{
	return record >> 33;
}

void ch_conflict_note(void *conflicts, const ch_window *window, uint64_t offset, uint64_t a, uint64_t b);

#endif
