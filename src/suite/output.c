/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "suite/output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 4096, ENDING_ROOM = 32 };

static bool refuse(char *words, size_t size, const char *path, const char *why)
{
	snprintf(words, size, "%.200s cannot be written: %s", path, why);
	return false;
}

bool ch_output_check(const char *path, char *words, size_t size)
{
	const char *slash = strrchr(path, '/');
	size_t length = slash ? (size_t)(slash - path) : 0;
	char folder[PATH_ROOM] = ".";
	struct stat there;

	if (!*path || strlen(path) >= PATH_ROOM - ENDING_ROOM)
		return refuse(words, size, path, *path ? "the name is too long" : "the name is empty");
	if (slash) {
		memcpy(folder, path, length);
		folder[length] = 0;
		if (length == 0)
			strcpy(folder, "/");
	}
	/* /dev/stdout is such a link */
	if (lstat(path, &there) == 0 && !S_ISREG(there.st_mode))
		return refuse(words, size, path,
			      S_ISDIR(there.st_mode)   ? "it is a folder"
			      : S_ISLNK(there.st_mode) ? "it is a symbolic link"
						       : "it is no plain file");
	if (access(folder, W_OK | X_OK))
		return refuse(words, size, path, strerror(errno));
	return true;
}
