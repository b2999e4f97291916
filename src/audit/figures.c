/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/figures.h"

#include <string.h>

static const char no_metadata[] = "nothing: the kernel has no metadata";
static const char no_limits[] = "nothing: the limits of this processor, or the launch bound, are not known";
static const char no_text[] = "nothing: the text was not disassembled";

static const struct {
	const char *name, *missing;
} rows[CH_FIGURE_COUNT] = {
	[CH_FIGURE_LDS] = {"lds", no_metadata},
	[CH_FIGURE_VGPR] = {"vgpr", no_metadata},
	[CH_FIGURE_AGPR] = {"agpr", no_metadata},
	[CH_FIGURE_SGPR] = {"sgpr", no_metadata},
	[CH_FIGURE_SCRATCH] = {"scratch", no_metadata},
	[CH_FIGURE_SPILLS] = {"spills", no_metadata},
	[CH_FIGURE_VGPR_SPILLS] = {"vgpr_spills", no_metadata},
	[CH_FIGURE_SGPR_SPILLS] = {"sgpr_spills", no_metadata},
	[CH_FIGURE_DYNAMIC_STACK] = {"dynamic_stack", no_metadata},
	[CH_FIGURE_WAVE] = {"wave", no_metadata},
	[CH_FIGURE_WAVES_PER_SIMD] = {"waves_per_simd", no_limits},
	[CH_FIGURE_BOUND] = {"bound", no_metadata},
	[CH_FIGURE_KERNARG] = {"kernarg", no_metadata},
	[CH_FIGURE_TEXT] = {"text", no_metadata},
	[CH_FIGURE_INSTRUCTIONS] = {"instructions", no_text},
	[CH_FIGURE_UNDECODED] = {"undecoded", no_text},
};

const char *ch_figure_name(ch_figure figure)
{
	return rows[figure].name;
}

const char *ch_figure_missing(ch_figure figure)
{
	return rows[figure].missing;
}

bool ch_figure_find(const char *name, ch_figure *figure)
{
	for (unsigned i = 0; i < CH_FIGURE_COUNT; i++)
		if (strcmp(rows[i].name, name) == 0) {
			*figure = (ch_figure)i;
			return true;
		}
	return false;
}
