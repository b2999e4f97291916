/* SPDX-License-Identifier: Apache-2.0
 *
 * The figures of a kernel, by the names that expectation files, JSON and comparisons use. */
#ifndef CHECKHIP_AUDIT_FIGURES_H
#define CHECKHIP_AUDIT_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

typedef enum ch_figure {
	CH_FIGURE_LDS,	/* bytes a workgroup, dynamic LDS not counted */
	CH_FIGURE_VGPR, /* AGPRs included where one file holds both (gfx90a, gfx94x, gfx950) */
	CH_FIGURE_AGPR,
	CH_FIGURE_SGPR,
	CH_FIGURE_SCRATCH, /* bytes a work-item */
	CH_FIGURE_SPILLS,  /* of both kinds */
	CH_FIGURE_VGPR_SPILLS,
	CH_FIGURE_SGPR_SPILLS,
	CH_FIGURE_DYNAMIC_STACK,  /* 1: scratch is not bounded by `scratch` */
	CH_FIGURE_WAVE,		  /* lanes */
	CH_FIGURE_WAVES_PER_SIMD, /* limits.h */
	CH_FIGURE_BOUND,	  /* launch bound: work-items a workgroup at most */
	CH_FIGURE_KERNARG,	  /* bytes of arguments */
	CH_FIGURE_TEXT,		  /* bytes */
	CH_FIGURE_INSTRUCTIONS,	  /* a dual one is one */
	CH_FIGURE_UNDECODED,	  /* words of the text that are no instruction */
	CH_FIGURE_COUNT
} ch_figure;

const char *ch_figure_name(ch_figure figure);
bool ch_figure_find(const char *name, ch_figure *figure);

/* Where a figure that is not known would have come from: "the code object has no metadata". */
const char *ch_figure_missing(ch_figure figure);

#endif
