/* SPDX-License-Identifier: Apache-2.0
 *
 * What a fuzz target is: libFuzzer's entry point, also called by fuzz_main.c where there is no libFuzzer. */
#ifndef CHECKHIP_FUZZ_H
#define CHECKHIP_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
