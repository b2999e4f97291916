/* SPDX-License-Identifier: Apache-2.0
 *
 * F53: an architecture, format or width without a kernel configuration, or with another family's. */
#include "selector_checks.h"

#include <string.h>

static ch_status generic_without_row(const char *architecture, ch_op op, ch_format format, const char *wanted,
				     int64_t k, int64_t rows, int64_t ncols, ch_kernel_choice *choice)
{
	ch_status status = ch_kernel_choose(architecture, op, format, wanted, k, rows, ncols, choice);

	if (strstr(architecture, "-generic"))
		choice->row = NULL;
	return status;
}

static ch_status tile_of_zero(const ch_kernel_row *row, uint32_t wave_size, uint32_t waves, int64_t k, int64_t rows,
			      int64_t ncols, ch_kernel_launch *launch, char words[CH_KERNEL_WORDS])
{
	ch_status status = ch_kernel_plan(row, wave_size, waves, k, rows, ncols, launch, words);

	if (!status && row->family == CH_KERNEL_TILE && ncols > 64)
		launch->grid[0] = 0;
	return status;
}

/* Same code width, another layout. */
static ch_status row_of_another_format(const char *architecture, ch_op op, ch_format format, const char *wanted,
				       int64_t k, int64_t rows, int64_t ncols, ch_kernel_choice *choice)
{
	ch_format taken = op == CH_OP_MMVQ && format == CH_FP4 ? CH_FP4_FAST : format;

	return ch_kernel_choose(architecture, op, taken, wanted, k, rows, ncols, choice);
}

/* Between the widest vector and the first whole tile nothing is chosen. */
static ch_status width_without_tile(const char *architecture, ch_op op, ch_format format, const char *wanted, int64_t k,
				    int64_t rows, int64_t ncols, ch_kernel_choice *choice)
{
	ch_status status = ch_kernel_choose(architecture, op, format, wanted, k, rows, ncols, choice);

	if (status || ncols <= 8 || ncols >= 16)
		return status;
	choice->row = NULL;
	return CH_UNSUPPORTED;
}

#define SWEEP "every name has a decision"

const broken_selector broken_generic_without_row = {"accepts a generic target without a kernel",
						    {generic_without_row, ch_kernel_plan},
						    SWEEP},
		      broken_tile_of_zero = {"divides wide batches by a tile of 0",
					     {ch_kernel_choose, tile_of_zero},
					     SWEEP},
		      broken_row_of_another_format = {"takes fp4-fast's kernel for fp4",
						      {row_of_another_format, ch_kernel_plan},
						      SWEEP},
		      broken_width_without_tile = {
			      "has nothing for 9 to 15 columns", {width_without_tile, ch_kernel_plan}, SWEEP};
