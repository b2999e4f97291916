/* SPDX-License-Identifier: Apache-2.0
 *
 * What a gcn provider is opened from, and the variants that it then has. */
#ifndef CHECKHIP_PROVIDERS_GCN_OPEN_H
#define CHECKHIP_PROVIDERS_GCN_OPEN_H

#include "kernels/dispatch.h"
#include "kernels/qsa_guard.h"
#include "providers/gcn_bound.h"

enum { CH_GCN_MAX_VARIANTS = 256 };

typedef struct ch_gcn_variant {
	char name[64];
	const ch_binding_kernel *kernel; /* NULL for qsa's */
	const ch_kernel_row *row;	 /* of our own table; NULL for a foreign binary and for qsa's */
} ch_gcn_variant;

typedef struct ch_gcn_state {
	char arch[32];
	char where[1024]; /* "": this build; else a folder, or a foreign binary */
	bool foreign;	  /* code object and binding were named */
	uint32_t wave_size;
	ch_gcn_run *run;
	ch_binding binding;
	ch_variant variants[CH_GCN_MAX_VARIANTS];
	ch_gcn_variant ours[CH_GCN_MAX_VARIANTS]; /* beside each of them */
	uint32_t variant_count;
	ch_qsa_guard_device device; /* what the guard is told of it */
	ch_qsa_guard guard;
} ch_gcn_state;

/* "ARCH", "ARCH:FOLDER", "ARCH,code-object=FILE,binding=FILE". On failure nothing is left open. */
ch_status ch_gcn_state_open(ch_gcn_state *state, const char *argument, ch_gcn_error *error);
void ch_gcn_state_close(ch_gcn_state *state);

#endif
