/* SPDX-License-Identifier: Apache-2.0 */
#include "gcn/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The path of an error may be long: its end says more than its beginning. */
static const char *path_end(const char *path)
{
	size_t length = strlen(path);
	return length > 80 ? path + length - 80 : path;
}

static ch_status mapped_open(int descriptor, const char *path, ch_gcn_file *file, ch_gcn_error *error)
{
	struct stat about;
	if (fstat(descriptor, &about) != 0)
		return ch_gcn_fail(error, CH_FAILED, "%s: %s", path_end(path), strerror(errno));
	if (!S_ISREG(about.st_mode) || about.st_size <= 0)
		return ch_gcn_fail(error, CH_BAD_ARGUMENT, "%s: expected a regular file that is not empty",
				   path_end(path));
	size_t size = (size_t)about.st_size;
	void *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
	if (data == MAP_FAILED)
		return ch_gcn_fail(error, CH_FAILED, "%s: %s", path_end(path), strerror(errno));
	ch_gcn_error inner = {""};
	ch_status status = ch_gcn_file_open(data, size, file, &inner);
	munmap(data, size);
	return status ? ch_gcn_fail(error, status, "%s: %.170s", path_end(path), inner.text) : CH_OK;
}

ch_status ch_gcn_file_load(const char *path, ch_gcn_file *file, ch_gcn_error *error)
{
	*file = (ch_gcn_file){.entries = NULL};
	/* a pipe that nobody writes to must not be waited for */
	int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (descriptor < 0)
		return ch_gcn_fail(error, CH_FAILED, "%s: %s", path_end(path), strerror(errno));
	ch_status status = mapped_open(descriptor, path, file, error);
	close(descriptor);
	return status;
}
