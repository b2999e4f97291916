/* SPDX-License-Identifier: Apache-2.0
 *
 * checkhip doctor: what this machine can and cannot check, and why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case_sources.h"
#include "checkhip/version.h"
#include "command.h"
#include "parts.h"
#include "providers/providers.h"
#include "suite/run.h"

static const char help[] = "example: checkhip doctor\n"
			   "\n"
			   "usage: checkhip doctor\n"
			   "Says what this build and this machine can check, and why not the rest. Always exits 0.\n";

static void say(bool can, const char *what, const char *why)
{
	printf("%-4s %-34s %s\n", can ? "yes" : "no", what, why);
}

static void doctor_parts(void)
{
	for (size_t i = 0; ch_part_at(i); i++) {
		const ch_part *part = ch_part_at(i);
		char what[64], why[96];

		snprintf(what, sizeof(what), "part %s", part->name);
		if (part->built)
			snprintf(why, sizeof(why), "%s", part->gives);
		else
			snprintf(why, sizeof(why), "%s: not in this build; configure with -D%s", part->gives,
				 part->option);
		say(part->built, what, why);
	}
}

static void doctor_provider(const char *spec)
{
	ch_call_report report;
	char what[64];
	ch_worker *worker = ch_worker_new(spec, 60);
	const ch_worker_info *info = worker ? ch_worker_open(worker, &report) : NULL;

	snprintf(what, sizeof(what), "provider %s", spec);
	say(info != NULL, what, info ? info->description : worker ? report.words : "no memory");
	ch_worker_free(worker);
}

static void doctor_known_answers(void)
{
	char error[512] = "";
	ch_case_list list = {0};
	ch_case_sources *sources = ch_case_sources_open(NULL, CH_LEVEL_QUICK, 1, NULL, &list, error, sizeof(error));
	const char *dir = sources ? ch_case_sources_known(sources) : NULL;
	const char *name, *reason = error;

	for (unsigned i = 0; sources && !dir && ch_case_sources_missing(sources, i, &name, &reason); i++)
		;
	say(dir != NULL, "known-answer files", dir ? dir : reason);
	ch_case_sources_close(sources);
	ch_case_free(&list);
}

/* The names under which the kernel shows graphics cards to programs. */
static void doctor_devices(void)
{
	static const struct {
		const char *path, *what, *there, *absent;
	} rows[] = {
		{"/dev/kfd", "AMD GPU", "the driver's device is there", "no device of the AMD driver (/dev/kfd)"},
		{"/dev/nvidiactl", "NVIDIA GPU", "the driver's device is there", "no device of the NVIDIA driver"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		bool there = access(rows[i].path, R_OK | W_OK) == 0;

		say(there, rows[i].what, there ? rows[i].there : rows[i].absent);
	}
}

static int run(int argc, char **argv)
{
	if (argc > 1)
		return ch_usage_error(&ch_command_doctor, "unexpected '%s'", argv[1]);
	printf("checkhip %s\n", CHECKHIP_VERSION);
	say(true, "references and plug-ins", "always");
	doctor_parts();
	for (uint32_t i = 0; ch_provider_at(i); i++)
		doctor_provider(ch_provider_at(i)->name);
	doctor_known_answers();
	doctor_devices();
	const char *override = getenv("HSA_OVERRIDE_GFX_VERSION");

	if (override)
		printf("note HSA_OVERRIDE_GFX_VERSION=%s is set: an AMD device will not report what it is\n", override);
	return CH_EXIT_PASS;
}

const ch_command ch_command_doctor = {"doctor", "what this machine can check, and why not the rest", help, run};
