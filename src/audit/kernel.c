/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/kernel.h"
#include "audit/counter.h"
#include "text/glob.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_CORES = 256 };

static void figure_set(ch_audit_kernel *audit, ch_figure figure, uint32_t value)
{
	audit->figures[figure] = value;
	audit->known |= 1u << figure;
}

static uint32_t sum_capped(uint32_t a, uint32_t b)
{
	return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

static void metadata_take(const ch_gcn_kernel *k, ch_audit_kernel *audit)
{
	figure_set(audit, CH_FIGURE_VGPR, k->vgprs);
	figure_set(audit, CH_FIGURE_AGPR, k->agprs);
	figure_set(audit, CH_FIGURE_SGPR, k->sgprs);
	figure_set(audit, CH_FIGURE_VGPR_SPILLS, k->vgpr_spills);
	figure_set(audit, CH_FIGURE_SGPR_SPILLS, k->sgpr_spills);
	figure_set(audit, CH_FIGURE_SPILLS, sum_capped(k->vgpr_spills, k->sgpr_spills));
	if (k->max_flat_workgroup_size)
		figure_set(audit, CH_FIGURE_BOUND, k->max_flat_workgroup_size);
}

static void resources_take(const ch_gcn_object *object, const ch_gcn_kernel *k, ch_audit_kernel *audit)
{
	const ch_gcn_descriptor *d = &k->descriptor;
	const ch_audit_limits *limits = ch_audit_limits_find(object->target.arch);
	figure_set(audit, CH_FIGURE_LDS, d->lds_bytes);
	figure_set(audit, CH_FIGURE_SCRATCH, d->private_bytes);
	figure_set(audit, CH_FIGURE_DYNAMIC_STACK, d->dynamic_stack || k->uses_dynamic_stack);
	figure_set(audit, CH_FIGURE_WAVE, d->wave32 ? 32 : 64);
	figure_set(audit, CH_FIGURE_KERNARG, d->kernarg_bytes);
	figure_set(audit, CH_FIGURE_TEXT, k->text_size > UINT32_MAX ? UINT32_MAX : (uint32_t)k->text_size);
	/* a descriptor has whole granules only, so it is the second choice */
	figure_set(audit, CH_FIGURE_VGPR, d->vgprs);
	if (limits && limits->sgprs)
		figure_set(audit, CH_FIGURE_SGPR, d->sgprs);
	if (k->has_metadata)
		metadata_take(k, audit);
	audit->wgp_mode = d->wgp_mode;
	if (!limits || !ch_audit_known(audit, CH_FIGURE_BOUND))
		return;
	const ch_audit_use use = {.vgprs = audit->figures[CH_FIGURE_VGPR],
				  .sgprs = audit->figures[CH_FIGURE_SGPR],
				  .lds = d->lds_bytes,
				  .wave_size = audit->figures[CH_FIGURE_WAVE],
				  .workgroup = audit->figures[CH_FIGURE_BOUND],
				  .wgp_mode = d->wgp_mode};
	const uint32_t waves = ch_audit_waves(limits, &use, &audit->limiter);
	if (audit->limiter != CH_LIMIT_UNKNOWN)
		figure_set(audit, CH_FIGURE_WAVES_PER_SIMD, waves);
}

/* One object's kernels, taken one after another by each thread. */
typedef struct ch_work {
	const ch_gcn_object *object;
	const ch_gcn_kernel **kernels;
	ch_audit_object *audit;
	ch_audit_mnemonics *mnemonics;
	bool no_text;
	atomic_uint next;
	atomic_int status;
	pthread_mutex_t lock;
} ch_work;

static ch_status kernel_read(ch_work *work, ch_counter *counter, const ch_gcn_kernel *k, ch_audit_kernel *audit)
{
	ch_gcn_error error = {""};
	audit->name = strdup(k->name);
	if (!audit->name)
		return CH_OUT_OF_MEMORY;
	ch_gcn_target_format(&work->object->target, audit->target, sizeof audit->target);
	snprintf(audit->arch, sizeof audit->arch, "%s", work->object->target.arch);
	resources_take(work->object, k, audit);
	if (work->no_text)
		return CH_OK;
	const ch_status status = ch_counter_run(counter, work->object, k, audit, &error);
	if (status != CH_UNSUPPORTED)
		return status;
	pthread_mutex_lock(&work->lock);
	snprintf(work->audit->trouble, sizeof work->audit->trouble, "%s", error.text);
	pthread_mutex_unlock(&work->lock);
	return CH_OK;
}

static void *kernels_read(void *context)
{
	ch_work *work = context;
	ch_counter *counter = ch_counter_open(work->mnemonics, true);
	if (!counter) {
		atomic_store(&work->status, CH_OUT_OF_MEMORY);
		return NULL;
	}
	for (uint32_t i;
	     atomic_load(&work->status) == CH_OK && (i = atomic_fetch_add(&work->next, 1)) < work->audit->count;) {
		const ch_status status = kernel_read(work, counter, work->kernels[i], &work->audit->kernels[i]);
		if (status)
			atomic_store(&work->status, (int)status);
	}
	ch_counter_close(counter);
	return NULL;
}

static uint32_t cores_wanted(uint32_t asked, uint32_t kernels)
{
	const long online = sysconf(_SC_NPROCESSORS_ONLN);
	uint32_t cores = asked ? asked : online > 0 ? (uint32_t)online : 1;
	cores = cores > MAX_CORES ? MAX_CORES : cores;
	/* a thread costs more than a few kernels do */
	return cores > kernels / 8 + 1 ? kernels / 8 + 1 : cores;
}

static void threads_run(ch_work *work, uint32_t cores)
{
	pthread_t threads[MAX_CORES];
	uint32_t started = 0;
	while (started + 1 < cores && pthread_create(&threads[started], NULL, kernels_read, work) == 0)
		started++;
	kernels_read(work);
	for (uint32_t i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
}

ch_status ch_audit_object_read(const ch_gcn_object *object, const ch_audit_choice *choice, ch_audit_object *audit,
			       ch_gcn_error *error)
{
	*audit = (ch_audit_object){.count = 0};
	ch_work work = {.object = object, .audit = audit, .mnemonics = choice->mnemonics, .no_text = choice->no_text};
	work.kernels = calloc((size_t)object->kernel_count + 1,
			      sizeof *work.kernels); /* pointers: NOLINT(bugprone-sizeof-expression) */
	if (work.kernels) {
		for (uint32_t i = 0; i < object->kernel_count; i++)
			if (!choice->kernels || ch_glob_matches(choice->kernels, object->kernels[i].name))
				work.kernels[audit->count++] = &object->kernels[i];
		audit->kernels = calloc((size_t)audit->count + 1, sizeof *audit->kernels);
	}
	ch_status status = audit->kernels ? CH_OK : CH_OUT_OF_MEMORY;
	if (!status) {
		pthread_mutex_init(&work.lock, NULL);
		threads_run(&work, cores_wanted(choice->cores, audit->count));
		pthread_mutex_destroy(&work.lock);
		status = (ch_status)atomic_load(&work.status);
	}
	free(work.kernels);
	if (status) {
		snprintf(error->text, sizeof error->text, "audit: no memory for %u kernels", audit->count);
		ch_audit_object_close(audit);
	}
	return status;
}

void ch_audit_object_close(ch_audit_object *audit)
{
	for (uint32_t i = 0; audit->kernels && i < audit->count; i++) {
		free(audit->kernels[i].name);
		free(audit->kernels[i].counts);
	}
	free(audit->kernels);
	*audit = (ch_audit_object){.count = 0};
}

uint32_t ch_audit_matching(const ch_audit_kernel *kernel, const char *pattern, uint32_t phase,
			   const ch_audit_mnemonic **first)
{
	uint32_t count = 0;
	*first = NULL;
	for (uint32_t i = 0; i < kernel->count_count; i++) {
		const ch_audit_count *c = &kernel->counts[i];
		if (!ch_audit_mnemonic_matches(c->mnemonic, pattern))
			continue;
		*first = *first ? *first : c->mnemonic;
		count += phase < CH_AUDIT_PHASES ? c->phases[phase] : c->count;
	}
	return count;
}
