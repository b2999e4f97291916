/* SPDX-License-Identifier: Apache-2.0
 *
 * F55: the gate of the fast rungs wider or narrower than what was qualified. */
#include "selector_checks.h"

#include <string.h>

/* As on an architecture that was qualified, or that was not. */
static ch_status choose_as(const char *as, const char *architecture, ch_op op, ch_format format, const char *wanted,
			   int64_t k, int64_t rows, int64_t ncols, ch_kernel_choice *choice)
{
	if (!ch_architecture_find(architecture))
		as = architecture;
	return ch_kernel_choose(as, op, format, wanted, k, rows, ncols, choice);
}

static ch_status by_prefix(const char *architecture, ch_op op, ch_format format, const char *wanted, int64_t k,
			   int64_t rows, int64_t ncols, ch_kernel_choice *choice)
{
	const char *as = strncmp(architecture, "gfx115", 6) == 0 ? "gfx1151" : architecture;

	return choose_as(as, architecture, op, format, wanted, k, rows, ncols, choice);
}

static ch_status forgets(const char *architecture, ch_op op, ch_format format, const char *wanted, int64_t k,
			 int64_t rows, int64_t ncols, ch_kernel_choice *choice)
{
	const char *as = strcmp(architecture, "gfx1151") == 0 ? "gfx1150" : architecture;

	return choose_as(as, architecture, op, format, wanted, k, rows, ncols, choice);
}

static ch_status for_all(const char *architecture, ch_op op, ch_format format, const char *wanted, int64_t k,
			 int64_t rows, int64_t ncols, ch_kernel_choice *choice)
{
	const ch_architecture *known = ch_architecture_find(architecture);
	const char *as = known && known->wave_size == 32 ? "gfx1151" : architecture;

	return choose_as(as, architecture, op, format, wanted, k, rows, ncols, choice);
}

#define RUNGS "only the qualified get the fast rungs"

const broken_selector broken_gate_by_prefix = {"takes gfx1150 and gfx1152 for gfx1151",
					       {by_prefix, ch_kernel_plan},
					       RUNGS},
		      broken_gate_forgets = {"forgets gfx1151", {forgets, ch_kernel_plan}, RUNGS},
		      broken_gate_for_all = {"takes every wave of 32 for gfx1151", {for_all, ch_kernel_plan}, RUNGS};
