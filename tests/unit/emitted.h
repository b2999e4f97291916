/* SPDX-License-Identifier: Apache-2.0
 *
 * Known answers in memory, as emit makes them, and a count of what is said of them. */
#ifndef CHECKHIP_TESTS_EMITTED_H
#define CHECKHIP_TESTS_EMITTED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "vectors/complain.h"
#include "vectors/emit.h"
#include "vectors/verify.h"

static const ch_emit_choice small = {.small = true}, small_inputs = {.small = true, .inputs_only = true};

static inline ch_folder make(const ch_emit_choice *choice)
{
	char error[CH_COMPLAINT] = "";
	ch_folder folder;

	if (!ch_emit_make(choice, &folder, error, sizeof(error)))
		fail_msg("%s", error);
	return folder;
}

static inline ch_folder copy_folder(const ch_folder *from)
{
	ch_folder folder = {0};

	for (size_t i = 0; i < from->count; i++)
		assert_true(ch_folder_add(&folder, from->files[i].name, from->files[i].data, from->files[i].size));
	return folder;
}

struct tally {
	size_t passed, failed, naming;
	const char *file; /* failures that name it count as naming */
	char last[1200];
};

static inline void count_verdict(void *context, const char *name, const ch_verdict *verdict)
{
	struct tally *tally = context;

	if (verdict->result == CH_PASS) {
		tally->passed++;
		return;
	}
	tally->failed++;
	tally->naming += tally->file && strstr(verdict->text, tally->file) != NULL;
	(void)snprintf(tally->last, sizeof(tally->last), "%s: %s", name, verdict->text);
}

/* Judges a copy of the folder as inputs and answers in one. */
static inline struct tally judge(const ch_folder *folder, const char *file)
{
	ch_folder copy = copy_folder(folder);
	struct tally tally = {.file = file};
	char error[CH_COMPLAINT] = "";
	ch_known *known = ch_known_from_folder(&copy, error, sizeof(error));

	if (!known)
		fail_msg("%s", error);
	assert_true(ch_verify_answers(known, known, count_verdict, &tally));
	ch_known_close(known);
	return tally;
}

#endif
