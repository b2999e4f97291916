/* SPDX-License-Identifier: Apache-2.0
 *
 * A suite's folder: read as one snapshot, replaced as a whole or not at all. A new content is built beside it in ".NAME.new"
 * and changes places with it in one step; a process killed at any moment leaves the old folder or the new one, each whole.
 * Links are never followed below the folder's parent, and only plain files are read. */
#ifndef CHECKHIP_GOLDEN_SUITE_DIR_H
#define CHECKHIP_GOLDEN_SUITE_DIR_H

#include "golden/bytes.h"
#include "golden/trouble.h"

enum { CH_SUITE_DIR_NAME = 200 };

typedef struct ch_suite_dir {
	int parent;		      /* of the folder; -1: closed */
	int view;		      /* the folder itself as it was when opened; -1: there is none */
	int lock, stage;	      /* -1: none */
	char name[CH_SUITE_DIR_NAME]; /* within the parent */
	char path[512];		      /* as the user gave it, for messages */
} ch_suite_dir;

/* Opens the folder at path; one that is not there is no trouble (view is -1), its parent must be. */
bool ch_suite_dir_open(ch_suite_dir *folder, const char *path, ch_trouble *trouble);
void ch_suite_dir_close(ch_suite_dir *folder); /* throws an uncommitted stage away, gives the lock back */

/* CH_TROUBLE_BUSY while another process holds it. Looks at the folder again: view is then what the last holder left. */
bool ch_suite_dir_lock(ch_suite_dir *folder, ch_trouble *trouble);

/* A plain file of the view, at most limit bytes. *found false (and no trouble) if there is no such file. */
bool ch_suite_dir_read(const ch_suite_dir *folder, const char *file, size_t limit, ch_bytes *content, bool *found,
		       ch_trouble *trouble);

/* Building the new content; the lock must be held. Files of the old folder for which keep says true go along. */
bool ch_suite_dir_stage(ch_suite_dir *folder, ch_trouble *trouble);
bool ch_suite_dir_write(ch_suite_dir *folder, const char *file, const void *data, size_t size, ch_trouble *trouble);
bool ch_suite_dir_commit(ch_suite_dir *folder, bool (*keep)(const void *context, const char *file), const void *context,
			 ch_trouble *trouble);

/* Removes a folder of plain files; the lock must be held. */
bool ch_suite_dir_remove(ch_suite_dir *folder, ch_trouble *trouble);

/* A name that can stand in a suite: letters, digits, '.', '_', '-', not beginning with '.', at most 64. */
bool ch_suite_dir_plain_name(const char *name);

#endif
