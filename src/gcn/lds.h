/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the files of LDS: what an instruction moves, and who touched a byte since the last barrier. */
#ifndef CHECKHIP_GCN_LDS_H
#define CHECKHIP_GCN_LDS_H

#include <string.h>

#include "gcn/space.h"

enum {
	CH_LDS_SIGNED = 1,
	CH_LDS_LOW_HALF = 2,
	CH_LDS_HIGH_HALF = 4,
	CH_LDS_STORE = 8,
	CH_LDS_TWO = 16,
	CH_LDS_STRIDE_64 = 32
};

typedef struct ch_lds_row {
	const char *name;
	uint8_t on;
	uint8_t bytes; /* of one access */
	uint8_t flags; /* CH_LDS_ */
} ch_lds_row;

static inline uint32_t ch_lds_words(const ch_lds_row *row)
{
	return (row->bytes + 3u) / 4;
}

static inline void ch_lds_touch(ch_workgroup *group, uint32_t from, uint32_t to)
{
	group->touched_from = from < group->touched_from ? from : group->touched_from;
	group->touched_to = to > group->touched_to ? to : group->touched_to;
}

/* lds_reader: the first wave that loaded the byte + 1, and this bit where others have too. lds_writer: the wave that stored it + 1;
 * with the second bit it was an atomic, and with both, atomics of several waves. */
enum { CH_LDS_SEVERAL = 0x80, CH_LDS_ATOMIC = 0x40 };

static inline uint8_t ch_lds_reader(uint8_t before, uint8_t mine)
{
	return before == 0 || before == mine ? mine : (uint8_t)(before | CH_LDS_SEVERAL);
}

/* Notes a range in one go. False where a byte needs a closer look, since another wave stored it (or, for a store, loaded it):
 * then nothing is noted. Written for the compiler to vectorize. */
static inline bool ch_lds_note(ch_workgroup *group, uint32_t from, uint32_t bytes, uint8_t mine, bool store)
{
	uint8_t *restrict writer = group->lds_writer + from, *restrict reader = group->lds_reader + from;
	uint8_t others = 0;
	for (uint32_t i = 0; i < bytes; i++)
		others |= (uint8_t)((writer[i] != 0) & (writer[i] != mine));
	for (uint32_t i = 0; store && i < bytes; i++)
		others |= (uint8_t)((reader[i] != 0) & (reader[i] != mine));
	if (others)
		return false;
	if (store)
		memset(writer, mine, bytes);
	for (uint32_t i = 0; !store && i < bytes; i++)
		reader[i] = ch_lds_reader(reader[i], mine);
	return true;
}

/* The same for one dword. False also where its bytes differ. `mine` is the wave in each byte. */
static inline bool ch_lds_note_dword(ch_workgroup *group, uint32_t at, uint32_t mine, bool store)
{
	uint32_t writers, readers;
	memcpy(&writers, group->lds_writer + at, sizeof(writers));
	memcpy(&readers, group->lds_reader + at, sizeof(readers));
	const bool alone = readers == 0 || readers == mine;
	if ((writers != 0 && writers != mine) || (store && !alone))
		return false;
	if (!alone && readers != (readers & 0xff) * UINT32_C(0x01010101))
		return false;
	readers = alone ? mine : readers | CH_LDS_SEVERAL * UINT32_C(0x01010101);
	if (store)
		memcpy(group->lds_writer + at, &mine, sizeof(mine));
	else
		memcpy(group->lds_reader + at, &readers, sizeof(readers));
	return true;
}

/* As ch_wave_fault for an address that has undefined bits in these lanes. */
void ch_lds_fault_on_dirty(ch_wave *wave, const ch_step *step, uint64_t dirty);

/* Loads and stores; once for each level of x86-64. */
void ch_lds_run(ch_wave *wave, const ch_step *step);
void ch_lds_run_v3(ch_wave *wave, const ch_step *step);
void ch_lds_run_v4(ch_wave *wave, const ch_step *step);

#endif
