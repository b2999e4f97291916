/* SPDX-License-Identifier: Apache-2.0
 *
 * `checkhip exec --code-object FILE --survey`: which kernels of a binary can be run. */
#ifndef CHECKHIP_TOOLS_EXEC_SURVEY_H
#define CHECKHIP_TOOLS_EXEC_SURVEY_H

/* Decodes every kernel of every code object that fits the target (NULL: of all that can be executed) and says which
 * instructions have no semantics, and why. CH_EXIT_FAIL where there are any. */
int ch_exec_survey(const char *path, const char *target);

#endif
