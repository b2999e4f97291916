/* SPDX-License-Identifier: Apache-2.0 */
#include "providers/gcn_bound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, POISON = 0xff };

/* A buffer as the kernel gets it: the suite's, or a larger copy where the binding asks for one. */
typedef struct ch_bound_buffer {
	void *suite;
	uint64_t suite_bytes;
	uint8_t *block; /* owned; NULL where the kernel gets the suite's */
	uint8_t *data;
	bool output;
} ch_bound_buffer;

static const char *file_of(const ch_binding *binding, const ch_binding_kernel *kernel)
{
	return kernel->file ? binding->text + kernel->file : "";
}

/* The copy keeps the address within a page, so that a case about alignment reaches the kernel. What is behind the suite's
 * bytes may be read by the kernel and must not matter: it is NaN as floats, as scales and as binary16. */
static bool copy_larger(ch_bound_buffer *buffer, uint64_t bytes)
{
	const size_t shift = (uintptr_t)buffer->suite % PAGE;

	buffer->block = aligned_alloc(PAGE, (shift + bytes + PAGE) / PAGE * PAGE);
	if (!buffer->block)
		return false;
	buffer->data = buffer->block + shift;
	memset(buffer->data, POISON, bytes);
	if (buffer->suite_bytes)
		memcpy(buffer->data, buffer->suite, buffer->suite_bytes);
	return true;
}

static uint64_t suite_bytes(const ch_binding_kernel *kernel, const ch_binding_scope *scope, ch_binding_buffer buffer)
{
	const bool quantizes = kernel->op == CH_OP_QUANTIZE_Q8_1;
	const int64_t *v = scope->values;

	switch (buffer) {
	case CH_BIND_W:
		return (uint64_t)v[CH_BIND_W_BYTES];
	case CH_BIND_X_Q8_1:
		return (uint64_t)v[quantizes ? CH_BIND_Y_BYTES : CH_BIND_X_BYTES];
	case CH_BIND_X:
		return (uint64_t)v[CH_BIND_X_BYTES];
	case CH_BIND_Y:
		return (uint64_t)v[CH_BIND_Y_BYTES];
	default:
		return 0;
	}
}

static void finish(ch_bound_buffer *buffers)
{
	for (uint32_t i = 0; i < CH_BIND_BUFFERS; i++) {
		if (buffers[i].block && buffers[i].output)
			memcpy(buffers[i].suite, buffers[i].data, buffers[i].suite_bytes);
		free(buffers[i].block);
	}
}

static ch_status launch_over(ch_gcn_run *run, const ch_bound_launch *launch, const ch_gcn_kernel *kernel,
			     const ch_binding_scope *scope, void *const data[CH_BIND_BUFFERS], ch_outcome *outcome)
{
	ch_bound_buffer own[CH_BIND_BUFFERS] = {0};
	ch_gcn_buffer buffers[CH_BIND_BUFFERS];
	ch_gcn_argument arguments[CH_BINDING_MAX_ARGS];
	int32_t index[CH_BIND_BUFFERS];
	uint32_t count = 0, used = 0;
	ch_status status = CH_OK;

	for (uint32_t i = 0; i < launch->kernel->arg_count; i++)
		if (launch->kernel->args[i].type == CH_BIND_PTR)
			used |= 1u << launch->kernel->args[i].buffer;
	for (uint32_t i = CH_BIND_NULL + 1; i < CH_BIND_BUFFERS && !status; i++) {
		const ch_binding_buffer which = (ch_binding_buffer)i;
		const uint64_t bytes = launch->buffer_bytes[i];
		ch_bound_buffer *one = &own[i];

		if (!(used & 1u << i))
			continue;
		*one = (ch_bound_buffer){
			.suite = data[i], .suite_bytes = suite_bytes(launch->kernel, scope, which), .data = data[i]};
		one->output =
			which == CH_BIND_Y || (which == CH_BIND_X_Q8_1 && launch->kernel->op == CH_OP_QUANTIZE_Q8_1);
		if ((bytes > one->suite_bytes || !one->data) && !copy_larger(one, bytes))
			status = CH_OUT_OF_MEMORY;
		index[i] = (int32_t)count;
		buffers[count++] = (ch_gcn_buffer){ch_binding_buffer_name(which), one->data, bytes,
						   one->output || which == CH_BIND_SCRATCH ? CH_GCN_OUT : CH_GCN_IN};
	}
	if (!status) {
		const ch_gcn_dispatch dispatch = {
			.blocks = {launch->grid[0], launch->grid[1], launch->grid[2]},
			.threads = {launch->block[0], launch->block[1], launch->block[2]},
			.dynamic_lds = launch->lds,
			.buffers = buffers,
			.buffer_count = count,
			.arguments = arguments,
			.argument_count = ch_bound_arguments(launch, kernel, index, arguments, CH_BINDING_MAX_ARGS),
		};

		status = ch_gcn_run_launch(run, file_of(launch->binding, launch->kernel), kernel->name, &dispatch,
					   outcome);
	} else {
		snprintf(outcome->message, sizeof(outcome->message), "out of memory");
	}
	finish(own);
	return status;
}

