/* SPDX-License-Identifier: Apache-2.0
 *
 * The decision fails closed: whatever is not known for certain means off. */
#define _POSIX_C_SOURCE 200809L /* sched_yield, strnlen */
#include "kernels/qsa_guard.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/target_id.h"

/* Either name switches; where both are set, both must (they might disagree, and a wrong value is somebody's mistake). */
static const char *const variables[] = {"CHECKHIP_QSA_QUERY_SWIZZLE", "STRATA_GFX906_ATTN_QUERY_SWIZZLE"};

enum { VARIABLES = sizeof(variables) / sizeof(variables[0]) };

/* WRONG + i: variable i is set, to something else than "1". */
enum { UNREAD, READING, NOT_SET, SET, WRONG };

static ch_qsa_environment process_environment;
static atomic_uint_fast64_t guards_made;

/* Of the last device that this thread asked a guard about (F50). Only an answer is kept, an error never. */
static _Thread_local struct {
	uint64_t serial;
	int device;
	ch_qsa_guard_device properties;
} kept;

void ch_qsa_guard_init(ch_qsa_guard *guard, const ch_qsa_guard_calls *calls, void *context,
		       ch_qsa_environment *environment)
{
	*guard = (ch_qsa_guard){calls, context, environment ? environment : &process_environment,
				atomic_fetch_add(&guards_made, 1) + 1};
}

static int read_switch(const ch_qsa_guard *guard)
{
	int state = NOT_SET;

	for (int i = 0; i < VARIABLES; i++) {
		const char *value = guard->calls->read_variable(guard->context, variables[i]);

		if (!value)
			continue;
		if (strcmp(value, "1") != 0) /* F49: not "true", not "01", not "1 " */
			return WRONG + i;
		state = SET;
	}
	return state;
}

/* One thread reads, others wait for what it found: so that all calls of a process see one answer. */
static int environment_state(const ch_qsa_guard *guard)
{
	atomic_int *state = &guard->environment->state;
	int seen = UNREAD;

	if (atomic_compare_exchange_strong(state, &seen, READING)) {
		seen = read_switch(guard);
		atomic_store(state, seen);
		return seen;
	}
	while (seen == READING) {
		sched_yield();
		seen = atomic_load(state);
	}
	return seen;
}

/* F48: the whole name, then nothing but features that it has. */
static bool is_gfx906(const char arch[CH_QSA_GUARD_ARCH])
{
	ch_target_id id;

	return ch_target_id_parse(arch, CH_QSA_GUARD_ARCH, &id) && strcmp(id.processor, "gfx906") == 0 &&
	       ch_target_id_has_features(&id);
}

/* A runtime may give anything as a name. */
static void printable_name(const char arch[CH_QSA_GUARD_ARCH], char out[64])
{
	size_t length = strnlen(arch, CH_QSA_GUARD_ARCH);

	if (length > 63)
		length = 63;
	for (size_t i = 0; i < length; i++)
		out[i] = arch[i] >= ' ' && arch[i] <= '~' ? arch[i] : '?';
	out[length] = 0;
}

static const ch_qsa_guard_device *device_properties(const ch_qsa_guard *guard, int device)
{
	ch_qsa_guard_device properties = {.wave_size = 0};

	if (kept.serial == guard->serial && kept.device == device)
		return &kept.properties;
	if (guard->calls->get_properties(guard->context, device, &properties))
		return NULL;
	kept.serial = guard->serial;
	kept.device = device;
	kept.properties = properties;
	return &kept.properties;
}

#define SAY(...) (void)snprintf(answer->words, sizeof(answer->words), "query swizzle " __VA_ARGS__)

static void judge_device(const ch_qsa_guard *guard, ch_qsa_guard_answer *answer)
{
	const ch_qsa_guard_device *properties;
	char name[64];
	int device, error = guard->calls->get_device(guard->context, &device);

	if (error) {
		SAY("off: the current device could not be read (error %d)", error);
		return;
	}
	properties = device_properties(guard, device);
	if (!properties) {
		SAY("off: the properties of device %d could not be read", device);
		return;
	}
	printable_name(properties->arch, name);
	if (!is_gfx906(properties->arch)) {
		SAY("off: device %d is '%s', not gfx906", device, name);
	} else if (properties->wave_size != 64) {
		SAY("off: device %d has waves of %d, not 64", device, properties->wave_size);
	} else {
		SAY("on: asked for, device %d is %s with waves of 64", device, name);
		answer->swizzle = true;
	}
}

static void decide(const ch_qsa_guard *guard, ch_pool pool, ch_qsa_entry entry, ch_qsa_guard_answer *answer)
{
	int state = environment_state(guard);

	if (state == NOT_SET)
		SAY("off: %s is not set", variables[0]);
	else if (state != SET)
		SAY("off: %s is set, but not to exactly 1", variables[state - WRONG]);
	else if (pool != CH_POOL_INT8)
		SAY("off: it is for INT8 pools only");
	else if (entry != CH_QSA_BATCH)
		SAY("off: it is for the batch entry only");
	else
		judge_device(guard, answer);
}

ch_qsa_guard_answer ch_qsa_guard_ask(const ch_qsa_guard *guard, ch_pool pool, ch_qsa_entry entry)
{
	ch_qsa_guard_answer answer = {.swizzle = false};

	decide(guard, pool, entry, &answer);
	return answer;
}

const char *ch_qsa_guard_getenv(void *context, const char *name)
{
	(void)context;
	return getenv(name);
}

static int fixed_device(void *context, int *device)
{
	(void)context;
	*device = 0;
	return 0;
}

static int fixed_properties(void *context, int device, ch_qsa_guard_device *result)
{
	(void)device;
	*result = *(const ch_qsa_guard_device *)context;
	return 0;
}

const ch_qsa_guard_calls ch_qsa_guard_fixed = {ch_qsa_guard_getenv, fixed_device, fixed_properties};
