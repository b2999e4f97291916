/* SPDX-License-Identifier: Apache-2.0
 *
 * The geometry of the mmq kernels, which host and device must agree on (F24). */
#ifndef CHECKHIP_KERNELS_TILES_H
#define CHECKHIP_KERNELS_TILES_H

enum {
	CH_MMQ_THREADS = 256, /* of a workgroup */
	CH_MMQ_ROWS = 64      /* of a tile */
};

#endif
