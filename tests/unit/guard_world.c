/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include "guard_world.h"

#include <string.h>
#include <time.h>

_Thread_local int guard_world_device;

static const char *read_variable(void *context, const char *name)
{
	guard_world *world = context;

	atomic_fetch_add(&world->variables_read, 1);
	if (world->slow)
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
	if (strcmp(name, "CHECKHIP_QSA_QUERY_SWIZZLE") == 0)
		return world->own;
	return strcmp(name, "STRATA_GFX906_ATTN_QUERY_SWIZZLE") == 0 ? world->alias : "1";
}

/* True while there are failures left, and takes one. */
static bool fails_now(atomic_int *failures)
{
	int left = atomic_load(failures);

	while (left > 0) {
		if (atomic_compare_exchange_weak(failures, &left, left - 1))
			return true;
	}
	return false;
}

static int get_device(void *context, int *device)
{
	guard_world *world = context;

	atomic_fetch_add(&world->devices_read, 1);
	*device = guard_world_device; /* also on failure: a guard that goes on regardless must be seen */
	return fails_now(&world->get_device_fails) ? 100 : 0;
}

static int get_properties(void *context, int device, ch_qsa_guard_device *result)
{
	guard_world *world = context;

	atomic_fetch_add(&world->properties_read, 1);
	if (device < 0 || device >= WORLD_DEVICES)
		return 101;
	*result = world->devices[device];
	return fails_now(&world->get_properties_fails) ? 102 : 0;
}

const ch_qsa_guard_calls guard_world_calls = {read_variable, get_device, get_properties};
