/* SPDX-License-Identifier: Apache-2.0
 *
 * A dispatch: the address space, workgroups on all cores, and a report that does not depend on which core was first. */
#include "gcn/launch.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "gcn/conflict.h"
#include "gcn/kernarg.h"
#include "gcn/workgroup.h"

enum { MAX_DISTINCT = 64, MAX_CORES = 256 };

typedef struct ch_report {
	ch_gcn_fault fault;
	uint32_t number; /* workgroup */
} ch_report;

/* What the cores of one dispatch share and add to. */
typedef struct ch_pool {
	const ch_launch *launch;
	uint32_t groups, max_faults;
	_Atomic uint32_t next, first_faulty; /* workgroups from there on need not run when one fault is enough */
	pthread_mutex_t lock;
	ch_report reports[MAX_DISTINCT];
	uint32_t report_count;
	uint64_t *executed;
	uint64_t misaligned;
	uint32_t misaligned_insn;
	bool no_memory;
} ch_pool;

/* One report for each kind at each instruction: that of the lowest workgroup. */
static void add_report(ch_pool *pool, const ch_gcn_fault *fault, uint32_t number)
{
	for (uint32_t i = 0; i < pool->report_count; i++) {
		ch_report *report = &pool->reports[i];
		if (report->fault.kind != fault->kind || report->fault.insn != fault->insn)
			continue;
		const uint64_t times = report->fault.times + 1;
		if (number < report->number)
			*report = (ch_report){*fault, number};
		report->fault.times = times;
		return;
	}
	if (pool->report_count < MAX_DISTINCT)
		pool->reports[pool->report_count++] = (ch_report){*fault, number};
}

static void note_fault(ch_pool *pool, const ch_workgroup *group)
{
	pthread_mutex_lock(&pool->lock);
	add_report(pool, &group->fault, group->number);
	pthread_mutex_unlock(&pool->lock);
	uint32_t first = atomic_load(&pool->first_faulty);
	while (pool->max_faults <= 1 && group->number < first &&
	       !atomic_compare_exchange_weak(&pool->first_faulty, &first, group->number))
		;
}

static void *run_core(void *argument)
{
	ch_pool *pool = argument;
	const uint32_t count = pool->launch->program->step_count;
	ch_workgroup group;
	uint64_t *executed = calloc(count, sizeof(*executed));
	const bool ok = ch_workgroup_open(&group, pool->launch, executed) && executed;
	for (uint32_t number = atomic_fetch_add(&pool->next, 1); ok && number < pool->groups;
	     number = atomic_fetch_add(&pool->next, 1)) {
		if (number > atomic_load(&pool->first_faulty))
			continue;
		ch_workgroup_run(&group, number);
		if (group.fault.kind != CH_GCN_NO_FAULT)
			note_fault(pool, &group);
	}
	pthread_mutex_lock(&pool->lock);
	pool->no_memory |= !ok;
	for (uint32_t i = 0; ok && i < count; i++)
		pool->executed[i] += executed[i];
	if (group.misaligned && (!pool->misaligned || group.misaligned_step < pool->misaligned_insn))
		pool->misaligned_insn = group.misaligned_step;
	pool->misaligned += group.misaligned;
	pthread_mutex_unlock(&pool->lock);
	ch_workgroup_close(&group);
	free(executed);
	return NULL;
}

static uint32_t core_count(const ch_gcn_dispatch *dispatch, uint32_t groups)
{
	const long online = sysconf(_SC_NPROCESSORS_ONLN);
	uint32_t cores = dispatch->cores ? dispatch->cores : online > 0 ? (uint32_t)online : 1;
	cores = cores > MAX_CORES ? MAX_CORES : cores;
	return cores < groups ? cores : groups;
}

