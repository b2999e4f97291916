/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernels as data: a row a variant, the choice of a row for an architecture, and the launch of a row for a shape. Plain C without
 * a GPU runtime: the launcher for a device and the executor of AMD code on the CPU both launch what ch_kernel_plan says. */
#ifndef CHECKHIP_KERNELS_DISPATCH_H
#define CHECKHIP_KERNELS_DISPATCH_H

#include "checkhip/provider.h"

/* How a family of kernels is launched. */
typedef enum ch_kernel_family {
	CH_KERNEL_LADDER, /* a workgroup a row; symbols stem_cN, N columns */
	CH_KERNEL_WIDE,	  /* wide.h; symbols stem_cN, N columns */
	CH_KERNEL_TILE	  /* tiles.h; symbols stem_nN, a tile of N columns */
} ch_kernel_family;

/* A row. variant.order is stated for a wave of 32; ch_kernel_order gives it for the wave that runs. */
typedef struct ch_kernel_row {
	ch_variant variant;
	ch_kernel_family family;
	const char *stem;      /* of the kernels' symbols */
	const char *file;      /* the code object that has them: "mmvq_fp3" of kernels/ARCH/mmvq_fp3.co */
	uint32_t wave_sizes;   /* 32 and 64, or-ed: what it can run on */
	const char *on_wave64; /* what the dispatcher takes instead where the wave is 64; NULL: the row itself */
	uint32_t waves;	       /* default of a workgroup */
} ch_kernel_row;

const ch_kernel_row *ch_kernel_rows(uint32_t *count);
const ch_kernel_row *ch_kernel_find(const char *name);

/* The order of a row's float operations on a wave of this size with this many waves a workgroup. */
ch_order ch_kernel_order(const ch_kernel_row *row, uint32_t wave_size, uint32_t waves);

/* What a kernel's explicit argument holds. Each is naturally aligned after the one before it. */
typedef enum ch_kernel_argument {
	CH_ARGUMENT_W,	    /* pointer to the weights */
	CH_ARGUMENT_X_Q8_1, /* pointer to the activations' blocks */
	CH_ARGUMENT_X,	    /* pointer to binary32 activations */
	CH_ARGUMENT_OUT,    /* pointer to what the kernel writes */
	CH_ARGUMENT_UINT32
} ch_kernel_argument;

enum { CH_KERNEL_MAX_ARGUMENTS = 8, CH_KERNEL_SYMBOL = 64, CH_KERNEL_WORDS = 160 };

/* One launch: hand the arguments over in this order. */
typedef struct ch_kernel_launch {
	char symbol[CH_KERNEL_SYMBOL];
	const char *file;      /* of the code object */
	uint32_t grid[3];      /* workgroups; any of them 0: nothing to launch */
	uint32_t threads;      /* of a workgroup, in x */
	uint32_t shared_bytes; /* dynamic */
	uint32_t wave_size, waves;
	uint32_t argument_count;
	struct {
		ch_kernel_argument kind;
		uint32_t value; /* of CH_ARGUMENT_UINT32 */
	} arguments[CH_KERNEL_MAX_ARGUMENTS];
} ch_kernel_launch;

/* What the kernels are compiled for (__launch_bounds__): the device side has the same number, and the provider compares (F24). */
enum { CH_KERNEL_MAX_WAVES = 8 };

/* How to compute mmvq or mmq by a row. waves 0: the row's default. CH_BAD_SHAPE or CH_UNSUPPORTED with a sentence in words. */
ch_status ch_kernel_plan(const ch_kernel_row *row, uint32_t wave_size, uint32_t waves, int64_t k, int64_t rows,
			 int64_t ncols, ch_kernel_launch *launch, char words[CH_KERNEL_WORDS]);

/* x[ncols][k] to q8_1: arguments X, OUT, blocks. */
ch_status ch_kernel_plan_quantize_q8_1(uint32_t wave_size, int64_t k, int64_t ncols, ch_kernel_launch *launch,
				       char words[CH_KERNEL_WORDS]);

/* An architecture that the dispatcher knows, by its exact name (F48): "gfx1151", "gfx11-generic", "sm_90". */
typedef struct ch_architecture {
	const char *name;
	uint32_t wave_size;
	bool qualified; /* its code objects are built and executed in CI, or it was run on the device */
} ch_architecture;

const ch_architecture *ch_architectures(uint32_t *count);

/* The architecture of a name as a runtime gives it: features such as ":sramecc+:xnack-" are allowed where they are well
 * formed and the processor has them. NULL for anything else. */
const ch_architecture *ch_architecture_find(const char *name);

/* What the dispatcher decided. On a refusal row is NULL and words says why; else words says what was chosen, and why not what was
 * wanted. */
typedef struct ch_kernel_choice {
	const ch_kernel_row *row;
	uint32_t wave_size;
	char words[CH_KERNEL_WORDS];
} ch_kernel_choice;

/* The one function that chooses. wanted: a variant's name, or NULL for the architecture's own choice. */
ch_status ch_kernel_choose(const char *architecture, ch_op op, ch_format format, const char *wanted, int64_t k,
			   int64_t rows, int64_t ncols, ch_kernel_choice *choice);

#endif
