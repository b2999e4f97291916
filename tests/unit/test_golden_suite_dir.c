/* SPDX-License-Identifier: Apache-2.0
 *
 * A suite's folder: whole at every moment, one writer, no links, and nothing in it that was changed behind its back. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <ftw.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "golden/suite.h"

static char root[] = "golden-dir-XXXXXX";

static const char *at(const char *name)
{
	static char path[4][256];
	static int next;

	next = (next + 1) % 4;
	snprintf(path[next], sizeof(path[next]), "%s/%s", root, name);
	return path[next];
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *ftw)
{
	(void)status;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int make_root(void **state)
{
	(void)state;
	memcpy(root, "golden-dir-XXXXXX", sizeof(root));
	return mkdtemp(root) ? 0 : -1;
}

static int remove_root(void **state)
{
	(void)state;
	return nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void put(const char *path, const char *text)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
	assert_int_equal(fclose(file), 0);
}

/* A suite of count prompts, each answered by the same text in every one: a mixture of two writings would show. */
static void make_suite(ch_suite *suite, int count, const char *text)
{
	ch_suite_init(suite);
	snprintf(suite->name, sizeof(suite->name), "made");
	snprintf(suite->recorded, sizeof(suite->recorded), "%s", text);
	for (int i = 0; i < count; i++) {
		ch_prompt *prompt = ch_suite_add(suite);

		assert_non_null(prompt);
		snprintf(prompt->id, sizeof(prompt->id), "p%d", i);
		prompt->text = strdup("x");
		prompt->has_answer = true;
		assert_true(ch_bytes_text(&prompt->answer.text, text));
	}
}

static bool write_suite(const char *path, const ch_suite *suite, ch_trouble *trouble)
{
	ch_suite_dir dir;
	bool ok = ch_suite_dir_open(&dir, path, trouble) && ch_suite_dir_lock(&dir, trouble) &&
		  ch_suite_write(suite, &dir, trouble);

	ch_suite_dir_close(&dir);
	return ok;
}

static bool read_suite(const char *path, ch_suite *suite, ch_trouble *trouble)
{
	ch_suite_dir dir;
	bool ok = ch_suite_dir_open(&dir, path, trouble) && ch_suite_read(suite, &dir, false, trouble);

	ch_suite_dir_close(&dir);
	return ok;
}

static void write_or_fail(const char *path, int count, const char *text)
{
	ch_trouble trouble = {0};
	ch_suite suite;

	make_suite(&suite, count, text);
	if (!write_suite(path, &suite, &trouble))
		fail_msg("%s", trouble.text);
	ch_suite_free(&suite);
}

static void read_must_fail(const char *path, const char *words)
{
	ch_trouble trouble = {0};
	ch_suite suite;

	assert_false(read_suite(path, &suite, &trouble));
	if (!strstr(trouble.text, words))
		fail_msg("\"%s\" is not in: %s", words, trouble.text);
}

static void sha256sum_agrees(void **state)
{
	char command[300];
	struct stat status;

	(void)state;
	write_or_fail(at("s"), 3, "caf\xc3\xa9\r\n");
	put(at("s/README.md"), "mine\n");
	write_or_fail(at("s"), 2, "again\n");
	snprintf(command, sizeof(command), "cd %s/s && sha256sum --quiet -c SHA256SUMS", root);
	assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the point is that the tool of coreutils agrees */
	/* a stranger's file stayed, nothing lies beside the suite, and the two lists are of one writing */
	assert_int_equal(stat(at("s/README.md"), &status), 0);
	assert_int_not_equal(stat(at(".s.new"), &status), 0);
	assert_int_not_equal(stat(at(".s.lock"), &status), 0);
	put(at("s/p0.txt"), "again.\n");
	assert_int_not_equal(system(command), 0); /* NOLINT(cert-env33-c) */
	read_must_fail(at("s"), "it was changed after recording");
}

