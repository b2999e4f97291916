/* SPDX-License-Identifier: Apache-2.0
 *
 * The address space that a kernel sees: every access is tested here before it happens. */
#ifndef CHECKHIP_GCN_SPACE_H
#define CHECKHIP_GCN_SPACE_H

#include "gcn/machine.h"

/* An access of some lanes: `bytes` at each address. */
typedef struct ch_access {
	ch_wave *wave;
	const ch_step *step;
	uint32_t bytes;
	bool store;
} ch_access;

/* The host's memory behind [address, address + bytes), or a fault of the lane. */
uint8_t *ch_space_find(const ch_access *access, uint64_t address, uint32_t lane, ch_window **found);

/* Counts an access at an address that is no multiple of its size: a note. */
void ch_space_note_misaligned(const ch_access *access);

/* Bits of `bytes` bytes (at most 4) that the kernel has not stored yet; 0 for anything that came from the host. */
uint32_t ch_space_undefined(const ch_window *window, uint64_t address, uint32_t bytes);

/* After a store: these bytes are defined, and whose they are. */
void ch_space_stored(const ch_access *access, ch_window *window, uint64_t address, uint32_t lane);

/* The same after an atomic: of several workgroups' atomics none is a conflict, with another's plain store it is. */
void ch_space_stored_atomically(const ch_access *access, ch_window *window, uint64_t address);

/* LDS: the same for one access of a lane. Faults on a range past the end and on a race. */
uint8_t *ch_lds_find(const ch_access *access, uint64_t address, uint32_t lane);

/* For an atomic: a race with another wave's plain access, none with its atomics. */
uint8_t *ch_lds_find_atomic(const ch_access *access, uint64_t address, uint32_t lane);

#endif