/* Plans, finds, checks. */
static ch_status prepare(ch_gcn_run *run, const ch_binding_kernel *kernel, ch_binding_scope *scope,
			 ch_bound_launch *launch, const ch_gcn_kernel **found, ch_gcn_error *error)
{
	const ch_gcn_object *object;
	ch_status status = ch_bound_plan(kernel, scope, launch, error);

	if (!status)
		status = ch_gcn_run_find(run, file_of(launch->binding, kernel), NULL, &object, NULL, error);
	if (!status)
		status = ch_bound_find(launch, object, found, error);
	return status ? status : ch_bound_check(launch, *found, error);
}

ch_status ch_gcn_bound_launch(ch_gcn_run *run, const ch_binding_kernel *kernel, ch_binding_scope *scope,
			      void *const data[CH_BIND_BUFFERS], ch_outcome *outcome)
{
	ch_bound_launch *launch = malloc(sizeof(*launch));
	const ch_gcn_kernel *found;
	ch_gcn_error error = {"out of memory"};
	ch_status status = launch ? prepare(run, kernel, scope, launch, &found, &error) : CH_OUT_OF_MEMORY;

	if (status) {
		snprintf(outcome->message, sizeof(outcome->message), "%s", error.text);
	} else {
		outcome->waves = launch->row_waves;
		if (launch->grid[0] && launch->grid[1] && launch->grid[2])
			status = launch_over(run, launch, found, scope, data, outcome);
	}
	free(launch);
	return status;
}

/* ---- before anything runs ---- */

/* The suite's shapes, their like, and what is a little off them; no more weights than the largest of the suite's has, since an
 * engine's 32-bit strides may rightly end there. */
#define PROBE_WEIGHTS ((int64_t)1 << 26)
static const int64_t probe_k[] = {32, 64, 96, 256, 288, 1024, 2048, 4096, 7168, 14336, 1 << 20};
static const int64_t probe_rows[] = {1, 2, 3, 5, 31, 257, 1024, 2048, 4096, 1 << 20};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct ch_probe {
	ch_gcn_run *run;
	const ch_binding *binding;
	const ch_binding_kernel *kernel;
	uint32_t wave_size;
	ch_format format;
	uint32_t waves;
	ch_bound_launch *launch;
	ch_binding_scope *scope;
	ch_gcn_error *error;
} ch_probe;

static ch_status probe_one(const ch_probe *probe, int64_t k, int64_t rows, int64_t ncols)
{
	const ch_gcn_kernel *found;

	ch_binding_scope_fill(probe->binding, probe->kernel, probe->format, probe->wave_size, probe->waves, k, rows,
			      ncols, probe->scope);
	return prepare(probe->run, probe->kernel, probe->scope, probe->launch, &found, probe->error);
}

static ch_status probe_shapes(const ch_probe *probe)
{
	const ch_binding_kernel *kernel = probe->kernel;
	const bool product = kernel->op != CH_OP_QUANTIZE_Q8_1;
	const int64_t least = kernel->least_ncols, most = product ? kernel->most_ncols : 128;

	for (int64_t ncols = least; ncols <= most; ncols++) {
		const ch_status status = probe_one(probe, 288, 3, ncols);

		if (status)
			return status;
	}
	for (size_t k = 0; k < COUNT(probe_k); k++)
		for (size_t r = 0; r < (product ? COUNT(probe_rows) : 1); r++)
			for (int end = 0; end < 2; end++) {
				if (probe_k[k] * probe_rows[r] > PROBE_WEIGHTS)
					continue;
				const ch_status status =
					probe_one(probe, probe_k[k], probe_rows[r], end ? most : least);

				if (status)
					return status;
			}
	return CH_OK;
}

/* Every format and every number of waves. */
static ch_status probe_kernel(ch_probe *probe)
{
	const ch_binding_kernel *kernel = probe->kernel;

	for (unsigned f = 0; f < CH_FORMAT_COUNT; f++) {
		if (kernel->formats ? !(kernel->formats & 1u << f) : f > 0)
			continue;
		probe->format = (ch_format)f;
		for (uint32_t waves = 1; waves <= 32; waves++) {
			if (kernel->waves ? !(kernel->waves & 1u << (waves - 1)) : waves > 1)
				continue;
			probe->waves = waves;
			const ch_status status = probe_shapes(probe);

			if (status)
				return status;
		}
	}
	return CH_OK;
}

ch_status ch_gcn_bound_verify(ch_gcn_run *run, const ch_binding *binding, const char *arch, uint32_t wave_size,
			      ch_gcn_error *error)
{
	ch_probe probe = {.run = run, .binding = binding, .wave_size = wave_size, .error = error};
	const ch_gcn_object *object;
	uint32_t fitting = 0;
	ch_status status = ch_gcn_run_find(run, "", NULL, &object, NULL, error);

	if (status)
		return status;
	probe.launch = malloc(sizeof(*probe.launch));
	probe.scope = malloc(sizeof(*probe.scope));
	if (!probe.launch || !probe.scope) {
		snprintf(error->text, sizeof(error->text), "out of memory");
		status = CH_OUT_OF_MEMORY;
	}
	for (uint32_t i = 0; i < binding->kernel_count && !status; i++) {
		probe.kernel = &binding->kernels[i];
		if (!ch_binding_kernel_fits(binding, probe.kernel, arch, wave_size))
			continue;
		fitting++;
		status = probe_kernel(&probe);
	}
	free(probe.launch);
	free(probe.scope);
	if (status || fitting)
		return status;
	snprintf(error->text, sizeof(error->text), "%s: none of its %u kernels is for %s with waves of %u",
		 binding->path, binding->kernel_count, arch, wave_size);
	return CH_UNSUPPORTED;
}
