/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vectors/complain.h"
#include "vectors/folder.h"

/* Takes over data. */
static bool keep_file(ch_folder *folder, const char *name, uint8_t *data, size_t size)
{
	ch_file *files = realloc(folder->files, (folder->count + 1) * sizeof(*files));
	char *copy = strdup(name);
	size_t at = folder->count;

	if (files)
		folder->files = files;
	if (!files || !copy) {
		free(copy);
		free(data);
		return false;
	}
	while (at > 0 && strcmp(files[at - 1].name, name) > 0) {
		files[at] = files[at - 1];
		at--;
	}
	files[at] = (ch_file){copy, data, size};
	folder->count++;
	return true;
}

bool ch_folder_add(ch_folder *folder, const char *name, const void *data, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1);

	if (!copy)
		return false;
	if (size)
		memcpy(copy, data, size);
	return keep_file(folder, name, copy, size);
}

static bool read_whole(int fd, uint8_t *data, size_t size, size_t *got)
{
	*got = 0;
	while (*got < size) {
		ssize_t n = read(fd, data + *got, size - *got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		if (n == 0)
			break;
		*got += (size_t)n;
	}
	return true;
}

static bool load_open_file(int fd, const char *name, size_t used, ch_folder *folder, char *error, size_t error_size)
{
	struct stat about;
	size_t got;

	if (fstat(fd, &about))
		return ch_complain(error, error_size, "%s: cannot be read: %s", name, strerror(errno));
	if (!S_ISREG(about.st_mode))
		return true;
	if (about.st_size > CH_FOLDER_FILE_BYTES || (size_t)about.st_size > CH_FOLDER_BYTES - used)
		return ch_complain(error, error_size, "%s: %lld bytes, expected at most %d a file and %d in all", name,
				   (long long)about.st_size, CH_FOLDER_FILE_BYTES, CH_FOLDER_BYTES);
	size_t size = (size_t)about.st_size;
	/* one byte more than expected, so that a file that grows meanwhile shows */
	uint8_t *data = malloc(size + 1);

	if (!data)
		return ch_complain(error, error_size, "%s: out of memory", name);
	if (!read_whole(fd, data, size + 1, &got) || got != size) {
		int reason = errno;

		free(data);
		return got > size || got < size
			       ? ch_complain(error, error_size, "%s: its size changed while it was read", name)
			       : ch_complain(error, error_size, "%s: cannot be read: %s", name, strerror(reason));
	}
	if (!keep_file(folder, name, data, size))
		return ch_complain(error, error_size, "%s: out of memory", name);
	return true;
}

static bool load_all(DIR *stream, const char *dir, ch_folder *folder, char *error, size_t error_size)
{
	size_t used = 0;
	const struct dirent *entry;

	while (errno = 0, (entry = readdir(stream)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		if (folder->count == CH_FOLDER_FILES)
			return ch_complain(error, error_size, "%s: more than %d files", dir, CH_FOLDER_FILES);
		/* a pipe must not stop us, so no wait for its writer */
		int fd = openat(dirfd(stream), entry->d_name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

		if (fd < 0)
			return ch_complain(error, error_size, "%s/%s: cannot be opened: %s", dir, entry->d_name,
					   strerror(errno));
		bool good = load_open_file(fd, entry->d_name, used, folder, error, error_size);

		(void)close(fd);
		if (!good)
			return false;
		used = 0;
		for (size_t i = 0; i < folder->count; i++)
			used += folder->files[i].size;
	}
	if (errno)
		return ch_complain(error, error_size, "%s: cannot be listed: %s", dir, strerror(errno));
	return true;
}

bool ch_folder_read(const char *dir, ch_folder *folder, char *error, size_t error_size)
{
	DIR *stream = opendir(dir);

	*folder = (ch_folder){0};
	if (!stream)
		return ch_complain(error, error_size, "%s: cannot be opened as a directory: %s", dir, strerror(errno));
	bool good = load_all(stream, dir, folder, error, error_size);

	(void)closedir(stream);
	if (!good)
		ch_folder_free(folder);
	return good;
}

const ch_file *ch_folder_find(const ch_folder *folder, const char *name)
{
	for (size_t i = 0; i < folder->count; i++) {
		if (strcmp(folder->files[i].name, name) == 0)
			return &folder->files[i];
	}
	return NULL;
}

void ch_folder_free(ch_folder *folder)
{
	for (size_t i = 0; i < folder->count; i++) {
		free(folder->files[i].name);
		free(folder->files[i].data);
	}
	free(folder->files);
	*folder = (ch_folder){0};
}
