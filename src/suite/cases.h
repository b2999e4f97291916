/* SPDX-License-Identifier: Apache-2.0
 *
 * The suite's own cases: which operations, formats, data and shapes, at three sizes of run. */
#ifndef CHECKHIP_SUITE_CASES_H
#define CHECKHIP_SUITE_CASES_H

#include "suite/case.h"
#include "suite/worker.h"

/* By time: under 5 minutes, under 30, under 2 hours, on a GPU or an executor; the reference needs seconds for the first. */
typedef enum ch_level { CH_LEVEL_QUICK, CH_LEVEL_STANDARD, CH_LEVEL_COMPREHENSIVE, CH_LEVEL_COUNT } ch_level;
bool ch_level_find(const char *name, ch_level *level);

/* Appends the cases of a level. With `info`, those of the provider's variants are named one by one; without it, the operations
 * with variants get their default. Seeds are made from `seed` and each case's name. False when memory is out. */
bool ch_cases_make(const ch_worker_info *info, ch_level level, uint64_t seed, ch_case_list *list);

/* The part of ch_cases_make for attention over selected cells. */
bool ch_cases_add_qsa(const ch_worker_info *info, ch_level level, uint64_t seed, ch_case_list *list);

/* Names for reports; never NULL. */
const char *ch_data_name(ch_data data);
const char *ch_judge_name(ch_judge judge);

/* A case's seed: from the run's and its name, so that it is the same whatever else runs. */
uint64_t ch_case_seed(uint64_t run_seed, const char *name);

/* Whether a filter matches a case name: words separated by commas, any of which may match; a word matches where it occurs in
 * the name, '*' stands for anything, and '=NAME' matches only the whole name. An empty filter matches all. */
bool ch_filter_matches(const char *filter, const char *name);

#endif
