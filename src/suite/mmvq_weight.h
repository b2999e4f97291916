/* SPDX-License-Identifier: Apache-2.0
 *
 * A single wrong weight. Internal. */
#ifndef CHECKHIP_SUITE_MMVQ_WEIGHT_H
#define CHECKHIP_SUITE_MMVQ_WEIGHT_H

#include "suite/diagnose.h"

/* If one weight of the row, its code off by one or the weight dropped, gives every column of it: sets clause and explains.
 * False if none does, or so many that it would be a guess. */
bool ch_explain_by_weight(const ch_mmvq_failure *failure, int64_t row, ch_verdict *verdict);

#endif
