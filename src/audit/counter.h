/* SPDX-License-Identifier: Apache-2.0
 *
 * Counting the instructions of one kernel after another. */
#ifndef CHECKHIP_AUDIT_COUNTER_H
#define CHECKHIP_AUDIT_COUNTER_H

#include "audit/kernel.h"

typedef struct ch_counter ch_counter;

/* For kernels of one code object; each thread has its own. NULL when memory is out. `remembers`: instructions seen before are not
 * disassembled again (what is counted is the same, several times as fast). */
ch_counter *ch_counter_open(ch_audit_mnemonics *mnemonics, bool remembers);
void ch_counter_close(ch_counter *counter);

/* Fills in counts, classes, `instructions`, `undecoded`. CH_UNSUPPORTED with *error: LLVM does not know the architecture. */
ch_status ch_counter_run(ch_counter *counter, const ch_gcn_object *object, const ch_gcn_kernel *kernel,
			 ch_audit_kernel *audit, ch_gcn_error *error);

#endif
