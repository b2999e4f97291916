/* SPDX-License-Identifier: Apache-2.0
 *
 * A binding's kernel at one shape: the launch that it says, held against the metadata of the kernel that is there. */
#ifndef CHECKHIP_BINDING_BOUND_H
#define CHECKHIP_BINDING_BOUND_H

#include "binding/binding.h"
#include "gcn/launch.h"

enum { CH_BOUND_SEGMENT = 8192 };

/* One launch, complete but for the buffers' addresses. */
typedef struct ch_bound_launch {
	const ch_binding *binding;
	const ch_binding_kernel *kernel;
	char symbol[CH_BINDING_MAX_LINE]; /* a pattern, where it has '*' or '?' */
	uint32_t grid[3], block[3];	  /* any of the grid 0: nothing to launch */
	uint32_t lds;			  /* dynamic */
	uint32_t row_waves;		  /* that share a row */
	uint64_t buffer_bytes[CH_BIND_BUFFERS];
	uint64_t pointer_offsets[CH_BINDING_MAX_ARGS]; /* of the args that are pointers, by their index */
	uint8_t segment[CH_BOUND_SEGMENT];	       /* the arguments that are values, each at its offset */
} ch_bound_launch;

/* Always CH_BAD_ARGUMENT; "PATH:LINE: ..." in *error. */
ch_status ch_bound_refuse(const ch_bound_launch *launch, uint32_t line, ch_gcn_error *error, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Computes everything at the scope's shape. CH_BAD_ARGUMENT and "PATH:LINE: ..." where a number does not exist or fit. */
ch_status ch_bound_plan(const ch_binding_kernel *kernel, ch_binding_scope *scope, ch_bound_launch *launch,
			ch_gcn_error *error);

/* The one kernel that the launch's pattern matches. CH_BAD_ARGUMENT where it is none, or two. */
ch_status ch_bound_find(const ch_bound_launch *launch, const ch_gcn_object *object, const ch_gcn_kernel **found,
			ch_gcn_error *error);

/* Every argument by its offset, size and kind; workgroup and LDS against the kernel's bounds. */
ch_status ch_bound_check(const ch_bound_launch *launch, const ch_gcn_kernel *kernel, ch_gcn_error *error);

/* The launch's arguments in the metadata's order, as ch_gcn_launch takes them; they point into the launch. buffers: the index
 * of each buffer in the dispatch. Only after ch_bound_check. Returns how many. */
uint32_t ch_bound_arguments(const ch_bound_launch *launch, const ch_gcn_kernel *kernel,
			    const int32_t buffers[CH_BIND_BUFFERS], ch_gcn_argument *arguments, uint32_t room);

#endif
