/* SPDX-License-Identifier: Apache-2.0
 *
 * The geometry of the wide variants, which host and device must agree on (F24). Plain C, for the dispatch table; the kernels
 * include it too.
 *
 * A workgroup has four waves of 32. A wave takes several rows at a time, and all of a row: each lane a pair of consecutive blocks
 * out of a chunk of 64, so that the activations that a lane holds serve every one of these rows. Weights come to shared memory in
 * two stages; the activations of a window of chunks lie there too, rearranged. */
#ifndef CHECKHIP_KERNELS_WIDE_H
#define CHECKHIP_KERNELS_WIDE_H

enum {
	CH_WIDE_LANES = 32,
	CH_WIDE_WAVES = 4,
	CH_WIDE_CHUNK = 64, /* blocks: a pair a lane */
	CH_WIDE_STAGES = 2,
	/* 34,816: with eight columns one chunk of fp3 fits, with one column all of k = 14336. With the weights' stages it stays below
	 * the 64 KiB of a workgroup on AMD. */
	CH_WIDE_WINDOW_BYTES = 34816,
	CH_WIDE_FP3_X_BYTES = 68, /* of shared memory for the activations of a block */
	CH_WIDE_FP2_X_BYTES = 48
};

/* Rows that a wave takes at a time: its sums must fit the registers. */
#define CH_WIDE_ROWS(ncols) ((ncols) <= 4 ? 4 : 2)

#endif
