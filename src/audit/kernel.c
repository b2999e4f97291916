/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/kernel.h"
#include "audit/glob.h"
#include "audit/walk.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLOTS = 8192, MAX_CORES = 256 }; /* LLVM has some 3000 base mnemonics for AMD GPUs */

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

/* What a thread counts in while it walks one kernel: names it has seen keep their slot for the next kernel. */
typedef struct ch_counter {
	ch_audit_mnemonics *mnemonics;
	struct {
		const ch_audit_mnemonic *mnemonic;
		uint32_t count, phases[CH_AUDIT_PHASES];
	} slots[SLOTS];
	uint32_t touched[SLOTS], touched_count; /* slots with a count */
	uint32_t used, phase, instructions, classes[CH_CLASS_COUNT];
	bool out_of_memory;
} ch_counter;

static bool word_count(ch_counter *counter, const char *word, size_t length)
{
	char name[CH_AUDIT_MNEMONIC];
	if (!ch_audit_mnemonic_base(word, length, name))
		snprintf(name, sizeof name, "%.40s", word);
	uint32_t hash = 2166136261u;
	for (const char *at = name; *at; at++)
		hash = (hash ^ (uint8_t)*at) * 16777619u;
	uint32_t at = hash % SLOTS;
	while (counter->slots[at].mnemonic && strcmp(counter->slots[at].mnemonic->name, name) != 0)
		at = (at + 1) % SLOTS;
	if (!counter->slots[at].mnemonic) {
		if (counter->used == SLOTS / 2)
			return false;
		counter->slots[at].mnemonic = ch_audit_mnemonic_keep(counter->mnemonics, name);
		if (!counter->slots[at].mnemonic)
			return false;
		counter->used++;
	}
	if (!counter->slots[at].count)
		counter->touched[counter->touched_count++] = at;
	counter->slots[at].count++;
	counter->slots[at].phases[counter->phase]++;
	/* gfx12 has two instructions for one barrier */
	if (strcmp(name, "s_barrier") == 0 || strcmp(name, "s_barrier_wait") == 0)
		counter->phase += counter->phase + 1 < CH_AUDIT_PHASES;
	counter->classes[counter->slots[at].mnemonic->class]++;
	return true;
}

static bool line_count(void *context, const ch_audit_line *line)
{
	ch_counter *counter = context;
	const char *second = strstr(line->text, " :: ");
	bool ok = word_count(counter, line->text, strcspn(line->text, " "));
	if (ok && second)
		ok = word_count(counter, second + 4, strcspn(second + 4, " "));
	counter->instructions += line->decoded;
	counter->out_of_memory |= !ok;
	return ok;
}

static int by_count(const void *a, const void *b)
{
	const ch_audit_count *x = a, *y = b;
	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return strcmp(x->mnemonic->name, y->mnemonic->name);
}

static bool counts_take(ch_counter *counter, ch_audit_kernel *audit)
{
	const uint32_t count = counter->touched_count;
	audit->counts = calloc((size_t)count + 1, sizeof *audit->counts);
	if (!audit->counts)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t at = counter->touched[i];
		audit->counts[i].mnemonic = counter->slots[at].mnemonic;
		audit->counts[i].count = counter->slots[at].count;
		memcpy(audit->counts[i].phases, counter->slots[at].phases, sizeof audit->counts[i].phases);
	}
	audit->count_count = count;
	if (count)
		qsort(audit->counts, count, sizeof *audit->counts, by_count);
	memcpy(audit->classes, counter->classes, sizeof audit->classes);
	figure_set(audit, CH_FIGURE_INSTRUCTIONS, counter->instructions);
	figure_set(audit, CH_FIGURE_UNDECODED, counter->classes[CH_CLASS_UNDECODED]);
	audit->disassembled = true;
	return true;
}

/* One object's kernels, taken one after another by each thread. */
typedef struct ch_work {
	const ch_gcn_object *object;
	const ch_gcn_kernel **kernels;
	ch_audit_object *audit;
	ch_audit_mnemonics *mnemonics;
	atomic_uint next;
	atomic_int status;
	pthread_mutex_t lock;
} ch_work;

static void counter_clear(ch_counter *counter)
{
	for (uint32_t i = 0; i < counter->touched_count; i++) {
		const uint32_t at = counter->touched[i];
		counter->slots[at].count = 0;
		memset(counter->slots[at].phases, 0, sizeof counter->slots[at].phases);
	}
	memset(counter->classes, 0, sizeof counter->classes);
	counter->touched_count = counter->phase = counter->instructions = 0;
}

static ch_status kernel_read(ch_work *work, ch_counter *counter, const ch_gcn_kernel *k, ch_audit_kernel *audit)
{
	ch_gcn_error error = {""};
	audit->name = strdup(k->name);
	if (!audit->name)
		return CH_OUT_OF_MEMORY;
	ch_gcn_target_format(&work->object->target, audit->target, sizeof audit->target);
	snprintf(audit->arch, sizeof audit->arch, "%s", work->object->target.arch);
	resources_take(work->object, k, audit);
	counter_clear(counter);
	const ch_status status = ch_audit_walk(work->object, k, line_count, counter, &error);
	if (counter->out_of_memory || status == CH_OUT_OF_MEMORY)
		return CH_OUT_OF_MEMORY;
	if (!status)
		return counts_take(counter, audit) ? CH_OK : CH_OUT_OF_MEMORY;
	pthread_mutex_lock(&work->lock);
	snprintf(work->audit->trouble, sizeof work->audit->trouble, "%s", error.text);
	pthread_mutex_unlock(&work->lock);
	return CH_OK;
}

static void *kernels_read(void *context)
{
	ch_work *work = context;
	ch_counter *counter = calloc(1, sizeof *counter);
	if (!counter) {
		atomic_store(&work->status, CH_OUT_OF_MEMORY);
		return NULL;
	}
	counter->mnemonics = work->mnemonics;
	for (uint32_t i;
	     atomic_load(&work->status) == CH_OK && (i = atomic_fetch_add(&work->next, 1)) < work->audit->count;) {
		const ch_status status = kernel_read(work, counter, work->kernels[i], &work->audit->kernels[i]);
		if (status)
			atomic_store(&work->status, (int)status);
	}
	free(counter);
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
	ch_work work = {.object = object, .audit = audit, .mnemonics = choice->mnemonics};
	work.kernels = calloc((size_t)object->kernel_count + 1, sizeof *work.kernels);
	if (work.kernels) {
		for (uint32_t i = 0; i < object->kernel_count; i++)
			if (!choice->kernels || ch_audit_glob(choice->kernels, object->kernels[i].name))
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
