/* SPDX-License-Identifier: Apache-2.0
 *
 * What must hold of QSA-GUARD: rows of a table, and functions. Each makes a world of its own, and asks a guard with the calls it is
 * given. */
#ifndef CHECKHIP_TESTS_GUARD_CHECKS_H
#define CHECKHIP_TESTS_GUARD_CHECKS_H

#include "guard_world.h"

/* Checks that are rows: what the variables hold, what the device is called, how wide its waves are. */
typedef struct guard_row {
	const char *name, *own, *alias, *arch;
	int wave_size;
	bool on;
} guard_row;

extern const guard_row guard_rows[];
extern const int guard_row_count;

bool guard_row_holds(const guard_row *row, const ch_qsa_guard_calls *calls);

typedef struct guard_check {
	const char *name;
	bool (*holds)(const ch_qsa_guard_calls *calls);
} guard_check;

extern const guard_check guard_checks[];
extern const int guard_check_count;

#endif
