/* SPDX-License-Identifier: Apache-2.0
 *
 * Two workgroups that store to the same byte, at least one of them not atomically. Workgroups run on several cores in any order,
 * so the report is made not to depend on it: of all conflicts the one at the lowest byte of the first buffer is kept, with the
 * lowest workgroup that stores plainly and the lowest of the others. */
#ifndef CHECKHIP_GCN_CONFLICT_H
#define CHECKHIP_GCN_CONFLICT_H

#include <pthread.h>

#include "gcn/machine.h"

typedef struct ch_conflicts {
	pthread_mutex_t lock;
	const ch_window *window;
	uint64_t offset;
	uint64_t first, second; /* plain stores' records, ascending */
	uint64_t atomics;	/* record of the byte's atomics, or 0 */
	uint64_t count;
} ch_conflicts;

/* A byte's record is that of a plain store, or of atomics: the two lowest workgroups + 1 that had some, in bits 62..32 and 31..0. */
#define CH_WRITER_ATOMIC (UINT64_C(1) << 63)

/* Who stored: workgroup + 1, wave, lane, instruction. Records of lower workgroups compare lower. */
static inline uint64_t ch_writer_record(uint32_t group, uint32_t step, uint32_t wave, uint32_t lane)
{
	return ((uint64_t)group + 1) << 33 | (uint64_t)(step & 0x3fffff) << 11 | (uint64_t)(wave & 31) << 6 |
	       (lane & 63);
}

/* Of a plain store: workgroup + 1. */
static inline uint64_t ch_writer_group(uint64_t record)
{
	return record >> 33;
}

/* Of atomics: the lowest workgroup + 1 but for one of them; 0: there is no other. */
static inline uint64_t ch_writer_atomic_other(uint64_t record, uint64_t group)
{
	const uint64_t lowest = (record & ~CH_WRITER_ATOMIC) >> 32;
	return lowest != group ? lowest : record & UINT32_MAX;
}

/* The record of atomics, or 0, with one more workgroup + 1, or 0. */
static inline uint64_t ch_writer_add_atomic(uint64_t record, uint64_t group)
{
	uint64_t low = (record & ~CH_WRITER_ATOMIC) >> 32, next = record & UINT32_MAX;
	if (group == 0 || group == low || group == next)
		return record;
	if (low == 0 || group < low) {
		next = low;
		low = group;
	} else if (next == 0 || group < next) {
		next = group;
	}
	return CH_WRITER_ATOMIC | low << 32 | next;
}

/* A plain store's record, and one of a plain store or of atomics. */
void ch_conflict_note(void *conflicts, const ch_window *window, uint64_t offset, uint64_t plain, uint64_t other);

#endif
