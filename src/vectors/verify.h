/* SPDX-License-Identifier: Apache-2.0
 *
 * Answers that anybody's code wrote, judged against our reference, computed again from the inputs. */
#ifndef CHECKHIP_VECTORS_VERIFY_H
#define CHECKHIP_VECTORS_VERIFY_H

#include "vectors/known.h"

/* The reference's answer to a case of ch_known_cases, in memory the caller frees: given.expected_bytes of what the answer
 * should be (for CH_JUDGE_BOUND doubles, with the bound of each after all of them). NULL when memory is out. */
void *ch_verify_reference(const ch_case *one);

/* Judges the expected bytes of one case against the reference. */
void ch_verify_case(const ch_case *one, ch_verdict *verdict);

/* Checks the files of answers, then judges each of them, and reports each answer that a file should have and has not. For
 * answers in the directory of the inputs, inputs and answers are the same. Returns false when memory is out. */
bool ch_verify_answers(const ch_known *inputs, const ch_known *answers, ch_known_report report, void *context);

#endif
