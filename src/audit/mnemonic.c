/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/mnemonic.h"
#include "text/glob.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024 };

struct ch_audit_mnemonics {
	pthread_mutex_t lock;
	ch_audit_mnemonic *buckets[BUCKETS];
};

/* The first row whose beginning fits. */
static const struct {
	char start[16];
	uint8_t class;
} classes[] = {
	{"v_dot", CH_CLASS_DOT},	{"v_mfma_", CH_CLASS_MATRIX},	{"v_smfmac_", CH_CLASS_MATRIX},
	{"v_wmma_", CH_CLASS_MATRIX},	{"v_swmmac_", CH_CLASS_MATRIX}, {"v_exp_", CH_CLASS_TRANS},
	{"v_log_", CH_CLASS_TRANS},	{"v_rcp_", CH_CLASS_TRANS},	{"v_rsq_", CH_CLASS_TRANS},
	{"v_sqrt_", CH_CLASS_TRANS},	{"v_sin_", CH_CLASS_TRANS},	{"v_cos_", CH_CLASS_TRANS},
	{"v_", CH_CLASS_VALU},		{"ds_", CH_CLASS_LDS},		{"scratch_", CH_CLASS_SCRATCH},
	{"global_", CH_CLASS_VMEM},	{"flat_", CH_CLASS_VMEM},	{"buffer_", CH_CLASS_VMEM},
	{"tbuffer_", CH_CLASS_VMEM},	{"image_", CH_CLASS_VMEM},	{"s_load_", CH_CLASS_SMEM},
	{"s_store_", CH_CLASS_SMEM},	{"s_buffer_", CH_CLASS_SMEM},	{"s_scratch_", CH_CLASS_SMEM},
	{"s_atomic_", CH_CLASS_SMEM},	{"s_dcache_", CH_CLASS_SMEM},	{"s_gl1_", CH_CLASS_SMEM},
	{"s_prefetch_", CH_CLASS_SMEM}, {"s_branch", CH_CLASS_BRANCH},	{"s_cbranch_", CH_CLASS_BRANCH},
	{"s_endpgm", CH_CLASS_BRANCH},	{"s_setpc_", CH_CLASS_BRANCH},	{"s_swappc_", CH_CLASS_BRANCH},
	{"s_call_", CH_CLASS_BRANCH},	{"s_wait", CH_CLASS_WAIT},	{"s_nop", CH_CLASS_WAIT},
	{"s_delay_alu", CH_CLASS_WAIT}, {"s_sleep", CH_CLASS_WAIT},	{"s_barrier", CH_CLASS_BARRIER},
	{"s_", CH_CLASS_SALU},		{".long", CH_CLASS_UNDECODED},	{"", CH_CLASS_OTHER},
};

static const char *const class_names[CH_CLASS_COUNT] = {
	"valu", "trans",   "dot", "matrix", "salu",    "smem",	"branch",
	"wait", "barrier", "lds", "vmem",   "scratch", "other", "undecoded",
};

ch_audit_class ch_audit_class_of(const char *name)
{
	size_t i = 0;
	/* s_barrier_wait begins like no wait; the empty row ends the search */
	while (strncmp(name, classes[i].start, strlen(classes[i].start)) != 0)
		i++;
	return (ch_audit_class)classes[i].class;
}

const char *ch_audit_class_name(ch_audit_class class)
{
	return (unsigned)class < CH_CLASS_COUNT ? class_names[class] : class_names[CH_CLASS_OTHER];
}

bool ch_audit_class_find(const char *name, ch_audit_class *class)
{
	for (unsigned i = 0; i < CH_CLASS_COUNT; i++)
		if (strcmp(class_names[i], name) == 0) {
			*class = (ch_audit_class)i;
			return true;
		}
	return false;
}

ch_audit_mnemonics *ch_audit_mnemonics_open(void)
{
	ch_audit_mnemonics *mnemonics = calloc(1, sizeof *mnemonics);
	if (mnemonics)
		pthread_mutex_init(&mnemonics->lock, NULL);
	return mnemonics;
}

void ch_audit_mnemonics_close(ch_audit_mnemonics *mnemonics)
{
	if (!mnemonics)
		return;
	for (size_t i = 0; i < BUCKETS; i++)
		for (ch_audit_mnemonic *next, *at = mnemonics->buckets[i]; at; at = next) {
			next = at->next;
			free(at);
		}
	pthread_mutex_destroy(&mnemonics->lock);
	free(mnemonics);
}

static ch_audit_mnemonic *mnemonic_make(const char *name)
{
	ch_audit_mnemonic *made = calloc(1, sizeof *made);
	if (!made)
		return NULL;
	snprintf(made->name, sizeof made->name, "%s", name);
	if (!ch_audit_alias(name, made->other))
		made->other[0] = 0;
	made->class = (uint8_t)ch_audit_class_of(name);
	return made;
}

const ch_audit_mnemonic *ch_audit_mnemonic_keep(ch_audit_mnemonics *mnemonics, const char *name)
{
	uint32_t hash = 2166136261u; /* FNV-1a */
	for (const char *at = name; *at; at++)
		hash = (hash ^ (uint8_t)*at) * 16777619u;
	ch_audit_mnemonic **at = &mnemonics->buckets[hash % BUCKETS];
	pthread_mutex_lock(&mnemonics->lock);
	while (*at && strcmp((*at)->name, name) != 0)
		at = &(*at)->next;
	if (!*at)
		*at = mnemonic_make(name);
	ch_audit_mnemonic *found = *at;
	pthread_mutex_unlock(&mnemonics->lock);
	return found;
}

bool ch_audit_mnemonic_base(const char *word, size_t length, char name[CH_AUDIT_MNEMONIC])
{
	static const char *const suffixes[] = {"_e32", "_e64", "_dpp", "_sdwa"};
	const bool dual = length > 7 && memcmp(word, "v_dual_", 7) == 0;
	if (dual) {
		word += 7;
		length -= 7;
	}
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		const size_t n = strlen(suffixes[i]);
		if (length <= n || memcmp(word + length - n, suffixes[i], n) != 0)
			continue;
		length -= n;
		i = (size_t)-1; /* "_e64_dpp" has two */
	}
	if (!length || length + 2 >= CH_AUDIT_MNEMONIC)
		return false;
	snprintf(name, CH_AUDIT_MNEMONIC, "%s%.*s", dual ? "v_" : "", (int)length, word);
	return true;
}

bool ch_audit_mnemonic_matches(const ch_audit_mnemonic *mnemonic, const char *pattern)
{
	return ch_glob_matches(pattern, mnemonic->name) ||
	       (mnemonic->other[0] && ch_glob_matches(pattern, mnemonic->other));
}
