/* SPDX-License-Identifier: Apache-2.0
 *
 * A user's shared library as a provider. */
#define _POSIX_C_SOURCE 200809L /* dlopen, stat */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "providers/providers.h"

enum { PATH_ROOM = 4096 };

static bool is_file(const char *path)
{
	struct stat status;

	errno = 0; /* what is there and no file must not be told by an error from before */
	return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* The whole text if it names a file, else what stands before its last colon, the rest being the argument. */
static bool split_path(const char *text, char path[PATH_ROOM], const char **argument)
{
	const char *colon = strrchr(text, ':');
	size_t length = strlen(text);

	*argument = "";
	if (!is_file(text) && colon) {
		length = (size_t)(colon - text);
		*argument = colon + 1;
	}
	/* a name without a slash would be searched along the library path: it means the file in this folder */
	int written = snprintf(path, PATH_ROOM, "%s%.*s", memchr(text, '/', length) ? "" : "./", (int)length, text);
	return written > 0 && written < PATH_ROOM;
}

const ch_provider *ch_plugin_load(const char *text, const char **argument, char *message, size_t size)
{
	char path[PATH_ROOM];
	ch_provider_entry entry;

	if (!*text) {
		snprintf(message, size, "plugin: expected plugin:PATH[:ARGUMENT]");
		return NULL;
	}
	if (strlen(text) >= PATH_ROOM - 2 || !split_path(text, path, argument)) {
		snprintf(message, size, "plugin: the path is too long");
		return NULL;
	}
	if (!is_file(path)) {
		snprintf(message, size, "plugin %.150s: %s; expected a shared library", path,
			 errno ? strerror(errno) : "not a file");
		return NULL;
	}
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	if (!library) {
		snprintf(message, size, "plugin %.100s cannot be loaded: %.140s", path, dlerror());
		return NULL;
	}
	void *symbol = dlsym(library, CH_PROVIDER_ENTRY);

	if (!symbol) {
		snprintf(message, size, "plugin %.150s: it exports no symbol %s", path, CH_PROVIDER_ENTRY);
		dlclose(library);
		return NULL;
	}
	memcpy(&entry, &symbol, sizeof(entry)); /* POSIX: a function's address survives in a void pointer */

	const ch_provider *provider = entry(CH_PROVIDER_ABI);
	const char *fault = ch_provider_fault(provider);

	if (fault) {
		snprintf(message, size, "plugin %.120s: %s", path, fault);
		dlclose(library);
		return NULL;
	}
	return provider; /* the library stays loaded as long as the process */
}
