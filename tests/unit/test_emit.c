/* SPDX-License-Identifier: Apache-2.0
 *
 * Writing known answers: the same bytes for the same seed, and a directory that is there whole or not at all. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "emitted.h"

static void a_seed_is_all_it_takes(void **state)
{
	const ch_emit_choice other = {.small = true, .seed = 1};
	ch_folder a = make(&small), b = make(&small), c = make(&other);
	size_t changed = 0;

	(void)state;
	assert_int_equal(a.count, b.count);
	assert_int_equal(a.count, c.count);
	for (size_t i = 0; i < a.count; i++) {
		assert_string_equal(a.files[i].name, b.files[i].name);
		assert_int_equal(a.files[i].size, b.files[i].size);
		assert_memory_equal(a.files[i].data, b.files[i].data, a.files[i].size);
		changed += memcmp(a.files[i].data, c.files[i].data, a.files[i].size) != 0;
	}
	assert_int_equal(changed, 6 * 3 + 1 + 1); /* decode, quant, mulmat; quant_input; the sums */
	ch_folder_free(&a);
	ch_folder_free(&b);
	ch_folder_free(&c);
}

static char *new_parent(void)
{
	static char parent[64];

	(void)snprintf(parent, sizeof(parent), "%s", "emit.XXXXXX");
	assert_non_null(mkdtemp(parent));
	return parent;
}

static size_t entries_of(const char *dir)
{
	DIR *stream = opendir(dir);
	size_t count = 0;

	assert_non_null(stream);
	while (readdir(stream))
		count++;
	(void)closedir(stream);
	return count - 2;
}

static void remove_dir(const char *dir)
{
	DIR *stream = opendir(dir);
	const struct dirent *entry;

	while (stream && (entry = readdir(stream)) != NULL)
		(void)unlinkat(dirfd(stream), entry->d_name, 0);
	if (stream)
		(void)closedir(stream);
	(void)rmdir(dir);
}

static void a_directory_is_written_once(void **state)
{
	ch_folder folder = make(&small), back;
	char error[CH_COMPLAINT] = "", *parent = new_parent(), dir[96], file[128];

	(void)state;
	(void)snprintf(dir, sizeof(dir), "%s/known/", parent);
	if (!ch_emit_write(&folder, dir, error, sizeof(error)))
		fail_msg("%s", error);
	assert_int_equal(entries_of(parent), 1);
	assert_true(ch_folder_read(dir, &back, error, sizeof(error)));
	assert_int_equal(back.count, folder.count);
	for (size_t i = 0; i < back.count; i++)
		assert_memory_equal(back.files[i].data, folder.files[i].data, folder.files[i].size);
	/* what is there stays */
	assert_false(ch_emit_write(&folder, dir, error, sizeof(error)));
	assert_non_null(strstr(error, "is not empty"));
	(void)snprintf(file, sizeof(file), "%s/known/SHA256SUMS", parent);
	assert_false(ch_emit_write(&folder, file, error, sizeof(error)));
	assert_non_null(strstr(error, "is in the way"));
	assert_int_equal(entries_of(dir), folder.count);
	assert_false(ch_emit_write(&folder, "/nonexistent/parent/known", error, sizeof(error)));
	assert_non_null(strstr(error, "/nonexistent/parent/known: cannot be made"));
	remove_dir(dir);
	assert_int_equal(mkdir(dir, 0777), 0); /* an empty one may be in the way */
	assert_true(ch_emit_write(&folder, dir, error, sizeof(error)));
	remove_dir(dir);
	remove_dir(parent);
	ch_folder_free(&back);
	ch_folder_free(&folder);
}

/* A limit on file size stands for the full disk: the write fails in the middle of a file. */
static int write_with_little_room(const ch_folder *folder, const char *dir)
{
	const struct rlimit little = {5000, 5000};
	char error[CH_COMPLAINT] = "";

	(void)signal(SIGXFSZ, SIG_IGN);
	if (setrlimit(RLIMIT_FSIZE, &little) || ch_emit_write(folder, dir, error, sizeof(error)))
		return 1;
	return strstr(error, "cannot be written: ") && strstr(error, dir) ? 0 : 2;
}

static void a_full_disk_leaves_nothing(void **state)
{
	ch_folder folder = make(&small);
	char *parent = new_parent(), dir[96];
	int code = -1;

	(void)state;
	(void)snprintf(dir, sizeof(dir), "%s/known", parent);
	pid_t child = fork();

	if (child == 0)
		_exit(write_with_little_room(&folder, dir));
	assert_int_equal(waitpid(child, &code, 0), child);
	assert_int_equal(code, 0);
	assert_int_equal(entries_of(parent), 0);
	remove_dir(parent);
	ch_folder_free(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_seed_is_all_it_takes),
		cmocka_unit_test(a_directory_is_written_once),
		cmocka_unit_test(a_full_disk_leaves_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
