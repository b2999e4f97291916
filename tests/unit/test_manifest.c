/* SPDX-License-Identifier: Apache-2.0
 *
 * Manifests: one good, and one for each way to be wrong, with what the line says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "reference/random.h"
#include "vectors/complain.h"
#include "vectors/manifest.h"

#define HEAD "{\"file\":\"a.bin\",\"endian\":\"little\",\"arrays\":["
#define ARRAY "{\"name\":\"x\",\"dtype\":\"f32\",\"shape\":[2,3],\"offset\":4,\"nbytes\":24}"
#define TAIL "]}"

enum { DATA_BYTES = 64 };

static bool parse(const char *text, size_t length, ch_manifest *manifest, char error[CH_COMPLAINT])
{
	return ch_manifest_parse(text, length, "a.json", "a.bin", DATA_BYTES, manifest, error, CH_COMPLAINT);
}

static void a_good_one_is_read(void **state)
{
	static const char text[] =
		"{\"file\":\"a.bin\",\"endian\":\"little\",\"type\":\"q3_0_rocmfpx\",\"ggml_type_id\":104,"
		"\"block_bytes\":14,\"more\":{\"x\":[1]},\"arrays\":[" ARRAY
		",{\"name\":\"y.z\",\"dtype\":\"u8\",\"shape\":[4],\"offset\":0,\"nbytes\":4}]}\n";
	char error[CH_COMPLAINT] = "";
	ch_manifest manifest;

	(void)state;
	if (!parse(text, sizeof(text) - 1, &manifest, error))
		fail_msg("%s", error);
	assert_int_equal(manifest.count, 2);
	assert_string_equal(manifest.arrays[0].name, "y.z"); /* by offset */
	assert_string_equal(manifest.type, "q3_0_rocmfpx");
	assert_int_equal(manifest.ggml_type_id, 104);
	assert_int_equal(manifest.block_bytes, 14);
	const ch_array *x = ch_manifest_find(&manifest, "x");

	assert_non_null(x);
	assert_int_equal(x->dtype, CH_DTYPE_F32);
	assert_int_equal(x->dims, 2);
	assert_int_equal(x->shape[1], 3);
	assert_int_equal(x->offset, 4);
	assert_int_equal(ch_manifest_first_gap(&manifest, 28), 28);
	assert_int_equal(ch_manifest_first_gap(&manifest, DATA_BYTES), 28);
	assert_null(ch_manifest_find(&manifest, "w"));
	ch_manifest_free(&manifest);
}

static const struct {
	const char *text, *says;
} bad[] = {
	{"", "byte 0: the file is empty"},
	{"{", ": not JSON"},
	{"[]", "expected an object"},
	{"nonsense", "byte 0: not JSON"},
	{HEAD ARRAY TAIL "x", "more text"},
	{"{\"endian\":\"little\",\"arrays\":[" ARRAY TAIL, "file: expected \"a.bin\""},
	{"{\"file\":\"b.bin\",\"endian\":\"little\",\"arrays\":[" ARRAY TAIL, "file: expected \"a.bin\""},
	{"{\"file\":\"a.bin\",\"endian\":\"big\",\"arrays\":[" ARRAY TAIL, "endian: expected \"little\""},
	{"{\"file\":\"a.bin\",\"file\":\"a.bin\",\"endian\":\"little\",\"arrays\":[" ARRAY TAIL, "\"file\" twice"},
	{HEAD TAIL, "arrays: expected a list"},
	{"{\"file\":\"a.bin\",\"endian\":\"little\",\"arrays\":7}", "arrays: expected a list"},
	{HEAD "3" TAIL, "arrays[0]: expected an object"},
	{HEAD ARRAY "," ARRAY TAIL, "name \"x\" twice"},
	{HEAD ARRAY ",{\"name\":\"y\",\"dtype\":\"u8\",\"shape\":[1],\"offset\":27,\"nbytes\":1}" TAIL,
	 "overlap at byte 27"},
	{HEAD "{\"name\":\"\",\"dtype\":\"u8\",\"shape\":[1],\"offset\":0,\"nbytes\":1}" TAIL,
	 "arrays[0].name: expected a name"},
	{HEAD "{\"name\":\"../x\",\"dtype\":\"u8\",\"shape\":[1],\"offset\":0,\"nbytes\":1}" TAIL, "arrays[0].name"},
	{HEAD "{\"name\":\"x\\u0000y\",\"dtype\":\"u8\",\"shape\":[1],\"offset\":0,\"nbytes\":1}" TAIL, "\\u0000"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"f16\",\"shape\":[1],\"offset\":0,\"nbytes\":2}" TAIL,
	 "arrays[0].dtype: expected"},
	{HEAD "{\"name\":\"x\",\"shape\":[1],\"offset\":0,\"nbytes\":2}" TAIL, "arrays[0].dtype: expected"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"u8\",\"shape\":[],\"offset\":0,\"nbytes\":1}" TAIL,
	 "arrays[0].shape: expected a list"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"u8\",\"shape\":[1,1,1,1,1],\"offset\":0,\"nbytes\":1}" TAIL, "at most 4"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"u8\",\"shape\":[0],\"offset\":0,\"nbytes\":1}" TAIL, "whole number from 1"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"u8\",\"shape\":[1.5],\"offset\":0,\"nbytes\":1}" TAIL,
	 "whole number from 1"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"u8\",\"shape\":[-1],\"offset\":0,\"nbytes\":1}" TAIL, "whole number from 1"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"u8\",\"shape\":[1e300],\"offset\":0,\"nbytes\":1}" TAIL,
	 "whole number from 1"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"f64\",\"shape\":[4294967296,4294967296],\"offset\":0,\"nbytes\":1}" TAIL,
	 "overflows"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"f32\",\"shape\":[2],\"offset\":0,\"nbytes\":4}" TAIL,
	 "nbytes: 4, expected 8"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"u8\",\"shape\":[1],\"offset\":-1,\"nbytes\":1}" TAIL,
	 "arrays[0].offset: expected"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"u8\",\"shape\":[1],\"offset\":\"0\",\"nbytes\":1}" TAIL,
	 "arrays[0].offset: expected"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"u8\",\"shape\":[1],\"offset\":64,\"nbytes\":1}" TAIL, "a.bin has 64 bytes"},
	{HEAD "{\"name\":\"x\",\"dtype\":\"u8\",\"shape\":[65],\"offset\":0,\"nbytes\":65}" TAIL, "a.bin has 64 bytes"},
	{HEAD "{\"name\":\"x\",\"name\":\"x\",\"dtype\":\"u8\",\"shape\":[1],\"offset\":0,\"nbytes\":1}" TAIL,
	 "\"name\" twice"},
	{"[[[[[[[[[[[[[[[[[[[[", "byte 16: nested deeper"},
	{"{\"a\":\"\x01\"}", "control byte"},
};

