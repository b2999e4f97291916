/* SPDX-License-Identifier: Apache-2.0
 *
 * A directory of known answers: cases for any provider, and checks of what the files say of themselves. */
#ifndef CHECKHIP_VECTORS_KNOWN_H
#define CHECKHIP_VECTORS_KNOWN_H

#include "suite/case.h"
#include "vectors/folder.h"

typedef struct ch_known ch_known;

/* Opens a directory. A file that is no good does not stop it: ch_known_check_files reports it as failed. NULL, and one line
 * in error, if the directory cannot be read or holds nothing to judge. */
ch_known *ch_known_open(const char *dir, char *error, size_t error_size);

/* The same from files in memory, which it takes over, on failure too. */
ch_known *ch_known_from_folder(ch_folder *folder, char *error, size_t error_size);

/* Opens a directory of answers alone, to the inputs of another one, which must stay open longer. Files that the inputs do not
 * have are no good; files that are not there are nobody's claim. */
ch_known *ch_known_open_answers(const char *dir, const ch_known *inputs, char *error, size_t error_size);
ch_known *ch_known_answers_from_folder(ch_folder *folder, const ch_known *inputs, char *error, size_t error_size);

/* Appends a case for each answer a provider can give; their pointers live until close. False when memory is out.
 *   known/decode/fp3/y_valid, y_allscale              known/quantize/fp3/q_plain, q_imatrix_clean, q_imatrix_dirty
 *   known/quantize_q8_1/fp3/k256_r16_c1               known/mmvq/fp3/k256_r16_c1/rdna, nv, wave64, y_q8_64, y */
bool ch_known_cases(const ch_known *known, ch_case_list *list);

/* Checks the files: known/sums, known/file/STEM/... One call of report for each check. */
typedef void (*ch_known_report)(void *context, const char *name, const ch_verdict *verdict);
void ch_known_check_files(const ch_known *known, ch_known_report report, void *context);

void ch_known_close(ch_known *known);

#endif
