/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernarg segment and the dispatch packet, laid out by the metadata. Source: "User Guide for AMDGPU Backend", sections
 * "Kernarg Segment", "Code Object V5 Metadata"; "HSA Runtime", kernel dispatch packet. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "gcn/kernarg.h"

static void put(uint8_t *to, uint32_t size, uint64_t value)
{
	for (uint32_t i = 0; i < size && i < 8; i++)
		to[i] = (uint8_t)(value >> (8 * i));
}

static uint64_t hidden_value(ch_gcn_arg_kind kind, const ch_gcn_dispatch *dispatch, uint64_t packet_address)
{
	if (kind >= CH_GCN_ARG_HIDDEN_BLOCK_COUNT_X && kind <= CH_GCN_ARG_HIDDEN_BLOCK_COUNT_Z)
		return dispatch->blocks[kind - CH_GCN_ARG_HIDDEN_BLOCK_COUNT_X];
	if (kind >= CH_GCN_ARG_HIDDEN_GROUP_SIZE_X && kind <= CH_GCN_ARG_HIDDEN_GROUP_SIZE_Z)
		return dispatch->threads[kind - CH_GCN_ARG_HIDDEN_GROUP_SIZE_X];
	switch (kind) {
	case CH_GCN_ARG_HIDDEN_GRID_DIMS:
		return ch_kernarg_dimensions(dispatch);
	case CH_GCN_ARG_HIDDEN_DYNAMIC_LDS_SIZE:
		return dispatch->dynamic_lds;
	case CH_GCN_ARG_HIDDEN_PRIVATE_BASE:
		return CH_PRIVATE_APERTURE >> 32;
	case CH_GCN_ARG_HIDDEN_SHARED_BASE:
		return CH_SHARED_APERTURE >> 32;
	case CH_GCN_ARG_HIDDEN_QUEUE_PTR:
		return packet_address;
	default:
		return 0; /* remainders: every workgroup is whole; offsets; services that are not there */
	}
}

uint32_t ch_kernarg_dimensions(const ch_gcn_dispatch *dispatch)
{
	const bool z = dispatch->blocks[2] > 1 || dispatch->threads[2] > 1,
		   y = dispatch->blocks[1] > 1 || dispatch->threads[1] > 1;
	return z ? 3 : y ? 2 : 1;
}

static ch_status put_argument(const ch_launch *launch, uint8_t *segment, const ch_gcn_arg *arg, uint32_t number,
			      const ch_gcn_argument *given, ch_gcn_error *error)
{
	const bool pointer = arg->kind == CH_GCN_ARG_GLOBAL_BUFFER;
	if (given->buffer >= 0) {
		if ((uint32_t)given->buffer >= launch->dispatch->buffer_count || arg->size != 8) {
			snprintf(error->text, sizeof(error->text),
				 "argument %" PRIu32 ": a buffer where the kernel takes %" PRIu32 " bytes by value",
				 number, arg->size);
			return CH_BAD_ARGUMENT;
		}
		put(segment + arg->offset, 8, launch->windows[CH_WINDOW_BUFFERS + given->buffer].base + given->offset);
		return CH_OK;
	}
	if (given->bytes != arg->size || (pointer && given->bytes != 8)) {
		snprintf(error->text, sizeof(error->text),
			 "argument %" PRIu32 ": %" PRIu32 " bytes given, the kernel takes %" PRIu32 " (%s)", number,
			 given->bytes, arg->size, arg->kind_text);
		return CH_BAD_ARGUMENT;
	}
	memcpy(segment + arg->offset, given->value, given->bytes);
	return CH_OK;
}

ch_status ch_kernarg_fill(const ch_launch *launch, uint8_t *segment, ch_gcn_error *error)
{
	const ch_gcn_kernel *kernel = launch->program->kernel;
	const ch_gcn_dispatch *dispatch = launch->dispatch;
	uint32_t given = 0;
	for (uint32_t i = 0; i < kernel->arg_count; i++) {
		const ch_gcn_arg *arg = &kernel->args[i];
		if (arg->kind >= CH_GCN_ARG_HIDDEN) {
			put(segment + arg->offset, arg->size,
			    hidden_value(arg->kind, dispatch, launch->packet_address));
			continue;
		}
		if (arg->kind == CH_GCN_ARG_DYNAMIC_SHARED_POINTER) {
			put(segment + arg->offset, arg->size, kernel->descriptor.lds_bytes);
			continue;
		}
		if (arg->kind != CH_GCN_ARG_BY_VALUE && arg->kind != CH_GCN_ARG_GLOBAL_BUFFER) {
			snprintf(error->text, sizeof(error->text), "argument %" PRIu32 ": kind %s is not supported", i,
				 arg->kind_text);
			return CH_UNSUPPORTED;
		}
		if (given == dispatch->argument_count)
			break;
		const ch_status status = put_argument(launch, segment, arg, given, &dispatch->arguments[given], error);
		if (status)
			return status;
		given++;
	}
	uint32_t wanted = 0;
	for (uint32_t i = 0; i < kernel->arg_count; i++)
		wanted +=
			kernel->args[i].kind == CH_GCN_ARG_BY_VALUE || kernel->args[i].kind == CH_GCN_ARG_GLOBAL_BUFFER;
	if (given == wanted && given == dispatch->argument_count)
		return CH_OK;
	snprintf(error->text, sizeof(error->text), "%" PRIu32 " arguments given, the kernel takes %" PRIu32,
		 dispatch->argument_count, wanted);
	return CH_BAD_ARGUMENT;
}

void ch_kernarg_packet(const ch_launch *launch, uint8_t packet[64])
{
	const ch_gcn_dispatch *dispatch = launch->dispatch;
	memset(packet, 0, 64);
	put(packet + 0, 2, 2); /* type: kernel dispatch */
	put(packet + 2, 2, ch_kernarg_dimensions(dispatch));
	for (uint32_t i = 0; i < 3; i++) {
		put(packet + 4 + 2 * i, 2, dispatch->threads[i]);
		put(packet + 12 + 4 * i, 4, (uint64_t)dispatch->blocks[i] * dispatch->threads[i]);
	}
	put(packet + 24, 4, launch->program->kernel->descriptor.private_bytes);
	put(packet + 28, 4, launch->lds_bytes);
	put(packet + 32, 8, launch->windows[CH_WINDOW_IMAGE].base + launch->program->kernel->descriptor_address);
	put(packet + 40, 8, launch->kernarg_address);
}
