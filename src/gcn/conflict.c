/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/conflict.h"

/* Keeps the two lowest records of the byte that comes first. */
static void keep_plain(ch_conflicts *all, uint64_t record)
{
	const uint64_t group = ch_writer_group(record);
	if (!all->first || record < all->first) {
		if (all->first && ch_writer_group(all->first) != group)
			all->second = all->first;
		all->first = record;
	} else if (group != ch_writer_group(all->first) && (!all->second || record < all->second)) {
		all->second = record;
	}
}

static void keep(ch_conflicts *all, uint64_t record)
{
	if (!(record & CH_WRITER_ATOMIC)) {
		keep_plain(all, record);
		return;
	}
	all->atomics = ch_writer_add_atomic(all->atomics, ch_writer_atomic_other(record, 0));
	all->atomics = ch_writer_add_atomic(all->atomics, record & UINT32_MAX);
}

void ch_conflict_note(void *conflicts, const ch_window *window, uint64_t offset, uint64_t plain, uint64_t other)
{
	ch_conflicts *all = conflicts;
	pthread_mutex_lock(&all->lock);
	all->count++;
	const bool earlier = !all->window || window < all->window || (window == all->window && offset < all->offset);
	if (earlier) {
		all->window = window;
		all->offset = offset;
		all->first = all->second = all->atomics = 0;
	}
	if (earlier || (window == all->window && offset == all->offset)) {
		keep(all, plain);
		keep(all, other);
	}
	pthread_mutex_unlock(&all->lock);
}
