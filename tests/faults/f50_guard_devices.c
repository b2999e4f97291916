/* SPDX-License-Identifier: Apache-2.0
 *
 * F50: guards that keep what they should not, or share what is a thread's own. */

#include "guard_world.h"

/* Of the whole process. */
static struct {
	atomic_int device, error;
	atomic_bool kept;
} process;

static const char *variable(void *context, const char *name)
{
	return guard_world_calls.read_variable(context, name);
}

static int current(void *context, int *device)
{
	return guard_world_calls.get_device(context, device);
}

static int properties(void *context, int device, ch_qsa_guard_device *result)
{
	return guard_world_calls.get_properties(context, device, result);
}

/* Each check begins by reading a variable, in a world that has read none. */
static const char *begin(void *context, const char *name)
{
	guard_world *world = context;

	if (atomic_load(&world->variables_read) == 0)
		atomic_store(&process.kept, false);
	return guard_world_calls.read_variable(context, name);
}

static int first_device(void *context, int device, ch_qsa_guard_device *result)
{
	bool none = false;

	if (atomic_compare_exchange_strong(&process.kept, &none, true))
		atomic_store(&process.device, device);
	return guard_world_calls.get_properties(context, atomic_load(&process.device), result);
}

static int error_kept(void *context, int device, ch_qsa_guard_device *result)
{
	int error = guard_world_calls.get_properties(context, device, result);
	bool none = false;

	if (atomic_compare_exchange_strong(&process.kept, &none, true))
		atomic_store(&process.error, error);
	return error ? error : atomic_load(&process.error);
}

/* The current device as some thread had it first. */
static int one_for_all_threads(void *context, int *device)
{
	int error = guard_world_calls.get_device(context, device);
	bool none = false;

	if (atomic_compare_exchange_strong(&process.kept, &none, true))
		atomic_store(&process.device, *device);
	*device = atomic_load(&process.device);
	return error;
}

static int error_is_on(void *context, int device, ch_qsa_guard_device *result)
{
	(void)guard_world_calls.get_properties(context, device, result);
	return 0;
}

static const ch_qsa_guard_calls first_device_calls = {begin, current, first_device},
				error_kept_calls = {begin, current, error_kept},
				one_for_all_threads_calls = {begin, one_for_all_threads, properties},
				error_is_on_calls = {variable, current, error_is_on};

const broken_guard broken_first_device = {"keeps the first device's properties", &first_device_calls,
					  "devices gfx906, then gfx90a"},
		   broken_error_kept = {"keeps an error", &error_kept_calls, "properties fail once, then do not"},
		   broken_one_for_all_threads = {"one current device for all threads", &one_for_all_threads_calls,
						 "two threads, two devices"},
		   broken_error_is_on = {"goes on after an error", &error_is_on_calls, "properties fail"};