static void run_all(ch_pool *pool, uint32_t cores)
{
	pthread_t threads[MAX_CORES];
	uint32_t started = 0;
	while (started + 1 < cores && pthread_create(&threads[started], NULL, run_core, pool) == 0)
		started++;
	run_core(pool);
	for (uint32_t i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
}

static void window_place(ch_window *window, uint32_t slot, const char *name, void *data, uint64_t bytes,
			 ch_gcn_access access)
{
	/* The low 12 bits are the host's, so that alignment is what the caller made it; the rest lies just under 2^32. */
	const uint64_t low = slot < CH_WINDOW_BUFFERS ? 0 : UINT64_C(0xfffff000) | ((uint64_t)(uintptr_t)data & 0xfff);
	window->name = name;
	window->data = data;
	window->base = ((uint64_t)slot << CH_WINDOW_SHIFT) | low;
	window->bytes = bytes;
	window->access = access;
}

static ch_status place_buffers(ch_launch *launch, ch_gcn_error *error)
{
	for (uint32_t i = 0; i < launch->dispatch->buffer_count; i++) {
		const ch_gcn_buffer *buffer = &launch->dispatch->buffers[i];
		ch_window *window = &launch->windows[CH_WINDOW_BUFFERS + i];
		if (buffer->bytes > UINT64_C(1) << 36) {
			snprintf(error->text, sizeof(error->text), "buffer %s: %" PRIu64 " bytes are too many",
				 buffer->name, buffer->bytes);
			return CH_BAD_ARGUMENT;
		}
		window_place(window, CH_WINDOW_BUFFERS + i, buffer->name, buffer->data, buffer->bytes, buffer->access);
		if (!launch->checked || buffer->access == CH_GCN_IN || buffer->bytes == 0)
			continue;
		window->writers = calloc(buffer->bytes, sizeof(*window->writers));
		if (buffer->access == CH_GCN_OUT)
			window->written = calloc(1, buffer->bytes);
		if (!window->writers || (buffer->access == CH_GCN_OUT && !window->written))
			return CH_OUT_OF_MEMORY;
	}
	return CH_OK;
}

/* The code object's image with its addresses, for constants that kernels reach from their program counter. */
static uint8_t *place_image(ch_launch *launch)
{
	const ch_gcn_object *object = launch->program->object;
	const uint64_t bytes = object ? object->image_size : 0;
	uint8_t *image = malloc(bytes + 1);
	if (!image)
		return NULL;
	if (bytes)
		memcpy(image, object->image, bytes);
	window_place(&launch->windows[CH_WINDOW_IMAGE], CH_WINDOW_IMAGE, "the code object", image, bytes, CH_GCN_IN);
	for (uint32_t i = 0; object && i < object->base_word_count; i++) {
		uint64_t word;
		if (object->base_words[i] > bytes - 8 || bytes < 8)
			continue;
		memcpy(&word, image + object->base_words[i], 8);
		word += launch->windows[CH_WINDOW_IMAGE].base;
		memcpy(image + object->base_words[i], &word, 8);
	}
	return image;
}

static ch_status check_shape(const ch_gcn_program *program, const ch_gcn_dispatch *dispatch, ch_gcn_error *error)
{
	const ch_gcn_kernel *kernel = program->kernel;
	uint64_t threads = 1, groups = 1;
	for (uint32_t i = 0; i < 3; i++) {
		if (dispatch->blocks[i] == 0 || dispatch->threads[i] == 0 || dispatch->threads[i] > 1024) {
			snprintf(error->text, sizeof(error->text),
				 "%" PRIu32 " workgroups of %" PRIu32 " work-items in dimension %" PRIu32
				 "; expected 1 or more of 1 to 1024",
				 dispatch->blocks[i], dispatch->threads[i], i);
			return CH_BAD_SHAPE;
		}
		threads *= dispatch->threads[i];
		groups = groups > UINT32_MAX ? groups : groups * dispatch->blocks[i];
	}
	const uint32_t most = kernel->max_flat_workgroup_size ? kernel->max_flat_workgroup_size : 1024;
	if (threads > most || groups >= UINT32_C(1) << 30) {
		snprintf(error->text, sizeof(error->text),
			 "%" PRIu64 " work-items a workgroup (the kernel was compiled for at most %" PRIu32
			 "), %" PRIu64 " workgroups",
			 threads, most, groups);
		return CH_BAD_SHAPE;
	}
	if (dispatch->buffer_count > CH_GCN_MAX_BUFFERS ||
	    (uint64_t)kernel->descriptor.lds_bytes + dispatch->dynamic_lds > CH_MAX_LDS) {
		snprintf(error->text, sizeof(error->text), "more than %d buffers, or more than %d bytes of LDS",
			 CH_GCN_MAX_BUFFERS, CH_MAX_LDS);
		return CH_BAD_SHAPE;
	}
	if (kernel->descriptor.private_bytes > 1u << 20 || kernel->kernarg_bytes > 1u << 20) {
		snprintf(error->text, sizeof(error->text), "scratch or arguments of more than a megabyte");
		return CH_UNSUPPORTED;
	}
	return CH_OK;
}

static int by_workgroup(const void *a, const void *b)
{
	const ch_report *x = a, *y = b;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Two workgroups on one byte: told only where nothing else went wrong, since then every workgroup ran to its end. */
static void report_conflict(ch_pool *pool, const ch_conflicts *conflicts)
{
	const ch_launch *launch = pool->launch;
	if (!conflicts->count || pool->report_count)
		return;
	const uint64_t first = ch_writer_group(conflicts->first), plain = ch_writer_group(conflicts->second),
		       atomic = ch_writer_atomic_other(conflicts->atomics, first);
	const bool atomics = !plain || (atomic && atomic < plain);
	const uint64_t told = atomics ? conflicts->first : conflicts->second;
	const uint32_t number = (uint32_t)ch_writer_group(told) - 1, *blocks = launch->dispatch->blocks;
	ch_gcn_fault fault = {.kind = CH_GCN_TWO_WRITERS, .times = conflicts->count};
	fault.insn = (uint32_t)(told >> 11 & 0x3fffff);
	fault.offset = ch_gcn_code_offset(launch->program->code, fault.insn);
	fault.workgroup[0] = number % blocks[0];
	fault.workgroup[1] = number / blocks[0] % blocks[1];
	fault.workgroup[2] = number / blocks[0] / blocks[1];
	fault.wave = (uint32_t)(told >> 6 & 31);
	fault.lane = (uint32_t)(told & 63);
	if (atomics)
		snprintf(fault.text, sizeof(fault.text),
			 "byte %" PRIu64 " of %s is stored by workgroup %u, and by an atomic of workgroup %" PRIu64,
			 conflicts->offset, conflicts->window->name, number, atomic - 1);
	else
		snprintf(fault.text, sizeof(fault.text),
			 "byte %" PRIu64 " of %s is stored by workgroups %" PRIu64 " and %u", conflicts->offset,
			 conflicts->window->name, first - 1, number);
	add_report(pool, &fault, number);
}

static void sum_units(const ch_gcn_program *program, ch_gcn_result *result)
{
	for (uint32_t i = 0; i < program->step_count; i++)
		if (program->code->insns[i].size) /* a VOPD is one instruction */
			result->units[program->steps[i].unit] += result->executed[i];
}

static ch_status finish(ch_pool *pool, ch_gcn_result *result, ch_gcn_error *error)
{
	const ch_gcn_program *program = pool->launch->program;
	qsort(pool->reports, pool->report_count, sizeof(pool->reports[0]), by_workgroup);
	result->executed = pool->executed;
	result->executed_count = program->step_count;
	result->misaligned = pool->misaligned;
	result->misaligned_insn = pool->misaligned_insn;
	sum_units(program, result);
	const uint32_t most = pool->max_faults < CH_GCN_MAX_FAULTS ? pool->max_faults : CH_GCN_MAX_FAULTS;
	for (uint32_t i = 0; i < pool->report_count && i < most; i++)
		result->faults[result->fault_count++] = pool->reports[i].fault;
	if (!result->fault_count)
		return pool->no_memory ? CH_OUT_OF_MEMORY : CH_OK;
	ch_gcn_fault_format(program, &result->faults[0], error->text, sizeof(error->text));
	return result->faults[0].kind == CH_GCN_NO_SEMANTICS ? CH_UNSUPPORTED : CH_FAULT;
}

static uint64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

static uint64_t kernarg_room(const ch_gcn_kernel *kernel)
{
	return ((uint64_t)kernel->kernarg_bytes + 63) / 64 * 64;
}

static ch_status launch_in(ch_launch *launch, ch_pool *pool, uint8_t *kernarg, uint8_t packet[64],
			   ch_gcn_result *result, ch_gcn_error *error)
{
	const ch_gcn_dispatch *dispatch = launch->dispatch;
	ch_status status = place_buffers(launch, error);
	if (status)
		return status;
	/* Scalar loads are whole: compilers load past the last argument into the padding that runtimes allocate. */
	window_place(&launch->windows[CH_WINDOW_KERNARG], CH_WINDOW_KERNARG, "the kernel's arguments", kernarg,
		     kernarg_room(launch->program->kernel), CH_GCN_IN);
	window_place(&launch->windows[CH_WINDOW_PACKET], CH_WINDOW_PACKET, "the dispatch packet", packet, 64,
		     CH_GCN_IN);
	window_place(&launch->windows[CH_WINDOW_SCRATCH], CH_WINDOW_SCRATCH, "scratch", NULL, 0, CH_GCN_INOUT);
	launch->kernarg_address = launch->windows[CH_WINDOW_KERNARG].base;
	launch->packet_address = launch->windows[CH_WINDOW_PACKET].base;
	status = ch_kernarg_fill(launch, kernarg, error);
	if (status)
		return status;
	ch_kernarg_packet(launch, packet);
	pool->executed = calloc(launch->program->step_count, sizeof(*pool->executed));
	if (!pool->executed)
		return CH_OUT_OF_MEMORY;
	const uint64_t start = now();
	run_all(pool, core_count(dispatch, pool->groups));
	result->elapsed_ns = now() - start;
	const uint32_t threads = dispatch->threads[0] * dispatch->threads[1] * dispatch->threads[2];
	result->waves = (uint64_t)pool->groups * ((threads + launch->program->lanes - 1) / launch->program->lanes);
	report_conflict(pool, launch->conflicts);
	return finish(pool, result, error);
}

ch_status ch_gcn_launch(const ch_gcn_program *program, const ch_gcn_dispatch *dispatch, ch_gcn_result *result,
			ch_gcn_error *error)
{
	memset(result, 0, sizeof(*result));
	ch_status status = check_shape(program, dispatch, error);
	if (status)
		return status;
	ch_conflicts conflicts = {.lock = PTHREAD_MUTEX_INITIALIZER};
	ch_launch *launch = calloc(1, sizeof(*launch));
	ch_pool *pool = calloc(1, sizeof(*pool));
	uint8_t *kernarg = calloc(1, kernarg_room(program->kernel) + 1), *image = NULL, packet[64];
	if (launch && pool && kernarg) {
		launch->program = program;
		launch->dispatch = dispatch;
		launch->lds_bytes = program->kernel->descriptor.lds_bytes + dispatch->dynamic_lds;
		launch->step_limit = dispatch->step_limit ? dispatch->step_limit : UINT64_C(1) << 32;
		launch->checked = !dispatch->unchecked;
		launch->conflicts = &conflicts;
		pool->launch = launch;
		pool->groups = dispatch->blocks[0] * dispatch->blocks[1] * dispatch->blocks[2];
		pool->max_faults = dispatch->max_faults ? dispatch->max_faults : 1;
		atomic_init(&pool->first_faulty, UINT32_MAX);
		pthread_mutex_init(&pool->lock, NULL);
		image = place_image(launch);
	}
	status = image ? launch_in(launch, pool, kernarg, packet, result, error) : CH_OUT_OF_MEMORY;
	if (status == CH_OUT_OF_MEMORY)
		snprintf(error->text, sizeof(error->text), "out of memory");
	for (uint32_t i = 0; launch && i < CH_WINDOWS; i++) {
		free(launch->windows[i].written);
		free((void *)launch->windows[i].writers);
	}
	free(image);
	free(kernarg);
	free(pool);
	free(launch);
	return status;
}

void ch_gcn_result_close(ch_gcn_result *result)
{
	free(result->executed);
	result->executed = NULL;
}
