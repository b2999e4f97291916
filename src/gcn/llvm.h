/* SPDX-License-Identifier: Apache-2.0
 *
 * LLVM's disassembler, and the one place that includes its headers. Internal to src/gcn. */
#ifndef CHECKHIP_GCN_LLVM_H
#define CHECKHIP_GCN_LLVM_H

#include "gcn/line.h"

typedef struct ch_gcn_llvm ch_gcn_llvm;

/* CH_UNSUPPORTED if this LLVM does not know the architecture. */
ch_status ch_gcn_llvm_open(const char *arch, uint32_t arch_major, uint32_t wave_size, ch_gcn_llvm **llvm,
			   ch_gcn_error *error);
/* Keeps it for the next open of the same kind. */
void ch_gcn_llvm_close(ch_gcn_llvm *llvm);

/* Bytes of the instruction, 0 if there is none; its line without a newline. */
size_t ch_gcn_llvm_decode(ch_gcn_llvm *llvm, const uint8_t *bytes, uint64_t size, uint64_t address, char *text,
			  size_t text_size);

/* halves.c: the same, with blanks squeezed, and with the halves of registers that some LLVMs leave out of gfx11's text. */
size_t ch_gcn_halves_decode(ch_gcn_llvm *llvm, ch_gcn_form form, uint32_t arch_major, const uint8_t *bytes,
			    uint64_t size, uint64_t address, char *text, size_t text_size);

#endif
