/* SPDX-License-Identifier: Apache-2.0
 *
 * F24: plans whose waves a workgroup are not those that the kernels are compiled for. */
#include "selector_checks.h"

static ch_status plan_twice(const ch_kernel_row *row, uint32_t wave_size, uint32_t waves, int64_t k, int64_t rows,
			    int64_t ncols, ch_kernel_launch *launch, char words[CH_KERNEL_WORDS])
{
	ch_status status = ch_kernel_plan(row, wave_size, waves, k, rows, ncols, launch, words);

	if (!status && row->family == CH_KERNEL_LADDER) {
		launch->threads *= 4;
		launch->waves *= 4;
	}
	return status;
}

/* The host counts in waves of 32 wherever it runs. */
static ch_status plan_by_32(const ch_kernel_row *row, uint32_t wave_size, uint32_t waves, int64_t k, int64_t rows,
			    int64_t ncols, ch_kernel_launch *launch, char words[CH_KERNEL_WORDS])
{
	ch_status status = ch_kernel_plan(row, wave_size, waves, k, rows, ncols, launch, words);

	if (!status)
		launch->waves = launch->threads / 32;
	return status;
}

const broken_selector broken_more_waves_than_bound = {"launches more waves than the kernel's bound",
						      {ch_kernel_choose, plan_twice},
						      "every name has a decision"},
		      broken_waves_of_host = {"counts waves of 32 on a device of 64",
					      {ch_kernel_choose, plan_by_32},
					      "every name has a decision"};
