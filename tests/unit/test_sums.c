/* SPDX-License-Identifier: Apache-2.0
 *
 * SHA256SUMS: strict lines, and no change of a bit goes by. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "vectors/complain.h"
#include "vectors/sums.h"

/* FIPS 180-4's example */
#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define EMPTY "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

static void sha256_is_the_standards(void **state)
{
	char hex[CH_SHA256_HEX];

	(void)state;
	assert_true(ch_sha256_hex("abc", 3, hex));
	assert_string_equal(hex, ABC);
	assert_true(ch_sha256_hex("", 0, hex));
	assert_string_equal(hex, EMPTY);
}

static const struct {
	const char *text, *says;
} bad[] = {
	{"", "byte 0: the file is empty"},
	{ABC "  a.bin", "expected a newline at the end"},
	{"\n", "byte 0: expected 64"},
	{"BA7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.bin\n", "byte 0: expected 64"},
	{ABC " a.bin\n", "byte 64: expected two spaces"},
	{ABC " *a.bin\n", "byte 64: expected two spaces"},
	{ABC "0  a.bin\n", "byte 64: expected two spaces"},
	{ABC "\n", "byte 64: expected two spaces"},
	{ABC "  \n", "byte 66: expected a plain file name"},
	{ABC "  ../a.bin\n", "byte 66: expected a plain file name"},
	{ABC "  /a.bin\n", "byte 66: expected a plain file name"},
	{ABC "  .a\n", "byte 66: expected a plain file name"},
	{ABC "  a.bin\r\n", "byte 66: expected a plain file name"},
	{ABC "  a.bin \n", "byte 66: expected a plain file name"},
	{ABC "  a.bin\n" ABC "  a.bin\n", "byte 138: \"a.bin\" twice"},
	{ABC "  a.bin\n\n", "byte 72: expected 64"},
};

static void each_bad_line_is_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		char error[CH_COMPLAINT] = "";
		ch_sums sums;

		if (ch_sums_parse(bad[i].text, strlen(bad[i].text), &sums, error, sizeof(error)))
			fail_msg("taken as good: %s", bad[i].text);
		if (!strstr(error, bad[i].says))
			fail_msg("%s gave: %s, expected: %s", bad[i].text, error, bad[i].says);
	}
}

struct lines {
	size_t count;
	char last[CH_COMPLAINT];
};

static void keep_line(void *context, const char *line)
{
	struct lines *lines = context;

	lines->count++;
	(void)snprintf(lines->last, sizeof(lines->last), "%s", line);
}

/* What the text finds in the folder: SIZE_MAX if it is refused. */
static size_t wrong_lines(const char *text, size_t length, const ch_folder *folder, struct lines *lines)
{
	ch_sums sums;

	*lines = (struct lines){0};
	if (!ch_sums_parse(text, length, &sums, lines->last, sizeof(lines->last)))
		return SIZE_MAX;
	size_t wrong = ch_sums_check(&sums, folder, keep_line, lines);

	assert_int_equal(wrong, lines->count);
	ch_sums_free(&sums);
	return wrong;
}

static void missing_changed_and_unlisted_files_are_named(void **state)
{
	static const char text[] = ABC "  a.bin\n" EMPTY "  b.bin\n";
	ch_folder folder = {0};
	struct lines lines;

	(void)state;
	assert_true(ch_folder_add(&folder, "a.bin", "abc", 3));
	assert_int_equal(wrong_lines(text, strlen(text), &folder, &lines), 1);
	assert_non_null(strstr(lines.last, "b.bin: missing"));
	assert_true(ch_folder_add(&folder, "b.bin", "", 0));
	assert_true(ch_folder_add(&folder, "a.json", "{}", 2)); /* its .bin is listed */
	assert_true(ch_folder_add(&folder, "README.md", "x", 1));
	assert_true(ch_folder_add(&folder, "README.json", "x", 1));
	assert_int_equal(wrong_lines(text, strlen(text), &folder, &lines), 0);
	assert_true(ch_folder_add(&folder, "c.bin", "", 0));
	assert_int_equal(wrong_lines(text, strlen(text), &folder, &lines), 1);
	assert_non_null(strstr(lines.last, "c.bin: not listed"));
	ch_folder_free(&folder);
	folder = (ch_folder){0};
	assert_true(ch_folder_add(&folder, "a.bin", "abd", 3));
	assert_true(ch_folder_add(&folder, "b.bin", "", 0));
	assert_int_equal(wrong_lines(text, strlen(text), &folder, &lines), 1);
	assert_non_null(strstr(lines.last, "a.bin: SHA-256 is"));
	ch_folder_free(&folder);
}

static void every_bit_of_the_sums_counts(void **state)
{
	static const char text[] = ABC "  decode_fp2.bin\n" EMPTY "  decode_fp3.bin\n";
	ch_folder folder = {0};
	struct lines lines;

	(void)state;
	assert_true(ch_folder_add(&folder, "decode_fp2.bin", "abc", 3));
	assert_true(ch_folder_add(&folder, "decode_fp3.bin", "", 0));
	assert_int_equal(wrong_lines(text, strlen(text), &folder, &lines), 0);
	for (size_t bit = 0; bit < 8 * strlen(text); bit++) {
		char copy[sizeof(text)];

		memcpy(copy, text, sizeof(text));
		copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
		if (wrong_lines(copy, strlen(text), &folder, &lines) == 0)
			fail_msg("bit %zu of byte %zu changed and nothing was said", bit % 8, bit / 8);
		assert_true(lines.last[0] != 0);
	}
	ch_folder_free(&folder);
}

static void a_folder_that_is_none_says_so(void **state)
{
	char error[CH_COMPLAINT] = "";
	ch_folder folder;

	(void)state;
	assert_false(ch_folder_read("/nonexistent/known", &folder, error, sizeof(error)));
	assert_non_null(strstr(error, "/nonexistent/known: cannot be opened"));
	assert_false(ch_folder_read("/dev/null", &folder, error, sizeof(error)));
	assert_non_null(strstr(error, "/dev/null: cannot be opened"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sha256_is_the_standards),
		cmocka_unit_test(each_bad_line_is_refused),
		cmocka_unit_test(missing_changed_and_unlisted_files_are_named),
		cmocka_unit_test(every_bit_of_the_sums_counts),
		cmocka_unit_test(a_folder_that_is_none_says_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
