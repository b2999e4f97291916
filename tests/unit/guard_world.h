/* SPDX-License-Identifier: Apache-2.0
 *
 * A world for QSA-GUARD to ask: an environment and two devices, all of it the test's. The broken guards of tests/faults stand between
 * the guard and this. */
#ifndef CHECKHIP_TESTS_GUARD_WORLD_H
#define CHECKHIP_TESTS_GUARD_WORLD_H

#include "kernels/qsa_guard.h"

enum { WORLD_DEVICES = 2 };

typedef struct guard_world {
	const char *own, *alias; /* the two variables; NULL: not set */
	ch_qsa_guard_device devices[WORLD_DEVICES];
	atomic_int get_device_fails, get_properties_fails; /* so many times from now on */
	bool slow; /* reading a variable takes a while, so that another thread comes meanwhile */
	atomic_int variables_read, devices_read, properties_read;
} guard_world;

/* The current device, a thread's own, as in HIP. */
extern _Thread_local int guard_world_device;

extern const ch_qsa_guard_calls guard_world_calls; /* context: a guard_world */

/* A guard broken on purpose: the calls of another table, bent. */
typedef struct broken_guard {
	const char *name;
	const ch_qsa_guard_calls *calls; /* context: a guard_world */
	const char *caught_by;		 /* one of the checks that must fail; others may too */
} broken_guard;

/* F48 */
extern const broken_guard broken_prefix, broken_suffix_refused, broken_suffix_any, broken_case_blind;
/* F49 */
extern const broken_guard broken_any_value, broken_blanks_trimmed, broken_number, broken_either_name;
/* F50 */
extern const broken_guard broken_first_device, broken_error_kept, broken_one_for_all_threads, broken_error_is_on;

#endif
