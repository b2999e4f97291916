/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CHECKHIP_PROVIDERS_GCN_QSA_H
#define CHECKHIP_PROVIDERS_GCN_QSA_H

#include "providers/gcn_run.h"

/* Attention over selected cells by this project's kernels: checks, plans, and launches chunks and merge. */
ch_status ch_gcn_qsa(ch_gcn_run *run, const ch_qsa_args *args, bool swizzled, ch_outcome *outcome);

#endif
