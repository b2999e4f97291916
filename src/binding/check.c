/* SPDX-License-Identifier: Apache-2.0
 *
 * A launch against the kernel that is there: which it is, and what its metadata says of arguments and bounds. */
#include <stdio.h>
#include <string.h>

#include "binding/bound.h"
#include "text/glob.h"

enum { SHOWN_NAME = 72, MAX_LDS = 65536 };

/* What two long names have not in common is what a reader wants: some characters before and behind it. */
static void show_difference(const char *name, const char *other, char text[SHOWN_NAME + 1])
{
	enum { BEFORE = 30 };
	char part[512];
	size_t same = 0;

	while (name[same] && name[same] == other[same])
		same++;
	if (strlen(name) <= SHOWN_NAME || same < BEFORE) {
		ch_binding_shorten(name, text, SHOWN_NAME + 1);
		return;
	}
	const char *from = name + same - BEFORE;
	snprintf(part, sizeof(part), "...%.*s%s", SHOWN_NAME - 6, from, strlen(from) > SHOWN_NAME - 6 ? "..." : "");
	ch_binding_shorten(part, text, SHOWN_NAME + 1);
}

ch_status ch_bound_find(const ch_bound_launch *launch, const ch_gcn_object *object, const ch_gcn_kernel **found,
			ch_gcn_error *error)
{
	const uint32_t line = launch->kernel->symbol_line;
	char name[SHOWN_NAME + 1], other[SHOWN_NAME + 1];

	*found = NULL;
	if (!strpbrk(launch->symbol, "*?")) {
		*found = ch_gcn_object_find(object, launch->symbol);
	} else {
		for (uint32_t i = 0; i < object->kernel_count; i++) {
			const ch_gcn_kernel *one = &object->kernels[i];

			if (!ch_glob_matches(launch->symbol, one->name))
				continue;
			if (*found) {
				show_difference((*found)->name, one->name, name);
				show_difference(one->name, (*found)->name, other);
				return ch_bound_refuse(launch, line, error, "two kernels match: %s and %s", name,
						       other);
			}
			*found = one;
		}
	}
	if (*found)
		return CH_OK;
	ch_binding_shorten(launch->symbol, name, sizeof(name));
	return ch_bound_refuse(launch, line, error, "none of the %u kernels matches %s", object->kernel_count, name);
}

/* Arguments that a binding gives: not hidden, and not the LDS pointer, which the executor fills. */
static bool is_given(const ch_gcn_arg *arg)
{
	return arg->kind < CH_GCN_ARG_HIDDEN && arg->kind != CH_GCN_ARG_DYNAMIC_SHARED_POINTER;
}

static const ch_gcn_arg *argument_at(const ch_gcn_kernel *kernel, uint32_t offset)
{
	for (uint32_t i = 0; i < kernel->arg_count; i++)
		if (is_given(&kernel->args[i]) && offset >= kernel->args[i].offset &&
		    offset - kernel->args[i].offset < kernel->args[i].size)
			return &kernel->args[i];
	return NULL;
}

static ch_status refuse_offset(const ch_bound_launch *launch, const ch_binding_arg *arg, const ch_gcn_kernel *kernel,
			       ch_gcn_error *error)
{
	char offsets[96] = "";

	for (uint32_t i = 0; i < kernel->arg_count; i++)
		if (is_given(&kernel->args[i]) && strlen(offsets) < sizeof(offsets) - 8)
			snprintf(offsets + strlen(offsets), sizeof(offsets) - strlen(offsets), " %u",
				 kernel->args[i].offset);
	return ch_bound_refuse(launch, arg->line, error, "the kernel has no argument at offset %u; they lie at%s",
			       arg->offset, offsets);
}

static ch_status check_argument(const ch_bound_launch *launch, const ch_binding_arg *arg, const ch_gcn_kernel *kernel,
				ch_gcn_error *error)
{
	const ch_gcn_arg *there = argument_at(kernel, arg->offset);

	if (!there)
		return refuse_offset(launch, arg, kernel, error);
	if (there->kind != CH_GCN_ARG_BY_VALUE && there->kind != CH_GCN_ARG_GLOBAL_BUFFER)
		return ch_bound_refuse(launch, arg->line, error,
				       "the kernel's argument at offset %u is of kind %s, which is not done",
				       there->offset, there->kind_text);
	const bool null = arg->type == CH_BIND_PTR && arg->buffer == CH_BIND_NULL;

	if (there->kind == CH_GCN_ARG_GLOBAL_BUFFER) {
		if (arg->type == CH_BIND_PTR && arg->offset == there->offset && there->size == 8)
			return CH_OK;
		return ch_bound_refuse(launch, arg->line, error,
				       "the kernel has a pointer of %u bytes at offset %u, the binding %s of %u at %u",
				       there->size, there->offset, ch_binding_type_name(arg->type), arg->bytes,
				       arg->offset);
	}
	if (arg->type == CH_BIND_PTR && !null)
		return ch_bound_refuse(launch, arg->line, error,
				       "the kernel has %u bytes by value at offset %u, the binding a pointer to %s",
				       there->size, there->offset, ch_binding_buffer_name(arg->buffer));
	if (arg->bytes > there->size - (arg->offset - there->offset))
		return ch_bound_refuse(launch, arg->line, error,
				       "%s of %u bytes at offset %u: the kernel's argument at %u has %u bytes",
				       ch_binding_type_name(arg->type), arg->bytes, arg->offset, there->offset,
				       there->size);
	return CH_OK;
}

