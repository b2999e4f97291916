/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the files of vector loads and stores: what moves, where to, and the forms that an address has. */
#ifndef CHECKHIP_GCN_MEMORY_H
#define CHECKHIP_GCN_MEMORY_H

#include "gcn/space.h"

typedef enum ch_shape { CH_WORDS, CH_UNSIGNED, CH_SIGNED } ch_shape;
typedef enum ch_part { CH_WHOLE, CH_PART_LOW, CH_PART_HIGH } ch_part;

typedef struct ch_memory_row {
	const char *suffix; /* after "global_load_" */
	uint8_t on;
	bool store;
	uint8_t bytes;
	uint8_t shape; /* ch_shape */
	uint8_t part;  /* ch_part: of the register */
} ch_memory_row;

typedef enum ch_memory { CH_IN_BUFFERS, CH_IN_SCRATCH, CH_IN_LDS } ch_memory;

static inline uint32_t ch_memory_words(const ch_memory_row *row)
{
	return (row->bytes + 3u) / 4;
}

static inline ch_access ch_memory_access(ch_wave *wave, const ch_step *step)
{
	const ch_memory_row *row = step->other;
	return (ch_access){wave, step, row->bytes, row->store};
}

/* Faults where an address has an undefined bit. */
void ch_memory_check_address(ch_wave *wave, const ch_step *step, uint64_t dirty);
uint64_t ch_memory_scalar(ch_wave *wave, const ch_step *step, const ch_gcn_operand *operand, uint32_t words);

/* The access counts as issued. */
void ch_memory_issue(ch_wave *wave, const ch_step *step, const ch_gcn_operand *data);

/* Between the registers and one memory, once the addresses are known; and the form that nearly all accesses have. At each level,
 * as CH_ROWS_OF. */
#define CH_MEMORY_OF(level)                                                                                        \
	void ch_memory_move##level(const ch_access *access, const ch_gcn_operand *data, const uint64_t *addresses, \
				   uint64_t on, ch_memory memory);                                                 \
	void ch_memory_run_global##level(ch_wave *wave, const ch_step *step)
CH_MEMORY_OF();
CH_MEMORY_OF(_v3);
CH_MEMORY_OF(_v4);

void ch_memory_run_flat(ch_wave *wave, const ch_step *step);
void ch_memory_run_scratch(ch_wave *wave, const ch_step *step);
void ch_memory_run_buffer(ch_wave *wave, const ch_step *step);

#endif
