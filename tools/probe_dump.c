/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "probe.h"
#include "suite/output.h"

enum { PATH_ROOM = 4096, PIECE = 1 << 20 };

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

static bool refuse(char *words, size_t size, const char *path, const char *why)
{
	snprintf(words, size, "%.200s cannot be written: %s", path, why);
	return false;
}

/* In pieces, so that Ctrl-C is heard between them. */
static bool write_all(int file, const char *data, size_t bytes)
{
	while (bytes && !interrupted) {
		ssize_t written = write(file, data, bytes < PIECE ? bytes : PIECE);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		data += written;
		bytes -= (size_t)written;
	}
	return !interrupted;
}

static bool write_and_rename(const char *path, const void *data, size_t bytes, char *words, size_t size)
{
	char temporary[PATH_ROOM];

	snprintf(temporary, sizeof(temporary), "%s.part.%ld", path, (long)getpid());
	int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

	if (file < 0)
		return refuse(words, size, path, strerror(errno));
	errno = 0;
	bool good = write_all(file, data, bytes) && fsync(file) == 0;
	int error = errno;

	if (close(file) && good) {
		good = false;
		error = errno;
	}
	if (good && !interrupted && rename(temporary, path) == 0)
		return true;
	error = good ? errno : error;
	unlink(temporary);
	return refuse(words, size, path, interrupted ? "interrupted" : error ? strerror(error) : "nothing was taken");
}

bool ch_probe_dump_write(const char *path, const void *data, size_t bytes, char *words, size_t size)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGXFSZ};
	enum { NUMBERS = sizeof(numbers) / sizeof(numbers[0]) };
	struct sigaction before[NUMBERS];
	bool good;

	/* until here a signal ends the process, which has left nothing on the disk yet */
	for (int i = 0; i < NUMBERS; i++) {
		struct sigaction action = {.sa_handler = numbers[i] == SIGXFSZ ? SIG_IGN : on_interrupt};

		sigaction(numbers[i], &action, &before[i]);
		if (before[i].sa_handler == SIG_IGN) /* nohup */
			sigaction(numbers[i], &before[i], NULL);
	}
	good = ch_output_check(path, words, size) && write_and_rename(path, data, bytes, words, size);
	for (int i = 0; i < NUMBERS; i++)
		sigaction(numbers[i], &before[i], NULL);
	return good;
}
