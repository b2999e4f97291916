/* SPDX-License-Identifier: Apache-2.0
 *
 * What of checkhip this build holds beyond the core. */
#ifndef CHECKHIP_TOOLS_PARTS_H
#define CHECKHIP_TOOLS_PARTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ch_part {
	const char *name;   /* "vectors" */
	const char *gives;  /* what it adds */
	const char *option; /* the CMake option that builds it */
	bool built;
} ch_part;

/* NULL past the last. */
const ch_part *ch_part_at(size_t index);

/* Registers the providers that were compiled in. */
void ch_parts_register(void);

#endif
