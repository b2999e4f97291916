/* SPDX-License-Identifier: Apache-2.0
 *
 * What libstdc++ and LLVM want of glibc 2.36, so that a program linked with CHECKHIP_STATIC runs with 2.35. It names temporary
 * files, which no fuzz target makes. */
#include <stdint.h>
#include <stdlib.h>

#include "fuzz.h"

uint32_t arc4random(void)
{
	return (uint32_t)rand();
}
