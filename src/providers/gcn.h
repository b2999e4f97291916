/* SPDX-License-Identifier: Apache-2.0
 *
 * The AMD code objects of this build, held in the library itself. */
#ifndef CHECKHIP_PROVIDERS_GCN_H
#define CHECKHIP_PROVIDERS_GCN_H

#include "checkhip/provider.h"

typedef struct ch_embedded_object {
	const char *arch; /* "gfx1151" */
	const char *file; /* "mmvq_fp3" */
	const unsigned char *data, *end;
} ch_embedded_object;

/* Ended by a NULL arch; empty where the build made no AMD objects. */
extern const ch_embedded_object ch_embedded_objects[];

/* One of them, or with file NULL any of the architecture's; NULL if there is none. */
const ch_embedded_object *ch_embedded_find(const char *arch, const char *file);

/* The architecture whose objects are run for one: itself, or one of the same instruction set that this build holds objects of;
 * NULL if there is none. */
const char *ch_embedded_arch(const char *arch);

/* "gcn:ARCH" runs the objects of this build; "gcn:ARCH:FOLDER" those of FOLDER/FILE.co;
 * "gcn:ARCH,code-object=FILE,binding=FILE" another binary's kernels (docs/bindings.md). */
const ch_provider *ch_provider_gcn(void);

#endif