static void refuses_links_and_other_tricks(void **state)
{
	ch_trouble trouble = {0};
	ch_suite_dir dir;

	(void)state;
	write_or_fail(at("s"), 1, "text");
	assert_int_equal(symlink("s", at("link")), 0);
	assert_false(ch_suite_dir_open(&dir, at("link"), &trouble));
	assert_non_null(strstr(trouble.text, "is a link"));
	assert_false(ch_suite_dir_open(&dir, at("s/.."), &trouble));
	assert_false(ch_suite_dir_open(&dir, at(".s"), &trouble));
	assert_false(ch_suite_dir_open(&dir, "", &trouble));
	assert_false(ch_suite_dir_open(&dir, at("none/s"), &trouble));

	assert_int_equal(rename(at("s/p0.txt"), at("away.txt")), 0);
	read_must_fail(at("s"), "p0.txt: is missing");
	assert_int_equal(symlink("../away.txt", at("s/p0.txt")), 0);
	read_must_fail(at("s"), "p0.txt: is a link");
	assert_int_equal(unlink(at("s/p0.txt")), 0);
	assert_int_equal(mkfifo(at("s/p0.txt"), 0600), 0); /* must not hang */
	read_must_fail(at("s"), "p0.txt: ");
	assert_int_equal(unlink(at("s/p0.txt")), 0);
	assert_int_equal(rename(at("away.txt"), at("s/p0.txt")), 0);

	put(at("s/SHA256SUMS"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  ../away.txt\n");
	read_must_fail(at("s"), "plain file name");
	assert_int_equal(unlink(at("s/SHA256SUMS")), 0);
	read_must_fail(at("s"), "SHA256SUMS: is missing");
}

static void names_an_edited_suite(void **state)
{
	ch_trouble trouble = {0};
	ch_bytes json = {0};
	ch_suite_dir dir;
	ch_suite suite;

	(void)state;
	write_or_fail(at("s"), 1, "text");
	make_suite(&suite, 1, "text");
	suite.max_tokens = 65;
	assert_true(ch_suite_print(&suite, &json));
	put(at("s/suite.json"), json.data);
	ch_suite_free(&suite);
	ch_bytes_free(&json);
	read_must_fail(at("s"), "it was edited");
	assert_true(ch_suite_dir_open(&dir, at("s"), &trouble));
	assert_true(ch_suite_read(&suite, &dir, true, &trouble));
	assert_int_equal(suite.max_tokens, 65);
	ch_suite_free(&suite);
	ch_suite_dir_close(&dir);
}

static void a_second_writer_is_refused(void **state)
{
	ch_trouble trouble = {0};
	ch_suite_dir first, second;

	(void)state;
	assert_true(ch_suite_dir_open(&first, at("s"), &trouble));
	assert_true(ch_suite_dir_open(&second, at("s"), &trouble));
	assert_true(ch_suite_dir_lock(&first, &trouble));
	assert_false(ch_suite_dir_lock(&second, &trouble));
	assert_int_equal(trouble.kind, CH_TROUBLE_BUSY);
	ch_suite_dir_close(&first);
	assert_true(ch_suite_dir_lock(&second, &trouble));
	ch_suite_dir_close(&second);
}

/* One child writes version after version; it is killed at a random moment; what is there is one whole version. */
static void kill_at_random_moments(int kills)
{
	uint64_t random = 20261129;
	int whole = 0;

	for (int i = 0; i < kills; i++) {
		struct timespec pause = {0};
		ch_trouble trouble = {0};
		ch_suite suite = {0};
		pid_t child;

		random = random * 6364136223846793005ull + 1442695040888963407ull;
		pause.tv_nsec = (long)((random >> 33) % 12000000);
		child = fork();
		if (child == 0) {
			for (int version = 0;; version++) {
				char text[32];

				snprintf(text, sizeof(text), "kill %d version %d", i, version);
				make_suite(&suite, 3, text);
				write_suite(at("s"), &suite, &trouble);
				ch_suite_free(&suite);
			}
		}
		assert_true(child > 0);
		nanosleep(&pause, NULL);
		assert_int_equal(kill(child, SIGKILL), 0);
		assert_int_equal(waitpid(child, NULL, 0), child);
		if (!read_suite(at("s"), &suite, &trouble))
			fail_msg("after kill %d: %s", i, trouble.text);
		for (size_t p = 0; p < suite.prompt_count; p++)
			assert_string_equal(suite.prompts[p].answer.text.data, suite.recorded);
		whole++;
		ch_suite_free(&suite);
	}
	assert_int_equal(whole, kills);
}

static void killed_at_200_moments_the_suite_is_whole(void **state)
{
	(void)state;
	write_or_fail(at("s"), 3, "before");
	kill_at_random_moments(200);
}

static void killed_without_exchange_the_suite_is_whole(void **state)
{
	(void)state;
	assert_int_equal(setenv("CHECKHIP_GOLDEN_NO_EXCHANGE", "1", 1), 0);
	write_or_fail(at("s"), 3, "before");
	kill_at_random_moments(50);
	assert_int_equal(unsetenv("CHECKHIP_GOLDEN_NO_EXCHANGE"), 0);
}

/* A disk of 64 KiB: a suite that does not fit leaves the old one. */
static void full_disk_leaves_the_old_suite(void **state)
{
	ch_trouble trouble = {0};
	ch_suite suite;
	char *large;

	(void)state;
	assert_int_equal(mkdir(at("disk"), 0700), 0);
	if (mount("tmpfs", at("disk"), "tmpfs", 0, "size=64k")) {
		print_message("no right to mount a tmpfs here: not tested\n");
		skip();
	}
	write_or_fail(at("disk/s"), 1, "old");
	large = calloc(1, 100001);
	assert_non_null(large);
	memset(large, 'x', 100000);
	make_suite(&suite, 1, "");
	assert_true(ch_bytes_text(&suite.prompts[0].answer.text, large));
	assert_false(write_suite(at("disk/s"), &suite, &trouble));
	assert_non_null(strstr(trouble.text, "No space left"));
	ch_suite_free(&suite);
	free(large);
	assert_true(read_suite(at("disk/s"), &suite, &trouble));
	assert_string_equal(suite.prompts[0].answer.text.data, "old");
	ch_suite_free(&suite);
	write_or_fail(at("disk/s"), 1, "new"); /* nothing is left over that fills it */
	assert_int_equal(umount(at("disk")), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(sha256sum_agrees, make_root, remove_root),
		cmocka_unit_test_setup_teardown(refuses_links_and_other_tricks, make_root, remove_root),
		cmocka_unit_test_setup_teardown(names_an_edited_suite, make_root, remove_root),
		cmocka_unit_test_setup_teardown(a_second_writer_is_refused, make_root, remove_root),
		cmocka_unit_test_setup_teardown(killed_at_200_moments_the_suite_is_whole, make_root, remove_root),
		cmocka_unit_test_setup_teardown(killed_without_exchange_the_suite_is_whole, make_root, remove_root),
		cmocka_unit_test_setup_teardown(full_disk_leaves_the_old_suite, make_root, remove_root),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
