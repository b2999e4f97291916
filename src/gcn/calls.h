/* SPDX-License-Identifier: Apache-2.0
 *
 * Which functions of an object decoded instructions may call. Internal to src/gcn. */
#ifndef CHECKHIP_GCN_CALLS_H
#define CHECKHIP_GCN_CALLS_H

#include "gcn/decode.h"

/* For bsearch: an address against a ch_gcn_function, or against what begins with one; equal where it lies in it. */
int ch_gcn_calls_compare(const void *address, const void *function);

/* Marks each function whose address the instructions from `first` on make from the program counter. */
void ch_gcn_calls_mark(const ch_gcn_object *object, const ch_gcn_code *code, uint32_t first, bool *wanted);

/* Marks each whose address lies in the object's data: tables of pointers, and the global offset table. */
void ch_gcn_calls_mark_pointers(const ch_gcn_object *object, bool *wanted);

#endif
