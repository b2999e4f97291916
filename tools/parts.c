/* SPDX-License-Identifier: Apache-2.0 */
#include "parts.h"

#include "providers/providers.h"

#ifdef CHECKHIP_WITH_VECTORS
#define HAVE_VECTORS true
#else
#define HAVE_VECTORS false
#endif

#ifdef CHECKHIP_COMMAND_GOLDEN
#define HAVE_GOLDEN true
#else
#define HAVE_GOLDEN false
#endif

static const ch_part parts[] = {
	{"vectors", "known-answer files and decode digests", "CHECKHIP_VECTORS", HAVE_VECTORS},
	{"golden", "greedy output of a served model", "CHECKHIP_GOLDEN", HAVE_GOLDEN},
};

const ch_part *ch_part_at(size_t index)
{
	return index < sizeof(parts) / sizeof(parts[0]) ? &parts[index] : NULL;
}

void ch_parts_register(void)
{
}