static void each_bad_one_is_refused_with_its_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		char error[CH_COMPLAINT] = "";
		ch_manifest manifest;

		if (parse(bad[i].text, strlen(bad[i].text), &manifest, error))
			fail_msg("taken as good: %s", bad[i].text);
		if (!strstr(error, bad[i].says) || strncmp(error, "a.json: ", 8) != 0 || strchr(error, '\n'))
			fail_msg("%s\n gave: %s\n expected: %s", bad[i].text, error, bad[i].says);
		assert_int_equal(manifest.count, 0);
		assert_null(manifest.arrays);
	}
}

static void an_oversized_one_is_refused(void **state)
{
	size_t length = (size_t)CH_MANIFEST_BYTES + 1;
	char *text = malloc(length), error[CH_COMPLAINT] = "";
	ch_manifest manifest;

	(void)state;
	assert_non_null(text);
	memset(text, ' ', length);
	assert_false(parse(text, length, &manifest, error));
	assert_non_null(strstr(error, "expected at most"));
	free(text);
}

/* A prefix of a manifest is never one; the text ends where the length says, not at a NUL. */
static void no_prefix_is_taken(void **state)
{
	static const char text[] = HEAD ARRAY TAIL;

	(void)state;
	for (size_t length = 0; length < sizeof(text) - 1; length++) {
		char *copy = malloc(length ? length : 1), error[CH_COMPLAINT] = "";
		ch_manifest manifest;

		assert_non_null(copy);
		memcpy(copy, text, length);
		assert_false(parse(copy, length, &manifest, error));
		assert_true(error[0] != 0);
		free(copy);
	}
}

static void random_changes_do_not_crash(void **state)
{
	static const char text[] =
		HEAD ARRAY ",{\"name\":\"y\",\"dtype\":\"u8\",\"shape\":[4],\"offset\":0,\"nbytes\":4}" TAIL;
	ch_random random = {1};

	(void)state;
	for (int i = 0; i < 20000; i++) {
		char copy[sizeof(text)], error[CH_COMPLAINT] = "";
		ch_manifest manifest;

		memcpy(copy, text, sizeof(text));
		for (uint64_t n = ch_random_next(&random) % 4 + 1; n > 0; n--)
			copy[ch_random_next(&random) % (sizeof(text) - 1)] = (char)ch_random_next(&random);
		if (parse(copy, sizeof(text) - 1, &manifest, error))
			ch_manifest_free(&manifest);
		else
			assert_true(error[0] != 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_good_one_is_read),	       cmocka_unit_test(each_bad_one_is_refused_with_its_line),
		cmocka_unit_test(an_oversized_one_is_refused), cmocka_unit_test(no_prefix_is_taken),
		cmocka_unit_test(random_changes_do_not_crash),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
