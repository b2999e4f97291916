/* SPDX-License-Identifier: Apache-2.0
 *
 * The gpu provider as a plug-in, with the broken kernels as further variants: plugin:PATH[:N]. CMakeLists.txt has what each
 * of them must be caught as. */
#include "kernels/launch.h"
#include "providers/gpu.h"

extern const ch_kernel_entry ch_kernels_broken[];

/* A broken variant states the order of the one that it was broken from. */
#define BROKEN(name_, stem_, format_, qi_, vdr_, term_)                                                       \
	{                                                                                                     \
		.variant = {.struct_size = sizeof(ch_variant),                                                \
			    .op = CH_OP_MMVQ,                                                                 \
			    .name = "broken-" name_,                                                          \
			    .formats = 1u << (format_),                                                       \
			    .max_ncols = 2,                                                                   \
			    .waves = 1u | 1u << 1 | 1u << 3,                                                  \
			    .order = {.qi = (qi_),                                                            \
				      .vdr = (vdr_),                                                          \
				      .lanes = 32,                                                            \
				      .waves = 1,                                                             \
				      .run = 1,                                                               \
				      .accumulators = 1,                                                      \
				      .term = (term_)}},                                                      \
		.family = CH_KERNEL_LADDER, .stem = "broken_" stem_, .file = "faults", .wave_sizes = 32 | 64, \
		.waves = 4                                                                                    \
	}

static const ch_kernel_row broken[] = {
	BROKEN("swapped-scale", "swapped_scale", CH_FP3, 8, 4, CH_TERM_ONE_SCALE),
	BROKEN("lost-quads", "lost_quads", CH_FP3, 8, 4, CH_TERM_ONE_SCALE),
	BROKEN("unsigned-dot", "unsigned_dot", CH_FP2, 2, 1, CH_TERM_ONE_SCALE),
	BROKEN("full-e4m3", "full_e4m3", CH_FP6, 8, 4, CH_TERM_TWO_SCALES),
	BROKEN("tail-block", "tail_block", CH_FP3, 8, 2, CH_TERM_TWO_SCALES),
	BROKEN("stride", "stride", CH_FP3, 8, 2, CH_TERM_TWO_SCALES),
	BROKEN("first-wave", "first_wave", CH_FP3, 8, 2, CH_TERM_TWO_SCALES),
	BROKEN("upside-down", "upside_down", CH_FP3, 8, 2, CH_TERM_TWO_SCALES),
	BROKEN("past-the-end", "past_the_end", CH_FP3, 8, 2, CH_TERM_TWO_SCALES),
	BROKEN("neighbour-row", "neighbour_row", CH_FP8, 8, 2, CH_TERM_ONE_SCALE),
};

const ch_provider *checkhip_provider(uint32_t suite_abi);
const ch_provider *checkhip_provider(uint32_t suite_abi)
{
	if (suite_abi != CH_PROVIDER_ABI)
		return NULL;
	ch_launch_also(ch_kernels_broken);
	ch_gpu_offer_also(broken, sizeof(broken) / sizeof(broken[0]));
	return ch_provider_gpu();
}
