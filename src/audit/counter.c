/* SPDX-License-Identifier: Apache-2.0 */
#include "audit/counter.h"
#include "audit/walk.h"
#include "gcn/bytes.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	SLOTS = 8192, /* LLVM has some 3000 base mnemonics for AMD GPUs */
	MEMORY = 32768
};

/* An instruction whose bytes were seen before. */
typedef struct ch_remembered {
	uint64_t bytes;
	uint16_t slot;
	uint8_t wave_size; /* 0: empty */
} ch_remembered;

/* Names that a thread has seen keep their slot for the next kernel. */
struct ch_counter {
	ch_audit_mnemonics *mnemonics;
	struct {
		const ch_audit_mnemonic *mnemonic;
		bool barrier;
		uint32_t count, phases[CH_AUDIT_PHASES];
	} slots[SLOTS];
	uint32_t touched[SLOTS], touched_count; /* slots with a count */
	uint32_t used, phase, instructions, classes[CH_CLASS_COUNT];
	uint32_t arch_major;
	uint8_t wave_size;
	bool remembers, out_of_memory;
	ch_remembered short_ones[MEMORY], long_ones[MEMORY]; /* of 4 and of 8 bytes */
};

static void slot_count(ch_counter *counter, uint32_t at)
{
	if (!counter->slots[at].count)
		counter->touched[counter->touched_count++] = at;
	counter->slots[at].count++;
	counter->slots[at].phases[counter->phase]++;
	counter->classes[counter->slots[at].mnemonic->class]++;
	if (counter->slots[at].barrier)
		counter->phase += counter->phase + 1 < CH_AUDIT_PHASES;
}

static bool slot_find(ch_counter *counter, const char *word, size_t length, uint32_t *found)
{
	char name[CH_AUDIT_MNEMONIC];
	if (!ch_audit_mnemonic_base(word, length, name))
		snprintf(name, sizeof name, "%.40s", word);
	uint32_t hash = 2166136261u; /* FNV-1a */
	for (const char *at = name; *at; at++)
		hash = (hash ^ (uint8_t)*at) * 16777619u;
	uint32_t at = hash % SLOTS;
	while (counter->slots[at].mnemonic && strcmp(counter->slots[at].mnemonic->name, name) != 0)
		at = (at + 1) % SLOTS;
	*found = at;
	if (counter->slots[at].mnemonic)
		return true;
	if (counter->used == SLOTS / 2)
		return false;
	counter->slots[at].mnemonic = ch_audit_mnemonic_keep(counter->mnemonics, name);
	/* gfx12 has two instructions for one barrier */
	counter->slots[at].barrier = strcmp(name, "s_barrier") == 0 || strcmp(name, "s_barrier_wait") == 0;
	counter->used++;
	return counter->slots[at].mnemonic != NULL;
}

static ch_remembered *place_of(ch_counter *counter, uint64_t bytes, uint32_t size)
{
	const uint64_t mixed =
		bytes * 0x9e3779b97f4a7c15u; /* Knuth's multiplicative hashing: 2^64 over the golden ratio */
	return (size == 4 ? counter->short_ones : counter->long_ones) + (mixed >> 32) % MEMORY;
}

/* ch_audit_known_word */
static uint32_t word_recall(void *context, const uint8_t *bytes, uint64_t left)
{
	ch_counter *counter = context;
	for (uint32_t size = 4; size <= 8 && size <= left; size += 4) {
		const uint64_t key = size == 4 ? ch_gcn_load32(bytes) : ch_gcn_load64(bytes);
		const ch_remembered *r = place_of(counter, key, size);
		if (r->wave_size != counter->wave_size || r->bytes != key)
			continue;
		slot_count(counter, r->slot);
		counter->instructions++;
		return size;
	}
	return 0;
}

static void word_remember(ch_counter *counter, const ch_audit_line *line, uint32_t slot)
{
	if (!counter->remembers || !line->decoded || !ch_audit_fixed(line->bytes, line->size, counter->arch_major))
		return;
	const uint64_t key = line->size == 4 ? ch_gcn_load32(line->bytes) : ch_gcn_load64(line->bytes);
	*place_of(counter, key, line->size) = (ch_remembered){key, (uint16_t)slot, counter->wave_size};
}

static bool line_count(void *context, const ch_audit_line *line)
{
	ch_counter *counter = context;
	const char *second = strstr(line->text, " :: ");
	uint32_t slot;
	bool ok = slot_find(counter, line->text, strcspn(line->text, " "), &slot);
	if (ok) {
		slot_count(counter, slot);
		if (!second)
			word_remember(counter, line, slot);
	}
	if (ok && second) {
		ok = slot_find(counter, second + 4, strcspn(second + 4, " "), &slot);
		if (ok)
			slot_count(counter, slot);
	}
	counter->instructions += line->decoded;
	counter->out_of_memory |= !ok;
	return ok;
}

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
	audit->figures[CH_FIGURE_INSTRUCTIONS] = counter->instructions;
	audit->figures[CH_FIGURE_UNDECODED] = counter->classes[CH_CLASS_UNDECODED];
	audit->known |= 1u << CH_FIGURE_INSTRUCTIONS | 1u << CH_FIGURE_UNDECODED;
	audit->disassembled = true;
	return true;
}

ch_counter *ch_counter_open(ch_audit_mnemonics *mnemonics, bool remembers)
{
	ch_counter *counter = calloc(1, sizeof *counter);
	if (!counter)
		return NULL;
	counter->mnemonics = mnemonics;
	counter->remembers = remembers;
	return counter;
}

void ch_counter_close(ch_counter *counter)
{
	free(counter);
}

ch_status ch_counter_run(ch_counter *counter, const ch_gcn_object *object, const ch_gcn_kernel *kernel,
			 ch_audit_kernel *audit, ch_gcn_error *error)
{
	const ch_audit_visitor visitor = {line_count, counter->remembers ? word_recall : NULL, counter};
	counter_clear(counter);
	counter->arch_major = ch_audit_arch_major(object->target.arch);
	counter->wave_size = kernel->descriptor.wave32 ? 32 : 64;
	const ch_status status = ch_audit_walk(object, kernel, &visitor, error);
	if (status)
		return status;
	return !counter->out_of_memory && counts_take(counter, audit) ? CH_OK : CH_OUT_OF_MEMORY;
}
