/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "golden/suite_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char stage_suffix[] = "new", old_suffix[] = "old", lock_suffix[] = "lock";

bool ch_suite_dir_plain_name(const char *name)
{
	size_t length = strlen(name);

	if (!length || length > 64 || name[0] == '.' || name[0] == '-')
		return false;
	return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == length;
}

static bool trouble_errno(const ch_suite_dir *folder, const char *file, const char *doing, ch_trouble *trouble)
{
	return ch_trouble_set(trouble, CH_TROUBLE_FILE, "%s%s%s: cannot %s: %s", folder->path, *file ? "/" : "", file,
			      doing, strerror(errno));
}

/* ".NAME.suffix", which stands beside the folder */
static const char *beside(const ch_suite_dir *folder, const char *suffix, char name[CH_SUITE_DIR_NAME + 16])
{
	snprintf(name, CH_SUITE_DIR_NAME + 16, ".%s.%s", folder->name, suffix);
	return name;
}

/* Removes a folder that holds plain files only; anything else in it stays and is trouble. */
static bool remove_flat(int parent, const char *name)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	struct dirent *entry;
	DIR *dir;

	if (fd < 0)
		return errno == ENOENT;
	dir = fdopendir(fd);
	if (!dir) {
		close(fd);
		return false;
	}
	while ((entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			unlinkat(fd, entry->d_name, 0);
	closedir(dir);
	return unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT;
}

/* Where the file system cannot exchange two names, a kill between the two renames leaves ".NAME.old": it is the suite. The
 * name is tried again after it, for a writer that was just between the two. */
static bool look(ch_suite_dir *folder, ch_trouble *trouble)
{
	char old[CH_SUITE_DIR_NAME + 16];
	const char *const names[] = {folder->name, beside(folder, old_suffix, old), folder->name};

	if (folder->view >= 0)
		close(folder->view);
	for (int i = 0; i < 3; i++) {
		folder->view = openat(folder->parent, names[i], O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (folder->view >= 0)
			return true;
		if (errno == ELOOP || errno == ENOTDIR)
			return ch_trouble_set(trouble, CH_TROUBLE_SUITE,
					      "%s: is a link or no folder; a suite is a real folder", folder->path);
		if (errno != ENOENT)
			return trouble_errno(folder, "", "open", trouble);
	}
	return true;
}

/* Under the lock: gives the old content its name back. */
static bool recover(ch_suite_dir *folder, ch_trouble *trouble)
{
	char old[CH_SUITE_DIR_NAME + 16];

	if (faccessat(folder->parent, folder->name, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
		return true;
	if (renameat(folder->parent, beside(folder, old_suffix, old), folder->parent, folder->name) && errno != ENOENT)
		return trouble_errno(folder, "", "bring the old content back", trouble);
	return true;
}

bool ch_suite_dir_open(ch_suite_dir *folder, const char *path, ch_trouble *trouble)
{
	char parent[512];
	size_t length = strlen(path);
	const char *slash, *name;

	*folder = (ch_suite_dir){.parent = -1, .view = -1, .lock = -1, .stage = -1};
	while (length > 1 && path[length - 1] == '/')
		length--;
	if (!length || length >= sizeof(parent))
		return ch_trouble_set(trouble, CH_TROUBLE_USAGE, "a suite's path has 1 to %zu bytes, this has %zu",
				      sizeof(parent) - 1, length);
	memcpy(folder->path, path, length);
	memcpy(parent, path, length);
	folder->path[length] = parent[length] = '\0';
	slash = strrchr(folder->path, '/');
	name = slash ? slash + 1 : folder->path;
	if (!ch_suite_dir_plain_name(name))
		return ch_trouble_set(trouble, CH_TROUBLE_USAGE,
				      "%s: the last part of a suite's path may have letters, digits, '.', '_' and '-', "
				      "must not begin with '.' or '-', at most 64 bytes",
				      folder->path);
	memcpy(folder->name, name, strlen(name) + 1);
	if (slash)
		parent[slash == folder->path ? 1 : slash - folder->path] = '\0';
	else
		memcpy(parent, ".", 2);
	folder->parent = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder->parent < 0)
		return ch_trouble_set(trouble, CH_TROUBLE_FILE, "%s: cannot open the folder that holds it: %s",
				      folder->path, strerror(errno));
	if (look(folder, trouble))
		return true;
	ch_suite_dir_close(folder);
	return false;
}

void ch_suite_dir_close(ch_suite_dir *folder)
{
	char name[CH_SUITE_DIR_NAME + 16];

	if (folder->stage >= 0) {
		close(folder->stage);
		remove_flat(folder->parent, beside(folder, stage_suffix, name));
	}
	if (folder->lock >= 0) {
		unlinkat(folder->parent, beside(folder, lock_suffix, name), 0);
		close(folder->lock);
	}
	if (folder->view >= 0)
		close(folder->view);
	if (folder->parent >= 0)
		close(folder->parent);
	*folder = (ch_suite_dir){.parent = -1, .view = -1, .lock = -1, .stage = -1};
}

bool ch_suite_dir_lock(ch_suite_dir *folder, ch_trouble *trouble)
{
	char name[CH_SUITE_DIR_NAME + 16];
	struct stat held, named;

	beside(folder, lock_suffix, name);
	for (int attempt = 0; attempt < 100; attempt++) {
		int fd = openat(folder->parent, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);

		if (fd < 0)
			return trouble_errno(folder, "", "make the lock beside it", trouble);
		if (flock(fd, LOCK_EX | LOCK_NB)) {
			bool busy = errno == EWOULDBLOCK;

			close(fd);
			if (!busy)
				return trouble_errno(folder, "", "lock", trouble);
			return ch_trouble_set(trouble, CH_TROUBLE_BUSY, "%s: another process is writing this suite",
					      folder->path);
		}
		/* the holder before us removed the name after we had opened it: what we hold is nobody's lock */
		if (fstat(fd, &held) == 0 && fstatat(folder->parent, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
		    held.st_ino == named.st_ino && held.st_dev == named.st_dev) {
			folder->lock = fd;
			return recover(folder, trouble) && look(folder, trouble);
		}
		close(fd);
	}
	return ch_trouble_set(trouble, CH_TROUBLE_BUSY, "%s: the lock beside it does not stay", folder->path);
}

bool ch_suite_dir_read(const ch_suite_dir *folder, const char *file, size_t limit, ch_bytes *content, bool *found,
		       ch_trouble *trouble)
{
	struct stat status;
	char block[65536];
	ssize_t got;
	int fd;

	*found = false;
	content->size = 0;
	if (folder->view < 0)
		return true;
	/* O_NONBLOCK: a named pipe must not hang the reader */
	fd = openat(folder->view, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return true;
	if (fd < 0 && errno == ELOOP)
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s/%s: is a link; a suite holds plain files",
				      folder->path, file);
	if (fd < 0)
		return trouble_errno(folder, file, "open", trouble);
	if (fstat(fd, &status) || !S_ISREG(status.st_mode)) {
		close(fd);
		return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s/%s: is no plain file", folder->path, file);
	}
	while ((got = read(fd, block, sizeof(block))) > 0) {
		if (content->size + (size_t)got > limit) {
			close(fd);
			return ch_trouble_set(trouble, CH_TROUBLE_SUITE, "%s/%s: is larger than %zu bytes",
					      folder->path, file, limit);
		}
		if (!ch_bytes_append(content, block, (size_t)got)) {
			close(fd);
			return ch_trouble_set(trouble, CH_TROUBLE_MEMORY, "out of memory");
		}
	}
	if (got < 0)
		trouble_errno(folder, file, "read", trouble);
	close(fd);
	*found = got == 0;
	return got == 0 && (content->data || ch_bytes_append(content, "", 0));
}

bool ch_suite_dir_stage(ch_suite_dir *folder, ch_trouble *trouble)
{
	char name[CH_SUITE_DIR_NAME + 16];

	/* under the lock, one that is there is a killed recorder's */
	if (!remove_flat(folder->parent, beside(folder, stage_suffix, name)) ||
	    mkdirat(folder->parent, name, 0777) != 0)
		return trouble_errno(folder, "", "make the new content beside it", trouble);
	folder->stage = openat(folder->parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return folder->stage >= 0 || trouble_errno(folder, "", "open the new content", trouble);
}

bool ch_suite_dir_write(ch_suite_dir *folder, const char *file, const void *data, size_t size, ch_trouble *trouble)
{
	int fd = openat(folder->stage, file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
	size_t written = 0;

	if (fd < 0)
		return trouble_errno(folder, file, "make", trouble);
	while (written < size) {
		ssize_t now = write(fd, (const char *)data + written, size - written);

		if (now < 0 && errno == EINTR)
			continue;
		if (now <= 0) {
			trouble_errno(folder, file, "write", trouble);
			close(fd);
			return false;
		}
		written += (size_t)now;
	}
	if (fsync(fd)) {
		trouble_errno(folder, file, "write to disk", trouble);
		close(fd);
		return false;
	}
	/* a full disk may be told only here */
	return close(fd) == 0 || trouble_errno(folder, file, "close", trouble);
}

/* What in the old folder is not the suite's (a README) goes along as it is. */
static bool carry_over(ch_suite_dir *folder, bool (*keep)(const void *, const char *), const void *context,
		       ch_trouble *trouble)
{
	int fd = folder->view < 0 ? -1 : openat(folder->view, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct dirent *entry;
	bool ok = true;
	DIR *dir;

	if (folder->view < 0)
		return true;
	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		trouble_errno(folder, "", "list", trouble);
		if (fd >= 0)
			close(fd);
		return false;
	}
	while (ok && (entry = readdir(dir))) {
		const char *name = entry->d_name;
		struct stat status;

		if (!strcmp(name, ".") || !strcmp(name, "..") ||
		    !faccessat(folder->stage, name, F_OK, AT_SYMLINK_NOFOLLOW))
			continue;
		if (fstatat(folder->view, name, &status, AT_SYMLINK_NOFOLLOW) || !S_ISREG(status.st_mode))
			ok = ch_trouble_set(trouble, CH_TROUBLE_SUITE,
					    "%s/%s: is no plain file; a suite holds nothing else", folder->path, name);
		else if (keep(context, name) && linkat(folder->view, name, folder->stage, name, 0))
			ok = trouble_errno(folder, name, "carry over", trouble);
	}
	closedir(dir);
	return ok;
}

/* True when the two names have changed places, in one step or (where that is not offered) in two that recover() knows. */
static bool change_places(ch_suite_dir *folder, const char *stage)
{
	char old[CH_SUITE_DIR_NAME + 16];

	if (!getenv("CHECKHIP_GOLDEN_NO_EXCHANGE") && /* for the tests of the other way */
	    renameat2(folder->parent, stage, folder->parent, folder->name, RENAME_EXCHANGE) == 0)
		return true;
	remove_flat(folder->parent, beside(folder, old_suffix, old));
	if (renameat(folder->parent, folder->name, folder->parent, old))
		return false;
	if (renameat(folder->parent, stage, folder->parent, folder->name) == 0) {
		fsync(folder->parent);
		remove_flat(folder->parent, old);
		return true;
	}
	renameat(folder->parent, old, folder->parent, folder->name);
	return false;
}

bool ch_suite_dir_commit(ch_suite_dir *folder, bool (*keep)(const void *context, const char *file), const void *context,
			 ch_trouble *trouble)
{
	char stage[CH_SUITE_DIR_NAME + 16];

	beside(folder, stage_suffix, stage);
	if (!carry_over(folder, keep, context, trouble))
		return false;
	if (fsync(folder->stage))
		return trouble_errno(folder, "", "write the new content to disk", trouble);
	if (folder->view >= 0 ? !change_places(folder, stage)
			      : renameat(folder->parent, stage, folder->parent, folder->name) != 0)
		return trouble_errno(folder, "", "put the new content in its place", trouble);
	close(folder->stage);
	folder->stage = -1;
	fsync(folder->parent);
	remove_flat(folder->parent, stage);
	return look(folder, trouble);
}

bool ch_suite_dir_remove(ch_suite_dir *folder, ch_trouble *trouble)
{
	return remove_flat(folder->parent, folder->name) || trouble_errno(folder, "", "remove", trouble);
}
