/* SPDX-License-Identifier: Apache-2.0
 *
 * A directory that is there whole or not at all. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vectors/complain.h"
#include "vectors/emit.h"

static bool write_whole(int fd, const uint8_t *data, size_t size)
{
	while (size > 0) {
		ssize_t n = write(fd, data, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		data += n;
		size -= (size_t)n;
	}
	return true;
}

/* Synced before the rename: a power cut must not leave a directory with the right name and empty files. */
static bool write_file(int dir_fd, const ch_file *file)
{
	int fd = openat(dir_fd, file->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

	if (fd < 0)
		return false;
	bool good = write_whole(fd, file->data, file->size) && fsync(fd) == 0;
	int reason = errno;

	if (close(fd) != 0 && good) {
		reason = errno;
		good = false;
	}
	errno = reason;
	return good;
}

static void remove_all(int dir_fd, const ch_folder *folder, const char *temporary)
{
	for (size_t i = 0; i < folder->count; i++)
		(void)unlinkat(dir_fd, folder->files[i].name, 0);
	(void)rmdir(temporary);
}

/* Only an empty directory may be in the way: rename replaces that. */
static bool target_is_free(const char *dir, char *error, size_t error_size)
{
	DIR *stream = opendir(dir);
	const struct dirent *entry;
	bool empty = true;

	if (!stream && errno == ENOENT)
		return true;
	if (!stream)
		return ch_complain(error, error_size, "%s: is in the way: %s", dir, strerror(errno));
	while ((entry = readdir(stream)) != NULL)
		empty = empty && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0);
	(void)closedir(stream);
	return empty || ch_complain(error, error_size, "%s: is not empty, expected a new or an empty directory", dir);
}

/* mkdtemp makes it for the owner alone; the result should be what mkdir makes. */
static bool open_to_others(const char *dir)
{
	mode_t mask = umask(0);

	(void)umask(mask);
	return chmod(dir, 0777 & ~mask) == 0;
}

static bool fill_and_rename(const ch_folder *folder, int dir_fd, const char *temporary, const char *dir, char *error,
			    size_t error_size)
{
	for (size_t i = 0; i < folder->count; i++) {
		if (!write_file(dir_fd, &folder->files[i]))
			return ch_complain(error, error_size, "%s/%s: cannot be written: %s", dir,
					   folder->files[i].name, strerror(errno));
	}
	if (!open_to_others(temporary) || fsync(dir_fd) || rename(temporary, dir))
		return ch_complain(error, error_size, "%s: cannot be put in place: %s", dir, strerror(errno));
	return true;
}

bool ch_emit_write(const ch_folder *folder, const char *dir, char *error, size_t error_size)
{
	size_t length = strlen(dir);
	char *temporary = malloc(length + sizeof(".XXXXXX"));

	while (length > 1 && dir[length - 1] == '/')
		length--;
	if (!temporary)
		return ch_complain(error, error_size, "%s: out of memory", dir);
	memcpy(temporary, dir, length);
	memcpy(temporary + length, ".XXXXXX", sizeof(".XXXXXX"));
	bool good = target_is_free(dir, error, error_size);

	if (good && !mkdtemp(temporary))
		good = ch_complain(error, error_size, "%s: cannot be made: %s", dir, strerror(errno));
	else if (good) {
		int dir_fd = open(temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

		good = dir_fd >= 0 ? fill_and_rename(folder, dir_fd, temporary, dir, error, error_size)
				   : ch_complain(error, error_size, "%s: cannot be made: %s", dir, strerror(errno));
		if (!good)
			remove_all(dir_fd, folder, temporary);
		if (dir_fd >= 0)
			(void)close(dir_fd);
	}
	free(temporary);
	return good;
}
