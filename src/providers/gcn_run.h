/* SPDX-License-Identifier: Apache-2.0
 *
 * Running compiled kernels of one architecture: code objects are opened and kernels decoded when they are first called, and
 * kept. One run belongs to one provider and one thread. */
#ifndef CHECKHIP_PROVIDERS_GCN_RUN_H
#define CHECKHIP_PROVIDERS_GCN_RUN_H

#include "checkhip/provider.h"
#include "gcn/launch.h"

typedef enum ch_gcn_from {
	CH_GCN_FROM_BUILD,  /* the objects held in this build: file is "mmvq_fp3" */
	CH_GCN_FROM_FOLDER, /* where/FILE.co */
	CH_GCN_FROM_FILE /* all kernels are in the file `where`; what the calls below say of a file is not looked at */
} ch_gcn_from;

typedef struct ch_gcn_run ch_gcn_run;

/* Opens nothing yet; the texts are copied. NULL when memory is out. */
ch_gcn_run *ch_gcn_run_new(const char *arch, ch_gcn_from from, const char *where);
void ch_gcn_run_free(ch_gcn_run *run);

/* The kernel and the object that has it, without decoding an instruction; the object is opened if it is not yet. kernel may
 * be NULL, and *kernel becomes NULL with CH_UNSUPPORTED where the object has no such symbol. */
ch_status ch_gcn_run_find(ch_gcn_run *run, const char *file, const char *symbol, const ch_gcn_object **object,
			  const ch_gcn_kernel **kernel, ch_gcn_error *error);

/* One launch. Adds to outcome->elapsed_ns, and to outcome->note what is approximate and what is misaligned, so an operation of
 * several launches calls this several times; on any status but CH_OK outcome->message says why. A grid with a zero launches
 * nothing. The dispatch's max_faults 0 means 1. */
ch_status ch_gcn_run_launch(ch_gcn_run *run, const char *file, const char *symbol, const ch_gcn_dispatch *dispatch,
			    ch_outcome *outcome);

/* Adds what one launch of an operation says of its instructions. "Every instruction exact" is said of an operation whose launches all
 * were, and once; exact: this launch, all_exact: with it all so far. */
void ch_gcn_run_note_fidelity(ch_outcome *outcome, const char *words, bool exact, bool all_exact);

/* Kernels decoded so far. */
uint32_t ch_gcn_run_decoded(const ch_gcn_run *run);

#endif
