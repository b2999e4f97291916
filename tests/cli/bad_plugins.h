/* SPDX-License-Identifier: Apache-2.0
 *
 * Plug-ins that must be refused before anything is called: one file, what is wrong chosen by BAD_PLUGIN. */
#ifndef CHECKHIP_TESTS_CLI_BAD_PLUGINS_H
#define CHECKHIP_TESTS_CLI_BAD_PLUGINS_H

/* macros, since the preprocessor compares them */
#define BAD_ABI 1
#define BAD_SIZE 2
#define BAD_NAME 3
#define BAD_OPEN 4
#define BAD_NOTHING 5
#define BAD_OPENING 6
#define BAD_CONSTRUCTOR 7
#define BAD_NULL_FUNCTIONS 8
#define BAD_VARIANTS 9

#endif
