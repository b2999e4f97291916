/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a fuzz target once on each file of each directory named on the command line, without libFuzzer. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* The target gets memory of just the size of the file, so that a sanitizer sees one byte too many. */
static int run_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	long size;

	if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET)) {
		(void)fprintf(stderr, "%s: cannot be read\n", path);
		if (file)
			(void)fclose(file);
		return -1;
	}
	uint8_t *data = malloc(size ? (size_t)size : 1);
	size_t got = data ? fread(data, 1, (size_t)size, file) : 0;

	(void)fclose(file);
	if (data && got == (size_t)size)
		(void)LLVMFuzzerTestOneInput(data, got);
	free(data);
	return data && got == (size_t)size ? 0 : -1;
}

int main(int argc, char **argv)
{
	int runs = 0;

	for (int i = 1; i < argc; i++) {
		DIR *dir = argv[i][0] == '-' ? NULL : opendir(argv[i]);
		const struct dirent *entry;

		while (dir && (entry = readdir(dir)) != NULL) {
			char path[4096];

			if (entry->d_name[0] == '.')
				continue;
			(void)snprintf(path, sizeof(path), "%s/%s", argv[i], entry->d_name);
			if (run_file(path))
				return 1;
			runs++;
		}
		if (dir)
			(void)closedir(dir);
	}
	(void)printf("%d inputs\n", runs);
	return runs ? 0 : 1; /* an empty corpus tests nothing */
}
