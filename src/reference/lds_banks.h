/* SPDX-License-Identifier: Apache-2.0
 *
 * What an access to banked shared memory costs, computed. Internal. */
#ifndef CHECKHIP_REFERENCE_LDS_BANKS_H
#define CHECKHIP_REFERENCE_LDS_BANKS_H

#include <stdint.h>

typedef struct ch_lds_access {
	uint32_t lanes, width; /* of a wave; dwords that each lane accesses, consecutive ones */
	uint32_t banks; /* dword i lies in bank i % banks; a bank serves one dword a cycle, to any number of lanes */
	const uint32_t *position; /* [lanes]: first dword of each lane */
} ch_lds_access;

enum { CH_LDS_MAX_BANKS = 64 };

/* Cycles of the access. Lanes are served in groups of banks / width consecutive ones, as many as the banks could serve at
 * once; a group takes as long as its busiest bank has different dwords to serve. The best there can be is lanes * width /
 * banks. 0 for what makes no sense: a width that does not divide the banks, a group that does not divide the lanes. */
uint32_t ch_lds_cycles(const ch_lds_access *access);

#endif
