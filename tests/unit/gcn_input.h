/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads what tests/gcn assembled. */
#ifndef CHECKHIP_TESTS_GCN_INPUT_H
#define CHECKHIP_TESTS_GCN_INPUT_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of a file of CHECKHIP_GCN_INPUTS, free() them. Skips the running test, saying so, if there is none. */
uint8_t *gcn_input_read(const char *name, size_t *size);

/* The .text of NAME.o there, valid until the next call; NULL if there is no such file. */
const uint8_t *gcn_input_text(const char *name, uint64_t *size);

#endif
