/* SPDX-License-Identifier: Apache-2.0
 *
 * F48: guards that take an architecture for gfx906 by other means than its whole name. */
#include <ctype.h>
#include <string.h>

#include "guard_world.h"

static const char *variable(void *context, const char *name)
{
	return guard_world_calls.read_variable(context, name);
}

static int current(void *context, int *device)
{
	return guard_world_calls.get_device(context, device);
}

static int prefix(void *context, int device, ch_qsa_guard_device *result)
{
	int error = guard_world_calls.get_properties(context, device, result);

	if (strncmp(result->arch, "gfx906", 6) == 0)
		result->arch[6] = 0;
	return error;
}

static int suffix_refused(void *context, int device, ch_qsa_guard_device *result)
{
	int error = guard_world_calls.get_properties(context, device, result);

	if (memchr(result->arch, ':', sizeof(result->arch)))
		result->arch[0] = 0;
	return error;
}

static int suffix_any(void *context, int device, ch_qsa_guard_device *result)
{
	int error = guard_world_calls.get_properties(context, device, result);
	char *colon = memchr(result->arch, ':', sizeof(result->arch));

	if (colon)
		*colon = 0;
	return error;
}

static int case_blind(void *context, int device, ch_qsa_guard_device *result)
{
	int error = guard_world_calls.get_properties(context, device, result);

	for (size_t i = 0; i < sizeof(result->arch); i++)
		result->arch[i] = (char)tolower((unsigned char)result->arch[i]);
	return error;
}

static const ch_qsa_guard_calls prefix_calls = {variable, current, prefix},
				suffix_refused_calls = {variable, current, suffix_refused},
				suffix_any_calls = {variable, current, suffix_any},
				case_blind_calls = {variable, current, case_blind};

const broken_guard broken_prefix = {"matches by prefix", &prefix_calls, "arch gfx9060"},
		   broken_suffix_refused = {"refuses suffixes", &suffix_refused_calls, "arch gfx906:sramecc+:xnack-"},
		   broken_suffix_any = {"takes any suffix", &suffix_any_calls, "arch gfx906:tgsplit+"},
		   broken_case_blind = {"matches any case", &case_blind_calls, "arch GFX906"};
