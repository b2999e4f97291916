/* SPDX-License-Identifier: Apache-2.0
 *
 * What a fuzz target is: libFuzzer's entry point, also called by fuzz_main.c where there is no libFuzzer. */
#ifndef CHECKHIP_FUZZ_H
#define CHECKHIP_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libFuzzer's own, and what it asks for where a target has it. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out,
				 size_t room, unsigned seed);

uint32_t arc4random(void); /* older_libc.c */ // NOLINT(readability-redundant-declaration)

#endif
