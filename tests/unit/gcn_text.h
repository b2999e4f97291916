/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a decoded instruction back as text, from the decoded fields alone, so that a test can hold it against LLVM's line:
 * a field that was lost or misread makes a difference. */
#ifndef CHECKHIP_TESTS_GCN_TEXT_H
#define CHECKHIP_TESTS_GCN_TEXT_H

#include "gcn/decode.h"

/* Operands in order, each followed by ','; then the modifiers, each preceded by a blank, sorted. */
void gcn_text_write(const ch_gcn_code *code, const ch_gcn_insn *insn, char *text, size_t size);

/* LLVM's line of the same half in the same form. */
void gcn_text_read(const ch_gcn_insn *insn, char *text, size_t size);

#endif
