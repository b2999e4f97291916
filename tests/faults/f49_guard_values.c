/* SPDX-License-Identifier: Apache-2.0
 *
 * F49: guards that take another value of the variable for a yes. */
#include <stdlib.h>
#include <string.h>

#include "guard_world.h"

static int current(void *context, int *device)
{
	return guard_world_calls.get_device(context, device);
}

static int properties(void *context, int device, ch_qsa_guard_device *result)
{
	return guard_world_calls.get_properties(context, device, result);
}

static const char *any_value(void *context, const char *name)
{
	return guard_world_calls.read_variable(context, name) ? "1" : NULL;
}

static const char *blanks_trimmed(void *context, const char *name)
{
	const char *value = guard_world_calls.read_variable(context, name);

	if (!value)
		return NULL;
	value += strspn(value, " \t\n");
	return value[0] == '1' && value[1 + strspn(value + 1, " \t\n")] == 0 ? "1" : value;
}

static const char *number(void *context, const char *name)
{
	const char *value = guard_world_calls.read_variable(context, name);

	return value && strtol(value, NULL, 10) != 0 ? "1" : value;
}

/* One of the names says yes: what the other says is not looked at. */
static const char *either_name(void *context, const char *name)
{
	guard_world *world = context;

	(void)name;
	if (world->own && strcmp(world->own, "1") == 0)
		return world->own;
	return world->alias ? world->alias : world->own;
}

static const ch_qsa_guard_calls any_value_calls = {any_value, current, properties},
				blanks_trimmed_calls = {blanks_trimmed, current, properties},
				number_calls = {number, current, properties},
				either_name_calls = {either_name, current, properties};

const broken_guard broken_any_value = {"takes any value", &any_value_calls, "variable is 0"},
		   broken_blanks_trimmed = {"trims blanks", &blanks_trimmed_calls, "variable is '1 '"},
		   broken_number = {"reads a number", &number_calls, "variable is 01"},
		   broken_either_name = {"asks for one name only", &either_name_calls, "variable is 1, alias is 0"};
