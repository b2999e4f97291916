/* SPDX-License-Identifier: Apache-2.0 */
#include "reference/lds_banks.h"

#include <stdbool.h>

/* Dwords of one group: at most banks of them. */
static bool served_before(const uint32_t *dwords, uint32_t count, uint32_t dword)
{
	for (uint32_t i = 0; i < count; i++) {
		if (dwords[i] == dword)
			return true;
	}
	return false;
}

static uint32_t group_cycles(const ch_lds_access *access, uint32_t first, uint32_t lanes)
{
	uint32_t load[CH_LDS_MAX_BANKS] = {0}, dwords[CH_LDS_MAX_BANKS], count = 0, cycles = 0;

	for (uint32_t lane = first; lane < first + lanes; lane++) {
		for (uint32_t i = 0; i < access->width; i++) {
			uint32_t dword = access->position[lane] + i;
			uint32_t *bank = &load[dword % access->banks];

			if (served_before(dwords, count, dword))
				continue;
			dwords[count++] = dword;
			if (++*bank > cycles)
				cycles = *bank;
		}
	}
	return cycles;
}

uint32_t ch_lds_cycles(const ch_lds_access *access)
{
	if (!access->banks || access->banks > CH_LDS_MAX_BANKS || !access->width || access->banks % access->width)
		return 0;
	uint32_t lanes = access->banks / access->width, cycles = 0;

	if (access->lanes % lanes)
		return 0;
	for (uint32_t first = 0; first < access->lanes; first += lanes)
		cycles += group_cycles(access, first, lanes);
	return cycles;
}