/* The binding's lines have rising offsets and do not overlap, so what they give of an argument can be added up. */
static ch_status check_whole(const ch_bound_launch *launch, const ch_gcn_arg *there, ch_gcn_error *error)
{
	const ch_binding_kernel *kernel = launch->kernel;
	uint32_t given = 0;

	for (uint32_t i = 0; i < kernel->arg_count; i++)
		if (kernel->args[i].offset >= there->offset && kernel->args[i].offset - there->offset < there->size)
			given += kernel->args[i].bytes;
	if (given == there->size)
		return CH_OK;
	return ch_bound_refuse(launch, kernel->line, error,
			       "%s: the kernel's argument at offset %u has %u bytes (%s), the binding gives %u of them",
			       given ? "not whole" : "missing", there->offset, there->size, there->kind_text, given);
}

static ch_status check_bounds(const ch_bound_launch *launch, const ch_gcn_kernel *kernel, ch_gcn_error *error)
{
	const uint32_t line = launch->kernel->block_line, *block = launch->block,
		       *required = kernel->required_workgroup_size;
	const uint32_t items = block[0] * block[1] * block[2], lds = kernel->descriptor.lds_bytes;

	if (kernel->max_flat_workgroup_size && items > kernel->max_flat_workgroup_size)
		return ch_bound_refuse(launch, line, error,
				       "a workgroup of %u work-items; the kernel is compiled for at most %u", items,
				       kernel->max_flat_workgroup_size);
	if (required[0] && (block[0] != required[0] || block[1] != required[1] || block[2] != required[2]))
		return ch_bound_refuse(launch, line, error,
				       "a workgroup of %u,%u,%u; the kernel is compiled for %u,%u,%u and no other",
				       block[0], block[1], block[2], required[0], required[1], required[2]);
	if (lds > MAX_LDS || launch->lds > MAX_LDS - lds)
		return ch_bound_refuse(
			launch, launch->kernel->lds.node ? launch->kernel->lds.line : launch->kernel->line, error,
			"%u bytes of LDS and %u more; a workgroup has %d", lds, launch->lds, MAX_LDS);
	return CH_OK;
}

ch_status ch_bound_check(const ch_bound_launch *launch, const ch_gcn_kernel *kernel, ch_gcn_error *error)
{
	ch_status status = CH_OK;

	if (!kernel->has_metadata)
		return ch_bound_refuse(launch, launch->kernel->symbol_line, error,
				       "the kernel has no metadata: its arguments cannot be checked");
	for (uint32_t i = 0; i < launch->kernel->arg_count && !status; i++)
		status = check_argument(launch, &launch->kernel->args[i], kernel, error);
	for (uint32_t i = 0; i < kernel->arg_count && !status; i++)
		if (is_given(&kernel->args[i]))
			status = check_whole(launch, &kernel->args[i], error);
	return status ? status : check_bounds(launch, kernel, error);
}

static uint32_t pointer_line(const ch_bound_launch *launch, const ch_gcn_arg *there)
{
	for (uint32_t i = 0; i < launch->kernel->arg_count; i++)
		if (launch->kernel->args[i].offset == there->offset)
			return i;
	return 0; /* ch_bound_check has found one */
}

uint32_t ch_bound_arguments(const ch_bound_launch *launch, const ch_gcn_kernel *kernel,
			    const int32_t buffers[CH_BIND_BUFFERS], ch_gcn_argument *arguments, uint32_t room)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < kernel->arg_count && count < room; i++) {
		const ch_gcn_arg *there = &kernel->args[i];

		if (!is_given(there))
			continue;
		const uint32_t index = pointer_line(launch, there);
		const ch_binding_buffer buffer = launch->kernel->args[index].buffer;

		/* a null pointer's eight zero bytes are in the segment */
		arguments[count++] =
			there->kind == CH_GCN_ARG_GLOBAL_BUFFER && buffer != CH_BIND_NULL
				? (ch_gcn_argument){.buffer = buffers[buffer], .offset = launch->pointer_offsets[index]}
				: (ch_gcn_argument){
					  .buffer = -1, .value = launch->segment + there->offset, .bytes = there->size};
	}
	return count;
}
