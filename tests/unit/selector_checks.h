/* SPDX-License-Identifier: Apache-2.0
 *
 * What must hold of a selector of kernels: the project's own, or one broken on purpose (tests/faults). */
#ifndef CHECKHIP_TESTS_SELECTOR_CHECKS_H
#define CHECKHIP_TESTS_SELECTOR_CHECKS_H

#include "kernels/dispatch.h"

/* The functions of kernels/dispatch.h that decide, in the shape that they have there. */
typedef struct selector {
	ch_status (*choose)(const char *architecture, ch_op op, ch_format format, const char *wanted, int64_t k,
			    int64_t rows, int64_t ncols, ch_kernel_choice *choice);
	ch_status (*plan)(const ch_kernel_row *row, uint32_t wave_size, uint32_t waves, int64_t k, int64_t rows,
			  int64_t ncols, ch_kernel_launch *launch, char words[CH_KERNEL_WORDS]);
} selector;

/* False with what was met first in words. */
typedef bool selector_test(const selector *on, char words[CH_KERNEL_WORDS]);

typedef struct selector_check {
	const char *name;
	selector_test *holds;
} selector_check;

extern const selector_check selector_checks[];
extern const int selector_check_count;

/* A selector that must fail the check that is named for it. */
typedef struct broken_selector {
	const char *name;
	selector functions;
	const char *caught_by;
} broken_selector;

/* F24 */
extern const broken_selector broken_more_waves_than_bound, broken_waves_of_host;
/* F53 */
extern const broken_selector broken_generic_without_row, broken_tile_of_zero, broken_row_of_another_format,
	broken_width_without_tile;
/* F55 */
extern const broken_selector broken_gate_by_prefix, broken_gate_forgets, broken_gate_for_all;

#endif
