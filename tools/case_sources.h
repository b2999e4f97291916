/* SPDX-License-Identifier: Apache-2.0
 *
 * All cases of a run: the suite's own, the decode digests, and those of known-answer files. */
#ifndef CHECKHIP_TOOLS_CASE_SOURCES_H
#define CHECKHIP_TOOLS_CASE_SOURCES_H

#include "suite/cases.h"

typedef struct ch_case_sources ch_case_sources;

/* Gathers into list. known_dir: NULL looks at CHECKHIP_KNOWN_ANSWERS, then at ../shared/vectors; "none" leaves them out.
 * What is not there is said in words by ch_case_sources_note. NULL, with one line in error, when memory is out or a
 * directory that was asked for cannot be used. */
ch_case_sources *ch_case_sources_open(const ch_worker_info *info, ch_level level, uint64_t seed, const char *known_dir,
				      ch_case_list *list, char *error, size_t error_size);
void ch_case_sources_close(ch_case_sources *sources);

/* The directory of known answers in use, or NULL. */
const char *ch_case_sources_known(const ch_case_sources *sources);

/* Checks of the known-answer files themselves; the name passes the filter first. */
typedef void (*ch_file_check)(void *context, const char *name, const ch_verdict *verdict);
void ch_case_sources_check_files(const ch_case_sources *sources, const char *filter, ch_file_check report,
				 void *context);

/* What is missing, as verdicts to skip: name and reason; index from 0, false past the last. */
bool ch_case_sources_missing(const ch_case_sources *sources, unsigned index, const char **name, const char **reason);

/* SHA-256 in hexadecimal, where there is libcrypto; else NULL. */
typedef void (*ch_sha256_function)(const void *data, size_t bytes, char hex[65]);
ch_sha256_function ch_case_sources_sha256(void);

#endif
