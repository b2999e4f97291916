/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations computed by the kernels that a binding names. */
#ifndef CHECKHIP_PROVIDERS_GCN_BOUND_H
#define CHECKHIP_PROVIDERS_GCN_BOUND_H

#include "binding/bound.h"
#include "providers/gcn_run.h"

/* The binding of this build's own kernels, a text. */
extern const unsigned char ch_own_binding[], ch_own_binding_end[];

/* Every kernel of the binding that is for the architecture, at small and large shapes: there, once, and with arguments as
 * bound. Nothing is decoded, nothing runs. CH_BAD_ARGUMENT and "PATH:LINE: ..." at the first fault; CH_UNSUPPORTED where no
 * kernel is for it. */
ch_status ch_gcn_bound_verify(ch_gcn_run *run, const ch_binding *binding, const char *arch, uint32_t wave_size,
			      ch_gcn_error *error);

/* A call: the scope is filled; data has a pointer for each buffer of the suite that the operation has. */
ch_status ch_gcn_bound_launch(ch_gcn_run *run, const ch_binding_kernel *kernel, ch_binding_scope *scope,
			      void *const data[CH_BIND_BUFFERS], ch_outcome *outcome);

#endif
