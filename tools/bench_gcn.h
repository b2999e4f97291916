/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip bench gcn: what the compiled AMD kernels execute for a block of weights. */
#ifndef CHECKHIP_TOOLS_BENCH_GCN_H
#define CHECKHIP_TOOLS_BENCH_GCN_H

#include <stdbool.h>

/* arch NULL: each that the executor knows and this build has kernels for. speed: its own speed too, which no two runs share.
 * Returns an exit code. */
int ch_bench_gcn(const char *arch, bool json, bool speed);

#endif
