/* SPDX-License-Identifier: Apache-2.0 */
#include "selector_names.h"

#include <string.h>

/* Written out, not taken from the selector: a name that moves from one list to another must be moved here too. */
static const char *const waves_of_64[] = {"gfx900", "gfx902", "gfx904",	      "gfx906",	       "gfx908",
					  "gfx909", "gfx90a", "gfx90c",	      "gfx940",	       "gfx941",
					  "gfx942", "gfx950", "gfx9-generic", "gfx9-4-generic"};
static const char *const waves_of_32[] = {
	"gfx1010", "gfx1011", "gfx1012",	 "gfx1013",	    "gfx1030",	     "gfx1031",	      "gfx1032",
	"gfx1033", "gfx1034", "gfx1035",	 "gfx1036",	    "gfx1100",	     "gfx1101",	      "gfx1102",
	"gfx1103", "gfx1150", "gfx1151",	 "gfx1152",	    "gfx1153",	     "gfx1200",	      "gfx1201",
	"sm_75",   "sm_80",   "sm_86",		 "sm_87",	    "sm_89",	     "sm_90",	      "sm_100",
	"sm_103",  "sm_120",  "gfx10-1-generic", "gfx10-3-generic", "gfx11-generic", "gfx12-generic",
};

static bool listed(const char *name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(list[i], name) == 0)
			return true;
	}
	return false;
}

const size_t selector_name_count =
	sizeof(waves_of_64) / sizeof(waves_of_64[0]) + sizeof(waves_of_32) / sizeof(waves_of_32[0]);

bool selector_waves_of_64(const char *name)
{
	return listed(name, waves_of_64, sizeof(waves_of_64) / sizeof(waves_of_64[0]));
}

bool selector_waves_of_32(const char *name)
{
	return listed(name, waves_of_32, sizeof(waves_of_32) / sizeof(waves_of_32[0]));
}
