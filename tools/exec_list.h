/* SPDX-License-Identifier: Apache-2.0
 *
 * `checkhip exec --code-object FILE --list [--args KERNEL]`: what a binary holds. */
#ifndef CHECKHIP_TOOLS_EXEC_LIST_H
#define CHECKHIP_TOOLS_EXEC_LIST_H

/* Prints every kernel of every code object that fits the target (NULL: of all). Returns an exit code of command.h. */
int ch_exec_list(const char *path, const char *target);

/* Prints a command line that would run the kernel, one argument a line. */
int ch_exec_list_args(const char *path, const char *target, const char *kernel);

#endif
